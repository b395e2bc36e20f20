"""Readers of published layouts share this: the parts of a folder, records line by line, ids and the licence.

A published layout is kept verbatim: ids, titles and texts as they are, nothing cut into passages, nothing left out
without a drop.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchwright.readers.base import COMPRESSED, InputFile, Item, Picture, ReadError
from benchwright.readers.checked_images import image_text
from benchwright.readers.inputs import is_plain_file
from benchwright.readers.table_records import Notice, table_text
from benchwright.records import Drop, Image, Json, Modality, Place, Source, Table

_CREATIVE_COMMONS = re.compile(
    r"Creative\s+Commons\s+Attribution((?:[\s-]+(?:Non-?Commercial|No-?Deriv\w*|Share-?\s?Alike))*)[^\d]{0,40}(\d\.\d)",
    re.IGNORECASE,
)
_PARTS = (("noncommercial", "NC"), ("noderiv", "ND"), ("sharealike", "SA"))
# Licences in full name themselves at their beginning ...
_TITLES = (
    (re.compile(r"\bMIT License\b"), "MIT"),
    (re.compile(r"\bApache License\b.{0,60}?2\.0", re.DOTALL), "Apache-2.0"),
    (re.compile(r"\bCC0\b"), "CC0 1.0"),
)
_BEGINNING = 400
_LICENCE = 1 << 18  # bytes that are looked at; the longest one in common use has 40,000
_FIRST_RECORD = 1 << 20

# ... and a page of words about licences may name several, by their short names.
_SHORT = re.compile(r"\b(CC[ -]BY(?:-(?:NC|ND|SA))*|ODC-By|ODbL|Apache)[ -]v?(\d\.\d)\b")


def part(folder: Path, name: str) -> str:
    """The name under which `folder` holds `name`, plain or compressed ("corpus.jsonl.gz"); "" if it does not."""
    return next((name + suffix for suffix in ("", *COMPRESSED) if is_plain_file(folder / (name + suffix))), "")


def first_record(file: InputFile) -> Json:
    """The first record of a JSON Lines file; {} where there is none that can be read, or if it is longer than a
    megabyte: this is asked of every folder, before anything runs within limits."""
    try:
        lines = file.head(_FIRST_RECORD).removeprefix(b"\xef\xbb\xbf").split(b"\n")
        record = json.loads(next((line for line in lines if line.strip()), b""))
    except (ReadError, ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def first_fields(folder: Path, name: str) -> frozenset[str]:
    """The fields of the first record of a JSON Lines file of the folder; none if it is "", or cannot be read."""
    return frozenset(first_record(InputFile(folder / name, name, folder))) if name else frozenset()


def records(file: InputFile, *required: str) -> Iterator[tuple[int, Json] | Drop]:
    """(line number, record) of a JSON Lines file. A line that is no JSON object (`json-line`), or one in which a
    `required` field is missing or is no text (`field-missing`), becomes a drop, and the others go on."""
    for number, line in file.lines():
        yield _record(file.name, number, line, required)


def items_of(records: Iterable[tuple[int, Json] | Drop], make: Callable[[int, Json], Iterable[Item]]) -> Iterator[Item]:
    """What `make` makes of each record; drops are passed on."""
    for record in records:
        if isinstance(record, Drop):
            yield record
        else:
            yield from make(*record)


def _record(name: str, number: int, line: bytes, required: Sequence[str]) -> tuple[int, Json] | Drop:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Drop(name, "json-line", f"line {number}: {error}", line[:120].decode("utf-8", "replace"))
    if not isinstance(record, dict):
        return Drop(name, "json-line", f"line {number} is not an object", line[:120].decode("utf-8", "replace"))
    lacking = [field for field in required if not isinstance(record.get(field), str)]
    if lacking:
        begin = line[:120].decode("utf-8", "replace")
        return Drop(name, "field-missing", f"line {number} has no {', '.join(lacking)}", begin)
    return number, record


class Ids:
    """The ids given so far. A published id that comes again gets a suffix by its place ("x~2"), always the same for
    the same files."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """`wanted`, or the next free "wanted~2", "wanted~3" ..."""
        if wanted not in self._seen:
            self._seen[wanted] = 1
            return wanted
        number = self._seen[wanted] + 1
        while f"{wanted}~{number}" in self._seen:
            number += 1
        self._seen[wanted] = number
        self._seen[f"{wanted}~{number}"] = 1
        return f"{wanted}~{number}"


def with_free_id(
    source: Source, file: str, ids: Ids, notices: Iterable[Notice] = (), picture: InputFile | None = None
) -> Iterator[Source | Picture | Drop]:
    """A source, or the picture that it stands for, under the next free id, behind the notices of what was changed. One
    without a document is its own."""
    id = ids.take(source.id)
    if id != source.id:
        yield Drop(file, "id-repeated", f"{source.id!r} stands there more than once; this one is kept as {id!r}")
    yield from (Drop(file, notice.reason, f"{notice.count} rows of {id!r}") for notice in notices)
    source = replace(source, id=id, place=replace(source.place, document=source.place.document or id))
    yield source if picture is None else Picture(source, picture)


def passage(id: str, title: str, text: str, licence: str = "", url: str = "", document: str | None = None) -> Source:
    """A passage that is the whole text of its document, by default a document of its own id."""
    place = Place(id if document is None else document, 0, len(text), headings=(title,) if title else ())
    return Source(id=id, modality=Modality.TEXT, title=title, text=text, place=place, licence=licence, url=url)


def table_source(
    id: str, title: str, table: Table, place: Place, referred_by: tuple[str, ...] = (), licence: str = "", url: str = ""
) -> Source:
    """A table and its text."""
    text = table_text(title, table)
    return Source(id, Modality.TABLE, title, text, place, table, None, referred_by, licence, url)


def image_source(
    id: str,
    title: str,
    place: Place,
    caption: str,
    alt: str = "",
    referred_by: tuple[str, ...] = (),
    licence: str = "",
    url: str = "",
) -> Source:
    """An image whose bytes are still to be checked, with the text of its caption and alternative text."""
    image = Image("", "", 0, 0, caption, alt)
    text = image_text(caption, alt)
    return Source(id, Modality.IMAGE, title, text, place, None, image, referred_by, licence, url)


def text_of(record: Json, field: str) -> str:
    """A field's text, "" where it is missing, null or no text."""
    value = record.get(field)
    return value if isinstance(value, str) else ""


