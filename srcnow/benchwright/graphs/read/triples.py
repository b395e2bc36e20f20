"""Read triples as rows of a table: head, relation, tail (TSV, CSV, Parquet).

    /m/027rn    /location/country/form_of_government    /m/06cx9    train

Ends and relations are ids; what they are called stands in files beside them (`companions`, `entities`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchwright.graphs.items import Item, ItemColumns, Node, Position, Triple
from benchwright.graphs.read.base import GraphReader, GraphReadOptions
from benchwright.graphs.read.plain_columns import items_of_table
from benchwright.graphs.read.table_rows import TABLES
from benchwright.readers.inputs import plain_suffix

if TYPE_CHECKING:
    import pyarrow as pa

HEADS = frozenset({"head", "subject", "source", "from", "h", "s", "head_id", "subject_id"})
RELATIONS = frozenset({"relation", "predicate", "property", "edge", "r", "p", "relation_id", "property_id"})
TAILS = frozenset({"tail", "object", "target", "to", "t", "o", "tail_id", "object_id"})
_WANTED = (HEADS, RELATIONS, TAILS)


def _detect(path: Path) -> bool:
    return plain_suffix(path) in TABLES


def _read(
    columns: bool, path: Path, options: GraphReadOptions, resume: Position | None = None
) -> Iterator[Item | ItemColumns]:
    """One statement a row, plain rows as `columns` if wanted."""
    longest = (options.limits.name_characters,) * 3
    of_columns = partial(_of_columns, options) if columns else None
    yield from items_of_table(path, options, resume, _WANTED, longest, partial(_of_row, options), of_columns)


def _of_row(options: GraphReadOptions, cells: Sequence[str]) -> Iterator[Item]:
    head, relation, tail = cells
    if relation in options.type_relations:
        yield Node(head, types=(tail,))
    if relation in options.supertype_relations:
        yield Node(head, supertypes=(tail,))
    yield Triple(head, relation, tail)


def _of_columns(options: GraphReadOptions, cells: Sequence[pa.StringArray]) -> Iterator[ItemColumns]:
    import pyarrow as pa
    import pyarrow.compute as pc

    heads, relations, tails = cells
    for kind, wanted in (("types", options.type_relations), ("supertypes", options.supertype_relations)):
        if wanted:
            chosen = pc.is_in(relations, pa.array(wanted, pa.string()))
            yield ItemColumns(kind, (heads.filter(chosen), tails.filter(chosen)))
    yield ItemColumns("statements", tuple(cells))


READER = GraphReader("triples", _detect, partial(_read, False), partial(_read, True))
