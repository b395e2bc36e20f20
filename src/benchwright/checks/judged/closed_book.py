"""Check `closed_book`: is the question answered without any source? By default that is a tag and no reason to reject: a
well-known fact is a fair question about a document, but a system that answers it need not have read anything.

The score is 1 if it was answered and 0 if not. The verdict is `fail` for an answered question where a plan rejects
them, and `pass` where it only tags.
"""

from __future__ import annotations

from benchwright.checks.judged.asks import Ask, Replies, answering
from benchwright.checks.judged.draft import Draft
from benchwright.checks.judged.matching import Match, match_reply, parts_of
from benchwright.records import Check

NAMES = ("closed_book",)


def first(draft: Draft) -> tuple[Ask, ...]:
    return (answering(draft.question, ()),)


def further(draft: Draft, replies: Replies) -> tuple[Ask, ...]:
    """The comparisons that no rule decides."""
    return _match(draft, replies).asks


def checks(draft: Draft, replies: Replies, by: str) -> dict[str, Check | None]:
    found = _match(draft, replies)
    match found.found:
        case "open":
            return {"closed_book": None}
        case "unscored":
            return {"closed_book": Check("closed_book", "unscored", "no readable answer without sources", by=by)}
        case "same":
            reason = f"answered without any source: {found.candidate!r}"
            return {"closed_book": Check("closed_book", "fail", reason, 1.0, by)}
        case _:
            return {"closed_book": Check("closed_book", "pass", "", 0.0, by)}


def _match(draft: Draft, replies: Replies) -> Match:
    return match_reply(parts_of(draft), replies[first(draft)[0]], replies)
