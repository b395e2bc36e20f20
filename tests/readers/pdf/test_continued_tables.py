"""Tables that go on over pages: which parts are joined, and which are tables of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


YEW = ("Yew", "40", "garden")
NAMES = ("Oak", "Elm", "Ash", "Fir", "Yew", "Beech", "Larch")


def rows_of(canvas: Canvas, top: float, rows: Sequence[Row], size: float = 10, bold: bool = False) -> None:
    for number, row in enumerate(rows):
        for x, cell in zip((60, 160, 260), row, strict=True):
            say(
                canvas, x, top + 12 * (number + 1), cell, size, "Helvetica-Bold" if bold and not number else "Helvetica"
            )


def opened(canvas: Canvas, top: float = 400, rows: Sequence[Row] = (HEADER, OAK, ELM, ASH)) -> None:
    """A table with rules around its bold header only, under text and at the end of the page."""
    lines(canvas, 50, top - 120, [f"{BODY} at {top}"] * 5)
    say(canvas, 60, top - 14, "Table 1: Trees of the hill")
    canvas.line(60, 600 - top, 340, 600 - top)
    canvas.line(60, 600 - top - 16, 340, 600 - top - 16)
    rows_of(canvas, top, rows, bold=True)


def closed(canvas: Canvas, top: float, rows: Sequence[Row]) -> None:
    """The last rows with the rule under them, and text."""
    rows_of(canvas, top, rows)
    end = top + 12 * len(rows) + 4
    canvas.line(60, 600 - end, 340, 600 - end)
    lines(canvas, 50, end + 60, [BODY] * 5)


def found(folder: Path, *pages: Callable[[Canvas], None]) -> tuple[list[TableBlock], list[Drop], str]:
    items = read(folder, list(pages))
    result = document(items)
    drops = [each for each in items if isinstance(each, Drop)]
    return [block for block in result.blocks if isinstance(block, TableBlock)], drops, result.text


def cells(block: TableBlock) -> list[Row]:
    return [*block.table.header, *block.table.rows]


def test_rows_without_header_and_rules_go_on_with_the_table(tmp_path: Path) -> None:
    (block,), _, text = found(tmp_path, opened, lambda canvas: closed(canvas, 60, [FIR, YEW, OAK]))
    assert (cells(block), block.table.cut) == ([HEADER, OAK, ELM, ASH, FIR, YEW, OAK], None)
    assert "slope" not in text
    assert text.count(BODY) == 10


def test_rows_go_on_over_a_whole_page(tmp_path: Path) -> None:
    whole = [(f"{NAMES[at % 7]} {at}", str(at + 20), "hill") for at in range(40)]
    (block,), _, _ = found(
        tmp_path, opened, lambda canvas: rows_of(canvas, 50, whole), lambda canvas: closed(canvas, 60, [FIR, YEW])
    )
    assert cells(block) == [HEADER, OAK, ELM, ASH, *whole, FIR, YEW]


def test_rows_between_rules_on_the_next_page_are_no_header(tmp_path: Path) -> None:
    def lined(canvas: Canvas, top: float, rows: Sequence[Row], bold: bool = False) -> None:
        rows_of(canvas, top, rows, bold=bold)
        for number in range(len(rows) + 1):
            canvas.line(60, 600 - top - 3 - 12 * number, 340, 600 - top - 3 - 12 * number)

    def first(canvas: Canvas) -> None:
        lines(canvas, 50, 280, [BODY] * 5)
        lined(canvas, 400, [HEADER, OAK, ELM, ASH], bold=True)

    (block,), _, _ = found(tmp_path, first, lambda canvas: lined(canvas, 60, [FIR, YEW, OAK]))
    assert cells(block) == [HEADER, OAK, ELM, ASH, FIR, YEW, OAK]


def test_a_line_that_says_so_is_no_end_of_a_table(tmp_path: Path) -> None:
    def first(canvas: Canvas) -> None:
        part(canvas, 400, [HEADER, OAK, ELM], "Table 1: Trees", text=True)
        say(canvas, 240, 470, "Continued on next page")

    def second(canvas: Canvas) -> None:
        part(canvas, 60, [HEADER, ASH, FIR], "Table 1 – continued from previous page")

    (block,), drops, text = found(tmp_path, first, second)
    assert (block.caption, cells(block)) == ("Table 1: Trees", [HEADER, OAK, ELM, ASH, FIR])
    assert [drop.text for drop in drops if drop.reason == "table-words"] == [
        "Continued on next page Table 1 – continued from previous page Tree Height Place"
    ]
    assert "ontinued" not in text


def test_a_row_that_says_so_is_none_of_the_table(tmp_path: Path) -> None:
    """LaTeX's longtable sets such rows at the end and on the top of its parts."""
    rows = [(name, str(at + 20), "hill") for at, name in enumerate(NAMES)]

    def first(canvas: Canvas) -> None:
        part(canvas, 400, [HEADER, *rows], "Table 1: Trees", text=True)
        say(canvas, 170, 528, "Continued on next page")
        canvas.line(60, 600 - 534, 340, 600 - 534)

    (block,), drops, text = found(tmp_path, first, lambda canvas: part(canvas, 60, [HEADER, ASH, FIR]))
    assert cells(block) == [HEADER, *rows, ASH, FIR]
    assert "Continued" not in text
    said = [drop.text for drop in drops if drop.reason == "table-words"]
    assert said == ["Continued on next page Tree Height Place"]


