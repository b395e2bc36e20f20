"""List the fields of a file's records, and refuse options that name a field that is not there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.graphs.items import Loss
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.json_elements import elements_of
from benchwright.graphs.read.record_shape import shown_path

_MOST = 10_000
_SHOWN = 20
_NEAR = 3
_DEPTH = 20


def fields_of(path: Path, options: GraphReadOptions, records: int | None = None) -> tuple[str, ...]:
    """The dotted paths of the records of a file, lists passed through, in the order that they are met; at most 10,000.
    `records`: look at so many of them (None: at all)."""
    paths: dict[str, None] = {}
    elements = (one for one in elements_of(path, options.limits) if not isinstance(one, Loss))
    for element in islice(elements, records):
        if len(paths) >= _MOST:
            break
        _collect(element.data, "", paths, 0)
    return tuple(paths)


def _collect(value: object, path: str, paths: dict[str, None], depth: int) -> None:
    if isinstance(value, dict) and depth < _DEPTH:
        for key, part in value.items():
            below = f"{path}.{key}" if path else str(key)
            paths.setdefault(shown_path(below))
            _collect(part, below, paths, depth + 1)
    elif isinstance(value, list) and depth < _DEPTH:
        for part in value:
            _collect(part, path, paths, depth + 1)


def near_fields(name: str, fields: Sequence[str]) -> str:
    """What to tell a user who named a field that is not there: those near it, else the first ones that there are."""
    near = get_close_matches(name, fields, n=_NEAR, cutoff=0.6)
    return f"near it: {', '.join(near)}" if near else there_are(fields)


def there_are(fields: Iterable[str]) -> str:
    """The outer fields of records, in words, at most 20 of them."""
    outer = [field[:60] for field in fields if "." not in field]
    more = ", ..." if len(outer) > _SHOWN else ""
    return f"the fields are: {', '.join(outer[:_SHOWN])}{more}" if outer else "there are no records"


def check_fields(paths: Sequence[Path], options: GraphReadOptions) -> None:
    """UsageError for a field that an option names and that no record of the files has."""
    options_and_fields = [
        *((option, field) for option, field in (("--id", options.id), ("--label", options.label)) if field),
        *(("--alias", field) for field in options.aliases),
        *(("--reference", field) for field in options.references if field),
        *(("--leave-out", field) for field in options.leave_out),
    ]
    if not options_and_fields:
        return
    fields = tuple(dict.fromkeys(field for path in paths for field in fields_of(path, options)))
    if len(fields) >= _MOST:  # keys that are data: not all of them were looked at
        return
    for option, field in options_and_fields:
        if field not in fields:
            raise UsageError(f"{option} {field[:80]}: no record has such a field", hint=near_fields(field, fields))
