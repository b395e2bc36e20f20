"""HTML is read into headings, paragraphs, list items, tables and figures; broken markup as a browser reads it (lexbor).

    <h2>Trees</h2><p>Oaks are old.</p><figure><img src="oak.jpg" alt="An oak"><figcaption>An oak.</figcaption></figure>

Scripts and styles are no text. Navigation and hidden elements are dropped and listed. A table's head is its `thead` or
its first rows of `th`, else what a plain grid's would be; merged cells are repeated in every place that they cover. A
table that only lays out the page (another table inside, or one column of blocks) is read as running text.

Paths mean files beside the page, whatever its `<base href>` says (a notice tells of one): a page must not turn its own
pictures into requests to a host. Of an `<img>` without `src`, the first picture of its `srcset` is taken; the sources
of a `<picture>` are other forms of the `<img>` in it. Nothing else that a page refers to is looked at.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from urllib.parse import unquote, urlsplit

from selectolax.lexbor import LexborNode

from benchwright.readers.base import DecodedText, Document, InputFile, Item, Limits, Reader, TextBuilder
from benchwright.readers.html_tree import parse_html
from benchwright.readers.table_records import NoticedTable, make_table
from benchwright.readers.visible_text import BORDER, BREAK, LIFTED, LOWERED, RAISED, SUNK, visible_text
from benchwright.records import Drop, Table

NO_TEXT = frozenset(
    {"script", "style", "template", "noscript", "head", "svg", "iframe", "object", "select", "button", "-comment"}
)
_ITEMS = frozenset({"li", "dt", "dd"})
_BLOCKS = _ITEMS | (
    {"address", "article", "aside", "blockquote", "body", "caption", "center", "details", "dialog", "div", "dl"}
    | {"fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "html", "label", "legend", "main", "ol"}
    | {"p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"}
)
_MARKED = {
    "br": (BREAK, ""),
    "sup": (RAISED, LOWERED),
    "sub": (SUNK, LIFTED),
    **dict.fromkeys(("del", "ins", "s", "strike"), (BORDER, BORDER)),
}
"""What stands before and behind the words of an element in a line. What was struck out is apart from what came then."""

_NO_TEXT_CLASSES = frozenset({"mw-editsection", "mw-jump-link"})
"""Wikipedia's "[edit]" behind a heading, and its links to parts of the page."""

_MARKS = frozenset({"reference", "mw-ref"})
"""Classes of a `<sup>` that holds only the number of a footnote."""

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_CHARSET = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_TEX = re.compile(r"^\{\\(?:display|text)style\s*(.*)\}$", re.DOTALL)
_TEX_NOTE = 'annotation[encoding="application/x-tex"]'
_LONGEST_HEADING = 500
_MOST_CELLS = 200_000
_Cell = tuple[str, tuple[str, ...]]  # its words with their marks, what it links to
_WIDEST_SPAN = 1000


def read_html(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document. Its title is `<title>`, else the first heading, else the file's name."""
    decoded = _declared(file, file.text())
    yield from decoded.notices
    tree = parse_html(decoded.text)
    walk = HtmlWalk()
    if tree.body is not None:
        walk.read(tree.body)
    names = (tree.css_first("title"), tree.css_first("h1"))
    title = next((words for node in names if node is not None and (words := _clean(_marked_text(node)))), "")
    link = tree.css_first('link[rel="canonical"]')
    licence = tree.css_first('link[rel="license"], a[rel~="license"]')
    if (base := tree.css_first("base[href]")) is not None:
        target = _clean(base.attributes.get("href"))[:200]
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
    )


def _declared(file: InputFile, decoded: DecodedText) -> DecodedText:
    """Where the encoding had to be guessed, take the one that the page declares, if it does and it fits."""
    if not decoded.notices:
        return decoded
    data = file.read_bytes()
    match = _CHARSET.search(data[:4096])
    if match is None:
        return decoded
    name = match[1].decode("ascii", "replace")
    try:
        text = data.decode(codecs.lookup(name).name)
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


