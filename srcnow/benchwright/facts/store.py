"""Store all facts of a corpus as columns, with an index for each question that is asked of them.

A fact is made only when somebody first looks at it; what the columns hold is strings, each kept once, and small
integers. So a million facts fit in some hundred megabytes and load in seconds. Facts stand in the order of the corpus's
sources.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.errors import CorpusError
from benchwright.facts.columns import KeyIndex, Rows
from benchwright.facts.fact_columns import FactRows
from benchwright.files.atomic import atomic_path, make_folder
from benchwright.files.parquet import read_own_parquet
from benchwright.records import Fact
from benchwright.values import normalise

FACTS_VERSION = 2
"""Raised when readers or columns change, so that an older table is read anew."""

_STRING = pa.dictionary(pa.int32(), pa.string())


def _pack(items: tuple[Any, ...]) -> str:
    return json.dumps(items, ensure_ascii=False, separators=(",", ":")) if items else ""


_COLUMNS: Mapping[str, tuple[pa.DataType, Callable[[Fact], Any]]] = MappingProxyType(
    {
        "local": (pa.string(), lambda fact: fact.id.removeprefix(fact.source)),  # the id without its source: "#area@12"
        "subject": (_STRING, attrgetter("subject")),
        "entity": (_STRING, attrgetter("entity")),
        "relation": (_STRING, attrgetter("relation")),
        "value": (_STRING, attrgetter("value")),
        "normalised": (_STRING, lambda fact: normalise(fact.value)),
        "unit": (_STRING, attrgetter("unit")),
        "target": (_STRING, attrgetter("target")),
        "subject_type": (_STRING, attrgetter("subject_type")),
        "value_type": (_STRING, attrgetter("value_type")),
        "qualifiers": (_STRING, lambda fact: _pack(fact.qualifiers)),
        "confidence": (pa.float64(), attrgetter("confidence")),
        "source": (_STRING, attrgetter("span.source")),
        "read": (_STRING, attrgetter("span.read")),
        "start": (pa.int32(), attrgetter("span.start")),
        "end": (pa.int32(), attrgetter("span.end")),
        "cells": (_STRING, lambda fact: _pack(fact.span.cells)),
        "box": (_STRING, lambda fact: _pack(fact.span.box or ())),
    }
)
SCHEMA = pa.schema([(name, kind) for name, (kind, _) in _COLUMNS.items()])


def rows_of(facts: Iterable[Fact]) -> pa.Table:
    """Facts as columns, in the order given."""
    rows = tuple(facts)
    return pa.table([pa.array(map(value, rows), kind) for kind, value in _COLUMNS.values()], schema=SCHEMA)


class FactTable:
    """All facts of a corpus. `table[i]` is fact number i. Methods whose names begin with `of_` return facts in the
    order of the table. Methods whose names begin with `rows_` return their positions, which is much faster for large
    scans."""

    def __init__(self, columns: pa.Table) -> None:
        self._columns = columns

    # -------------------------------------------------------------- keeping
    @classmethod
    def load(cls, path: Path | str) -> FactTable:
        """Read a saved table. Raises CorpusError if the file is missing, is no fact table or has another version."""
        try:
            columns = read_own_parquet(Path(path))
        except (OSError, pa.ArrowInvalid) as error:
            raise CorpusError(f"{path} holds no facts", hint="run `benchwright facts CORPUS` again") from error
        if stored_metadata(Path(path)).get("version") != FACTS_VERSION or columns.schema.names != SCHEMA.names:
            raise CorpusError(f"{path} was written by another version", hint="run `benchwright facts CORPUS` again")
        return cls(columns.unify_dictionaries())

    def save(self, path: Path | str, **metadata: Any) -> None:
        """Write the table as one Parquet file, atomically, with `metadata` in its footer."""
        stored = json.dumps({"version": FACTS_VERSION, **metadata}, sort_keys=True).encode()
        path = Path(path)
        make_folder(path.parent)
        with atomic_path(path) as temporary:
            columns = self._columns.replace_schema_metadata({b"benchwright": stored})
            pq.write_table(columns, temporary, compression="zstd", compression_level=3)

    # -------------------------------------------------------------- facts
    def __len__(self) -> int:
        return int(self._columns.num_rows)

    def __getitem__(self, row: int) -> Fact:
        if not -len(self) <= row < len(self):
            raise IndexError(f"there is no fact {row} of {len(self)}")
        return self._rows.at([int(row) % len(self)])[0]

    def __iter__(self) -> Iterator[Fact]:
        return (self[row] for row in range(len(self)))

    def at(self, rows: Rows | Iterable[int]) -> list[Fact]:
        """The facts at these positions, in the given order. They are cached."""
        return self._rows.at(rows.tolist() if isinstance(rows, np.ndarray) else rows)

    # -------------------------------------------------------------- questions
    def get(self, id: str) -> Fact | None:
        """The fact with this id, or None."""
        for position, character in enumerate(id):
            if character == "#":
                for row in self.rows_of_source(id[:position]).tolist():
                    if self._rows.local(row) == id[position:]:
                        return self[row]
        return None

    def of_entity(self, key: str) -> list[Fact]:
        """All facts about an entity (its key, see `values.name_key`)."""
        return self.at(self.rows_of_entity(key))

    def of_relation(self, name: str) -> list[Fact]:
        """All facts of a relation."""
        return self.at(self.rows_of_relation(name))

    def of_source(self, id: str) -> list[Fact]:
        """All facts that were read from a source."""
        return self.at(self.rows_of_source(id))

    def rows_of_entity(self, key: str) -> Rows:
        return self._by_entity.rows(key)

    def rows_of_relation(self, name: str) -> Rows:
        return self._by_relation.rows(name)

    def rows_of_source(self, id: str) -> Rows:
        return self._by_source.rows(id)

    def relations(self) -> dict[str, int]:
        """The number of facts by relation."""
        return {name: self._by_relation.count(name) for name in self._by_relation.keys()}  # noqa: SIM118

    def entities(self) -> list[str]:
        """All entity keys, sorted."""
        return self._by_entity.keys()

    def strings(self, column: str) -> list[str]:
        """One column as a list of strings, one entry for each fact (`entity`, `relation`, `value`, `source` and so
        on)."""
        listed: list[str] = self._columns.column(column).to_pylist()
        return listed

    @property
    def columns(self) -> pa.Table:
        """All columns as an Arrow table (see `SCHEMA`), for work on the whole table."""
        return self._columns

    @cached_property
    def _rows(self) -> FactRows:
        return FactRows(self._columns)

    # Indices are made when first asked for.
    @cached_property
    def _by_entity(self) -> KeyIndex:
        return KeyIndex.of(self._columns.column("entity"))

    @cached_property
    def _by_relation(self) -> KeyIndex:
        return KeyIndex.of(self._columns.column("relation"))

    @cached_property
    def _by_source(self) -> KeyIndex:
        return KeyIndex.of(self._columns.column("source"))


def stored_metadata(path: Path) -> dict[str, Any]:
    """The metadata that `FactTable.save` wrote beside the facts; {} for a file that is missing or foreign."""
    try:
        metadata = pq.read_schema(path).metadata or {}
    except (OSError, pa.ArrowInvalid):
        return {}
    stored: dict[str, Any] = json.loads(metadata.get(b"benchwright", b"{}"))
    return stored


__all__ = ["FACTS_VERSION", "SCHEMA", "FactTable", "rows_of", "stored_metadata"]
