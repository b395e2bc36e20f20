"""Grids of cells become tables; what is taken away is counted."""

from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.readers.table_records import (
    Notice,
    bound_table,
    file_title,
    make_table,
    squeeze,
    table_name,
    table_text,
    verbatim_table,
)
from benchwright.readers.visible_text import BORDER, BREAK, RAISED
from benchwright.records import Cut, Table


def test_the_first_row_is_the_header() -> None:
    made = make_table([["River", "Length"], ["Aare", "288  km"], ["Reuss", "164\nkm"]])
    assert made.table.header == (("River", "Length"),)
    assert made.table.rows == (("Aare", "288 km"), ("Reuss", "164 km"))
    assert made.notices == ()
    assert made.table.cut is None


def test_several_header_rows_are_kept_when_told() -> None:
    made = make_table([["", "Size", "Size"], ["Name", "km", "miles"], ["Aare", "288", "179"]], header_rows=2)
    assert made.table.header == (("", "Size", "Size"), ("Name", "km", "miles"))
    assert made.table.rows == (("Aare", "288", "179"),)


def test_a_first_row_of_numbers_is_no_header() -> None:
    made = make_table([["1", "2.5"], ["3", "4"]])
    assert made.table.header == (("", ""),)
    assert made.table.rows == (("1", "2.5"), ("3", "4"))
    assert table_text("", made.table) == "1 | 2.5\n3 | 4"


def test_a_lone_first_cell_is_a_title_line() -> None:
    made = make_table([["Rivers of Switzerland", "", ""], [], ["Name", "km", "To"], ["Aare", "288", "Rhine"]])
    assert made.caption == "Rivers of Switzerland"
    assert made.table.header == (("Name", "km", "To"),)


def test_ragged_rows_are_padded_or_left_out_and_counted() -> None:
    made = make_table([["a", "b"], ["1"], ["2", "3", "lost"], ["4", "5", ""], ["6", "7"]])
    assert made.table.rows == (("1", ""), ("4", "5"), ("6", "7"))
    assert made.table.cut == Cut(4, 2)
    assert bound_table(made.table, Bounds(1, 9)).cut == Cut(4, 2)
    assert made.notices == (Notice("table-row-padded", 1), Notice("table-row-cut", 1, "2 | 3 | lost"))


def test_a_header_names_nothing_when_half_the_rows_are_wider() -> None:
    made = make_table([["a", "b"], ["1", "2", "3"], ["4", "5", "6"], ["7", "8"]])
    assert made.table.header == (("", "", ""),)
    assert made.table.rows == (("a", "b", ""), ("1", "2", "3"), ("4", "5", "6"), ("7", "8", ""))
    assert made.notices == (Notice("table-row-padded", 2),)


def test_empty_rows_and_columns_go_and_links_move_along() -> None:
    made = make_table(
        [["a", "", "c"], ["", "", ""], ["1", "", "2"]],
        links=[(2, 2, "two"), (1, 0, "gone"), (0, 0, "gone"), (2, 1, "gone")],
    )
    assert made.table.header == (("a", "c"),)
    assert made.table.rows == (("1", "2"),)
    assert made.table.links == ((0, 1, "two"),)
    assert made.notices == (Notice("table-empty-row", 1), Notice("table-empty-column", 1))


def test_a_named_column_without_values_is_kept() -> None:
    assert make_table([["a", "b"], ["1", ""]]).table.rows == (("1", ""),)


@dataclass(frozen=True)
class Bounds:
    table_rows: int
    table_columns: int


def test_long_and_wide_tables_are_bounded_and_the_cut_is_recorded() -> None:
    grid = [[f"h{column}" for column in range(4)], *[[f"{row}.{column}" for column in range(4)] for row in range(5)]]
    whole = make_table(grid, links=[(5, 0, "x"), (3, 1, "y"), (1, 3, "z")]).table
    table = bound_table(whole, Bounds(3, 2))
    assert table.header == (("h0", "h1"),)
    assert table.rows == (("0.0", "0.1"), ("1.0", "1.1"), ("2.0", "2.1"))
    assert table.cut == Cut(rows=5, columns=4)
    assert table.links == ((2, 1, "y"),)
    assert bound_table(whole, Bounds(5, 4)) is whole


