"""Find the values that stand beside a right value, and that a reader may take for it.

Neighbours of a cell are the other cells of its table: of the same column (another row), of the same row (another
column), and the others. Neighbours of a fact are the other facts of its source, and those of the same relation about
other things that the question names. Neighbours of anything else are the amounts and dates of its source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from benchwright.corpus.store import Corpus
from benchwright.facts.store import FactTable
from benchwright.programs.execution import stated_value
from benchwright.records import Answer, Example, Fact, Table
from benchwright.values import Date, Quantity, TypedValue, parse, parse_date
from benchwright.values.occurrences import find_values

NeighbourKind = Literal["row", "column", "year", "entity", "cell", "value"]
"""How a neighbour differs from the right value: it is of another row or column, another year, another entity; it is
another cell of the table, or another value of the source."""

_KEYS = ("id", "subject", "relation", "value")
_MOST_CELLS = 20_000
_MOST_TEXT = 100_000


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a right value is read: its source, the cell if it is of a table, and the fact if it was read as one."""

    source: str
    value: TypedValue | None = None
    cell: tuple[int, int] | None = None
    fact: Fact | None = None


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A value that may be taken for the right one, and where it stands, in words."""

    value: TypedValue
    kind: NeighbourKind
    where: str


def anchors_of(example: Example, ids: Sequence[str], facts: FactTable | None) -> list[Anchor]:
    """Where the facts of these ids are read; without facts, every span of the evidence."""
    if facts is not None and ids:
        read = [fact for one in dict.fromkeys(ids) if (fact := facts.get(one)) is not None]
        return [
            Anchor(one.source, stated_value(one), one.span.cells[-1] if one.span.cells else None, one) for one in read
        ]
    spans = (span for answer in example.answers for span in _first_evidence(answer))
    places = [(span.source, cell) for span in spans for cell in (span.cells or (None,))]
    return [Anchor(source, cell=cell) for source, cell in dict.fromkeys(places)]


def neighbours_of(anchor: Anchor, example: Example, corpus: Corpus, facts: FactTable | None) -> Iterator[Neighbour]:
    """The neighbours of a right value, those that are more alike first."""
    if anchor.source not in corpus:
        return
    source = corpus.source(anchor.source)
    if source.table is not None and anchor.cell is not None:
        yield from _cells(anchor, source.table)
    if facts is not None:
        yield from _facts(anchor, example, facts)
    if source.table is None:
        yield from (Neighbour(value, "value", anchor.source) for _, _, value in find_values(source.text[:_MOST_TEXT]))


def other_facts(fact: Fact, example: Example, facts: FactTable) -> Iterator[Fact]:
    """The facts that may be read in place of this one: of its relation or its entity in its source, and of its relation
    about another thing that the question names."""
    named = {one["subject"] for one in derivation_facts(example)}
    for other in facts.of_source(fact.source):
        if other.id != fact.id and fact.relation == other.relation:
            yield other
    for other in facts.of_source(fact.source):
        if other.id != fact.id and fact.relation != other.relation and fact.entity == other.entity:
            yield other
    if len(named) > 1:
        for other in facts.of_relation(fact.relation):
            if other.source != fact.source and other.subject in named and other.entity != fact.entity:
                yield other


def _cells(anchor: Anchor, table: Table) -> Iterator[Neighbour]:
    assert anchor.cell is not None
    row, column = anchor.cell
    if not (0 <= row < len(table.rows) and 0 <= column < len(table.rows[row])):
        return
    own = parse(table.rows[row][column])
    width = len(table.rows[row])
    for number in range(min(len(table.rows), _MOST_CELLS // max(1, width))):
        if number != row and (text := table.rows[number][column]).strip():
            kind: NeighbourKind = "year" if _years(table.rows[row][0], table.rows[number][0]) else "row"
            value = _alike(parse(text), own, anchor.value)
            yield Neighbour(value, kind, f"row {table.rows[number][0]!r}, column {_head(table, column)!r}")
    for other, text in enumerate(table.rows[row]):
        if other != column and text.strip():
            kind = "year" if _years(_head(table, column), _head(table, other)) else "column"
            yield Neighbour(parse(text), kind, f"row {table.rows[row][0]!r}, column {_head(table, other)!r}")
    for number in range(min(len(table.rows), _MOST_CELLS // max(1, width))):
        for other, text in enumerate(table.rows[number]):
            if number != row and other != column and text.strip():
                yield Neighbour(parse(text), "cell", f"row {table.rows[number][0]!r}, column {_head(table, other)!r}")


def _facts(anchor: Anchor, example: Example, facts: FactTable) -> Iterator[Neighbour]:
    if anchor.fact is None:
        return
    for other in other_facts(anchor.fact, example, facts):
        yield Neighbour(stated_value(other), _kind(anchor.fact, other), f"{_words(other)} of {other.subject!r}")


def _kind(fact: Fact, other: Fact) -> NeighbourKind:
    if other.entity != fact.entity:
        return "entity"
    return "year" if other.relation == fact.relation else "column"


def _words(fact: Fact) -> str:
    relation = fact.relation.rpartition(":")[2].replace("_", " ")
    year = fact.qualifier("year")
    return f"{relation} {year}" if year else relation


def _alike(value: TypedValue, own: TypedValue, meant: TypedValue | None) -> TypedValue:
    """The value of another cell of a column, with the unit and in the scale in which the right cell is meant."""
    if not (isinstance(value, Quantity) and isinstance(own, Quantity) and isinstance(meant, Quantity)):
        return value
    number = value.number * meant.number / own.number if own.number else value.number
    return replace(value, number=number, unit=meant.unit, step=None)


def _head(table: Table, column: int) -> str:
    return " ".join(row[column] for row in table.header if column < len(row)).strip()


def _years(one: str, other: str) -> bool:
    """Whether both are years or other dates, and different ones."""
    first, second = parse_date(one), parse_date(other)
    return isinstance(first, Date) and isinstance(second, Date) and first != second


def _first_evidence(answer: Answer) -> Sequence[Any]:
    return answer.evidence[0] if answer.evidence else ()


def derivation_facts(example: Example) -> list[Mapping[str, Any]]:
    """The facts that a derivation lists; what a damaged benchmark has instead is left out."""
    listed = (example.derivation or {}).get("facts")
    entries = listed if isinstance(listed, list | tuple) else ()
    return [one for one in entries if isinstance(one, Mapping) and all(isinstance(one.get(key), str) for key in _KEYS)]
