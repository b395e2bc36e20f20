"""Checks (`arithmetic`) that a numerical answer follows from the stated sum, with operands from the sources.

The sum is worked out exactly (`sums`). Every operand must be told by a cited source, in any writing ("1.2 million",
"1,200,000", a year in a date, a percentage as a share of 1); only what multiplies or divides may be one of a few known
constants instead, and is named. At least two operands must come from the sources: to read off one number, or
to convert its unit, is not a calculation. Beside percentages that the sources state, 100 stands for the whole and
counts as an operand from them.

A count is stated as `1 + 1 + 1`, a one for each thing. It must not exceed what was quoted: a row of a table or a quote
is one thing, a list in a passage as many as it has entries. Whether the right things were counted, only the checks with
models can tell. A count that is put as a number ("3 * 40") is told nowhere, and fails: that is strict on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, Inexact, localcontext
from fractions import Fraction

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.figures import Figure, figures_of, lies_in, percentages_of, places_of
from benchwright.checks.judged.sums import PERCENT, Operand, SumError, Worked, work_out
from benchwright.facts.store import FactTable
from benchwright.records import Check, Json, Span
from benchwright.values import parse_quantity

CONSTANTS: tuple[int, ...] = (2, 3, 4, 5, 7, 10, 12, 24, 52, 60, 100, 365, 1000, 1_000_000)
"""Numbers that may multiply or divide without standing in a source: means of a few, days, months, hours, percent."""

_WHOLE = 100
"""Percent that the parts of a thing add up to."""
_BETWEEN = re.compile(r"[,;]|\band\b")


def check_arithmetic(
    draft: QuestionDraft, spans: Sequence[Span] = (), facts: FactTable | None = None
) -> tuple[Check, Json | None]:
    """Pass when the stated sum gives the answer. `spans` is the evidence of the quotes: where an operand stands twice,
    the place that was quoted is meant; what an image's pixels are said to show is taken from the quotes. `facts` may
    confirm operands. The derivation is the sum with the place of every operand; None on a failure."""
    try:
        reason, derivation = _confirm(draft, spans, facts)
    except SumError as error:
        return Check("arithmetic", "fail", str(error), by="arithmetic/1"), None
    return Check("arithmetic", "pass", reason, by="arithmetic/1"), derivation


def _confirm(draft: QuestionDraft, spans: Sequence[Span], facts: FactTable | None) -> tuple[str, Json]:
    """What the sum gives, in words, and its derivation. Raises SumError that says what is wrong with it."""
    expression = draft.expression.strip()
    if not expression:
        raise SumError("states no sum: reading one number off a source is not arithmetic")
    try:
        worked = work_out(expression)
    except SumError as error:
        raise SumError(f"the sum {error}") from error
    if worked.operations == 0:
        raise SumError("the sum has no operation: reading one number off a source is not arithmetic")
    value, stated = _shown(worked.value), worked.stated
    points = _in_points(worked, draft)
    if stated is not None and not _gives(worked, stated.number, stated.step, stated.unit == PERCENT, points):
        raise SumError(f"the sum gives {value}, not {stated.text}")
    operands: list[Json] = []
    constants: list[str] = []
    if all(operand.number == 1 for operand in worked.operands) and worked.value == len(worked.operands):
        _check_count(draft, worked.value, spans)
        result, reason = f"the count is {value}", f"counts {value} of the things that are quoted"
    else:
        operands, constants = _operands(worked, draft, spans, facts)
        result, reason = f"the sum gives {value}", f"{expression} gives {value}"
    figures = _figures_of_answer(draft)
    if not any(_gives(worked, figure.value, figure.step, percent, points) for figure, percent in figures):
        raise SumError(f"{result}, which the answer does not state")
    if constants:
        reason += f"; not from the sources: {', '.join(constants)}"
    unit = worked.unit if operands else ""
    return reason, {
        "expression": expression,
        "value": value,
        "unit": unit,
        "operands": operands,
        "constants": constants,
    }


def _operands(
    worked: Worked, draft: QuestionDraft, spans: Sequence[Span], facts: FactTable | None
) -> tuple[list[Json], list[str]]:
    """The operands with their places in the sources, and the constants, each once. Raises SumError if one is neither,
    and for fewer than two operands."""
    operands: list[Json] = []
    constants: dict[str, None] = {}
    in_percent, wholes = _told_in_percent(worked, draft), 0
    for operand in worked.operands:
        place = _place(operand, draft, spans)
        if place is not None:
            fact = _confirming(operand, place, facts)
            operands.append({"text": operand.text, "span": place.to_json(), **({"fact": fact} if fact else {})})
        elif operand.factor and operand.number in CONSTANTS:
            constants[operand.text] = None
        elif in_percent and not operand.factor and operand.number == _WHOLE:
            constants[operand.text] = None
            wholes += 1
        else:
            raise SumError(f"the operand {operand.text} does not stand in the sources")
    if len(operands) + wholes < 2:
        raise SumError("the sum has fewer than two operands from the sources")
    return operands, list(constants)


def _check_count(draft: QuestionDraft, count: Fraction, spans: Sequence[Span]) -> None:
    """Raises SumError unless so many things are quoted, or an image is said to show that number of them."""
    quoted = _things(draft, spans)
    if count > quoted and not any(figure.value == count for _, figure in _figures_of_images(draft)):
        raise SumError(f"counts {count} things, and quotes {quoted}")


def _figures_of_images(draft: QuestionDraft) -> Iterator[tuple[str, Figure]]:
    """The numbers that the writer says an image shows, each with the image's source."""
    images = {source.id for source in draft.sources if source.image is not None}
    for quote in draft.quotes:
        if quote.source in images:
            yield from ((quote.source, figure) for figure in figures_of(quote.text))


