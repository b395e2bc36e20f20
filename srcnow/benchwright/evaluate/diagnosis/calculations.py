"""Say how a calculation may have gone wrong: what its operands are, and what other operations on them give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from benchwright.programs.execution import ExecutionError, execute
from benchwright.programs.operations import COMPUTED, Difference, Expression, facts_of, from_json
from benchwright.records import Example, Fact
from benchwright.values import Date, Quantity, parse
from benchwright.values.units import EXACT

_FEWEST_DIGITS = 3
"""Of two digits, one that differs is half of the number."""


def computed_program(example: Example) -> Expression | None:
    """The program of an answer that stands in no source, None for any other."""
    data = (example.derivation or {}).get("program")
    program = from_json(data) if data else None
    return program if isinstance(program, COMPUTED) else None


def operands_of(example: Example) -> list[Quantity | Date]:
    """The amounts or dates that the answer is computed from, as the derivation lists them."""
    program = computed_program(example)
    if program is None:
        return []
    wanted = set(facts_of(program))
    values: list[Quantity | Date] = []
    for fact in (example.derivation or {}).get("facts") or ():
        date = parse(fact["value"], "date")
        value = date if isinstance(date, Date) else parse(fact["value"])
        if fact["id"] in wanted and isinstance(value, Quantity | Date):
            values.append(replace(value, unit=fact.get("unit") or value.unit) if isinstance(value, Quantity) else value)
    return values


def other_results(operands: Sequence[Quantity | Date]) -> Iterator[tuple[str, Decimal]]:
    """What other operations on two operands give, by name; each operand is one, too."""
    numbers = [Decimal(one.year) if isinstance(one, Date) else one.number for one in operands]
    if len(numbers) != 2:
        return
    a, b = numbers
    yield "sum", EXACT.add(a, b)
    yield "difference", EXACT.subtract(a, b).copy_abs()
    yield "product", EXACT.multiply(a, b)
    if a and b:
        yield "quotient", a / b
        yield "inverse quotient", b / a
    yield "mean", EXACT.add(a, b) / 2
    yield "first", a
    yield "second", b


def result_over(program: Expression, facts: Mapping[str, Fact]) -> Quantity | Date | None:
    """What the program gives over these facts, a difference in either order; None where it makes no sense of them."""
    programs = [program]
    if isinstance(program, Difference):
        programs.append(Difference(program.less, program.more))
    for one in programs:
        try:
            value = execute(one, facts.__getitem__)
        except (ExecutionError, KeyError):
            continue
        return value if isinstance(value, Quantity | Date) else None
    return None


def is_rounding(value: Decimal, stated: Decimal) -> bool:
    """Whether a stated number is another one, to as many decimals as it has."""
    exponent = stated.normalize().as_tuple().exponent
    places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    return abs(value - stated) <= Decimal(5).scaleb(-places - 1)


def digits_of(value: Quantity) -> tuple[int, ...]:
    """The digits of a number without zeros at its ends: equal for 1.5, 15 and 1,500."""
    return value.number.normalize().as_tuple().digits


def is_slip(right: Decimal, stated: Decimal) -> bool:
    """Whether two numbers differ in one digit, in the order of two neighbouring digits, in the decimal place, or in the
    sign."""
    if right.normalize().as_tuple().digits == stated.normalize().as_tuple().digits:
        return right != stated
    one, other = (f"{abs(number).normalize():f}" for number in (right, stated))
    if len(one) != len(other) or len(one) < _FEWEST_DIGITS:
        return False
    places = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(places) == 2 and places[1] == places[0] + 1:
        return (one[places[0]], one[places[1]]) == (other[places[1]], other[places[0]])
    return len(places) == 1
