"""BEIR is read: `corpus.jsonl` of {"_id", "title", "text"}, plain or compressed.

`queries.jsonl` and `qrels/` belong to the layout and are no sources: they are known, and left out. (Thakur et al.,
2021.)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchwright.readers.base import InputFile, Item, Limits, Reader
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.resume_marks import marked_items
from benchwright.records import Drop, Json


def beir_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout, the corpus first; () if this folder does not hold it."""
    corpus = verbatim.part(folder, "corpus.jsonl")
    if not {"_id", "text"} <= verbatim.first_fields(folder, corpus):
        return ()
    qrels = sorted(f"qrels/{path.name}" for path in (folder / "qrels").glob("*.tsv*") if path.is_file())
    return (corpus, *filter(None, [verbatim.part(folder, "queries.jsonl")]), *qrels)


def read_beir(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every document of the corpus as one text source."""
    corpus = file.beside(verbatim.part(file.path, "corpus.jsonl"))
    licence, ids = verbatim.licence_of(file), verbatim.Ids()

    def document(number: int, record: Json) -> Iterator[Item]:
        id, title, text = record.get("_id"), verbatim.text_of(record, "title"), record["text"]
        if isinstance(id, bool) or not isinstance(id, str | int) or id == "":
            yield Drop(corpus.name, "field-missing", f"line {number} has no _id", text[:120])
        elif not text.strip() and not title.strip():
            yield Drop(corpus.name, "empty", f"line {number}: document {id!r} has neither title nor text")
        else:
            metadata = record.get("metadata")
            url = verbatim.text_of(metadata, "url") if isinstance(metadata, dict) else ""
            source = verbatim.passage(str(id), title, text, licence, url, document="")
            yield from verbatim.with_free_id(source, corpus.name, ids)

    return marked_items(file, verbatim.items_of(verbatim.records(corpus, "text"), document))


READER = Reader("beir", read_beir, layout=beir_files, version=2, verbatim=True)
