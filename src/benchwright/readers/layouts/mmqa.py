"""MultiModalQA is read: passages, tables and images of Wikipedia.

Any of `MMQA_texts.jsonl`, `MMQA_tables.jsonl` and `MMQA_images.jsonl`, plain or compressed, and the pictures in
`final_dataset_images/`.

    {"id": "16c6...", "title": "Oak", "url": "https://en.wikipedia.org/wiki/Oak", "text": "Oaks are old."}
    {"id": "dcd7...", "title": "Oak", "url": "...", "table": {"table_name": "Ages", "header": [{"column_name": "Tree"}],
     "table_rows": [[{"text": "Elm", "links": [{"text": "Elm", "url": "https://en.wikipedia.org/wiki/Elm"}]}]]}}
    {"id": "632e...", "title": "Oak", "url": "...", "path": "632e....jpg"}

All that is told of an image is its page's title, which is its caption. A source's document is its Wikipedia page. A
cell links to a page, of which the data hold several passages: it links to the first few of them. The files of questions
belong to the layout and are no sources. (Talmor et al., 2021, section 3; the format is described with the data.)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from benchwright.readers.base import InputFile, Item, Limits, Picture, Reader, ReadError
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.resume_marks import marked
from benchwright.readers.table_records import table_text, verbatim_table
from benchwright.records import Drop, Image, Json, Modality, Place, Source

IMAGES = "final_dataset_images"
PARTS = ("MMQA_texts.jsonl", "MMQA_tables.jsonl", "MMQA_images.jsonl")
QUESTIONS = ("MMQA_train.jsonl", "MMQA_dev.jsonl", "MMQA_test.jsonl")

LINKED = 16
"""Passages of a page that a cell links to, at most: the first ones."""

CELLS = 1_000_000
"""A table that would have more cells than this, short rows filled up, is a drop: one long row makes all rows long."""


def mmqa_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout, contexts before questions; () if this folder holds none of the contexts."""
    contexts = tuple(filter(None, (verbatim.part(folder, name) for name in PARTS)))
    if not any("id" in verbatim.first_record(folder, name) for name in contexts):
        return ()
    return (*contexts, *filter(None, (verbatim.part(folder, name) for name in QUESTIONS)))


