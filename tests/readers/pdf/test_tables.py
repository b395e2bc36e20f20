"""Tables on pages that were drawn for it: every cell comes back, and what only looks like a table does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from reportlab.lib.utils import ImageReader
from tests.support.sheets import HEIGHT, PROSE, Sheet, seen, whole

from benchwright.readers.pdf.captions import find_captions
from benchwright.readers.pdf.figures import find_figures
from benchwright.readers.pdf.page import PageTable, Rect, Rule
from benchwright.readers.pdf.tables import find_tables
from benchwright.readers.table_records import make_table

XS = (100, 200, 300)


def tables(draw: Callable[[Sheet], None]) -> tuple[PageTable, ...]:
    return find_tables(*seen(draw))


def booktabs(sheet: Sheet, top: float = 200, left: float = 100, bottom: bool = True) -> None:
    xs = (left, left + 100, left + 200)
    sheet.rule(left, top, left + 280, top, 1)
    sheet.cells(xs, top + 12, ("River", "Length", "Mouth"))
    sheet.rule(left, top + 16, left + 280, top + 16)
    sheet.cells(xs, top + 28, ("Elbe", "1094", "North Sea"))
    sheet.cells(xs, top + 40, ("Oder", "840", "Baltic"))
    sheet.cells(xs, top + 52, ("Rhine", "1233", "North Sea"))
    if bottom:
        sheet.rule(left, top + 56, left + 280, top + 56, 1)


RIVERS = (
    ("River", "Length", "Mouth"),
    ("Elbe", "1094", "North Sea"),
    ("Oder", "840", "Baltic"),
    ("Rhine", "1233", "North Sea"),
)


def grid(sheet: Sheet, rows: list[list[str]], left: float = 60, top: float = 100, wide: float = 110) -> None:
    """A table with all its cells lined, 20 points high each."""
    columns = len(rows[0])
    for row in range(len(rows) + 1):
        sheet.rule(left, top + 20 * row, left + wide * columns, top + 20 * row)
    for column in range(columns + 1):
        sheet.rule(left + wide * column, top, left + wide * column, top + 20 * len(rows))
    for number, row in enumerate(rows):
        sheet.cells([left + 4 + wide * column for column in range(columns)], top + 14 + 20 * number, row)


def test_rules_across_with_a_caption_above() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(100, 60, 6)
        sheet.text(100, 180, "Table 1: Rivers that reach the sea.")
        booktabs(sheet)
        sheet.prose(100, 300, 6)

    (table,) = tables(draw)
    assert (table.grid, table.header_rows) == (RIVERS, 1)
    assert table.caption == "Table 1: Rivers that reach the sea."
    assert whole(table.rect) == (100, 200, 380, 256)


def test_a_caption_below_and_no_caption() -> None:
    def draw(sheet: Sheet) -> None:
        booktabs(sheet, 100)
        sheet.text(100, 180, "Table II. Rivers.")
        sheet.prose(100, 220, 6)
        booktabs(sheet, 400)
        sheet.prose(100, 500, 6)

    first, second = tables(draw)
    assert (first.caption, second.caption) == ("Table II. Rivers.", "")
    assert first.grid == second.grid == RIVERS


def test_a_table_that_goes_on_over_the_page_has_no_rule_at_its_end() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(100, 60, 10)
        booktabs(sheet, 640, bottom=False)
        sheet.rule(60, 740, 540, 740)
        sheet.text(60, 752, "A journal of rivers, volume 3, where every page ends in the same words, 17")

    (table,) = tables(draw)
    assert (table.grid, table.header_rows) == (RIVERS, 1)


def test_cells_of_several_lines_are_joined() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.rule(100, 100, 440, 100, 1)
        sheet.cells((100, 170), 112, ("River", "Course"))
        sheet.rule(100, 116, 440, 116)
        for number, (name, line) in enumerate(
            [
                ("The Elbe with", "rises in the Giant Mountains of Bohemia, runs through Dresden"),
                ("its tributaries", "and Hamburg, where the tide reaches its port, and ends in the"),
                ("", "North Sea"),
                ("The Oder", "rises in Moravia, runs to the north, is for a long way the bor-"),
                ("", "der between Germany and Poland, and ends in the Baltic Sea"),
            ]
        ):
            sheet.cells((100, 170), 128 + 12 * number, (name, line))
        sheet.rule(100, 182, 440, 182, 1)

    (table,) = tables(draw)
    assert table.grid == (
        ("River", "Course"),
        (
            "The Elbe with its tributaries",
            "rises in the Giant Mountains of Bohemia, runs through Dresden and Hamburg, where the tide reaches its "
            "port, and ends in the North Sea",
        ),
        (
            "The Oder",
            "rises in Moravia, runs to the north, is for a long way the bor\u00adder between Germany and Poland, and "
            "ends in the Baltic Sea",
        ),
    )


def test_header_of_two_rows_with_a_spanning_cell() -> None:
    def draw(sheet: Sheet) -> None:
        xs = (100, 200, 260, 320, 380)
        sheet.rule(100, 100, 440, 100, 1)
        sheet.text(215, 112, "Training")
        sheet.text(335, 112, "Test")
        sheet.rule(200, 116, 300, 116)
        sheet.rule(320, 116, 440, 116)
        sheet.cells(xs, 128, ("Model", "Recall", "Rank", "Recall", "Rank"))
        sheet.rule(100, 132, 440, 132)
        sheet.cells(xs, 144, ("Small", "0.71", "3", "0.66", "3"))
        sheet.cells(xs, 156, ("Large", "0.93", "1", "", "2"))
        sheet.rule(100, 160, 440, 160, 1)
        sheet.text(100, 172, "Note: ranks count from one, and the best is bold.")

    (table,) = tables(draw)
    assert table.header_rows == 2
    assert table.grid == (
        ("", "Training", "Training", "Test", "Test"),
        ("Model", "Recall", "Rank", "Recall", "Rank"),
        ("Small", "0.71", "3", "0.66", "3"),
        ("Large", "0.93", "1", "", "2"),
    )
    assert whole(table.rect) == (100, 100, 440, 160)


def test_lined_cells_with_spans_and_empty_ones() -> None:
    def draw(sheet: Sheet) -> None:
        for y in (100, 120, 140, 160):
            sheet.rule(60, y, 360, y)
        sheet.rule(60, 100, 60, 160)
        sheet.rule(360, 100, 360, 160)
        sheet.rule(160, 100, 160, 160)
        sheet.rule(260, 120, 260, 160)
        sheet.cells((64, 210), 114, ("Name", "Size"), "Times-Bold")
        sheet.cells((64, 164, 264), 134, ("Elbe", "1094", "long"))
        sheet.cells((64, 164, 264), 154, ("Oder", "", "shorter"))

    (table,) = tables(draw)
    assert table.grid == (("Name", "Size", "Size"), ("Elbe", "1094", "long"), ("Oder", "", "shorter"))
    assert (table.header_rows, whole(table.rect)) == (1, (60, 100, 360, 160))


def test_frames_drawn_cell_by_cell() -> None:
    def draw(sheet: Sheet) -> None:
        for row in range(3):
            for column in range(2):
                sheet.canvas.rect(60 + 100 * column, 700 - 20 * row, 100, 20)
                sheet.text(64 + 100 * column, 94 + 20 * row, f"cell {row}{column}")

    (table,) = tables(draw)
    assert table.grid == (("cell 00", "cell 01"), ("cell 10", "cell 11"), ("cell 20", "cell 21"))


def test_rows_without_rules_between_them() -> None:
    def draw(sheet: Sheet) -> None:
        for y in (100, 120, 190):
            sheet.rule(60, y, 360, y)
        for x in (60, 160, 260, 360):
            sheet.rule(x, 100, x, 190)
        for number, cells in enumerate(RIVERS):
            sheet.cells((64, 164, 264), 114 + 20 * number, cells)

    (table,) = tables(draw)
    assert table.grid == RIVERS


def test_columns_without_any_rule_under_a_caption() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 5)
        sheet.text(60, 150, "Table 4. Rivers that reach the sea.", "Times-Italic")
        for number, cells in enumerate(RIVERS):
            sheet.cells((60, 160, 240), 170 + 12 * number, cells, "Times-Roman" if number else "Times-Bold")
        sheet.prose(60, 250, 5)

    (table,) = tables(draw)
    assert (table.grid, table.header_rows) == (RIVERS, 1)
    assert whole(table.rect)[1::2] == (162, 208)


def test_a_table_in_one_of_two_columns() -> None:
    def draw(sheet: Sheet) -> None:
        left = "Rivers carry sand and silt from the hills"
        sheet.prose(40, 60, 50, left + " to it")
        sheet.prose(310, 60, 10, left)
        sheet.text(310, 205, "Table 2: Rivers", "Times-Bold")
        for number, cells in enumerate(RIVERS):
            sheet.cells((310, 400, 480), 225 + 12 * number, cells)
        sheet.prose(310, 300, 30, left)

    (table,) = tables(draw)
    assert table.grid == RIVERS


def test_two_tables_beside_each_other() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(20, 90, "Table 1: Left")
        booktabs(sheet, 100, 20)
        sheet.text(310, 90, "Table 2: Right")
        booktabs(sheet, 100, 310)

    assert [(table.caption, table.grid) for table in tables(draw)] == [
        ("Table 1: Left", RIVERS),
        ("Table 2: Right", RIVERS),
    ]


def test_what_is_no_table() -> None:
    def boxes(sheet: Sheet) -> None:
        sheet.canvas.rect(20, 20, 560, 760)  # a page's frame
        sheet.canvas.rect(60, 600, 400, 100)  # a box around code
        for number in range(5):
            sheet.text(64, 120 + 12 * number, "for river in rivers:    measure(river)", "Courier")
        sheet.prose(60, 300, 10)
        sheet.rule(60, 700, 200, 700)  # over footnotes
        sheet.text(60, 712, "1 A footnote about rivers.", size=8)

    def two_columns(sheet: Sheet) -> None:
        sheet.rule(40, 50, 560, 50)
        sheet.prose(40, 70, 50, PROSE[:45])
        sheet.prose(310, 70, 50, PROSE[:45])
        sheet.rule(40, 700, 560, 700)

    def plot(sheet: Sheet) -> None:
        for step in range(6):
            sheet.rule(100 + 40 * step, 100, 100 + 40 * step, 300)
            sheet.rule(100, 100 + 40 * step, 300, 100 + 40 * step)
            sheet.text(98 + 40 * step, 312, str(step), size=7)
            sheet.text(88, 302 - 40 * step, str(step), size=7)
        sheet.text(100, 340, "Figure 1: Steps.")

    def algorithm(sheet: Sheet) -> None:
        for y in (100, 120, 200):
            sheet.rule(100, y, 400, y)
        sheet.text(100, 114, "Algorithm 1 Find the mouth", "Times-Bold")
        for number in range(5):
            sheet.cells((100, 120), 134 + 12 * number, (f"{number}:", "walk on to the next lower place"))

    assert [tables(draw) for draw in (boxes, two_columns, plot, algorithm)] == [(), (), (), ()]


CELLS = st.text(st.sampled_from("abcdefghij0123456789.%"), min_size=1, max_size=14)


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), min_size=2, max_size=7)))
def test_any_lined_grid_comes_back(rows: list[list[str]]) -> None:
    (table,) = tables(lambda sheet: grid(sheet, rows))
    assert table.grid == tuple(tuple(row) for row in rows)


def test_many_rules_take_seconds() -> None:
    """50,000 strokes in a net: no two of them in one place."""
    places = [(20 + (n * 7919 % 56_000) / 100, 20 + (n * 104_729 % 76_000) / 100) for n in range(25_000)]
    across = [Rule(Rect(x, y, x + 9, y)) for x, y in places]
    down = [Rule(Rect(x, y, x, y + 9)) for x, y in places]
    content, lines = seen(lambda sheet: sheet.prose(60, 60, 40))
    content = replace(content, rules=(*across, *down))
    assert find_tables(content, lines) == ()


def test_a_rule_under_every_row_and_none_over_the_header() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 5)
        sheet.cells((64, 200, 300), 150, ("River", "Length", "Mouth"), "Times-Bold")
        for number, cells in enumerate(RIVERS[1:]):
            sheet.rule(60, 155 + 20 * number, 400, 155 + 20 * number)
            sheet.cells((64, 200, 300), 170 + 20 * number, cells)
        sheet.rule(60, 215, 400, 215)
        sheet.prose(60, 260, 5)

    (table,) = tables(draw)
    assert (table.grid, table.header_rows) == (RIVERS, 1)


def test_captions_over_tables_that_follow_each_other_closely() -> None:
    def draw(sheet: Sheet) -> None:
        for number in range(3):
            top = 100 + 100 * number
            sheet.text(100, top - 12, f"Table {number + 1}: Rivers")
            booktabs(sheet, top)
        sheet.text(100, 378, "Table 4: A table that was lost")

    assert [table.caption for table in tables(draw)] == ["Table 1: Rivers", "Table 2: Rivers", "Table 3: Rivers"]


def test_rules_under_rows_in_a_frame() -> None:
    def draw(sheet: Sheet) -> None:
        for row in range(5):
            sheet.rule(60, 100 + 20 * row, 400, 100 + 20 * row)
        sheet.rule(60, 100, 60, 180)
        sheet.rule(400, 100, 400, 180)
        for row, cells in enumerate(rows):
            sheet.cells((70, 200, 300), 114 + 20 * row, cells)

    rows = (("Item", "Count", "Price"), ("Rope", "2", "84"), ("Cleat", "8", "6"), ("Tar", "1", "120"))
    (table,) = tables(draw)
    assert table.grid == rows
    assert whole(table.rect) == (60, 100, 400, 180)


def test_a_heading_after_a_table_without_rules() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 100, "Table 1. Costs by port", "Helvetica-Bold")
        sheet.cells((60, 190, 340), 116, ("Port", "Boats", "Crew"))
        for row, cells in enumerate((("Aldmouth", "866", "13"), ("Brine", "453", "606"), ("Corrie", "809", "493"))):
            sheet.cells((60, 190, 340), 130 + 14 * row, cells)
        sheet.text(60, 190, "Outlook", "Helvetica-Bold", 14)

    (table,) = tables(draw)
    assert table.grid == (
        ("Port", "Boats", "Crew"),
        ("Aldmouth", "866", "13"),
        ("Brine", "453", "606"),
        ("Corrie", "809", "493"),
    )


def test_names_over_numbers_are_a_table_without_rules_and_caption() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 5)
        for number, cells in enumerate(RIVERS):
            sheet.cells((60, 160, 240), 150 + 14 * number, cells)
        sheet.prose(60, 230, 5)
        for number, cells in enumerate((("", "Young", "Old"), ("Elms", "13", "606"), ("Oaks, and those", "8", "49"))):
            sheet.cells((60, 160, 240), 320 + 14 * number, cells, "Times-Roman" if number else "Times-Bold")
        sheet.cells((60, 160, 240), 360, ("that are young", "", ""))
        sheet.cells((60, 160, 240), 374, ("Firs", "5", "5"))
        sheet.text(60, 410, "A short line.")

    first, second = tables(draw)
    assert (first.grid, first.header_rows, first.caption) == (RIVERS, 1, "")
    body = (("Elms", "13", "606"), ("Oaks, and those that are young", "8", "49"), ("Firs", "5", "5"))
    assert second.grid == (("", "Young", "Old"), *body)


def test_names_over_numbers_in_one_of_two_columns() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(40, 60, 50, PROSE[:45])
        sheet.prose(310, 60, 10, PROSE[:45])
        for number, cells in enumerate(RIVERS):
            sheet.cells((310, 400, 480), 205 + 12 * number, cells)
        sheet.prose(310, 280, 30, PROSE[:45])

    (table,) = tables(draw)
    assert table.grid == RIVERS


def test_text_in_columns_is_no_table_without_rules_and_caption() -> None:
    authors = (
        ("Ann Oak", "Ben Elm", "Cy Fir"),
        ("Oak University", "Elm College", "Fir Institute"),
        ("Bern", "Bonn", "Oslo"),
    )
    contents = [(f"{number}", PROSE[:40], f"{7 * number}") for number in range(1, 7)]
    dates = [("2", "mmm.dd,yyyy", "Sep.07,2000"), *((f"{at}", "m/d", f"{at}/7") for at in range(3, 8))]
    twice = [(a, b, f"{a} ", b) for a, b, _ in RIVERS]

    def columns(rows: Sequence[tuple[str, ...]], *xs: float) -> Callable[[Sheet], None]:
        def draw(sheet: Sheet) -> None:
            for number, cells in enumerate(rows):
                sheet.cells(xs, 60 + 12 * number, cells)
            sheet.prose(60, 200, 10)

        return draw

    def over_both_halves(sheet: Sheet) -> None:
        for number, cells in enumerate(RIVERS):
            sheet.cells((40, 140, 220, 310, 400), 60 + 12 * number, (*cells, *cells[1:]))
        sheet.prose(40, 120, 40, PROSE[:45])
        sheet.prose(310, 120, 40, PROSE[:45])

    def tight(sheet: Sheet) -> None:
        columns(RIVERS, 60, 160, 240)(sheet)
        sheet.text(60, 108, "or text")  # or the rest of a cell

    def plot(sheet: Sheet) -> None:
        columns(RIVERS, 60, 160, 240)(sheet)
        for x in range(5):
            sheet.canvas.bezier(60, 740, 80 + x, 700, 120, 720, 240, 690)

    texts = [
        columns(authors, 60, 240, 420),
        columns(dates, 60, 120, 240),
        columns(contents, 60, 80, 500),
        columns(twice, 60, 160, 300, 400),
    ]
    assert [tables(draw) for draw in (*texts, over_both_halves, tight, plot)] == [()] * 7


NAMES = st.text(st.sampled_from("abcdefghij"), min_size=1, max_size=12)


@given(
    st.integers(1, 3).flatmap(
        lambda n: st.tuples(
            st.lists(NAMES, min_size=n + 1, max_size=n + 1, unique=True),
            st.lists(st.tuples(NAMES, st.lists(st.integers(0, 10**6), min_size=n, max_size=n)), min_size=2, max_size=9),
        )
    ),
    st.booleans(),
)
def test_any_names_over_numbers_come_back(shape: tuple[list[str], list[tuple[str, list[int]]]], flush: bool) -> None:
    names, body = shape
    rows = [names, *([name, *map(str, numbers)] for name, numbers in body)]

    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 5)
        for number, cells in enumerate(rows):
            wide = [
                sheet.canvas.stringWidth(cell, "Times-Roman", 10) if flush and at else 0
                for at, cell in enumerate(cells)
            ]
            sheet.cells([60 + 130 * at - width for at, width in enumerate(wide)], 150 + 14 * number, cells)
        sheet.prose(60, 320, 5)

    (table,) = tables(draw)
    assert [list(row) for row in table.grid] == rows


def lines_between_rules(sheet: Sheet, rows: Sequence[Sequence[str]]) -> None:
    """A header and lines 12 points apart between three rules, columns of numbers far to the right."""
    xs = (100, 230, 300)
    bottom = 116 + 12 * (len(rows) - 1) + 4
    for at in (100, 116, bottom):
        sheet.rule(100, at, 340, at)
    for number, row in enumerate(rows):
        sheet.cells(xs, (112 if number == 0 else 116) + 12 * number, row)


def test_a_row_without_a_number_is_a_row() -> None:
    rows = [("River", "Length", "Depth"), ("Elbe", "1094", "16"), ("Oder", "", ""), ("Upper Rhine", "1233", "25")]
    (table,) = tables(lambda sheet: lines_between_rules(sheet, rows))
    assert table.grid == tuple(rows)


def test_labels_of_several_lines_end_or_begin_beside_their_numbers() -> None:
    ends = [
        ("River", "Length", "Depth"),
        ("The Elbe with all of its", "", ""),
        ("tributaries", "1094", "16"),
        ("Oder", "840", "10"),
        ("The Rhine up to the very", "", ""),
        ("last of its mouths", "1233", "25"),
    ]
    begins = [
        *ends[:1],
        *(
            (label, *numbers)
            for label, numbers in zip(
                ("The Elbe with all of its", "tributaries", "Oder", "The Rhine up to the very", "last of its mouths"),
                (("1094", "16"), ("", ""), ("840", "10"), ("1233", "25"), ("", "")),
                strict=True,
            )
        ),
    ]
    for rows in (ends, begins):
        (table,) = tables(lambda sheet, rows=rows: lines_between_rules(sheet, rows))
        assert table.grid == (
            ("River", "Length", "Depth"),
            ("The Elbe with all of its tributaries", "1094", "16"),
            ("Oder", "840", "10"),
            ("The Rhine up to the very last of its mouths", "1233", "25"),
        )


@given(
    st.lists(
        st.tuples(
            st.sampled_from(("Elbe", "Upper Rhine", "Oder", "Little Po", "Don")), st.integers(1, 9999), st.booleans()
        ),
        min_size=3,
        max_size=9,
    )
)
def test_every_line_of_short_labels_is_a_row_with_or_without_its_numbers(drawn: list[tuple[str, int, bool]]) -> None:
    first, *others = drawn
    rows = [("River", "Length", "Depth"), (first[0], str(first[1]), "7")]
    rows += [(name, str(number) if known else "", "3") for name, number, known in others]
    rows.append(("The Mississippi river", "3766", "60"))
    (table,) = tables(lambda sheet: lines_between_rules(sheet, rows))
    assert table.grid == tuple(rows)


def test_signs_of_formulas_stay_in_their_row() -> None:
    def draw(sheet: Sheet) -> None:
        lines_between_rules(sheet, [("Symbol", "Size", "Rows"), ("q", "4", "1"), ("m", "8", "2"), ("k", "9", "3")])
        sheet.text(110, 128, "=")
        sheet.text(120, 127, "S", size=9)
        sheet.text(126, 122, "k", size=6)
        sheet.text(126, 132, "i", size=6)

    (table,) = tables(draw)
    assert [row[0].split()[0] for row in table.grid] == ["Symbol", "q", "m", "k"]
    assert [row[1:] for row in table.grid] == [("Size", "Rows"), ("4", "1"), ("8", "2"), ("9", "3")]


def test_names_over_narrow_columns_are_not_one_name_over_two() -> None:
    def draw(sheet: Sheet) -> None:
        for at in (100, 130, 172):
            sheet.rule(100, at, 320, at)
        sheet.cells((100, 200, 232), 112, ("Style", "Space", "Space"))
        sheet.cells((200, 232), 124, ("Before", "After"))
        for number, row in enumerate(
            (("Title", "10 pt", "13 pt"), ("Section", "19 pt", "13 pt"), ("Note", "10 pt", "10 pt"))
        ):
            sheet.cells((100, 200, 234), 142 + 12 * number, row)

    (table,) = tables(draw)
    assert table.grid[0] == ("Style", "Space Before", "Space After")


def test_a_name_over_a_short_rule_stands_over_the_columns_of_that_rule() -> None:
    def draw(sheet: Sheet) -> None:
        for at in (100, 150, 192):
            sheet.rule(72, at, 333, at)
        sheet.rule(176, 132, 251, 132)
        sheet.cells((72, 182, 270), 112, ("Distribution type", "Percentage of", "Total number"))
        sheet.cells((182, 290), 124, ("segments in", "of trials"))
        sheet.cells((184, 225), 144, ("Onset", "Coda"))
        for number, row in enumerate(
            (("Categorical kinds", "100", "0", "196"), ("Probable", "80", "20", "200"), ("Other", "0", "10", "196"))
        ):
            sheet.cells((72, 190, 235, 310), 162 + 12 * number, row)

    (table,) = tables(draw)
    assert table.grid[:2] == (
        ("Distribution type", "Percentage of segments in", "Percentage of segments in", "Total number of trials"),
        ("", "Onset", "Coda", ""),
    )


def test_spaces_between_letters_of_one_width_part_no_columns() -> None:
    def draw(sheet: Sheet) -> None:
        for at in (100, 116, 180):
            sheet.rule(72, at, 400, at)
        sheet.cells((72, 250), 112, ("Formula", "Meaning"))
        for number, formula in enumerate(
            ("(1 | a)", "0 + offset(o) + (1 | a)", "(1 | a) + (1 | bb)", "x + (x | a)", "x + (x || a)")
        ):
            sheet.text(72, 128 + 12 * number, formula, "Courier")
            sheet.text(250, 128 + 12 * number, f"model {number}")

    (table,) = tables(draw)
    assert table.grid[2] == ("0 + offset(o) + (1 | a)", "model 1")


def test_rows_set_apart_keep_their_lines_together() -> None:
    rows = [
        [("Title", "14 pt", "3 pt"), ("of paper", "capitals", "")],
        [("Author", "12 pt", "9 pt"), ("", "small", ""), ("", "upright", "")],
        [("Body", "10 pt", "0 pt")],
    ]

    def draw(sheet: Sheet) -> None:
        y = 128
        sheet.cells((100, 200, 300), 112, ("Style", "Font", "Space"))
        for lines in rows:
            for line in lines:
                sheet.cells((100, 200, 300), y, line)
                y += 12
            y += 8
        for at in (100, 116, y):
            sheet.rule(100, at, 340, at)

    (table,) = tables(draw)
    assert table.grid[1:] == (
        ("Title of paper", "14 pt capitals", "3 pt"),
        ("Author", "12 pt small upright", "9 pt"),
        ("Body", "10 pt", "0 pt"),
    )


def test_bands_of_several_rows_are_read_row_by_row_with_their_name() -> None:
    def draw(sheet: Sheet) -> None:
        heights = (100, 120, 170, 220)
        for at in heights:
            sheet.rule(60, at, 400, at)
        for at in (60, 150, 260, 400):
            sheet.rule(at, 100, at, 220)
        sheet.cells((64, 154, 264), 114, ("Group", "Function", "What it draws"), "Times-Bold")
        sheet.cells((64, 154, 264), 132, ("mosaic", "label_left()", "labels at the left"))
        sheet.cells((64, 154, 264), 146, ("plots", "label_all()", "labels at every side and"))
        sheet.cells((264,), 158, ("in cells",))
        sheet.cells((154, 264), 168, ("label_no()", "no labels"))
        sheet.cells((64, 154, 264), 182, ("colours", "shade_two()", "two colours"))
        sheet.cells((154, 264), 196, ("shade_max()", "the deepest colour"))
        sheet.cells((154, 264), 210, ("shade_hsv()", "colours by hue"))

    (table,) = tables(draw)
    assert table.grid[1:] == (
        ("mosaic plots", "label_left()", "labels at the left"),
        ("mosaic plots", "label_all()", "labels at every side and in cells"),
        ("mosaic plots", "label_no()", "no labels"),
        ("colours", "shade_two()", "two colours"),
        ("colours", "shade_max()", "the deepest colour"),
        ("colours", "shade_hsv()", "colours by hue"),
    )
    assert table.header_rows == 1


def test_words_between_the_drawings_of_a_plot_are_no_table() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 6)
        for top in (200, 320):
            sheet.rule(100, top, 340, top)
            path = sheet.canvas.beginPath()
            path.moveTo(100, 800 - top + 60)
            path.curveTo(200, 800 - top, 220, 800 - top + 90, 340, 800 - top - 20)
            sheet.canvas.drawPath(path)
        sheet.cells((100, 180, 260, 320), 215, ("0", "2", "4", "8"))
        sheet.cells((100, 180, 260, 320), 230, ("a", "b", "c", "d"))
        sheet.rule(100, 260, 340, 260)
        sheet.cells((100, 180, 260, 320), 300, ("0", "5", "10", "15"))

    assert tables(draw) == ()


def test_a_title_under_a_label_that_stands_alone_and_a_caption_without_a_separator() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 6)
        sheet.text(100, 160, "Table 1")
        sheet.text(100, 184, "Rivers that reach the sea", "Times-Italic")
        booktabs(sheet)
        booktabs(sheet, 400)
        sheet.text(140, 476, "Table 2.1 Rivers of the north")
        sheet.prose(60, 520, 6)

    assert [table.caption for table in tables(draw)] == [
        "Table 1 Rivers that reach the sea",
        "Table 2.1 Rivers of the north",
    ]


def test_bold_names_of_rows_are_no_header() -> None:
    rows = [
        ["", "", ""][:2],
        ["Elbe", "reaches the North Sea"],
        ["Oder", "reaches the Baltic"],
        ["Rhine", "reaches the North Sea"],
    ]

    def draw(sheet: Sheet) -> None:
        for at in range(5):
            sheet.rule(60, 100 + 20 * at, 400, 100 + 20 * at)
        for at, top in ((60, 100), (160, 120), (400, 100)):
            sheet.rule(at, top, at, 180)
        sheet.text(64, 114, "Rivers", "Times-Italic")
        for number, (name, text) in enumerate(rows[1:], 1):
            sheet.text(64, 114 + 20 * number, name, "Times-Bold")
            sheet.text(164, 114 + 20 * number, text)

    (table,) = tables(draw)
    assert (table.header_rows, table.grid[0], table.grid[1]) == (
        0,
        ("Rivers", "Rivers"),
        ("Elbe", "reaches the North Sea"),
    )
    made = make_table(table.grid, header_rows=table.header_rows)
    assert (made.caption, made.table.header, len(made.table.rows)) == ("Rivers", (("", ""),), 3)


def test_contents_equations_and_boxes_are_no_tables() -> None:
    def draw(sheet: Sheet) -> None:
        for number, name in enumerate(("Introduction", "Rivers of the north", "Rivers of the south")):
            sheet.cells(
                (60, 90, 300, 500), 60 + 12 * number, (str(number + 1), name, ". . . . . . . . . . .", str(4 * number))
            )
        for number, (left, right) in enumerate((("a", "4b"), ("c", "2d"), ("e", "7f"))):
            sheet.cells((200, 230, 260), 160 + 14 * number, (left, "=", right))
        for top in (260, 360):
            sheet.canvas.rect(60, 800 - top - 60, 400, 60)
            for x0, y0, x1, y1 in ((60, 0, 460, 0), (60, 60, 460, 60), (60, 0, 60, 60), (460, 0, 460, 60)):
                sheet.rule(x0, top + y0, x1, top + y1)
            sheet.cells((70, 300), top + 20, ("Task 1: Test", "Leader: one of us"))
            sheet.cells((70, 300), top + 34, ("Task 2: Join", "Leader: all of us"))
            sheet.cells((70, 300), top + 48, ("Task 3: Apply", "Leader: none"))

    assert tables(draw) == ()


def test_a_column_under_a_name_that_spans_two() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(180, 112, "Length of")
        sheet.cells((100, 160, 230), 124, ("Time", "Breslow", "Efron"))
        sheet.rule(100, 128, 260, 128)
        for number in range(6):
            sheet.cells((100, 160, 214), 140 + 12 * number, (str(number + 1), f"r/(r + {number})", f"r/(r + {number})"))
        sheet.text(100, 230, "Table 1: Two ways to part ties.")
        sheet.prose(60, 260, 8)

    (table,) = tables(draw)
    assert table.caption == "Table 1: Two ways to part ties."
    assert table.grid[2] == ("1", "r/(r + 0)", "r/(r + 0)")
    assert table.header_rows == 2


VARIETIES = (  # lines of a cell are 14 points apart, rows 17
    ("Early Gold", "Miller and", "Dry soil", 0),
    ("", "Sons", "", 14),
    ("Blue Dent", "Harper", "Clay", 31),
    ("Silver King", "Brown", "Sand", 48),
    ("(late)", "Seeds", "", 62),
    ("Red Flint", "Keller", "Loam", 79),
    ("White Star", "Olsen", "Peat", 96),
    ("Green Moon", "Dale", "Chalk", 113),
    ("", "Brothers", "", 127),
)


def test_rows_of_words_are_parted_by_wider_spaces_than_their_lines() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 4)
        sheet.cells((100, 160, 215), 160, ("Variety", "Breeder", "Soil"))
        for *cells, down in VARIETIES:
            sheet.cells((100, 160, 215), 180 + down, cells)
        for y in (146, 165, 314):
            sheet.rule(95, y, 250, y)

    (table,) = tables(draw)
    assert table.grid == (
        ("Variety", "Breeder", "Soil"),
        ("Early Gold", "Miller and Sons", "Dry soil"),
        ("Blue Dent", "Harper", "Clay"),
        ("Silver King (late)", "Brown Seeds", "Sand"),
        ("Red Flint", "Keller", "Loam"),
        ("White Star", "Olsen", "Peat"),
        ("Green Moon", "Dale Brothers", "Chalk"),
    )


def test_rows_with_cells_in_their_middle_are_not_merged() -> None:
    """No table rather than one row of several: rules stand over and under all rows only."""

    def draw(sheet: Sheet, numbers: bool) -> None:
        sheet.prose(60, 60, 4)
        sheet.text(100, 140, "Table 1. Trials of the varieties.")
        sheet.cells((100, 200, 280), 160, ("Variety", "Yield", "Height"))
        for down, name, others in (
            (0, "Early Gold", ("9.1", "180") if numbers else ("dry soil", "south")),
            (17, "Blue Dent", ("8.4", "195") if numbers else ("wet soil", "north")),
            (34, "Silver King", None),
            (48, "(late)", None),
            (65, "Red Flint", ("6.9", "205") if numbers else ("any soil", "west")),
        ):
            sheet.text(100, 180 + down, name)
            if others:
                sheet.cells((200, 280), 180 + down, others)
        sheet.cells((200, 280), 180 + 41, ("7.7", "210") if numbers else ("no soil", "east"))
        for y in (146, 165, 252):
            sheet.rule(95, y, 340, y)

    assert tables(partial(draw, numbers=True)) == ()
    assert tables(partial(draw, numbers=False)) == ()


def test_text_under_a_table_without_rules_is_no_row() -> None:
    def draw(sheet: Sheet, text: str) -> None:
        sheet.prose(60, 60, 4)
        sheet.text(60, 140, "Table 1: Dishes")
        for number, row in enumerate(DISHES):
            sheet.cells((72, 180, 245, 300), 160 + 20 * number, row)
        sheet.text(60, 160 + 20 * len(DISHES) + 8, text)

    for text in (
        "Guests who book in advance get a free coffee after the meal in the big hall.",
        "Guests who book in advance wait.",
    ):
        (table,) = tables(partial(draw, text=text))
        assert table.grid == DISHES


DISHES = (
    ("Dish", "Price", "Kcal", "Served"),
    ("Soup", "$8.50", "310", "noon"),
    ("Fish of the day", "$19.00", "520", "evening"),
    ("Steak", "$24.00", "880", "evening"),
    ("Cake", "$6.00", "450", "all day"),
)


def shade(sheet: Sheet, left: float, top: float, right: float, bottom: float) -> None:
    sheet.canvas.setFillGray(0.85)
    sheet.canvas.rect(left, HEIGHT - bottom, right - left, bottom - top, stroke=0, fill=1)
    sheet.canvas.setFillGray(0)


def shaded_rows(sheet: Sheet, rows: Sequence[int], between: float | None) -> None:
    """Four rows of three columns from 200 down, 18 points each, some with a shade: of each cell, with so much white
    `between` two of them, or of the whole row."""
    for row in rows:
        top = 200 + 18 * row
        for left in (60, 200, 340) if between is not None else ():
            shade(sheet, left, top, left + 140 - (between or 0), top + 18)
        if between is None:
            shade(sheet, 60, top, 480, top + 18)
    for row, cells in enumerate(RIVERS):
        sheet.cells((66, 206, 346), 213 + 18 * row, cells)


@pytest.mark.parametrize("between", [None, 0, 1.5])
@pytest.mark.parametrize("rows", [(0,), (1, 3), (0, 2), (0, 1, 2, 3)])
@pytest.mark.parametrize("caption", ["", "Table 1. Rivers that reach the sea"])
def test_shaded_rows_are_a_table_and_no_figure(caption: str, rows: Sequence[int], between: float | None) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 6)
        if caption:
            sheet.text(60, 199, caption)  # as near to the first row as a report writer sets it
        shaded_rows(sheet, rows, between)
        sheet.prose(60, 310, 6)

    content, lines = seen(draw)
    (table,) = find_tables(content, lines)
    assert (table.grid, table.caption) == (RIVERS, caption)
    assert find_figures(content, lines, (table,)) == ()


def test_bars_of_a_chart_are_no_shades() -> None:
    def draw(sheet: Sheet) -> None:
        for row, (name, amount, _) in enumerate(RIVERS[1:]):
            top = 200 + 18 * row
            shade(sheet, 120, top, 120 + int(amount) / 5, top + 14)
            sheet.text(60, top + 11, name)
            sheet.text(400, top + 11, amount)
        sheet.text(60, 280, "Figure 1. Rivers that reach the sea")

    content, lines = seen(draw)
    assert find_tables(content, lines) == ()
    assert [figure.caption for figure in find_figures(content, lines, ())] == ["Figure 1. Rivers that reach the sea"]


def test_the_second_line_of_a_caption_beside_columns_of_text_is_part_of_it() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 100, "Table 1. Rivers of the north that")
        sheet.text(60, 112, "reach the sea")
        for left in (230, 400):
            sheet.prose(left, 100, 12, "Rivers carry sand and silt")
        for row, cells in enumerate(RIVERS):
            sheet.cells((60, 105, 150), 136 + 14 * row, cells)

    content, lines = seen(draw)
    assert [caption.text for caption in find_captions(content, lines)] == [
        "Table 1. Rivers of the north that reach the sea"
    ]


@pytest.mark.parametrize(("beside", "captions"), [("", ["Table 3: Staff"]), ("A note", [""])])
def test_a_short_caption_at_the_margin_belongs_to_a_narrow_table_in_the_middle(
    beside: str, captions: list[str]
) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 3)
        sheet.text(60, 180, "Table 3: Staff")
        grid(sheet, [["Site", "Staff"], ["Leeds", "25"], ["York", "12"]], 220, 200, 80)
        sheet.text(60, 215, beside)
        sheet.prose(60, 300, 3)

    assert [table.caption for table in tables(draw)] == captions


def double_ruled(sheet: Sheet, rows: Sequence[Sequence[str]], parted: Sequence[int], pixels: bool) -> None:
    """A table with all cells lined, and rules down that are broken at double rules under some rows, as LaTeX draws
    them; of rules, or of pixels drawn out (dvips)."""
    dot = ImageReader(Image.new("1", (1, 1)))

    def line(x0: float, y0: float, x1: float, y1: float) -> None:
        if pixels:
            sheet.canvas.drawImage(dot, x0, HEIGHT - max(y1, y0 + 0.5), max(x1 - x0, 0.5), max(y1 - y0, 0.5))
        else:
            sheet.rule(x0, y0, x1, y1, 0.4)

    y = 200.0
    line(60, y, 360, y)
    for number, cells in enumerate(rows):
        for x in (60, 160, 260, 360):
            line(x, y + 0.2, x, y + 13.8)
        sheet.cells((64, 164, 264), y + 10, cells)
        y += 14
        line(60, y, 360, y)
        if number in parted:
            y += 2.8
            line(60, y, 360, y)


@pytest.mark.parametrize("pixels", [False, True])
@pytest.mark.parametrize(("parted", "header"), [((0,), 1), ((0, 2), 1), ((1,), 2)])
def test_double_rules_part_a_header_and_no_tables(parted: Sequence[int], header: int, pixels: bool) -> None:
    rows = (*RIVERS, ("Maas", "925", "North Sea"))

    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 6)
        double_ruled(sheet, rows, parted, pixels)
        sheet.prose(60, 320, 6)

    content, lines = seen(draw)
    (table,) = find_tables(content, lines)
    assert (table.grid, table.header_rows) == (rows, header)
    assert find_figures(content, lines, (table,)) == ()


def test_frames_around_code_with_text_between_are_no_table() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.rule(60, 50, 540, 50)  # of the running head
        sheet.text(440, 66, "(continued from above)")
        for top in (70, 180, 290):
            for edge in ((60, top, 540, top), (60, top + 60, 540, top + 60), (60, top, 60, top + 60)):
                sheet.rule(*edge)
            sheet.rule(540, top, 540, top + 60)
            for row, cells in enumerate(
                (("let rec", "search (i: int)", "="), ("match", "list with", "Nil"), ("end", "", ""))
            ):
                sheet.cells((64, 120, 300), top + 14 + 14 * row, cells, "Courier")
            sheet.prose(60, top + 80, 2)
        sheet.rule(60, 400, 540, 400)

    assert tables(draw) == ()


def test_rows_in_a_frame_under_names_that_stand_over_it() -> None:
    def draw(sheet: Sheet) -> None:
        for y in (200, 218, 236, 254):
            sheet.rule(60, y, 360, y)
        for x in (60, 360):
            sheet.rule(x, 218, x, 254)
        for row, cells in enumerate(RIVERS[:3]):
            sheet.cells((66, 166, 266), 213 + 18 * row, cells)

    assert [table.grid for table in tables(draw)] == [RIVERS[:3]]


@pytest.mark.parametrize("cells", [False, True])
def test_rows_of_signs_on_shades_under_each_other(cells: bool) -> None:
    rows = (("Feature", "Sample", "Setting"), ("Standard", "a", "smcp=0"), ("Small caps", "A", "smcp=1"))

    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 6)
        for left, right in ((60, 200), (200, 340), (340, 480)) if cells else ((60, 480),):
            shade(sheet, left, 200, right, 219)
        shade(sheet, 60, 219, 480, 244)
        shade(sheet, 60, 244, 480, 269)
        for row, (y, texts) in enumerate(zip((213, 235, 260), rows, strict=True)):
            sheet.cells((66, 206, 346), y, texts, "Times-Roman" if row else "Times-Bold")
        sheet.prose(60, 310, 6)

    content, lines = seen(draw)
    (table,) = find_tables(content, lines)
    assert (table.grid, table.header_rows, whole(table.rect)) == (rows, 1, (60, 200, 480, 269))
    assert find_figures(content, lines, (table,)) == ()


def test_text_on_shades_under_each_other_is_no_table() -> None:
    def draw(sheet: Sheet) -> None:
        for top in (200, 230, 260):
            shade(sheet, 50, top, 560, top + 30)
            sheet.prose(60, top + 12, 2)

    assert tables(draw) == ()


def test_columns_that_gaps_part_in_drawn_cells() -> None:
    header, *rows = (
        ("Sign", "Name", "Sign", "Name"),
        ("A", "Adenosine", "Y", "C or T"),
        ("G", "Guanosine", "K", "G or T"),
        ("C", "Cytidine", "B", "C or G or T"),
        ("T", "Thymidine", "D", "A or G or T"),
        ("M", "A or C", "", ""),
    )

    def draw(sheet: Sheet) -> None:
        for y in (200, 216, 290):
            sheet.rule(60, y, 460, y)
        sheet.rule(260, 200, 260, 290)
        for y, cells in zip((212, 230, 243, 256, 269, 282), (header, *rows), strict=True):
            sheet.cells((64, 164, 264, 364), y, cells)

    (table,) = tables(draw)
    assert (table.grid, table.header_rows) == ((header, *rows), 1)


def test_words_in_drawn_cells_are_not_parted_by_a_gap_in_one_line() -> None:
    rows = (("Port", "What is said of it"), ("Bremen", "the old harbor is closed to ships of more than ten tons"))

    def draw(sheet: Sheet) -> None:
        for y in (200, 220, 290):
            sheet.rule(60, y, 300, y)
        for x in (60, 140, 300):
            sheet.rule(x, 200, x, 290)
        sheet.cells((64, 144), 214, rows[0])
        sheet.text(64, 234, "Bremen")
        for y, line in (
            (234, "the old     harbor"),
            (247, "is closed to ships"),
            (260, "of more than"),
            (273, "ten tons"),
        ):
            first, _, last = line.partition("     ")
            sheet.text(144, 0 + y, first)
            if last:
                sheet.text(200, y, last)

    assert [table.grid for table in tables(draw)] == [rows]


def test_italic_names_of_rows_are_no_header() -> None:
    rows = (("here", "the place"), ("begin", "the first one"), ("end", "the last one"))

    def draw(sheet: Sheet) -> None:
        for y in (200, 216, 232, 248):
            sheet.rule(60, y, 300, y)
        for x in (60, 140, 300):
            sheet.rule(x, 200, x, 248)
        for row, (name, text) in enumerate(rows):
            sheet.text(64, 212 + 16 * row, name, "Times-Italic")
            sheet.text(144, 212 + 16 * row, text)

    (table,) = tables(draw)
    assert (table.grid, table.header_rows) == (rows, 0)


def test_a_list_between_the_rules_of_head_and_foot_is_no_table() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.rule(60, 100, 500, 100)
        sheet.rule(60, 640, 500, 640)
        for row in range(8):
            sheet.text(70, 130 + 40 * row, "•")
            sheet.text(90, 130 + 40 * row, f"double part{row} () const")
            sheet.text(120, 143 + 40 * row, "computes a part of the whole")

    assert tables(draw) == ()