def test_bounds_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="room"):
        bound_table(make_table([["a"]]).table, Bounds(0, 1))


def test_nothing_gives_a_table_without_rows() -> None:
    for grid in ([], [[]], [["", ""], [""]]):
        assert make_table(grid).table.rows == ()
    assert make_table([["a", "b"]]).table.rows == ()


def test_published_tables_are_kept_as_they_are() -> None:
    made = verbatim_table([["Name", " x "]], [["a  b"], ["", ""]], [(0, 0, "/wiki/A"), (7, 0, "/wiki/B")])
    assert made.table.header == (("Name", " x "),)
    assert made.table.rows == (("a  b", ""), ("", ""))
    assert made.table.links == ((0, 0, "/wiki/A"),)
    assert made.notices == (Notice("table-row-padded", 1),)


def test_the_text_of_a_table() -> None:
    table = make_table([["River", "Length"], ["Aare", "288 km"]]).table
    assert table_text("Rivers", table) == "Rivers\nRiver | Length\nAare | 288 km"
    assert table_text("", table) == "River | Length\nAare | 288 km"


@pytest.mark.parametrize(
    ("caption", "headings", "expected"),
    [
        ("Table 3: Rivers of Switzerland", ["Water"], "Rivers of Switzerland"),
        ("Table 2.1 — Long rivers", [], "Long rivers"),
        ("Tables of the law", [], "Tables of the law"),
        ("Table 4.", ["Geography", "Rivers"], "Rivers"),
        ("", ["Rivers", " "], "Rivers"),
        ("", [], "St. Gallen"),
    ],
)
def test_a_table_has_a_name(caption: str, headings: list[str], expected: str) -> None:
    assert table_name(caption, headings, "St. Gallen") == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("data/river_lengths-by canton.csv.gz", "river lengths by canton"),
        ("wiki_tables/0.csv", "wiki tables 0"),
        ("Minard.troops.csv", "Minard troops"),
        ("Prices v1.2.csv.gz", "Prices v1.2"),
        ("0.csv", "0"),
        ("prices 2020-21.csv", "prices 2020-21"),
    ],
)
def test_a_file_has_a_title(name: str, expected: str) -> None:
    assert file_title(name) == expected


def test_hidden_files_have_names_too() -> None:
    assert file_title(".table") == "table"


def test_squeezing_takes_invisible_characters_away() -> None:
    assert squeeze("\ufeff a\u00a0\u200bb\t\nc\x00 ") == "a b c"


cell = st.text(st.characters(exclude_characters=f"{BORDER}{BREAK}{RAISED}"), max_size=5)


@given(st.lists(st.lists(cell, max_size=6), max_size=8), st.integers(1, 4), st.integers(1, 4))
def test_a_table_is_always_a_rectangle_within_its_bounds(grid: list[list[str]], rows: int, columns: int) -> None:
    table = bound_table(make_table(grid).table, Bounds(rows, columns))
    widths = {len(row) for row in (*table.header, *table.rows)}
    assert len(widths) <= 1
    assert len(table.rows) <= rows
    assert max(widths, default=0) <= columns


@given(st.lists(st.lists(cell, max_size=6), max_size=8))
def test_no_filled_cell_is_lost_without_a_notice(grid: list[list[str]]) -> None:
    made = make_table(grid, merged=False)
    before = Counter(squeeze(text) for row in grid for text in row if squeeze(text))
    after = Counter(text for row in (*made.table.header, *made.table.rows) for text in row if text)
    after.update([made.caption] if made.caption else [])
    assert before <= after or any(notice.reason == "table-row-cut" for notice in made.notices)
    assert sum((after - before).values()) <= sum(map(len, made.table.header))  # a name stands over each of its parts