def read_mmqa(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every passage, then every table, then every image, in the order of the files."""
    return marked(file, _items(file), lambda item: (item,))


def _items(file: InputFile) -> Iterator[Item]:
    licence = verbatim.licence_of(file)
    ids = verbatim.Ids()
    pages: dict[str, list[str]] = {}
    readers: tuple[Callable[[InputFile, verbatim.Ids], Iterator[Item]], ...] = (
        lambda part, ids: _texts(part, ids, pages),
        lambda part, ids: _tables(part, ids, pages),
        lambda part, ids: _images(part, ids, file),
    )
    for name, read in zip(PARTS, readers, strict=True):
        if result := verbatim.part(file.path, name):
            yield from _licensed(read(file.beside(result), ids), licence)


def _licensed(items: Iterable[Item], licence: str) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Source):
            yield replace(item, licence=licence)
        elif isinstance(item, Picture):
            yield replace(item, source=replace(item.source, licence=licence))
        else:
            yield item


def _texts(file: InputFile, ids: verbatim.Ids, pages: dict[str, list[str]]) -> Iterator[Item]:
    for item in verbatim.records(file, "id", "text"):
        if isinstance(item, Drop):
            yield item
            continue
        number, record = item
        if not record["text"].strip():
            yield Drop(
                file.name, "empty", f"line {number}: {record['id']!r} has no text", verbatim.text_of(record, "title")
            )
            continue
        id = ids.take(record["id"])
        yield from verbatim.repeated(file.name, record["id"], id)
        place = _place(record, id)
        lookup = pages.setdefault(place.document, [])
        if len(lookup) < LINKED:
            lookup.append(id)
        title, url = verbatim.text_of(record, "title"), verbatim.text_of(record, "url")
        yield Source(id, Modality.TEXT, title, record["text"], place, url=url)


def _tables(file: InputFile, ids: verbatim.Ids, pages: dict[str, list[str]]) -> Iterator[Item]:
    for item in verbatim.records(file, "id"):
        if isinstance(item, Drop):
            yield item
            continue
        number, record = item
        table = record.get("table")
        heads, rows = _grid(table)
        if not rows:
            text = verbatim.text_of(record, "title")
            yield Drop(file.name, "table-empty", f"line {number}: {record['id']!r} has no rows", text)
            continue
        if max(len(row) for row in (heads, *rows)) * len(rows) > CELLS:
            yield Drop(file.name, "table-too-large", f"line {number}: {record['id']!r} has more than {CELLS:,} cells")
            continue
        result = verbatim_table([heads] if heads else [], rows, _links(table, pages))
        id = ids.take(record["id"])
        yield from verbatim.repeated(file.name, record["id"], id)
        yield from (Drop(file.name, notice.reason, f"{notice.count} rows of {id!r}") for notice in result.notices)
        name = verbatim.text_of(table, "table_name") if isinstance(table, dict) else ""
        title = " — ".join(part for part in (verbatim.text_of(record, "title"), name) if part)
        yield Source(
            id,
            Modality.TABLE,
            title,
            table_text(title, result.table),
            _place(record, id, name),
            table=result.table,
            url=verbatim.text_of(record, "url"),
        )


def _images(file: InputFile, ids: verbatim.Ids, folder: InputFile) -> Iterator[Item]:
    if not (folder.path / IMAGES).is_dir():
        count = 0
        for item in verbatim.records(file, "id", "path"):
            if isinstance(item, Drop):
                yield item
            else:
                count += 1
        if count:
            yield Drop(file.name, "images-absent", f"the folder has no {IMAGES}: none of {count:,} images was read")
        return
    for item in verbatim.records(file, "id", "path"):
        if isinstance(item, Drop):
            yield item
            continue
        number, record = item
        title = verbatim.text_of(record, "title")
        try:
            picture = folder.beside(f"{IMAGES}/{record['path']}")
        except ReadError as error:
            yield Drop(file.name, f"image-{error.reason}", f"line {number}: {record['id']!r}: {error}", title)
            continue
        id = ids.take(record["id"])
        yield from verbatim.repeated(file.name, record["id"], id)
        image = Image("", "", 0, 0, caption=title)
        url = verbatim.text_of(record, "url")
        yield Picture(Source(id, Modality.IMAGE, title, title, _place(record, id), image=image, url=url), picture)


def _place(record: Json, id: str, section: str = "") -> Place:
    """The page that it stands on, and the headings above it. Where on the page is not told."""
    title = verbatim.text_of(record, "title")
    headings = tuple(part for part in (title, section) if part.strip())
    return Place(verbatim.page_of(verbatim.text_of(record, "url")) or id, headings=headings)


def _grid(table: object) -> tuple[list[str], list[list[str]]]:
    """(names of the columns, rows of cells). What is no list is an empty one."""
    if not isinstance(table, dict):
        return [], []
    header, rows = table.get("header"), table.get("table_rows")
    heads = [_words(column, "column_name") for column in header] if isinstance(header, list) else []
    result = rows if isinstance(rows, list) else []
    return heads, [[_words(cell, "text") for cell in row] for row in result if isinstance(row, list)]


def _words(cell: object, field: str) -> str:
    """The words of a cell or of a column's header. A bare number is written out."""
    value = cell.get(field) if isinstance(cell, dict) else cell
    if isinstance(value, str):
        return value
    return json.dumps(value) if isinstance(value, int | float) else ""


def _links(table: object, pages: dict[str, list[str]]) -> Iterator[tuple[int, int, str]]:
    """(row, column, source id) of the passages of every page that a cell links to, each once a cell."""
    rows = table.get("table_rows") if isinstance(table, dict) else None
    lists = (row for row in (rows if isinstance(rows, list) else []) if isinstance(row, list))
    for row, cells in enumerate(lists):
        for column, cell in enumerate(cells):
            links = cell.get("links") if isinstance(cell, dict) else None
            named = (link.get("url") for link in (links if isinstance(links, list) else []) if isinstance(link, dict))
            targets = dict.fromkeys(verbatim.page_of(url) for url in named if isinstance(url, str))
            for target in targets:
                yield from ((row, column, id) for id in pages.get(target, ()) if target)


READER = Reader("mmqa", read_mmqa, layout=mmqa_files, needs_ids=False, verbatim=True)
