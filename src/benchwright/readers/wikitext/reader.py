"""Wikipedia as it is written: XML exports (`pages-articles.xml.bz2`, also multistream) and single pages.

    enwiki-20240101-pages-articles.xml.bz2  ->  documents /wiki/Oak, /wiki/Ash ...      Oak.wiki  ->  document Oak.wiki

A page of a dump is named as OTT-QA and the links in its tables name it. Articles are read; other namespaces, redirects
and pages that are not wikitext are counted. Templates are not expanded: infoboxes become tables, a few words stay
(`templates.py`), the rest is counted. Pictures are those in the folder `images/` beside the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchwright.errors import ReadError
from benchwright.readers.base import Document, InputFile, Item, Limits, Mark, Reader
from benchwright.readers.wikitext.dump import PAGE_CHARACTERS, Dump, Page
from benchwright.readers.wikitext.page import page_document
from benchwright.readers.wikitext.pictures import Beside
from benchwright.readers.wikitext.scan import Scan
from benchwright.readers.wikitext.site import Site, page_id
from benchwright.readers.wikitext.tally import Tally
from benchwright.records import Drop

MARK_ARTICLES = 300
MARK_PAGES = 20_000


def read_wikitext(file: InputFile, limits: Limits) -> Iterator[Item]:
    """A dump's articles, each a document, or the one page that the file holds."""
    if file.suffix == ".xml":
        yield from _dump(file)
    else:
        yield from _single(file)


def _single(file: InputFile) -> Iterator[Item]:
    decoded = file.text()
    yield from decoded.notices
    if len(decoded.text) > PAGE_CHARACTERS:
        raise ReadError("page-too-large", f"more than {PAGE_CHARACTERS:,} characters of wikitext")
    tally = Tally()
    title = file.stem.replace("_", " ")
    yield _document(file, Beside(file, tally), decoded.text, Scan(title, Site()), file.name)
    yield from tally.drops(file.name)


def _dump(file: InputFile) -> Iterator[Item]:
    state: Any = file.resume.state if file.resume is not None else None
    dump = Dump(Site.from_json(state["site"])) if state else Dump()
    tally = Tally.from_json(state["tally"]) if state else Tally()
    beside = Beside(file, tally)
    articles = pages = 0
    offset = state["offset"] if state else 0
    with file.open_bytes(offset, streamed=True) as stream:
        for page in dump.pages(stream, offset):
            if articles >= MARK_ARTICLES or pages >= MARK_PAGES:
                articles = pages = 0
                yield Mark({"offset": page.offset, "site": dump.site.to_json(), "tally": tally.to_json()})
            pages += 1
            if kind := _passed_over(page):
                tally.counts[kind] += 1
                continue
            articles += 1
            yield _article(file, page, dump.site, beside)
    yield from tally.drops(file.name)


def _passed_over(page: Page) -> str:
    if page.namespace not in {"0", ""}:
        return "namespaces"
    if page.redirect or page.text[:20].lstrip().upper().startswith("#REDIRECT"):
        return "redirects"
    return "" if page.model in {"wikitext", ""} else "models"


def _article(file: InputFile, page: Page, site: Site, beside: Beside) -> Item:
    name = page_id(page.title)
    if page.too_large:
        return Drop(name, "page-too-large", f"{file.name}: more than {PAGE_CHARACTERS:,} characters of wikitext")
    try:
        file.begin(f"page {page.title}")
        if not page.title or not page.text.strip():
            raise ReadError("page-empty", "a page without a title or without text")
        url = site.url(page.title)
        return _document(file, beside, page.text, Scan(page.title, site), name, url, site.licence)
    except ReadError as error:
        return Drop(name, error.reason, f"{file.name}: {error}", page.text[:200])


def _document(
    file: InputFile, beside: Beside, text: str, scan: Scan, name: str, url: str = "", licence: str = ""
) -> Document:
    document = page_document(scan, text, name, beside.picture, url, licence)
    beside.tally.left_out(scan.left_out)
    return document


READER = Reader("wikitext", read_wikitext, suffixes=(".xml", ".wiki", ".wikitext", ".mediawiki"), needs_ids=False)
