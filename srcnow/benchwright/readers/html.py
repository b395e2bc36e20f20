"""HTML is read into headings, paragraphs, list items, tables and figures; broken markup as a browser reads it (lexbor).

    <h2>Trees</h2><p>Oaks are old.</p><figure><img src="oak.jpg" alt="An oak"><figcaption>An oak.</figcaption></figure>

Scripts and styles are no text. Navigation, hidden elements, the choices of forms and struck-out words are dropped and
listed. A table's head is its `thead` or its first rows of `th`, else what a plain grid's would be; merged cells are
repeated in every place that they cover. A table that only lays out the page (another table inside, or one column of
blocks) is read as running text.

Paths mean files beside the page, whatever its `<base href>` says (a notice tells of one): a page must not turn its own
pictures into requests to a host. Of an `<img>` without `src`, the first picture of its `srcset` is taken; the sources
of a `<picture>` are other forms of the `<img>` in it. Nothing else that a page refers to is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from urllib.parse import unquote, urlsplit

from selectolax.lexbor import LexborNode

from benchwright.readers.base import DecodedText, Document, Heading, InputFile, Item, Limits, Reader, TextBuilder
from benchwright.readers.encodings import labelled_encoding
from benchwright.readers.html_elements import (
    BLOCKS,
    HEADINGS,
    ITEMS,
    MARKED,
    dropped_parts,
    element_text,
    gap_of,
    is_formula,
    is_no_text,
    mark_of,
    marked_text,
    one_line,
    shown_tag,
    why_dropped,
)
from benchwright.readers.html_entries import EntryFinder
from benchwright.readers.html_navigation import navigation_parts
from benchwright.readers.html_tables import tables_of
from benchwright.readers.html_tree import parse_html
from benchwright.readers.visible_text import BORDER, BREAK, visible_text
from benchwright.records import Drop, Table

_FIGURES, _CAPTIONS = frozenset({"figure", "imageblock", "table"}), ".caption, .title"
"""What writers of HTML that don't use `figure` call a figure or table, and its caption: DocBook, Sphinx, pandoc,
asciidoctor."""
_CHARSET = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_LONGEST_HEADING = 500
_FIRST = 8
"""Marks and blank texts that may stand in a paragraph before its first words."""


def read_html(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document. Its title is `<title>`, else the first heading, else the file's name."""
    decoded = _declared(file, file.text())
    yield from decoded.notices
    tree = parse_html(decoded.text)
    walk = HtmlWalk()
    if tree.body is not None:
        walk.read(tree.body)
    names = (tree.css_first("title"), tree.css_first("h1"))
    title = next((words for node in names if node is not None and (words := element_text(node))), "")
    link = tree.css_first('link[rel="canonical"]')
    licence = tree.css_first('link[rel="license"], a[rel~="license"]')
    if (base := tree.css_first("base[href]")) is not None:
        target = one_line(base.attributes.get("href"))[:200]
        yield Drop(file.name, "html-base", "paths are those of files beside the page", target)
    for reason, text in walk.dropped:
        yield Drop(file.name, reason, f"<{reason}> element" if reason == "navigation" else "", text[:200])
    yield Document(
        file.name,
        title or file.stem.replace("_", " "),
        walk.out.text,
        tuple(walk.out.blocks),
        (licence.attributes.get("href") or "") if licence is not None else "",
        (link.attributes.get("href") or "") if link is not None else "",
        entries=walk.finder.sorted(),
    )


def html_items(
    file: InputFile,
    html: str | list[str],
    title: str = "",
    licence: str = "",
    url: str = "",
    walk: HtmlWalk | None = None,
) -> Iterator[Drop | Document]:
    """The drops and the document of a text that was rendered as HTML, or as pieces of it that end with themselves. Its
    title is the one given, else the first heading, else the file's name."""
    walk = walk or HtmlWalk()
    for piece in [html] if isinstance(html, str) else html:
        tree = parse_html(piece)
        if tree.body is not None:
            walk.read(tree.body)
    out = walk.out
    for reason, text in walk.dropped:
        yield Drop(file.name, reason, "", text)
    title = title or next((out.text[b.start : b.end] for b in out.blocks if isinstance(b, Heading)), "")
    title = title or file.stem.replace("_", " ")
    yield Document(file.name, title, out.text, tuple(out.blocks), licence, url, entries=walk.finder.sorted())


