"""DOCX is read: headings, paragraphs, list items, tables, pictures, notes and text boxes in order.

    <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Trees</w:t></w:r></w:p>

Footnotes and endnotes come as paragraphs at the end of the section that cites them, the words of a text box behind the
paragraph that it hangs on. Field codes are no text, their results are. Numbers that Word makes up itself (of list
items and headings) stand before the text, as it shows them; the signs of bullets do not. Not text either, and counted
as drops: words deleted or moved away under tracked changes, struck-out and hidden words, comments, headers and
footers, tables of contents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element

from benchwright.errors import ReadError
from benchwright.readers.base import Document, InputFile, Item, TextBuilder
from benchwright.readers.office.content import (
    OfficeLosses,
    OfficeTable,
    OfficeText,
    Piece,
    join_captions,
    write,
)
from benchwright.readers.office.drawings import chart_of, described, diagram_words, picture_of
from benchwright.readers.office.equations import Equations
from benchwright.readers.office.markup import SHIFTS, child, children, first_texts, number, switched, value
from benchwright.readers.office.package import Link, Package
from benchwright.readers.office.table_grids import cells_of, grid_of, join_paragraphs
from benchwright.readers.office.word_numbers import Numbers, read_numbers
from benchwright.readers.office.word_styles import HIDING, STRIKING, ParagraphStyle, WordStyles, read_styles, turned
from benchwright.readers.table_records import squeeze
from benchwright.readers.visible_text import BORDER, BREAK, shifted, visible_text

_GOES_IN = frozenset(
    {"w:ins", "w:moveTo", "w:hyperlink", "w:smartTag", "w:sdt", "w:sdtContent", "w:fldSimple", "w:dir", "w:bdo"}
    | {"w:customXml", "m:oMathPara"}
)
"""Elements around runs or paragraphs that only say something about them."""

_GONE = frozenset({"w:del", "w:moveFrom"})
_CHARACTERS = {"w:tab": "\t", "w:ptab": "\t", "w:cr": BREAK, "w:noBreakHyphen": "-"}


def read_word(file: InputFile, package: Package, part: str, root: Element, losses: OfficeLosses) -> Iterator[Item]:
    """One document. Its title is that of the core properties, else its first title or heading, else the file's name."""
    links = package.links(part)
    styles = read_styles(_side_part(package, links, "styles"))
    numbers = read_numbers(_side_part(package, links, "numbering"), styles.lists())
    walk = _Walk(package, links, styles, losses, Equations(losses), numbers)
    body = child(root, "w:body")
    if body is None:
        raise ReadError("damaged", "the document has no body")
    walk.blocks(body)
    walk.end_section()
    _furniture(package, links, losses)
    title, licence = package.properties()
    first = squeeze(walk.title or walk.heading)
    out = TextBuilder()
    write(join_captions(walk.pieces), out)
    yield from losses.drops(file.name)
    yield Document(file.name, title or first or file.stem.replace("_", " "), out.text, tuple(out.blocks), licence)


def _side_part(package: Package, links: Mapping[str, Link], kind: str) -> Element | None:
    link = next((link for link in links.values() if link.kind == kind and not link.external), None)
    return package.xml(link.target) if link is not None and link.target in package else None


def _furniture(package: Package, links: Mapping[str, Link], losses: OfficeLosses) -> None:
    """Count what stands around the text."""
    wording: set[str] = set()
    for link in sorted(links.values(), key=lambda link: link.target):
        if link.kind in {"header", "footer"} and not link.external and link.target in package:
            text = first_texts(package.xml(link.target), "w:t")
            if text and text not in wording:
                wording.add(text)
                losses.add("running-head", "headers and footers", text)
    for comment in children(_side_part(package, links, "comments"), "w:comment"):
        losses.add("comment", "comments", first_texts(comment, "w:t"))


@dataclass(slots=True)
class _Line:
    """A paragraph that is being gathered, and what hangs on it: drawings, and the notes that it cites."""

    parts: list[str] = field(default_factory=list)
    drawings: list[Element] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)

    def text(self, marked: bool) -> str:
        """The words; `marked` with the marks between them that `visible_text` knows."""
        words = "".join(self.parts)
        return words if marked else visible_text(words)


