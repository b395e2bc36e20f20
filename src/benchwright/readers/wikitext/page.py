"""One page of wikitext -> a Document: headings, paragraphs, list items, tables, infoboxes, pictures.

== Trees ==
An '''oak''' is a [[tree]].<ref>...</ref>
{| class="wikitable" ... |}
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from benchwright.readers.base import Document, TextBuilder
from benchwright.readers.table_records import squeeze, unmarked_table
from benchwright.readers.wikitext.cells import Cell, Grid, head_of
from benchwright.readers.wikitext.scan import MARK, FileUse, Scan, Words
from benchwright.records import Table

_INLINE = "|".join(
    (
        *("abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd"),
        *("mark", "noinclude", "onlyinclude", "poem", "q", "rb", "rp", "rt", "ruby", "s", "samp", "section", "small"),
        *("span", "strike", "strong", "sub", "sup", "time", "translate", "tt", "u", "var", "wbr"),
    )
)
_BLOCKS = "blockquote|center|dd|div|dl|dt|h[1-6]|hr|li|ol|p|table|tbody|td|th|thead|tr|ul|caption"
_TAG = re.compile(rf"</?(?:{_INLINE})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_BLOCK_TAG = re.compile(rf"</?(?:{_BLOCKS})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_BREAK = re.compile(r"</?br\b[^<>]*>", re.IGNORECASE)
_QUOTES = re.compile("'{2,}")
_SWITCH = re.compile(r"__[A-Z]{3,24}__")
# Possessive: an address without its closing bracket must not be tried from each of its characters.
_EXTERNAL = re.compile(r"\[(?:https?:|ftp:|mailto:|//)[^\s\[\]<>\"]*+[ \t]*+([^\[\]\n]*+)\]", re.IGNORECASE)
_EMPTY_BRACKETS = re.compile(r" \([\s;,:]*\)")
_OPENED = re.compile(r"\([\s;,]+")
_SPACE = re.compile(r"[ \t\n\r\f\xa0\u200b]+")
_MARKUP = re.compile(r"[\[<&'_(\x02\xa0\u200b\t\n\r\f]|  ")
_LIST = re.compile(r"^[*#:;]+")


def page_document(
    scan: Scan, text: str, name: str, picture: Callable[[str], str], url: str = "", licence: str = ""
) -> Document:
    """The document of a page that `scan` reads. `picture` gives a file's path beside the dump, "" if it is not there.

    ReadError `nested-too-deep`."""
    writer = _Writer(scan, picture)
    writer.lines(_BLOCK_TAG.sub("\n\n", scan.read(text)))
    return Document(name, scan.title, writer.out.text, tuple(writer.out.blocks), licence, url)


@dataclass(slots=True)
class _Writer:
    """Turns the scanned text line by line into blocks."""

    scan: Scan
    picture: Callable[[str], str]
    out: TextBuilder = field(default_factory=TextBuilder)
    _held: list[str] = field(default_factory=list)
    _later: list[int] = field(default_factory=list)
    _after_item: bool = False

    def lines(self, text: str) -> None:
        """Read everything."""
        for line in text.split("\n"):
            line = line.strip()
            if not line or (line.startswith("----") and not line.strip("-")):
                self._flush()
            elif line[0] in "*#:;":
                self._flush(self._after_item)
                self._hold(_LIST.sub("", line))
                self._flush(is_item=True)
            elif line[0] == "=" and self._heading(line):
                continue
            else:
                self._hold(line)
        self._flush()

    def _heading(self, line: str) -> bool:
        level = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")), 6)
        words = line[level:-level] if level else ""
        if not words.strip():
            return False
        self._flush()
        marks = [int(found[1]) for found in MARK.finditer(words)]
        self.out.heading(self.plain(self.scan.without_blocks(words)), level)
        self._after_item = False
        for number in marks:
            self._show(number)
        return True

    def _hold(self, line: str) -> None:
        """Keep a line for its paragraph. A table or picture before any word stands before the paragraph, else after."""
        at = 0
        for found in MARK.finditer(line):
            number = int(found[1])
            if isinstance(self.scan.blocks[number], Words):
                continue
            self._keep(line[at : found.start()])
            at = found.end()
            if self._held:
                self._later.append(number)
            else:
                self._show(number)
        self._keep(line[at:])

    def _keep(self, words: str) -> None:
        if words.strip():
            self._held.append(words)

    def _flush(self, keep_item: bool = False, is_item: bool = False) -> None:
        """End the paragraph or list item at hand, and show what stood in it."""
        if self._held:
            lines = (self.plain(part) for part in _BREAK.sub("\v", " ".join(self._held)).split("\v"))
            text = "\n".join(line for line in lines if line)
            if text:
                self.out.paragraph(text, "\n" if is_item and self._after_item else "\n\n")
                self._after_item = is_item
            self._held.clear()
        for number in self._later:
            self._show(number)
        self._later.clear()

    def plain(self, text: str) -> str:
        """The words of a piece of scanned text, on one line but for what is kept as it stands."""
        if _MARKUP.search(text) is None:
            return text.strip()
        text = _EXTERNAL.sub(lambda found: found[1], text)
        text = _SWITCH.sub("", _QUOTES.sub("", text))
        text = html.unescape(_TAG.sub("", _BREAK.sub(" ", text)))
        text = _OPENED.sub("(", _EMPTY_BRACKETS.sub("", _SPACE.sub(" ", text)))
        return MARK.sub(self._words, text).strip()

    def _words(self, found: re.Match[str]) -> str:
        block = self.scan.blocks[int(found[1])]
        return html.unescape(block.text).strip("\n") if isinstance(block, Words) else ""

    def _show(self, number: int) -> None:
        block = self.scan.blocks[number]
        if isinstance(block, Grid):
            self._table(block)
        elif isinstance(block, FileUse) and (target := self.picture(block.name)):
            self.out.image(target, squeeze(self.plain(block.caption)), squeeze(self.plain(block.alt)))

    def _table(self, grid: Grid) -> None:
        said: dict[int, str] = {}
        for row in grid.rows:
            for cell in row:
                if id(cell) not in said:
                    said[id(cell)] = squeeze(self.plain(cell.text))
        caption = squeeze(self.plain(grid.caption))
        table, line = _made(grid, said)
        if not table.rows:  # nothing but names: running text
            for row in grid.rows:
                for cell in dict.fromkeys(row):
                    self.out.paragraph(said[id(cell)])
            return
        caption = caption or line
        section = self.out.headings[-1] if self.out.headings else ""
        title = " — ".join(part for part in (self.scan.title, grid.name or caption or section) if part)
        self.out.table(table, caption, title)


def _made(grid: Grid, said: dict[int, str]) -> tuple[Table, str]:
    """The table, and a title line that stood in its grid. Rows whose words are all gone are left out."""
    rows = [row for row in grid.rows if any(said[id(cell)] for cell in row)]
    full = [[said[id(cell)] for cell in row] for row in rows]
    top = head_of([dict(enumerate(row)) for row in rows])
    if top == len(rows):
        return Table((), ()), ""
    if not top:
        made = unmarked_table(full, dict.fromkeys(_links(rows)))
        return made.table, made.caption
    line = ""
    head = full[:top]
    if len(head) > 1 and len(set(head[0])) == 1:
        # A cell across the whole width above the column names is the table's name.
        line, head = head[0][0], head[1:]
    links = tuple(dict.fromkeys(_links(rows[top:])))
    return Table(tuple(map(tuple, head)), tuple(map(tuple, full[top:])), links), line


def _links(rows: list[list[Cell]]) -> Iterator[tuple[int, int, str]]:
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            for target in cell.links:
                yield row, column, target
