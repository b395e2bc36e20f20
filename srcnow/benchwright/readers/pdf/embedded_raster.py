"""PDFium is asked for the one raster that a part of a page shows: its resolution and its own JPEG bytes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import astuple, dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from benchwright.readers.pdf.page import Rect

if TYPE_CHECKING:
    from benchwright.readers.pdf.page_transform import PageTransform

MOST_OBJECTS = 20_000
MOST_BYTES = 32 << 20


@dataclass(frozen=True, slots=True)
class EmbeddedRaster:
    """The finest raster of a part of a page: its dots an inch as placed. `jpeg` is its file, where the part shows that
    raster upright, whole and alone, and b"" everywhere else."""

    dpi: float
    jpeg: bytes = field(default=b"", repr=False)


def embedded_in(page: Any, sheet: PageTransform, part: Rect) -> EmbeddedRaster | None:
    """What raster a part of a page shows; None if it shows none."""
    from pypdfium2 import PdfImage, PdfiumError

    rasters: list[tuple[float, Rect, Any]] = []
    others = 0
    for thing in islice(page.get_objects(max_depth=1), MOST_OBJECTS):
        with suppress(PdfiumError):  # an object without bounds or size shows nothing
            rect = sheet.rect(*thing.get_bounds())
            if rect.overlap(part) <= 0:
                continue
            if not isinstance(thing, PdfImage):
                others += 1
                continue
            width, height = thing.get_px_size()
            rasters.append((72 * max(width / max(rect.width, 1.0), height / max(rect.height, 1.0)), rect, thing))
    if not rasters:
        return None
    dpi, rect, thing = max(rasters, key=lambda raster: raster[0])
    whole = all(abs(one - other) <= 4 for one, other in zip(astuple(rect), astuple(part), strict=True))
    alone = whole and len(rasters) == 1 and not others and sheet.turned == 0
    return EmbeddedRaster(dpi, _jpeg(thing) if alone and _upright(thing) else b"")


def _upright(thing: Any) -> bool:
    from pypdfium2 import raw

    matrix = thing.get_matrix()
    straight = abs(matrix.b) < 0.01 and abs(matrix.c) < 0.01 and matrix.a > 0 and matrix.d > 0
    clips = raw.FPDFClipPath_CountPaths(raw.FPDFPageObj_GetClipPath(thing))
    return straight and not raw.FPDFPageObj_HasTransparency(thing) and clips in (-1, 0)


def _jpeg(thing: Any) -> bytes:
    """The bytes of a raster that is kept as a JPEG of grey or red, green and blue; else b"". (PDFium calls it decoded
    when only what is packed around the JPEG has been taken off.)"""
    from pypdfium2 import PdfiumError, raw

    try:
        colours = thing.get_metadata().colorspace
    except PdfiumError:
        return b""
    filters = thing.get_filters()
    if filters[-1:] != ["DCTDecode"] or len(filters) > 2:
        return b""
    data = bytes(thing.get_data(decode_simple=True))
    plain = colours in (raw.FPDF_COLORSPACE_DEVICEGRAY, raw.FPDF_COLORSPACE_DEVICERGB)
    return data if plain and len(data) <= MOST_BYTES and data[:3] == b"\xff\xd8\xff" else b""
