"""List the operations that can compute a derived answer, with their JSON form.

A program is a tree of frozen nodes whose leaves are looked-up facts. It is stored with the example, so that anybody can
execute it again. The root decides the style that the question can claim (`style_of`):

    LookUp, Reverse                        information-extraction
    Difference, YearsBetween, Ratio        numerical
    Sum, ValueRange, Aggregate, Count      numerical
    Compare                                compare-contrast
    Both                                   compound
    Follow                                 multi-hop
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LookUp:
    """The value of one fact."""

    fact: str


@dataclass(frozen=True, slots=True)
class Reverse:
    """The subject of one fact: the thing that its value describes."""

    fact: str


@dataclass(frozen=True, slots=True)
class Extreme:
    """The subject of the fact with the largest (or smallest) value among `facts`, which are one column of one table.
    A tie for the first place is an error: such a description fits two things."""

    facts: tuple[str, ...]
    largest: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """How much the first value exceeds the second; both quantities have one unit. Always positive."""

    more: Expression
    less: Expression


@dataclass(frozen=True, slots=True)
class YearsBetween:
    """Complete years from the earlier to the later date."""

    earlier: Expression
    later: Expression


@dataclass(frozen=True, slots=True)
class Ratio:
    """First value divided by the second, rounded half up to `digits` decimals."""

    numerator: Expression
    denominator: Expression
    digits: int


@dataclass(frozen=True, slots=True)
class Sum:
    """What two amounts of one unit come to."""

    first: Expression
    second: Expression


@dataclass(frozen=True, slots=True)
class ValueRange:
    """How much the largest of `facts`, which are one whole column of one table, exceeds the smallest."""

    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How many of `facts`, which are one whole column of one table, are the same as a value, above it or below it."""

    facts: tuple[str, ...]
    condition: Literal["same", "above", "below"]
    value: str


@dataclass(frozen=True, slots=True)
class Aggregate:
    """The highest, lowest, total or average of `facts`, which are one whole column of one table; where there is a
    `group`, another whole column of it, only of the rows that have `value` there. An average has two decimals."""

    function: Literal["highest", "lowest", "total", "average"]
    facts: tuple[str, ...]
    group: tuple[str, ...] = ()
    value: str = ""


@dataclass(frozen=True, slots=True)
class Follow:
    """From the entity that `hop` gives to the value of a fact about that entity. An error if the fact is about
    something else: then the second hop would not depend on the first. Two open entities of one name are one here."""

    hop: Expression
    fact: str


@dataclass(frozen=True, slots=True)
class Trait:
    """One thing in which two subjects are compared."""

    name: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Compare:
    """Two or more traits of two subjects of one kind."""

    traits: tuple[Trait, ...]


@dataclass(frozen=True, slots=True)
class Both:
    """Two related questions, each with its own answer."""

    first: Expression
    second: Expression


Expression = (
    LookUp | Reverse | Extreme | Difference | YearsBetween | Ratio | Sum | ValueRange | Count | Aggregate | Follow
    | Compare | Both
)  # fmt: skip
Column = Extreme | ValueRange | Count | Aggregate
"""Operations over a whole column: no cell of it is an answer alone."""
COMPUTED = Difference | YearsBetween | Ratio | Sum | ValueRange | Count | Aggregate
"""Operations whose result stands in no source."""

Style = Literal["information-extraction", "numerical", "compare-contrast", "compound", "multi-hop"]


def style_of(program: Expression) -> Style | None:
    """The style that a program's shape supports, None if it supports none (an entity alone is no answer)."""
    match program:
        case LookUp() | Reverse():
            return "information-extraction"
        case Difference() | YearsBetween() | Ratio() | Sum() | ValueRange() | Count() | Aggregate():
            return "numerical"
        case Compare(traits=traits):
            return "compare-contrast" if len({trait.name for trait in traits}) >= 2 else None
        case Both(first=first, second=second):
            return "compound" if first != second else None
        case Follow():
            return "multi-hop"
        case Extreme():
            return None


def children(program: Expression) -> tuple[Expression, ...]:
    """The nodes right under one, in reading order."""
    parts = [getattr(program, field.name) for field in fields(program)]
    traits = [side for part in parts if isinstance(part, tuple) for side in part if isinstance(side, Trait)]
    return (
        *(part for part in parts if isinstance(part, Expression)),
        *(side for trait in traits for side in (trait.left, trait.right)),
    )


def facts_of(program: Expression) -> Iterator[str]:
    """Ids of every fact that the program reads, in reading order, repeats included."""
    match program:
        case LookUp(fact=fact) | Reverse(fact=fact):
            yield fact
        case Extreme(facts=facts) | ValueRange(facts=facts) | Count(facts=facts):
            yield from facts
        case Aggregate(facts=facts, group=group):
            yield from (*facts, *group)
        case _:
            for child in children(program):
                yield from facts_of(child)
            if isinstance(program, Follow):
                yield program.fact


_NAMES: Mapping[type[Expression], str] = {
    kind: re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in get_args(Expression)
}
_BY_NAME: Mapping[str, type[Expression]] = {name: kind for kind, name in _NAMES.items()}
"""Operations by the name that stands for them as "op": look_up, years_between."""


def to_json(program: Expression) -> Json:
    """A program as plain data: its operation as "op", and its fields by name."""
    return {"op": _NAMES[type(program)], **_fields_to_json(program)}


def _fields_to_json(node: Expression | Trait) -> Json:
    return {field.name: _value_to_json(getattr(node, field.name)) for field in fields(node)}


def _value_to_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_value_to_json(item) for item in value]
    if isinstance(value, Trait):
        return _fields_to_json(value)
    return to_json(value) if type(value) in _NAMES else value


def from_json(data: Mapping[str, Any]) -> Expression:
    """Read back what `to_json` wrote. Raises ValueError for an unknown operation, KeyError for a missing part."""
    kind = _BY_NAME.get(data["op"])
    if kind is None:
        raise ValueError(f"unknown operation {data['op']!r}")
    return kind(**{field.name: _value_from_json(data[field.name]) for field in fields(kind)})


def _value_from_json(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_value_from_json(item) for item in value)
    if not isinstance(value, Mapping):
        return value
    if "op" in value:
        return from_json(value)
    return Trait(value["name"], from_json(value["left"]), from_json(value["right"]))
