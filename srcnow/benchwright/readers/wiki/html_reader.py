"""HTML dumps of Wikimedia Enterprise are read: `.ndjson` files, plain, packed, or several in one `.tar.gz`.

    {"name": "Oak", "identifier": 22, "url": "https://en.wikipedia.org/wiki/Oak", "namespace": {"identifier": 0},
     "license": [{"identifier": "CC-BY-SA-4.0", "name": "..."}],
     "article_body": {"html": "<section> ...", "wikitext": "..."}}

Each article is a document named as OTT-QA and the links in its tables name it: /wiki/Oak. An `.ndjson` file whose first
line is no such record is read as JSON Lines. (Fields: https://enterprise.wikimedia.com/docs/data-dictionary/)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from benchwright.errors import ReadError
from benchwright.readers.base import Document, InputFile, Item, Limits, Mark, Reader
from benchwright.readers.layouts.jsonl import read_jsonl
from benchwright.readers.layouts.verbatim import text_of
from benchwright.readers.wiki.archive_lines import DumpPosition, lines_of
from benchwright.readers.wiki.omissions import Omissions
from benchwright.readers.wiki.page_walk import page_document
from benchwright.readers.wiki.picture_folder import PictureFolder
from benchwright.readers.wiki.site import LICENCE, Site, page_id, site_of
from benchwright.readers.wiki.wikitext_reader import wikitext_document
from benchwright.records import Drop, Json

MARK_ARTICLES = 300
PAGE_CHARACTERS = 32 << 20
"""A page beyond this is not read: about ten times the longest of Wikipedia."""

_SHOWN = 200


def read_wikihtml(file: InputFile, limits: Limits) -> Iterator[Item]:
    """An HTML dump's articles, or, of an `.ndjson` file that is none, the sources of JSON Lines.

    Drops: `bad-json`, `bad-record`, `page-empty`, `page-too-large`, `nested-too-deep`, and those of `Omissions`."""
    if _is_dump(file):
        yield from _articles(file)
    elif file.suffix == ".tar":
        raise ReadError("unsupported", "an archive without articles of Wikimedia Enterprise")
    else:
        yield from read_jsonl(file, limits)


def _is_dump(file: InputFile) -> bool:
    omissions = Omissions()
    for _, line in lines_of(file, DumpPosition(), omissions.counts):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            return False
        return isinstance(record, dict) and isinstance(record.get("article_body"), dict)
    return False


def _articles(file: InputFile) -> Iterator[Item]:
    state: Any = file.resume.state if file.resume is not None else None
    start = DumpPosition(**state["at"]) if state else DumpPosition()
    omissions = Omissions.from_json(state["omissions"]) if state else Omissions()
    pictures = PictureFolder(file, omissions)
    for read, (at, line) in enumerate(lines_of(file, start, omissions.counts), 1):
        if result := _article(file, at.number, line, pictures):
            yield result
        if read % MARK_ARTICLES == 0:
            yield Mark({"at": at.to_json(), "omissions": omissions.to_json()})
    yield from omissions.drops(file.name)


def _article(file: InputFile, number: int, line: bytes, pictures: PictureFolder) -> Item | None:
    """One line's document; None if it is no article."""
    name = file.name
    try:
        record = json.loads(line)
        if not isinstance(record, dict):
            raise ReadError("bad-record", "not a JSON object")
        title, body = record.get("name"), record.get("article_body")
        if not isinstance(title, str) or not title.strip() or not isinstance(body, dict):
            raise ReadError("bad-record", "no article: it has no name or no body")
        namespace = record.get("namespace")
        if isinstance(namespace, dict) and namespace.get("identifier") not in (0, None):  # it may be a list
            pictures.omissions.counts["namespaces"] += 1
            return None
        name = page_id(title)
        file.begin(f"page {title}")
        return _document(record, title.strip(), body, pictures)
    except ReadError as error:
        return Drop(name, error.reason, f"{file.name}, line {number}: {error}", _begin(line))
    except (ValueError, RecursionError) as error:
        return Drop(name, "bad-json", f"line {number}: {error}", _begin(line))


def _begin(line: bytes) -> str:
    return line[:_SHOWN].decode("utf-8", "replace")


def _document(record: Json, title: str, body: Json, pictures: PictureFolder) -> Document:
    url = text_of(record, "url")
    site = site_of(url, {}) if url else Site()
    html, wikitext = (text_of(body, kind) for kind in ("html", "wikitext"))
    if not (html + wikitext).strip():
        raise ReadError("page-empty", "a page without text")
    if max(len(html), len(wikitext)) > PAGE_CHARACTERS:
        raise ReadError("page-too-large", f"more than {PAGE_CHARACTERS:,} characters")
    if not html.strip():
        return wikitext_document(wikitext, page_id(title), title, site, pictures, url, _licence(record))
    return page_document(html, page_id(title), title, site, pictures, url, _licence(record))


def _licence(record: Json) -> str:
    """The short name of the first licence that the record tells."""
    description = record.get("license")
    first = description[0] if isinstance(description, list) and description else description
    fields = first if isinstance(first, dict) else {}
    identifier = text_of(fields, "identifier")
    return LICENCE if identifier == "CC-BY-SA-4.0" else identifier or text_of(fields, "name")


READER = Reader("wikihtml", read_wikihtml, suffixes=(".ndjson", ".tar"), version=5)
