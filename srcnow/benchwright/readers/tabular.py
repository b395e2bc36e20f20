"""CSV and TSV files become one document with a table, named by its title line or by the file, or with several that
blank lines part.

The dialect is told by trying: each delimiter with each way of writing a quote inside quotes; of those that read without
an error, the one with the most even rows wins. (The standard library's sniffer goes by the first quotes that it sees,
which fails on cells of prose.)
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from operator import itemgetter
from typing import Literal

from benchwright.readers.base import Document, InputFile, Item, Limits, Reader, ReadError, TableBlock
from benchwright.readers.table_records import file_title, make_table, squeeze
from benchwright.readers.visible_text import BREAK
from benchwright.records import Drop

DELIMITERS = (",", "\t", ";", "|")

SAMPLE = 1 << 18  # characters that the dialect is told by

TABLE_BYTES = 32 << 20
"""A larger file is a database and no document's table; its cells would take a gigabyte of memory, and all but the first
rows would be cut off anyway."""

_MOST_CHARACTERS = 131_072
"""Of a cell: what Python's own reader takes unless somebody changes its limit."""

_SCALE = re.compile(r"\b(?:thousand|million|billion|trillion|lakh|crore)s?\b|\b000s?\b", re.IGNORECASE)
"""What a line above a table says of all its numbers: such a line stays with the caption."""

_FIGURE = re.compile(r"[^\w\s]*\d|\S+\s?\d+$")
"""A cell that states a number: "12 km", "$4.50", "EUR 300"."""

_TITLE = re.compile(r"title\s*:\s*(?=\w)", re.IGNORECASE)

Quotes = Literal["doubled", "backslash", "loose", "none"]

_SEPARATOR_LINE = re.compile(r"\Asep=(.)\n", re.IGNORECASE)
_BACKSLASHED = re.compile(r'\\([\\"])')


@dataclass(frozen=True, slots=True)
class Dialect:
    """How cells are parted, and how a quote inside a quoted cell is written: `doubled` or after a `backslash`. Where a
    text keeps neither rule, quotes are read `loose` (as far as they go), or `none` are (they are letters)."""

    delimiter: str
    quotes: Quotes = "doubled"


def parse(text: str, dialect: Dialect) -> list[list[str]]:
    """The rows of a text. Raises csv.Error where a text breaks the rules of `doubled` or `backslash`, or where a cell
    has more than 131,072 characters."""
    rows = list(_reader(text, dialect))
    if any(len(cell) > _MOST_CHARACTERS for row in rows for cell in row):  # whatever limit the process has
        raise csv.Error(f"a cell has more than {_MOST_CHARACTERS:,} characters")
    return rows


def detect(text: str, hint: str = "") -> Dialect:
    """The dialect in which the beginning of the text reads best. `hint` is the delimiter that the file's name promises;
    it wins where two read equally well. A text without any delimiter has one column."""
    sample = text if len(text) <= SAMPLE else text[: text.rfind("\n", 0, SAMPLE) + 1 or SAMPLE]
    cut = len(sample) < len(text)
    delimiters = [delimiter for delimiter in DELIMITERS if delimiter in sample] or [hint or ","]
    ruled: tuple[Quotes, ...] = ("doubled", "backslash") if '\\"' in sample else ("doubled",)
    for quotes in ruled:
        scored = []
        for delimiter in delimiters:
            share, width = _evenness(_rows_until_error(sample, Dialect(delimiter, quotes), cut=cut))
            doubt = _doubt(sample, delimiter)
            scored.append((share, delimiter == hint, -doubt, width, Dialect(delimiter, quotes)))
        best = max(scored, key=lambda entry: entry[:4])
        if best[0] > 0:
            return best[4]
    return _unruly(sample, [hint] if hint in delimiters else delimiters)


