"""XLSX is read: blocks of cells become tables titled by their sheet; pictures and single texts come along.

A block is what no empty row or column cuts through. A lone cell directly above a block is the table's caption; other
lone cells and single columns are paragraphs under the sheet's name. Charts only draw cells that are read anyway: they
are counted. So are hidden sheets, rows and columns, comments, and formulas whose result the file does not keep.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element

from benchwright.errors import ReadError
from benchwright.readers.base import Document, InputFile, Item, Limits, TextBuilder
from benchwright.readers.office.cell_text import CellFormats, read_formats
from benchwright.readers.office.content import OfficeLosses, OfficeTable, OfficeText, Piece, join_captions, write
from benchwright.readers.office.drawings import described, drawn_words, picture_of
from benchwright.readers.office.markup import child, children, number
from benchwright.readers.office.package import Link, Package
from benchwright.readers.office.sheet_cells import Cells, SheetCells, read_cells, read_strings
from benchwright.readers.office.table_grids import MOST_CELLS, table_of
from benchwright.readers.table_records import bound_table, squeeze
from benchwright.readers.visible_text import BREAK, visible_text
from benchwright.records import Cut, Drop

MOST_SHEETS = 1_000
MOST_BLOCKS = 5_000
_DEEPEST = 30
_NUMBERED = re.compile(
    r"^(?:sheet|tabelle|feuil|hoja|foglio|folha|planilha|blad|ark|arkusz|list|taul)\s?\d+$", re.IGNORECASE
)
_NEAR = 3


def read_sheets(
    file: InputFile, package: Package, part: str, root: Element, losses: OfficeLosses, limits: Limits
) -> Iterator[Item]:
    """One document. Its title is that of the core properties, else the file's name."""
    links = package.links(part)
    book = _Book(package, limits, losses)
    book.prepare(root, links)
    named, licence = package.properties()
    out = TextBuilder()
    for at, sheet in enumerate(children(child(root, "s:sheets"), "s:sheet"), 1):
        name = squeeze(sheet.get("name") or "")
        if at > MOST_SHEETS:
            losses.add("too-many-parts", f"workbook with more than {MOST_SHEETS:,} sheets: the first are read")
            break
        if (sheet.get("state") or "visible") != "visible":
            losses.add("hidden", "hidden sheets", name)
            continue
        link = links.get(sheet.get("r:id") or "")
        try:
            file.begin(f"sheet {at}")
            if link is None or link.external:
                raise ReadError("damaged", "it is not in the file")
            if link.kind == "chartsheet":
                losses.add("chart", "charts (the cells that they draw are read as tables)", name)
                continue
            pieces = book.sheet(link.target, name)
        except ReadError as error:
            yield Drop(file.name, error.reason, f"sheet {at} {name[:100]!r}: {error}")
            continue
        out.leave(1)
        if not _NUMBERED.match(name) and pieces:
            out.heading(name, 1)
        write(join_captions(pieces), out)
    yield from losses.drops(file.name)
    yield Document(file.name, named or file.stem.replace("_", " "), out.text, tuple(out.blocks), licence)