def test_a_table_that_says_that_it_goes_on_lacks_rows_where_nothing_follows(tmp_path: Path) -> None:
    def first(canvas: Canvas) -> None:
        part(canvas, 400, [HEADER, OAK, ELM], "Table 1: Trees", text=True)
        say(canvas, 240, 470, "Continued on next page")

    (block,), drops, _ = found(tmp_path, first, lambda canvas: lines(canvas, 50, 60, [BODY] * 5))
    assert block.table.lacks_rows
    assert [drop.detail for drop in drops if drop.reason == "table-in-parts"] == ["page 1: it says that it goes on"]


def test_rows_under_columns_without_names_are_in_doubt(tmp_path: Path) -> None:
    """Neither a caption nor a header: it may be an index."""

    def first(canvas: Canvas) -> None:
        lines(canvas, 50, 280, [BODY] * 5)
        for row, cells_ in enumerate([OAK, ELM, ASH]):
            for x, cell in zip((60, 160, 260), cells_, strict=True):
                canvas.rect(x, 600 - 400 - 16 * (row + 1), 100, 16)
                say(canvas, x + 4, 400 + 11 + 16 * row, cell)

    blocks, drops, _ = found(tmp_path, first, lambda canvas: closed(canvas, 60, [FIR, YEW, OAK]))
    assert [row for row in cells(blocks[0]) if any(row)] == [OAK, ELM, ASH]
    assert blocks[0].table.lacks_rows
    assert [drop.reason for drop in drops] == ["table-in-parts"]


def test_the_same_header_behind_a_note_is_in_doubt_and_both_lack_rows(tmp_path: Path) -> None:
    def first(canvas: Canvas) -> None:
        part(canvas, 400, [HEADER, OAK, ELM], "Table 1: Trees", text=True)
        say(canvas, 60, 470, "Heights are in metres.")

    blocks, drops, _ = found(tmp_path, first, lambda canvas: part(canvas, 60, [HEADER, ASH, FIR]))
    assert [cells(block) for block in blocks] == [[HEADER, OAK, ELM], [HEADER, ASH, FIR]]
    assert [block.table.lacks_rows for block in blocks] == [True, True]
    assert [(drop.detail, drop.text) for drop in drops if drop.reason == "table-in-parts"] == [
        ("pages 1 and 2: it may go on there", "Table 1: Trees")
    ]


def test_rows_that_stand_otherwise_in_the_columns_are_in_doubt(tmp_path: Path) -> None:
    def second(canvas: Canvas) -> None:
        for number, row in enumerate([FIR, YEW, OAK]):
            for x, cell in zip((75, 170, 272), row, strict=True):
                say(canvas, x, 72 + 12 * number, cell)
        lines(canvas, 50, 200, [BODY] * 5)

    blocks, drops, _ = found(tmp_path, opened, second)
    assert (cells(blocks[0]), blocks[0].table.lacks_rows) == ([HEADER, OAK, ELM, ASH], True)
    assert len([drop for drop in drops if drop.reason == "table-in-parts"]) == 1


def test_text_and_headings_on_the_next_page_are_no_rows(tmp_path: Path) -> None:
    def text(canvas: Canvas) -> None:
        say(canvas, 60, 72, "Oaks")
        lines(canvas, 60, 84, [BODY] * 5)

    (block,), drops, _ = found(tmp_path, opened, text)
    assert (cells(block), block.table.lacks_rows) == ([HEADER, OAK, ELM, ASH], False)
    assert not [drop for drop in drops if drop.reason == "table-in-parts"]


def test_another_header_over_the_same_columns_makes_another_table(tmp_path: Path) -> None:
    other = ("Shrub", "Width", "Place")
    blocks, drops, _ = found(
        tmp_path,
        lambda canvas: part(canvas, 400, [HEADER, OAK, ELM], text=True),
        lambda canvas: part(canvas, 60, [other, ASH, FIR]),
    )
    assert [(cells(block), block.table.lacks_rows) for block in blocks] == [
        ([HEADER, OAK, ELM], False),
        ([other, ASH, FIR], False),
    ]
    assert not [drop for drop in drops if drop.reason == "table-in-parts"]
