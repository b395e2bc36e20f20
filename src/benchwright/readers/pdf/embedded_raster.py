"""PDFium is asked for the one raster that a part of a page shows: its resolution and its own JPEG bytes."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
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
    from pypdfium2 import raw

    best: tuple[float, Any, Rect] | None = None
    alone = True
    for index in range(min(raw.FPDFPage_CountObjects(page.raw), MOST_OBJECTS)):
        thing = raw.FPDFPage_GetObject(page.raw, index)
        edges = [ctypes.c_float() for _ in range(4)]
        if not raw.FPDFPageObj_GetBounds(thing, *edges):
            continue
        left, bottom, right, top = (edge.value for edge in edges)
        rect = sheet.rect(left, bottom, right, top)
        if rect.overlap(part) <= 0:
            continue
        if raw.FPDFPageObj_GetType(thing) != raw.FPDF_PAGEOBJ_IMAGE:
            alone = False
            continue
        width, height = ctypes.c_uint(), ctypes.c_uint()
        raw.FPDFImageObj_GetImagePixelSize(thing, width, height)
        dpi = 72 * max(width.value / max(rect.width, 1.0), height.value / max(rect.height, 1.0))
        alone = alone and best is None
        if best is None or dpi > best[0]:
            best = dpi, thing, rect
    if best is None:
        return None
    dpi, thing, rect = best
    same = all(
        abs(one - other) <= 4
        for one, other in zip(
            (rect.left, rect.top, rect.right, rect.bottom), (part.left, part.top, part.right, part.bottom), strict=True
        )
    )
    upright = alone and same and sheet.turned == 0 and _upright(raw, thing)
    return EmbeddedRaster(dpi, _jpeg(raw, page, thing) if upright else b"")


def _upright(raw: Any, thing: Any) -> bool:
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(thing, matrix)
    straight = abs(matrix.b) < 0.01 and abs(matrix.c) < 0.01 and matrix.a > 0 and matrix.d > 0
    return (
        straight
        and not raw.FPDFPageObj_HasTransparency(thing)
        and raw.FPDFClipPath_CountPaths(raw.FPDFPageObj_GetClipPath(thing)) in (-1, 0)
    )


def _jpeg(raw: Any, page: Any, thing: Any) -> bytes:
    """The bytes of a raster that is kept as a JPEG of grey or red, green and blue; else b"". (PDFium calls it decoded
    when only what is packed around the JPEG has been taken off.)"""
    name = ctypes.create_string_buffer(32)
    filters = raw.FPDFImageObj_GetImageFilterCount(thing)
    if not 0 < filters <= 2:
        return b""
    raw.FPDFImageObj_GetImageFilter(thing, filters - 1, name, 32)
    about = raw.FPDF_IMAGEOBJ_METADATA()
    lookup = raw.FPDFImageObj_GetImageMetadata(thing, page.raw, about)
    plain = (raw.FPDF_COLORSPACE_DEVICEGRAY, raw.FPDF_COLORSPACE_DEVICERGB)
    if name.value != b"DCTDecode" or not lookup or about.colorspace not in plain:
        return b""
    size = raw.FPDFImageObj_GetImageDataDecoded(thing, None, 0)
    if not 0 < size <= MOST_BYTES:
        return b""
    data = ctypes.create_string_buffer(size)
    raw.FPDFImageObj_GetImageDataDecoded(thing, data, size)
    return data.raw if data.raw[:3] == b"\xff\xd8\xff" else b""
