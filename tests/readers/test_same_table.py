"""One table in CSV, XLSX, DOCX and HTML is read as one and the same."""

import csv
import io
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st
from office_files import word_parts, zipped
from openpyxl import Workbook

from benchwright.readers.base import Document, InputFile, Limits, TableBlock
from benchwright.readers.discover import reader_of_file
from benchwright.readers.registered import READERS
from benchwright.records import Table

Group = tuple[str, tuple[str, ...]]
"""A name over columns, and the names of its parts; a column without parts has none."""

NAMES = ("People", "Area", "Rain", "Sheep & goats")
PARTS = (("2010", "2020"), ("t", "%"), ("low", "high", "mean"), (), ())


def grid_of(groups: list[Group], rows: list[list[str]]) -> list[list[tuple[str, int, int]]]:
    """Rows of (text, columns, rows) as HTML has them."""
    deep = 2 if any(parts for _, parts in groups) else 1
    top = [(name, len(parts) or 1, 1 if parts else deep) for name, parts in (("City", ()), *groups)]
    below = [(part, 1, 1) for _, parts in groups for part in parts]
    return [top, *([below] if below else []), *([(text, 1, 1) for text in row] for row in rows)]


def written(groups: list[Group], rows: list[list[str]], folder: Path) -> list[Path]:
    grid = grid_of(groups, rows)
    html = "".join(
        "<tr>" + "".join(f"<td colspan={across} rowspan={down}>{escape(text)}" for text, across, down in row)
        for row in grid
    )
    (folder / "a.html").write_text(f"<meta charset=utf-8><table>{html}</table>", "utf-8")
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    lines: list[list[str]] = []
    word: list[str] = []
    covered: dict[int, int] = {}
    for number, row in enumerate(grid):
        line: list[str] = []
        cells: list[str] = []
        waiting = list(row)
        while waiting or covered.get(len(line), 0):
            at = len(line)
            if covered.get(at, 0):
                covered[at] -= 1
                line.append("")
                cells.append("<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>")
                continue
            text, across, down = waiting.pop(0)
            sheet.cell(number + 1, at + 1, text)
            if across > 1 or down > 1:
                sheet.merge_cells(None, number + 1, at + 1, number + down, at + across)
            merge = '<w:vMerge w:val="restart"/>' if down > 1 else ""
            cells.append(
                f'<w:tc><w:tcPr><w:gridSpan w:val="{across}"/>{merge}</w:tcPr>'
                f"<w:p><w:r><w:t>{escape(text)}</w:t></w:r></w:p></w:tc>"
            )
            line.extend([text, *[""] * (across - 1)])
            if down > 1:
                covered[at] = down - 1
        lines.append(line)
        word.append(f"<w:tr>{''.join(cells)}</w:tr>")
    text = io.StringIO()
    csv.writer(text).writerows(lines)
    (folder / "a.csv").write_text(text.getvalue(), "utf-8")
    book.save(folder / "a.xlsx")
    (folder / "a.docx").write_bytes(zipped(word_parts(f"<w:tbl>{''.join(word)}</w:tbl>")))
    return [folder / f"a.{kind}" for kind in ("html", "csv", "xlsx", "docx")]


def read(path: Path) -> Table:
    file = InputFile(path, path.name, path.parent)
    reader = reader_of_file(path, READERS)
    assert reader is not None
    (document,) = [item for item in reader.read(file, Limits()) if isinstance(item, Document)]
    (block,) = [block for block in document.blocks if isinstance(block, TableBlock)]
    return block.table


@given(st.data())
def test_a_table_reads_the_same_in_every_format(data: st.DataObject) -> None:
    groups = [
        (name, data.draw(st.sampled_from(PARTS))) for name in data.draw(st.sets(st.sampled_from(NAMES), min_size=1))
    ]
    width = 1 + sum(len(parts) or 1 for _, parts in groups)
    numbers = st.lists(st.integers(1, 900).map(str), min_size=width - 1, max_size=width - 1)
    rows = [
        [name, *data.draw(numbers)]
        for name in data.draw(st.sets(st.sampled_from(["Bern", "Chur", "Genf"]), min_size=1))
    ]
    with TemporaryDirectory() as folder:
        tables = {path.suffix: read(path) for path in written(groups, rows, Path(folder))}
    deep = any(parts for _, parts in groups)
    top = ("City", *(name for name, parts in groups for _ in parts or ("",)))
    below = ("City", *(part for name, parts in groups for part in parts or (name,)))
    expected = Table((top, below) if deep else (top,), tuple(map(tuple, rows)))
    assert tables == dict.fromkeys(tables, expected)