def read_rows(text: str, hint: str = "") -> tuple[list[list[str]], Dialect]:
    """The rows, and the dialect that they were read in. Raises ReadError `csv-damaged` for what no dialect can read."""
    if line := _SEPARATOR_LINE.match(text):  # a line that spreadsheets write and take
        hint, text = line[1], text[line.end() :]
        dialect = Dialect(hint, detect(text, hint).quotes)
    else:
        dialect = detect(text, hint)
    try:
        return parse(text, dialect), dialect
    except csv.Error:
        dialect = _unruly(text, [dialect.delimiter])
    try:
        return parse(text, dialect), dialect
    except csv.Error as error:
        raise ReadError("csv-damaged", str(error)) from error


def read_table(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document with its tables in full; ingest bounds them. What was changed on the way is told in notices."""
    decoded = replace(file, limits=replace(limits, text_bytes=min(limits.text_bytes, TABLE_BYTES))).text()
    yield from decoded.notices
    rows, dialect = read_rows(decoded.text, "\t" if file.suffix in (".tsv", ".tab") else "")
    if dialect.quotes in ("loose", "none"):
        yield Drop(file.name, "csv-quotes", f"quotes do not pair up; read with {dialect.quotes} quotes")
    blocks: list[TableBlock] = []
    for part in _parts(rows):
        above, body = _without_preamble([row for row in part if row])  # a blank line is no row
        result = make_table(([cell.replace("\n", BREAK) for cell in row] for row in body), merged=False)
        if not result.table.rows:
            yield Drop(file.name, "table-empty", "no data below the header", decoded.text[:120])
            continue
        for notice in result.notices:
            yield Drop(file.name, notice.reason, f"{notice.count:,} of them", notice.text)
        title = next(filter(_TITLE.match, above), next(iter(above), ""))  # of several lines the one that says so
        caption = result.caption or title
        rest = [line for line in above if line != caption]
        caption = ". ".join([_TITLE.sub("", caption), *filter(_SCALE.search, rest)])
        if rest := [line for line in rest if not _SCALE.search(line)]:
            yield Drop(file.name, "table-preamble", f"{len(rest)} lines above the table", "\n".join(rest)[:400])
        blocks.append(TableBlock(result.table, 0, caption=caption))
    if not blocks:
        return
    yield Document(file.name, blocks[0].caption or file_title(file.name), blocks=tuple(blocks))


def _parts(rows: list[list[str]]) -> list[list[list[str]]]:
    """The rows of each table of a file. Behind a blank line another one begins, below its lines of title, where a row
    of names stands under numbers, or over numbers in a block of another width."""
    parts: list[list[list[str]]] = [[]]
    waiting: list[list[str]] = []
    blank = False
    for at, row in enumerate(rows):
        if not any(map(str.strip, row)):
            blank = True
            waiting.append(row)
        elif blank and _filled(row) < 2:
            waiting.append(row)
        else:
            if blank and _begins_another(parts[-1], rows[at:]):
                parts.append([])
            parts[-1] += [*waiting, row]
            waiting, blank = [], False
    parts[-1] += waiting
    return parts


def _begins_another(above: Sequence[Sequence[str]], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row of names heads rows of its own, and is no row of the table above."""
    names = [cell.strip() for cell in below[0]]
    block = list(takewhile(_filled, below))
    table = [row for row in above if _filled(row) > 1]
    worded = all(not name or (any(map(str.isalpha, name)) and not name[0].isdigit()) for name in names)
    if len(table) < 2 or len(block) < 2 or not worded or len(set(names)) < len(names) - names.count("") + ("" in names):
        return False
    wide, narrow = (max(Counter(map(_used, part)).items(), key=itemgetter(1))[0] for part in (table, block))
    under, over = (
        any(_is_numeric(row[at] for row in part[1:] if at < len(row)) for at, name in enumerate(names) if name)
        for part in (table, block)
    )
    return under or (over and wide != narrow)


def _is_numeric(cells: Iterable[str]) -> bool:
    """Whether there are cells, and each begins or ends with a digit, but for signs."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    return bool(filled) and all(_FIGURE.match(cell) for cell in filled)


def _filled(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell.strip())


def _used(row: Sequence[str]) -> int:
    """Length of a row without its empty end."""
    return next((at for at in range(len(row), 0, -1) if row[at - 1].strip()), 0)


def _without_preamble(rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """(lines above the table, its rows). Above a table with two or more columns stand comments (`# from the census`),
    and rows that are shorter than most or have only a first cell. A header in the first row may lack one name."""
    width = _evenness(rows)[1]
    start = next((at for at, row in enumerate(rows) if not _is_above(row, width, at)), 0) if width > 1 else 0
    out = [*rows[:start], *(row for row in rows[start:] if _is_comment(row, width))]
    lines = (squeeze(" ".join(row)).lstrip("# ") for row in out)
    return [line for line in lines if line], [row for row in rows[start:] if not _is_comment(row, width)]


def _is_above(row: Sequence[str], width: int, at: int) -> bool:
    filled = sum(1 for cell in row if cell.strip())
    lone = filled < 2 and (width > 2 or len(row) == 1) and (not filled or bool(row[0].strip()))
    comment = row[0].lstrip().startswith("#") and row[0].strip() != "#" and filled < width
    return comment or lone or len(row) < width - (at == 0)


def _is_comment(row: Sequence[str], width: int) -> bool:
    return len(row) == 1 < width and row[0].startswith("#")


def _reader(text: str, dialect: Dialect) -> Iterator[list[str]]:
    if dialect.quotes == "backslash":
        # Rewritten rather than given to the csv module, which would also eat the backslash of "\N" and "C:\x".
        text = _BACKSLASHED.sub(lambda match: '""' if match[1] == '"' else "\\", text)
    return csv.reader(
        io.StringIO(text, newline=""),
        delimiter=dialect.delimiter,
        quoting=csv.QUOTE_NONE if dialect.quotes == "none" else csv.QUOTE_MINIMAL,
        strict=dialect.quotes in ("doubled", "backslash"),
    )


def _rows_until_error(sample: str, dialect: Dialect, *, cut: bool) -> list[list[str]]:
    """All rows; none if the sample breaks the rules, except that a cut sample may end inside a quoted cell."""
    rows: list[list[str]] = []
    reader = _reader(sample, dialect)
    lines = sample.count("\n")
    try:
        for row in reader:
            rows.append(row)
    except csv.Error:
        at_end = getattr(reader, "line_num", 0) >= lines
        return rows if cut and at_end else []
    return rows


def _doubt(sample: str, delimiter: str) -> float:
    """The share of delimiters that may be punctuation of a cell: those before a space, and commas between digits."""
    mark = r"(?<=\d),(?=\d)|, " if delimiter == "," else re.escape(delimiter) + "[ ]"
    inside = len(re.findall(mark, sample)) if delimiter != "\t" else 0
    return inside / max(sample.count(delimiter), 1)


def _evenness(rows: Sequence[Sequence[str]]) -> tuple[float, int]:
    """(share of the rows that have the commonest width, that width). Rows of one empty cell are blank lines."""
    widths = Counter(len(row) for row in rows if any(row))
    if not widths:
        return 0.0, 0
    width, count = max(widths.items(), key=lambda pair: (pair[1], pair[0]))
    # One column is what any text is in a delimiter that parts nothing: better than an error, worse than any other.
    return (count / widths.total() if width > 1 else 1e-6 * count / widths.total()), width


def _unruly(text: str, delimiters: Sequence[str]) -> Dialect:
    """For quotes that keep no rule: the reading with the most rows of one width. An unclosed quote that swallows the
    rows after it loses against reading quotes as letters."""

    def even_rows(dialect: Dialect) -> tuple[bool, int]:
        try:
            widths = Counter(len(row) for row in parse(text, dialect) if any(row))
        except csv.Error:
            return False, 0
        width, count = max(widths.items(), key=lambda pair: (pair[1], pair[0]), default=(0, 0))
        return width > 1, count

    readings: tuple[Quotes, ...] = ("loose", "none")
    return max((Dialect(mark, quotes) for mark in delimiters for quotes in readings), key=even_rows)


READER = Reader("tabular", read_table, suffixes=(".csv", ".tsv", ".tab"), version=6)
