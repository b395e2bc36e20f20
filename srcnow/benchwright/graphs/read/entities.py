"""Read entities as JSON Lines: id, label, aliases, types and page.

    {"id": "/m/027rn", "label": "Dominican Republic", "description": "country in the Caribbean", "aliases": ["DR"],
     "types": ["island nation"], "wikipedia": "https://en.wikipedia.org/wiki/Dominican_Republic", "passage_id": "..."}

`name` stands for the label where there is none and is an alias beside one. The page is the id of a passage if there
is one, else a title or an address.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from benchwright.graphs.items import Item, Loss, Node, Position
from benchwright.graphs.read.base import GraphReadOptions, beginning, line_reader
from benchwright.graphs.read.file_lines import FileLine
from benchwright.graphs.read.graph_values import ValueRefusedError, one_line
from benchwright.graphs.read.json_lines import JsonLine, objects_of
from benchwright.graphs.read.losses import LossCounter
from benchwright.readers.inputs import plain_suffix

LABELS = ("label", "name", "title")
PAGES = ("passage_id", "page", "wikipedia", "url")


def _detect(path: Path) -> bool:
    if plain_suffix(path) not in (".jsonl", ".ndjson"):
        return False
    line = beginning(path).removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0]
    # The line may be longer than what is looked at, so that it need not be whole.
    return (
        line.lstrip().startswith(b"{") and b'"id"' in line and any(b'"%b"' % name.encode() in line for name in LABELS)
    )


def _read(
    lines: Iterable[FileLine | Loss | Position], name: str, options: GraphReadOptions, losses: LossCounter
) -> Iterator[Item]:
    """One node a line. Lost: `bad-json`, `bad-entity` (no object, no id), and what `lines_of` says; counted:
    `bad-field` for a field of another type than it should be, and what `plain` says."""
    for line in objects_of(lines, name, bytes.strip):
        if not isinstance(line, JsonLine):
            yield line
            continue
        data = line.value
        node = _EntityFields(data, line.number, options, losses).node() if isinstance(data, dict) else None
        yield node or line.lost("bad-entity")


class _EntityFields:
    """The fields of one line; what is of another type than it should be is counted and left out."""

    def __init__(self, data: Mapping[str, Any], line: int, options: GraphReadOptions, losses: LossCounter) -> None:
        self._data = data
        self._line = line
        self._options = options
        self._losses = losses

    def node(self) -> Node | None:
        options = self._options
        id = self._first((options.id,) if options.id else ("id",))
        if not id:
            return None
        names = [self._text(field) for field in ((options.label,) if options.label else LABELS[:2])]
        label = next(filter(None, names), "") or ("" if options.label else self._text(LABELS[2]))
        names += self._all(options.aliases or ("aliases",))
        types = [*self._all(options.types or ("types",)), options.record_type]
        return Node(
            id,
            label,
            self._text(options.description or "description", whole=True),
            self._first((options.page,) if options.page else PAGES),
            self._losses.bounded_aliases(self._line, label, names, options.limits.aliases),
            tuple(dict.fromkeys(filter(None, types))),
            tuple(dict.fromkeys(self._all(("supertypes",)))),
        )

    def _first(self, fields: tuple[str, ...]) -> str:
        return next(filter(None, map(self._text, fields)), "")

    def _text(self, field: str, *, whole: bool = False) -> str:
        value = self._data.get(field)
        return "" if value is None else self._clean(value, field, whole=whole)

    def _all(self, fields: tuple[str, ...]) -> list[str]:
        texts: list[str] = []
        for field in fields:
            value = self._data.get(field)
            listed = value if isinstance(value, list) else [] if value is None else [value]
            texts.extend(filter(None, (self._clean(one, field) for one in listed)))
        return texts

    def _clean(self, value: object, field: str, *, whole: bool = False) -> str:
        """A string or a whole number as text, "" for anything else. `whole`: it may be of any length."""
        if not isinstance(value, str | int) or isinstance(value, bool):
            self._losses.add(self._line, "bad-field", field)
            return ""
        try:
            return one_line(str(value), None if whole else self._options.limits.name_characters)
        except (ValueRefusedError, ValueError) as error:
            self._losses.add(self._line, getattr(error, "reason", "bad-field"), field)
            return ""


READER = line_reader("entities", _detect, _read)
