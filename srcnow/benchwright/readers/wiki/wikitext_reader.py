"""Wikitext is read from XML exports (`pages-articles.xml.bz2`, also multistream) and from single pages.

    enwiki-20240101-pages-articles.xml.bz2  ->  documents /wiki/Oak, /wiki/Ash ...      Oak.wiki  ->  document Oak.wiki

A page of a dump is named as OTT-QA and the links in its tables name it. Articles are read; other namespaces, redirects
and pages that are not wikitext are counted. Templates are not expanded: infoboxes become tables, a few words stay
(`templates.json`), the rest is counted. Pictures are those in the folder `images/` beside the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchwright.errors import ReadError
from benchwright.readers.base import Document, InputFile, Item, Limits, Mark, Reader
from benchwright.readers.wiki.markup import WikitextRenderer
from benchwright.readers.wiki.omissions import Omissions
from benchwright.readers.wiki.page_walk import page_document
from benchwright.readers.wiki.picture_folder import PictureFolder
from benchwright.readers.wiki.site import Site, page_id
from benchwright.readers.wiki.xml_export import PAGE_CHARACTERS, Page, XmlExport
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
    omissions = Omissions()
    pictures = PictureFolder(file, omissions)
    yield wikitext_document(decoded.text, file.name, file.stem.replace("_", " "), Site(), pictures)
    yield from omissions.drops(file.name)


def _dump(file: InputFile) -> Iterator[Item]:
    state: Any = file.resume.state if file.resume is not None else None
    dump = XmlExport(Site.from_json(state["site"])) if state else XmlExport()
    omissions = Omissions.from_json(state["omissions"]) if state else Omissions()
    pictures = PictureFolder(file, omissions)
    articles = pages = 0
    offset = state["offset"] if state else 0
    with file.open_bytes(offset, streamed=True) as stream:
        for page in dump.pages(stream, offset):
            if articles >= MARK_ARTICLES or pages >= MARK_PAGES:
                articles = pages = 0
                yield Mark({"offset": page.offset, "site": dump.site.to_json(), "omissions": omissions.to_json()})
            pages += 1
            if kind := _passed_over(page):
                omissions.counts[kind] += 1
                continue
            articles += 1
            yield _article(file, page, dump.site, pictures)
    yield from omissions.drops(file.name)


def _passed_over(page: Page) -> str:
    if page.namespace not in {"0", ""}:
        return "namespaces"
    if page.redirect or page.text[:20].lstrip().upper().startswith("#REDIRECT"):
        return "redirects"
    return "" if page.model in {"wikitext", ""} else "models"


def _article(file: InputFile, page: Page, site: Site, pictures: PictureFolder) -> Item:
    name = page_id(page.title)
    if page.too_large:
        return Drop(name, "page-too-large", f"{file.name}: more than {PAGE_CHARACTERS:,} characters of wikitext")
    try:
        file.begin(f"page {page.title}")
        if not page.title or not page.text.strip():
            raise ReadError("page-empty", "a page without a title or without text")
        url = site.url(page.title)
        return wikitext_document(page.text, name, page.title, site, pictures, url, site.licence)
    except ReadError as error:
        return Drop(name, error.reason, f"{file.name}: {error}", page.text[:200])


def wikitext_document(
    text: str, name: str, title: str, site: Site, pictures: PictureFolder, url: str = "", licence: str = ""
) -> Document:
    """The document of a page of wikitext. ReadError as from `WikitextRenderer.html` and `page_document`."""
    renderer = WikitextRenderer(title, site)
    document = page_document(renderer.html(text), name, title, site, pictures, url, licence)
    pictures.omissions.templates_left_out(renderer.left_out)
    return document


READER = Reader("wikitext", read_wikitext, suffixes=(".xml", ".wiki", ".wikitext", ".mediawiki"), version=5)
