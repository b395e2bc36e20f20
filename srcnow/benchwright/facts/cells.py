"""Read facts from tables: a row is about what its key cell names, a column says what its header means.

    2008 K League — K-League Clubs , 2008
    Club | Head coach | City | Stadium            ->  (Busan I'Park, head_coach, Hwang Sun-Hong) ...

Three layouts are read: rows about the entity in a key column; rows about the years of one page's entity ("Sweden: trade
by year"); and "Measure | Value" tables about the entity of the title. Anything else, and any header that the lexicon
does not list for the type of the key, says nothing. Nor do numbers of a table whose title or headings give a scale ("in
thousands"), unless their own header gives one or a unit of measure. Knows one source at a time: links are resolved by
`facts/link.py`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from benchwright.facts.cellvalues import CellValue, is_misread, read_measure, read_value
from benchwright.facts.headers import (
    Header,
    clean,
    is_unit_alone,
    lacks_scale,
    parse_unit,
    read_headers,
    rows_state_scale,
)
from benchwright.facts.keys import Key, find_key, is_empty, is_total, place_level
from benchwright.facts.place_titles import is_about_places
from benchwright.facts.relations import Lexicon, Relation, label_key, lexicon
from benchwright.facts.scopes import (
    country_of_title,
    edition,
    lists_reissues,
    names_group,
    narrows,
    performer,
    scope_phrase,
    title_years,
)
from benchwright.facts.second_headers import first_part
from benchwright.facts.sums import sum_rows
from benchwright.facts.types import NUMERIC_TYPES
from benchwright.records import Fact, Source, Span, Table
from benchwright.values import name_key
from benchwright.values.decimal_signs import decimal_sign, sure_signs
from benchwright.values.scale_notes import states_scale

LINKED = "\x00"
"""Begins an entity or target that is still the id of a source; `facts/link.py` turns it into that source's key."""

Links = Mapping[tuple[int, int], tuple[str, ...]]

