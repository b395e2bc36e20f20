"""A small world in a folder: sources and facts in hand, for tests of checks, solver and families."""

from collections.abc import Sequence
from pathlib import Path

from benchwright.corpus.store import write_corpus
from benchwright.facts.store import FactTable, rows_of
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Fact, Image, Modality, Place, Source, Span, Table
from benchwright.retrieval.word_index import WordIndex
from benchwright.values import name_key


def text(id: str, title: str, body: str, document: str = "") -> Source:
    return Source(id, Modality.TEXT, title, body, Place(document or id, 0, len(body)))


def table(id: str, title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> Source:
    grid = Table((tuple(header),), tuple(tuple(row) for row in rows))
    lines = [title, *(" | ".join(row) for row in (header, *rows))]
    return Source(id, Modality.TABLE, title, "\n".join(lines), Place(id), table=grid)


def image(id: str, title: str, caption: str = "") -> Source:
    return Source(id, Modality.IMAGE, title, caption, Place(id), image=Image("0" * 64, "png", 30, 20, caption=caption))


def told(source: Source, subject: str, relation: str, value: str, value_type: str = "name", **more: object) -> Fact:
    """A fact whose value stands in the text of the source."""
    start = source.text.index(value)
    return Fact(
        id=f"{source.id}#{relation}@{start}",
        subject=subject,
        entity=name_key(subject),
        relation=relation,
        value=value,
        span=Span(source.id, "text", start, start + len(value)),
        value_type=value_type,
        **more,  # type: ignore[arg-type]
    )


def cell(source: Source, row: int, column: int, relation: str, value_type: str = "count", **more: object) -> Fact:
    """A fact of a cell; the first column names the subject."""
    assert source.table is not None
    subject = source.table.rows[row][0]
    return Fact(
        id=f"{source.id}#r{row}c{column}",
        subject=subject,
        entity=name_key(subject),
        relation=relation,
        value=source.table.rows[row][column],
        span=Span(source.id, "cell", cells=((row, column),)),
        value_type=value_type,
        **more,  # type: ignore[arg-type]
    )


def ground(folder: Path, sources: Sequence[Source], facts: Sequence[Fact]) -> CorpusFacts:
    corpus = write_corpus(folder, sources)
    return CorpusFacts(corpus, FactTable(rows_of(facts)), WordIndex.build(f"{s.title} \n {s.text}" for s in sources))