def _declared(file: InputFile, decoded: DecodedText) -> DecodedText:
    """Where the encoding had to be guessed, take the one that the page declares, if it does and it fits."""
    if decoded.encoding == "utf-8" or not decoded.notices:
        return decoded
    data = file.read_bytes()
    match = _CHARSET.search(data[:4096])
    if match is None:
        return decoded
    name = match[1].decode("ascii", "replace")
    try:
        text = data.decode(labelled_encoding(name))
    except (LookupError, UnicodeDecodeError):
        return decoded
    return DecodedText(text, name)


def local_target(reference: str) -> str:
    """What a link or image reference names on disk: percent signs decoded, query and fragment taken off."""
    reference = reference.strip()
    try:
        parts = urlsplit(reference)
    except ValueError:
        return reference
    return reference if parts.scheme or parts.netloc else unquote(parts.path)


def first_candidate(srcset: str | None) -> str:
    """The first address of "small.png 480w, large.png 800w". Addresses may hold commas; they end at white space."""
    first = (srcset or "").lstrip(" ,\t\n\r\f").split(maxsplit=1)
    return first[0].rstrip(",") if first else ""


@dataclass(slots=True)
class HtmlWalk:
    """Reads elements in document order into a TextBuilder, without recursion: nesting may be absurd."""

    out: TextBuilder = field(default_factory=TextBuilder)
    dropped: list[tuple[str, str]] = field(default_factory=list)
    _inline: list[str] = field(default_factory=list)
    _images: list[tuple[str, str, str]] = field(default_factory=list)
    _level: int = 0
    _heading: str = ""  # the heading that is open: blocks inside do not end it
    _items: int = 0  # list items that are open
    _after_item: bool = False
    _outer: set[int] = field(default_factory=set)  # tables and figures that hold another of their kind
    _navigation: frozenset[int] = frozenset()
    finder: EntryFinder = field(init=False)

    def __post_init__(self) -> None:
        self.finder = EntryFinder(self.out)

    def read(self, root: LexborNode) -> None:
        """Read an element and all below it."""
        self._outer = set(_holding_another(root, "table")) | set(_holding_another(root, "figure"))
        self._navigation = navigation_parts(root)
        stack: list[tuple[LexborNode, bool]] = [(root, True)]
        while stack:
            node, opens = stack.pop()
            tag = shown_tag(node)
            if not opens:
                self._close(tag)
            elif tag == "-text":
                self._inline.append(node.text(deep=False) or "")
            elif self._open(node, tag):
                stack.append((node, False))
                children = list(node.iter(include_text=True))
                stack.extend((child, True) for child in reversed(children))
        self.flush()

    def _open(self, node: LexborNode, tag: str) -> bool:
        """Start an element; whether its children are to be read too."""
        if is_no_text(node, tag):
            return False
        reason = why_dropped(node, tag)
        if reason:
            self.dropped.extend(dropped_parts(node))
            self._inline.append(gap_of(reason))
            return False
        if node.mem_id in self._navigation:
            if text := element_text(node):
                self.dropped.append(("navigation", text))
            self.dropped.extend(dropped_parts(node))
            self._inline.append(BORDER)
            return False
        if tag == "img":
            self._image(node, "")
            return False
        if tag == "pre":
            self._preformatted(node)
            return False
        figure = tag == "figure" or (tag != "table" and _FIGURES & set((node.attributes.get("class") or "").split()))
        if figure and self._figure(node):
            return False
        if tag == "table" and self._table(node):
            return False
        if tag in HEADINGS and not self._heading and _is_short(node):
            self.flush()
            self._level, self._heading = HEADINGS[tag], tag
        elif tag in BLOCKS or tag in HEADINGS:
            self._border(tag)
            self._items += tag in ITEMS
            self.finder.opens(node, tag)
        else:
            self.finder.inline(node, tag, len(self._inline) < _FIRST and not any(map(str.strip, self._inline)))
            self._inline.append(mark_of(node, tag))
        return not is_formula(node, tag)

    def _close(self, tag: str) -> None:
        if tag == self._heading:
            self.flush()
        elif tag in BLOCKS or tag in HEADINGS:
            self._border(tag)
            self._items -= tag in ITEMS
            self.finder.closes(tag)
        elif tag in MARKED:
            self._inline.append(MARKED[tag][1])

    def _border(self, tag: str) -> None:
        """A block begins or ends."""
        if self._heading and tag != "body":
            self._inline.append(BORDER)
        else:
            self.flush()

    def flush(self) -> None:
        """End the paragraph or heading that is being gathered, and the images met in it."""
        marked = "".join(self._inline)
        if self._level:
            self.out.heading(visible_text(marked, "header"), self._level)
        elif text := visible_text(marked):
            self._paragraph(text)
        for target, caption, alt in self._images:
            self.out.image(target, caption, alt)
        self._inline.clear()
        self._images.clear()
        self.finder.forget_lead()
        self._level, self._heading = 0, ""

    def _paragraph(self, text: str) -> None:
        self.out.paragraph(text, "\n" if self._items and self._after_item else "\n\n")
        self._after_item = self._items > 0
        self.finder.paragraph(text)

    def _preformatted(self, node: LexborNode) -> None:
        """Lines that are kept as they stand."""
        self.flush()
        self.dropped.extend(dropped_parts(node))
        before = len(self.out.blocks)
        self._paragraph(visible_text(marked_text(node), "preformatted"))
        self.finder.code(node, before)
        for picture in node.css("img"):
            self._image(picture, "")
        self.flush()

    def _image(self, node: LexborNode, caption: str) -> None:
        attributes = node.attributes
        target = attributes.get("src") or attributes.get("data-src") or first_candidate(attributes.get("srcset"))
        if target.strip():
            title = one_line(attributes.get("title"))
            self._images.append((local_target(target), caption or title, one_line(attributes.get("alt"))))

    def _figure(self, node: LexborNode) -> bool:
        """A figure of images, or of one table: its caption is theirs. Loose words in it are a paragraph before the
        images. One that holds paragraphs is read as a block."""
        if node.mem_id in self._outer:
            return False
        pictures, tables = node.css("img"), node.css("table")
        words = node.css_first("figcaption") or node.css_first(_CAPTIONS)
        caption = element_text(words) if words is not None else ""
        other = marked_text(node, BREAK, without=("table",), leave_out=words)
        if len(tables) == 1 and not one_line(other) and not self._heading:
            return self._table(tables[0], caption)
        blocks = len(node.css("p, pre, li")) - (len(words.css("p, pre, li")) if words is not None else 0)
        if not pictures or tables or blocks:
            return False
        self.flush()
        self.dropped.extend(dropped_parts(node))
        self._inline.append(other)
        self.flush()
        for picture in pictures:
            self._image(picture, caption)
        self.flush()
        return True

    def _table(self, node: LexborNode, caption: str = "") -> bool:
        """A table of data becomes a table block; one that lays out the page is left to be read as text."""
        if node.attributes.get("role") == "presentation" or node.mem_id in self._outer:
            return False
        for part in chain.from_iterable(map(node.css, ("tr", "td, th"))):  # cells of rows that are still there
            if why_dropped(part, ""):  # as a browser lays it out, the others close up
                self.dropped.extend(dropped_parts(part))
                part.decompose()
        results = [result for result in tables_of(node, self._targets) if result.table.rows]
        if not results:
            return False
        self.flush()
        self.dropped.extend(dropped_parts(node))
        words = node.css_first("caption")
        text = element_text(words) if words is not None else caption
        for result in results:
            self._put_table(result.table, result.captioned(text))
        for picture in node.css("img"):
            self._image(picture, "")
        self.flush()
        return True

    def _put_table(self, table: Table, caption: str) -> None:
        self.out.table(table, caption)

    def _targets(self, cell: LexborNode) -> Iterable[str]:
        """The sources that a cell links to. A page alone does not tell which of its links are some."""
        return ()


def _holding_another(root: LexborNode, tag: str) -> Iterator[int]:
    """The elements of this kind that have another one inside. Found from the inside in one pass: looking down from
    each would take quadratic time where thousands are nested."""
    for node in root.css(tag):
        above = node.parent
        while above is not None and above.tag not in {tag, "body"}:
            above = above.parent
        if above is not None and above.tag == tag:
            yield above.mem_id


def _is_short(node: LexborNode) -> bool:
    """Whether a heading is one: a page that never closes its heading is no title."""
    room = _LONGEST_HEADING
    for inner in node.traverse(include_text=True):
        room -= len(inner.text(deep=False) or "") if inner.tag == "-text" else 1
        if room < 0:
            return False
    return True


READER = Reader("html", read_html, suffixes=(".html", ".htm", ".xhtml"), version=14)
