"""Tables that go on over pages: which parts are joined, and which are tables of their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas
from tests.readers.pdf.test_document import BODY, document, lines, read, say

from benchwright.readers.base import TableBlock
from benchwright.records import Drop

Row = tuple[str, ...]
HEADER = ("Tree", "Height", "Place")
OAK, ELM, ASH, FIR = ("Oak", "30", "hill"), ("Elm", "25", "brook"), ("Ash", "28", "wood"), ("Fir", "50", "slope")


def part(canvas: Canvas, top: float, rows: Sequence[Row], caption: str = "", text: bool = False) -> None:
    if text:
        lines(canvas, 50, top - 120, [f"{BODY} at {top}"] * 5)
    if caption:
        say(canvas, 60, top - 14, caption)
    heights = [top, top + 16, top + 20 + 12 * len(rows)]
    for at in heights:
        canvas.line(60, 600 - at, 340, 600 - at)
    for number, row in enumerate(rows):
        for x, cell in zip((60, 160, 260), row, strict=True):
            say(canvas, x, top + 12 * (number + 1) + (2 if number else 0), cell)


def tables(folder: Path, *parts: tuple[float, Sequence[Row], str, bool]) -> list[tuple[str, int, list[Row]]]:
    pages = [lambda canvas, each=each: part(canvas, *each) for each in parts]
    blocks = [block for block in document(read(folder, pages)).blocks if isinstance(block, TableBlock)]
    return [(block.caption, block.page or 0, [*block.table.header, *block.table.rows]) for block in blocks]


def test_the_same_header_again_goes_on(tmp_path: Path) -> None:
    assert tables(
        tmp_path,
        (400, [HEADER, OAK, ELM], "Table 1: Trees of the hill", True),
        (60, [HEADER, ASH, FIR], "", False),
        (60, [HEADER, OAK], "Table 1 (continued)", False),
    ) == [("Table 1: Trees of the hill", 1, [HEADER, OAK, ELM, ASH, FIR, OAK])]


def test_headers_and_captions_that_are_there_again_are_among_the_drops(tmp_path: Path) -> None:
    pages = [
        lambda canvas: part(canvas, 400, [HEADER, OAK, ELM], "Table 1: Trees", text=True),
        lambda canvas: part(canvas, 60, [HEADER, ASH], "Table 1 (continued)"),
    ]
    drops = [each for each in read(tmp_path, pages) if isinstance(each, Drop) and each.reason == "table-words"]
    assert [drop.text for drop in drops] == ["Table 1 (continued) Tree Height Place"]


def test_a_caption_under_the_last_part_is_the_caption_of_the_whole(tmp_path: Path) -> None:
    def last(canvas: Canvas) -> None:
        part(canvas, 60, [HEADER, ASH, FIR])
        say(canvas, 60, 130, "Table 1: Trees of the hill")
        lines(canvas, 50, 180, [BODY] * 5)

    pages = [lambda canvas: part(canvas, 400, [HEADER, OAK, ELM], text=True), last]
    (block,) = [each for each in document(read(tmp_path, pages)).blocks if isinstance(each, TableBlock)]
    assert (block.caption, block.table.rows) == ("Table 1: Trees of the hill", (OAK, ELM, ASH, FIR))


def test_another_header_number_or_text_between_makes_another_table(tmp_path: Path) -> None:
    first = (400.0, [HEADER, OAK, ELM], "Table 1: Trees", True)
    for second in (
        (60.0, [("Tree", "Age", "Place"), ASH, FIR], "", False),
        (60.0, [HEADER, ASH, FIR], "Table 2: More trees", False),
        (200.0, [HEADER, ASH, FIR], "", True),
    ):
        assert len(tables(tmp_path, first, second)) == 2


def test_a_first_row_that_both_parts_begin_with_is_a_header_whatever_its_style(tmp_path: Path) -> None:
    def lined(canvas: Canvas, top: float, rows: Sequence[Row]) -> None:
        for row, cells in enumerate(rows):
            for x, cell in zip((60, 160, 260), cells, strict=True):
                canvas.rect(x, 600 - top - 16 * (row + 1), 100, 16)
                say(canvas, x + 4, top + 11 + 16 * row, cell)

    def first(canvas: Canvas) -> None:
        lines(canvas, 50, 280, [BODY] * 5)
        lined(canvas, 400, [HEADER, OAK, ELM])

    pages = [first, lambda canvas: lined(canvas, 60, [HEADER, ASH, FIR])]
    (table,) = [block for block in document(read(tmp_path, pages)).blocks if isinstance(block, TableBlock)]
    assert [*table.table.header, *table.table.rows] == [HEADER, OAK, ELM, ASH, FIR]
