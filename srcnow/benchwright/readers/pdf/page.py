"""This module holds what stands on one page: words, rules, drawings, rasters, lines, tables and figures.

Lengths are PDF points (1/72 inch); x grows to the right and y downwards from the top left corner of the page as it is
shown (cropped and turned), so that reading order is ascending.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from benchwright.readers.base import Box


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with left <= right and top <= bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def area(self) -> float:
        return self.width * self.height

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def holds(self, other: Rect) -> bool:
        """Whether the middle of the other one is inside."""
        x, y = other.middle
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def distance(self, other: Rect) -> float:
        """How far the other one is, across or down, whichever is more; 0 where they touch."""
        down = max(self.top - other.bottom, other.top - self.bottom, 0.0)
        return max(self.across(other), down)

    def across(self, other: Rect) -> float:
        """How far the other one is to the left or right; less than 0 for one over or under this one."""
        return max(self.left - other.right, other.left - self.right)

    def overlap(self, other: Rect) -> float:
        """The area that both cover."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0


def around(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle that holds all. ValueError for none."""
    every = list(rects)
    return Rect(
        min(rect.left for rect in every),
        min(rect.top for rect in every),
        max(rect.right for rect in every),
        max(rect.bottom for rect in every),
    )


@dataclass(frozen=True, slots=True)
class Word:
    """Letters without white space between them. `size` is the font's in points; `raised` tells a superscript by its
    baseline, `upright` that it runs from left to right (not turned), `mono` that all letters are of one width. An
    upright word's rectangle reaches from 0.8 of the size above its baseline to 0.2 below."""

    text: str
    rect: Rect
    font: str
    size: float
    bold: bool = False
    italic: bool = False
    raised: bool = False
    upright: bool = True
    mono: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line that is drawn across or down, also a very thin filled rectangle."""

    rect: Rect

    @property
    def across(self) -> bool:
        return self.rect.width >= self.rect.height


@dataclass(frozen=True, slots=True)
class Drawing:
    """What else is drawn by paths: curves, filled or stroked shapes, shadings."""

    rect: Rect
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture of pixels that is placed on the page, its own size in pixels, and the bytes it takes in the file."""

    rect: Rect
    width: int
    height: int
    weight: int = 0


@dataclass(frozen=True, slots=True)
class PageContent:
    """Everything on a page, in the order of the file. `number` counts from 1."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...] = ()
    rules: tuple[Rule, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    rasters: tuple[Raster, ...] = ()

    def box(self, rect: Rect) -> Box:
        """The rectangle in fractions of the page, kept inside it."""
        across, down = max(self.width, 1.0), max(self.height, 1.0)
        left, right = (round(min(max(x / across, 0.0), 1.0), 4) for x in (rect.left, rect.right))
        top, bottom = (round(min(max(y / down, 0.0), 1.0), 4) for y in (rect.top, rect.bottom))
        return left, top, right, bottom


@dataclass(frozen=True, slots=True)
class TextLine:
    """Words on one baseline of one column, from left to right."""

    words: tuple[Word, ...]
    rect: Rect

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class ColumnPlace:
    """From where to where a column has words, where most of its cells begin, have their middle and end (None where
    they do not do so at one place), and whether they are numbers."""

    left: float
    right: float
    aligned: tuple[float | None, float | None, float | None]
    numeric: bool


@dataclass(frozen=True, slots=True)
class TableColumns:
    """The columns of a table, the size of most of its letters, and whether its first row alone is bold."""

    places: tuple[ColumnPlace, ...]
    size: float
    bold_header: bool


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table: what it covers, its rows of cells as read (header rows on top), and its caption, "" if it has none.
    `columns` is None where their places are not known; `partial` tells that rows of it may stand on another page."""

    rect: Rect
    grid: tuple[tuple[str, ...], ...]
    header_rows: int | None = None
    caption: str = ""
    caption_rect: Rect | None = None
    columns: TableColumns | None = None
    partial: bool = False


@dataclass(frozen=True, slots=True)
class PageFigure:
    """A figure: what is to be cut out of the page, and its caption, "" if it has none. `stamp` is equal for what is
    drawn alike at the same place of other pages."""

    rect: Rect
    caption: str = ""
    caption_rect: Rect | None = None
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class Float:
    """A table or a figure of a page. `rect` covers it with its caption."""

    page: int
    rect: Rect
    found: PageTable | PageFigure
