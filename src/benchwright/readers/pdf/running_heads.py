"""Running heads and feet, page numbers and logos are found by their place on page after page, and left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.readers.pdf.line_records import LineRecord

_MARGIN = 0.17  # of the page's height, above and below: where they stand
_FEWEST = 3  # pages of a document of three or more
_NEAR = 4.0  # points: the same height
_APART = 3  # pages: left and right pages may have heads of their own, and a chapter's first page none
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"^[ivxlc]{1,7}$", re.IGNORECASE)
_NUMBER = re.compile(r"^(?:page\s*)?[-–—\s]*\d{1,5}[-–—\s]*(?:(?:of|/)\s*\d{1,5})?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageRows:
    """The rows of one page, in the order of `make_lines`, and the page's height."""

    number: int
    height: float
    rows: tuple[LineRecord, ...]


def running_rows(pages: Sequence[PageRows]) -> frozenset[tuple[int, int]]:
    """(page, index of the row) of every running head and foot. They have the same words but for numbers, at the same
    height, on three pages close to each other (on both of two). A number alone at an edge is a page number anyway."""
    places: dict[str, list[tuple[int, int, float]]] = {}
    result: set[tuple[int, int]] = set()
    for page in pages:
        for index, row in enumerate(page.rows):
            edge = _edge(page, row)
            if edge is None:
                continue
            places.setdefault(edge + _key(row.text), []).append((page.number, index, row.rect.top))
            if _NUMBER.match(row.text) and _outermost(page, index):
                result.add((page.number, index))
    needed = min(_FEWEST, len(pages))
    for group in places.values():
        if needed > 1 and len(group) >= needed:
            result |= _chained(group, needed)
    return frozenset(result)


def repeated_figures(pages: Sequence[tuple[int, Sequence[str]]]) -> frozenset[str]:
    """The stamps of figures without a caption that come again on three pages at least, and on a third of all: logos
    and backgrounds. `pages` gives the number and the stamps of each page."""
    seen = Counter(stamp for _, stamps in pages for stamp in sorted(set(stamps)) if stamp)
    needed = max(_FEWEST, len(pages) / 3)
    return frozenset(stamp for stamp, count in seen.items() if count >= needed)


def _edge(page: PageRows, row: LineRecord) -> str | None:
    if row.rect.bottom < _MARGIN * page.height:
        return "above "
    return "below " if row.rect.top > (1 - _MARGIN) * page.height else None


def _key(text: str) -> str:
    """The words of a row, numbers alike; a page number beside them does not count: it may be a row of its own."""
    words = " ".join("#" if _ROMAN.match(word) else _DIGITS.sub("#", word) for word in text.casefold().split())
    return words.strip("# ") or "#"


def _outermost(page: PageRows, index: int) -> bool:
    """Whether a row has nothing above it, or nothing below it but what is on its own height."""
    row = page.rows[index].rect
    above = any(other.rect.bottom < row.bottom - 2 for other in page.rows)
    below = any(other.rect.top > row.top + 2 for other in page.rows)
    return len(page.rows) > 1 and not (above and below)


def _chained(group: Sequence[tuple[int, int, float]], needed: int) -> set[tuple[int, int]]:
    """The rows that have neighbours at their height on pages near by, in chains of `needed` or more."""
    result: set[tuple[int, int]] = set()
    heights: list[list[tuple[int, int, float]]] = []
    for entry in sorted(group, key=lambda entry: (entry[2], entry[0])):
        if heights and entry[2] - heights[-1][0][2] <= _NEAR:
            heights[-1].append(entry)
        else:
            heights.append([entry])
    for level in heights:
        chain: list[tuple[int, int, float]] = []
        for entry in sorted(level):
            if chain and entry[0] - chain[-1][0] > _APART:
                result |= _enough(chain, needed)
                chain = []
            chain.append(entry)
        result |= _enough(chain, needed)
    return result


def _enough(chain: Sequence[tuple[int, int, float]], needed: int) -> set[tuple[int, int]]:
    pages = {page for page, _, _ in chain}
    return {(page, index) for page, index, _ in chain} if len(pages) >= needed else set()
