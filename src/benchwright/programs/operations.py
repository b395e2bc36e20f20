"""List the operations that can compute a derived answer, with their JSON form.

A program is a tree of frozen nodes whose leaves are looked-up facts. It is stored with the example, so that anybody can
execute it again. The root decides the style that the question can claim (`style_of`):

    LookUp, Reverse                        information-extraction
    Difference, YearsBetween, Ratio        numerical
    Compare                                compare-contrast
    Both                                   compound
    Follow                                 multi-hop
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

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
class Follow:
    """From the entity that `hop` gives to the value of a fact about that entity. An error if the fact is about
    something else: then the second hop would not depend on the first."""

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


Expression = LookUp | Reverse | Extreme | Difference | YearsBetween | Ratio | Follow | Compare | Both

Style = Literal["information-extraction", "numerical", "compare-contrast", "compound", "multi-hop"]


def style_of(program: Expression) -> Style | None:
    """The style that a program's shape supports, None if it supports none (an entity alone is no answer)."""
    match program:
        case LookUp() | Reverse():
            return "information-extraction"
        case Difference() | YearsBetween() | Ratio():
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
    match program:
        case LookUp() | Reverse() | Extreme():
            return ()
        case Difference(more=first, less=second) | YearsBetween(earlier=first, later=second):
            return (first, second)
        case Ratio(numerator=first, denominator=second) | Both(first=first, second=second):
            return (first, second)
        case Follow(hop=hop):
            return (hop,)
        case Compare(traits=traits):
            return tuple(side for trait in traits for side in (trait.left, trait.right))


def facts_of(program: Expression) -> Iterator[str]:
    """Ids of every fact that the program reads, in reading order, repeats included."""
    match program:
        case LookUp(fact=fact) | Reverse(fact=fact):
            yield fact
        case Extreme(facts=facts):
            yield from facts
        case _:
            for child in children(program):
                yield from facts_of(child)
            if isinstance(program, Follow):
                yield program.fact


def to_json(program: Expression) -> Json:
    """A program as plain data: `{"op": ..., ...}`."""
    match program:
        case LookUp(fact=fact):
            return {"op": "look_up", "fact": fact}
        case Reverse(fact=fact):
            return {"op": "reverse", "fact": fact}
        case Extreme(facts=facts, largest=largest):
            return {"op": "extreme", "facts": list(facts), "largest": largest}
        case Difference(more=more, less=less):
            return {"op": "difference", "more": to_json(more), "less": to_json(less)}
        case YearsBetween(earlier=earlier, later=later):
            return {"op": "years_between", "earlier": to_json(earlier), "later": to_json(later)}
        case Ratio(numerator=numerator, denominator=denominator, digits=digits):
            return {
                "op": "ratio",
                "numerator": to_json(numerator),
                "denominator": to_json(denominator),
                "digits": digits,
            }
        case Follow(hop=hop, fact=fact):
            return {"op": "follow", "hop": to_json(hop), "fact": fact}
        case Compare(traits=traits):
            return {
                "op": "compare",
                "traits": [{"name": t.name, "left": to_json(t.left), "right": to_json(t.right)} for t in traits],
            }
        case Both(first=first, second=second):
            return {"op": "both", "first": to_json(first), "second": to_json(second)}


def from_json(data: Mapping[str, Any]) -> Expression:
    """Read back what `to_json` wrote. Raises ValueError for an unknown operation, KeyError for a missing part."""
    match data["op"]:
        case "look_up":
            return LookUp(data["fact"])
        case "reverse":
            return Reverse(data["fact"])
        case "extreme":
            return Extreme(tuple(data["facts"]), bool(data["largest"]))
        case "difference":
            return Difference(from_json(data["more"]), from_json(data["less"]))
        case "years_between":
            return YearsBetween(from_json(data["earlier"]), from_json(data["later"]))
        case "ratio":
            return Ratio(from_json(data["numerator"]), from_json(data["denominator"]), int(data["digits"]))
        case "follow":
            return Follow(from_json(data["hop"]), data["fact"])
        case "compare":
            return Compare(tuple(Trait(t["name"], from_json(t["left"]), from_json(t["right"])) for t in data["traits"]))
        case "both":
            return Both(from_json(data["first"]), from_json(data["second"]))
        case other:
            raise ValueError(f"unknown operation {other!r}")
