"""Entities of a knowledge graph are read from JSON Lines, some with a passage of their Wikipedia page.

    {"label": "Republic", "wikipedia": "https://en.wikipedia.org/wiki/Republic", "passage_id": "/wiki/Republic",
     "passage": "A republic is a form of government ...", ...}

The source's id is that of the passage, its title the label; where several records have the same label, the name of the
Wikipedia page (`Philadelphia (film)`), so that titles tell them apart. Passages are kept as they are. A record without
one is no loss: how many there are is told once.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from urllib.parse import unquote

from benchwright.readers.base import InputFile, Item
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.ottqa import LICENCE
from benchwright.readers.layouts.resume_marks import marked
from benchwright.records import Drop, Json, Source

_FIELDS = {"passage_id", "passage", "label"}
_WIKIPEDIA = ".wikipedia.org/wiki/"
_STEP = 50_000


def holds_entities(file: InputFile) -> bool:
    """Whether the first record of a file is an entity with room for a passage."""
    return verbatim.first_record(file).keys() >= _FIELDS


def read_entities(file: InputFile) -> Iterator[Item]:
    """One source for each record with a passage, and a mark now and then. Drops: `json-line`, `field-missing`; and
    `entity-passages`, a notice (records without one)."""
    return marked(file, _items(file, _shared_labels(file)), lambda item: () if item is None else (item,))


def _items(file: InputFile, shared: set[bytes]) -> Iterator[Item | None]:
    """An item for each record, None for one without a passage."""
    lacking = 0
    for item in verbatim.records(file, *sorted(_FIELDS)):
        if isinstance(item, Drop):
            yield item
        elif not item[1]["passage"].strip():
            lacking += 1
            yield None
        elif not item[1]["passage_id"]:
            yield Drop(file.name, "field-missing", f"line {item[0]} has no passage_id", item[1]["passage"][:120])
        else:
            yield _source(item[1], _key(item[1]["label"]) in shared)
    if lacking:
        yield Drop(file.name, "entity-passages", f"{lacking:,} records have no passage")


def _source(record: Json, shared: bool) -> Source:
    url = next((url for name in ("url", "wikipedia") if (url := verbatim.text_of(record, name))), "")
    if not url and record["passage_id"].startswith("/wiki/"):
        url = f"https://en.wikipedia.org{record['passage_id']}"
    label = record["label"].strip()
    title = (_page_title(url) or label) if shared or not label else label
    id, text = record["passage_id"], record["passage"]
    licence = verbatim.text_of(record, "licence") or (LICENCE if _WIKIPEDIA in url else "")
    return verbatim.passage(id, title, text, licence, url)


def _page_title(url: str) -> str:
    """The name of a Wikipedia page, as it stands above it; "" for another address."""
    page = verbatim.page_of(url).removeprefix("/wiki/")
    return " ".join(unquote(page).replace("_", " ").split())


def _shared_labels(file: InputFile) -> set[bytes]:
    """What stands for the labels that several passages have: a first walk through the file, which keeps eight bytes of
    each label. A page that comes twice shares its label with itself, which does no harm."""
    once: set[bytes] = set()
    shared: set[bytes] = set()
    for count, item in enumerate(verbatim.records(file)):
        if count % _STEP == 0:
            file.begin(f"labels from record {count} on")
        if isinstance(item, Drop):
            continue
        label, passage = verbatim.text_of(item[1], "label"), verbatim.text_of(item[1], "passage")
        if passage.strip():
            key = _key(label)
            (shared if key in once else once).add(key)
    return shared


def _key(label: str) -> bytes:
    return blake2b(label.strip().casefold().encode("utf-8", "surrogatepass"), digest_size=8).digest()
