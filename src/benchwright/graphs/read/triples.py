"""Read triples as rows of a table: head, relation, tail (TSV, CSV, Parquet).

    /m/027rn    /location/country/form_of_government    /m/06cx9    train

Ends and relations are ids; what they are called stands in files beside them (`companions`, `entities`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchwright.graphs.items import Item, ItemColumns, Node, Position, Triple
from benchwright.graphs.read.base import GraphReader, GraphReadOptions
from benchwright.graphs.read.graph_values import ValueRefusedError, one_line
from benchwright.graphs.read.losses import LossCounter
from benchwright.graphs.read.plain_columns import PlainColumns, batches_of
from benchwright.graphs.read.table_rows import TABLES, GraphTableRow, rows_of
from benchwright.readers.inputs import plain_suffix, readable_name

HEADS = frozenset({"head", "subject", "source", "from", "h", "s", "head_id", "subject_id"})
RELATIONS = frozenset({"relation", "predicate", "property", "edge", "r", "p", "relation_id", "property_id"})
TAILS = frozenset({"tail", "object", "target", "to", "t", "o", "tail_id", "object_id"})
_WANTED = (HEADS, RELATIONS, TAILS)


def _detect(path: Path) -> bool:
    return plain_suffix(path) in TABLES


def read_triples(path: Path, options: GraphReadOptions, resume: Position | None = None) -> Iterator[Item]:
    """One statement a row. Counted: `empty-cell` (an end or the relation is), and what `plain` and `rows_of` say."""
    losses = LossCounter(readable_name(path.name))
    made = _Made(options, losses)
    for item in losses.before_positions(rows_of(path, options, _WANTED, resume)):
        if isinstance(item, GraphTableRow):
            yield from made.items(item)
        else:
            yield item


def read_columns(path: Path, options: GraphReadOptions, resume: Position | None = None) -> Iterator[Item | ItemColumns]:
    """What `read_triples` yields, plain rows as columns."""
    losses = LossCounter(readable_name(path.name))
    made = _Made(options, losses)
    longest = (options.limits.name_characters,) * 3
    for item in losses.before_positions(batches_of(path, options, _WANTED, longest, resume)):
        if isinstance(item, PlainColumns):
            yield from made.rows(item)
        elif isinstance(item, GraphTableRow):
            yield from made.items(item)
        else:
            yield item


class _Made:
    """What rows of triples make."""

    def __init__(self, options: GraphReadOptions, losses: LossCounter) -> None:
        self._options = options
        self._losses = losses

    def items(self, row: GraphTableRow) -> Iterator[Item]:
        """What one row makes; what it cannot make is counted."""
        options = self._options
        try:
            head, relation, tail = (one_line(cell, options.limits.name_characters) for cell in row.cells)
        except ValueRefusedError as refused:
            self._losses.add(row.number, refused.reason, refused.detail)
            return
        if not (head and relation and tail):
            self._losses.add(row.number, "empty-cell", " ".join(row.cells)[:100])
            return
        if relation in options.type_relations:
            yield Node(head, types=(tail,))
        if relation in options.supertype_relations:
            yield Node(head, supertypes=(tail,))
        yield Triple(head, relation, tail)

    def rows(self, columns: PlainColumns) -> Iterator[ItemColumns]:
        """What plain rows make, all of a kind at once."""
        import pyarrow as pa
        import pyarrow.compute as pc

        heads, relations, tails = columns.cells
        for kind, wanted in (
            ("types", self._options.type_relations),
            ("supertypes", self._options.supertype_relations),
        ):
            if wanted:
                chosen = pc.is_in(relations, pa.array(wanted, pa.string()))
                yield ItemColumns(kind, (heads.filter(chosen), tails.filter(chosen)))
        yield ItemColumns("statements", columns.cells)


READER = GraphReader("triples", _detect, read_triples, "head, relation, tail as TSV, CSV or Parquet", read_columns)
