"""PDFium is asked what is drawn on a page besides letters: straight rules, other paths and rasters.

Groups inside groups are followed to a bounded depth, their matrices applied, and everything is cut where its clipping
paths end. What is filled white is paper, not ink. A closed frame is a Drawing, its four sides are not rules; a path of
several straight strokes gives a rule for each.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass, field
from typing import Any

from benchwright.readers.pdf.page import Drawing, Raster, Rect, Rule
from benchwright.readers.pdf.page_transform import PageTransform

MOST_OBJECTS = 50_000
"""Objects of a page beyond this number are not looked at (maps have as many); its text is read in full."""

_DEEPEST = 12
_MOST_STROKES = 2_000  # segments of one path that are looked at one by one
_MOST_CLIPPING = 200  # segments of clipping paths that are looked at; a finer outline does not cut
_THIN = 2.0  # points: what is no higher (or wider) is a rule
_WHITE = 250  # of 255, each of red, green and blue

_Matrix = tuple[float, float, float, float, float, float]
_SAME: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NOWHERE = Rect(0.0, 0.0, -1.0, -1.0)


def drawn_on(page: Any, sheet: PageTransform) -> tuple[tuple[Rule, ...], tuple[Drawing, ...], tuple[Raster, ...]]:
    """Rules, drawings and rasters of a page, each kind in the order of the file, cut at the page's edge."""
    from pypdfium2 import raw

    walk = _DrawingWalk(raw, sheet)
    paper = Rect(0.0, 0.0, sheet.width, sheet.height)
    count = raw.FPDFPage_CountObjects(page.raw)
    for index in range(min(count, MOST_OBJECTS)):
        walk.look(raw.FPDFPage_GetObject(page.raw, index), _SAME, 0, paper)
    return tuple(walk.rules), tuple(walk.drawings), tuple(walk.rasters)


