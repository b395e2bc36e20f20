"""Checks (`closed_book`) whether the question is answered without any source.

By default that is a tag and no reason to reject: a well-known fact is a fair question about a document, but a system
that answers it need not have read anything.

The score is 1 if it was answered and 0 if not. The verdict is `fail` for an answered question where a plan rejects
them, and `pass` where it only tags.
"""

from __future__ import annotations

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.matching import AnswerMatch, match_reply, parts_of
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion, question_to_answer
from benchwright.records import Check

NAMES = ("closed_book",)


def first(draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
    return (question_to_answer(draft.question, ()),)


def further(draft: QuestionDraft, replies: Replies) -> tuple[VerifierQuestion, ...]:
    """The comparisons that no rule decides."""
    return _match(draft, replies).asks


def checks(draft: QuestionDraft, replies: Replies, by: str) -> dict[str, Check | None]:
    match = _match(draft, replies)
    match match.verdict:
        case "open":
            return {"closed_book": None}
        case "unscored":
            return {"closed_book": Check("closed_book", "unscored", "no readable answer without sources", by=by)}
        case "same":
            reason = f"answered without any source: {match.candidate!r}"
            return {"closed_book": Check("closed_book", "fail", reason, 1.0, by)}
        case _:
            return {"closed_book": Check("closed_book", "pass", "", 0.0, by)}


def _match(draft: QuestionDraft, replies: Replies) -> AnswerMatch:
    return match_reply(parts_of(draft), replies[first(draft)[0]], replies)
