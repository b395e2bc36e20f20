"""Define claims: values that a card states, each with the record that it is read from, and read them.

A claim is a small query over one file. It names the file, an operation and a field, so that anyone can read the value
again without Benchwright:

value      the field of the only record of the file
count      how many items there are
distinct   how many different values the field has
sum        what the field adds up to, where it is a number

Items are the records of the file, or, with `over`, the members of that list in each record. `where` keeps the items
whose fields have these values. A field is a JSON pointer without its first slash (RFC 6901); "" is the item itself.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from benchwright.records import Json, dump_line

Operation = Literal["value", "count", "distinct", "sum"]
CENTS = 6
"""Decimals of a sum of dollars: prices are given for a million tokens."""


@dataclasses.dataclass(frozen=True, slots=True)
class RecordQuery:
    """Where a value stands in the records of a benchmark."""

    file: str
    operation: Operation
    field: str = ""
    over: str = ""
    where: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        """`examples.jsonl: count, style = "list"`, for people."""
        named = f"{self.over}[]/{self.field}".rstrip("/") if self.over else self.field
        kept = [f"{name} = {dump_line(value)}" for name, value in self.where.items()]
        told = [f"{self.operation} {named}".rstrip() if self.operation != "value" else named, *kept]
        return f"{self.file}: {', '.join(told)}"

    def to_json(self) -> Json:
        """The parts that are not empty."""
        parts = {"file": self.file, "operation": self.operation, "field": self.field, "over": self.over}
        return {name: part for name, part in parts.items() if part} | (
            {"where": dict(self.where)} if self.where else {}
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Claim:
    """One stated value: what it is of (`label`), the value, and the record that it is read from."""

    label: str
    value: str | int | float
    query: RecordQuery

    def to_json(self) -> Json:
        return {"label": self.label, "value": self.value, **self.query.to_json()}


def pointer(*parts: str) -> str:
    """The field that these keys lead to."""
    return "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)


def find(record: Any, path: str) -> Any:
    """What stands under a field; None if nothing does."""
    for part in path.split("/") if path else ():
        key = part.replace("~1", "/").replace("~0", "~")
        record = record.get(key) if isinstance(record, Mapping) else None
    return record


def read_value(query: RecordQuery, records: Iterable[Json]) -> str | int | float:
    """The value of a claim. ValueError for a `value` that is not a text or a number."""
    items = [one for one in _items(records, query.over) if all(find(one, at) == v for at, v in query.where.items())]
    if query.operation == "count":
        return len(items)
    values = [find(one, query.field) for one in items]
    if query.operation == "distinct":
        return len({dump_line(value) for value in values if value is not None})
    if query.operation == "sum":
        numbers = [value for value in values if isinstance(value, int | float)]
        return sum(numbers) if all(isinstance(one, int) for one in numbers) else round(math.fsum(numbers), CENTS)
    if len(values) != 1 or not isinstance(values[0], str | int | float):
        raise ValueError(f"{query} is no single value")
    return values[0]


def _items(records: Iterable[Json], over: str) -> Iterator[Any]:
    for record in records:
        if over:
            members = find(record, over)
            yield from members if isinstance(members, list | tuple) else ()
        else:
            yield record
