"""Finds the numbers in a source with their places: digits, scale words, number words, years, table cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from benchwright.records import Source, Span, Table
from benchwright.values.numbers import SCALES, find_numbers

_SHORT_YEAR = re.compile(r"\b(?P<from>1\d|20)(?P<year>\d\d)\s?[-–—/]\s?(?P<to>\d\d)(?!\d|[.,]\d)")
_PERCENT = re.compile(r"%|per ?cent", re.IGNORECASE)
_ZEROS = {**SCALES, "k": 3, "000s": 3, "000": 3, "m": 6, "mil": 6}
_NAMED = re.compile(r"\b(thousand|000s?|million|mn|mil|billion|bn|trillion)s?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a text tells, between `start` and `end`. `step` is what its last digit counts, scale included: 0.1
    million of "1.2 million"; a whole number's is 1."""

    value: Fraction
    start: int
    end: int
    step: Fraction = Fraction(1)


def figures_of(text: str) -> Iterator[Figure]:
    """All numbers of a text. A year that is written short ("1959–63") counts in full as well."""
    for numeral in find_numbers(text):
        step = Fraction(numeral.step)
        if numeral.scale:
            size = 10**numeral.scale
            yield Figure(Fraction(numeral.number), numeral.start, numeral.end, step * size)
        # "4 million" tells a 4 as well: headers and questions may name the scale once for all
        yield Figure(Fraction(numeral.digits), numeral.start, numeral.end, step)
    for match in _SHORT_YEAR.finditer(text):
        if int(match["to"]) > int(match["year"]):
            yield Figure(Fraction(int(match["from"] + match["to"])), match.start(), match.end())


def places_of(value: Fraction, source: Source) -> Iterator[Span]:
    """Where a source tells a number, in its order: in its cells, its text, or an image's caption and description; then
    in its title, and in the line on what it is about."""
    yield from _within(value, source) if source.table is None else _cells(value, source, source.table)
    for read, words in (("title", source.title), ("about", source.about)):
        if any(figure.value == value for figure in figures_of(words)):
            yield Span(source.id, read)  # type: ignore[arg-type]  # both words are of `Read`


def _within(value: Fraction, source: Source) -> Iterator[Span]:
    caption = len(source.image.caption) if source.image is not None else 0
    for figure in figures_of(source.text):
        if figure.value == value:
            read = "text" if source.image is None else "caption" if figure.end <= caption else "pixels"
            if read == "pixels":
                yield Span(source.id, "pixels")
            else:
                yield Span(source.id, read, figure.start, figure.end)  # type: ignore[arg-type]


def percentages_of(value: Fraction, source: Source) -> Iterator[Span]:
    """Where a source tells so many percent."""
    for place in places_of(value, source):
        if place.cells:
            row, column = place.cells[0]
            assert source.table is not None
            cells = source.table.rows[row] if row >= 0 else source.table.header[row]
            header = " ".join(line[column] for line in source.table.header)
            if _PERCENT.search(cells[column]) or _PERCENT.search(header):
                yield place
        elif place.end is not None and _PERCENT.match(source.text[place.end :].lstrip()):
            yield place


def _cells(value: Fraction, source: Source, table: Table) -> Iterator[Span]:
    """Cells that tell the number, as it is or times the scale that their header or the title names."""
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells):
            values = {figure.value for figure in figures_of(cell)}
            if not values:
                continue
            header = " ".join(line[column] for line in table.header if column < len(line))
            scales = {10 ** _ZEROS[name.casefold()] for name in _NAMED.findall(f"{header} {source.title}")}
            if any(value == number * scale for number in values for scale in (1, *scales)):
                yield Span(source.id, "cell", cells=((row, column),))
    for above, line in enumerate(table.header):
        for column, cell in enumerate(line):
            if any(figure.value == value for figure in figures_of(cell)):
                yield Span(source.id, "cell", cells=((above - len(table.header), column),))


def lies_in(inner: Span, outer: Span) -> bool:
    """Is a place part of another?"""
    if inner.source != outer.source:
        return False
    if inner.cells:
        return set(inner.cells) <= set(outer.cells)
    if inner.start is None or inner.end is None or outer.start is None or outer.end is None:
        return inner.read == outer.read == "pixels"
    return outer.start <= inner.start and inner.end <= outer.end