_TRAILING_CODE = re.compile(r"\s*\((?:[A-Z]{2,3}|c|q|w|wc|r|n|am|pro)\)$")
_REMARK = re.compile(
    r"\s*\([^()]*\b(?:appearances?|holders?|champions?|hosts?|promoted|relegated|debut|wins?|titles?)\b[^()]*\)$",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\s/\s|;|\||•|\bvs?\.? ")
_DATES = re.compile(r"year|as of|(?:census|reference|estimate) year|year of (?:census|estimate|data|information)")
_MEASURE = frozenset(("measure", "indicator", "figure", "statistic"))
_HOLDS = frozenset(("capacity", "seating capacity", "stadium capacity"))


def facts_of_table(source: Source) -> Iterator[Fact]:
    """All facts of one table, row by row. Entities and targets that a cell links to begin with `LINKED`."""
    source = first_part(source)
    if source.table is None or not source.table.header or not source.table.rows:
        return
    headers = read_headers(source.table.header)
    reader = _Reader(source, source.table, headers, lexicon())
    if headers[0].name in _MEASURE:
        yield from reader.measures()
    elif headers[0].name == "year" and country_of_title(source.title):
        yield from reader.years()
    else:
        yield from reader.rows()


class _Reader:
    """One table while it is read."""

    def __init__(self, source: Source, table: Table, headers: Sequence[Header], words: Lexicon) -> None:
        self._source = source
        self._table = table
        self._headers = headers
        self._words = words
        self._titles = (source.title, *reversed(source.place.headings))
        measures = headers[0].name in _MEASURE
        self._scaled = states_scale(*self._titles) or (not measures and rows_state_scale(headers, table.rows))
        self._dates = [at for at, header in enumerate(headers) if _DATES.fullmatch(header.name)]
        self._years = next(filter(None, map(title_years, self._titles)), ())
        links: dict[tuple[int, int], dict[str, None]] = defaultdict(dict)
        for row, column, target in table.links:
            links[row, column][target] = None
        self._links: Links = {place: tuple(targets) for place, targets in links.items()}
        columns = list(zip(*table.rows, strict=True))
        elsewhere = frozenset[str]().union(*map(sure_signs, columns))
        alone = (row for row in table.rows if len(set(filter(None, map(str.strip, row)))) == 1)
        groups = [row for row in alone if names_group(" ".join(dict.fromkeys(row)))]
        self._group = table.rows.index(groups[0]) if groups else len(table.rows)
        """The first row that only names a group ("Women"): the figures below are of it."""
        self._under_unit = frozenset(
            at for at, cells in enumerate(columns) if not measures and any(map(is_unit_alone, cells))
        )
        """Columns one of whose cells is no value but a unit: it says what the others are in."""
        self._decimals = [decimal_sign(column, elsewhere) for column in columns]
        twins: dict[tuple[object, ...], set[tuple[str, ...]]] = defaultdict(set)
        meanings = [(header.name, header.unit, header.scale, header.year) for header in headers]
        for meaning, cells in zip(meanings, columns, strict=True):
            twins[meaning].add(cells)
        self._doubled = frozenset(at for at, meaning in enumerate(meanings) if len(twins[meaning]) > 1)
        """Columns whose header stands over another one as well, with other cells: which is meant cannot be told."""

    # ------------------------------------------------------------ rows about a key column
    def rows(self) -> Iterator[Fact]:
        key = find_key(self._headers, self._table.rows)
        if key is None or key.column in self._doubled:
            return
        names = self._names(key)
        columns = self._columns(key)
        for row, name in enumerate(names):
            if not name:
                continue
            for column, (relation, values) in columns.items():
                value = self._dated(values[row], relation, row)
                scope = self._scope(relation)
                if value is None or (relation.name == "role" and not scope):
                    continue
                extra = (("kind", key.kind),)
                yield self._fact(row, column, name, key.type, key.column, relation, value, scope, extra)
            if key.type == "team":
                yield from self._grounds(row)

    def _dated(self, value: CellValue | None, relation: Relation, row: int) -> CellValue | None:
        """A figure that changes over time with the year that its row gives in a column of its own; None where that cell
        names no single year."""
        changes = relation.value in ("count", "money", "percent") and "country" in relation.subjects
        if value is None or value.year or not changes or not _is_figure(relation) or not self._dates:
            return value
        years = {year for column in self._dates for year in title_years(clean(self._table.rows[row][column]))}
        return replace(value, year=years.pop()) if len(years) == 1 else None

    def _names(self, key: Key) -> list[str]:
        """The subject of every row, "" where a row has none of its own: a sum, a repetition, two things at once."""
        sums = sum_rows(self._table.rows, key.column)
        shown = ["" if row in sums else self._name(key, row) for row in range(len(self._table.rows))]
        counts = Counter(name.casefold() for name in shown)
        return [name if counts[name.casefold()] == 1 else "" for name in shown]

    def _name(self, key: Key, row: int) -> str:
        text = clean(self._table.rows[row][key.column])
        if key.type == "event":
            return edition(self._source.title, text)
        text = _REMARK.sub("", _TRAILING_CODE.sub("", text)).strip('"“” ')
        if text.casefold() == clean(self._headers[key.column].raw).casefold():
            return ""  # the header again
        if is_empty(text) or is_total(text, key.type) or len(text) > 80 or _SEVERAL.search(text) or "\n" in text:
            return ""
        if len(self._links.get((row, key.column), ())) > 1 and key.type in ("person", "work", "country"):
            return ""
        words = text.split()
        if key.type == "person" and (
            not 2 <= len(words) <= 5 or any(character.isdigit() for character in text) or "/" in text or "&" in text
        ):
            return ""
        return _turned(text) if key.type == "person" else text

    def _columns(self, key: Key) -> dict[int, tuple[Relation, list[CellValue | None]]]:
        """Per column that the lexicon knows: its relation and its values. Of two columns with one meaning (an area in
        two units) the first counts, unless their headers name different years. What is told of countries and towns is
        theirs only under a title of places: the population of "Bears of Europe" is none of people."""
        partial = (place_level(key.kind) or 0) > 1 and not all(map(is_about_places, self._titles))
        taken: set[tuple[str, str]] = set()
        columns: dict[int, tuple[Relation, list[CellValue | None]]] = {}
        for column, header in enumerate(self._headers):
            if column == key.column or header.odd or column in self._doubled:
                continue
            relation = self._words.by_header(key.type, header.name)
            if relation is None or (relation.name, header.year) in taken:
                continue
            if partial and relation.value != "name" and relation.name not in self._words.own:
                continue
            if len(self._years) > 1 and not self._dates and not header.year and _is_figure(relation):
                continue
            if relation.name == "release_date" and lists_reissues(self._source.title):
                continue
            cells = [row[column] for row in self._table.rows]
            values = [self._value(relation, header, row, column) for row in range(len(cells))]
            if is_misread(relation, cells, values):
                continue
            taken.add((relation.name, header.year))
            columns[column] = relation, values
        return columns

    def _value(self, relation: Relation, header: Header, row: int, column: int) -> CellValue | None:
        unclear = self._unclear(relation, header.name, header.unit, header.scale)
        if (
            unclear
            or (row >= self._group and _is_figure(relation))
            or (column in self._under_unit and relation.value in NUMERIC_TYPES)
        ):
            return None
        links = len(self._links.get((row, column), ()))
        return read_value(relation, header, self._table.rows[row][column], links, self._decimals[column])

    def _unclear(self, relation: Relation, name: str, unit: str | None, scale: str) -> bool:
        """Whether numbers with this name, unit and scale may be in the thousands or millions that the table's title
        names, or be of a part only that it names."""
        numeric = relation.value in NUMERIC_TYPES and relation.value != "percent"
        scaled = self._scaled and numeric and lacks_scale(unit, scale)
        names = (relation.noun, *chain.from_iterable((relation.headers or {}).values()))
        return scaled or (_is_figure(relation) and any(narrows(title, name, names) for title in self._titles))

    def _grounds(self, row: int) -> Iterator[Fact]:
        """A team's row also tells the capacity of its ground."""
        stadium, capacity = self._words["stadium"], self._words["capacity"]
        grounds = [c for c, h in enumerate(self._headers) if self._words.by_header("team", h.name) is stadium]
        holds = [c for c, header in enumerate(self._headers) if header.name in _HOLDS and not header.odd]
        if len(grounds) != 1 or len(holds) != 1:
            return
        ground = self._value(stadium, self._headers[grounds[0]], row, grounds[0])
        value = self._value(capacity, self._headers[holds[0]], row, holds[0])
        if ground is None or value is None or self._shared(grounds[0], ground.text, row, holds[0]):
            return
        extra = (("kind", "stadium"),)
        yield self._fact(row, holds[0], ground.text, "place", grounds[0], capacity, value, "", extra)

    def _shared(self, column: int, name: str, row: int, other: int) -> bool:
        """Whether another row before this one has the same cell, or any has it with another value."""
        rows = self._table.rows
        same = [at for at, cells in enumerate(rows) if clean(cells[column]) == name]
        return same[0] != row or len({rows[at][other] for at in same}) > 1

    def _scope(self, relation: Relation) -> str:
        if not relation.scoped:
            return ""
        if relation.name == "role":
            return performer(self._source.title)
        return scope_phrase(self._source.title, role=relation.value == "name")

    # ------------------------------------------------------------ rows about years, and about measures
    def years(self) -> Iterator[Fact]:
        """ "Sweden: trade by year": a row per year, all about the entity of the title."""
        subject = country_of_title(self._source.title)
        for row, cells in enumerate(self._table.rows):
            year = clean(cells[0])
            if not re.fullmatch(r"(?:18|19|20)\d\d", year):
                continue
            for column, header in enumerate(self._headers[1:], start=1):
                relation = (
                    None if header.odd or column in self._doubled else self._words.by_header("country", header.name)
                )
                value = relation and self._value(relation, header, row, column)
                if relation and value:
                    dated = replace(value, year=year)
                    yield self._fact(row, column, subject, "country", None, relation, dated, "")

    def measures(self) -> Iterator[Fact]:
        """ "Measure | Value | Unit | Year": a row per measure, all about the entity of the title."""
        subject = country_of_title(self._source.title)
        where = {header.name: column for column, header in enumerate(self._headers)}
        if not subject or "value" not in where:
            return
        labels = Counter(label_key(cells[0]) for cells in self._table.rows)
        for row, cells in enumerate(self._table.rows):
            relation = self._words.by_label(clean(cells[0]))
            if relation is None or "country" not in relation.subjects or labels[label_key(cells[0])] > 1:
                continue
            unit = clean(cells[where["unit"]]) if "unit" in where else ""
            scale, named = (parse_unit(unit) if unit else None) or ("", None)
            if self._unclear(relation, label_key(clean(cells[0])), named, scale):
                continue
            value = read_measure(relation, cells[where["value"]], unit, self._decimals[where["value"]])
            if value is None:
                continue
            year = clean(cells[where["year"]]) if "year" in where else ""
            years = title_years(year) if not is_empty(year) else (value.year,)
            if len(years) != 1:
                continue
            dated = replace(value, year=years[0])
            yield self._fact(row, where["value"], subject, "country", None, relation, dated, "")

    # ------------------------------------------------------------ one fact
    def _fact(
        self,
        row: int,
        column: int,
        subject: str,
        subject_type: str,
        subject_column: int | None,
        relation: Relation,
        value: CellValue,
        scope: str,
        extra: tuple[tuple[str, str], ...] = (),
    ) -> Fact:
        id = self._source.id
        year = value.year or (self._years[0] if len(self._years) == 1 and _is_figure(relation) else "")
        qualifiers = [("scope", scope)] if scope else []
        qualifiers += [("year", year)] if year else []
        qualifiers += [("header", self._headers[column].raw or relation.noun), *extra]
        qualifiers += [("approximate", "yes")] if value.approximate else []
        qualifiers += [("step", value.step)] if value.step else []
        return Fact(
            id=f"{id}#r{row}c{column}",
            subject=subject,
            entity=self._linked(row, subject_column) or name_key(subject.removeprefix("the ")),
            relation=relation.name,
            value=value.text,
            span=Span(id, "cell", cells=((row, column),)),
            unit=value.unit,
            target=self._linked(row, column) if relation.value == "name" else "",
            subject_type=subject_type,
            value_type=value.type,
            qualifiers=tuple(qualifiers),
        )

    def _linked(self, row: int, column: int | None) -> str:
        """The one source that a cell links to, "" if there is none; of "Town , State" the first is the place meant."""
        targets = self._links.get((row, column), ()) if column is not None else ()
        return LINKED + targets[0] if targets else ""


def _is_figure(relation: Relation) -> bool:
    """Whether it is a number that holds of a thing at a time: a population, and not the points in a race."""
    return relation.value in NUMERIC_TYPES and not relation.scoped


def _turned(name: str) -> str:
    """ "Bolt , Usain" as a person says it; any other comma stays."""
    match = re.fullmatch(r"([^,\d]+), ([^,\d]+)", name)
    return (
        f"{match[2]} {match[1]}" if match and match[2].rstrip(".").casefold() not in ("jr", "sr", "ii", "iii") else name
    )
