"""Read any table with a name and a header: what the key column names has the cells of its row.

    Pumps 2024
    Model | Power | Price (GBP)
    P-200 | 150 W | 249.00          ->  (P-200, cell:power, 150 watt), (P-200, cell:price, 249 pound sterling)

    Option | Default | Meaning      ->  (the option's name, default, ...), (the option's name, purpose, ...)

No lexicon is needed: the header is the relation. The key column is the leftmost whose cells are words, days or years,
each in one row, with nothing but numbers of rows, codes and groups before it. A column holds values of one type; of one
that mixes numbers and words nothing is read, unless its header says that each row is a property of its own. Where no
column does, two may name the rows together (`row_pairs`). A table without a key says what its whole columns hold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from benchwright.english.nouns import singular
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.cellvalues import CellValue, is_misread, read_value
from benchwright.facts.headers import (
    Header,
    clean,
    read_headers,
    rows_state_scale,
)
from benchwright.facts.keys import INDEX, covers_column, is_distinct, is_empty, is_total, sums_up, whole_areas
from benchwright.facts.open.column_types import (
    counts_rows,
    in_order,
    is_grid_of_words,
    powers_of_ten,
    reads_like_a_cell,
    stand_side_by_side,
)
from benchwright.facts.open.column_values import ATTRIBUTES, attribute_value, column_type, column_value
from benchwright.facts.open.context import OpenSubject, open_fact
from benchwright.facts.open.row_pairs import pair_name, pair_of_columns
from benchwright.facts.relations import lexicon
from benchwright.facts.scopes import scope_phrase
from benchwright.facts.second_headers import first_part
from benchwright.facts.sums import summary_rows
from benchwright.records import Fact, Source, Span, Table
from benchwright.values import name_key, parse_date, unit_named
from benchwright.values.decimal_signs import decimal_sign, sure_signs
from benchwright.values.scale_notes import states_scale

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "rows")
_CODES = _VOCABULARY.words("codes")
_ANY_VALUE = _VOCABULARY.words("any_value")
_NO_ATTRIBUTE = _VOCABULARY.words("no_attribute")
_STEPS = _VOCABULARY.words("steps")
_TERMS = _VOCABULARY.words("terms")
_ENTRIES = _VOCABULARY.words("entries")
_IDS = _VOCABULARY.words("ids")
_MEANINGS = _VOCABULARY.words("meanings")
_NO_FORM = _VOCABULARY.words("no_form")
_NO_KEY = _MEANINGS | _ANY_VALUE | _NO_ATTRIBUTE | _VOCABULARY.words("no_key") | set(ATTRIBUTES)

_WORD = re.compile(r"[^\W\d_]{3}")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_NUMBER = re.compile(r"[-+−]?[\d.,]+")
_FIGURES = re.compile(r"\d[\d.,]*")
_DATA = re.compile(r"^_|[=;{}\"“”'‘`\\]|\w\(|[.!?]$")
"""Signs of a header that is a row of data, or of a layout: "'B'", "int(accept={str})", a sentence."""
_PARTS = re.compile(r"[;,]")
_ASIDE = re.compile(r" \([^()]*\)| ?<\d+>")
_LONGEST_HEADER, _LONGEST_KEY = 12, 8
"""In words. A longer header is a paragraph in a table of layout, a longer key a sentence."""
_SHARE = 0.8
"""Of the filled cells of a key column that hold words, and few of them."""
_MOST_GROUPS, _FEWEST_ROWS = 12, 10
"""Different values of a column that groups its rows, and the rows that make it a column of groups."""
CONFIDENCE = 0.97
"""Of 60 drawn from as many tables of ten sets of documents, 58 were right."""


def facts_of_rows(source: Source) -> Iterator[Fact]:
    """The facts of one table, row by row; none if nothing names the table, or if its first row may be no header."""
    source = first_part(source)
    table = source.table
    if table is None or not table.header or len(table.rows) < 2 or len(table.header[0]) < 2:
        return
    if source.title or source.place.headings:
        reader = _Reader(source, table)
        if reader.has_header:
            yield from reader.facts()


def why_no_facts(source: Source) -> str:
    """Why the rows of a table give no facts, as it follows "2 tables": "whose first row is not a header"."""
    source = first_part(source)
    table = source.table
    if table is None or not (source.title or source.place.headings):
        return "without a title"
    if len(table.rows) < 2 or not table.header or len(table.header[0]) < 2:
        return "with fewer than two rows or columns"
    reader = _Reader(source, table)
    return reader.obstacle if reader.has_header else "whose first row is not a header"


@dataclass(frozen=True, slots=True)
class _Column:
    """What a column states: the relation of its facts, and the value of each row, None where none was read."""

    relation: str
    values: tuple[CellValue | None, ...]


class _Reader:
    """One table while it is read."""

    def __init__(self, source: Source, table: Table) -> None:
        self._source = source
        self._rows = table.rows
        self._complete = not table.lacks_rows
        self._headers = read_headers(table.header)
        self._columns = [
            powers_of_ten([clean(cell) if "\n" not in cell else "" for cell in column])
            for column in zip(*table.rows, strict=True)
        ]
        elsewhere = frozenset[str]().union(*map(sure_signs, self._columns))
        self._decimals = [decimal_sign(column, elsewhere) for column in self._columns]
        self._scaled = states_scale(source.title, *source.place.headings) or rows_state_scale(self._headers, table.rows)
        self._single = [self._is_single(header) for header in self._headers]

    def _is_single(self, header: Header) -> bool:
        """Whether no other column has the same header, but for its unit: of a win and a loss under "Record" nothing
        tells which is meant, an area in two units is one."""
        twins = [other for other in self._headers if (other.name, other.year) == (header.name, header.year)]
        dimensions = {unit.dimension if (unit := unit_named(twin.unit or "")) else "" for twin in twins}
        return len(twins) == 1 or (len(dimensions) == 1 and len({twin.unit for twin in twins}) == len(twins))

    @property
    def has_header(self) -> bool:
        """Whether the header's cells name columns: they are short, no code, no numbers over numbers, and begin as
        few of their cells do."""
        for header, column in zip(self._headers, self._columns, strict=True):
            text = _ASIDE.sub("", clean(header.raw))
            if len(text.split()) > _LONGEST_HEADER or _DATA.search(text):
                return False
            begins = f"{text.split()[0]} " if " " in text else ""
            if begins and sum(cell.startswith(begins) for cell in column) >= len(column) / 2:
                return False  # "apt-get update" over "apt-get install"
            if header.raw in column or text.endswith(":") or reads_like_a_cell(text, column):
                return False
            if _NUMBER.fullmatch(text) and not _YEAR.fullmatch(text) and any(map(_NUMBER.fullmatch, column)):
                return False
            if not _YEAR.fullmatch(text) and sum(_is_alike(text, cell) for cell in column) > len(column) / 2:
                return False
        if len(self._headers) > 2 and is_grid_of_words([header.raw for header in self._headers], self._columns):
            return False
        columns = zip(self._headers, self._columns, strict=True)
        return sum(1 for header, column in columns if header.name or counts_rows(column)) > len(self._headers) / 2

    @property
    def obstacle(self) -> str:
        """What stands in the way of reading rows under a header."""
        if not any(_WORD.search(header.name.replace("_", " ")) for header in self._headers):
            return "whose headers are codes, not words"
        if self._key:
            return "whose columns mix several kinds of values"
        if not self._complete:
            return "that were cut, with rows that no column names (--table-rows keeps more)"
        few = f" ({_FEWEST_ROWS} rows are needed to ask for whole columns)" if len(self._rows) < _FEWEST_ROWS else ""
        return f"with rows that no column names{few}"

    # ------------------------------------------------------------ the key column
    @cached_property
    def _key(self) -> tuple[int, ...]:
        """The leftmost column that names the rows, of codes only if no column of words does; else two that name them
        together; () if nothing does."""
        code: tuple[int, ...] = ()
        for at, header in enumerate(self._headers):
            if header.name in _STEPS:
                return ()
            kind = self._kind(at)
            if kind == "key" and not self._is_side(at):
                return (at,)
            if kind == "code" and not code and header.name:
                code = (at,)
            if kind == "other":
                break
        usable = [at for at, header in enumerate(self._headers) if self._single[at] and header.name not in _NO_KEY]
        return code or (pair_of_columns(self._columns, usable) if self._complete else ())

    def _is_side(self, at: int) -> bool:
        """Whether several names of a column stand in other rows of another one, too, that could name the rows as well:
        the home team and the away team. Such rows are about both. An album called like its song is no such name."""
        own = {cell.casefold(): row for row, cell in enumerate(self._columns[at]) if _WORD.search(cell)}
        return any(
            sum(own.get(cell.casefold(), row) != row for row, cell in enumerate(cells)) > 1
            and is_distinct(self._rows, other)
            for other, cells in enumerate(self._columns)
            if other != at and self._single[other]
        )

    def _kind(self, at: int) -> str:
        """What a column is to the search for the key: the `key`, a `code` that may be one, `passed` over, or `other`,
        so that what stands behind it is no name of the row."""
        header, cells = self._headers[at], self._columns[at]
        filled = [cell for cell in cells if not is_empty(cell)]
        if not filled or not self._single[at] or header.name in _NO_KEY:
            return "passed" if not filled else "other"
        worded = sum(1 for cell in filled if _WORD.search(cell)) >= _SHARE * len(filled)
        short = sum(1 for cell in filled if len(cell.split()) <= _LONGEST_KEY) >= _SHARE * len(filled)
        distinct = is_distinct(self._rows, at, worded=False) and (self._complete or len(set(filled)) == len(filled))
        dated = all(_YEAR.fullmatch(cell) or parse_date(cell) for cell in filled)
        if dated:
            once = distinct and len(set(filled)) == len(cells)
            return "key" if once and header.name and in_order(filled) else "other" if once else "passed"
        if worded:
            if not short or sum(1 for cell in filled if cell[0].isdigit()) > len(filled) / 2:
                return "other"
            named = header.name or (at == 0 and len(filled) > 2)
            if distinct and named and is_distinct(self._rows, at):
                return "key"
            return "passed" if 2 * len(set(filled)) <= len(filled) else "other"  # it groups, or rows are about pairs
        if distinct and header.name in _CODES:
            return "key"
        if (header.name in INDEX and short) or (at == 0 and counts_rows(filled)):
            return "passed"
        if short and not any(map(_NUMBER.match, filled)):
            kind = "code" if header.name.rpartition(" ")[2] in _IDS or not header.name else "key"
            return kind if distinct and is_distinct(self._rows, at) else "passed"
        return "other"

    def _names(self, key: tuple[int, ...]) -> list[str]:
        """The subject of every row, "" where a row has none of its own: a sum, a heading, a repetition, a list; and
        where the row below has none, which goes on with it."""
        sums = frozenset[int]().union(*(summary_rows(self._rows, at) for at in key))
        spoilt = [row in sums or self._is_heading(row) or self._is_note(row, key) for row in range(len(self._rows))]
        if len(key) > 1:
            pairs = zip(spoilt, *(self._columns[at] for at in key), strict=True)
            return ["" if bad else pair_name(*pair) for bad, *pair in pairs]
        column = self._columns[key[0]]
        wholes = whole_areas(column, self._headers[key[0]].name)
        ends = [*map(str.strip, column[1:]), "the end"]
        spoilt = [bad or not below or at in wholes for at, (bad, below) in enumerate(zip(spoilt, ends, strict=True))]
        names = ["" if bad else self._name(cell) for bad, cell in zip(spoilt, column, strict=True)]
        counts = Counter(cell.casefold() for cell in self._columns[key[0]])
        return [name if counts[name.casefold()] == 1 else "" for name in names]

    @cached_property
    def _has_summary(self) -> bool:
        """Whether a row is called a sum or an average, whichever column says so."""
        return any(sums_up(cell) for column in self._columns for cell in column)

    def _is_heading(self, row: int) -> bool:
        """Whether one cell goes through the whole row: the heading of a group of rows."""
        filled = [cell for cell in self._rows[row] if cell.strip()]
        return len(self._rows[row]) > 2 and len(set(filled)) < 2

    def _is_note(self, row: int, key: tuple[int, ...]) -> bool:
        """Whether words that no other row has go through all cells beside the key: what is said of the row as a whole
        ("Not held because of the pandemic") is none of its values."""
        others = {cell for at, cell in enumerate(self._rows[row]) if at not in key}
        text = next(iter(others), "")
        alone = len(others) == 1 and len(self._rows[row]) > len(key) + 1 and _WORD.search(text) is not None
        return alone and sum(cell == text for cells in self._rows for cell in cells) == len(self._rows[row]) - len(key)

    @staticmethod
    def _name(cell: str) -> str:
        unfit = (
            is_empty(cell.strip("()"))
            or is_total(cell)
            or len(cell.split()) > _LONGEST_KEY
            or len(cell) > 80
            or ";" in cell
        )
        return "" if unfit else cell.strip('"“” ')

    # ------------------------------------------------------------ the other columns
    def _column(self, at: int) -> _Column | None:
        """What a column states about the rows; None if its header or its cells do not tell."""
        header = self._headers[at]
        name = header.name
        if not self._single[at] or not _WORD.search(name.replace("_", " ")) or name in _NO_ATTRIBUTE or is_total(name):
            return None
        key = self._headers[self._key[0]].name if len(self._key) == 1 else ""
        relation = f"cell:{name}"
        if _names_one(key, _ENTRIES):
            relation = "purpose" if name in _MEANINGS else ATTRIBUTES.get(name, relation)
        explained = name in _MEANINGS and _names_one(key, _TERMS | _CODES)
        if explained:
            relation = "definition"
        column = self._columns[at]
        if not relation.startswith("cell:"):
            return _Column(relation, tuple(attribute_value(cell, relation) for cell in column))
        if name in _ANY_VALUE:
            names = self._columns[self._key[0]] if self._key else column
            kinds = [self._type(at, [cell], name) for cell, name in zip(column, names, strict=True)]
        else:
            kind = self._type(at, column)
            if not kind or (kind == "text" and stand_side_by_side(key, name)):
                return None
            kinds = [kind] * len(column)
        decimal, cells = self._decimals[at], zip(column, kinds, strict=True)
        return _Column(relation, tuple(column_value(header, cell, kind, decimal) for cell, kind in cells))

    def _type(self, at: int, cells: Sequence[str], name: str = "") -> str:
        """The one type of a column's values, "" if there is none; of a cell of any type `name` says what it is."""
        whole = self._columns[at]
        return column_type(self._headers[at], cells, whole, self._decimals[at], scaled=self._scaled, name=name)

    # ------------------------------------------------------------ the facts
    def facts(self) -> Iterator[Fact]:
        """A fact for each cell of a row with a key, and one for each column of groups."""
        yield from self._groups()
        key = self._key
        if not key:
            yield from self._unnamed()
            return
        columns = {at: column for at in range(len(self._headers)) if at not in key and (column := self._column(at))}
        yield from self._own(key)
        header = self._headers[key[0]]
        named = "term" if _names_one(header.name, _TERMS) else "entry"
        form = _form(header) if len(key) == 1 else ""
        key_header = " and ".join(self._headers[at].raw for at in key)
        for row, name in enumerate(self._names(key)):
            for at, column in columns.items():
                value = column.values[row]
                if not name or value is None or value.text.casefold() == name.casefold():
                    continue
                type = "thing" if column.relation.startswith("cell:") else named
                subject = OpenSubject(name.split(", ")[0] if type == "entry" else name, form, type=type)
                yield self._fact(column.relation, subject, value, [(row, at)], self._headers[at], key_header)

    def _own(self, key: tuple[int, ...]) -> Iterator[Fact]:
        """The facts of columns that the user's own relations know, as those that the lexicon knows."""
        words, form = lexicon(), _form(self._headers[key[0]])
        for at, header in enumerate(self._headers):
            kind, relation = (words.own_header(header.name) if words.own and at not in key else None) or ("", None)
            if relation is None or not self._single[at]:
                continue
            cells = self._columns[at]
            values = [read_value(relation, header, cell, decimal=self._decimals[at]) for cell in cells]
            scope = scope_phrase(self._source.title, role=False) if relation.scoped else ""
            for row, name in enumerate(self._names(key) if not is_misread(relation, cells, values) else ()):
                value = values[row]
                if not name or value is None:
                    continue
                fact = self._fact(relation.name, OpenSubject(name, "", type=kind), value, [(row, at)], header, "")
                kinds = (("scope", scope), ("year", value.year), ("header", header.raw), ("kind", form))
                marks = (*kinds, ("approximate", "yes" if value.approximate else ""))
                qualifiers = tuple(mark for mark in marks if mark[1])
                yield replace(fact, entity=name_key(name), qualifiers=qualifiers, confidence=1.0)

    def _unnamed(self) -> Iterator[Fact]:
        """The cells of whole columns of amounts and groups, where nothing names the rows: what they say together can be
        asked for (how many, how far apart), and none alone."""
        if not self._complete or len(self._rows) < _FEWEST_ROWS or self._has_summary:
            return
        for at, header in enumerate(self._headers):
            column = self._column(at)
            if column is None or not column.relation.startswith("cell:") or counts_rows(self._columns[at]):
                continue
            values = column.values
            whole = covers_column(self._rows, [(row, at) for row, value in enumerate(values) if value])
            texts = {value.text for value in values if value and value.type == "text"}
            if not whole or len(texts) > _MOST_GROUPS:
                continue
            for row, value in enumerate(values):
                if value is not None:
                    subject = OpenSubject(f"row {row + 1}", "row")
                    relation = column.relation.replace("cell:", "row:", 1)
                    yield self._fact(relation, subject, value, [(row, at)], header, "")

    def _groups(self) -> Iterator[Fact]:
        """The values that a column of groups has, where the table has all of its rows."""
        if not self._complete or len(self._rows) < _FEWEST_ROWS or self._has_summary:
            return
        for at, header in enumerate(self._headers):
            cells = self._columns[at]
            counts = Counter(cells)
            grouped = 2 <= len(counts) <= _MOST_GROUPS and min(counts.values()) > 1 and self._single[at]
            named = all(_WORD.search(cell) and len(cell.split()) <= 4 and not _PARTS.search(cell) for cell in counts)
            if grouped and named and _WORD.search(header.name) and not any(map(is_empty, counts)):
                value = CellValue("; ".join(counts), "text")
                places = [(cells.index(cell), at) for cell in counts]
                yield self._fact("members", OpenSubject(header.raw, "column"), value, places, header, "")

    def _fact(
        self,
        relation: str,
        subject: OpenSubject,
        value: CellValue,
        places: list[tuple[int, int]],
        header: Header,
        key_header: str,
    ) -> Fact:
        extra = (
            ("header", header.raw),
            ("key_header", key_header),
            ("year", value.year),
            ("approximate", "yes" if value.approximate else ""),
        )
        span = Span(self._source.id, "cell", cells=tuple(places))
        return open_fact(
            self._source, relation, subject, value.text, span, value.type, unit=value.unit, confidence=CONFIDENCE,
            extra=extra,
        )  # fmt: skip


def _is_alike(header: str, cell: str) -> bool:
    """Whether a header reads as a value like that of a cell: a date over dates, "2000 km" over "500 km"."""
    if header[:1].isdigit() and _FIGURES.sub("0", header) == _FIGURES.sub("0", cell):
        return True
    return parse_date(header) is not None and parse_date(cell) is not None


def _names_one(header: str, nouns: frozenset[str]) -> bool:
    """Whether a header is one of the nouns, or ends with one: "exit code", "method/attribute"."""
    return any(part in nouns or part.rpartition(" ")[2] in nouns for part in header.split("/"))


def _form(header: Header) -> str:
    """What a row is called, from the header of its key: "product"; "" where that is no plain noun."""
    text = " ".join(word if word[1:].lower() != word[1:] else word.lower() for word in clean(header.raw).split())
    if header.odd or header.name in _NO_FORM or not re.fullmatch(r"[^\W\d_]+(?: [^\W\d_]+){0,2}", text):
        return ""
    return singular(text) if text.endswith("s") else text