def _things(draft: QuestionDraft, spans: Sequence[Span]) -> int:
    """How many things the quotes can stand for."""
    texts = {source.id: source.text for source in draft.sources}
    rows = {(span.source, row) for span in spans for row, _ in span.cells if row >= 0}
    listed = 0
    for span in spans:
        if span.start is not None and span.end is not None:
            listed += 1 + len(_BETWEEN.findall(texts[span.source][span.start : span.end]))
    return len(rows) + listed + sum(span.read == "pixels" for span in spans)


def _place(operand: Operand, draft: QuestionDraft, spans: Sequence[Span]) -> Span | None:
    """Where an operand stands: in what was quoted, else anywhere in the sources, else in what the writer says that an
    image shows."""
    number = -operand.number if operand.negative else operand.number
    places = [place for source in draft.sources for place in places_of(number, source)]
    quoted = [place for place in places if any(lies_in(place, span) for span in spans)]
    shares = (place for source in draft.sources for place in percentages_of(operand.number * 100, source))
    share = next(shares, None) if not places and 0 < operand.number < 1 else None
    pixels = (Span(source, "pixels") for source, figure in _figures_of_images(draft) if figure.value == number)
    return next(iter([*quoted, *places]), None) or share or next(pixels, None)


def _confirming(operand: Operand, place: Span, facts: FactTable | None) -> str:
    """The id of the fact that was read from the same place with the same number, "" if there is none."""
    for fact in facts.of_source(place.source) if facts is not None else ():
        quantity = parse_quantity(fact.value)
        if quantity is None or Fraction(quantity.number) != operand.number:
            continue
        if lies_in(place, fact.span) or lies_in(fact.span, place):
            return fact.id
    return ""


def _figures_of_answer(draft: QuestionDraft) -> Iterator[tuple[Figure, bool]]:
    """The numbers that the short answer tells, else those of the answer; each with whether it is in percent."""
    for text in (draft.short_answer, draft.answer):
        figures = list(figures_of(text))
        if figures:
            yield from ((figure, _in_percent(text, figure)) for figure in figures)
            return


def _in_percent(text: str, figure: Figure) -> bool:
    behind = text[figure.end :].lstrip(" -").casefold()
    return behind.startswith(("%", "percent", "per cent"))


def _in_points(worked: Worked, draft: QuestionDraft) -> bool:
    """Is what the sum gives a percentage already: multiplied by 100, or made of what the sources tell in percent?"""
    return any(one.factor and one.number == _WHOLE for one in worked.operands) or _told_in_percent(worked, draft)


def _told_in_percent(worked: Worked, draft: QuestionDraft) -> bool:
    """Do the sources tell all terms in percent, but for a 100 that is the whole?"""
    terms = [operand.number for operand in worked.operands if not operand.factor]
    told = [any(any(percentages_of(term, source)) for source in draft.sources) for term in terms]
    return any(told) and all(one or term == _WHOLE for term, one in zip(terms, told, strict=True))


def _gives(worked: Worked, number: Fraction, step: Fraction, percent: bool, points: bool) -> bool:
    """Is the number the sum's value, to as many decimals as it shows? A decrease may be told without its sign, a
    share as a percentage, and the difference of two percentages in points (`points`)."""
    share = worked.unit == PERCENT or (percent and not points)
    value = worked.value * 100 if share else worked.value
    return abs(abs(value) - abs(number)) <= step / 2 and (number >= 0 or value < 0)


def _shown(value: Fraction) -> str:
    """A value for people: exact if it ends within sixty digits, else to six decimals."""
    with localcontext() as context:
        context.prec = 60
        context.clear_flags()
        decimal = Decimal(value.numerator) / value.denominator
        text = f"{float(value):.6f}" if context.flags[Inexact] else f"{decimal:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
