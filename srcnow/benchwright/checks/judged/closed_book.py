"""Checks (`closed_book`) whether the question is answered without any source.

By default that is a tag and no reason to reject: a well-known fact is a fair question about a document, but a system
that answers it need not have read anything.

The reason begins with what came of it: `same`, the answer is given; `other`, another one is given (the source may
contradict what is commonly believed); `none`, no answer is given. The score is 1 for `same` and else 0. The verdict is
`fail` for `same` where a plan rejects it, and `pass` where it only tags. `needed` takes no account of it.
"""

from __future__ import annotations

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.matching import AnswerMatch, match_by_heart, parts_of
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion, question_to_answer
from benchwright.records import Check


def first(draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
    return (question_to_answer(draft, ()),)


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
            return {"closed_book": Check("closed_book", "fail", f"same: {match.candidate!r}", 1.0, by)}
        case _:
            reason = f"other: {match.candidate!r}" if match.candidate else "none"
            return {"closed_book": Check("closed_book", "pass", reason, 0.0, by)}


def _match(draft: QuestionDraft, replies: Replies) -> AnswerMatch:
    return match_by_heart(parts_of(draft), replies[first(draft)[0]], replies)