def _clean(text: str | None) -> str:
    return visible_text(text or "", "header")


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

    def read(self, root: LexborNode) -> None:
        """Read an element and all below it."""
        self._outer = set(_holding_another(root, "table")) | set(_holding_another(root, "figure"))
        stack: list[tuple[LexborNode, bool]] = [(root, True)]
        while stack:
            node, opens = stack.pop()
            tag = node.tag or ""
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
        if tag in NO_TEXT or _is_mark(node, tag):
            return False
        reason = _why_dropped(node, tag)
        if reason:
            if text := _clean(_marked_text(node)):
                self.dropped.append((reason, text))
            return False
        if tag == "img":
            self._image(node, "")
            return False
        if tag == "pre":
            self._preformatted(node)
            return False
        if tag == "figure" and self._figure(node):
            return False
        if tag == "table" and self._table(node):
            return False
        if tag in _HEADINGS and not self._heading and _is_short(node):
            self.flush()
            self._level, self._heading = _HEADINGS[tag], tag
        elif tag in _BLOCKS or tag in _HEADINGS:
            self._border(tag)
            self._items += tag in _ITEMS
        else:
            self._inline.append(_mark_of(node, tag))
        return not _is_formula(node, tag)

    def _close(self, tag: str) -> None:
        if tag == self._heading:
            self.flush()
        elif tag in _BLOCKS or tag in _HEADINGS:
            self._border(tag)
            self._items -= tag in _ITEMS
        elif tag in _MARKED:
            self._inline.append(_MARKED[tag][1])

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
        self._level, self._heading = 0, ""

    def _paragraph(self, text: str) -> None:
        self.out.paragraph(text, "\n" if self._items and self._after_item else "\n\n")
        self._after_item = self._items > 0

    def _preformatted(self, node: LexborNode) -> None:
        """Lines that are kept as they stand."""
        self.flush()
        self._paragraph(visible_text(_marked_text(node), "preformatted"))
        for picture in node.css("img"):
            self._image(picture, "")
        self.flush()

    def _image(self, node: LexborNode, caption: str) -> None:
        attributes = node.attributes
        target = attributes.get("src") or attributes.get("data-src") or first_candidate(attributes.get("srcset"))
        if target.strip():
            title = _clean(attributes.get("title"))
            self._images.append((local_target(target), caption or title, _clean(attributes.get("alt"))))

    def _figure(self, node: LexborNode) -> bool:
        """A figure of images, or of one table: its caption is theirs. Loose words in it are a paragraph before the
        images. One that holds paragraphs is read as a block."""
        if node.mem_id in self._outer:
            return False
        pictures, tables = node.css("img"), node.css("table")
        words = node.css_first("figcaption")
        caption = _clean(_marked_text(words)) if words is not None else ""
        other = _marked_text(node, BREAK, without=("figcaption", "table"))
        if len(tables) == 1 and not _clean(other) and not self._heading:
            return self._table(tables[0], caption)
        blocks = len(node.css("p, pre, li")) - (len(words.css("p, pre, li")) if words is not None else 0)
        if not pictures or tables or blocks:
            return False
        self.flush()
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
            if _why_dropped(part, ""):  # as a browser lays it out, the others close up
                self.dropped.append(("hidden", _clean(_marked_text(part))))
                part.decompose()
        result = table_of(node, self._targets)
        if result is None or not result.table.rows:
            return False
        self.flush()
        words = node.css_first("caption")
        text = _clean(_marked_text(words)) if words is not None else caption
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


def _is_mark(node: LexborNode, tag: str) -> bool:
    """Whether this is no text of the page but a sign of the wiki around it."""
    if tag not in {"span", "sup", "a"}:
        return False
    names = frozenset((node.attributes.get("class") or "").split())
    return bool(names & _NO_TEXT_CLASSES) or (tag == "sup" and bool(names & _MARKS))


def _why_dropped(node: LexborNode, tag: str) -> str:
    attributes = node.attributes
    if tag == "nav" or attributes.get("role") == "navigation":
        return "navigation"
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return "hidden"
    return "hidden" if _HIDDEN_STYLE.search(attributes.get("style") or "") else ""


def _is_short(node: LexborNode) -> bool:
    """Whether a heading is one: a page that never closes its heading is no title."""
    room = _LONGEST_HEADING
    for inner in node.traverse(include_text=True):
        room -= len(inner.text(deep=False) or "") if inner.tag == "-text" else 1
        if room < 0:
            return False
    return True


