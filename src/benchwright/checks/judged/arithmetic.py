"""Checks (`arithmetic`) that a numerical answer follows from the stated sum, with operands from the sources.

The sum is worked out exactly (`sums`). Every operand must be told by a cited source, in any writing ("1.2 million",
"1,200,000", a year in a date, a percentage as a share of 1); only what multiplies or divides may be one of a few known
constants instead, and is named. At least two operands must come from the sources, since reading one number off, or
putting it in another unit, is no arithmetic.

A count is stated as `1 + 1 + 1`, a one for each thing. It must not exceed what was quoted: a row of a table or a quote
is one thing, a list in a passage as many as it has entries. Whether the right things were counted, only the checks with
models can tell. A count that is put as a number ("3 * 40") is told nowhere, and fails: that is strict on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.figures import Figure, figures_of, lies_in, percentages_of, places_of
from benchwright.checks.judged.sums import PERCENT, Operand, SumError, Worked, work_out
from benchwright.facts.store import FactTable
from benchwright.records import Check, Json, Span
from benchwright.values import parse_quantity

CONSTANTS: tuple[int, ...] = (2, 3, 4, 5, 7, 10, 12, 24, 52, 60, 100, 365, 1000, 1_000_000)
"""Numbers that may multiply or divide without standing in a source: means of a few, days, months, hours, percent."""

_BETWEEN = re.compile(r"[,;]|\band\b")


def check_arithmetic(
    draft: QuestionDraft, spans: Sequence[Span] = (), facts: FactTable | None = None
) -> tuple[Check, Json | None]:
    """Pass when the stated sum gives the answer. `spans` is the evidence of the quotes: where an operand stands twice,
    the place that was quoted is meant; what an image's pixels are said to show is taken from the quotes. `facts` may
    confirm operands. The derivation is the sum with the place of every operand; None on a failure."""
    if not draft.expression.strip():
        return _fail("states no sum: reading one number off a source is not arithmetic"), None
    try:
        worked = work_out(draft.expression)
    except SumError as error:
        return _fail(f"the sum {error}"), None
    if worked.operations == 0:
        return _fail("the sum has no operation: reading one number off a source is not arithmetic"), None
    if worked.stated is not None and not _gives(
        worked, worked.stated.shown, worked.stated.step, worked.stated.unit == PERCENT
    ):
        return _fail(f"the sum gives {_shown(worked.value)}, not {worked.stated.text}"), None
    if all(operand.shown == 1 for operand in worked.operands) and worked.value == len(worked.operands):
        return _count(draft, worked, spans)
    operands: list[Json] = []
    constants: list[str] = []
    for operand in worked.operands:
        place = _place(operand, draft, spans)
        if place is not None:
            operands.append(_told(operand, place, facts))
        elif operand.factor and operand.shown in CONSTANTS:
            constants.append(operand.text)
        else:
            return _fail(f"the operand {operand.text} does not stand in the sources"), None
    if len(operands) < 2:
        return _fail("the sum has fewer than two operands from the sources"), None
    if not any(_gives(worked, figure.value, figure.step, percent) for figure, percent in _told_by_answer(draft)):
        return _fail(f"the sum gives {_shown(worked.value)}, which the answer does not state"), None
    reason = f"{draft.expression.strip()} gives {_shown(worked.value)}"
    if constants:
        reason += f"; not from the sources: {', '.join(dict.fromkeys(constants))}"
    derivation: Json = {
        "expression": draft.expression.strip(),
        "value": _shown(worked.value),
        "unit": worked.unit,
        "operands": operands,
        "constants": list(dict.fromkeys(constants)),
    }
    return Check("arithmetic", "pass", reason, by="arithmetic/1"), derivation


def _count(draft: QuestionDraft, worked: Worked, spans: Sequence[Span]) -> tuple[Check, Json | None]:
    """Pass when at least so many things are quoted, or an image is said to show that number of them."""
    quoted = _things(draft, spans)
    shown = any(
        figure.value == worked.value
        for quote in draft.quotes
        for source in draft.sources
        if source.id == quote.source and source.image is not None
        for figure in figures_of(quote.text)
    )
    if worked.value > quoted and not shown:
        return _fail(f"counts {worked.value} things, and quotes {quoted}"), None
    if not any(_gives(worked, figure.value, figure.step, percent) for figure, percent in _told_by_answer(draft)):
        return _fail(f"the count is {worked.value}, which the answer does not state"), None
    reason = f"counts {worked.value} of the things that are quoted"
    derivation: Json = {
        "expression": draft.expression.strip(),
        "value": _shown(worked.value),
        "unit": "",
        "operands": [],
        "constants": [],
    }
    return Check("arithmetic", "pass", reason, by="arithmetic/1"), derivation


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
    found = [place for source in draft.sources for place in places_of(operand.shown, source)]
    quoted = (place for place in found if any(lies_in(place, span) for span in spans))
    place = next(quoted, found[0] if found else None)
    if place is not None:
        return place
    if 0 < operand.shown < 1:
        place = next((one for source in draft.sources for one in percentages_of(operand.shown * 100, source)), None)
        if place is not None:
            return place
    images = {source.id for source in draft.sources if source.image is not None}
    for quote in draft.quotes:
        if quote.source in images and any(figure.value == operand.shown for figure in figures_of(quote.text)):
            return Span(quote.source, "pixels")
    return None


def _told(operand: Operand, place: Span, facts: FactTable | None) -> Json:
    told: Json = {"text": operand.text, "span": place.to_json()}
    confirmed = _confirming(operand, place, facts)
    return {**told, "fact": confirmed} if confirmed else told


def _confirming(operand: Operand, place: Span, facts: FactTable | None) -> str:
    """The id of the fact that was read from the same place with the same number, "" if there is none."""
    for fact in facts.of_source(place.source) if facts is not None else ():
        quantity = parse_quantity(fact.value)
        if quantity is None or Fraction(quantity.number) != operand.shown:
            continue
        if lies_in(place, fact.span) or lies_in(fact.span, place):
            return fact.id
    return ""


def _told_by_answer(draft: QuestionDraft) -> Iterator[tuple[Figure, bool]]:
    """The numbers that the short answer tells, else those of the answer; each with whether it is in percent."""
    for text in (draft.short_answer, draft.answer):
        found = [(figure, _in_percent(text, figure)) for figure in figures_of(text)]
        if found:
            yield from found
            return


def _in_percent(text: str, figure: Figure) -> bool:
    behind = text[figure.end :].lstrip(" -").casefold()
    return behind.startswith(("%", "percent", "per cent"))


def _gives(worked: Worked, told: Fraction, step: Fraction, percent: bool) -> bool:
    """Is the told number the sum's value, to as many decimals as it shows? A decrease may be told without its sign, a
    share as a percentage, and the difference of two percentages in points."""
    values = [worked.value * 100] if percent or worked.unit == PERCENT else []
    values += [] if worked.unit == PERCENT else [worked.value]
    return any(abs(abs(value) - abs(told)) <= step / 2 for value in values)


def _shown(value: Fraction) -> str:
    """A value for people: exact if it ends, else to six decimals."""
    exact = value.denominator
    for prime in (2, 5):
        while exact % prime == 0:
            exact //= prime
    text = f"{float(value):.6f}" if exact != 1 else f"{_decimal(value)}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _decimal(value: Fraction) -> str:
    """A fraction whose denominator has no prime but 2 and 5, in full."""
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[: len(digits) - places]}.{digits[len(digits) - places :]}" if places else f"{sign}{digits}"


def _fail(reason: str) -> Check:
    return Check("arithmetic", "fail", reason, by="arithmetic/1")
