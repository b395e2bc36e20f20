"""PPTX is read: each slide is a page, its shapes become headings, paragraphs, tables and pictures.

    <p:sp><p:nvSpPr>...<p:ph type="title"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>Oaks</a:t></a:r></a:p></p:txBody></p:sp>

The title comes first, then the other shapes from top to bottom and from left to right; what is grouped stays together.
Speaker notes are paragraphs behind the slide's own text, on its page, with the whole slide as their place. What the
layouts and masters draw on every slide is no content. Slide numbers, dates, footers, comments and hidden slides are
counted as drops.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from benchwright.errors import ReadError
from benchwright.readers.base import Document, InputFile, Item, TextBuilder
from benchwright.readers.office.content import (
    OfficeLosses,
    OfficeTable,
    OfficeText,
    PageBox,
    Piece,
    join_captions,
    write,
)
from benchwright.readers.office.drawings import chart_of, described, diagram_words, drawn_words, picture_of
from benchwright.readers.office.equations import Equations
from benchwright.readers.office.markup import child, children, first_texts, number, value
from benchwright.readers.office.package import Link, Package
from benchwright.readers.office.shape_places import GroupFrame, ShapePlaces, frame_of, in_reading_order
from benchwright.readers.office.table_grids import WIDEST, GridCell, GridRow, grid_of, join_paragraphs
from benchwright.readers.table_records import squeeze
from benchwright.readers.visible_text import visible_text
from benchwright.records import Drop

MOST_SLIDES = 10_000
_TITLES = frozenset({"title", "ctrTitle"})
_FURNITURE = frozenset({"sldNum", "dt", "ftr", "hdr"})
_SHAPES = frozenset({"p:sp", "p:pic", "p:graphicFrame", "p:grpSp", "p:cxnSp", "p:contentPart"})
_WHOLE = (0.0, 0.0, 1.0, 1.0)


def read_slides(file: InputFile, package: Package, part: str, root: Element, losses: OfficeLosses) -> Iterator[Item]:
    """One document. Its title is that of the core properties, else its first slide's, else the file's name."""
    links = package.links(part)
    size = child(root, "p:sldSz")
    width = number(size.get("cx") if size is not None else None, 9_144_000)
    height = number(size.get("cy") if size is not None else None, 6_858_000)
    places = ShapePlaces(package, max(width, 1), max(height, 1))
    equations = Equations(losses)
    out = TextBuilder()
    pages: list[int] = []
    title = ""
    for page, identity in enumerate(children(child(root, "p:sldIdLst"), "p:sldId"), 1):
        if page > MOST_SLIDES:
            losses.add("too-many-parts", f"presentation with more than {MOST_SLIDES:,} slides: the first are read")
            break
        pages.append(out.at + 2 if out.at else 0)
        link = links.get(identity.get("r:id") or "")
        try:
            file.begin(f"slide {page}")
            if link is None or link.external:
                raise ReadError("damaged", "it is not in the file")
            slide = _Slide(package, package.links(link.target), places, page, losses, equations)
            pieces = slide.read(package.xml(link.target))
        except ReadError as error:
            yield Drop(file.name, error.reason, f"slide {page}: {error}")
            continue
        out.leave(1)
        write(join_captions(pieces), out)
        title = title or next((piece.text for piece in pieces if isinstance(piece, OfficeText) and piece.level), "")
    named, licence = package.properties()
    yield from losses.drops(file.name)
    text = out.text
    starts = tuple(min(start, len(text)) for start in pages)
    title = named or squeeze(title) or file.stem.replace("_", " ")
    yield Document(file.name, title, text, tuple(out.blocks), licence, pages=starts)


@dataclass(slots=True)
class _Slide:
    """Reads one slide. Recursion goes no deeper than the XML, which is bounded."""

    package: Package
    links: Mapping[str, Link]
    places: ShapePlaces
    page: int
    losses: OfficeLosses
    equations: Equations
    _boxes: int = 0

    def read(self, root: Element) -> list[Piece]:
        """The pieces of a slide in reading order, its notes last; none of a hidden one."""
        if (root.get("show") or "1") in {"0", "false"}:
            self.losses.add("hidden", "hidden slides", first_texts(root, "a:t"))
            return []
        layout = self.places.layout_of(self.links)
        tree = child(root, "p:cSld", "p:spTree")
        pieces = list(self._shapes(tree, GroupFrame(), layout)) if tree is not None else []
        pieces.sort(key=lambda piece: not (isinstance(piece, OfficeText) and piece.level))
        pieces.extend(self._notes())
        for link in self.links.values():
            if link.kind == "comments" and not link.external and link.target in self.package:
                self.losses.add("comment", "slides with comments")
        return pieces

    def _shapes(self, parent: Element, frame: GroupFrame, layout: Mapping[str, Element]) -> Iterator[Piece]:
        """The pieces of all shapes of a tree or group."""
        results = []
        for one in parent:
            if one.tag == "mc:AlternateContent":
                one = next((shape for form in one for shape in form if shape.tag in _SHAPES), one)
            if one.tag not in _SHAPES:
                continue
            if (properties := next(one.iter("p:cNvPr"), None)) is not None and properties.get("hidden") in {
                "1",
                "true",
            }:
                self.losses.add("hidden", "hidden shapes", first_texts(one, "a:t"))
                continue
            results.append((self.places.box_of(one, frame, layout), one))
        for box, shape in in_reading_order(results):
            spot = PageBox(self.page, box)
            if shape.tag == "p:grpSp":
                yield from self._shapes(shape, frame_of(shape, frame), layout)
            elif shape.tag == "p:pic":
                yield from self._picture(shape, spot)
            elif shape.tag == "p:graphicFrame":
                yield from self._graphic(shape, spot)
            elif shape.tag == "p:sp":
                yield from self._text_shape(shape, spot)

    def _text_shape(self, shape: Element, spot: PageBox) -> Iterator[Piece]:
        holder = child(shape, "p:nvSpPr", "p:nvPr", "p:ph")
        kind = (holder.get("type") or "") if holder is not None else ""
        lines = list(self._paragraphs(child(shape, "p:txBody")))
        if kind in _FURNITURE:
            if lines:
                self.losses.add("running-head", "footers, dates and slide numbers", " ".join(lines))
        elif kind in _TITLES:
            yield OfficeText(squeeze(" ".join(lines)), 1, spot=spot)
        else:
            yield from self._box(lines, spot)

    def _box(self, lines: Iterable[str], spot: PageBox) -> Iterator[Piece]:
        """The paragraphs of one box, no blank line between them."""
        self._boxes += 1
        box = self._boxes
        yield from (OfficeText(line, list=box, spot=spot) for line in lines)

    def _paragraphs(self, body: Element | None, marked: bool = False) -> Iterator[str]:
        """The words of each paragraph that has any, `marked` with the marks that `visible_text` knows."""
        for paragraph in children(body, "a:p"):
            words = drawn_words(paragraph, self.losses, self.equations)
            if text := visible_text(words):
                yield words if marked else text

    def _picture(self, shape: Element, spot: PageBox) -> Iterator[Piece]:
        alt = described(child(shape, "p:nvPicPr", "p:cNvPr"))
        yield from picture_of(child(shape, "p:blipFill", "a:blip"), self.package, self.links, alt, self.losses, spot)

    def _graphic(self, shape: Element, spot: PageBox) -> Iterator[Piece]:
        """A table, chart, diagram, or the picture that stands for an embedded object."""
        data = child(shape, "a:graphic", "a:graphicData")
        for one in data if data is not None else ():
            if one.tag == "a:tbl":
                yield from self._table(one, spot)
            elif one.tag == "c:chart":
                yield from chart_of(one, self.package, self.links, self.losses, spot)
            elif one.tag == "dgm:relIds":
                words = diagram_words(one, self.package, self.links, self.losses)
                yield from self._box(words, spot)
            else:
                for picture in list(one.iter("p:pic"))[-1:]:
                    yield from self._picture(picture, spot)

    def _table(self, table: Element, spot: PageBox) -> Iterator[Piece]:
        """A table; what has not two columns and two rows is read as running text."""

        def words(cell: Element) -> str:
            return join_paragraphs(self._paragraphs(child(cell, "a:txBody"), marked=True))

        headed = value(table, "a:tblPr", key="firstRow") in {"1", "true"}
        rows = [GridRow(tuple(_cells_of(row)), 0, headed and not at) for at, row in enumerate(children(table, "a:tr"))]
        result = grid_of(rows, words)
        if result is not None:
            yield OfficeTable(result.table, result.caption, spot=spot)
            return
        texts = (visible_text(words(cell.element)) for row in rows for cell in row.cells if not cell.continues)
        yield from (OfficeText(text, spot=spot) for text in texts if text)

    def _notes(self) -> Iterator[Piece]:
        link = next((link for link in self.links.values() if link.kind == "notesSlide" and not link.external), None)
        if link is None or link.target not in self.package:
            return
        for shape in self.package.xml(link.target).iter("p:sp"):
            holder = child(shape, "p:nvSpPr", "p:nvPr", "p:ph")
            if holder is not None and holder.get("type") == "body":
                yield from self._box(self._paragraphs(child(shape, "p:txBody")), PageBox(self.page, _WHOLE))


def _cells_of(row: Element) -> Iterator[GridCell]:
    """The cells of a row; one that a cell to the left covers is a part of that."""
    covered = 0
    for cell in children(row, "a:tc"):
        if covered and cell.get("hMerge") in {"1", "true"}:
            covered -= 1
            continue
        width = min(max(number(cell.get("gridSpan"), 1), 1), WIDEST)
        covered = width - 1
        yield GridCell(cell, width, cell.get("vMerge") in {"1", "true"})
