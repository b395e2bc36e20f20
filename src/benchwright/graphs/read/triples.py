"""Triples as rows: head, relation, tail, and further columns that are not read (TSV, CSV, Parquet).

    /m/027rn    /location/country/form_of_government    /m/06cx9    train

Ends and relations are ids; what they are called stands in files beside them (`companions`, `entities`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchwright.corpus.read.inputs import plain_suffix, readable_name
from benchwright.graphs.items import Item, Lost, Node, Position, Statement
from benchwright.graphs.read.base import GraphReader, ReadOptions
from benchwright.graphs.read.losses import Losses
from benchwright.graphs.read.plain import RefusedError, one_line
from benchwright.graphs.read.tables import TABLES, rows_of

HEADS = frozenset({"head", "subject", "source", "from", "h", "s", "head_id", "subject_id"})
RELATIONS = frozenset({"relation", "predicate", "property", "edge", "r", "p", "relation_id", "property_id"})
TAILS = frozenset({"tail", "object", "target", "to", "t", "o", "tail_id", "object_id"})
_REMEMBERED = 100_000


def _detect(path: Path) -> bool:
    return plain_suffix(path) in TABLES


def read_triples(path: Path, options: ReadOptions, resume: Position | None = None) -> Iterator[Item]:
    """One statement a row. Counted: `empty-cell` (an end or the relation is), and what `plain` and `rows_of` say."""
    losses = Losses(readable_name(path.name))
    named: set[str] = set()
    for found in losses.before_positions(rows_of(path, options, (HEADS, RELATIONS, TAILS), resume)):
        if isinstance(found, Lost | Position):
            yield found
            if isinstance(found, Position):
                named.clear()  # what stands behind a position does not hang on what stood before
            continue
        try:
            head, relation, tail = (one_line(cell, options.limits.name_characters) for cell in found.cells)
        except RefusedError as refused:
            losses.add(found.number, refused.reason, refused.detail)
            continue
        if not (head and relation and tail):
            losses.add(found.number, "empty-cell", " ".join(found.cells)[:100])
            continue
        if options.named:
            new = [id for id in dict.fromkeys((head, tail)) if id not in named]
            yield from (Node(id, id) for id in new)
            named.update(new if len(named) < _REMEMBERED else ())
        if relation in options.type_relations:
            yield Node(head, types=(tail,))
        if relation in options.supertype_relations:
            yield Node(head, supertypes=(tail,))
        yield Statement(head, relation, tail)


READER = GraphReader("triples", _detect, read_triples, "head, relation, tail as TSV, CSV or Parquet")
