"""Merge the parts of a load into the files of a graph: one row an id, every triple once.

Each step is one sorted query of `sql/`, whose rows go to the file batch by batch, so that memory is what DuckDB was
given. A step that was finished before a kill is not done again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from benchwright.errors import UsageError
from benchwright.files.atomic import sha256_file
from benchwright.files.parquet import read_own_parquet, write_parquet
from benchwright.graphs.graph_files import ENTITIES, NAMES, RELATIONS, SUPERTYPES, TRIPLES, TYPES
from benchwright.graphs.hierarchy import Hierarchy
from benchwright.graphs.load.engine import Engine
from benchwright.graphs.load.row_joins import each_once, first_told
from benchwright.graphs.load.text_bounds import label_of_id, words_of_id
from benchwright.records import Json

GROUP = 131_072
"""Rows of a row group. Fixed, since bytes depend on it."""

Counts = dict[str, int]
Done = Callable[[str, Callable[[], Counts]], Counts]
"""Do a step and keep its counts, or give those of an earlier run."""

_MOST = 2**31 - 1
_MENTIONED, _AS_TYPE = 2, 3
"""`source` in sql/entities.sql: ids that no record describes, and stand in statements, or only as a type."""


def merge(engine: Engine, folder: Path, done: Done, *, named: bool = False) -> Counts:
    """Write all files of a graph into `made`; what there is of each kind, and notices (see docs/graphs.md). `named`:
    an entity without a label is called by its id whatever that looks like, else only where it is words. UsageError for
    more entities than codes, StorageError when memory or disk do not do."""
    counts: Counts = {}
    counts |= done("entities", lambda: _entities(engine, folder, words_of_id if named else label_of_id))
    engine.codes("entities", folder / "entities.parquet", "id, label")
    counts |= done("relations", lambda: _relations(engine, folder))
    engine.codes("relation_codes", folder / "relations.parquet", "id")
    counts |= done("names", lambda: _names(engine, folder))
    counts |= done("types", lambda: {"types": _codes(engine, folder, "types", TYPES)})
    counts |= done("supertypes", lambda: _supertypes(engine, folder))
    counts |= done("triples", lambda: {"triples": _codes(engine, folder, "triples", TRIPLES)})
    return counts


def _entities(engine: Engine, folder: Path, called: Callable[[str], str]) -> Counts:
    counts: Counter[str] = Counter(entities=0, values=0, only_types=0, without_label=0, undescribed=0, label_from_id=0)

    def named() -> Iterator[pa.Table]:
        for table in first_told(engine.rows("entities"), ("label", "description", "page", "unit")):
            is_entity = pc.equal(table.column("kind"), "entity")
            labels, from_ids = _labels(table, is_entity, called)
            source = table.column("source")
            only_types = _count(pc.equal(source, _AS_TYPE))
            counts["only_types"] += only_types
            counts["entities"] += _count(is_entity) - only_types
            counts["values"] += table.num_rows - _count(is_entity)
            counts["label_from_id"] += from_ids
            counts["without_label"] += _count(pc.equal(labels, ""))
            counts["undescribed"] += _count(pc.equal(source, _MENTIONED))
            if counts["entities"] + counts["only_types"] + counts["values"] > _MOST:
                raise UsageError(f"a graph has at most {_MOST:,} entities and values", hint="load a part of it")
            yield table.set_column(table.column_names.index("label"), "label", labels)

    _write(folder / "entities.parquet", ENTITIES, named())
    return dict(counts)


def _relations(engine: Engine, folder: Path) -> Counts:
    counts: Counter[str] = Counter(relations=0, relations_without_label=0)

    def named() -> Iterator[pa.Table]:
        for table in first_told(engine.rows("relations"), ("label",)):
            labels, _ = _labels(table, pc.is_valid(table.column("id")), label_of_id)
            counts["relations"] += table.num_rows
            counts["relations_without_label"] += _count(pc.equal(labels, ""))
            yield table.set_column(table.column_names.index("label"), "label", labels)

    _write(folder / "relations.parquet", RELATIONS, named())
    return dict(counts)


def _count(flags: pa.Array | pa.ChunkedArray) -> int:
    """How many are true."""
    return pc.sum(flags).as_py() or 0


def _labels(table: pa.Table, wanted: pa.ChunkedArray, called: Callable[[str], str]) -> tuple[pa.ChunkedArray, int]:
    """The labels of rows, where one is `wanted` and lacks, what its id is `called`; and how many were taken so."""
    labels = table.column("label")
    lacking = np.flatnonzero(pc.and_(pc.equal(labels, ""), wanted).to_numpy())
    if not len(lacking):
        return labels, 0
    words = [called(id) for id in table.column("id").take(pa.array(lacking)).to_pylist()]
    mask = np.zeros(table.num_rows, bool)
    mask[lacking] = True
    filled = pc.replace_with_mask(labels.combine_chunks(), pa.array(mask), pa.array(words, pa.string()))
    return pa.chunked_array([filled]), sum(1 for word in words if word)


def _names(engine: Engine, folder: Path) -> Counts:
    counts: Counter[str] = Counter(names=0, alias_is_label=0, label_differs=0)

    def others() -> Iterator[pa.Table]:
        for batch in engine.rows("names"):
            own, alias = batch.column("own"), batch.column("alias")
            counts["alias_is_label"] += _count(pc.and_(own, alias))
            counts["label_differs"] += _count(pc.invert(pc.or_(own, alias)))
            yield pa.Table.from_batches([batch.filter(pc.invert(own))])

    counts["names"] = _write(folder / "names.parquet", NAMES, others())
    return dict(counts)


def _write(path: Path, schema: pa.Schema, tables: Iterable[pa.Table]) -> int:
    return write_parquet(path, schema, tables, group_rows=GROUP)


def _codes(engine: Engine, folder: Path, name: str, schema: pa.Schema) -> int:
    return _write(folder / f"{name}.parquet", schema, each_once(engine.rows(name)))


def _supertypes(engine: Engine, folder: Path) -> Counts:
    itself = 0

    def others() -> Iterator[pa.Table]:
        nonlocal itself
        for table in each_once(engine.rows("supertypes")):
            other = pc.not_equal(table.column("type"), table.column("super"))
            itself += table.num_rows - _count(other)
            yield table.filter(other)

    rows = _write(folder / "supertypes.parquet", SUPERTYPES, others())
    return {"supertypes": rows, "type_below_itself": itself, "type_cycles": _cycles(folder / "supertypes.parquet")}


def _cycles(path: Path) -> int:
    """How many groups of types are each other's subclasses."""
    table = read_own_parquet(path)
    below, above = table.column("type").to_numpy(), table.column("super").to_numpy()
    unique, codes = np.unique(np.concatenate([below, above]), return_inverse=True)
    of = codes.astype(np.int32)
    nobody = np.empty(0, np.int32)
    return Hierarchy(nobody, nobody, of[: len(below)], of[len(below) :], len(unique)).cycles if len(unique) else 0


def content_of(folder: Path, names: Iterable[str]) -> dict[str, Json]:
    """Size and hash of each file."""
    return {name: {"bytes": (folder / name).stat().st_size, "sha256": sha256_file(folder / name)} for name in names}
