"""Scanned pages are recognised, and read by OCR where the extra `ocr` is installed.

A scanned page is one raster over most of it, without letters, or with letters that make no words (a bad text layer that
an earlier program has put under the picture). What OCR reads becomes words like any others, which go through the same
lines, columns and paragraphs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from benchwright.readers.ocr import OcrLine, lines_in, ocr_installed
from benchwright.readers.pdf.page import PageContent, Rect, Word
from benchwright.readers.pdf.pdf_file import Pdf

OCR_DPI = 150.0
COVERED = 0.7
"""Share of a page that rasters cover at least."""

FEW_WORDS = 2
"""A page with more readable words than this (a stamp, a page number) is no scan, whatever lies behind them."""

SURE = 0.6
"""Least confidence (0-1, the engine's own) of a line that is kept."""

MEND = "to read it, install the extra: pip install 'benchwright[ocr]'"

Engine = Callable[[bytes], Iterable[OcrLine]]


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """A scanned page as read: its content without the picture, and the lines that were too doubtful to keep."""

    content: PageContent
    doubtful: tuple[str, ...] = ()


def is_scanned(content: PageContent) -> bool:
    """Whether a page is a picture of paper: rasters over most of it, and next to no readable words."""
    covered = sum(raster.rect.area for raster in content.rasters)  # a scan may come in stripes
    if covered < COVERED * content.width * content.height:
        return False
    readable = sum(1 for word in content.words if _readable(word.text))
    return readable <= FEW_WORDS or readable < 0.3 * len(content.words)


def why_not_read(ocr: bool) -> str | None:
    """What mends that a scanned page is not read; None if it can be read."""
    if not ocr_installed():
        return MEND
    return None if ocr else "--ocr reads it"


def read_scan(pdf: Pdf, content: PageContent, engine: Engine | None = None) -> ScannedPage:
    """The words of a scanned page. ReadError `page-damaged` if it cannot be drawn."""
    lines = tuple((engine or lines_in)(pdf.render(content.number, None, OCR_DPI)))
    sure = [line for line in lines if line.score >= SURE and line.text]
    words = tuple(word for line in sure for word in _words(line, content))
    doubtful = tuple(line.text for line in lines if line.score < SURE and line.text)
    return ScannedPage(replace(content, words=words, rules=(), drawings=(), rasters=()), doubtful)


def _words(line: OcrLine, content: PageContent) -> Iterable[Word]:
    """A line's words, its width shared out by their letters. The box holds letters with their tails, so that a font is
    nine tenths as large as it is high."""
    left, top, right, bottom = line.box
    rect = Rect(left * content.width, top * content.height, right * content.width, bottom * content.height)
    letter = rect.width / max(len(line.text), 1)
    at = 0
    for text in line.text.split(" "):
        if text:
            place = Rect(rect.left + at * letter, rect.top, rect.left + (at + len(text)) * letter, rect.bottom)
            yield Word(text, place, "ocr", _whole_size(rect.height))
        at += len(text) + 1


def _whole_size(height: float) -> float:
    """Sizes in steps of two points: boxes of one font differ a little from line to line."""
    return max(2.0, 2.0 * round(0.45 * height))


def _readable(text: str) -> bool:
    letters = sum(1 for character in text if character.isalnum())
    return len(text) > 1 and letters >= 0.7 * len(text) and "\ufffd" not in text
