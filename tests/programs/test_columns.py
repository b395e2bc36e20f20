"""Sums, spreads and counts over facts, in hand-computed numbers."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.programs.execution import ExecutionError, execute
from benchwright.programs.operations import (
    Aggregate,
    Count,
    Difference,
    Expression,
    LookUp,
    Ratio,
    Sum,
    ValueRange,
    facts_of,
    from_json,
    style_of,
    to_json,
)
from benchwright.records import Fact, Span


def amount(name: str, value: str, unit: str = "", value_type: str = "quantity") -> Fact:
    span = Span("table", "cell", cells=((0, 1),))
    return Fact(name, name, name, "cell:price", value, span, unit=unit, value_type=value_type)


FACTS = {
    fact.id: fact
    for fact in (
        amount("a", "12", "pound sterling"),
        amount("b", "30.5", "pound sterling"),
        amount("c", "7", "pound sterling"),
        amount("kilo", "7", "kilogram"),
        amount("paid", "12.50", "dollar", "money"),
        amount("owed", "18", "dollar", "money"),
        amount("gift", "0.50", "dollar", "money"),
        amount("loud", "60", "decibel"),
        amount("louder", "66", "decibel"),
        amount("warm", "20", "degree Celsius"),
        amount("hot", "40", "degree Celsius"),
        replace(amount("acid", "5"), qualifiers=(("header", "pH of soil"),)),
        replace(amount("base", "9"), qualifiers=(("header", "pH of soil"),)),
        amount("share", "40", "percent", "percent"),
        amount("other share", "15", "percent", "percent"),
        amount("red", "red", value_type="text"),
        amount("crimson", "Red", value_type="text"),
        amount("blue", "blue", value_type="text"),
    )
}
COLUMN = ("a", "b", "c")


def run(program: Expression) -> str:
    return str(execute(program, FACTS.__getitem__))


def test_results() -> None:
    assert run(Sum(LookUp("a"), LookUp("c"))) == "£19"
    assert run(ValueRange(COLUMN)) == "£23.5"
    assert run(Count(("red", "crimson", "blue"), "same", "red")) == "2"
    assert run(Count(COLUMN, "above", "10")) == "2"
    assert run(Count(COLUMN, "below", "10")) == "1"
    assert run(Aggregate("highest", COLUMN)) == "£30.5"
    assert run(Aggregate("lowest", COLUMN)) == "£7"
    assert run(Aggregate("total", COLUMN)) == "£49.5"
    assert run(Aggregate("average", ("a", "b"))) == "£21.25"
    assert run(Difference(LookUp("share"), LookUp("other share"))) == "25 percentage points"


@pytest.mark.parametrize(
    "program",
    [
        Sum(LookUp("a"), LookUp("kilo")),
        ValueRange(("a", "kilo")),
        ValueRange(("a",)),
        ValueRange(("c", "c")),
        Count(COLUMN, "above", "12"),
        Count(COLUMN, "above", "much"),
        Aggregate("average", ("a", "kilo")),
        Aggregate("highest", COLUMN, ("red", "blue"), "green"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(program: Expression) -> None:
    with pytest.raises(ExecutionError):
        run(program)


PROGRAMS = (
    Sum(LookUp("a"), LookUp("b")),
    ValueRange(COLUMN),
    Count(COLUMN, "below", "8"),
    Aggregate("average", COLUMN, ("red", "crimson", "blue"), "red"),
)


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_they_are_numerical_and_come_back_from_json(program: Expression) -> None:
    assert style_of(program) == "numerical"
    assert from_json(to_json(program)) == program
    assert set(facts_of(program)) <= set(FACTS)


def test_a_group_is_the_rows_that_have_its_value() -> None:
    rows = [("north", "3"), ("south", "40"), ("North", "8"), ("south", "9")]
    facts = {
        fact.id: replace(fact, span=Span("table", "cell", cells=((at, 1),)))
        for at, (side, number) in enumerate(rows)
        for fact in (amount(f"side{at}", side, value_type="text"), amount(f"n{at}", number))
    }
    numbers, sides = tuple(f"n{at}" for at in range(4)), tuple(f"side{at}" for at in range(4))
    results = [
        str(execute(Aggregate(function, numbers, sides, "north"), facts.__getitem__))
        for function in ("highest", "lowest", "total", "average")
    ]
    assert results == ["8", "3", "11", "5.5"]


@given(st.lists(st.integers(0, 999), min_size=2, max_size=12, unique=True), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(numbers: list[int], random: object) -> None:
    facts = {str(at): amount(str(at), str(number)) for at, number in enumerate(numbers)}
    names = list(facts)
    random.shuffle(names)  # type: ignore[attr-defined]
    column = tuple(names)
    assert str(execute(ValueRange(column), facts.__getitem__)) == f"{max(numbers) - min(numbers):,}"
    bound = "500.5"
    above, below = (execute(Count(column, side, bound), facts.__getitem__) for side in ("above", "below"))
    assert int(str(above)) + int(str(below)) == len(numbers)


WRITTEN = st.one_of(
    st.sampled_from(
        ["4–6 days", "2-3 weeks", "1990s", "c. 1500", "-20 to 60 °C", "02108", "A, B and C", "1,5", "+49", "-e"]
    ),
    st.text(min_size=1, max_size=8),
)


@given(st.lists(WRITTEN, min_size=2, max_size=8), st.sampled_from(["text", "name"]))
def test_a_value_occurs_at_least_as_often_as_it_is_written(cells: list[str], value_type: str) -> None:
    facts = {f"{at}": amount(f"{at}", cell, value_type=value_type) for at, cell in enumerate(cells)}
    for cell in cells:
        counted = execute(Count(tuple(facts), "same", cell), facts.__getitem__)
        assert int(str(counted)) >= cells.count(cell)


def test_a_group_of_ranges_is_averaged() -> None:
    seats = {f"s{at}": replace(amount(f"s{at}", value), span=_cell(at, 1)) for at, value in enumerate(("4", "8", "90"))}
    days = ("4–6 days", "4–6 days", "1990s")
    groups = {
        f"d{at}": replace(amount(f"d{at}", day, value_type="text"), span=_cell(at, 2)) for at, day in enumerate(days)
    }
    program = Aggregate("average", tuple(seats), tuple(groups), "4–6 days")
    assert str(execute(program, (seats | groups).__getitem__)) == "6"


def _cell(row: int, column: int) -> Span:
    return Span("table", "cell", cells=((row, column),))


def test_computed_amounts_keep_the_most_decimals_of_their_operands() -> None:
    assert run(Sum(LookUp("paid"), LookUp("owed"))) == "$30.50"
    assert run(Difference(LookUp("paid"), LookUp("gift"))) == "$12.00"
    assert run(ValueRange(("paid", "owed", "gift"))) == "$17.50"
    assert run(Aggregate("total", ("paid", "owed", "gift"))) == "$31.00"
    assert run(Aggregate("average", ("paid", "gift"))) == "$6.50"
    assert run(Aggregate("average", ("owed", "gift", "paid"))) == "$10.33"


@pytest.mark.parametrize(
    ("program", "result"),
    [
        (Difference(LookUp("louder"), LookUp("loud")), "6 decibels"),
        (Aggregate("highest", ("loud", "louder")), "66 decibels"),
        (Sum(LookUp("loud"), LookUp("louder")), None),
        (Aggregate("average", ("loud", "louder")), None),
        (Aggregate("total", ("loud", "louder")), None),
        (Ratio(LookUp("louder"), LookUp("loud"), 1), None),
        (Aggregate("average", ("acid", "base")), None),
        (Aggregate("average", ("warm", "hot")), "30 degrees Celsius"),
        (Sum(LookUp("warm"), LookUp("hot")), None),
        (Ratio(LookUp("hot"), LookUp("warm"), 1), None),
    ],
)
def test_the_scale_of_a_unit_says_what_can_be_computed(program: Expression, result: str | None) -> None:
    if result is not None:
        assert run(program) == result
        return
    with pytest.raises(ExecutionError, match="their scale is"):
        run(program)
