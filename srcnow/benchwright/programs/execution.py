"""Run a program over facts; the result is a value, never wording.

Execution reads each fact through a `FactLookup`, so that a checker can run the same program over facts that it has read
again from the sources' own spans (see `checks.correct`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from typing import Literal

from benchwright.errors import BenchwrightError
from benchwright.programs.operations import (
    Aggregate,
    Both,
    Compare,
    Count,
    Difference,
    Expression,
    Extreme,
    Follow,
    LookUp,
    Ratio,
    Reverse,
    Sum,
    ValueRange,
    YearsBetween,
    facts_of,
)
from benchwright.records import Fact
from benchwright.values import (
    Date,
    ListValue,
    NameValue,
    Quantity,
    TypedValue,
    name_key,
    parse,
    parse_date,
    parse_quantity,
    same,
    years_between,
)
from benchwright.values.units import EXACT, unit_named

FactLookup = Callable[[str], Fact]

_CENT = Decimal("0.01")
"""What the last digit of an average counts."""
_NUMBERS = frozenset({"quantity", "count", "money", "percent"})


class ExecutionError(BenchwrightError):
    """A program that cannot be carried out: a type clash, a tie, a hop that leads elsewhere."""


@dataclass(frozen=True, slots=True)
class EntityValue:
    """Something that has a name; `key` is what links it across sources."""

    name: str
    key: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison found: (trait, left value, right value) each."""

    traits: tuple[tuple[str, Value, Value], ...]

    def __str__(self) -> str:
        return "; ".join(f"{name}: {left} / {right}" for name, left, right in self.traits)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two answers to two questions."""

    first: Value
    second: Value

    def __str__(self) -> str:
        return f"{self.first}; {self.second}"


Value = Quantity | Date | NameValue | EntityValue | Compared | Pair


def value_of(fact: Fact) -> Quantity | Date | NameValue | EntityValue:
    """A fact's value by its type. Raises ExecutionError when the value does not parse as its type."""
    if fact.value_type in _NUMBERS:
        quantity = parse_quantity(fact.value)
        if quantity is None:
            raise ExecutionError(f"{fact.value!r} of fact {fact.id} is not a number")
        hedge = "about" if fact.qualifier("approximate") else quantity.hedge
        step = Decimal(fact.qualifier("step") or quantity.step or 0)
        return replace(quantity, unit=fact.unit or quantity.unit, hedge=hedge, step=step)
    if fact.value_type in ("date", "year"):
        date = parse_date(fact.value)
        if date is None:
            raise ExecutionError(f"{fact.value!r} of fact {fact.id} is not a date")
        return date
    if fact.target or fact.value_type == "name":
        return EntityValue(fact.value, fact.target)
    return NameValue(fact.value)


def stated_value(fact: Fact) -> TypedValue:
    """A fact's value as a source may state it: the name of an entity, the items of a list. What does not parse as the
    fact's type is a name."""
    try:
        return as_stated(value_of(fact))
    except ExecutionError:
        return NameValue(fact.value)


def states_same(fact: Fact, text: str) -> bool:
    """Whether a fact's value is that text, both read alike: "4–6 days" as words, where the column holds words."""
    return bool(same(stated_value(fact), stated_value(replace(fact, value=text))))


def as_stated(value: Quantity | Date | NameValue | EntityValue) -> TypedValue:
    """A value as a source may state it."""
    match value:
        case EntityValue(name=name):
            return NameValue(name)
        case NameValue(text=text) if isinstance(several := parse(text), ListValue):
            return several
        case _:
            return value


def leaves(value: Value) -> list[Quantity | Date | NameValue | EntityValue]:
    """The parts of a computed value, in reading order: both of a pair, each side of each trait, else the value."""
    match value:
        case Pair(first=first, second=second):
            return leaves(first) + leaves(second)
        case Compared(traits=traits):
            return [side for _, left, right in traits for one in (left, right) for side in leaves(one)]
        case _:
            return [value]


def subject_of(fact: Fact) -> EntityValue:
    """The subject of a fact as an entity."""
    return EntityValue(fact.subject, fact.entity)


