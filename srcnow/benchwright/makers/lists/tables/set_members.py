"""Reads which things the rows of a table name, and which page each of them has.

Only tables whose rows are the members of a set with a name count. Sums of rows, rows without a word, repeated headers,
titles of sections, which span all columns, and rows of which only the key cell is filled hold no data. A row whose key
cell names nothing, or something ambiguous, counts as a row that is not proven. Rows that repeat a thing count each, and
are proven with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchwright.facts.headers import clean
from benchwright.facts.keys import is_averaged, is_ditto, is_empty, is_total
from benchwright.facts.second_headers import first_part
from benchwright.facts.sums import sum_rows
from benchwright.makers.lists.queries.query_types import SLACK
from benchwright.makers.lists.tables.key_column import agrees, headers_of, key_column
from benchwright.makers.lists.tables.row_pages import RowPages
from benchwright.makers.lists.tables.set_names import NoSetError, SetName, name_set
from benchwright.records import Source, Table
from benchwright.retrieval.word_index import holds, words_of
from benchwright.values import bare_name, name_key

LEAST_ROWS = 5
_NAMED = 0.8
_CUT, _LONGER = 5, 0.2
"""How many tables with one number of rows let one think that they were cut there, and the share of that number that may
be longer."""


@dataclass(frozen=True, slots=True)
class SetMember:
    """A thing: the rows that name it and meet what is asked, its name, its page ("" if none is known)."""

    rows: tuple[int, ...]
    name: str
    page: str


@dataclass(frozen=True, slots=True)
class SetTable:
    """A table whose rows are the members of a set that can be named. `data` are all rows that hold data, `rows` the
    things that they name. It is not `whole` where a row has a name alone: a member of which nothing is known, the title
    of a section, or a note."""

    source: str
    title: str
    key: int
    named: SetName
    data: tuple[int, ...]
    rows: tuple[SetMember, ...]
    whole: bool = True


def members_of(source: Source, pages: RowPages) -> SetTable:
    """The set that a table names and its members. Raises NoSetError."""
    table = table_of(source)
    if len(table.rows) < LEAST_ROWS:
        raise NoSetError("too-few-rows")
    if first_part(source) is not source:
        raise NoSetError("second-header")
    named = name_set(source.title, source.place.headings, pages.is_place)
    key = key_column(table, named.head)
    if key is None:
        raise NoSetError("no-key-column")
    if not agrees(headers_of(table)[key.column].name, named.head):
        raise NoSetError("key-names-other-things")
    sums = sum_rows(table.rows, key.column)
    if any(pages.of_cell(table, row, key.column) for row in sums):
        raise NoSetError("sum-has-a-page")
    named_averages = (at for at, cells in enumerate(table.rows) if is_averaged(clean(cells[key.column])))
    sums |= {at for at in named_averages if not pages.of_cell(table, at, key.column)}
    headers = {_folded(line) for line in table.header}
    filled = [at for at, cells in enumerate(table.rows) if at not in sums and _folded(cells) not in headers]
    data = tuple(at for at in filled if _is_data(table.rows[at], key.column, named))
    alone = {at for at in data if _is_name_alone(table.rows[at], key.column)}
    data = tuple(at for at in data if at not in alone)
    rows = _rows(table, data, key.column, pages)
    if len(rows) < max(LEAST_ROWS, _NAMED * len(data) - SLACK):
        raise NoSetError("key-repeats-or-is-empty")
    if named.initial and not all(_begins(row.name, named) for row in rows):
        raise NoSetError("section-narrows")
    return SetTable(source.id, source.title, key.column, named, data, tuple(rows), whole=not alone)


def _folded(cells: Sequence[str]) -> tuple[str, ...]:
    return tuple(clean(cell).casefold() for cell in cells)


def _is_name_alone(cells: Sequence[str], key: int) -> bool:
    others = [cell for column, cell in enumerate(cells) if column != key]
    return bool(others) and all(is_empty(clean(cell)) and not is_ditto(clean(cell)) for cell in others)


def _begins(name: str, named: SetName) -> bool:
    """Whether a name begins with the letter of its section, but for an article; of people, the last word of it."""
    words = [word for word in words_of(name) if word not in ("the", "a", "an")] or [""]
    return words[-1 if named.who else 0].startswith(named.initial.casefold())


def table_of(source: Source) -> Table:
    """The table that a source is."""
    assert source.table is not None, source.id
    return source.table


def cuts(lengths: Iterable[int]) -> frozenset[int]:
    """The numbers of rows at which tables of a corpus were perhaps cut: that of at least five tables, where fewer than
    a fifth as many are longer. In a corpus of tables with at most 20 rows, nearly half of which have just 20, that is
    20; where none was cut, their numbers fall off slowly."""
    counts = Counter(lengths)
    longer, cut_lengths = 0, set()
    for length in sorted(counts, reverse=True):
        if counts[length] >= _CUT and longer < _LONGER * counts[length]:
            cut_lengths.add(length)
        longer += counts[length]
    return frozenset(cut_lengths)


def _is_data(cells: Sequence[str], key: int, named: SetName) -> bool:
    """Whether a row holds data: it has at least one word, and is neither a total nor the title of a section. Raises
    NoSetError where two equal cells may be such a title or a name and its value: "Singapore", "Singapore"."""
    shown = {clean(cell) for cell in cells}
    if all(map(is_empty, shown)) or _is_sum(clean(cells[key]), named):
        return False
    if len(shown) == 1 and len(cells) == 2:
        raise NoSetError("key-repeats-or-is-empty")
    return len(shown) > 1 or len(cells) == 1


def _is_sum(name: str, named: SetName) -> bool:
    """Whether a row is a total or a remainder of the set: "Subtotal North", "All stadiums"."""
    words = name.casefold().split()
    return is_total(name) or (words[:1] in (["all"], ["other"], ["total"]) and words[-1] == named.head.casefold())


def _rows(table: Table, data: Sequence[int], key: int, pages: RowPages) -> list[SetMember]:
    """The things that the rows name, each with all its rows. A name that holds its page's title is cut down to it where
    that still tells it from the others: "7 Lyari Town", "Thörnell, Olof Olof Thörnell". Of things with one name and
    several pages, it is ambiguous."""
    named = [(row, name) for row in data if (name := _name(table.rows[row][key]))]
    pages_of = {row: pages.of_cell(table, row, key) for row, _ in named}
    titles = {row: bare_name(pages.title(page)) for row, page in pages_of.items() if page}
    owners: dict[str, set[tuple[str, str]]] = {}
    for row, name in named:
        if row in titles:
            owners.setdefault(name_key(titles[row]), set()).add((pages_of[row], name_key(name)))
    rows: dict[str, tuple[str, list[int]]] = {}
    for row, name in named:
        title = titles.get(row, "")
        if title and len(owners[name_key(title)]) == 1 and holds(name, title):
            name = title
        rows.setdefault(name_key(name), (name, []))[1].append(row)
    members = []
    for name, listed in rows.values():
        page_ids = {page for row in listed if (page := pages_of[row])}
        if len(page_ids) <= 1:
            members.append(SetMember(tuple(listed), name, next(iter(page_ids), "")))
    return members


def _name(cell: str) -> str:
    """A key cell as an answer: without marks and quotation marks, "" where it names nothing or several things."""
    text = clean(cell).strip("\"“”' ")
    if text[:1] == "(" and text.find(")") == len(text) - 1:
        return ""  # "(unnamed)"
    if is_empty(text) or is_total(text) or len(text) > 100 or "\n" in text or " / " in text or ";" in text:
        return ""
    return text if any(letter.isalpha() for letter in text) else ""
