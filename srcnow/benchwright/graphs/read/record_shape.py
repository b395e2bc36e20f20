"""Find the paths of a JSON file's records, maps whose keys are codes, and references between records.

A path is written with dots and stands for all records; `*` in it stands for any key of a map whose keys are codes, and
is left out of what people see (`shown_path`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.graphs.items import Loss
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.json_elements import elements_of

_CODE = re.compile(r"[a-z]{2,3}|[A-Z]{2,3}|\d{1,4}")
_CODES = 5
_REFERRING = 0.95
_DEPTH = 20
_PATHS = 10_000
"""Different paths that are looked at; a file with more has keys that are data, and no fields."""


@dataclass(frozen=True, slots=True)
class Shape:
    """`coded` are the paths of maps whose keys are codes, `referring` those whose strings are `ids` of other records,
    `paths` all that lead to a value."""

    ids: frozenset[str]
    coded: frozenset[str]
    paths: frozenset[str]
    referring: frozenset[str]


def shown_path(path: str) -> str:
    """A path as people write it: `languages` for `languages.*`."""
    return path.replace(".*", "")


def is_below(path: str, roots: tuple[str, ...]) -> bool:
    """Whether a shown path is one of the roots or lies under one."""
    return any(path == root or path.startswith(f"{root}.") for root in roots)


def leaves(value: object, coded: frozenset[str], path: str = "", depth: int = 0) -> Iterator[tuple[str, object]]:
    """Every value of a record with its path, in order. What lies more than 20 deep is given as it is."""
    if isinstance(value, dict) and depth < _DEPTH:
        for key, part in value.items():
            below = f"{path}.*" if path in coded else f"{path}.{key}" if path else key
            yield from leaves(part, coded, below, depth + 1)
    elif isinstance(value, list) and depth < _DEPTH:
        for part in value:
            yield from leaves(part, coded, path, depth + 1)
    else:
        yield path, value


def first_text(data: Mapping[str, object], coded: frozenset[str], path: str) -> str:
    """The first string or whole number at a shown path, as text, "" if there is none."""
    for at, value in leaves(data, coded):
        if shown_path(at) == path and isinstance(value, str | int) and not isinstance(value, bool):
            return str(value)
    return ""


def shape_of(path: Path, options: GraphReadOptions, id_path: str) -> Shape:
    """Read the file three times: for the keys of its maps, for its ids, and for what its strings are."""
    keys: dict[str, set[str] | None] = {}
    for data in _records(path, options):
        _note_keys(data, keys)
    coded = frozenset(at for at, codes in keys.items() if at and codes is not None and len(codes) >= _CODES)
    ids = frozenset(filter(None, (first_text(data, coded, id_path) for data in _records(path, options))))
    counts: dict[str, list[int]] = {}
    for data in _records(path, options):
        _note_strings(data, coded, first_text(data, coded, id_path), ids, counts)
    referring = (at for at, (strings, others, own) in counts.items() if others > own and others >= _REFERRING * strings)
    return Shape(ids, coded, frozenset(counts), frozenset(referring))


def _records(path: Path, options: GraphReadOptions) -> Iterator[Mapping[str, object]]:
    for element in elements_of(path, options.limits):
        if not isinstance(element, Loss):
            yield element.data


def _note_keys(value: object, keys: dict[str, set[str] | None], path: str = "", depth: int = 0) -> None:
    """Collect the keys of the maps at each path; None if one of them is not a code."""
    if isinstance(value, list) and depth < _DEPTH:
        for part in value:
            _note_keys(part, keys, path, depth + 1)
    if not isinstance(value, dict) or depth >= _DEPTH:
        return
    codes = all(map(_CODE.fullmatch, value))
    if path in keys or len(keys) < _PATHS:
        codes_here = keys.setdefault(path, set())
        if not codes:
            keys[path] = None
        elif codes_here is not None:
            codes_here.update(value)
    for key, part in value.items():
        below = f"{path}.{key}" if path else key
        _note_keys(part, keys, f"{path}.*" if path and codes else below, depth + 1)


def _note_strings(
    data: Mapping[str, object], coded: frozenset[str], id: str, ids: frozenset[str], counts: dict[str, list[int]]
) -> None:
    """Count for each path the strings, those that are ids of other records, and those that are the record's own."""
    for path, value in leaves(data, coded):
        if path not in counts and len(counts) >= _PATHS:
            continue
        count = counts.setdefault(path, [0, 0, 0])
        if isinstance(value, str) and value:
            count[0] += 1
            count[1] += value in ids and value != id
            count[2] += value == id