def execute(program: Expression, fact: FactLookup) -> Value:
    """Carry out `program`. Raises ExecutionError for a program that does not make sense over these facts."""
    match program:
        case LookUp(fact=name):
            return value_of(fact(name))
        case Reverse(fact=name):
            return subject_of(fact(name))
        case Extreme():
            return _extreme(program, fact)
        case Difference(more=more, less=less):
            left, right = _amounts(more, less, fact)
            if left.number <= right.number:
                raise ExecutionError(f"{left} is not more than {right}")
            return _difference(left, right)
        case Sum(first=first, second=second_amount):
            left, right = _amounts(first, second_amount, fact)
            _check_steps(left, right)
            for name in facts_of(program):
                _check_scale(fact(name), "sum")
            return Quantity(EXACT.add(left.number, right.number), left.unit, step=_decimals(left, right))
        case ValueRange(facts=names):
            values = sorted(_column(names, fact), key=lambda value: value.number)
            if values[0].number == values[-1].number:
                raise ExecutionError("all values are equal")
            for value in values[1:-1]:
                _check_order(values[0], value)
                _check_order(values[-1], value)
            return _difference(values[-1], values[0])
        case Count():
            return Quantity(Decimal(_count(program, fact)))
        case Aggregate():
            return _aggregate(program, fact)
        case YearsBetween(earlier=earlier, later=later):
            return _years(_moment(earlier, fact), _moment(later, fact))
        case Ratio(numerator=numerator, denominator=denominator, digits=digits):
            above, below = _amount(numerator, fact), _amount(denominator, fact)
            for name in facts_of(program):
                _check_scale(fact(name), "ratio")
            if below.number == 0:
                raise ExecutionError("division by zero")
            quotients = {_divide(a, b, digits) for a in _bounds(above) for b in _bounds(below) if b}
            if len(quotients) > 1:
                raise ExecutionError(f"{above} and {below} are too coarse for {digits} decimals")
            number = quotients.pop()
            return Quantity(number, f"{above.unit} per {below.unit}" if above.unit and below.unit else "")
        case Follow(hop=hop, fact=name):
            reached, second = execute(hop, fact), fact(name)
            if not isinstance(reached, EntityValue) or not _is_about(second, reached.key):
                raise ExecutionError(f"the first hop gives {reached}, but fact {name} is about {second.subject}")
            return value_of(second)
        case Compare(traits=traits):
            return Compared(tuple((t.name, execute(t.left, fact), execute(t.right, fact)) for t in traits))
        case Both(first=first, second=second_part):
            return Pair(execute(first, fact), execute(second_part, fact))


def _is_about(fact: Fact, key: str) -> bool:
    """Whether a fact is about the entity of that key. Keys of open entities hold their document behind the name."""
    if not key or key == fact.entity:
        return bool(key)
    name, at, _ = key.rpartition(" @ ")
    return bool(at) and bool(fact.qualifier("scope")) and name == name_key(fact.subject)


def _difference_unit(unit: str) -> str:
    return "percentage point" if unit == "percent" else unit


def _amounts(one: Expression, two: Expression, fact: FactLookup) -> tuple[Quantity, Quantity]:
    """Two exact amounts of one unit."""
    left, right = _amount(one, fact), _amount(two, fact)
    if left.unit != right.unit:
        raise ExecutionError(f"{left} and {right} have different units")
    return left, right


def _column(names: tuple[str, ...], fact: FactLookup) -> list[Quantity]:
    """The exact amounts of a column, at least two, of one unit."""
    values = [_amount(LookUp(name), fact) for name in names]
    if len(values) < 2 or len({value.unit for value in values}) > 1:
        raise ExecutionError("nothing to rank, or units that differ")
    return values


def _count(program: Count, fact: FactLookup) -> int:
    if program.condition == "same":
        return sum(states_same(fact(name), program.value) for name in program.facts)
    values, bound = _column(program.facts, fact), parse_quantity(program.value)
    if bound is None or any(low <= bound.number <= high for low, high in map(_bounds, values)):
        raise ExecutionError(f"{program.value!r} is no bound that all values are above or below")
    return sum((value.number > bound.number) == (program.condition == "above") for value in values)


def _aggregate(program: Aggregate, fact: FactLookup) -> Quantity:
    """What the amounts of a column come to, or those of one group of its rows."""
    fits = (fact(name) for name in program.group if states_same(fact(name), program.value))
    rows = {one.span.cells[-1][0] for one in fits}
    names = [name for name in program.facts if not program.group or fact(name).span.cells[-1][0] in rows]
    values = _column(tuple(names), fact)
    numbers, step = [value.number for value in values], _decimals(*values)
    match program.function:
        case "highest" | "lowest":
            choose = max if program.function == "highest" else min
            return replace(choose(values, key=lambda value: value.number), hedge="")
        case "total":
            _check_scale(fact(names[0]), "sum")
            number = reduce(EXACT.add, numbers)
        case "average":
            _check_scale(fact(names[0]), "average")
            number = _divide(reduce(EXACT.add, numbers), Decimal(len(numbers)), 2)
            step = max(step, _CENT) if step else None
    return Quantity(number, values[0].unit, step=step)


