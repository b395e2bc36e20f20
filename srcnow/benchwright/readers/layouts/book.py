"""A textbook is read as passages, figures and tables that refer to each other, one JSON Lines file each, and `images/`.

    {"id": "bio-00002", "section": "About OpenStax {#anchor}", "kind": "para", "text": "...",
     "refs": ["fig-ch01_00_00"], "module": "m46078", "unit": null, "chapter": null, "module_title": "Preface"}
    {"id": "fig-ch01_00_00", "image_file": "images/Figure_01_00_00.jpg", "alt": "...", "caption": "...",
     "is_qr_code": false, "module": "m44386", "unit": "Unit 1 ...", "chapter": "...", "module_title": "..."}
    {"id": "tab-ch02_01_01", "title": "...", "n_header": 1, "header": [["Element"]], "rows": [["Oxygen (O)"]], ...}

A module (the book's smallest page) is the document. What else lies there (the book's Markdown, questions) tells the
same again, and is not read.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.readers.base import InputFile, Item, Limits, Reader, ReadError
from benchwright.readers.layouts import verbatim
from benchwright.readers.table_records import squeeze, table_name, verbatim_table
from benchwright.records import Drop, Json, Modality, Place, Source

_ANCHOR = re.compile(r"\s*\{#[^}]*\}")
_ESCAPE = re.compile(r"\\+([\\'\"*_`\[\]()#.!-])")

FORMAL = frozenset(Path(__file__).with_name("formal_sections.txt").read_text("utf-8").splitlines())
"""Sections that every module has: they say what kind of text follows, and not what it is about."""


def book_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout; () if this folder does not hold it."""
    passages = verbatim.part(folder, "passages.jsonl")
    others = [verbatim.part(folder, name) for name in ("figures.jsonl", "tables.jsonl")]
    if not any(others) or not {"id", "text", "module"} <= verbatim.first_fields(folder, passages):
        return ()
    return (passages, *filter(None, [*others, verbatim.part(folder, "qa.jsonl")]))


