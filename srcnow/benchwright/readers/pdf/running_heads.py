"""Running heads and feet, page numbers and logos are found by their place on page after page, and left out."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from benchwright.readers.pdf.line_records import LineRecord, measure
from benchwright.readers.pdf.page import Rect, around

_MARGIN = 0.17  # of the page's height, above and below: where they stand
_FEWEST = 3  # pages of a document of three or more
_NEAR = 4.0  # points: the same height
_APART = 3  # pages: left and right pages may have heads of their own, and a chapter's first page none
_SPACE = 0.6  # of the size: a white that is wider by this than the usual one ends the text
_MOST_NUMBERS = 20  # a row of more is one of data
_LARGE = 1.12  # of the size of running text: a heading
_COUNT = re.compile(r"(?<!\d)\d{1,6}(?!\d)|\b[ivxlc]{1,7}\b")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_COUNTED = re.compile("\0[^\0]*\0")
_PAGE_NUMBER = re.compile(
    r"page\s*\d{1,5}(?:\s*(?:of|/)\s*\d{1,5})?|\d{1,5}\s*(?:of|/)\s*\d{1,5}|[-–—]\s*\d{1,5}\s*[-–—]|[ivx]{1,7}"
)


@dataclass(frozen=True, slots=True)
class PageRows:
    """The rows of one page, in the order of `make_lines`, and the page's height."""

    number: int
    height: float
    rows: tuple[LineRecord, ...]


_Row = tuple[int, int, float]  # page, index and top


@dataclass(frozen=True, slots=True)
class _Level:
    """The rows of a page, by index, that stand at one height."""

    rows: tuple[int, ...]
    rect: Rect


def running_rows(pages: Sequence[PageRows]) -> frozenset[tuple[int, int]]:
    """(page, index of the row) of every running head and foot. They have the same words and numbers, but for one that
    counts the pages, at the same height, on three pages close to each other (on both of two), or are page numbers.
    They stand outside the text: nothing is further out, and the white beside them is wider than between its lines."""
    counting, numbers = _counting(pages), _page_numbers(pages)
    words = list(_words(pages, counting))
    repeated = counting.keys() | _repeated(words, len(pages)).keys() | _repeated_together(words)
    levels = {page.number: _levels(page.rows) for page in pages}
    pairs = [(pair, page) for page in pages for pair in itertools.pairwise(levels[page.number])]
    white = [(_white(*pair), page.rows[pair[0].rows[0]].size) for pair, page in pairs]
    near = [space for space, size in white if 0 <= space < 3 * size]
    wide = median(near) + _SPACE * median(size for _, size in white) if near else 0.0
    result: set[tuple[int, int]] = set()
    for page in pages:
        for order in (levels[page.number], levels[page.number][::-1]):
            outside: set[tuple[int, int]] = set()
            for level, inner in itertools.zip_longest(order, order[1:]):
                places = {(page.number, index) for index in level.rows}
                heads = places & repeated
                if len(places) == 1 and inner is not None:
                    heads |= places & numbers
                others = "".join(page.rows[index].text for _, index in places - heads)
                if not heads or (not heads & counting.keys() and any(letter.isdigit() for letter in others)):
                    break  # the text, or a row of data
                outside |= heads
                if inner is None or _white(level, inner) > wide:
                    result |= outside
    return frozenset(result)


def repeated_figures(pages: Sequence[tuple[int, Sequence[str]]]) -> frozenset[str]:
    """The stamps of figures without a caption that come again on three pages at least, and on a third of all: logos
    and backgrounds. `pages` gives the number and the stamps of each page."""
    seen = Counter(stamp for _, stamps in pages for stamp in sorted(set(stamps)) if stamp)
    needed = max(_FEWEST, len(pages) / 3)
    return frozenset(stamp for stamp, count in seen.items() if count >= needed)


def _repeated(rows: Iterable[tuple[str, _Row]], pages: int) -> dict[tuple[int, int], str]:
    """The rows that come again with the same key at the same height, with that key."""
    groups: dict[str, list[_Row]] = {}
    for key, row in rows:
        groups.setdefault(key, []).append(row)
    needed = min(_FEWEST, pages)
    often = {key: group for key, group in groups.items() if needed > 1 and len(group) >= needed}
    return {place: key for key, group in often.items() for place in _chained(group, needed)}


def _repeated_together(rows: Sequence[tuple[str, _Row]]) -> set[tuple[int, int]]:
    """The rows without numbers at one height on three pages close to each other, of which half come again with their
    words: left and right pages may have heads of their own, and each chapter."""
    pages: dict[str, set[int]] = {}
    rows = [(key, row) for key, row in rows if not any(map(str.isdigit, key))]
    for key, row in rows:
        pages.setdefault(key, set()).add(row[0])
    again = {row[:2] for key, row in rows if len(pages[key]) > 1}
    return {
        place
        for chain in _chains([row for _, row in rows], _FEWEST)
        if 2 * len(chain & again) >= len(chain)
        for place in chain
    }


