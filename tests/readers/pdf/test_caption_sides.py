"""Captions between two tables: the other pages tell which one they belong to."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas
from tests.readers.pdf.test_continued_tables import ASH, ELM, FIR, HEADER, OAK, part
from tests.readers.pdf.test_document import BODY, document, lines, read, say

from benchwright.readers.base import TableBlock


@pytest.mark.parametrize("over", [True, False])
def test_a_caption_between_two_tables_goes_to_the_side_of_the_document(tmp_path: Path, over: bool) -> None:
    def between(canvas: Canvas) -> None:
        part(canvas, 100, [HEADER, OAK, ELM])
        say(canvas, 60, 160, "Table 1: Trees of this page")
        part(canvas, 176, [("Tree", "Age", "Place"), ASH, FIR])
        lines(canvas, 50, 300, [BODY] * 5)

    def plain(canvas: Canvas, number: int) -> None:
        lines(canvas, 50, 30 + 7 * number, [BODY] * 4)
        part(canvas, 200, [HEADER, OAK, FIR])
        say(canvas, 60, 190 if over else 260, f"Table {number}: Trees of page {number}")
        lines(canvas, 50, 300 + 7 * number, [BODY] * 6)

    pages = [between, *(lambda canvas, number=number: plain(canvas, number) for number in (2, 3, 4))]
    tables = [block for block in document(read(tmp_path, pages)).blocks if isinstance(block, TableBlock)]
    assert [table.page for table in tables] == [1, 1, 2, 3, 4]
    assert [bool(table.caption) for table in tables[:2]] == [not over, over]
    assert all(table.caption for table in tables[2:])
