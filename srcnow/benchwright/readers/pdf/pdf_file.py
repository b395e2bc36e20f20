"""A PDF file is opened and its pages are read one at a time, within limits (PDFium).

No page is held: `content(number)` loads a page, notes what stands on it, and lets it go, so that a file of a thousand
pages needs the memory of one. Coordinates are those of the page as it is shown: cropped and turned.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from html import unescape
from types import TracebackType
from typing import Any

from benchwright.readers.base import Limits, ReadError
from benchwright.readers.pdf.embedded_raster import EmbeddedRaster, embedded_in
from benchwright.readers.pdf.letters import letters_on
from benchwright.readers.pdf.letters_to_words import make_words
from benchwright.readers.pdf.page import PageContent, Rect
from benchwright.readers.pdf.page_drawings import drawn_on
from benchwright.readers.pdf.page_transform import PageTransform

MOST_PAGES = 10_000
"""A file of more is refused: no book has as many."""

MOST_PIXELS = 25_000_000
"""A picture of a page or of a part of it is made smaller than asked where it would have more."""

_NO_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel|publisher)\b.*|untitled.*|no title|title|document\d*|slide \d+|layout \d+"
    r"|\(?(?:anonymous|unspecified|none)\)?|presentation\d*"
    r"|.{0,200}\.(?:docx?|dvi|tex|pdf|pptx?|xlsx?|rtf|odt|indd|qxd|ps|eps|fm|wpd|txt|html?))$",
    re.IGNORECASE,
)
_XMP = re.compile(rb"<x:xmpmeta\b")
_XMP_END = b"</x:xmpmeta>"
_LONGEST_XMP = 256 << 10
_LICENCE = (
    re.compile(r"<cc:licen[sc]e\b[^<>]{0,200}rdf:resource=[\"']([^\"'<>]{1,300})[\"']"),
    re.compile(r"<xmpRights:WebStatement>([^<]{1,300})</xmpRights:WebStatement>"),
    re.compile(r"xmpRights:WebStatement=[\"']([^\"'<>]{1,300})[\"']"),
    re.compile(r"<dc:rights>\s{0,40}<rdf:Alt>\s{0,40}<rdf:li[^<>]{0,80}>([^<]{1,300})</rdf:li>"),
)


@dataclass(frozen=True, slots=True)
class Metadata:
    """What the file tells of itself; "" for what it does not tell, or tells by words that a program put there."""

    title: str = ""
    author: str = ""
    licence: str = ""


class Pdf:
    """An open file. Close it, or use it in a `with`."""

    def __init__(self, document: Any, metadata: Metadata, limits: Limits) -> None:
        self._document = document
        self._limits = limits
        self._vast: dict[int, list[Rect]] = {}
        self.metadata = metadata

    def __len__(self) -> int:
        return len(self._document)

    def __enter__(self) -> Pdf:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._document.close()

    def label(self, number: int) -> str:
        """How the document itself numbers a page ("xii"); its number if it does not."""
        return self._document.get_page_label(number - 1) or str(number)

    def content(self, number: int) -> PageContent:
        """What stands on a page; pages count from 1. ReadError `page-damaged`, or `page-too-large` where there is
        more on it than one can read."""
        with self._page(number) as page:
            sheet = _sheet(page)
            words = make_words(letters_on(page, sheet))
            rules, drawings, rasters = drawn_on(page, sheet)
        if vast := [each.rect for each in rasters if each.width * each.height > self._limits.image_pixels]:
            self._vast[number] = vast
        return PageContent(number, sheet.width, sheet.height, words, rules, drawings, rasters)

    def render(self, number: int, rect: Rect | None = None, dpi: float = 150) -> bytes:
        """A page, or a part of it, as a PNG. Fewer dots than asked where the picture would have more than
        `MOST_PIXELS`. ReadError `page-damaged`, or `image-too-large` where it shows a picture of more pixels than the
        limits allow: a few bytes can claim billions, and PDFium would unpack them all."""
        import pypdfium2

        with self._page(number) as page:
            sheet = _sheet(page)
            part = rect or Rect(0.0, 0.0, sheet.width, sheet.height)
            left, top = max(part.left, 0.0), max(part.top, 0.0)
            right, bottom = min(part.right, sheet.width), min(part.bottom, sheet.height)
            if right - left < 1 or bottom - top < 1:
                raise ReadError("page-damaged", f"there is nothing to draw on page {number}")
            if any(rect.overlap(part) > 0 for rect in self._vast.get(number, ())):
                raise ReadError("image-too-large", f"a picture of more than {self._limits.image_pixels:,} pixels")
            scale = min(dpi / 72, (MOST_PIXELS / ((right - left) * (bottom - top))) ** 0.5)
            crop = (left, sheet.height - bottom, sheet.width - right, top)
            try:
                picture = page.render(scale=scale, crop=crop).to_pil()
            except (pypdfium2.PdfiumError, ValueError, MemoryError) as error:
                raise ReadError("page-damaged", f"page {number} cannot be drawn: {error}") from error
        out = io.BytesIO()
        picture.convert("RGB").save(out, "PNG")
        return out.getvalue()

    def embedded(self, number: int, rect: Rect) -> EmbeddedRaster | None:
        """The raster that a part of a page shows. ReadError `page-damaged`."""
        with self._page(number) as page:
            return embedded_in(page, _sheet(page), rect)

    @contextmanager
    def _page(self, number: int) -> Iterator[Any]:
        import pypdfium2

        try:
            page = self._document[number - 1]
        except (pypdfium2.PdfiumError, IndexError) as error:
            raise ReadError("page-damaged", f"page {number} cannot be loaded") from error
        try:
            yield page
        finally:
            page.close()


def open_pdf(data: bytes, limits: Limits) -> Pdf:
    """Open a PDF file. ReadError `encrypted` (it asks for a password), `damaged`, or `too-many-pages`."""
    import pypdfium2
    from pypdfium2 import raw

    with suppress(pypdfium2.PdfiumError):
        pypdfium2.PdfDocument(b"none")  # where PDFium has no word for what is wrong, it repeats its last one
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY):
            raise ReadError("encrypted", "the file asks for a password") from error
        raise ReadError("damaged", "is no PDF file, or is broken beyond repair") from error
    pages = len(document)
    if not 0 < pages <= MOST_PAGES:
        document.close()
        if pages > 0:
            raise ReadError("too-many-pages", f"{pages:,} pages; {MOST_PAGES:,} are read at most")
        raise ReadError("damaged", "there is no page in it")
    return Pdf(document, _metadata(document, data), limits)


def _sheet(page: Any) -> PageTransform:
    left, bottom, right, top = (float(value) for value in page.get_bbox())
    if not (right - left >= 1 and top - bottom >= 1):
        raise ReadError("page-damaged", "the page has no area")
    return PageTransform(left, bottom, right, top, int(page.get_rotation()) // 90 % 4)


def _metadata(document: Any, data: bytes) -> Metadata:
    description = {key: " ".join(str(document.get_metadata_value(key)).split())[:500] for key in ("Title", "Author")}
    title = description["Title"].strip("\0 ")
    return Metadata("" if _NO_TITLE.match(title) else title, description["Author"].strip("\0 "), _licence(data))


def _licence(data: bytes) -> str:
    """The licence in the file's XMP packet, where that stands in it as plain text. The last packet is the newest."""
    result = None
    for result in _XMP.finditer(data):  # noqa: B007 - the last one counts
        pass
    if result is None:
        return ""
    end = data.find(_XMP_END, result.start(), result.start() + _LONGEST_XMP)
    packet = data[result.start() : end if end > 0 else result.start() + _LONGEST_XMP].decode("utf-8", "replace")
    for pattern in _LICENCE:
        if match := pattern.search(packet):
            return " ".join(unescape(match[1]).split())
    return ""
