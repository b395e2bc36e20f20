"""Check that spans of evidence lie inside their sources and show the values that were read there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from benchwright.benchmark.store import SOURCES_FILE
from benchwright.records import Example, Source, Span, Table
from benchwright.values import normalise

_NUMBER = re.compile(r"\d+(?:,\d+)*(?:\.\d+)?")
_SCALES = tuple(Decimal(10) ** power for power in (3, 6, 9, 12))


def untold_values(example: Example, sources: dict[str, Source]) -> Iterator[str]:
    """Each fact that the program reads in words or cells stands in the evidence of its source."""
    shown: dict[str, str] = {}
    for answer in example.answers:
        for span in (span for spans in answer.evidence[:1] for span in spans):
            if span.read in ("text", "cell") and span.source in sources:
                shown[span.source] = f"{shown.get(span.source, '')} {_shown(span, sources[span.source])}"
    for fact in (example.derivation or {}).get("facts", ()):
        source, value = str(fact.get("id", "")).rpartition("#")[0], str(fact.get("value", ""))
        if source in shown and not holds(shown[source], value):
            yield f"its evidence in {source!r} does not hold {value!r}"


def _shown(span: Span, source: Source) -> str:
    """What a span shows; what lies outside its source is nothing (and a fault of its own)."""
    if source.table is not None:
        table, cells = source.table, [cell for cell in span.cells if _inside(source.table, *cell)]
        return " ".join((table.header if row < 0 else table.rows)[row][column] for row, column in cells)
    return source.text[span.start : span.end]


def holds(shown: str, value: str) -> bool:
    """Whether a value stands in what the evidence shows. A number may stand there in thousands, millions ...: the scale
    (billion kWh) can lie in its unit's column."""
    if _letters(value) in _letters(shown):
        return True
    number = value.removeprefix("-")
    if not _NUMBER.fullmatch(number):
        return False
    scaled = {_decimal(found) * scale for found in _NUMBER.findall(shown) for scale in _SCALES}
    return _decimal(number) in scaled


def _decimal(number: str) -> Decimal:
    return Decimal(number.replace(",", ""))


def _letters(text: str) -> str:
    """For comparing words however they are spaced and cased."""
    return normalise(text).replace(" ", "")


def faults_of_span(span: Span, source: Source | None) -> Iterator[str]:
    """What is wrong with one span of evidence."""
    where = f"evidence in {span.source!r}"
    if source is None:
        yield f"{where} is not in {SOURCES_FILE}"
        return
    if span.start is None or span.end is None:
        if span.read == "text" or (span.start is None) != (span.end is None):
            yield f"{where} has no beginning or no end"
    elif not 0 <= span.start < span.end <= len(source.text):
        yield f"{where} goes from {span.start} to {span.end}, and the text is {len(source.text)} long"
    elif not source.text[span.start : span.end].strip():
        yield f"{where} is blank"
    if span.read == "cell" and not span.cells:
        yield f"{where} names no cell"
    if span.cells and source.table is None:
        yield f"{where} names cells, and the source is no table"
    elif source.table is not None:
        for row, column in span.cells:
            if not _inside(source.table, row, column):
                yield f"{where} names the cell {row}, {column}, which the table has not"
    if span.read == "pixels" and source.image is None:
        yield f"{where} is read from pixels, and the source is no image"
    if span.box is not None and not _proper(span.box):
        yield f"{where} has a box that is not within the picture"


def _inside(table: Table, row: int, column: int) -> bool:
    """Whether the table has the cell; header rows are -1 (the lowest) and up."""
    rows = table.header if row < 0 else table.rows
    index = len(rows) + row if row < 0 else row
    return 0 <= index < len(rows) and 0 <= column < len(rows[index])


def _proper(box: tuple[float, float, float, float]) -> bool:
    left, top, right, bottom = box
    return 0 <= left < right <= 1 and 0 <= top < bottom <= 1
