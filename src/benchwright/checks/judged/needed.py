"""Checks (`needed`) that every source is needed, by taking each away in turn.

The question is put to a model that sees only the others, and says of each part of the answer whether they tell it. If
they still tell the whole answer, the source was not needed; so it is if the answer stands among the parts although a
step to it is missing, and if all numbers of a sum are still told. What the model only knows or would guess does not
count: blind readers found 24 of 33 questions sound that fell by a guess alone.

A compound question survives only if both halves are still given. If it has two sources, each half must be answered by
one of them alone. One with options is put `SAMPLES` times at a raised temperature, with its options in both orders; it
survives if guessing would do as well in under 5 % of the cases (`options.beats_chance`): with two options and six
askings, if all six are right. A question with one source has nothing to take away: what is left of it is the
closed-book question.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from benchwright.checks.judged.arithmetic import CONSTANTS
from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.matching import AnswerMatch, PartedAnswer, match, match_told, parts_of
from benchwright.checks.judged.options import beats_chance, exchanged
from benchwright.checks.judged.settings import SAMPLES
from benchwright.checks.judged.sums import SumError, work_out
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion, question_to_answer
from benchwright.records import Check, Source
from benchwright.values import Date, Quantity
from benchwright.values.occurrences import find_values

_WARM = 1.0
"""Repeats at temperature 0 would all be one answer."""


def first(draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
    """For each source the question without it: once, or `SAMPLES` times if it offers options."""
    return tuple(ask for _, asks in _ablations(draft) for ask in asks)


def further(draft: QuestionDraft, replies: Replies) -> tuple[VerifierQuestion, ...]:
    """The comparisons that no rule decides, of sources whose ablation may still be survived."""
    wanted: list[VerifierQuestion] = []
    for _, asks in _ablations(draft):
        matches = [_match(draft, ask, replies) for ask in asks]
        if _survives(sum(one.verdict != "different" for one in matches), len(matches)):
            wanted += [ask for one in matches for ask in one.asks]
    return tuple(wanted)


def checks(draft: QuestionDraft, replies: Replies, by: str) -> dict[str, Check | None]:
    """Fails with the first source that was not needed; None while a comparison has to be made first."""
    if len(draft.sources) == 1:
        return {"needed": Check("needed", "pass", "the only source", by="needed/1")}
    waiting = False
    unread = ""
    for source, asks in _ablations(draft):
        matches = [_match(draft, ask, replies) for ask in asks]
        right = [one for one in matches if one.verdict == "same"]
        unknown = sum(one.verdict == "unscored" for one in matches)
        undecided = sum(one.verdict == "open" for one in matches)
        if _survives(len(right), len(matches)):
            reason = f"still answered without {source.id}: {right[0].candidate!r}"
            return {"needed": Check("needed", "fail", reason, by=by)}
        if undecided and _survives(len(right) + undecided + unknown, len(matches)):
            waiting = True
        elif unknown and _survives(len(right) + unknown, len(matches)):
            unread = unread or f"no readable answer without {source.id}"
    if waiting:
        return {"needed": None}
    if not unread and (half := _half_of_no_source(draft, replies)):
        return {"needed": Check("needed", "fail", f"no source alone answers {half!r}", by=by)}
    return {"needed": Check("needed", "unscored" if unread else "pass", unread, by=by)}


def _ablations(draft: QuestionDraft) -> Iterator[tuple[Source, tuple[VerifierQuestion, ...]]]:
    """Each source with the askings that it is taken away from; none if it is the only one."""
    for source in draft.sources if len(draft.sources) > 1 else ():
        rest = [other for other in draft.sources if other is not source]
        if "options" not in draft.style.checks:
            yield source, (question_to_answer(draft, rest),)
            continue
        orders = (draft.question, exchanged(draft.question, draft.options))
        yield (
            source,
            tuple(question_to_answer(draft, rest, number, _WARM, orders[number % 2]) for number in range(SAMPLES)),
        )


def _match(draft: QuestionDraft, ask: VerifierQuestion, replies: Replies) -> AnswerMatch:
    found = match_told(parts_of(draft), replies[ask], replies)
    answered = PartedAnswer.of(replies[ask])
    if found.verdict == "different" and answered is not None and _tells_operands(draft, answered):
        return AnswerMatch("same", "; ".join(answered.told))
    return found


def _tells_operands(draft: QuestionDraft, answered: PartedAnswer) -> bool:
    """Are all numbers of the sum told? A count is a sum of ones, which says nothing of what was counted."""
    try:
        worked = work_out(draft.expression)
    except SumError:
        return False
    operands = {one.number for one in worked.operands if not (one.factor and one.number in CONSTANTS)}
    return len(operands) > 1 and operands <= {number for told in answered.told for number in _numbers_in(told)}


def _numbers_in(text: str) -> Iterator[Fraction]:
    for _, _, value in find_values(text):
        if isinstance(value, Quantity):
            yield Fraction(value.number)
        elif isinstance(value, Date):
            yield Fraction(value.year)


def _half_of_no_source(draft: QuestionDraft, replies: Replies) -> str:
    """The half of a question over two sources that neither of them answers alone, "" if there is none."""
    if len(draft.sources) != 2 or len(draft.halves) != 2 or "options" in draft.style.checks:
        return ""
    parts = parts_of(draft)
    answers = [PartedAnswer.of(replies[ask]) for _, asks in _ablations(draft) for ask in asks]
    given = [answered.candidates(parts) for answered in answers if answered is not None]
    for at, part in enumerate(parts):
        if all(match((part,), candidates[at], replies).verdict == "different" for candidates in given):
            return part.question
    return ""


def _survives(right: int, asked: int) -> bool:
    return right == 1 if asked == 1 else beats_chance(right, asked, 2)