@dataclass(slots=True)
class _Walk:
    """Reads a part's blocks. Recursion goes no deeper than the XML, which is bounded."""

    package: Package
    links: Mapping[str, Link]
    styles: WordStyles
    losses: OfficeLosses
    equations: Equations
    numbers: Numbers
    pieces: list[Piece] = field(default_factory=list)
    title: str = ""
    heading: str = ""
    _cited: list[tuple[str, str]] = field(default_factory=list)
    _known: set[tuple[str, str]] = field(default_factory=set)
    _notes: dict[str, tuple[dict[str, Element], Mapping[str, Link]]] = field(default_factory=dict)
    _in_cell: bool = False

    def blocks(self, element: Element) -> None:
        """Paragraphs and tables inside a body, cell, box or note."""
        for one in element:
            if self._prompts(one):
                continue
            if one.tag == "w:p":
                self._paragraph(one)
            elif one.tag == "w:tbl":
                self._table(one)
            elif one.tag in _GOES_IN:
                self.blocks(one)
            elif one.tag in _GONE:
                self._deleted(one)
            elif one.tag == "mc:AlternateContent":
                self.blocks(_choice(one))
            elif one.tag == "w:altChunk":
                self.losses.add("embedded", "whole documents of another format inside")

    def end_section(self) -> None:
        """Put the notes cited since the last heading behind its text."""
        cited, self._cited = self._cited, []
        for kind, identity in cited:
            notes, links = self._notes_of(kind)
            note = notes.get(identity)
            if note is not None:
                own, self.links = self.links, links
                self.blocks(note)
                self.links = own

    def _paragraph(self, element: Element) -> None:
        style = self.styles.of_paragraph(element)
        line = _Line()
        self._inline(element, line, style)
        text = line.text(self._in_cell)
        label = self._label(element, style, text)
        if style.contents:
            if text:
                self.losses.add("contents", "lines of tables of contents", text)
        elif style.level and text:
            self.end_section()
            if style.title:
                self.title = self.title or text
            self.heading = self.heading or text
            self.pieces.append(OfficeText(f"{label} {text}".replace("\n", " ").strip(), style.level))
        elif text:
            self.pieces.append(OfficeText(f"{label} {text}".strip(), list=int(style.item), named=style.caption))
        for note in line.notes:
            if note not in self._known:
                self._known.add(note)
                self._cited.append(note)
        for drawing in line.drawings:
            self._drawing(drawing)

    def _label(self, element: Element, style: ParagraphStyle, text: str) -> str:
        """The number that Word shows before a paragraph. Empty ones count, but not those that are hidden or deleted."""
        own = child(element, "w:pPr")
        mark = child(own, "w:rPr")
        gone = style.hidden or switched(mark, "w:vanish") or any(child(mark, tag) is not None for tag in _GONE)
        if style.list is None or style.contents or (gone and not text):
            return ""
        depth = value(own, "w:numPr", "w:ilvl")
        itself = number(depth, 0) if depth is not None or child(own, "w:numPr", "w:numId") is not None else None
        return self.numbers.label(style.list, itself, style.chain, style.depth)

    def _inline(self, element: Element, line: _Line, style: ParagraphStyle) -> None:
        for one in element:
            if self._prompts(one):
                continue
            if one.tag == "w:r":
                self._run(one, line, style)
            elif one.tag in _GOES_IN:
                self._inline(one, line, style)
            elif one.tag == "m:oMath":
                line.parts.append(f" {self.equations.latex(one)} ")
            elif one.tag in _GONE:
                self._deleted(one)
            elif one.tag == "mc:AlternateContent":
                self._inline(_choice(one), line, style)

    def _run(self, run: Element, line: _Line, style: ParagraphStyle) -> None:
        look = child(run, "w:rPr")
        named = self.styles.of(value(look, "w:rStyle"))
        hides, strikes = turned(look, HIDING), turned(look, STRIKING)
        if hides or (hides is None and (style.hidden or named.hidden)):
            if text := first_texts(run, "w:t"):
                self.losses.add("hidden", "runs of hidden words", text)
        elif strikes or (strikes is None and (style.struck or named.struck)):
            inside = _Line(drawings=line.drawings, notes=line.notes)
            self._content(run, inside, style)
            if text := inside.text(marked=False):
                self.losses.add("struck-out", "runs of struck-out words", text)
                line.parts.append(BORDER)
        else:
            self._content(run, line, style)

    def _content(self, run: Element, line: _Line, style: ParagraphStyle) -> None:
        for one in run:
            tag = one.tag
            if tag == "w:t":
                text = (one.text or "").replace("\n", " ")
                line.parts.append(shifted(text, self._shift(run)))
            elif tag in _CHARACTERS:
                line.parts.append(_CHARACTERS[tag])
            elif tag == "w:br":
                line.parts.append(BREAK if one.get("w:type") in {None, "textWrapping"} else " ")
            elif tag == "w:sym":
                if symbol := _symbol(one):
                    line.parts.append(symbol)
                else:
                    self.losses.add("no-text-layer", "symbols that are no characters", one.get("w:font") or "")
                    line.parts.append(BORDER)
            elif tag in {"w:footnoteReference", "w:endnoteReference"}:
                line.notes.append((tag[2:-9] + "s", one.get("w:id") or ""))
            elif tag in {"w:drawing", "w:pict", "w:object"}:
                line.drawings.append(one)
            elif tag == "mc:AlternateContent":
                self._content(_choice(one), line, style)
            elif tag == "w:ruby":
                for base in children(one, "w:rubyBase"):
                    self._inline(base, line, style)

    def _shift(self, run: Element) -> int:
        look = child(run, "w:rPr")
        own = value(look, "w:vertAlign")
        return self.styles.of(value(look, "w:rStyle")).shift if own is None else SHIFTS.get(own, 0)

    def _prompts(self, element: Element) -> bool:
        """Whether this is an empty field of a form, which shows what to write there; it is counted."""
        empty = element.tag == "w:sdt" and switched(element, "w:sdtPr", "w:showingPlcHdr")
        if empty and (text := first_texts(element, "w:t")):
            self.losses.add("hidden", "prompts of empty fields", text)
        return empty

    def _deleted(self, element: Element) -> None:
        text = " ".join(
            part for one in element.iter() if one.tag in {"w:delText", "w:t"} and (part := (one.text or "").strip())
        )
        if text:
            self.losses.add("deleted", "pieces of text that a tracked change has deleted or moved", text)

    def _drawing(self, drawing: Element) -> None:
        """Pictures, charts, diagrams and text boxes inside, each once: what a choice offers instead is not read. A lone
        picture is described by the drawing around it, one of several by itself."""
        alt = own = ""
        lone = sum(1 for one in drawing.iter("pic:pic")) < 2
        stack = [drawing]
        while stack:
            one = stack.pop()
            if one.tag == "mc:AlternateContent":
                stack.append(_choice(one))
                continue
            if one.tag == "wp:docPr":
                alt = described(one)
            elif one.tag == "pic:pic":
                own = described(child(one, "pic:nvPicPr", "pic:cNvPr"))
            elif one.tag == "v:shape":
                alt = squeeze(one.get("alt") or "") or alt
            elif one.tag == "w:txbxContent":
                self.blocks(one)
                continue
            elif one.tag == "pic:blipFill":
                self._picture(child(one, "a:blip"), (alt or own) if lone else (own or alt))
                continue
            elif one.tag == "v:imagedata":
                self._picture(one, alt)
            elif one.tag == "c:chart":
                self.pieces.extend(chart_of(one, self.package, self.links, self.losses, None))
            elif one.tag == "dgm:relIds":
                words = diagram_words(one, self.package, self.links, self.losses)
                self.pieces.extend(OfficeText(wording, list=2) for wording in words)
            stack.extend(reversed(one))

    def _picture(self, reference: Element | None, alt: str) -> None:
        self.pieces.extend(picture_of(reference, self.package, self.links, alt, self.losses, None))

    def _table(self, element: Element) -> None:
        """A table of data; one that only lays out the page (another table inside, or not two columns and a row below
        the first) is read as running text."""
        rows = cells_of(element, self._deleted)
        nested = any(one.tag == "w:tbl" for row in rows for cell in row.cells for one in cell.element.iter())
        inside: list[Piece] = []

        def words(cell: Element) -> str:
            """The text of a cell; its pictures come behind the table."""
            own, self.pieces, self._in_cell = self.pieces, [], True
            self.blocks(cell)
            texts = [piece.text for piece in self.pieces if isinstance(piece, OfficeText)]
            inside.extend(self.pieces)
            self.pieces, self._in_cell = own, False
            return join_paragraphs(texts)

        result = None if nested else grid_of(rows, words)
        if result is not None:
            self.pieces.append(OfficeTable(result.table, result.caption))
            self.pieces.extend(piece for piece in inside if not isinstance(piece, OfficeText))
            self.losses.add_cut_rows(result.notices)
        elif inside:
            texts = (
                replace(one, text=visible_text(one.text)) if isinstance(one, OfficeText) else one for one in inside
            )
            self.pieces.extend(texts)
        else:
            for cell in (cell for row in rows for cell in row.cells if not cell.continues):
                self.blocks(cell.element)

    def _notes_of(self, kind: str) -> tuple[dict[str, Element], Mapping[str, Link]]:
        """Footnotes or endnotes by id, with the relationships of their part."""
        if kind not in self._notes:
            root = _side_part(self.package, self.links, kind)
            link = next((link for link in self.links.values() if link.kind == kind), None)
            result = {
                one.get("w:id") or "": one
                for one in (root if root is not None else ())
                if one.get("w:type") in {None, "normal"}
            }
            self._notes[kind] = (result, self.package.links(link.target) if root is not None and link else {})
        return self._notes[kind]


def _choice(alternatives: Element) -> Element:
    """Of several forms of the same thing the first that holds anything; an empty one if none does."""
    for one in alternatives:
        if one.tag in {"mc:Choice", "mc:Fallback"} and len(one):
            return one
    return alternatives if not len(alternatives) else Element("none")


_SIGNS = {0xF02B: "+", 0xF02D: "−", 0xF0B4: "×", 0xF0A3: "≤", 0xF0B3: "≥"}
"""Signs before and between numbers that Word writes in its font of symbols."""


def _symbol(element: Element) -> str:
    """A character given by its number; those of symbol fonts (private numbers) have no meaning without the font."""
    code = element.get("w:char") or ""
    number = int(code, 16) if 0 < len(code) <= 6 and all(one in "0123456789abcdefABCDEF" for one in code) else 0
    if element.get("w:font") == "Symbol" and number in _SIGNS:
        return _SIGNS[number]
    return chr(number) if 32 < number < 0xD800 or 0xF900 <= number < 0x110000 else ""
