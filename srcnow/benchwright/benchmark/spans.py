"""Check spans of evidence: that they lie inside their sources, and that their facts are read from them again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from benchwright.benchmark.store import SOURCES_FILE
from benchwright.errors import ReadError
from benchwright.facts.extract import IMAGE_READERS, facts_of_source
from benchwright.files.atomic import sha256_file
from benchwright.records import AROUND, Example, Fact, Source, Span, Table

_Stated = Mapping[str, Any]


class EvidenceReader:
    """Reads the facts of a benchmark's sources again, each source once. `folder` holds the files of the images."""

    def __init__(self, folder: Path, sources: Mapping[str, Source]) -> None:
        self._facts = cache(lambda id: _facts_of(folder, sources[id]) if id in sources else [])

    def faults(self, example: Example) -> Iterator[str]:
        """What is no longer read from the evidence: each span must state one of the example's facts, or state it again,
        and each set of spans must state all of them. Nothing where `unread_because` has a reason."""
        if unread_because(example):
            return
        facts, restatements = _stated(example, "facts"), _stated(example, "restatements")
        for spans in (spans for answer in example.answers for spans in answer.evidence):
            idle = [span for span in spans if not any(self._states(span, one) for one in (*facts, *restatements))]
            for span in idle:
                yield f"its evidence in {span.source!r} no longer states a fact of it: {_place(span)}"
            for fact in facts if not idle else ():
                options = [fact, *(one for one in restatements if one.get("restates") == fact.get("id"))]
                if not any(self._states(span, one) for span in spans for one in options):
                    yield f"a set of its evidence does not state {fact.get('id')!r}"

    def _states(self, span: Span, stated: _Stated) -> bool:
        """Whether this fact is read again, with the same words, from within the span."""
        names = [name for name in ("id", "subject", "relation", "value", "unit") if name in stated]
        facts: Sequence[Fact] = self._facts(span.source)
        return any(
            _within(fact.span, span) and all(getattr(fact, name) == stated[name] for name in names) for fact in facts
        )


def _facts_of(folder: Path, source: Source) -> list[Fact]:
    """The facts of a source; none of an image whose file is not the one that was stored."""
    image = source.image
    try:
        intact = image is None or sha256_file(folder / image.file) == image.sha256
    except ReadError:
        return []
    return facts_of_source(folder, source) if intact else []


def unread_because(example: Example) -> str:
    """Why the evidence of an example cannot be read again from the benchmark alone, "" if it can."""
    if not _stated(example, "facts"):
        return "their facts are not stored"
    reads = {span.read for answer in example.answers for spans in answer.evidence for span in spans}
    readers = set(IMAGE_READERS.names())
    if ("ocr" in reads and "ocr" not in readers) or ("pixels" in reads and not readers - {"ocr"}):
        return "a reader of their images is not installed"
    return ""


def _stated(example: Example, name: str) -> tuple[_Stated, ...]:
    """The facts that the derivation lists under a name; what is no list of facts has none. A list from facts does not
    store them: any fact at the place will do."""
    derivation = example.derivation or {}
    listed = derivation.get(name, [{}] if (name, derivation.get("source")) == ("facts", "facts") else ())
    return tuple(one for one in listed if isinstance(one, Mapping)) if isinstance(listed, list | tuple) else ()


def _within(part: Span, whole: Span) -> bool:
    if part.start is not None and part.end is not None:
        return whole.start is not None and whole.end is not None and whole.start <= part.start < part.end <= whole.end
    return part.box == whole.box and set(part.cells) <= set(whole.cells)


def _place(span: Span) -> str:
    return str(span.cells or span.box or f"{span.start} to {span.end}")


def faults_of_span(span: Span, source: Source | None) -> Iterator[str]:
    """What is wrong with one span of evidence."""
    where = f"evidence in {span.source!r}"
    if source is None:
        yield f"{where} is not in {SOURCES_FILE}"
        return
    if span.start is None or span.end is None:
        if span.read in AROUND:
            words = source.title if span.read == "title" else source.about
            if not words.strip():
                yield f"{where} is read from its {span.read}, and it has none"
        elif span.read == "text" or (span.start is None) != (span.end is None):
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
