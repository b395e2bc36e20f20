"""JSON Lines are read, one source a line, ids kept; three forms of lines are told apart.

    {"id": "oak", "modality": "text", "title": "Oak", "text": "...", "place": {"document": "trees"}, ...}   our own
    {"page_content": "Oaks are old.", "metadata": {"source": "trees"}}            LangChain's and LlamaIndex's documents
    {"id": "oak", "title": "Oak", "text": "Oaks are old."}                                                  any other

The first is `Source.to_json`; an image's bytes lie beside the file, at `image.file` or `images/<sha256>.<extension>`.
The second are read as in `documents_json`. In the third, `_id`, `doc_id`, `docid` and `passage_id` also stand for the
id, `contents` and `content` for the text; without an id the line's number gives one. A line that cannot be read is a
drop; the others go on. A file whose first record has `passage_id`, `passage` and `label` is one of entities.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any

from benchwright.errors import ReadError
from benchwright.readers.base import InputFile, Item, Limits, Picture, Reader
from benchwright.readers.layouts.documents_json import known_item
from benchwright.readers.layouts.entities import holds_entities, read_entities
from benchwright.readers.layouts.resume_marks import marked
from benchwright.readers.layouts.verbatim import text_of
from benchwright.records import Drop, Json, Modality, Place, Source

_IDS = ("id", "_id", "doc_id", "docid", "passage_id")
_TEXTS = ("text", "contents", "content")
_SHOWN = 200


def read_jsonl(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One source a line. Drops: `bad-json`, `bad-record`, `no-text`, and what an image's file says. A file of entities
    is read by `entities`."""
    if holds_entities(file):
        return read_entities(file)
    return marked(file, file.lines(), lambda line: (_item_or_drop(file, *line),))


def _item_or_drop(file: InputFile, number: int, line: bytes) -> Item:
    try:
        return _item(file, number, json.loads(line))
    except (ReadError, ValueError, RecursionError) as error:
        reason = error.reason if isinstance(error, ReadError) else "bad-json"
        return Drop(file.name, reason, f"line {number}: {error}", line[:_SHOWN].decode("utf-8", "replace"))


def _item(file: InputFile, number: int, data: Any) -> Item:
    if not isinstance(data, dict):
        raise ReadError("bad-record", "not a JSON object")
    if "modality" not in data or "place" not in data:
        lookup = known_item(file, data, f"{file.name}#p{number - 1}")
        return _loose(file, number, data) if lookup is None else lookup
    try:
        source = Source.from_json(data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ReadError("bad-record", f"not a source: {type(error).__name__} {error}") from error
    if not _is_sound(source):
        raise ReadError("bad-record", "a field is of another type than it should be")
    page, box = source.place.page, source.place.box
    if (page is not None and page < 1) or not all(map(isfinite, box or ())):
        raise ReadError("bad-record", "pages count from 1, and a box is four finite numbers")
    kinds = {Modality.TABLE: source.table, Modality.IMAGE: source.image, Modality.TEXT: source.text}
    if not kinds[source.modality] or not source.id:
        raise ReadError("bad-record", f"a {source.modality} without its {source.modality} or its id")
    for kind, part in ((Modality.TABLE, source.table), (Modality.IMAGE, source.image)):
        if part is not None and source.modality is not kind:
            raise ReadError("bad-record", f"a {source.modality} with a record of a {kind}")
    if source.image is None:
        return source
    target = data["image"].get("file") or source.image.file
    return Picture(source, file.beside(str(target)))


def _is_sound(source: Source) -> bool:
    """Whether every field has its type: `from_json` takes what it is given."""
    place, table, image = source.place, source.table, source.image
    strings = [source.id, source.title, source.text, source.licence, source.url, place.document]
    strings += [*place.headings, *source.referred_by]
    rows = (*table.header, *table.rows) if table is not None else ()
    strings += [cell for row in rows for cell in row]
    if image is not None:
        strings += [image.sha256, image.extension, image.caption, image.alt]
    numbers = [number for number in (place.start, place.end, place.page) if number is not None]
    if table is not None and table.cut is not None:
        numbers += [table.cut.rows, table.cut.columns]
    one_width = len({len(row) for row in rows}) <= 1
    return one_width and all(isinstance(s, str) for s in strings) and all(type(n) is int for n in numbers)


def _loose(file: InputFile, number: int, data: Json) -> Source:
    text = next((data[key] for key in _TEXTS if isinstance(data.get(key), str)), "")
    if not text.strip():
        raise ReadError("no-text", "no text in this record")
    name = next((data[key] for key in _IDS if isinstance(data.get(key), str | int) and data[key] != ""), None)
    source_id = f"{file.name}#p{number - 1}" if name is None else str(name)
    return Source(
        source_id,
        Modality.TEXT,
        text_of(data, "title"),
        text,
        Place(source_id, 0, len(text)),
        licence=text_of(data, "licence") or text_of(data, "license"),
        url=text_of(data, "url"),
    )


READER = Reader("jsonl", read_jsonl, suffixes=(".jsonl",), version=6, verbatim=True)