def strings(value: object) -> tuple[str, ...]:
    """The texts of a list, each once, in order; anything else in it is passed over."""
    if not isinstance(value, list):
        return ()
    return tuple(dict.fromkeys(item for item in value if isinstance(item, str) and item))


def page_of(url: str) -> str:
    """A Wikipedia page as the published data name it: "/wiki/Ebony_Shoe"; "" for another address."""
    at = url.find("/wiki/")
    return url[at:].split("#")[0] if at >= 0 else ""


def grid(value: object) -> list[list[str]]:
    """Rows of cells as strings: null is an empty cell, numbers are written out. Anything but lists of lists is []."""
    if not isinstance(value, list):
        return []
    return [
        ["" if cell is None else cell if isinstance(cell, str) else json.dumps(cell) for cell in row]
        for row in value
        if isinstance(row, list)
    ]


def licence_of(file: InputFile, *places: str) -> str:
    """The short name of the licence that lies in the folder (or in one of `places` below it), "" if none is known:
    "CC BY 3.0", "CC BY-SA 4.0", "MIT", "Apache-2.0", "CC0 1.0"; all of them ("CC BY 4.0, ODC-By 1.0") where a page
    names several for the parts of a data set."""
    for place in ("", *(f"{place}/" for place in places)):
        for name in ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt", "COPYING"):
            if not is_plain_file(file.path / f"{place}{name}"):
                continue
            words = file.beside(f"{place}{name}").head(_LICENCE).decode("utf-8", "replace")
            if lookup := licence_named(words):
                return lookup
    return ""


def licence_named(words: str) -> str:
    """The short name of the licence that a text is, or of those that it names; "" if none is known."""
    for pattern, short in _TITLES:
        if pattern.search(words[:_BEGINNING]):
            return short
    if match := _CREATIVE_COMMONS.search(words):
        kind = re.sub(r"[\s-]", "", match[1]).lower()
        return "-".join(["CC BY", *(short for long, short in _PARTS if long in kind)]) + f" {match[2]}"
    result = (
        f"Apache-{version}" if name == "Apache" else f"{name.replace('CC-', 'CC ')} {version}"
        for name, version in _SHORT.findall(words)
    )
    return ", ".join(dict.fromkeys(result))