@dataclass(slots=True)
class _DrawingWalk:
    raw: Any
    sheet: PageTransform
    rules: list[Rule] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)
    rasters: list[Raster] = field(default_factory=list)
    seen: int = 0

    def look(self, thing: Any, matrix: _Matrix, depth: int, clip: Rect) -> None:
        raw = self.raw
        self.seen += 1
        if not thing or self.seen > MOST_OBJECTS:
            return
        kind = raw.FPDFPageObj_GetType(thing)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            return
        clip = self._clipped(thing, matrix, clip)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            if depth < _DEEPEST:
                own = raw.FS_MATRIX()
                raw.FPDFPageObj_GetMatrix(thing, own)
                inner = _then((own.a, own.b, own.c, own.d, own.e, own.f), matrix)
                for index in range(min(max(raw.FPDFFormObj_CountObjects(thing), 0), MOST_OBJECTS - self.seen)):
                    self.look(raw.FPDFFormObj_GetObject(thing, index), inner, depth + 1, clip)
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            self._path(thing, matrix, clip)
        elif kind == raw.FPDF_PAGEOBJ_IMAGE:
            if (rect := self._bounds(thing, matrix, clip)) is not None:
                width, height = ctypes.c_uint(), ctypes.c_uint()
                raw.FPDFImageObj_GetImagePixelSize(thing, width, height)
                if width.value == height.value == 1 and min(rect.width, rect.height) <= _THIN:
                    self.rules.append(Rule(rect))  # a pixel drawn out: how dvips draws rules
                    return
                weight = raw.FPDFImageObj_GetImageDataRaw(thing, None, 0)
                self.rasters.append(Raster(rect, width.value, height.value, weight))
        elif kind == raw.FPDF_PAGEOBJ_SHADING and (rect := self._bounds(thing, matrix, clip)) is not None:
            self.drawings.append(Drawing(rect, filled=True))

    def _clipped(self, thing: Any, matrix: _Matrix, clip: Rect) -> Rect:
        """The part of `clip` that an object's own clipping paths leave."""
        raw = self.raw
        paths = raw.FPDFPageObj_GetClipPath(thing)
        for number in range(raw.FPDFClipPath_CountPaths(paths) if paths else 0):
            count = raw.FPDFClipPath_CountPathSegments(paths, number)
            if not 3 <= count <= _MOST_CLIPPING:
                continue
            x, y = ctypes.c_float(), ctypes.c_float()
            points = []
            for at in range(count):
                raw.FPDFPathSegment_GetPoint(raw.FPDFClipPath_GetPathSegment(paths, number, at), x, y)
                points.append(_at(matrix, x.value, y.value))
            clip = self._visible_rect([x for x, _ in points], [y for _, y in points], clip) or _NOWHERE
        return clip

    def _bounds(self, thing: Any, matrix: _Matrix, clip: Rect) -> Rect | None:
        """Where an object is shown, cut at the page's edge and by clipping paths; None if it is outside."""
        edges = [ctypes.c_float() for _ in range(4)]
        if not self.raw.FPDFPageObj_GetBounds(thing, *edges):
            return None
        left, bottom, right, top = (edge.value for edge in edges)
        corners = [_at(matrix, x, y) for x in (left, right) for y in (bottom, top)]
        return self._visible_rect([x for x, _ in corners], [y for _, y in corners], clip)

    def _visible_rect(self, across: list[float], up: list[float], clip: Rect) -> Rect | None:
        if not math.isfinite(sum(across) + sum(up)):
            return None
        rect = self.sheet.rect(min(across), min(up), max(across), max(up))
        cut = Rect(
            max(rect.left, clip.left),
            max(rect.top, clip.top),
            min(rect.right, clip.right),
            min(rect.bottom, clip.bottom),
        )
        return cut if cut.width >= 0 and cut.height >= 0 and (cut.width or cut.height) else None

    def _path(self, thing: Any, matrix: _Matrix, clip: Rect) -> None:
        raw = self.raw
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(thing, fill, stroke)
        if not fill.value and not stroke.value:
            return  # a path that only clips
        rect = self._bounds(thing, matrix, clip)
        if rect is None or (not stroke.value and self._white(thing)):
            return
        strokes = [] if fill.value else self._strokes(thing, matrix, clip)
        if strokes:
            self.rules.extend(Rule(each) for each in strokes)
        elif min(rect.width, rect.height) <= _THIN < max(rect.width, rect.height):
            self.rules.append(Rule(rect))
        elif not (fill.value and rect.area > 0.95 * self.sheet.width * self.sheet.height):
            self.drawings.append(Drawing(rect, bool(fill.value)))  # what fills the whole page is its paper

    def _white(self, thing: Any) -> bool:
        """Whether a shape is filled with the colour of paper, or with none."""
        red, green, blue, alpha = colours = [ctypes.c_uint() for _ in range(4)]
        if not self.raw.FPDFPageObj_GetFillColor(thing, *colours):
            return False
        return not alpha.value or min(red.value, green.value, blue.value) >= _WHITE

    def _strokes(self, thing: Any, matrix: _Matrix, clip: Rect) -> list[Rect]:
        """The straight strokes of a path that has nothing else, and is no closed frame: the grid of a table."""
        raw = self.raw
        count = raw.FPDFPath_CountSegments(thing)
        if not 2 <= count <= _MOST_STROKES:
            return []
        x, y = ctypes.c_float(), ctypes.c_float()
        local = raw.FS_MATRIX()
        raw.FPDFPageObj_GetMatrix(thing, local)
        whole = _then((local.a, local.b, local.c, local.d, local.e, local.f), matrix)
        results: list[Rect] = []
        at: tuple[float, float] | None = None
        run = 0
        for index in range(count):
            segment = raw.FPDFPath_GetPathSegment(thing, index)
            kind = raw.FPDFPathSegment_GetType(segment)
            if raw.FPDFPathSegment_GetClose(segment) or kind == raw.FPDF_SEGMENT_BEZIERTO:
                return []
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            to = _at(whole, x.value, y.value)
            run = 0 if kind == raw.FPDF_SEGMENT_MOVETO else run + 1
            if run > 1:
                return []
            if run and at is not None:
                rect = self._visible_rect([at[0], to[0]], [at[1], to[1]], clip)
                if rect is not None and min(rect.width, rect.height) > _THIN:
                    return []
                if rect is not None:
                    results.append(rect)
            at = to
        return results


def _at(matrix: _Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _then(first: _Matrix, second: _Matrix) -> _Matrix:
    """The matrix that does the first and then the second."""
    a, b, c, d, e, f = first
    left, up = second[:2], second[2:4]
    return (
        a * left[0] + b * up[0],
        a * left[1] + b * up[1],
        c * left[0] + d * up[0],
        c * left[1] + d * up[1],
        e * left[0] + f * up[0] + second[4],
        e * left[1] + f * up[1] + second[5],
    )
