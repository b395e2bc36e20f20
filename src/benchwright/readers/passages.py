"""A document's paragraphs are cut into passages of whole sentences.

A passage is a run of whole sentences under one heading path, of at most `words` words. Only a sentence that alone is
longer is cut, between words. A short tail joins the passage before it. What is still shorter than `shortest`
characters is handed back as too short, so that it can be listed. Every character of a paragraph that is not white
space is in exactly one range that comes back, in order.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchwright.english.sentences import Range, sentences
from benchwright.readers.base import Block, Box, Heading, Paragraph

TAIL = 200
"""A last passage of a section under this many characters joins the one before it, however little is dropped."""

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A range of the document's text, in code points, the headings above it, and, where the format has pages, the page
    that it begins on with the box around its part there."""

    start: int
    end: int
    headings: tuple[str, ...] = ()
    page: int | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Chunks:
    """The passages that were kept, and those that were too short, each in document order."""

    kept: tuple[Passage, ...]
    short: tuple[Passage, ...]


def chunk(text: str, blocks: Sequence[Block], words: int = 100, shortest: int = 200) -> Chunks:
    """Cut a document's paragraphs into passages. ValueError if `words` is not positive or `shortest` negative."""
    if words < 1 or shortest < 0:
        raise ValueError("words must be positive and shortest not negative")
    remaining: list[Passage] = []
    short: list[Passage] = []
    for section in _sections(blocks):
        for start, end in _runs(text, section, words, max(shortest, TAIL)):
            passage = Passage(start, end, section[0].headings, *_where(section, start, end))
            (remaining if end - start >= shortest else short).append(passage)
    return Chunks(tuple(remaining), tuple(short))


def _where(section: Sequence[Paragraph], start: int, end: int) -> tuple[int | None, Box | None]:
    """The page that a range begins on, and the box around all of its lines there."""
    first = bisect_right(section, start, key=lambda paragraph: paragraph.end)
    after = bisect_left(section, end, key=lambda paragraph: paragraph.start)
    areas = [
        area for paragraph in section[first:after] for area in paragraph.areas if area.start < end and start < area.end
    ]
    if not areas:
        return None, None
    boxes = [area.box for area in areas if area.page == areas[0].page]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return areas[0].page, (min(lefts), min(tops), max(rights), max(bottoms))


def _sections(blocks: Sequence[Block]) -> Iterator[list[Paragraph]]:
    """Paragraphs with no heading between them. Tables and images between them do not separate."""
    section: list[Paragraph] = []
    for block in blocks:
        apart = isinstance(block, Heading) or (
            isinstance(block, Paragraph) and section and block.headings != section[0].headings
        )
        if apart and section:
            yield section
            section = []
        if isinstance(block, Paragraph):
            section.append(block)
    if section:
        yield section


def _runs(text: str, section: list[Paragraph], words: int, tail: int) -> list[Range]:
    """The passages of one section, the short tail joined to the one before."""
    runs: list[Range] = []
    count = 0
    for start, end, size in _pieces(text, section, words):
        if runs and count + size <= words:
            runs[-1] = (runs[-1][0], end)
            count += size
        else:
            runs.append((start, end))
            count = size
    if len(runs) > 1 and runs[-1][1] - runs[-1][0] < tail:
        last = runs.pop()
        runs[-1] = (runs[-1][0], last[1])
    return runs


def _pieces(text: str, section: list[Paragraph], words: int) -> Iterator[tuple[int, int, int]]:
    """Sentences with their number of words; a sentence beyond `words` comes in pieces of `words`."""
    for paragraph in section:
        for start, end in sentences(text, paragraph.start, paragraph.end):
            size = len(text[start:end].split())
            if size <= words:
                yield start, end, size
                continue
            spots = [match.span() for match in _WORD.finditer(text, start, end)]
            for first in range(0, size, words):
                last = min(first + words, size) - 1
                yield spots[first][0], spots[last][1], last - first + 1