def _at_edges(pages: Sequence[PageRows]) -> Iterator[tuple[str, str, LineRecord, _Row]]:
    """The rows at the edges of pages: the edge, their words, and where they are."""
    for page in pages:
        for index, row in enumerate(page.rows):
            if (edge := _edge(page, row)) is not None:
                yield edge, " ".join(row.text.casefold().split()), row, (page.number, index, row.rect.top)


def _counting(pages: Sequence[PageRows]) -> dict[tuple[int, int], str]:
    """The rows that come again with a number that counts the pages, with their other words. A heading may count too
    ("Day 1"): it is larger than the text."""
    large = _LARGE * measure([page.rows for page in pages]).body
    rows = (
        (key, place)
        for edge, text, row, place in _at_edges(pages)
        for key in _counting_keys(edge, text, place[0], row.size >= large)
    )
    return {place: " ".join(_COUNTED.sub("", key).split()) for place, key in _repeated(rows, len(pages)).items()}


def _counting_keys(edge: str, text: str, page: int, is_large: bool) -> Iterator[str]:
    """A row with each of its numbers in turn as the one that counts the pages."""
    numbers = list(_COUNT.finditer(text))
    for number in numbers if len(numbers) <= _MOST_NUMBERS else ():
        before, after = text[: number.start()], text[number.end() :]
        if not (is_large and any(map(str.isalpha, before + after))):
            yield f"{edge}{before}\0{_value(number[0]) - page}\0{after}"


def _words(pages: Sequence[PageRows], counting: Mapping[tuple[int, int], str]) -> Iterator[tuple[str, _Row]]:
    """The words of the rows at the edges, without the number that counts: it may be a row of its own."""
    return ((counting.get(place[:2], edge + text), place) for edge, text, _, place in _at_edges(pages))


def _value(number: str) -> int:
    if number.isdigit():
        return int(number)
    values = [_ROMAN[letter] for letter in number]
    return sum(-one if one < after else one for one, after in itertools.pairwise([*values, 0]))


def _page_numbers(pages: Sequence[PageRows]) -> set[tuple[int, int]]:
    """The rows at the edges of pages that are a number alone: it looks like a page's, or is that of its page, or counts
    the pages with another one."""
    edges = {place[:2]: text for _, text, _, place in _at_edges(pages)}
    offsets = {place: int(text) - place[0] for place, text in edges.items() if re.fullmatch(r"\d{1,5}", text)}
    counted = Counter(offset for offset, _ in {(offset, page) for (page, _), offset in offsets.items()})
    plain = {place for place, offset in offsets.items() if offset == 0 or counted[offset] > 1}
    return plain | {place for place, text in edges.items() if _PAGE_NUMBER.fullmatch(text)}


def _levels(rows: Sequence[LineRecord]) -> list[_Level]:
    """The rows of a page from the top, those at one height together."""
    levels: list[_Level] = []
    for index in sorted(range(len(rows)), key=lambda index: rows[index].rect.middle[1]):
        rect = rows[index].rect
        if levels and levels[-1].rect.bottom - rect.top > 0.5 * min(rect.height, levels[-1].rect.height):
            levels[-1] = _Level((*levels[-1].rows, index), around((levels[-1].rect, rect)))
        else:
            levels.append(_Level((index,), rect))
    return levels


def _white(one: _Level, other: _Level) -> float:
    """The height of the white between two levels."""
    return max(one.rect.top, other.rect.top) - min(one.rect.bottom, other.rect.bottom)


def _edge(page: PageRows, row: LineRecord) -> str | None:
    if row.rect.bottom < _MARGIN * page.height:
        return "above "
    return "below " if row.rect.top > (1 - _MARGIN) * page.height else None


def _chained(group: Sequence[_Row], needed: int) -> set[tuple[int, int]]:
    """The rows that have neighbours at their height on pages near by, in chains of `needed` or more."""
    return {place for chain in _chains(group, needed) for place in chain}


def _chains(group: Sequence[_Row], needed: int) -> Iterator[set[tuple[int, int]]]:
    heights: list[list[_Row]] = []
    for entry in sorted(group, key=lambda entry: (entry[2], entry[0])):
        if heights and entry[2] - heights[-1][0][2] <= _NEAR:
            heights[-1].append(entry)
        else:
            heights.append([entry])
    for level in heights:
        ordered = sorted(level)
        cuts = [at for at in range(1, len(ordered)) if ordered[at][0] - ordered[at - 1][0] > _APART]
        for start, end in itertools.pairwise([0, *cuts, len(ordered)]):
            chain = ordered[start:end]
            if len({page for page, _, _ in chain}) >= needed:
                yield {(page, index) for page, index, _ in chain}
