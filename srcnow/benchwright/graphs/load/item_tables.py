"""Gather the items of readers into tables in memory; check, bound and count them.

The same items make the same rows in whatever process they are gathered; what is lost stands in the order of the items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from benchwright.graphs.items import (
    GraphValue,
    Item,
    ItemColumns,
    Loss,
    Node,
    Position,
    RelationName,
    Triple,
)
from benchwright.graphs.load.text_bounds import (
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

_ROWS = 32_768  # of all tables together
_COLUMNS = 131_072  # of all tables, of rows that came as columns
_CHARACTERS = 16 << 20
_SHOWN = 200

_BESIDE_NODES = {"aliases": "names", "types": "types", "supertypes": "supertypes"}
"""The tables of what rows tell that does not stand in the row of the entity itself, by the kind of the rows."""


@dataclass(frozen=True, slots=True)
class ItemTables:
    """Rows by table, where there are any; drops counted by reason, and what is usual among what was left out. At most
    `LISTED` drops are rows."""

    tables: dict[str, pa.Table]
    drops: Counter[str]
    left_out: Counter[str]


class ItemGatherer:
    """Rows in the making. `rank` is the number of the input, `usual` the losses that its format brings about. `rows`
    counts by table. Not for threads."""

    def __init__(self, rank: int, usual: frozenset[str] = frozenset()) -> None:
        self._rank = rank
        self._usual = usual
        self._row_lists: dict[str, list[tuple[Any, ...]]] = {name: [] for name in TABLES}
        self._columns: dict[str, list[pa.RecordBatch]] = {name: [] for name in TABLES}
        self._take: dict[type, Callable[[Any], None]] = {
            Triple: self._statement,
            Node: self._node,
            RelationName: self._relation,
            Loss: self._lost,
            ItemColumns: self._rows,
            Position: lambda _: None,
        }
        self._begin()

    def _begin(self) -> None:
        self._values: set[str] = set()  # they need not stand there twice
        self._relations: set[str] = set()  # known to be sound
        self._pending = self._pending_columns = self._characters = 0
        self.rows: Counter[str] = Counter()
        self._drops: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()

    def add(self, item: Item | ItemColumns) -> bool:
        """Take an item or many in; what breaks a bound is a drop, a long description is cut. Whether it is time to take
        the rows out."""
        self._take[type(item)](item)
        return self._pending >= _ROWS or self._characters >= _CHARACTERS or self._pending_columns >= _COLUMNS

    def take(self) -> ItemTables:
        """What was gathered since the last time."""
        tables = {}
        for name, schema in TABLES.items():
            batches = self._columns[name]
            if rows := self._row_lists[name]:
                fields = zip(zip(*rows, strict=True), schema, strict=True)
                columns = [pa.array(column, field.type) for column, field in fields]
                batches.append(pa.record_batch(columns, schema=schema))
                rows.clear()
            if batches:
                tables[name] = pa.Table.from_batches(batches)
                batches.clear()
        gathered = ItemTables(tables, self._drops, self._left_out)
        self._begin()
        return gathered

    # ------------------------------------------------------------------ items
    def _statement(self, item: Triple) -> None:
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
        if isinstance(target, GraphValue) and object_id not in self._values:
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
            self._left_out["description-cut"] += 1
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

    def _lost(self, item: Loss) -> None:
        if item.reason in self._usual:
            self._left_out[item.reason] += item.count
            return
        self._drop(item.where, item.reason, item.detail, item.count)

    def _rows(self, rows: ItemColumns) -> None:
        """Many items that are alike: as columns where all of them are within bounds."""
        if not len(rows):
            return
        if not within_bounds(rows):
            for item in rows.items():
                self.add(item)
            return
        ids, texts_column = rows.columns[0], rows.columns[-1]
        rank, empty = pa.repeat(pa.scalar(self._rank, pa.int32()), len(rows)), pa.repeat("", len(rows))
        if rows.kind == "statements":
            self._put_columns("statements", *rows.columns)
        elif rows.kind == "relation-labels":
            self._put_columns("relations", ids, rank, texts_column)
        else:
            texts = [texts_column if rows.kind == kind else empty for kind in ("labels", "descriptions", "pages")]
            self._put_columns("nodes", ids, rank, *texts)
            if (table := _BESIDE_NODES.get(rows.kind)) is not None:
                self._put_columns(table, ids, texts_column)

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
        self._drops[reason] += count
        if self.rows["drops"] < LISTED:
            self._put("drops", (_excerpt(where), reason, _excerpt(detail), count))

    # ------------------------------------------------------------------ rows
    def _put(self, table: str, row: tuple[Any, ...]) -> None:
        self._row_lists[table].append(row)
        self.rows[table] += 1
        self._pending += 1

    def _put_columns(self, table: str, *columns: pa.Array) -> None:
        batch = pa.record_batch(list(columns), schema=TABLES[table])
        self._columns[table].append(batch)
        self.rows[table] += batch.num_rows
        self._pending_columns += batch.num_rows
        self._characters += batch.nbytes


def _fault_of_value(value: GraphValue) -> str:
    if max(len(value.canonical), len(value.unit)) > LONGEST_ID or len(value.label) > LONGEST_LABEL:
        return "value-too-long"
    if not value.canonical:
        return "value-empty"
    return "" if is_unicode(value.canonical + value.unit + value.label) else "value-not-unicode"


def _excerpt(text: str) -> str:
    return one_line(text[:_SHOWN]).encode("utf-8", "backslashreplace").decode("utf-8")
