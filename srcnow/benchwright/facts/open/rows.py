"""Read any table with a name and a header: what the key column names has the cells of its row.

    Pumps 2024
    Model | Power | Price (GBP)
    P-200 | 150 W | 249.00          ->  (P-200, cell:power, 150 watt), (P-200, cell:price, 249 pound sterling)

    Option | Default | Meaning      ->  (the option's name, default, ...), (the option's name, purpose, ...)

No lexicon is needed: the header is the relation. What names the rows is found by `keyed_rows`. A column holds values of
one type; of one that mixes numbers and words nothing is read, unless its header says that each row is a property of its
own. A table without a key says what its whole columns hold.
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
    rows_state_scale,
)
from benchwright.facts.keys import covers_column, is_empty, is_total, sums_up
from benchwright.facts.open.column_types import (
    counts_rows,
    stand_side_by_side,
)
from benchwright.facts.open.column_values import ATTRIBUTES, attribute_value, column_type, column_value
from benchwright.facts.open.context import OpenSubject, open_fact
from benchwright.facts.open.keyed_rows import ANY_VALUE, CODES, MEANINGS, NO_ATTRIBUTE, WORD, KeyedRows
from benchwright.facts.relations import lexicon
from benchwright.facts.scopes import scope_phrase
from benchwright.facts.second_headers import first_part
from benchwright.records import Fact, Source, Span, Table
from benchwright.values import name_key
from benchwright.values.decimal_signs import decimal_sign, sure_signs
from benchwright.values.scale_notes import states_scale

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "rows")
_TERMS = _VOCABULARY.words("terms")
_ENTRIES = _VOCABULARY.words("entries")
_NO_FORM = _VOCABULARY.words("no_form")

_PARTS = re.compile(r"[;,]")
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
        reader = _RowReader(source, table)
        if reader.keyed.has_header:
            yield from reader.facts()


def why_no_facts(source: Source) -> str:
    """Why the rows of a table give no facts, as it follows "2 tables": "whose first row is not a header"."""
    source = first_part(source)
    table = source.table
    if table is None or not (source.title or source.place.headings):
        return "without a title"
    if len(table.rows) < 2 or not table.header or len(table.header[0]) < 2:
        return "with fewer than two rows or columns"
    reader = _RowReader(source, table)
    return reader.obstacle if reader.keyed.has_header else "whose first row is not a header"


@dataclass(frozen=True, slots=True)
class _StatedColumn:
    """What a column states: the relation of its facts, and the value of each row, None where none was read."""

    relation: str
    values: tuple[CellValue | None, ...]


class _RowReader:
    """One table while it is read."""

    def __init__(self, source: Source, table: Table) -> None:
        self._source = source
        self.keyed = KeyedRows(table)
        self._rows, self._complete = self.keyed.rows, self.keyed.complete
        self._headers, self._columns, self._single = self.keyed.headers, self.keyed.columns, self.keyed.single
        elsewhere = frozenset[str]().union(*map(sure_signs, self._columns))
        self._decimals = [decimal_sign(column, elsewhere) for column in self._columns]
        self._scaled = states_scale(source.title, *source.place.headings) or rows_state_scale(self._headers, table.rows)

    @property
    def obstacle(self) -> str:
        """What stands in the way of reading rows under a header."""
        if not any(WORD.search(header.name.replace("_", " ")) for header in self._headers):
            return "whose headers are codes, not words"
        if self.keyed.key:
            return "whose columns mix several kinds of values"
        if not self._complete:
            return "that were cut, with rows that no column names (--table-rows keeps more)"
        few = f" ({_FEWEST_ROWS} rows are needed to ask for whole columns)" if len(self._rows) < _FEWEST_ROWS else ""
        return f"with rows that no column names{few}"

    @cached_property
    def _has_summary(self) -> bool:
        """Whether a row is called a sum or an average, whichever column says so."""
        return any(sums_up(cell) for column in self._columns for cell in column)

    # ------------------------------------------------------------ the columns beside the key
    def _column(self, at: int) -> _StatedColumn | None:
        """What a column states about the rows; None if its header or its cells do not tell."""
        header = self._headers[at]
        name = header.name
        if not self._single[at] or not WORD.search(name.replace("_", " ")) or name in NO_ATTRIBUTE or is_total(name):
            return None
        key = self._headers[self.keyed.key[0]].name if len(self.keyed.key) == 1 else ""
        relation = f"cell:{name}"
        if _names_one(key, _ENTRIES):
            relation = "purpose" if name in MEANINGS else ATTRIBUTES.get(name, relation)
        explained = name in MEANINGS and _names_one(key, _TERMS | CODES)
        if explained:
            relation = "definition"
        column = self._columns[at]
        if not relation.startswith("cell:"):
            return _StatedColumn(relation, tuple(attribute_value(cell, relation) for cell in column))
        if name in ANY_VALUE:
            names = self._columns[self.keyed.key[0]] if self.keyed.key else column
            kinds = [self._type(at, [cell], name) for cell, name in zip(column, names, strict=True)]
        else:
            kind = self._type(at, column)
            if not kind or (kind == "text" and stand_side_by_side(key, name)):
                return None
            kinds = [kind] * len(column)
        decimal, cells = self._decimals[at], zip(column, kinds, strict=True)
        return _StatedColumn(relation, tuple(column_value(header, cell, kind, decimal) for cell, kind in cells))

    def _type(self, at: int, cells: Sequence[str], name: str = "") -> str:
        """The one type of a column's values, "" if there is none; of a cell of any type `name` says what it is."""
        whole = self._columns[at]
        return column_type(self._headers[at], cells, whole, self._decimals[at], scaled=self._scaled, name=name)

    # ------------------------------------------------------------ the facts
    def facts(self) -> Iterator[Fact]:
        """A fact for each cell of a row with a key, and one for each column of groups."""
        yield from self._groups()
        key = self.keyed.key
        if not key:
            yield from self._unnamed()
            return
        columns = {at: column for at in range(len(self._headers)) if at not in key and (column := self._column(at))}
        yield from self._own(key)
        header = self._headers[key[0]]
        named = "term" if _names_one(header.name, _TERMS) else "entry"
        form = _form(header) if len(key) == 1 else ""
        key_header = " and ".join(self._headers[at].raw for at in key)
        for row, name in enumerate(self.keyed.names()):
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
            for row, name in enumerate(self.keyed.names() if not is_misread(relation, cells, values) else ()):
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
            named = all(WORD.search(cell) and len(cell.split()) <= 4 and not _PARTS.search(cell) for cell in counts)
            if grouped and named and WORD.search(header.name) and not any(map(is_empty, counts)):
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


def _names_one(header: str, nouns: frozenset[str]) -> bool:
    """Whether a header is one of the nouns, or ends with one: "exit code", "method/attribute"."""
    return any(part in nouns or part.rpartition(" ")[2] in nouns for part in header.split("/"))


def _form(header: Header) -> str:
    """What a row is called, from the header of its key: "product"; "" where that is no plain noun."""
    text = " ".join(word if word[1:].lower() != word[1:] else word.lower() for word in clean(header.raw).split())
    if header.odd or header.name in _NO_FORM or not re.fullmatch(r"[^\W\d_]+(?: [^\W\d_]+){0,2}", text):
        return ""
    return singular(text) if text.endswith("s") else text
