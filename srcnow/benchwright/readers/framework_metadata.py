"""Metadata of LangChain and LlamaIndex documents becomes title, address, licence, page and document of a source.

    {"source": "guide.pdf", "page": 3, "title": "Guide", "start_index": 120, "Header 1": "Care"}     LangChain's loaders
    {"file_path": "docs/guide.pdf", "file_name": "guide.pdf", "page_label": "4"}                    LlamaIndex's

The keys are habits and no rule, so that each is looked for under its usual names, and believed only if it has its type.
Values are taken as they are: a path of another machine stays one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from benchwright.records import Place

Metadata = Mapping[str, Any]

_MOST = 2**31 - 1
_ADDRESS = re.compile(r"https?://\S+$")
LICENCES = ("licence", "license")
_ADDRESSES = ("url", "source_url", "source", "link")
_TITLES = ("title", "file_name", "filename")
_HEADINGS = tuple(f"Header {level}" for level in range(1, 7))
"""The headings that LangChain's splitters of Markdown and HTML leave, outermost first."""


def metadata_of(value: object) -> Metadata:
    """The metadata themselves; none where they are no object."""
    return value if isinstance(value, dict) else {}


def first_text(metadata: Metadata, *keys: str) -> str:
    """The first of these that is text and not blank, as it stands; "" if none is."""
    values = (metadata.get(key) for key in keys)
    return next((value for value in values if isinstance(value, str) and value.strip()), "")


def url_in(metadata: Metadata) -> str:
    """An address of the web; what else stands under these names (a path, a number) is none."""
    result = (first_text(metadata, key) for key in _ADDRESSES)
    return next((value for value in result if _ADDRESS.match(value)), "")


def title_in(metadata: Metadata, file: str) -> str:
    """The title, else the file's name, else the last part of `file`, the path or address that it is from ("" if
    unknown)."""
    return first_text(metadata, *_TITLES) or re.split(r"[/\\]", file.rstrip("/\\"))[-1]


def number(value: object, least: int = 0) -> int | None:
    """A whole number that can be one of a page or a character; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= _MOST:
        return None
    return value


def page_in(metadata: Metadata, *, from_zero: bool) -> int | None:
    """The page, from 1. `page_number` counts from 1. `page` counts from 0 in what LangChain's loaders of PDF write
    (`from_zero`), and means nothing certain elsewhere. `page_label` is what is printed on the page: it is taken for the
    page only if it is a number, and stands for the sheet only where a document numbers its sheets from 1."""
    if (page := number(metadata.get("page_number"), 1)) is not None:
        return page
    if from_zero and (page := number(metadata.get("page"))) is not None:
        return page + 1
    label = first_text(metadata, "page_label").strip()
    return number(int(label), 1) if re.fullmatch(r"[0-9]{1,9}", label) else None


def place_in(metadata: Metadata, document: str, start: object, end: object, *, from_zero: bool) -> Place:
    """Where it stands in its document, as far as that is told. A range that is none is left out."""
    begin, stop = number(start), number(end)
    if begin is None or stop is None or begin >= stop:
        begin = stop = None
    headings = tuple(text for key in _HEADINGS if (text := first_text(metadata, key)))
    return Place(document, begin, stop, page_in(metadata, from_zero=from_zero), headings)
