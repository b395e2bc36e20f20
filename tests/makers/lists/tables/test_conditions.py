from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.makers.lists.tables.column_values import date_of
from benchwright.makers.lists.tables.conditions import ColumnCondition, SoughtValue, conditions
from benchwright.makers.lists.tables.set_names import SetName
from benchwright.records import Table
from benchwright.values import Date, Quantity, format_number, parse_number

TOWERS = SetName("towers in Ribe", "towers", False, True, ("tower", "ribe"))
PEOPLE = SetName("mayors of Ribe", "mayors", True, True, ("mayor", "ribe"))


FILMS = SetName("films of Ribe", "films", False, True, ("film", "ribe"))


def found(header: str, cells: list[str], named: SetName = TOWERS, least: int = 2) -> list[ColumnCondition]:
    table = Table((("Name", header),), tuple((f"Tower {n}", cell) for n, cell in enumerate(cells)))
    return list(conditions(table, 0, range(len(cells)), named, least, 200))


def asked(header: str, cells: list[str], named: SetName = TOWERS, least: int = 2) -> dict[str, tuple[int, ...]]:
    return {one.clause: one.rows for one in found(header, cells, named, least)}


def test_names_that_several_rows_have_are_asked_for() -> None:
    cells = ["Nordby", "Nordby", "Fanø", "Ribe", "Ribe", "-"]
    assert asked("City", cells) == {"are in Nordby": (0, 1)}  # that they are in Ribe, the title says
    assert asked("County", cells) == {"are in Nordby County": (0, 1)}
    assert asked("Style", cells) == {"have Nordby as their style": (0, 1)}
    assert asked("Notes", cells) == {}
    assert asked("Style [m]?", cells) == {}


def test_a_value_inside_another_cell_is_not_asked_for() -> None:
    assert asked("Style", ["Paul", "Paul", "Paul, John", "John", "John", "Ida", "Ida"]) == {
        "have Ida as their style": (5, 6)
    }
    assert asked("Style", ["New Ida", "New Ida", "Newida", "St. Ann", "St. Ann", "St Ann"]) == {
        "have New Ida as their style": (0, 1)
    }


def test_what_is_asked_of_people_only() -> None:
    cells = ["Ribe College", "Ribe College", "None", "Fanø School"]
    assert asked("College", cells, PEOPLE) == {"attended Ribe College": (0, 1)}
    assert asked("College", cells, TOWERS) == {}


def test_numbers_are_compared_by_value_with_their_unit() -> None:
    compared = asked("Height (m)", ["9", "1,080", "35", "210"])
    assert compared["have a height of more than 100 metres"] == (1, 3)
    assert compared["have a height of less than 100 metres"] == (0, 2)
    assert asked("Floors", ["3", "5", "12", "20"])["have fewer than 10 floors"] == (0, 1)
    assert asked("Height (m)", ["high", "low", "9", "12"]) == {}


@pytest.mark.parametrize("cell", ["<30,000", "about 30,000", "30,000+", "at least 20,000"])
def test_a_column_with_a_hedged_number_is_not_compared(cell: str) -> None:
    assert asked("Height (m)", ["9", "1,080", "35", "210", cell]) == {}


@pytest.mark.parametrize(
    ("header", "cells"),
    [("Height (m)", ["9", "12", "-999", "31", "-999"]), ("Plant", ["0045", "1210", "0733", "0045", "2210"])],
)
def test_neither_codes_nor_marks_of_no_value_are_compared(header: str, cells: list[str]) -> None:
    assert asked(header, cells) == {}


def test_the_decimal_sign_of_a_column_is_that_of_its_sure_numbers() -> None:
    compared = asked("Height (m)", ["12.345", "1.234.567", "35", "210"])
    assert compared["have a height of more than 10,000 metres"] == (0, 1)
    assert asked("Height (m)", ["12.345", "13.456", "35", "210"]) == {}
    table = Table((("Name", "Height (m)", "Area"),), tuple((f"T{n}", f"{n + 1},125", "1.234.567") for n in range(40)))
    listed = conditions(table, 0, range(40), TOWERS, 2, 200)
    assert {one.clause: len(one.rows) for one in listed}["have a height of more than 30 metres"] == 11


@pytest.mark.parametrize(
    ("header", "refused"),
    [("Visitors", True), ("Cost (US$)", True), ("Height (m)", False), ("Visitors (million)", False), ("City", False)],
)
def test_columns_that_the_scale_of_a_title_may_hold_for_are_not_compared(header: str, refused: bool) -> None:
    cells = ["Ribe", "Fanø", "Fanø", "Esbjerg"] if header == "City" else ["9", "1,080", "35", "210"]
    table = Table((("Name", header),), tuple((f"Tower {n}", cell) for n, cell in enumerate(cells)))
    assert list(conditions(table, 0, range(4), TOWERS, 1, 200)) != []
    assert (list(conditions(table, 0, range(4), TOWERS, 1, 200, scaled=True)) == []) is refused


def test_a_cell_with_a_scale_of_its_own_under_a_scaled_header_is_not_compared() -> None:
    cells = ["9", "1,080", "35", "210"]
    assert asked("Cost (million US$)", cells) != {}
    assert asked("Cost (million US$)", [*cells, "US$ 108.0 billion"]) == {}


def test_dates_are_compared_by_year() -> None:
    cells = ["12 May 1890", "1905", "3 June 1931", "1977"]
    compared = asked("Opened", cells)
    assert compared["opened before 1910"] == (0, 1)
    assert compared["opened after 1910"] == (2, 3)
    assert asked("Some year", cells) == {}  # nobody can say what happened then


