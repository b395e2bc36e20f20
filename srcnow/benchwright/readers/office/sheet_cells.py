"""The XML of a worksheet is read into its filled cells; cost grows with the cells, not with the range claimed.

    <row r="2"><c r="B2" t="s" s="4"><v>17</v></c></row>

Formulas are not evaluated: a cell has the result that the program which saved the file kept. Merged cells are repeated
in every place that they cover, as far as the sheet has anything in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from benchwright.errors import ReadError
from benchwright.readers.office.cell_text import CellFormats
from benchwright.readers.office.content import OfficeLosses
from benchwright.readers.office.markup import MOST_MARKS, SHIFTS, child, number, switched, value, walk_xml
from benchwright.readers.table_records import squeeze
from benchwright.readers.visible_text import BORDER, BREAK, RAISED, SUNK, shifted

MOST_CELLS = 2_000_000
"""Cells read of one sheet; what comes after them is told and left."""

MOST_STRINGS = 5_000_000
_MOST_MERGED = 200_000
_LAST_ROW = 1_048_576
_LAST_COLUMN = 16_384
_PLACE = re.compile(r"^\$?([A-Z]{1,3})\$?(\d{1,7})$")
_LONGEST_CELL = 40_000
_WITHIN = frozenset({"s:c", "s:v", "s:f", "s:is", "s:t", "s:r", "s:rPr", "s:row"})

Cells = dict[int, dict[int, str]]
"""Row -> column -> text; both count from 0, and only cells with text are in it."""


@dataclass(slots=True)
class SheetCells:
    """What a sheet holds, hidden or not: which rows and columns are hidden is told beside. `open_formulas` counts cells
    without a result; `cut` says that there was more."""

    cells: Cells = field(default_factory=dict)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    open_formulas: int = 0
    cut: bool = False

    def hides(self, row: int, column: int) -> bool:
        """Whether a cell stands in a hidden row or column."""
        return row in self.hidden_rows or column in self.hidden_columns

    def visible(self, block: Cells) -> Cells:
        """What is shown of a block of cells."""
        rows = {
            row: {column: text for column, text in line.items() if not self.hides(row, column)}
            for row, line in block.items()
        }
        return {row: line for row, line in rows.items() if line}


def read_strings(data: bytes, name: str, losses: OfficeLosses) -> list[str]:
    """The shared strings of a workbook, without their phonetic guides."""
    results: list[str] = []
    top: Element | None = None
    for opens, element in walk_xml(data, name):
        if opens:
            top = element if top is None else top
        elif element.tag == "s:si":
            if len(results) >= MOST_STRINGS:
                raise ReadError("too-large", f"{name} has more than {MOST_STRINGS:,} strings")
            results.append(_string(element, losses))
            if top is not None:
                top.clear()
    return results


def _string(element: Element, losses: OfficeLosses) -> str:
    parts = []
    for one in element:
        if one.tag == "s:t":
            parts.append(one.text or "")
        elif one.tag == "s:r":
            inner = child(one, "s:t")
            text = (inner.text or "") if inner is not None else ""
            if text.strip() and switched(one, "s:rPr", "s:strike", key="val"):
                losses.add("struck-out", "runs of struck-out words", text)
                text = BORDER
            parts.append(shifted(text, SHIFTS.get(value(one, "s:rPr", "s:vertAlign", key="val"), 0)))
    return _lines("".join(parts))


def _lines(text: str) -> str:
    """The words of a cell with marks where its lines end."""
    text = text[:_LONGEST_CELL].strip().replace("\n", BREAK)
    return text if any(mark in text for mark in (RAISED, SUNK, BORDER, BREAK)) else squeeze(text)


def read_cells(data: bytes, name: str, strings: list[str], formats: CellFormats, losses: OfficeLosses) -> SheetCells:
    """The cells of a sheet; one that is struck out is there and blank. ReadError as from `walk_xml`, `too-large`, or
    `damaged` for a place that no sheet has."""
    sheet = SheetCells()
    merged: list[tuple[int, int, int, int]] = []
    open_elements: list[Element] = []
    row = column = -1
    seen = others = 0
    for opens, element in walk_xml(data, name):
        tag = element.tag
        if opens:
            open_elements.append(element)
            if tag == "s:row":
                row, column = number(element.get("r"), row + 2) - 1, -1
                if element.get("hidden") in {"1", "true"}:
                    sheet.hidden_rows.add(row)
                if not 0 <= row < _LAST_ROW:
                    raise ReadError("damaged", f"{name} has a row {row + 1}")
            elif tag not in _WITHIN:
                others += 1
                if others > MOST_MARKS:
                    raise ReadError("too-large", f"{name} has more than {MOST_MARKS:,} tags besides its cells")
            continue
        open_elements.pop()
        if tag == "s:c":
            seen += 1
            if seen > MOST_CELLS:
                sheet.cut = True
                break
            column = _column(element.get("r"), column + 1)
            text = _text(element, strings, formats, losses)
            if text.strip() and formats.strikes(element.get("s")):
                losses.add("struck-out", "struck-out cells", text)
                text = BORDER
            if not text:
                sheet.open_formulas += child(element, "s:f") is not None
            else:
                sheet.cells.setdefault(row, {})[column] = text
            open_elements[-1].clear()
        elif tag == "s:row" and open_elements:
            open_elements[-1].clear()
        elif tag == "s:col" and element.get("hidden") in {"1", "true"}:
            first, last = number(element.get("min"), 1), number(element.get("max"), 1)
            sheet.hidden_columns.update(range(max(first, 1) - 1, min(last, _LAST_COLUMN)))
        elif tag == "s:mergeCell" and len(merged) < _MOST_MERGED:
            corners = (element.get("ref") or "").split(":")
            if len(corners) == 2 and (one := _corner(corners[0])) and (two := _corner(corners[1])):
                merged.append((*one, *two))
    _repeat(sheet.cells, merged)
    return sheet


def _column(place: str | None, otherwise: int) -> int:
    corner = _corner(place or "")
    column = corner[1] if corner is not None else otherwise
    if not 0 <= column < _LAST_COLUMN:
        raise ReadError("damaged", f"a cell stands at {(place or '')[:20]!r}, column {column + 1}")
    return column


def _corner(place: str) -> tuple[int, int] | None:
    """(row, column) of `B2`, from 0."""
    match = _PLACE.match(place)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - 64
    return int(match[2]) - 1, column - 1


def _text(cell: Element, strings: list[str], formats: CellFormats, losses: OfficeLosses) -> str:
    kind = cell.get("t") or "n"
    if kind == "inlineStr":
        inner = child(cell, "s:is")
        return _string(inner, losses) if inner is not None else ""
    held = child(cell, "s:v")
    raw = (held.text or "") if held is not None else ""
    if not raw.strip():
        return ""
    if kind == "s":
        at = number(raw, -1)
        return strings[at] if 0 <= at < len(strings) else ""
    if kind == "b":
        return "TRUE" if raw.strip() == "1" else "FALSE"
    if kind == "n":
        return squeeze(formats.text(raw, cell.get("s")))
    if kind == "d":
        return squeeze(raw).replace("T00:00:00", "").replace("T", " ")
    return _lines(raw)


def _repeat(cells: Cells, merged: list[tuple[int, int, int, int]]) -> None:
    """Fill merged ranges from their first cell, down and across until a row or column in which nothing else stands:
    going on there would join blocks, or make a million cells of one."""
    if not cells or not merged:
        return
    used = {column for row in cells.values() for column in row}
    room = _MOST_MERGED
    for top, left, bottom, right in merged:
        text = cells.get(top, {}).get(left, "")
        if not text:
            continue
        row = top
        while row <= bottom and row in cells and room > 0:
            column = left
            while column <= right and column in used and room > 0:
                cells[row].setdefault(column, text)
                column += 1
                room -= 1
            row += 1
