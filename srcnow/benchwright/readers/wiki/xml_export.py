"""MediaWiki's XML export is read page by page, in constant memory.

    <mediawiki><siteinfo><base>https://en.wikipedia.org/wiki/Main_Page</base> ...</siteinfo>
      <page><title>Oak</title><ns>0</ns><revision><model>wikitext</model><text>An '''oak''' ...</text></revision></page>

Expat is given one block of bytes at a time. A document type is refused, and with it every entity: nothing can be
expanded or fetched. A page's offset is where its `<page>` begins, so that reading can go on there. Several revisions
of one page: the last counts, as dumps have them in order. (https://www.mediawiki.org/wiki/Help:Export)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO
from xml.parsers import expat

from benchwright.errors import ReadError
from benchwright.readers.wiki.site import MOST_NAMESPACES, Site, site_of

PAGE_CHARACTERS = 2 << 20
"""A page beyond this is not read: MediaWiki itself stores no more than 2 MiB of bytes for one."""

_BLOCK = 1 << 16
_LONGEST_TOKEN = 16 << 20
_DEEPEST = 64
_LONGEST_FIELD = 4096
_FIELDS = frozenset({"title", "ns", "model", "text", "base", "namespace"})


@dataclass(slots=True)
class Page:
    """One page as the dump holds it. `text` is "" if it is `too_large`."""

    offset: int
    title: str = ""
    namespace: str = "0"
    model: str = "wikitext"
    redirect: bool = False
    too_large: bool = False
    text: str = ""


@dataclass(slots=True)
class XmlExport:
    """A dump that is being read. `site` is known once the first page has come."""

    site: Site = field(default_factory=lambda: site_of("", {}))

    def pages(self, stream: IO[bytes], offset: int = 0) -> Iterator[Page]:
        """Every page from `offset` on, which is 0 or a page's. `stream` stands there already.

        ReadError: `unsupported` (no export of a MediaWiki), `xml-doctype`, `damaged`, `nested-too-deep`."""
        handler = _Handler(self)
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.buffer_size = _BLOCK
        parser.StartElementHandler = handler.start
        parser.EndElementHandler = handler.end
        parser.CharacterDataHandler = handler.characters
        parser.StartDoctypeDeclHandler = handler.doctype
        handler.parser = parser
        try:
            if offset:
                parser.Parse(_ROOT)
                handler.before = offset - len(_ROOT)
            fed = 0
            while block := stream.read(_BLOCK):
                fed += len(block)
                parser.Parse(block)
                if fed - parser.CurrentByteIndex > _LONGEST_TOKEN:
                    raise ReadError("damaged", f"one piece of markup has more than {_LONGEST_TOKEN:,} bytes")
                yield from handler.take()
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            yield from handler.take()
            if not handler.root:
                raise ReadError("unsupported", "not an XML export of a MediaWiki") from error
            raise ReadError("damaged", f"not well-formed XML, or cut off: {error}") from error
        yield from handler.take()


_ROOT = b"<mediawiki>"


class _Handler:
    """What expat calls. Gathers the fields of one page and puts it on a list that is taken after every block."""

    parser: expat.XMLParserType

    def __init__(self, export: XmlExport) -> None:
        self.before = 0
        self.root = False
        self._export = export
        self._path: list[str] = []
        self._page: Page | None = None
        self._ready: list[Page] = []
        self._said: list[str] = []
        self._length = 0
        self._most = 0
        self._key = 0
        self._base = ""
        self._namespaces: dict[str, int] = {}

    def take(self) -> list[Page]:
        ready, self._ready = self._ready, []
        return ready

    def doctype(self, *_: object) -> None:
        raise ReadError("xml-doctype", "a document type is declared: a dump has none, and it could expand without end")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._path:
            if name.rpartition(":")[2] != "mediawiki":
                raise ReadError("unsupported", f"XML with the root element <{name[:80]}>, not a MediaWiki export")
            self.root = True
        if len(self._path) > _DEEPEST:
            raise ReadError("nested-too-deep", f"more than {_DEEPEST} XML elements inside each other")
        self._path.append(name)
        if name == "page" and len(self._path) == 2:
            self._page = Page(self.before + self.parser.CurrentByteIndex)
        elif name == "redirect" and self._page is not None:
            self._page.redirect = True
        elif name == "namespace":
            key = attributes.get("key", "")
            self._key = int(key) if key.removeprefix("-").isdecimal() and len(key) < 9 else 0
        if name in _FIELDS:
            self._said, self._length = [], 0
            self._most = PAGE_CHARACTERS if name == "text" else _LONGEST_FIELD

    def characters(self, data: str) -> None:
        if self._path[-1] in _FIELDS and self._length <= self._most:
            self._length += len(data)
            if self._length <= self._most:
                self._said.append(data)

    def end(self, name: str) -> None:
        self._path.pop()
        page = self._page
        if name in _FIELDS:
            self._field(name, page)
        elif name == "siteinfo":
            self._export.site = site_of(self._base, self._namespaces)
        elif name == "page" and page is not None and len(self._path) == 1:
            self._ready.append(page)
            self._page = None

    def _field(self, name: str, page: Page | None) -> None:
        too_large = self._length > self._most
        text, self._said = "".join(self._said), []
        if page is None:
            if name == "base":
                self._base = text
            elif name == "namespace" and len(self._namespaces) < MOST_NAMESPACES:
                self._namespaces[text] = self._key
        elif name == "title":
            page.title = text.strip()
        elif name == "ns":
            page.namespace = text.strip()
        elif name == "model":
            page.model = text.strip()
        elif name == "text":
            page.too_large = too_large
            page.text = "" if too_large else text
