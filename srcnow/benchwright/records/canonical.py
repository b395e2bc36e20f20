"""Write records as JSON so that the same record gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from pydantic import TypeAdapter

SCHEMA_VERSION = 1

Json = dict[str, Any]


def dump_line(value: Any) -> str:
    """Canonical JSON on one line: compact, unescaped Unicode, keys in insertion order, no NaN."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def fields_json(record: Any, last: tuple[str, ...] = ()) -> Json:
    """The fields of a dataclass by name, in their order, with those named `last` at the end: paths and states as text,
    records by their own `to_json`."""
    names = [field.name for field in fields(record) if field.name not in last]
    return {name: _plain(getattr(record, name)) for name in (*names, *last)}


class JsonRecord:
    """A dataclass whose JSON is its fields, in their order."""

    __slots__ = ()

    def to_json(self) -> Json:
        return fields_json(self)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Read back what `to_json` wrote; fields that have a default may be missing. Raises ValueError for anything
        else."""
        record: Self = _adapter(cls).validate_python(data)  # type: ignore[arg-type]  # classes are hashable
        return record


@cache
def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter  # 60 ms, and many commands read no records

    return TypeAdapter(kind)


_SCALARS = frozenset({str, int, float, bool, type(None)})


def _plain(value: Any) -> Any:
    if type(value) in _SCALARS:
        return value
    if hasattr(value, "to_json"):
        return value.to_json()
    if isinstance(value, Path | StrEnum):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value
