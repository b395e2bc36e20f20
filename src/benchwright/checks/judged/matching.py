"""Decides whether a model's answer matches the reference: by rule where that is certain, else by a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.same import compare
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion, question_to_compare
from benchwright.models import Reply
from benchwright.values import LOOSELY, occurs_in, parse


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """One thing that an answer has to give, with the question that asks for it alone. `aliases` are as good."""

    question: str
    reference: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerMatch:
    """`same`: the candidate gives every part. `different`: it lacks one, or abstains. `unscored`: it can't be told.
    `open`: the comparisons `asks` have to be made first."""

    verdict: Literal["same", "different", "unscored", "open"]
    candidate: str = ""
    asks: tuple[VerifierQuestion, ...] = ()


def parts_of(draft: QuestionDraft) -> tuple[AnswerPart, ...]:
    """What an answer to a draft has to give: both halves, each judged by itself, or the short answer."""
    halves = tuple(AnswerPart(half.question, half.answer) for half in draft.halves)
    return halves or (AnswerPart(draft.question, draft.short_answer, draft.aliases),)


def answer_in(reply: Reply) -> str | None:
    """What was answered to the prompt `answer`: "" if the model abstains, None if the reply is none."""
    if reply.status != "ok" or not isinstance(reply.data, dict):
        return None
    return "" if reply.data["abstains"] else str(reply.data["answer"]).strip()


def match_reply(parts: Sequence[AnswerPart], reply: Reply, replies: Replies) -> AnswerMatch:
    """Compare a reply to the prompt `answer` with what was to be given."""
    candidate = answer_in(reply)
    if candidate is None:
        return AnswerMatch("unscored")
    return match(parts, candidate, replies)


def match(parts: Sequence[AnswerPart], candidate: str, replies: Replies) -> AnswerMatch:
    """Compare an answer with what was to be given. One part that certainly differs is enough to be different."""
    if not candidate:
        return AnswerMatch("different")
    ordered = _stand_in_order(parts, candidate)
    unsure: list[AnswerPart] = []
    for part in parts:
        beside = [other.reference for other in parts if other is not part]
        beside += [other.question for other in parts if other is not part]
        compared = {compare(part.question, form, candidate, beside) for form in (part.reference, *part.aliases)}
        verdict = next(one for one in ("same", "unsure", "different") if one in compared)
        if verdict == "different":
            return AnswerMatch("different", candidate)
        if verdict == "unsure" or not ordered:
            unsure.append(part)
    asks = [question_to_compare(part.question, part.reference, candidate) for part in unsure]
    verdicts = [_same(replies[ask]) for ask in asks if ask in replies]
    if False in verdicts:
        return AnswerMatch("different", candidate)
    open_ = tuple(ask for ask in asks if ask not in replies)
    if open_:
        return AnswerMatch("open", candidate, open_)
    return AnswerMatch("unscored" if None in verdicts else "same", candidate)


def _stand_in_order(parts: Sequence[AnswerPart], candidate: str) -> bool:
    """Whether an answer states the parts in their order, as far as it states them: "1996; 1994" is not "1994; 1996"."""
    places = [occurs_in(parse(part.reference), candidate, LOOSELY) for part in parts]
    starts = [stated[0][0] for stated in places if stated]
    return starts == sorted(starts)


def _same(reply: Reply) -> bool | None:
    if reply.status != "ok" or not isinstance(reply.data, dict):
        return None
    return bool(reply.data["same"])