def table_of(node: LexborNode, targets: Callable[[LexborNode], Iterable[str]]) -> NoticedTable | None:
    """The cells of a `<table>`, merged ones repeated, with what `targets` says that they link to.

    None if it has not two columns and a data row, or if the spans would make more than 200,000 cells: such a table is
    read as running text."""
    grid: list[dict[int, _Cell]] = []
    heads: list[bool] = []
    reach: dict[int, tuple[int, _Cell]] = {}  # column -> rows that a cell above still covers, that cell
    cells = 0
    above: LexborNode | None = None
    for row in sorted(node.css("tr"), key=_part_of):
        if above is None or row.parent is None or row.parent.mem_id != above.mem_id:
            above, reach = row.parent, {}  # no cell reaches into another part
        line = {column: words for column, (_, words) in reach.items()}
        ahead = {column: (rows - 1, words) for column, (rows, words) in reach.items() if rows > 1}
        column = 0
        kinds = []
        for cell in row.iter():
            if cell.tag not in {"td", "th"}:
                continue
            words = (_marked_text(cell), tuple(dict.fromkeys(targets(cell))))
            kinds.append(cell.tag)
            down = _span(cell, "rowspan") or _MOST_CELLS
            while column in line:
                column += 1
            for _ in range(_span(cell, "colspan") or 1):
                line[column] = words
                if down > 1:
                    ahead[column] = (down - 1, words)
                column += 1
                while column in line:
                    column += 1
        reach = ahead
        cells += len(line)
        if cells > _MOST_CELLS:
            return None
        if any(visible_text(text) for text, _ in line.values()):
            grid.append(line)
            inside_head = row.parent is not None and row.parent.tag == "thead"
            heads.append(inside_head or (bool(kinds) and all(kind == "th" for kind in kinds)))
    width = max((max(line) + 1 for line in grid), default=0)
    top = next((index for index, head in enumerate(heads) if not head), len(heads))
    if width < 2 or top == len(grid) or width * len(grid) > _MOST_CELLS:
        return None
    full = [[line[column][0] if column in line else "" for column in range(width)] for line in grid]
    links = [
        (row, column, target) for row, line in enumerate(grid) for column in sorted(line) for target in line[column][1]
    ]
    return make_table(full, header_rows=top or None, links=links)


def _part_of(row: LexborNode) -> int:
    """Where the part of a table that a row stands in is shown: at the top, in the middle, at the bottom."""
    return {"thead": 0, "tfoot": 2}.get((row.parent.tag if row.parent is not None else "") or "", 1)


def _marked_text(root: LexborNode, block: str = BORDER, without: tuple[str, ...] = ()) -> str:
    """The visible words of an element, with marks where blocks and lines end and around superscripts, without
    reference marks (`<sup>[3]</sup>`), hidden sort keys, and elements called one of `without`."""
    parts: list[str] = []
    stack = [(root, True)]
    while stack:
        node, opens = stack.pop()
        tag = node.tag or ""
        if not opens:
            parts.append(_MARKED[tag][1] if tag in _MARKED else BREAK if tag in _ITEMS else block)
        elif tag == "-text":
            parts.append(node.text(deep=False) or "")
        elif node is root or not (tag in NO_TEXT or tag in without or _is_mark(node, tag) or _why_dropped(node, tag)):
            is_block = tag in _BLOCKS or tag in _HEADINGS
            parts.append(BREAK if tag in _ITEMS else block if is_block else _mark_of(node, tag))
            if is_block or tag in _MARKED:
                stack.append((node, False))
            if not _is_formula(node, tag):
                stack.extend((child, True) for child in reversed(list(node.iter(include_text=True))))
    return "".join(parts)


def _mark_of(node: LexborNode, tag: str) -> str:
    """What an element inside a line stands for before its own words: a break, a superscript, a formula."""
    return _formula_of(node) if _is_formula(node, tag) else _MARKED[tag][0] if tag in _MARKED else ""


def _is_formula(node: LexborNode, tag: str) -> bool:
    return tag == "math" or (tag == "span" and "mwe-math-element" in (node.attributes.get("class") or "").split())


def _formula_of(node: LexborNode) -> str:
    """The TeX of a formula, as far as it is told; else its signs."""
    picture, formula, tex = node.css_first("img"), node.css_first("math"), node.css_first(_TEX_NOTE)
    text = (picture.attributes.get("alt") if picture is not None else "") or (tex.text() if tex is not None else "")
    text = text or (formula.attributes.get("alttext") if formula is not None else "") or ""
    if match := _TEX.match(text.strip()):
        return match[1].strip()
    signs = (
        inner.text(deep=False) or ""
        for inner in node.traverse(include_text=True)
        if inner.tag == "-text" and inner.parent is not None and inner.parent.tag != "annotation"
    )
    return text.strip() or _clean(" ".join(signs))


def cell_text(node: LexborNode) -> str:
    """The words of a cell on one line."""
    return visible_text(_marked_text(node), "cell")


def _span(cell: LexborNode, name: str) -> int:
    value = (cell.attributes.get(name) or "1").strip()
    return min(int(value), _WIDEST_SPAN) if value.isascii() and value.isdigit() else 1


READER = Reader("html", read_html, suffixes=(".html", ".htm", ".xhtml"), version=5)
