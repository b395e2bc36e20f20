"""Programs over facts, against values worked out by hand."""

from dataclasses import replace
from decimal import Decimal

import pytest

from benchwright.programs.execution import EntityValue, ExecutionError, Pair, execute
from benchwright.programs.operations import (
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
    Trait,
    ValueRange,
    YearsBetween,
    facts_of,
    from_json,
    style_of,
    to_json,
)
from benchwright.records import Fact, Span
from benchwright.values import NameValue, Quantity


def fact(id: str, subject: str, value: str, value_type: str, unit: str = "", target: str = "") -> Fact:
    return Fact(id, subject, subject.casefold(), "r", value, Span("s", "text"), unit, target, value_type=value_type)


FACTS = {
    one.id: one
    for one in (
        fact("kenya", "Kenya", "580,367", "quantity", "square kilometre"),
        fact("ghana", "Ghana", "238,533", "quantity", "square kilometre"),
        fact("ghana2", "Ghana", "238,533", "quantity", "square kilometre"),
        fact("about", "Togo", "about 56,000", "quantity", "square kilometre"),
        replace(
            fact("hedged", "Mali", "1,240,192", "quantity", "square kilometre"), qualifiers=(("approximate", "yes"),)
        ),
        fact("atoms", "Ann", "9" * 40, "count"),
        fact("fewer", "Bob", "9" * 39 + "8", "count"),
        fact("rate", "Kenya", "7.7", "percent", "percent"),
        fact("lower", "Kenya", "4.5", "percent", "percent"),
        fact("three", "Eve", "3", "count"),
        fact("one", "Cy", "1" * 30, "count"),
        fact("half", "Dee", "2" * 29 + "3", "count"),
        fact("people", "Kenya", "55,751,717", "count"),
        fact("born", "Ann", "29 February 1904", "date"),
        fact("died", "Ann", "28 February 1990", "date"),
        fact("year", "Ann", "1990", "year"),
        fact("greece", "Greece", "10,413,982", "count"),
        fact("portugal", "Portugal", "10.4 million", "count"),
        fact("sweden", "Sweden", "10.5 million", "count"),
        fact("chad", "Chad", "20.1 million", "count"),
        replace(fact("spain", "Spain", "10,400,000", "count"), qualifiers=(("step", "100000"),)),
        fact("malta", "Malta", "0.5 million", "count"),
        fact("size", "Malta", "316", "quantity", "square kilometre"),
        fact("small", "Nauru", "3.5", "quantity", "square kilometre"),
        fact("fine", "Togo", "3.1", "quantity", "square kilometre"),
        fact("coarse", "Peru", "3", "quantity", "square kilometre"),
        fact("capital", "Kenya", "Nairobi", "name", target="nairobi"),
        fact("mayor", "Nairobi", "Ann", "name", target="ann"),
        fact("gloss", "osmosis", "transport of water through a membrane", "text"),
    )
}


def run(program: Expression) -> object:
    return execute(program, FACTS.__getitem__)


def test_a_hedged_amount_keeps_its_hedge_and_is_not_ranked() -> None:
    assert str(run(LookUp("hedged"))) == str(Quantity(Decimal(1240192), "square kilometre", "about"))
    assert str(run(LookUp("hedged"))).startswith("about ")
    with pytest.raises(ExecutionError, match="not exact"):
        run(Extreme(("kenya", "hedged"), largest=True))


def test_difference() -> None:
    assert run(Difference(LookUp("kenya"), LookUp("ghana"))) == Quantity(Decimal(341834), "square kilometre")


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (Difference(LookUp("ghana"), LookUp("kenya")), "not more"),
        (Difference(LookUp("kenya"), LookUp("people")), "different units"),
        (Difference(LookUp("kenya"), LookUp("capital")), "not a number"),
        (Difference(LookUp("kenya"), LookUp("about")), "not exact"),
        (Ratio(LookUp("hedged"), LookUp("ghana"), 0), "not exact"),
        (YearsBetween(LookUp("died"), LookUp("born")), "not after"),
        (YearsBetween(LookUp("born"), LookUp("year")), "equally exact"),
        (Follow(LookUp("capital"), "people"), "is about Kenya"),
        (Extreme(("ghana", "ghana2"), True), "tie"),
        (Extreme(("ghana", "people"), True), "units"),
    ],
)
def test_what_makes_no_sense_is_refused(program: Expression, why: str) -> None:
    with pytest.raises(ExecutionError, match=why):
        run(program)


def test_years_are_complete_years() -> None:
    assert run(YearsBetween(LookUp("born"), LookUp("died"))) == Quantity(Decimal(85), "year")


def test_ratio_is_rounded_half_up() -> None:
    assert run(Ratio(LookUp("people"), LookUp("kenya"), 1)) == Quantity(Decimal("96.1"), "")


def test_percentages_differ_by_percentage_points() -> None:
    assert run(Difference(LookUp("rate"), LookUp("lower"))) == Quantity(Decimal("3.2"), "percentage point")


