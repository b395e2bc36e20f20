"""Items -> parts: Parquet files with string ids, closed whenever a reader gives a position after enough rows.

    <load>/journal.jsonl                     what is loaded; then one line a part: input, position, rows, drops
    <load>/parts/000003-statements.parquet   (subject, relation, object), as they came
    <load>/parts/000003-nodes.parquet ...

What stands behind the last journal line is thrown away when a load goes on, so that a kill costs one part at most.
Rows go to the disk as soon as there are some ten thousand, so that memory does not grow with the input. Rows that come
as columns are checked and kept as columns.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.files import make_folder
from benchwright.graphs.items import Item, Lost, Node, Position, RelationName, Rows, Statement, Value
from benchwright.graphs.load.bounds import (
    LONGEST_DESCRIPTION,
    LONGEST_ID,
    LONGEST_LABEL,
    LONGEST_PAGE,
    beginning,
    fault_of_id,
    is_unicode,
    one_line,
    within_bounds,
)

LISTED = 10_000
"""Drops that are listed one by one; all of them are counted. What is usual in a format is counted only."""

TABLES = {
    "statements": pa.schema([("subject", pa.string()), ("relation", pa.string()), ("object", pa.string())]),
    "nodes": pa.schema(
        [
            ("id", pa.string()),
            ("rank", pa.int32()),
            ("label", pa.string()),
            ("description", pa.string()),
            ("page", pa.string()),
        ]
    ),
    "names": pa.schema([("id", pa.string()), ("name", pa.string())]),
    "types": pa.schema([("id", pa.string()), ("type", pa.string())]),
    "supertypes": pa.schema([("id", pa.string()), ("super", pa.string())]),
    "values": pa.schema([("id", pa.string()), ("kind", pa.string()), ("label", pa.string()), ("unit", pa.string())]),
    "relations": pa.schema([("id", pa.string()), ("rank", pa.int32()), ("label", pa.string())]),
    "drops": pa.schema(
        [("where", pa.string()), ("reason", pa.string()), ("detail", pa.string()), ("count", pa.int32())]
    ),
}
"""`rank` is the number of the input: where inputs tell different labels, the lower one decides."""

_BUFFER = 32_768  # rows of all tables together
_BUFFER_COLUMNS = 131_072  # rows of all tables that came as columns
_BUFFER_CHARACTERS = 16 << 20
_SHOWN = 200

_BESIDE_NODES = {"aliases": "names", "types": "types", "supertypes": "supertypes"}
"""The tables of what rows tell that does not stand in the row of the entity itself, by the kind of the rows."""


class Part:
    """One part in the making. `rows` counts by table, `drops` by reason, `left_out` what is `usual` among them, all of
    this part alone. Not for threads."""

    def __init__(self, folder: Path, number: int, rank: int, listed: int, usual: frozenset[str] = frozenset()) -> None:
        self._folder = make_folder(folder)
        self._number = number
        self._rank = rank
        self._listed = listed
        self._usual = usual
        self._held: dict[str, list[tuple[Any, ...]]] = {name: [] for name in TABLES}
        self._values: set[str] = set()  # those of this batch: they need not stand there twice
        self._relations: set[str] = set()  # likewise: known to be sound
        self._columns: dict[str, list[pa.RecordBatch]] = {name: [] for name in TABLES}
        self._pending = self._pending_columns = 0
        self._characters = 0
        self._writers: dict[str, pq.ParquetWriter] = {}
        self.rows: Counter[str] = Counter()
        self.drops: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()
        self._take: dict[type, Callable[[Any], None]] = {
            Statement: self._statement,
            Node: self._node,
            RelationName: self._relation,
            Lost: self._lost,
            Rows: self._rows,
            Position: lambda _: None,
        }

    @property
    def size(self) -> int:
        """Rows of all tables."""
        return self.rows.total()

    def add(self, item: Item | Rows) -> None:
        """Take an item or many in; what breaks a bound is a drop, a long description is cut."""
        self._take[type(item)](item)
        if (
            self._pending >= _BUFFER
            or self._characters >= _BUFFER_CHARACTERS
            or self._pending_columns >= _BUFFER_COLUMNS
        ):
            self._flush()

    def close(self) -> None:
        """Put everything on the disk. The part counts once the journal names it."""
        self._flush()
        for name, writer in self._writers.items():
            writer.close()
            with open(self._folder / part_name(self._number, name), "rb") as file:
                os.fsync(file.fileno())
        self._writers.clear()

    # ------------------------------------------------------------------ items
    def _statement(self, item: Statement) -> None:
        subject, relation, target = item.subject, item.relation, item.object
        fault = fault_of_id(subject)
        if not fault and relation not in self._relations and not (fault := fault_of_id(relation)):
            self._relations.add(relation)
        if isinstance(target, str):
            object_id, fault = target, fault or fault_of_id(target)
        else:
            object_id, fault = target.id, fault or _fault_of_value(target)
        if fault:
            self._drop(f"{subject[:_SHOWN]} {relation[:_SHOWN]}", fault)
            return
        self._put("statements", (subject, relation, object_id))
        if isinstance(target, Value) and object_id not in self._values:
            self._values.add(object_id)
            self._put("values", (object_id, target.kind, one_line(target.label), one_line(target.unit)))

    def _node(self, item: Node) -> None:
        if fault := fault_of_id(item.id):
            self._drop(item.id[:_SHOWN], fault)
            return
        id = item.id
        label = self._label(id, item.label, "label") if item.label else ""
        description = one_line(item.description)
        if not is_unicode(description):
            self._drop(id, "description-not-unicode")
            description = ""
        if len(description) > LONGEST_DESCRIPTION:
            self.left_out["description-cut"] += 1
            description = beginning(description, LONGEST_DESCRIPTION)
        page = item.page
        if len(page) > LONGEST_PAGE or not is_unicode(page):
            self._drop(id, "page-too-long" if is_unicode(page) else "page-not-unicode")
            page = ""
        self._put("nodes", (id, self._rank, label, description, page))
        self._characters += len(label) + len(description) + len(page)
        for alias in item.aliases:
            if name := self._label(id, alias, "alias"):
                self._put("names", (id, name))
        for table, targets in (("types", item.types), ("supertypes", item.supertypes)):
            for target in targets:
                if fault := fault_of_id(target):
                    self._drop(f"{id}: {table[:-1]} {target[:_SHOWN]}", fault)
                else:
                    self._put(table, (id, target))

    def _relation(self, item: RelationName) -> None:
        if fault := fault_of_id(item.id):
            self._drop(item.id[:_SHOWN], fault)
        elif label := self._label(item.id, item.label, "label"):
            self._put("relations", (item.id, self._rank, label))

    def _lost(self, item: Lost) -> None:
        if item.reason in self._usual:
            self.left_out[item.reason] += item.count
            return
        self._drop(item.where, item.reason, item.detail, item.count)

    def _rows(self, rows: Rows) -> None:
        """Many items that are alike: as columns where all of them are within bounds."""
        if not len(rows):
            return
        if not within_bounds(rows):
            for item in rows.items():
                self.add(item)
            return
        ids, told = rows.columns[0], rows.columns[-1]
        rank, empty = pa.repeat(pa.scalar(self._rank, pa.int32()), len(rows)), pa.repeat("", len(rows))
        if rows.kind == "statements":
            self._put_columns("statements", *rows.columns)
        elif rows.kind == "relation-labels":
            self._put_columns("relations", ids, rank, told)
        else:
            texts = [told if rows.kind == kind else empty for kind in ("labels", "descriptions", "pages")]
            self._put_columns("nodes", ids, rank, *texts)
            if (table := _BESIDE_NODES.get(rows.kind)) is not None:
                self._put_columns(table, ids, told)

    def _label(self, id: str, text: str, what: str) -> str:
        """A label or alias on one line; "" and a drop if there is nothing of it, or too much."""
        text = one_line(text)
        if not text:
            self._drop(id, f"{what}-empty")
        elif len(text) > LONGEST_LABEL:
            self._drop(id, f"{what}-too-long", text)
        elif not text.isascii() and not is_unicode(text):
            self._drop(id, f"{what}-not-unicode", text)
        else:
            return text
        return ""

    def _drop(self, where: str, reason: str, detail: str = "", count: int = 1) -> None:
        self.drops[reason] += count
        if self._listed + self.rows["drops"] < LISTED:
            self._put("drops", (_shown(where), reason, _shown(detail), count))

    # ------------------------------------------------------------------ rows
    def _put(self, table: str, row: tuple[Any, ...]) -> None:
        self._held[table].append(row)
        self.rows[table] += 1
        self._pending += 1

    def _put_columns(self, table: str, *columns: pa.Array) -> None:
        batch = pa.record_batch(list(columns), schema=TABLES[table])
        self._columns[table].append(batch)
        self.rows[table] += batch.num_rows
        self._pending_columns += batch.num_rows
        self._characters += batch.nbytes

    def _flush(self) -> None:
        for name, schema in TABLES.items():
            batches = self._columns[name]
            if held := self._held[name]:
                told = zip(zip(*held, strict=True), schema, strict=True)
                columns = [pa.array(column, field.type) for column, field in told]
                batches.append(pa.record_batch(columns, schema=schema))
                held.clear()
            if not batches:
                continue
            if name not in self._writers:
                path = self._folder / part_name(self._number, name)
                self._writers[name] = pq.ParquetWriter(path, schema, compression="zstd", compression_level=1)
            whole = pa.Table.from_batches(batches).combine_chunks()  # one row group
            self._writers[name].write_table(whole, row_group_size=whole.num_rows)
            batches.clear()
        self._values.clear()
        self._relations.clear()
        self._pending = self._pending_columns = self._characters = 0


def part_name(number: int, table: str) -> str:
    """The file of one table of one part."""
    return f"{number:06}-{table}.parquet"


def _fault_of_value(value: Value) -> str:
    if max(len(value.canonical), len(value.unit)) > LONGEST_ID or len(value.label) > LONGEST_LABEL:
        return "value-too-long"
    if not value.canonical:
        return "value-empty"
    return "" if is_unicode(value.canonical + value.unit + value.label) else "value-not-unicode"


def _shown(text: str) -> str:
    return one_line(text[:_SHOWN]).encode("utf-8", "backslashreplace").decode("utf-8")
