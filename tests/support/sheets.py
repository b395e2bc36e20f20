"""One page of a PDF file drawn by reportlab, and what stands on it, for tests of tables and figures."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from reportlab.pdfgen.canvas import Canvas

from benchwright.readers.base import Limits
from benchwright.readers.pdf.page import PageContent, Rect, TextLine
from benchwright.readers.pdf.pdf_file import open_pdf
from benchwright.readers.pdf.words_to_lines import make_lines

WIDTH, HEIGHT = 600, 800
PROSE = "Rivers carry sand and silt from the hills to the sea, and build the plains that we farm upon."


class Sheet:
    """A page of 600 x 800 points. Heights count from the top; text stands on the line given."""

    def __init__(self) -> None:
        self._out = io.BytesIO()
        self.canvas = Canvas(self._out, pagesize=(WIDTH, HEIGHT), invariant=1)

    def text(self, x: float, y: float, text: str, font: str = "Times-Roman", size: float = 10) -> None:
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, HEIGHT - y, text)

    def prose(self, x: float, y: float, lines: int, text: str = PROSE) -> None:
        for number in range(lines):
            self.text(x, y + 12 * number, text)

    def rule(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.5) -> None:
        self.canvas.setLineWidth(width)
        self.canvas.line(x0, HEIGHT - y0, x1, HEIGHT - y1)

    def cells(self, xs: Sequence[float], y: float, cells: Sequence[str], font: str = "Times-Roman") -> None:
        for x, text in zip(xs, cells, strict=True):
            if text:
                self.text(x, y, text, font)

    def bytes(self) -> bytes:
        self.canvas.showPage()
        self.canvas.save()
        return self._out.getvalue()


def seen(draw: Callable[[Sheet], None]) -> tuple[PageContent, tuple[TextLine, ...]]:
    """What stands on the page that `draw` draws, and its lines."""
    sheet = Sheet()
    draw(sheet)
    with open_pdf(sheet.bytes(), Limits()) as pdf:
        content = pdf.content(1)
    return content, make_lines(content)


def whole(rect: Rect) -> tuple[int, int, int, int]:
    """Left, top, right, bottom in whole points."""
    return round(rect.left), round(rect.top), round(rect.right), round(rect.bottom)
