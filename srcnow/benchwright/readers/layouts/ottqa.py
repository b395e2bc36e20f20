"""OTT-QA is read: Wikipedia tables whose cells link to passages.

    {"table_id": "Ebony_Shoe_2", "url": "https://en.wikipedia.org/wiki/Ebony_Shoe", "title": "Ebony Shoe",
     "section_title": "Breakdown of winners", "header": ["Club"], "rows": [["Genk"]],
     "links": [[["/wiki/K.R.C._Genk"]]]}
    {"passage_id": "/wiki/K.R.C._Genk", "title": "K.R.C. Genk", "text": "..."}

Texts are tokenised in the data ("1,000 , in 1999") and stay so. A source's document is its Wikipedia page, so that
the tables of one page and the passage about it stand together. (Chen et al., 2021, section 2.)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from benchwright.readers.base import InputFile, Item, Limits, Reader
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.resume_marks import marked_items
from benchwright.readers.table_records import verbatim_table
from benchwright.records import Drop, Json, Place

LICENCE = "CC BY-SA 4.0 (text)"


def ottqa_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout; () if this folder does not hold it. Questions belong to it, but are no sources."""
    tables, passages = verbatim.part(folder, "tables.jsonl"), verbatim.part(folder, "passages.jsonl")
    if "table_id" not in verbatim.first_fields(folder, tables):
        return ()
    if "passage_id" not in verbatim.first_fields(folder, passages):
        return ()
    questions = sorted(path.name for path in folder.glob("*questions*.jsonl*") if path.is_file())
    return (tables, passages, *questions)


def read_ottqa(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every table, then every passage, in the order of the files."""
    ids = verbatim.Ids()
    tables = file.beside(verbatim.part(file.path, "tables.jsonl"))
    passages = file.beside(verbatim.part(file.path, "passages.jsonl"))

    def table(number: int, record: Json) -> Iterator[Item]:
        section, header = verbatim.text_of(record, "section_title"), record.get("header")
        result = verbatim_table(verbatim.grid([header]), verbatim.grid(record.get("rows")), _links(record.get("links")))
        if not result.table.rows:
            detail = f"line {number}: {record['table_id']!r} has no rows"
            yield Drop(tables.name, "table-empty", detail, record["title"])
            return
        url = verbatim.text_of(record, "url")
        title = " — ".join(part for part in (record["title"], section) if part)
        place = Place(verbatim.page_of(url), headings=_headings(record["title"], section))
        source = verbatim.table_source(record["table_id"], title, result.table, place, licence=LICENCE, url=url)
        yield from verbatim.with_free_id(source, tables.name, ids, result.notices)

    def passage(_: int, record: Json) -> Iterator[Item]:
        id, title = record["passage_id"], verbatim.text_of(record, "title")
        url = verbatim.text_of(record, "url") or (f"https://en.wikipedia.org{id}" if id.startswith("/wiki/") else "")
        source = verbatim.passage(id, title, record["text"], LICENCE, url)
        yield from verbatim.with_free_id(source, passages.name, ids)

    found = (
        verbatim.items_of(verbatim.records(tables, "table_id", "title"), table),
        verbatim.items_of(verbatim.records(passages, "passage_id", "text"), passage),
    )
    return marked_items(file, chain.from_iterable(found))


def _headings(title: str, section: str) -> tuple[str, ...]:
    """The page, then its sections from the outside in (parted by " -- " in the data)."""
    return tuple(part.strip() for part in (title, *section.split(" -- ")) if part.strip())


def _links(value: object) -> Iterator[tuple[int, int, str]]:
    """(row, column, passage id) of every link, each once a cell. What is no list of lists of lists is passed over."""
    for row, cells in enumerate(value if isinstance(value, list) else []):
        for column, targets in enumerate(cells if isinstance(cells, list) else []):
            for target in verbatim.strings(targets):
                yield row, column, target


READER = Reader("ottqa", read_ottqa, layout=ottqa_files, version=3, verbatim=True)
