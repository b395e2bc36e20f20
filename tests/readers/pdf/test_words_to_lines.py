"""Words -> lines: what stands on one baseline is one line, and what stands in two columns is two."""

from collections.abc import Callable, Sequence

import pytest
from tests.support.sheets import Sheet, seen

LEFT, RIGHT = 100.0, 250.0
FULL = "Carbohydrates are broken down"


def spread(sheet: Sheet, y: float, words: Sequence[str], right: float = RIGHT) -> None:
    """Words with equal spaces between them, from the left edge of a column to its right edge."""
    widths = [sheet.canvas.stringWidth(word, "Times-Roman", 10) for word in words]
    space = (right - LEFT - sum(widths)) / (len(words) - 1)
    x = LEFT
    for word, width in zip(words, widths, strict=True):
        sheet.text(x, y, word)
        x += width + space


def lines(draw: Callable[[Sheet], None]) -> list[str]:
    return [line.text for line in seen(draw)[1]]


def test_a_line_with_wide_spaces_in_a_narrow_column_is_one_line() -> None:
    def draw(sheet: Sheet) -> None:
        spread(sheet, 100, FULL.split())
        spread(sheet, 112, ("Carbohydrates", "be", "the"))
        spread(sheet, 124, ("stoichiometric", "formula"))
        spread(sheet, 136, FULL.split())
        sheet.text(LEFT, 148, "by enzymes.")

    assert lines(draw) == [FULL, "Carbohydrates be the", "stoichiometric formula", FULL, "by enzymes."]


@pytest.mark.parametrize(
    ("cells", "xs"),
    [
        (("Leeds", "12"), (LEFT, RIGHT - 10)),  # flush with one line only, and one space has none to be as wide as
        (("Leeds", "York", "12"), (LEFT, LEFT + 50, RIGHT - 10)),  # spaces differ
        (("Leeds", "York", "Hull"), (LEFT, LEFT + 55, LEFT + 108)),  # it does not reach the other edge
    ],
)
def test_cells_under_a_line_of_text_are_apart(cells: Sequence[str], xs: Sequence[float]) -> None:
    def draw(sheet: Sheet) -> None:
        spread(sheet, 100, FULL.split())
        for y in (112, 124, 136):
            sheet.cells(xs, y, cells)

    assert lines(draw) == [FULL, *cells * 3]


def test_lines_of_two_columns_are_apart() -> None:
    def draw(sheet: Sheet) -> None:
        for y in (100, 112, 124):
            spread(sheet, y, FULL.split())
            sheet.text(RIGHT + 30, y, FULL)

    assert lines(draw) == [FULL] * 6