@dataclass(slots=True)
class _Book:
    """What all sheets of a workbook share."""

    package: Package
    limits: Limits
    losses: OfficeLosses
    strings: list[str] = field(default_factory=list)
    formats: CellFormats = field(default_factory=CellFormats)

    def prepare(self, root: Element, links: Mapping[str, Link]) -> None:
        """Read the shared strings and the number formats."""
        by_kind = {link.kind: link.target for link in links.values() if not link.external}
        strings, styles = by_kind.get("sharedStrings", ""), by_kind.get("styles", "")
        if strings in self.package:
            self.strings = read_strings(self.package.read(strings), strings, self.losses)
        look = child(root, "s:workbookPr")
        since_1904 = look is not None and look.get("date1904") in {"1", "true"}
        self.formats = read_formats(self.package.xml(styles) if styles in self.package else None, since_1904)

    def sheet(self, part: str, name: str) -> list[Piece]:
        """Tables and words of a sheet from top to bottom, then its pictures."""
        read = read_cells(self.package.read(part), part, self.strings, self.formats, self.losses)
        cells = ((row, column, text) for row, line in read.cells.items() for column, text in line.items())
        if hidden := [text for row, column, text in cells if read.hides(row, column)]:
            detail = f"sheets with cells in hidden rows or columns ({name}: {len(hidden):,})"
            self.losses.add("hidden", detail, visible_text(hidden[0]))
        if read.open_formulas:
            self.losses.add("formula", f"sheets with formulas that keep no result ({name}: {read.open_formulas:,})")
        if read.cut:
            self.losses.add("table-cut", f"sheets of which only the first cells are read ({name})")
        pieces = list(self._blocks(read, "" if _NUMBERED.match(name) else name))
        links = self.package.links(part)
        for link in sorted(links.values(), key=lambda link: link.target):
            if link.kind == "drawing" and not link.external and link.target in self.package:
                pieces.extend(self._drawing(link.target))
            elif link.kind in {"comments", "threadedComment"}:
                self.losses.add("comment", "sheets with comments", name)
        return pieces

    def _blocks(self, sheet: SheetCells, title: str) -> Iterator[Piece]:
        """What hides rows or columns of a block leaves the others together: blocks are told with all cells."""
        lone: tuple[int, set[int], str] | None = None
        for count, block in enumerate(filter(None, map(sheet.visible, blocks_of(sheet.cells)))):
            if count >= MOST_BLOCKS:
                self.losses.add("too-many-parts", f"sheets with more than {MOST_BLOCKS:,} blocks of cells", title)
                break
            caption = ""
            columns = {column for row in block.values() for column in row}
            if lone is not None:
                row, above, text = lone
                if len(columns) > 1 and len(block) > 1 and 0 < min(block) - row <= _NEAR and _over(above, columns):
                    caption = squeeze(text)
                else:
                    yield OfficeText(text)
                lone = None
            if len(block) == 1 and len(set(next(iter(block.values())).values())) == 1:
                ((row, line),) = block.items()
                lone = (row, columns, visible_text(next(iter(line.values()))))
                continue
            result = self._table(block, columns, caption, title)
            if result is not None:
                yield result
                continue
            if caption:
                yield OfficeText(caption)
            for row in sorted(block):
                line = block[row]
                words = dict.fromkeys(line[column] for column in sorted(line))
                yield OfficeText(visible_text(" ".join(words)), list=count + 1)
        if lone is not None:
            yield OfficeText(lone[2])

    def _table(self, block: Cells, columns: set[int], caption: str, title: str) -> OfficeTable | None:
        """The table of a block; None if it has not two columns and a row below the first. Of a block too large to be
        laid out only what will be kept is, and the table says how large it was."""
        if len(block) < 2 or len(columns) < 2:
            return None
        rows, across = sorted(block), sorted(columns)
        if len(rows) * len(across) > MOST_CELLS:
            rows, across = rows[: self.limits.table_rows + 10], across[: self.limits.table_columns + 10]
        grid = [[block[row].get(column, "") for column in across] for row in rows]
        result = table_of(grid)
        if result is None:
            return None
        self.losses.add_cut_rows(result.notices)
        table = bound_table(result.table, self.limits)
        if (len(rows), len(across)) != (len(block), len(columns)):
            table = replace(table, cut=Cut(len(block) - 1, len(columns)))
        text = result.captioned(caption)
        return OfficeTable(table, text, f"{title}: {text}" if title and text else title)

    def _drawing(self, part: str) -> Iterator[Piece]:
        """Pictures and text boxes of a sheet, in the order of the cells that they hang on."""
        links = self.package.links(part)
        anchors = sorted(self.package.xml(part), key=_anchored)
        for anchor in anchors:
            for one in anchor.iter():
                if one.tag == "xdr:pic":
                    alt = described(child(one, "xdr:nvPicPr", "xdr:cNvPr"))
                    blip = child(one, "xdr:blipFill", "a:blip")
                    yield from picture_of(blip, self.package, links, alt, self.losses, None)
                elif one.tag == "c:chart":
                    self.losses.add("chart", "charts (the cells that they draw are read as tables)")
                elif one.tag == "xdr:txBody":
                    words = BREAK.join(drawn_words(paragraph, self.losses) for paragraph in children(one, "a:p"))
                    yield OfficeText(visible_text(words))


def _anchored(anchor: Element) -> tuple[int, int]:
    """(row, column) of the cell that a drawing hangs on."""
    start = child(anchor, "xdr:from")
    row, column = child(start, "xdr:row"), child(start, "xdr:col")
    return number(row.text if row is not None else None, 0), number(column.text if column is not None else None, 0)


def _over(above: Iterable[int], columns: set[int]) -> bool:
    return any(min(columns) <= column <= max(columns) for column in above)


def blocks_of(cells: Cells) -> Iterator[Cells]:
    """The blocks that no empty row or column cuts through, from top to bottom, then from left to right."""
    stack = [(cells, 0)] if cells else []
    while stack:
        block, depth = stack.pop()
        parts = _cut(block) if depth < _DEEPEST else [block]
        if len(parts) == 1:
            yield parts[0]
        else:
            stack.extend((part, depth + 1) for part in reversed(parts))


def _cut(cells: Cells) -> list[Cells]:
    """Along empty rows; if there are none, along empty columns."""
    rows = sorted(row for row in cells if cells[row])
    bands = _runs(rows)
    if len(bands) > 1:
        return [{row: cells[row] for row in band} for band in bands]
    columns = sorted({column for row in rows for column in cells[row]})
    strips = _runs(columns)
    if len(strips) == 1:
        return [{row: cells[row] for row in rows}]
    strip_of = {column: at for at, strip in enumerate(strips) for column in strip}
    parts: list[Cells] = [{} for _ in strips]
    for row in rows:
        for column, text in cells[row].items():
            parts[strip_of[column]].setdefault(row, {})[column] = text
    return parts


def _runs(numbers: list[int]) -> list[list[int]]:
    """Numbers in order, cut wherever one is left out."""
    runs: list[list[int]] = []
    for one in numbers:
        if not runs or one != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(one)
    return runs