def test_links_of_a_grid_that_does_not_say_what_is_its_header() -> None:
    grid = [["Sizes of oaks", ""], ["Tree", "Size"], ["Oak", "20"]]
    made = make_table(grid, links=[(1, 0, "/wiki/Tree"), (2, 0, "/wiki/Oak")])
    assert (made.caption, made.table) == (
        "Sizes of oaks",
        Table((("Tree", "Size"),), (("Oak", "20"),), ((0, 0, "/wiki/Oak"),)),
    )
    numbers = make_table([["1", "2"], ["3", "4"]], links=[(1, 1, "/wiki/4")]).table
    assert numbers == Table((("", ""),), (("1", "2"), ("3", "4")), ((1, 1, "/wiki/4"),))


def test_a_row_of_parts_under_what_spans_them_is_header() -> None:
    merged = make_table(
        [
            ["City", "Population", "Population", "Area"],
            ["City", "2010", "2020", "Area"],
            ["Bern", "123", "134", "51"],
        ]
    ).table
    assert merged.header == (("City", "Population", "Population", "Area"), ("City", "2010", "2020", "Area"))
    assert merged.rows == (("Bern", "123", "134", "51"),)
    blank = make_table([["City", "Population", "", "Area"], ["", "2010", "2020", ""], ["Bern", "123", "134", "51"]])
    assert blank.table == merged
    levels = make_table(
        [
            ["", "Wood", "", "", ""],
            ["", "2010", "", "2020", ""],
            ["Kind", "t", "%", "t", "%"],
            ["Oak", "5", "1", "6", "2"],
        ]
    ).table
    assert list(zip(*levels.header, strict=True)) == [
        ("", "", "Kind"),
        ("Wood", "2010", "t"),
        ("Wood", "2010", "%"),
        ("Wood", "2020", "t"),
        ("Wood", "2020", "%"),
    ]


@pytest.mark.parametrize(
    "grid",
    [
        [["Club", "Lead", "Lead"], ["Hull", "Ann", "Bob"]],
        [["Club", "Fans", "Fans"], ["Hull", "12", "15"]],
        [["Club", "Fans", ""], ["Hull", "12", "est."], ["York", "9", "est."]],
        [["", "Fans", "Fans"], ["Hull", "12", "15"]],
        [["", "Fans", "Fans"], ["Hull", "n/a", "-"], ["York", "9", "8"]],
        [["", "Lead", ""], ["Hull", "Ann", "Bob"], ["York", "Cy", "Di"]],
    ],
)
def test_a_row_of_data_under_a_name_that_stands_twice_is_no_header(grid: list[list[str]]) -> None:
    assert make_table(grid).table.header == (tuple(grid[0]),)


def test_years_behind_an_empty_corner_are_a_header() -> None:
    made = make_table([["", "2019", "2020"], ["Oak", "12", "15"], ["Elm", "9", "8"]]).table
    assert made.header == (("", "2019", "2020"),)
    assert made.rows == (("Oak", "12", "15"), ("Elm", "9", "8"))


def test_a_caption_and_a_title_line_are_both_kept() -> None:
    made = make_table([["Sizes", "Sizes"], ["Tree", "Height"], ["Oak", "20"]], header_rows=2)
    assert (made.captioned("Table 3. Oaks"), made.captioned(""), made.captioned("Sizes")) == (
        "Table 3. Oaks. Sizes",
        "Sizes",
        "Sizes",
    )
    assert made.table.header == (("Tree", "Height"),)


def test_a_row_of_dots_says_that_rows_are_missing() -> None:
    rows = [
        ["", "Store", "Sales"],
        ["0", "Nord", "12"],
        ["1", "Sund", "15"],
        ["...", "...", "..."],
        ["9", "Vest", "20"],
    ]
    table = make_table(rows).table
    assert len(table.rows) == 4
    assert table.cut == Cut(5, 3)
    assert table.lacks_rows
    assert make_table([["Store", "Note"], ["Nord", "..."], ["Sund", "shut"]]).table.cut is None
