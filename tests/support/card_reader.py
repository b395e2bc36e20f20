"""Read the figures of a card again, from its files and the benchmark's, with no code of Benchwright's.

A claim is a small query; docs/card.md tells what it means. Rows of tables are read as Markdown.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet

_ESCAPE = re.compile(r"\\([\\`*_\[\]<>|#&!])")
_CELLS = re.compile(r"(?<!\\)\|")


def records(bench: Path, file: str) -> list[Any]:
    """The records of one file of a benchmark."""
    if file == "manifest.json":
        return [json.loads((bench / file).read_text("utf-8"))]
    if file == "examples.jsonl":
        return [json.loads(one) for one in (bench / file).read_text("utf-8").splitlines()]
    assert file == "sources.parquet"
    return [{**one, "licence": one["licence"] or ""} for one in parquet.read_table(bench / file).to_pylist()]


def look(record: Any, field: str) -> Any:
    """What stands under a field."""
    if field == "":
        return record
    first, _, rest = field.partition("/")
    key = first.replace("~1", "/").replace("~0", "~")
    return look(record[key], rest) if isinstance(record, dict) and key in record else None


def value(bench: Path, claim: dict[str, Any]) -> Any:
    """What the benchmark's files say where a claim points."""
    items = records(bench, claim["file"])
    if "over" in claim:
        items = [item for record in items for item in (look(record, claim["over"]) or [])]
    for field, wanted in claim.get("where", {}).items():
        items = [item for item in items if look(item, field) == wanted]
    found = [look(item, claim.get("field", "")) for item in items]
    match claim["operation"]:
        case "count":
            return len(found)
        case "distinct":
            return len({json.dumps(one, sort_keys=True) for one in found})
        case "sum":
            return sum(one for one in found if one is not None)
        case _:
            (only,) = found
            return only


def rows(page: str) -> list[tuple[str, str]]:
    """Label and value of every row of the tables of a page."""
    lines = [one for one in page.splitlines() if one.startswith("| ") and not one.startswith("| | Value")]
    cells = [[_ESCAPE.sub(r"\1", cell.strip()) for cell in _CELLS.split(one)[1:-1]] for one in lines]
    assert all(len(one) == 3 for one in cells)
    return [(one[0], one[1]) for one in cells]


def prose(page: str) -> list[str]:
    """The lines of a page that are in no table, in its head or the canary."""
    body = page.split("---\n", 2)[2] if page.startswith("---\n") else page
    return [one for one in body.splitlines() if one and one[0] not in "|>" and "Canary" not in one]
