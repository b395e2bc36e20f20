"""Write what was gathered into parts: Parquet files that the journal names once they are whole.

    <load>/journal.jsonl                     what is loaded; then one line a part: input, position, rows, drops
    <load>/parts/000003-statements.parquet   (subject, relation, object), as they came
    <load>/parts/000003-nodes.parquet ...

What stands behind the last journal line is thrown away when a load goes on, so that a kill costs one part at most.
Rows go to the disk as soon as some ten thousand were gathered, so that memory does not grow with the input.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq

from benchwright.files.atomic import make_folder
from benchwright.graphs.items import Item, ItemColumns
from benchwright.graphs.load.item_tables import LISTED, TABLES, ItemGatherer, ItemTables


class LoadPart:
    """One part in the making. `rows` counts by table, `drops` by reason, `left_out` what is `usual` among them, all of
    this part alone, and whole once it is closed. Not for threads."""

    def __init__(self, folder: Path, number: int, rank: int, listed: int, usual: frozenset[str] = frozenset()) -> None:
        self._folder = make_folder(folder)
        self._number = number
        self._listed = listed
        self._gathering = ItemGatherer(rank, usual)
        self._writers: dict[str, pq.ParquetWriter] = {}
        self.rows: Counter[str] = Counter()
        self.drops: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()

    @property
    def size(self) -> int:
        """Rows of all tables."""
        return self.rows.total() + self._gathering.rows.total()

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files so far."""
        return tuple(part_name(self._number, name) for name in self._writers)

    @property
    def statements(self) -> int:
        return self.rows["statements"] + self._gathering.rows["statements"]

    def add(self, item: Item | ItemColumns | ItemTables) -> None:
        """Take an item in, or many, or what was gathered of some elsewhere."""
        if isinstance(item, ItemTables):
            self._write(self._gathering.take())  # drops stay in their order
            self._write(item)
        elif self._gathering.add(item):
            self._write(self._gathering.take())

    def close(self) -> None:
        """Write everything to the part's files. The part counts once the journal names them."""
        self._write(self._gathering.take())
        for writer in self._writers.values():
            writer.close()

    def _write(self, gathered: ItemTables) -> None:
        for name, table in gathered.tables.items():
            if name == "drops":
                table = table.slice(0, max(0, LISTED - self._listed - self.rows["drops"]))
            if not table.num_rows:
                continue
            if name not in self._writers:
                path = self._folder / part_name(self._number, name)
                self._writers[name] = pq.ParquetWriter(path, TABLES[name], compression="zstd", compression_level=1)
            self._writers[name].write_table(table, row_group_size=table.num_rows)
            self.rows[name] += table.num_rows
        self.drops += gathered.drops
        self.left_out += gathered.left_out


def part_name(number: int, table: str) -> str:
    """The file of one table of one part."""
    return f"{number:06}-{table}.parquet"
