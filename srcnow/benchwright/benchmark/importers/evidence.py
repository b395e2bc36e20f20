"""Find the spans of an answer: a whole source, words in a text, a cell of a table, a picture."""

from __future__ import annotations

from benchwright.corpus.store import Corpus
from benchwright.records import Modality, Source, Span


def whole(source: Source) -> Span:
    """All of a source: its picture, or its text."""
    if source.modality is Modality.IMAGE:
        return Span(source.id, "pixels")
    return Span(source.id, "text", 0, len(source.text))


def cell(source: Source, row: int, column: int) -> Span:
    """A cell of a table, or the whole source where it has none of that place."""
    table = source.table
    if table is None or not 0 <= row < len(table.rows) or not 0 <= column < len(table.rows[row]):
        return whole(source)
    return Span(source.id, "cell", cells=((row, column),))


def words(source: Source, answer: str, near: int) -> Span:
    """The words where they stand nearest to a place, or the whole source where they do not stand. The place is a guess:
    what is published as an offset may count bytes, or another edition of the text."""
    places: list[int] = []
    at = source.text.find(answer) if answer.strip() else -1
    while at >= 0:
        places.append(at)
        at = source.text.find(answer, at + 1)
    if not places or source.modality is Modality.IMAGE:
        return whole(source)
    start = min(places, key=lambda place: (abs(place - near), place))
    return Span(source.id, "text", start, start + len(answer))


def known(corpus: Corpus, ids: list[str], besides: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """The ids that the corpus has, each once and none of `besides`, and how many it has not."""
    listed = [id for id in dict.fromkeys(ids) if id not in besides]
    present = tuple(id for id in listed if id in corpus)
    return present, len(listed) - len(present)
