"""JSON files of LangChain or LlamaIndex documents are read: one document, a list, or a store by id.

    [{"page_content": "...", "metadata": {...}}, ...]
    {"docstore/data": {"n1": {"__data__": {...}, "__type__": "1"}}, "docstore/metadata": {...}}
    {"a": {"id": "a", "vector": [...], "text": "...", "metadata": {...}}, ...}

Documents are sources as they are: ids kept, nothing cut. A long file is read document by document. A JSON file that
holds none of these in its first members is no such file, and not read. (`.jsonl` files of these forms are read by
`jsonl`, line by line.)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from benchwright.errors import ReadError
from benchwright.readers.base import InputFile, Item, Limits, Reader
from benchwright.readers.json_members import JsonMember, JsonMembers
from benchwright.readers.layouts.langchain import langchain_document, langchain_source
from benchwright.readers.layouts.llamaindex import llamaindex_item, llamaindex_node
from benchwright.readers.layouts.resume_marks import marked
from benchwright.records import Drop, Json

RECORD_BYTES = 96 << 20
"""Bytes of one document at most: an image of 64 MB in base64, and its words."""

_STORE = "docstore/"
_LOOKED_AT = 10
_FIELDS = 1_000
_LARGE = 1 << 20
_SHOWN = 200
_INNER = frozenset({"extra_info", "image_resource", "kwargs", "metadata", "relationships", "text_resource"})
"""Fields of one document that hold an object, which is no document of a store."""


@dataclass(frozen=True, slots=True)
class _Record:
    """A member that should be a document, and its id if it does not tell its own."""

    member: JsonMember
    otherwise: str


def known_item(file: InputFile, data: Json, otherwise: str) -> Item | None:
    """The source of a document in one of the known forms; None if it is in none of them.

    ReadError for one that cannot be used: `no-text`, `bad-json`, `image-...`."""
    document = langchain_document(data)
    if document is not None:
        return langchain_source(document, otherwise)
    node = llamaindex_node(data)
    return None if node is None else llamaindex_item(file, node, otherwise)


def read_json(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every document of the file. ReadError `unsupported` if it holds none; else as `JsonMembers`."""
    with file.open_bytes() as stream:
        members = JsonMembers(stream, min(RECORD_BYTES, limits.text_bytes), frozenset({f"{_STORE}data"}))
        if members.kind == "value":
            raise ReadError("unsupported", "one plain JSON value")
        listed = iter(members)
        result = _listed(file, listed) if members.kind == "list" else _of_object(file, listed)
        yield from marked(file, result, lambda one: (_item(file, one),))


def _item(file: InputFile, record: _Record) -> Item:
    member = record.member
    where = f"document {member.key!r}" if member.key else f"document {member.number}"
    visible = (member.data or b"")[:_SHOWN].decode("utf-8", "replace")
    try:
        if len(member.data or b"") > _LARGE:
            file.begin(where)
        data = member.value()
        if not isinstance(data, dict):
            raise ReadError("bad-record", "not a JSON object")
        item = known_item(file, data, record.otherwise)
        if item is None:
            raise ReadError("bad-record", "no document of LangChain or LlamaIndex")
    except ReadError as error:
        return Drop(file.name, error.reason, f"{where}: {error}"[: 2 * _SHOWN], visible)
    return item


def _listed(file: InputFile, members: Iterator[JsonMember]) -> Iterator[_Record]:
    """The members of a list, if any of the first ones is a document."""
    head: list[JsonMember] = []
    for member in islice(members, _LOOKED_AT):
        head.append(member)
        if _is_document(member):
            break
    else:
        raise ReadError("unsupported", f"a list of {_kind_of_value(head[0]) if head else 'nothing'}, not of documents")
    for member in chain(head, members):
        yield _Record(member, f"{file.name}#p{member.number}")


def _of_object(file: InputFile, members: Iterator[JsonMember]) -> Iterator[_Record]:
    """The documents of a docstore or of a store by ids; or the one that the object is."""
    first = next(members, None)
    if first is None:
        raise ReadError("unsupported", "an empty JSON object")
    if first.within or first.key.startswith(_STORE):
        yield from (_Record(member, member.key) for member in chain([first], members) if member.within)
    elif first.key not in _INNER and _is_document(first):
        yield from (_Record(member, member.key) for member in chain([first], members))
    else:
        head = [first, *islice(members, _FIELDS)]
        one = JsonMember(0, "", b"{" + b",".join(map(_field, head)) + b"}")
        if next(members, None) is not None or not _is_document(one):
            keys = ", ".join(member.key for member in head[:_LOOKED_AT])
            raise ReadError("unsupported", f"an object with {keys}: no document or store of them"[:_SHOWN])
        yield _Record(one, f"{file.name}#p0")


def _field(member: JsonMember) -> bytes:
    if member.data is None:
        raise ReadError("too-large", f"the field {member.key[:_SHOWN]!r} is too large")
    return json.dumps(member.key).encode() + b":" + member.data


def _is_document(member: JsonMember) -> bool:
    """Whether it has one of the known forms, be it usable or not."""
    try:
        data = member.value()
        if not isinstance(data, dict):
            return False
        return langchain_document(data) is not None or llamaindex_node(data) is not None
    except ReadError:
        return False


def _kind_of_value(member: JsonMember) -> str:
    try:
        value = member.value()
    except ReadError as error:
        return f"what cannot be read ({error})"
    if isinstance(value, dict):
        return f"objects with {', '.join(list(value)[:_LOOKED_AT])}"
    return f"{type(value).__name__}s"


READER = Reader("json", read_json, suffixes=(".json",), verbatim=True)
