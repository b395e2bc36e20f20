"""Measure how often the key column of a list is found, on hand-labelled tables.

    python perf/table_keys.py tests/data/list_tables/tables.jsonl

Prints one line a part of the labels, `seen` before the rule was written and `held-out`, with the accuracy of the rule,
of taking the first column, and of `facts.keys` (which only knows a closed list of headers), and the misses.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

from benchwright.facts.headers import read_header
from benchwright.facts.keys import find_key
from benchwright.makers.lists.tables.key_column import key_column
from benchwright.makers.lists.tables.set_names import head_of
from benchwright.records import Json, Table


def table_of(record: Json) -> Table:
    """The table of a labelled line."""
    return Table.from_json({"header": [record["header"]], "rows": record["rows"], "links": record["links"]})


def main(path: str) -> None:
    parts: dict[str, list[tuple[Json, int | None, int | None]]] = defaultdict(list)
    for line in Path(path).read_text("utf-8").splitlines():
        record = json.loads(line)
        table = table_of(record)
        found = key_column(table, head_of(record["title"]))
        known = find_key([read_header(name) for name in record["header"]], table.rows)
        parts[record["part"]].append(
            (record, None if found is None else found.column, None if known is None else known.column)
        )
    for part, rows in parts.items():
        right = sum(column in record["key"] for record, column, _ in rows)
        first = sum(0 in record["key"] for record, _, _ in rows)
        facts = sum(known in record["key"] for record, _, known in rows)
        count = len(rows)
        print(
            f"{part}: {count} tables, rule {right / count:.3f}, first column {first / count:.3f}, "
            f"facts.keys {facts / count:.3f}"
        )
        for record, column, _ in rows:
            if column not in record["key"]:
                print(f"  {record['title']}: {record['header']}, is {record['key']}, found {column}")


if __name__ == "__main__":
    main(sys.argv[1])
