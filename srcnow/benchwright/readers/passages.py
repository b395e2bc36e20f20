"""A document's paragraphs are cut into passages of whole sentences.

A passage is a run of whole sentences under one heading path, of at most `words` words. Only a sentence that alone is
longer is cut, between words; code that alone is longer, between lines. An entry of a list is cut only if it is longer.
A name that markup sets apart stays with the first sentence of what is said of it. A short tail joins the passage before
it.

What is shorter than `shortest` characters joins the section beside it that it shares more headings with. Such a passage
holds the headings between its sections too; above it stand those of its first section. A document that is shorter as a
whole is handed back as too short, so that it can be listed. Every character of a paragraph that is not white space is
in exactly one range that comes back, in order.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from benchwright.english.sentences import Range, sentences
from benchwright.readers.base import Block, Box, Heading, Paragraph
from benchwright.records import Entry

TAIL = 200
"""A last passage of a section under this many characters joins the one before it, however little is dropped."""

_WORD = re.compile(r"\S+")
_LINE = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A range of the document's text, in code points, the headings above its beginning, and, where the format has
    pages, the page that it begins on with the box around its part there. `paths` are the headings above each of its
    sections."""

    start: int
    end: int
    headings: tuple[str, ...] = ()
    page: int | None = None
    box: Box | None = None
    paths: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Chunks:
    """The passages that were kept, and those that were too short, each in document order."""

    kept: tuple[Passage, ...]
    short: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class _Draft:
    """A passage while its neighbours may still join it. `sections` are the first section of its paragraphs and the one
    behind the last."""

    start: int
    end: int
    size: int
    headings: tuple[str, ...]
    sections: tuple[int, int]


def chunk(
    text: str, blocks: Sequence[Block], words: int = 100, shortest: int = 200, entries: Sequence[Entry] = ()
) -> Chunks:
    """Cut a document's paragraphs into passages. `entries` are what markup sets apart in it. ValueError if `words` is
    not positive or `shortest` negative."""
    if words < 1 or shortest < 0:
        raise ValueError("words must be positive and shortest not negative")
    names = frozenset(entry.name[1] for entry in entries if entry.name[1] < entry.body[0])
    code = frozenset(entry.body[0] for entry in entries if entry.kind == "code")
    sections = list(_sections(blocks))
    drafts = [
        _Draft(start, end, len(text[start:end].split()), section[0].headings, (at, at + 1))
        for at, section in enumerate(sections)
        for start, end in _runs(_kept_together(_pieces(text, section, words, code), names), words, max(shortest, TAIL))
    ]
    remaining: list[Passage] = []
    short: list[Passage] = []
    for draft in _joined(drafts, shortest, 2 * words):
        first, *others = sections[slice(*draft.sections)]
        paragraphs = [paragraph for section in (first, *others) for paragraph in section] if others else first
        paths = tuple(section[0].headings for section in (first, *others))
        passage = Passage(
            draft.start, draft.end, draft.headings, *_where(paragraphs, draft.start, draft.end), paths=paths
        )
        (remaining if draft.end - draft.start >= shortest else short).append(passage)
    return Chunks(tuple(remaining), tuple(short))


def _joined(drafts: Sequence[_Draft], shortest: int, words: int) -> Iterator[_Draft]:
    """The drafts in order; one that is too short joins the neighbour that it shares more headings with, as long as both
    have at most `words` words."""
    done: list[_Draft] = []
    for at, draft in enumerate(drafts):
        last = done[-1] if done else None
        if last is None or not _may_join(last, draft, words):
            done.append(draft)
            continue
        follows = drafts[at + 1] if at + 1 < len(drafts) else None
        before = _shared(last, draft)
        after = _shared(draft, follows) if follows is not None and _may_join(draft, follows, words) else -1
        if last.end - last.start < shortest or (draft.end - draft.start < shortest and before > after):
            done[-1] = _join(last, draft)
        else:
            done.append(draft)
    return iter(done)


def _may_join(one: _Draft, other: _Draft, words: int) -> bool:
    return one.size + other.size <= words


def _shared(one: _Draft, other: _Draft) -> int:
    """How many headings two passages share, from the outermost on."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(one.headings, other.headings, strict=False))
    return sum(1 for _ in pairs)


def _join(one: _Draft, other: _Draft) -> _Draft:
    return replace(one, end=other.end, size=one.size + other.size, sections=(one.sections[0], other.sections[1]))


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


Piece = tuple[int, int, int]
"""Start and end of what is not cut, and its number of words."""


def _runs(pieces: Iterable[Piece], words: int, tail: int) -> list[Range]:
    """The passages of one section, the short tail joined to the one before."""
    runs: list[Range] = []
    count = 0
    for start, end, size in pieces:
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


def _kept_together(pieces: Iterable[Piece], names: frozenset[int]) -> Iterator[Piece]:
    """The pieces, a name as one with what follows it."""
    held: Piece | None = None
    for piece in pieces:
        whole = piece if held is None else (held[0], piece[1], held[2] + piece[2])
        held = whole if piece[1] in names else None
        if held is None:
            yield whole
    if held is not None:
        yield held


def _pieces(text: str, section: list[Paragraph], words: int, code: frozenset[int]) -> Iterator[Piece]:
    """Sentences, or lines of code, with their number of words; what is beyond `words` comes in pieces of `words`."""
    for paragraph in section:
        is_code = paragraph.start in code
        if (is_code or paragraph.whole) and len(text[paragraph.start : paragraph.end].split()) <= words:
            ranges = iter([(paragraph.start, paragraph.end)])
        elif is_code:
            ranges = _lines(text, paragraph.start, paragraph.end)
        else:
            ranges = sentences(text, paragraph.start, paragraph.end)
        for start, end in ranges:
            size = len(text[start:end].split())
            if size <= words:
                yield start, end, size
                continue
            spots = [match.span() for match in _WORD.finditer(text, start, end)]
            for first in range(0, size, words):
                last = min(first + words, size) - 1
                yield spots[first][0], spots[last][1], last - first + 1


def _lines(text: str, start: int, end: int) -> Iterator[Range]:
    """The lines of a range that are not blank, with their indentation."""
    for match in _LINE.finditer(text, start, end):
        if match[0].strip():
            yield match.span()