def sought(header: str, cells: list[str], clause: str, named: SetName = TOWERS) -> tuple[SoughtValue, ...]:
    """What a page about the first row has to hold."""
    return next(one for one in found(header, cells, named, 1) if one.clause == clause).sought(0)


def test_what_a_page_has_to_hold() -> None:
    assert sought("City", ["Nordby", "Nordby", "Fanø"], "are in Nordby") == (SoughtValue("Nordby"),)
    (year,) = sought("Opened", ["12 May 1890", "1905", "1931", "1977"], "opened before 1900")
    assert (year.amount, year.limit) == (1890, 1900)
    assert [year.met(Quantity(Decimal(one))) for one in (1889, 1890, 1900)] == [False, True, False]
    (metres,) = sought("Height (m)", ["1,000 m (3,281 ft)", "35", "9"], "have a height of more than 500 metres")
    assert metres.amount == 1000
    assert {"m", "metre", "height", "high"} <= metres.cues
    assert [metres.met(Quantity(Decimal(one))) for one in (940, 951, 1049, 1060)] == [False, True, True, False]
    (low,) = sought("Height (m)", ["101", "103", "90", "80"], "have a height of more than 100 metres")
    assert not low.met(Quantity(Decimal(99)))  # as near, and on the other side


def test_a_result_is_asked_for_and_told_in_other_words() -> None:
    cells = ["Not Nominated", "Not Nominated", "Nominated", "Nominated"]
    assert sought("Result", cells, "were not nominated", FILMS)[0] == SoughtValue("was not nominated")
    told = sought("Result", ["Nominated", "Nominated", "Won", "Won"], "were nominated", FILMS)
    assert {"was nominated for", "nominated"} & {one.words for one in told} == {"was nominated for"}


def test_works_come_from_a_country() -> None:
    cells = ["United States", "United States", "France", "France"]
    assert sought("Country", cells, "come from the United States", FILMS)[:2] == (
        SoughtValue("United States"), SoughtValue("American"),
    )  # fmt: skip
    assert asked("Country", cells) == {"are in the United States": (0, 1), "are in France": (2, 3)}


def test_places_that_cells_end_in() -> None:
    cells = ["Ribe, Norland", "Fanø, Norland", "Esbjerg, Sutland", "Varde, Sutland"]
    assert asked("Location", cells) == {"are in Norland": (0, 1), "are in Sutland": (2, 3)}
    assert asked("Location", [*cells, "Norland"]) == {}  # too few have a place before it
    assert "are in Norland" not in asked("Location", [*cells, *["Norland Bay, Sutland"] * 9])
    assert asked("City, state", ["Nordby, Ribe", "Nordby, Ribe", "Varde, Ribe"]) == {"are in Nordby": (0, 1)}


def test_dates_in_more_forms() -> None:
    assert date_of("June 7 , 1998 ( # 96001129 )") == Date(1998, 6, 7)
    assert date_of("12 May 1890") == Date(1890, 5, 12)
    for vague in ("c. 1890", "1890 ( rebuilt 1920 )", "1890-95", "1890s", "before 1890"):
        assert date_of(vague) is None, vague


def test_works_are_asked_for_by_the_year_of_their_release() -> None:
    cells = ["1990", "1990", "1995", "2001"]
    assert asked("Year", cells, FILMS)["were released in 1990"] == (0, 1)
    assert asked("Year", cells) == {}


def test_two_units_in_one_cell() -> None:
    cells = ["1,046 (319)", "1,250 (381)", "850 (259)", "700 (213)"]
    assert asked("Height ft (m)", cells)["have a height of more than 1,000 feet"] == (0, 1)
    assert asked("Height ft (m)", [*cells[:3], "700 (999)"]) == {}  # not the same in both
    assert asked("Height m", ["319", "381", "259"])["have a height of more than 300 metres"] == (0, 1)
    assert asked("Area km", ["319", "381", "259"]) == {}  # no unit of an area
    assert asked("NRHP reference number", ["74000001", "74000002", "80000003"]) == {}


@given(st.lists(st.decimals(0, 10_000, places=2), min_size=2, max_size=30))
def test_a_threshold_parts_the_rows_as_their_numbers_say(numbers: list[Decimal]) -> None:
    table = Table((("Name", "Length (m)"),), tuple((f"T{n}", format_number(x)) for n, x in enumerate(numbers)))
    for one in conditions(table, 0, range(len(numbers)), TOWERS, 1, 200):
        threshold = parse_number(one.value)
        assert threshold is not None
        assert threshold not in numbers
        right = [n for n, x in enumerate(numbers) if (x > threshold if one.op == "greater" else x < threshold)]
        assert list(one.rows) == right
        assert 1 <= len(right) < len(numbers)


@pytest.mark.parametrize(
    ("header", "cell"),
    [
        ("Height (m)", "2 h 15 min"),
        ("Height (m)", "1.5k"),
        ("Height (m)", "high"),
        ("Opened", "12/5/98"),
        ("Opened", "MCMXX"),
        ("City", '"'),
        ("City", "ditto"),
    ],
)
def test_a_column_with_a_cell_that_is_not_read_gives_no_condition(header: str, cell: str) -> None:
    cells = [str(1900 + 5 * n) if header == "Opened" else "Nordby" if header == "City" else str(n) for n in range(30)]
    assert asked(header, [*cells, "Ribe By", "Ribe By"]) if header == "City" else asked(header, cells)
    assert asked(header, [*cells, "Ribe By", "Ribe By", cell] if header == "City" else [*cells, cell]) == {}


@pytest.mark.parametrize("cell", ["1 377", "1'377", "1’377"])
def test_thousands_are_read_however_they_are_parted(cell: str) -> None:
    amounts = [one.amounts for one in found("Height (m)", ["9", "35", "210", cell])]
    assert amounts
    assert all(one[3] == 1377 for one in amounts)
