from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from benchwright.qampari.tables.conditions import Condition, conditions
from benchwright.qampari.tables.naming import SetName
from benchwright.records import Table
from benchwright.values import format_number, parse_number

TOWERS = SetName("towers in Ribe", "towers", False, True, ("tower", "ribe"))
PEOPLE = SetName("mayors of Ribe", "mayors", True, True, ("mayor", "ribe"))


def asked(header: str, cells: list[str], named: SetName = TOWERS, least: int = 2) -> dict[str, tuple[int, ...]]:
    table = Table((("Name", header),), tuple((f"Tower {n}", cell) for n, cell in enumerate(cells)))
    return {one.clause: one.rows for one in conditions(table, 0, range(len(cells)), named, least, 200)}


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
    found = asked("Height (m)", ["9", "1,080", "35", "210"])
    assert found["have a height of more than 100 metres"] == (1, 3)
    assert found["have a height of less than 100 metres"] == (0, 2)
    assert asked("Floors", ["3", "5", "12", "20"])["have fewer than 10 floors"] == (0, 1)
    assert asked("Height (m)", ["high", "low", "9", "12"]) == {}


def test_dates_are_compared_by_year() -> None:
    cells = ["12 May 1890", "1905", "3 June 1931", "1977"]
    found = asked("Opened", cells)
    assert found["opened before 1910"] == (0, 1)
    assert found["opened after 1910"] == (2, 3)
    assert asked("Some year", cells) == {}  # nobody can say what happened then


def test_what_a_page_has_to_hold() -> None:
    assert Condition(1, "equals", "Ribe", "", ()).page_value("Ribe [1]") == "Ribe"
    assert Condition(1, "before", "1910", "", ()).page_value("12 May 1890") == "1890"
    assert Condition(1, "greater", "50", "", ()).page_value("1,080 m (3,543 ft)") == "1,080"


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
