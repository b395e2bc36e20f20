"""Parts of pages and whole pages are rendered as image files."""

from __future__ import annotations

from contextlib import suppress

from benchwright.errors import ReadError
from benchwright.readers.checked_images import check_image
from benchwright.readers.pdf.page import Rect
from benchwright.readers.pdf.pdf_file import Pdf

FIGURE_DPI = 150.0
FINEST_DPI = 300.0
"""A raster that has more dots is shown with these at most."""

PAGE_DPI = 144.0


def cut_figure(pdf: Pdf, number: int, rect: Rect) -> bytes:
    """A part of a page: the raster's own JPEG file where the part is that raster and nothing else, and drawing it
    would not show more; else a PNG, as fine as the finest raster in it (150 to 300 dots an inch). ReadError
    `page-damaged`."""
    result = pdf.embedded(number, rect)
    if result is not None and result.jpeg and result.dpi >= FIGURE_DPI:
        with suppress(ReadError):  # a raster that cannot be decoded is drawn instead
            check_image(result.jpeg)
            return result.jpeg
    dpi = FIGURE_DPI if result is None else min(max(result.dpi, FIGURE_DPI), FINEST_DPI)
    return pdf.render(number, rect, dpi)


def page_picture(pdf: Pdf, number: int) -> bytes:
    """A whole page as a PNG. ReadError `page-damaged`."""
    return pdf.render(number, None, PAGE_DPI)
