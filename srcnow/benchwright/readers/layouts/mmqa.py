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
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchwright.readers.base import InputFile, Item, Limits, Reader, ReadError
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.resume_marks import marked_items
from benchwright.readers.table_records import verbatim_table
from benchwright.records import Drop, Json, Modality, Place, Source

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
    if not any("id" in verbatim.first_fields(folder, name) for name in contexts):
        return ()
    return (*contexts, *filter(None, (verbatim.part(folder, name) for name in QUESTIONS)))


def read_mmqa(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every passage, then every table, then every image, in the order of the files."""
    return marked_items(file, _Parts(file, verbatim.licence_of(file), (file.path / IMAGES).is_dir()).items())


@dataclass(frozen=True, slots=True)
class _Parts:
    """The files of one folder, and what each needs to know of those before it. `pages` lists the passages of a page."""

    folder: InputFile
    licence: str
    has_images: bool
    ids: verbatim.Ids = field(default_factory=verbatim.Ids)
    pages: dict[str, list[str]] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)

    def items(self) -> Iterator[Item]:
        fields = (("id", "text"), ("id",), ("id", "path"))
        for name, required, make in zip(PARTS, fields, (self._text, self._table, self._image), strict=True):
            if not (present := verbatim.part(self.folder.path, name)):
                continue
            part = self.folder.beside(present)
            yield from verbatim.items_of(verbatim.records(part, *required), partial(make, part.name))
            if self.absent:
                detail = f"the folder has no {IMAGES}: none of {len(self.absent):,} images was read"
                yield Drop(part.name, "images-absent", detail)

    def _text(self, name: str, number: int, record: Json) -> Iterator[Item]:
        title, url = verbatim.text_of(record, "title"), verbatim.text_of(record, "url")
        if not record["text"].strip():
            yield Drop(name, "empty", f"line {number}: {record['id']!r} has no text", title)
            return
        source = Source(
            record["id"], Modality.TEXT, title, record["text"], _place(title, url), licence=self.licence, url=url
        )
        for item in verbatim.with_free_id(source, name, self.ids):
            if isinstance(item, Source) and len(known := self.pages.setdefault(item.document, [])) < LINKED:
                known.append(item.id)
            yield item

    def _table(self, name: str, number: int, record: Json) -> Iterator[Item]:
        page, url, table = verbatim.text_of(record, "title"), verbatim.text_of(record, "url"), record.get("table")
        heads, rows = _grid(table)
        if not rows:
            yield Drop(name, "table-empty", f"line {number}: {record['id']!r} has no rows", page)
            return
        if max(len(row) for row in (heads, *rows)) * len(rows) > CELLS:
            yield Drop(name, "table-too-large", f"line {number}: {record['id']!r} has more than {CELLS:,} cells")
            return
        result = verbatim_table([heads] if heads else [], rows, _links(table, self.pages))
        section = verbatim.text_of(table, "table_name") if isinstance(table, dict) else ""
        title = " — ".join(part for part in (page, section) if part)
        place = _place(page, url, section)
        source = verbatim.table_source(record["id"], title, result.table, place, licence=self.licence, url=url)
        yield from verbatim.with_free_id(source, name, self.ids, result.notices)

    def _image(self, name: str, number: int, record: Json) -> Iterator[Item]:
        if not self.has_images:
            self.absent.append(record["id"])
            return
        title, url = verbatim.text_of(record, "title"), verbatim.text_of(record, "url")
        try:
            picture = self.folder.beside(f"{IMAGES}/{record['path']}")
        except ReadError as error:
            yield Drop(name, f"image-{error.reason}", f"line {number}: {record['id']!r}: {error}", title)
            return
        source = verbatim.image_source(record["id"], title, _place(title, url), title, licence=self.licence, url=url)
        yield from verbatim.with_free_id(source, name, self.ids, picture=picture)


def _place(title: str, url: str, section: str = "") -> Place:
    """The page that it stands on, if its address is one of Wikipedia, and the headings above it."""
    return Place(verbatim.page_of(url), headings=tuple(part for part in (title, section) if part.strip()))


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


READER = Reader("mmqa", read_mmqa, layout=mmqa_files, verbatim=True)
