"""The HTML of a wiki page is read into a document, without what a wiki puts around its text.

Left out and counted: navigation boxes, hatnotes, notices, the list of references, edit links. Reference marks are no
text. A table keeps the pages that its cells link to (`./Oak` -> `/wiki/Oak`), an infobox is a table of field and value,
a formula its TeX. (https://www.mediawiki.org/wiki/Specs/HTML)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from benchwright.readers.base import Document
from benchwright.readers.html import HtmlWalk
from benchwright.readers.html_elements import dropped_parts, element_text, one_line
from benchwright.readers.html_tree import parse_html
from benchwright.readers.wiki.picture_folder import PictureFolder
from benchwright.readers.wiki.site import Site
from benchwright.records import Table

_LEFT_OUT = {
    "navbox": "navigation box",
    "navbox-styles": "",
    "vertical-navbox": "navigation box",
    "sidebar": "side bar",
    "hatnote": "hatnote",
    "ambox": "notice",
    "mbox-small": "notice",
    "sistersitebox": "side bar",
    "side-box": "side bar",
    "metadata": "notice",
    "reflist": "list of references",
    "references": "list of references",
    "mw-references-wrap": "list of references",
    "refbegin": "list of references",
    "catlinks": "categories",
    "toc": "table of contents",
    "noprint": "not printed",
    "mw-editsection": "",
    "mw-empty-elt": "",
    "mw-ref": "",
    "reference": "",
    "shortdescription": "",
    "mw-jump-link": "",
}
"""What an element of this class is called when it is counted; "" for what is no text of the page at all."""

_KIND = re.compile(r'"target"\s{0,9}:\s{0,9}\{\s{0,9}"wt"\s{0,9}:\s{0,9}"([^"\\]{1,80})', re.IGNORECASE)
_MOST_ROWS = 2_000


def page_document(
    html: str, name: str, title: str, site: Site, pictures: PictureFolder, url: str = "", licence: str = ""
) -> Document:
    """The document of a page. ReadError as from `parse_html`."""
    walk = WikiWalk(title=title, site=site, picture=pictures.path)
    tree = parse_html(html)
    for fraction in tree.css(".frac, .sfrac"):
        if (before := fraction.prev) is not None and (before.text() or "")[-1:].isdigit():
            fraction.insert_before(" ")
    if tree.body is not None:
        walk.read(tree.body)
    walk.left_out.update(reason for reason, _ in walk.dropped)
    pictures.omissions.elements.update(walk.left_out)
    return Document(name, title, walk.out.text, tuple(walk.out.blocks), licence, url)


@dataclass(slots=True)
class WikiWalk(HtmlWalk):
    """Reads one page. `picture` gives a file's path beside the dump, "" if it is not there."""

    title: str = ""
    site: Site = field(default_factory=Site)
    picture: Callable[[str], str] = str
    left_out: Counter[str] = field(default_factory=Counter)

    def _open(self, node: LexborNode, tag: str) -> bool:
        for name in (node.attributes.get("class") or "").split():
            if name in _LEFT_OUT:
                if _LEFT_OUT[name]:
                    self.left_out[_LEFT_OUT[name]] += 1
                return False
        # Spelled out: the class that `slots` makes anew is not the one that `super()` would look for.
        return HtmlWalk._open(self, node, tag)

    def _image(self, node: LexborNode, caption: str) -> None:
        written = node.attributes.get("resource") or ""
        target = self.site.target(unquote(written.removeprefix("./")))
        if target.kind == "file" and (path := self.picture(target.name)):
            self._images.append(
                (path, caption or one_line(node.attributes.get("title")), one_line(node.attributes.get("alt")))
            )

    def _table(self, node: LexborNode, caption: str = "") -> bool:
        if "infobox" in (node.attributes.get("class") or "").split():
            self._infobox(node)
            return True
        return HtmlWalk._table(self, node, caption)

    def _targets(self, cell: LexborNode) -> Iterator[str]:
        for link in cell.css("a"):
            written = link.attributes.get("href") or ""
            path = written.removeprefix("./") if written.startswith("./") else ""
            if not path and self.site.prefix and written.startswith(self.site.prefix):
                path = written.removeprefix(self.site.prefix)
            path = path.partition("?")[0] if "redlink=" in written else path
            if path and (target := self.site.target(unquote(path))).kind == "page":
                yield target.page

    def _put_table(self, table: Table, caption: str) -> None:
        section = self.out.headings[-1] if self.out.headings else ""
        self.out.table(table, caption, " — ".join(part for part in (self.title, caption or section) if part))

    def _infobox(self, node: LexborNode) -> None:
        """Rows of a name and a value; a line over both columns heads those below it, its pictures stand behind."""
        self.flush()
        self.dropped.extend(dropped_parts(node))
        rows: list[tuple[str, str]] = []
        links: list[tuple[int, int, str]] = []
        section = ""
        for row in node.css("tr")[:_MOST_ROWS]:
            if row.css_first("table") is not None:
                continue
            cells = [cell for cell in row.iter() if cell.tag in {"td", "th"}]
            words = [element_text(cell, "cell") for cell in cells]
            if len(cells) == 1 and cells[0].tag == "th":
                section = words[0]
                continue
            if not any(words[1:] if len(words) > 1 else words):
                continue
            name, value = (section, words[0]) if len(words) == 1 else (words[0], ", ".join(filter(None, words[1:])))
            links.extend((len(rows), 1, page) for cell in cells for page in dict.fromkeys(self._targets(cell)))
            rows.append((name, value))
        match = _KIND.search(node.attributes.get("data-mw") or "")
        kind = " ".join(match[1].replace("_", " ").split()) if match else "Infobox"
        if rows:
            table = Table((("Field", "Value"),), tuple(rows), tuple(links))
            self.out.table(table, "", f"{self.title} — {kind}" if self.title else kind)
        for picture in node.css("img"):
            self._image(picture, "")
        self.flush()
