"""Did a model that answered give the reference answer? By rule where that is certain, else by a further question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from benchwright.checks.judged.asks import Ask, Replies, comparing
from benchwright.checks.judged.draft import Draft
from benchwright.checks.judged.same import compare
from benchwright.models import Reply


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that an answer has to give, with the question that asks for it alone."""

    question: str
    reference: str


@dataclass(frozen=True, slots=True)
class Match:
    """`same`: the candidate gives every part. `different`: it lacks one, or abstains. `unscored`: it can't be told.
    `open`: the comparisons `asks` have to be made first."""

    found: Literal["same", "different", "unscored", "open"]
    candidate: str = ""
    asks: tuple[Ask, ...] = ()


def parts_of(draft: Draft) -> tuple[Part, ...]:
    """What an answer to a draft has to give: both halves, each judged by itself, or the short answer."""
    halves = tuple(Part(half.question, half.answer) for half in draft.halves)
    return halves or (Part(draft.question, draft.short_answer),)


def answer_in(reply: Reply) -> str | None:
    """What was answered to the prompt `answer`: "" if the model abstains, None if the reply is none."""
    if reply.status != "ok" or not isinstance(reply.data, dict):
        return None
    return "" if reply.data["abstains"] else str(reply.data["answer"]).strip()


def match_reply(parts: Sequence[Part], reply: Reply, replies: Replies) -> Match:
    """Compare a reply to the prompt `answer` with what was to be given."""
    candidate = answer_in(reply)
    if candidate is None:
        return Match("unscored")
    return match(parts, candidate, replies)


def match(parts: Sequence[Part], candidate: str, replies: Replies) -> Match:
    """Compare an answer with what was to be given. One part that certainly differs is enough to be different."""
    if not candidate:
        return Match("different")
    unsure: list[Part] = []
    for part in parts:
        beside = [other.reference for other in parts if other is not part]
        beside += [other.question for other in parts if other is not part]
        verdict = compare(part.question, part.reference, candidate, beside)
        if verdict == "different":
            return Match("different", candidate)
        if verdict == "unsure":
            unsure.append(part)
    asks = [comparing(part.question, part.reference, candidate) for part in unsure]
    told = [_same(replies[ask]) for ask in asks if ask in replies]
    if False in told:
        return Match("different", candidate)
    open_ = tuple(ask for ask in asks if ask not in replies)
    if open_:
        return Match("open", candidate, open_)
    return Match("unscored" if None in told else "same", candidate)


def _same(reply: Reply) -> bool | None:
    if reply.status != "ok" or not isinstance(reply.data, dict):
        return None
    return bool(reply.data["same"])