def test_long_numbers_are_computed_with_to_the_last_digit() -> None:
    assert run(Difference(LookUp("atoms"), LookUp("fewer"))) == Quantity(Decimal(1), "")
    assert run(Ratio(LookUp("atoms"), LookUp("three"), 0)) == Quantity(Decimal("3" * 40), "")
    assert run(Ratio(LookUp("one"), LookUp("half"), 0)) == Quantity(Decimal(0), "")  # just below a half


def test_extreme_gives_the_subject() -> None:
    assert run(Extreme(("kenya", "ghana"), True)) == EntityValue("Kenya", "kenya")
    assert run(Extreme(("kenya", "ghana"), False)) == EntityValue("Ghana", "ghana")


def test_follow_goes_through_an_entity() -> None:
    assert run(Follow(LookUp("capital"), "mayor")) == EntityValue("Ann", "ann")
    assert run(Follow(Extreme(("kenya", "ghana"), True), "people")) == Quantity(Decimal(55751717), "")
    assert run(Follow(Reverse("gloss"), "gloss")) == NameValue("transport of water through a membrane")


def test_both_gives_a_pair() -> None:
    program = Both(LookUp("capital"), LookUp("people"))
    assert run(program) == Pair(EntityValue("Nairobi", "nairobi"), Quantity(Decimal(55751717), ""))


PROGRAMS: list[tuple[Expression, str | None, list[str]]] = [
    (LookUp("kenya"), "information-extraction", ["kenya"]),
    (Reverse("gloss"), "information-extraction", ["gloss"]),
    (Extreme(("kenya", "ghana"), True), None, ["kenya", "ghana"]),
    (Difference(LookUp("kenya"), LookUp("ghana")), "numerical", ["kenya", "ghana"]),
    (Ratio(LookUp("people"), LookUp("kenya"), 1), "numerical", ["people", "kenya"]),
    (YearsBetween(LookUp("born"), LookUp("died")), "numerical", ["born", "died"]),
    (Follow(LookUp("capital"), "mayor"), "multi-hop", ["capital", "mayor"]),
    (Both(LookUp("capital"), LookUp("people")), "compound", ["capital", "people"]),
    (Both(LookUp("capital"), LookUp("capital")), None, ["capital", "capital"]),
    (Compare((Trait("area", LookUp("kenya"), LookUp("ghana")),)), None, ["kenya", "ghana"]),
    (
        Compare((Trait("area", LookUp("kenya"), LookUp("ghana")), Trait("age", LookUp("born"), LookUp("died")))),
        "compare-contrast",
        ["kenya", "ghana", "born", "died"],
    ),
]


@pytest.mark.parametrize(("program", "style", "facts"), PROGRAMS)
def test_style_and_facts_follow_from_the_shape(program: Expression, style: str | None, facts: list[str]) -> None:
    assert style_of(program) == style
    assert list(facts_of(program)) == facts
    assert from_json(to_json(program)) == program


def test_an_unknown_operation_is_refused() -> None:
    with pytest.raises(ValueError, match="guess"):
        from_json({"op": "guess"})


@pytest.mark.parametrize(
    ("number", "unit", "shown"),
    [
        ("483637000000", "US dollar", "US$483.637 billion"),
        ("356135000000", "kilowatt hour", "356.135 billion kilowatt hours"),
        ("1000000000", "", "1 billion"),
        ("999999999", "", "999,999,999"),
        ("1234567891", "", "1,234,567,891"),
        ("1", "kilometre", "1 kilometre"),
    ],
)
def test_amounts_are_shown_as_people_write_them(number: str, unit: str, shown: str) -> None:
    assert str(Quantity(Decimal(number), unit)) == shown


@pytest.mark.parametrize(
    "program",
    [
        Difference(LookUp("greece"), LookUp("portugal")),
        Difference(LookUp("greece"), LookUp("spain")),
        Difference(LookUp("chad"), LookUp("greece")),  # its last digits nobody knows
        Difference(LookUp("sweden"), LookUp("portugal")),
        Difference(LookUp("fine"), LookUp("coarse")),
        Sum(LookUp("greece"), LookUp("portugal")),
        ValueRange(("greece", "portugal")),
        ValueRange(("malta", "greece", "portugal")),
        Extreme(("greece", "portugal", "malta"), largest=True),
        Count(("greece", "portugal"), "above", "10,420,000"),
        Ratio(LookUp("malta"), LookUp("size"), 0),
        Ratio(LookUp("people"), LookUp("small"), 0),
    ],
)
def test_figures_are_not_computed_with_beyond_their_rounding(program: Expression) -> None:
    with pytest.raises(ExecutionError):
        run(program)


def test_figures_are_computed_with_as_far_as_their_rounding_lets() -> None:
    assert run(Difference(LookUp("chad"), LookUp("portugal"))) == Quantity(Decimal(9_700_000))
    assert run(Difference(LookUp("small"), LookUp("fine"))) == Quantity(Decimal("0.4"), "square kilometre")
    assert run(Extreme(("greece", "sweden", "malta"), largest=True)) == EntityValue("Sweden", "sweden")
    assert run(Count(("greece", "portugal"), "above", "10,000,000")) == Quantity(Decimal(2))