def read_book(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every passage, figure and table, in the order of the files; the references between them are turned round, so
    that a figure or table knows the passages that speak of it."""
    parts = {name: verbatim.part(file.path, f"{name}.jsonl") for name in ("passages", "figures", "tables")}
    lines: dict[str, list[Json]] = {}
    for name, result in parts.items():
        lines[name] = []
        for item in verbatim.records(file.beside(result), "id") if result else ():
            if isinstance(item, Drop):
                yield item
            else:
                lines[name].append(item[1])
    names = {name: file.beside(result).name for name, result in parts.items() if result}
    references = _references(lines)
    shared = _BookContext(
        verbatim.licence_of(file, "raw_md"), verbatim.Ids(), references, _formal_sections(lines["passages"])
    )
    for record in lines["passages"]:
        yield from _passage(record, names["passages"], shared)
    for record in lines["figures"]:
        yield from _figure(record, names["figures"], file, shared)
    for record in lines["tables"]:
        yield from _table(record, names["tables"], shared)
    yield from _dangling(lines, names["passages"])


@dataclass(frozen=True, slots=True)
class _BookContext:
    """What every part of one book needs."""

    licence: str
    ids: verbatim.Ids
    references: Mapping[tuple[str, str], tuple[str, ...]]
    formal: frozenset[str]

    def to(self, record: Json) -> tuple[str, ...]:
        """The passages that refer to a figure or table."""
        return self.references.get((record["id"], verbatim.text_of(record, "module")), ())


def _passage(record: Json, name: str, shared: _BookContext) -> Iterator[Item]:
    text = verbatim.text_of(record, "text")
    if not text.strip():
        yield Drop(name, "empty", f"passage {record['id']!r} has no text")
        return
    module, section = _title(record, "module_title"), _title(record, "section")
    title = module if not section or section.lower() in shared.formal else section
    source = Source(record["id"], Modality.TEXT, title, text, _place(record), licence=shared.licence)
    yield from verbatim.with_free_id(source, name, shared.ids)


def _figure(record: Json, name: str, folder: InputFile, shared: _BookContext) -> Iterator[Item]:
    caption, alt = verbatim.text_of(record, "caption"), verbatim.text_of(record, "alt")
    if record.get("is_qr_code") is True:
        yield Drop(name, "qr-code", f"figure {record['id']!r} shows a QR code", caption or alt)
        return
    path = verbatim.text_of(record, "image_file")
    if not path:
        yield Drop(name, "figure-without-file", f"figure {record['id']!r} names no file", caption or alt)
        return
    try:
        picture = folder.beside(path)
    except ReadError as error:
        yield Drop(name, f"image-{error.reason}", f"figure {record['id']!r}: {error}", caption or alt)
        return
    source = verbatim.image_source(
        record["id"], _title(record, "module_title"), _place(record), caption, alt, shared.to(record), shared.licence
    )
    yield from verbatim.with_free_id(source, name, shared.ids, picture=picture)


def _table(record: Json, name: str, shared: _BookContext) -> Iterator[Item]:
    result = verbatim_table(verbatim.grid(record.get("header")), verbatim.grid(record.get("rows")))
    if not result.table.rows:
        yield Drop(name, "table-empty", f"table {record['id']!r} has no rows", verbatim.text_of(record, "title"))
        return
    place = _place(record)
    title = table_name(_title(record, "title"), place.headings, record["id"])
    source = verbatim.table_source(record["id"], title, result.table, place, shared.to(record), shared.licence)
    yield from verbatim.with_free_id(source, name, shared.ids, result.notices)


def _references(lines: Mapping[str, list[Json]]) -> dict[tuple[str, str], tuple[str, ...]]:
    """(target id, its module) -> passages that refer to it. An id that two modules use means the one of the passage's
    own module; where there is none, all of them."""
    modules: dict[str, set[str]] = defaultdict(set)
    for record in (*lines["figures"], *lines["tables"]):
        modules[record["id"]].add(verbatim.text_of(record, "module"))
    result: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for record in lines["passages"]:
        own = verbatim.text_of(record, "module")
        for target in verbatim.strings(record.get("refs")):
            at = modules.get(target, set())
            for module in {own} if own in at else at:
                result[target, module][record["id"]] = None
    return {key: tuple(passages) for key, passages in result.items()}


def _dangling(lines: Mapping[str, list[Json]], name: str) -> Iterator[Drop]:
    """A notice for every reference to something that is not there."""
    lookup = {record["id"] for records in lines.values() for record in records}
    for record in lines["passages"]:
        for target in record.get("refs") or ():
            if isinstance(target, str) and target not in lookup:
                yield Drop(name, "dangling-reference", f"passage {record['id']!r} refers to {target!r}")


def _formal_sections(passages: list[Json]) -> frozenset[str]:
    """The sections that name a kind of text: those known, and those that a fifth of the modules have (at least 3)."""
    pairs = {(_title(record, "section").lower(), verbatim.text_of(record, "module")) for record in passages}
    modules = len({module for _, module in pairs})
    counts = Counter(section for section, _ in pairs)
    return FORMAL | {section for section, count in counts.items() if count >= max(3, modules / 5)}


def _place(record: Json) -> Place:
    """The module is the document. Its running text is not given, so there are no offsets in it."""
    path = (_title(record, field) for field in ("unit", "chapter", "module_title", "section"))
    return Place(verbatim.text_of(record, "module"), headings=tuple(dict.fromkeys(part for part in path if part)))


def _title(record: Json, field: str) -> str:
    """A title without its Markdown anchor and escapes."""
    return squeeze(_ESCAPE.sub(r"\1", _ANCHOR.sub("", verbatim.text_of(record, field))))


READER = Reader("book", read_book, layout=book_files, verbatim=True)
