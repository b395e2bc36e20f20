"""Tables with a rule between every two rows, and none over the header or under the last row."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.support.sheets import Sheet, seen

from benchwright.readers.pdf.page import PageTable
from benchwright.readers.pdf.tables import find_tables

ROWS = (
    ("Boat", "Length", "Builder"),
    ("Anna", "8.0", "Lee Yard"),
    ("Bella", "9.5", "Ray Yard"),
    ("Cora", "11.0", "Day Yard"),
    ("Lena", "24.5", "Lee Yard"),
)
XS = (100, 220, 320)
TOP, HIGH = 200, 24


def page(ruled: Sequence[int], rows: Sequence[Sequence[str]] = ROWS, under: str = "", gap: int = 30) -> list[PageTable]:
    """The tables of a page: rows from 200 points on, each 24 high, with rules over the rows of these numbers, and text
    `gap` points under the last."""

    def draw(sheet: Sheet) -> None:
        sheet.prose(100, 100, 4)
        for number, row in enumerate(rows):
            sheet.cells(XS, TOP + 16 + HIGH * number, row)
        for number in ruled:
            sheet.rule(94, TOP + HIGH * number, 420, TOP + HIGH * number)
        sheet.text(100, TOP + HIGH * (len(rows) - 1) + 16 + gap, under or "The harbor master wrote this list in May.")

    return list(find_tables(*seen(draw)))


@pytest.mark.parametrize(
    "ruled",
    [
        pytest.param((0, 1, 2, 3, 4, 5), id="all"),
        pytest.param((0, 1, 2, 3, 4), id="none under the last row"),
        pytest.param((1, 2, 3, 4, 5), id="none over the header"),
        pytest.param((1, 2, 3, 4), id="between rows only"),
        pytest.param((2, 3, 4, 5), id="none over nor under the header"),
        pytest.param((2, 3, 4), id="between rows of the body only"),
    ],
)
def test_rows_beyond_the_rules_belong_to_the_table(ruled: tuple[int, ...]) -> None:
    (table,) = page(ruled)
    assert (table.grid, table.header_rows) == (ROWS, 1)


@pytest.mark.parametrize("gap", [HIGH, 40])
def test_text_under_the_last_rule_is_no_row(gap: int) -> None:
    for text in ("All lengths are given in metres, and were taken at the pier.", "Metres."):
        (table,) = page((0, 1, 2, 3, 4, 5), under=text, gap=gap)
        assert table.grid == ROWS


def test_last_row_may_have_several_lines() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(100, 100, 4)
        for number, row in enumerate(ROWS):
            sheet.cells(XS, TOP + 16 + HIGH * number, row)
            sheet.rule(94, TOP + HIGH * number, 420, TOP + HIGH * number)
        sheet.text(XS[2], TOP + 28 + HIGH * 4, "and Sons")
        sheet.prose(100, TOP + 70 + HIGH * 4, 4)

    (table,) = find_tables(*seen(draw))
    assert table.grid == (*ROWS[:4], ("Lena", "24.5", "Lee Yard and Sons"))


def test_header_of_two_lines_over_the_first_rule() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(100, 100, 4)
        sheet.text(XS[1], TOP + 4, "Whole")
        for number, row in enumerate(ROWS):
            sheet.cells(XS, TOP + 16 + HIGH * number, row)
            sheet.rule(94, TOP + HIGH * (number + 1), 420, TOP + HIGH * (number + 1))

    (table,) = find_tables(*seen(draw))
    assert table.grid == (("Boat", "Whole Length", "Builder"), *ROWS[1:])


def test_no_table_of_words_where_several_rows_stand_over_the_first_rule() -> None:
    words = [(boat, builder, "North quay") for boat, _, builder in ROWS]
    assert len(page((2, 3, 4, 5), words)) == 1
    assert page((3, 4, 5), words) == []
