"""BEIR is read: `corpus.jsonl` of {"_id", "title", "text"}, plain or compressed.

`queries.jsonl` and `qrels/` belong to the layout and are no sources: they are known, and left out. (Thakur et al.,
2021.)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchwright.readers.base import InputFile, Item, Limits, Mark, Reader
from benchwright.readers.layouts import verbatim
from benchwright.records import Drop


def beir_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout, the corpus first; () if this folder does not hold it."""
    corpus = verbatim.part(folder, "corpus.jsonl")
    if not corpus or not {"_id", "text"} <= verbatim.first_record(folder, corpus).keys():
        return ()
    qrels = sorted(f"qrels/{path.name}" for path in (folder / "qrels").glob("*.tsv*") if path.is_file())
    return (corpus, *filter(None, [verbatim.part(folder, "queries.jsonl")]), *qrels)


def read_beir(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every document of the corpus as one text source."""
    corpus = file.beside(verbatim.part(file.path, "corpus.jsonl"))
    licence = verbatim.licence_of(file)
    ids = verbatim.Ids(file.resume.ids if file.resume else ())
    for item in verbatim.marked_records(corpus, "text"):
        if isinstance(item, Drop | Mark):
            yield item
            continue
        number, record = item
        id, title, text = record.get("_id"), verbatim.text_of(record, "title"), record["text"]
        if isinstance(id, bool) or not isinstance(id, str | int) or id == "":
            yield Drop(corpus.name, "field-missing", f"line {number} has no _id", text[:120])
            continue
        if not text.strip() and not title.strip():
            yield Drop(corpus.name, "empty", f"line {number}: document {id!r} has neither title nor text")
            continue
        free = ids.take(str(id))
        yield from verbatim.repeated(corpus.name, str(id), free)
        metadata = record.get("metadata")
        url = verbatim.text_of(metadata, "url") if isinstance(metadata, dict) else ""
        yield verbatim.passage(free, title, text, licence, url)


READER = Reader("beir", read_beir, layout=beir_files, verbatim=True)
