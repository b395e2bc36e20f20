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
from pathlib import Path

from benchwright.readers.base import InputFile, Item, Limits, Mark, Reader
from benchwright.readers.layouts import verbatim
from benchwright.readers.table_records import table_text, verbatim_table
from benchwright.records import Drop, Modality, Place, Source

LICENCE = "CC BY-SA 4.0 (text)"


def ottqa_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout; () if this folder does not hold it. Questions belong to it, but are no sources."""
    tables, passages = verbatim.part(folder, "tables.jsonl"), verbatim.part(folder, "passages.jsonl")
    if not tables or not passages:
        return ()
    if "table_id" not in verbatim.first_record(folder, tables):
        return ()
    if "passage_id" not in verbatim.first_record(folder, passages):
        return ()
    questions = sorted(path.name for path in folder.glob("*questions*.jsonl*") if path.is_file())
    return (tables, passages, *questions)


def read_ottqa(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every table, then every passage, in the order of the files."""
    ids = verbatim.Ids(file.resume.ids if file.resume else ())
    tables = file.beside(verbatim.part(file.path, "tables.jsonl"))
    passages = file.beside(verbatim.part(file.path, "passages.jsonl"))
    if verbatim.resumed_in(file) != passages.name:
        yield from _tables(tables, ids)
    yield from _passages(passages, ids)


def _tables(file: InputFile, ids: verbatim.Ids) -> Iterator[Item]:
    for item in verbatim.marked_records(file, "table_id", "title"):
        if isinstance(item, Drop | Mark):
            yield item
            continue
        number, record = item
        header = record.get("header")
        result = verbatim_table(verbatim.grid([header]), verbatim.grid(record.get("rows")), _links(record.get("links")))
        if not result.table.rows:
            yield Drop(file.name, "table-empty", f"line {number}: {record['table_id']!r} has no rows", record["title"])
            continue
        id = ids.take(record["table_id"])
        yield from verbatim.repeated(file.name, record["table_id"], id)
        yield from (Drop(file.name, notice.reason, f"{notice.count} rows of {id!r}") for notice in result.notices)
        section = verbatim.text_of(record, "section_title")
        title = " — ".join(part for part in (record["title"], section) if part)
        url = verbatim.text_of(record, "url")
        yield Source(
            id=id,
            modality=Modality.TABLE,
            title=title,
            text=table_text(title, result.table),
            place=Place(verbatim.page_of(url) or id, headings=_headings(record["title"], section)),
            table=result.table,
            licence=LICENCE,
            url=url,
        )


def _passages(file: InputFile, ids: verbatim.Ids) -> Iterator[Item]:
    for item in verbatim.marked_records(file, "passage_id", "text"):
        if isinstance(item, Drop | Mark):
            yield item
            continue
        _, record = item
        id, title, text = record["passage_id"], verbatim.text_of(record, "title"), record["text"]
        free = ids.take(id)
        yield from verbatim.repeated(file.name, id, free)
        url = verbatim.text_of(record, "url") or (f"https://en.wikipedia.org{id}" if id.startswith("/wiki/") else "")
        yield verbatim.passage(free, title, text, LICENCE, url, document=id)


def _headings(title: str, section: str) -> tuple[str, ...]:
    """The page, then its sections from the outside in (parted by " -- " in the data)."""
    return tuple(part.strip() for part in (title, *section.split(" -- ")) if part.strip())


def _links(value: object) -> Iterator[tuple[int, int, str]]:
    """(row, column, passage id) of every link, each once a cell. What is no list of lists of lists is passed over."""
    for row, cells in enumerate(value if isinstance(value, list) else []):
        for column, targets in enumerate(cells if isinstance(cells, list) else []):
            for target in verbatim.strings(targets):
                yield row, column, target


READER = Reader("ottqa", read_ottqa, layout=ottqa_files, version=2, verbatim=True)
