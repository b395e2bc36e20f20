"""Count how many tables of real papers pdfplumber and our reader cut into the same cells.

    python perf/pdf_tables.py [FOLDER]

FOLDER holds PDF files whose tables were looked at (tests/corpus/read/pdf/test_jose.py has them counted by hand for five
papers); by default `pdf` in the folder that BENCHWRIGHT_TEST_DATA names. pdfplumber is tried with three of its
settings, on the pages that have a table, so that it cannot be wrong elsewhere. Without a folder nothing is measured.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pdfplumber

from benchwright.readers.base import Limits
from benchwright.readers.pdf.pdf_file import open_pdf
from benchwright.readers.pdf.tables import find_tables
from benchwright.readers.pdf.words_to_lines import make_lines

Grid = list[list[str]]
SETTINGS = {
    "lines": {"vertical_strategy": "lines", "horizontal_strategy": "lines"},
    "text across, lines down": {"vertical_strategy": "text", "horizontal_strategy": "lines"},
    "text": {"vertical_strategy": "text", "horizontal_strategy": "text"},
}


def plain(rows: Iterable[Sequence[str | None]]) -> Grid:
    """Cells without what only sets them out."""
    return [[" ".join((cell or "").split()) for cell in row] for row in rows]


def ours(path: Path) -> dict[int, list[Grid]]:
    """The tables of a file by page."""
    found: dict[int, list[Grid]] = {}
    with open_pdf(path.read_bytes(), Limits()) as pdf:
        for number in range(1, len(pdf) + 1):
            content = pdf.content(number)
            if tables := find_tables(content, make_lines(content)):
                found[number] = [plain(table.grid) for table in tables]
    return found


def main() -> int:
    given = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("BENCHWRIGHT_TEST_DATA", "") + "/pdf"
    paths = sorted(Path(given).glob("**/*.pdf"))
    if not paths:
        print(f"no PDF files in {given!r}: nothing is measured")
        return 0
    total = 0
    found, same, shaped = dict.fromkeys(SETTINGS, 0), dict.fromkeys(SETTINGS, 0), dict.fromkeys(SETTINGS, 0)
    for path in paths:
        tables = ours(path)
        total += sum(map(len, tables.values()))
        with pdfplumber.open(path) as file:
            for name, setting in SETTINGS.items():
                for number, grids in tables.items():
                    theirs = [plain(grid) for grid in file.pages[number - 1].extract_tables(setting)]
                    found[name] += len(theirs)
                    same[name] += sum(grid in theirs for grid in grids)
                    sizes = {(len(grid), len(grid[0])) for grid in theirs if grid}
                    shaped[name] += sum((len(grid), len(grid[0])) in sizes for grid in grids)
    print(f"{len(paths)} files; Benchwright's reader: {total} tables")
    for name in SETTINGS:
        print(
            f"pdfplumber, {name:<24}{found[name]:>4} found, {same[name]} cell by cell the same, {shaped[name]} in size"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
