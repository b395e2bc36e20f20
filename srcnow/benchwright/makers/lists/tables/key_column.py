"""Finds the column of a list that names its members, by a score.

The score counts uniqueness, text, links, position and the header. `facts.keys` knows key columns by a closed list of
headers, because a fact needs to know the type of its subject; a list says itself what its rows are, so that any column
may be the key that looks like names. A header of that list counts here too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.facts.headers import Header, clean, read_headers
from benchwright.facts.keys import find_key, is_empty
from benchwright.makers.lists.tables.vocabulary import stem, table_words
from benchwright.records import Table
from benchwright.values import name_key, parse_date, parse_quantity

LEAST = 2.6
"""The score below which no column is the key."""

_LONGEST = 8


@dataclass(frozen=True, slots=True)
class ScoredColumn:
    """A column and its score with the parts that make it up."""

    column: int
    score: float
    unique: float
    text: float
    links: float
    header: float


def headers_of(table: Table) -> list[Header]:
    """The header of each column as `facts.headers` reads it."""
    return read_headers(table.header)


def score_columns(table: Table, head: str = "") -> list[ScoredColumn]:
    """Every column of a table, the best first. `head` is the noun of the set in the plural, if one is known."""
    if not table.header or not table.rows:
        return []
    headers = headers_of(table)
    keyed = find_key(headers, table.rows)
    links: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row, column, target in table.links:
        links[column][row].append(target)
    scored = []
    for column, name in enumerate(one.name for one in headers):
        cells = [clean(row[column]) for row in table.rows]
        unique, text = _uniqueness(cells), _texts(cells)
        one = [targets[0] for targets in links[column].values() if len(targets) == 1]
        linked = len(set(one)) / len(table.rows)
        header = _header(name, head) + (0.5 if keyed is not None and keyed.column == column else 0.0)
        position = 1.0 / (1 + column)
        score = 1.5 * unique + 1.5 * text + 1.0 * linked + 0.4 * position + header
        scored.append(ScoredColumn(column, score, unique, text, linked, header))
    return sorted(scored, key=lambda one: (-one.score, one.column))


def key_column(table: Table, head: str = "") -> ScoredColumn | None:
    """The key column, None where no column looks like one."""
    scored = score_columns(table, head)
    return scored[0] if scored and scored[0].score >= LEAST else None


def agrees(name: str, head: str) -> bool:
    """Whether a column of that header can hold the members of a set with that noun: a header for any names, the noun
    itself, or, for people, another noun of people."""
    words = table_words()
    stems = {stem(word) for word in name.replace("/", " ").split()}
    if name in words.names or stem(head) in stems:
        return True
    people = {stem(noun) for noun in words.people}
    return stem(head) in people and bool(stems & people)


def _header(name: str, head: str) -> float:
    if name in table_words().marks:
        return -1.5
    if head and stem(head) in {stem(word) for word in name.replace("/", " ").split()}:
        return 1.2
    if name in table_words().names:
        return 0.9
    return 0.5 if head and agrees(name, head) else 0.0


def _uniqueness(cells: Sequence[str]) -> float:
    """The share of the cells whose words stand in no other."""
    counts = Counter(name_key(cell) for cell in cells if not is_empty(cell))
    return sum(1 for count in counts.values() if count == 1) / len(cells)


def _texts(cells: Sequence[str]) -> float:
    """The share of the cells that look like a name: letters, no number, no date, few words."""
    return sum(1 for cell in cells if _is_name(cell)) / len(cells)


def _is_name(cell: str) -> bool:
    if is_empty(cell) or len(cell.split()) > _LONGEST or not any(letter.isalpha() for letter in cell):
        return False
    return parse_date(cell) is None and parse_quantity(cell) is None
