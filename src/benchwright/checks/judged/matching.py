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


@dataclass(frozen=True, slots=True)
class AnsweredPart:
    """A part of a question as the prompt `answer` takes it apart: what it rests on, and its answer."""

    basis: Literal["told", "known", "missing"]
    answer: str


@dataclass(frozen=True, slots=True)
class PartedAnswer:
    """A reply to the prompt `answer`. `answer` is "" if a part is missing."""

    parts: tuple[AnsweredPart, ...]
    answer: str

    @classmethod
    def of(cls, reply: Reply) -> PartedAnswer | None:
        """What was answered, None if the reply cannot be read."""
        if reply.status != "ok" or not isinstance(reply.data, dict):
            return None
        parts = tuple(AnsweredPart(one["basis"], str(one["answer"]).strip()) for one in reply.data["parts"])
        return cls(parts, str(reply.data["answer"]).strip())

    @property
    def told(self) -> tuple[str, ...]:
        """The answers of the parts that the sources tell."""
        return tuple(part.answer for part in self.parts if part.basis == "told" and part.answer)

    def candidates(self, parts: Sequence[AnswerPart]) -> tuple[str, ...]:
        """What the sources alone give for each part that was to be given, "" for nothing. What is known without them
        does not count, be it right or wrong: an answer that was reached by a step from memory is not theirs. The answer
        may stand among the parts even where a step to it is missing: then the question gave it away."""
        whole = self.answer if all(part.basis == "told" for part in self.parts) else ""
        if len(parts) > 1:
            if len(self.parts) == len(parts):
                return tuple(one.answer if one.basis == "told" else "" for one in self.parts)
            return (whole or "; ".join(self.told),) * len(parts)
        if any(part.basis == "known" for part in self.parts):
            return ("",)
        (part,) = parts
        forms = (part.reference, *part.aliases)
        stated = (one for one in self.told if any(compare(part.question, form, one) == "same" for form in forms))
        return (whole or next(stated, ""),)


def parts_of(draft: QuestionDraft) -> tuple[AnswerPart, ...]:
    """What an answer to a draft has to give: both halves, each judged by itself, or the short answer."""
    halves = tuple(AnswerPart(half.question, half.answer) for half in draft.halves)
    return halves or (AnswerPart(draft.question, draft.short_answer, draft.aliases),)


def match_told(parts: Sequence[AnswerPart], reply: Reply, replies: Replies) -> AnswerMatch:
    """Compare what the sources alone gave in a reply to the prompt `answer` with what was to be given."""
    answered = PartedAnswer.of(reply)
    if answered is None:
        return AnswerMatch("unscored")
    given = answered.candidates(parts)
    return match(parts, given[0], replies) if len(set(given)) == 1 else match_each(parts, given, replies)


def match_by_heart(parts: Sequence[AnswerPart], reply: Reply, replies: Replies) -> AnswerMatch:
    """Compare a reply to the prompt `answer` without sources with what was to be given."""
    answered = PartedAnswer.of(reply)
    if answered is None:
        return AnswerMatch("unscored")
    given = [one.answer for one in answered.parts]
    if len(parts) > 1 and len(given) == len(parts):
        return match_each(parts, given, replies)
    return match(parts, answered.answer, replies)


def match_each(parts: Sequence[AnswerPart], candidates: Sequence[str], replies: Replies) -> AnswerMatch:
    """Compare each part with the answer that was given to it."""
    matches = [match((part,), candidate, replies) for part, candidate in zip(parts, candidates, strict=True)]
    whole = "; ".join(filter(None, candidates))
    verdicts = {one.verdict for one in matches}
    verdict = next(one for one in ("different", "open", "unscored", "same") if one in verdicts)
    return AnswerMatch(verdict, whole, tuple(ask for one in matches for ask in one.asks) if verdict == "open" else ())


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