def _check_scale(fact: Fact, result: Literal["sum", "average", "ratio"]) -> None:
    """Refuse to add, average or divide amounts whose unit, or column, is on a scale that does not allow it: twice 60 dB
    are 63 dB."""
    units = map(unit_named, (fact.unit, *re.split(r"[\s()\[\],/]+", fact.qualifier("header"))))
    for unit in filter(None, units):
        if not (unit.is_averageable if result == "average" else unit.is_summable):
            raise ExecutionError(f"amounts in {unit.plural} have no {result}: their scale is {unit.scale}")


def _decimals(*values: Quantity) -> Decimal | None:
    """The step of a sum or difference: it has as many decimals as that of its operands with the most."""
    step = min((value.step for value in values if value.step), default=Decimal(1))
    return step if step < 1 else None


def is_apart(one: Quantity, other: Quantity) -> bool:
    """Whether it is certain which of two amounts of one unit is larger: they differ by more than they are rounded.
    Rounded alike, they keep their order."""
    steps = one.step or Decimal(0), other.step or Decimal(0)
    return one.number != other.number and (steps[0] == steps[1] or abs(one.number - other.number) > sum(steps) / 2)


def _check_order(one: Quantity, other: Quantity) -> None:
    if one.number != other.number and not is_apart(one, other):
        raise ExecutionError(f"{one} and {other} are rounded: nobody knows which is more")


def _check_steps(one: Quantity, other: Quantity) -> None:
    """Refuse to add or subtract figures of which one is rounded to thousands, millions ... and the other is not so."""
    steps = one.step or Decimal(0), other.step or Decimal(0)
    if steps[0] != steps[1] and max(steps) > 1:
        raise ExecutionError(f"{one} and {other} are not equally exact")


def _difference(more: Quantity, less: Quantity) -> Quantity:
    """How much the first is more than the second, as far as their rounding lets one say."""
    _check_order(more, less)
    _check_steps(more, less)
    number, step = EXACT.subtract(more.number, less.number), more.step or Decimal(0)
    if step > 1 and number <= step:
        raise ExecutionError(f"{more} and {less} differ by no more than they are rounded")
    return Quantity(number, _difference_unit(more.unit), step=_decimals(more, less))


def _bounds(value: Quantity) -> tuple[Decimal, Decimal]:
    """Between what an amount may lie. A whole number is taken as exact, one with decimals or a scale as rounded."""
    half = Decimal(0) if value.step in (None, 0, 1) else value.step / 2
    return EXACT.subtract(value.number, half), EXACT.add(value.number, half)


def _divide(above: Decimal, below: Decimal, digits: int) -> Decimal:
    """Rounded once, half up: the usual division keeps 28 digits, and rounding these again may go wrong."""
    quotient = Fraction(above) / Fraction(below) * 10**digits
    whole = math.floor(abs(quotient) + Fraction(1, 2))
    return EXACT.scaleb(Decimal(whole if quotient > 0 else -whole), -digits)


def _amount(program: Expression, fact: FactLookup) -> Quantity:
    """An exact amount to compute with: what "about 3,000" differs by, nobody knows."""
    value = execute(program, fact)
    if not isinstance(value, Quantity):
        raise ExecutionError(f"{value} is not a number")
    if value.hedge:
        raise ExecutionError(f"{value} is not exact")
    return value


def _moment(program: Expression, fact: FactLookup) -> Date:
    value = execute(program, fact)
    if not isinstance(value, Date):
        raise ExecutionError(f"{value} is not a date")
    return value


def _years(earlier: Date, later: Date) -> Quantity:
    """Complete years; two plain years are subtracted. A year against a full date is refused: it could be off by one."""
    if earlier.precision != later.precision:
        raise ExecutionError(f"{earlier} and {later} are not equally exact")
    if later <= earlier:
        raise ExecutionError(f"{later} is not after {earlier}")
    return Quantity(Decimal(years_between(earlier, later)), "year")


def _extreme(program: Extreme, fact: FactLookup) -> EntityValue:
    numbers = [value.number for value in _column(program.facts, fact)]
    ranked = sorted(
        zip(numbers, map(fact, program.facts), strict=True), key=lambda row: row[0], reverse=program.largest
    )
    if ranked[0][0] == ranked[1][0]:
        raise ExecutionError(f"{ranked[0][1].subject} and {ranked[1][1].subject} tie for the first place")
    for _, row in ranked[1:]:
        _check_order(_amount(LookUp(ranked[0][1].id), fact), _amount(LookUp(row.id), fact))
    return subject_of(ranked[0][1])
