"""A JSON value a line, as Wikidata's dump and entity lines are: read, with bad lines told. Knows no entity."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from benchwright.graphs.items import Lost, Position
from benchwright.graphs.read.lines import Line, shown


@dataclass(frozen=True, slots=True)
class Told:
    """The value of a line, its number from 1, where it stands (file and line), and its first words."""

    number: int
    value: Any
    where: str
    text: bytes

    def lost(self, reason: str) -> Lost:
        """The line as one that was left out."""
        return Lost(self.where, reason, shown(self.text))


def objects_of(
    lines: Iterable[Line | Lost | Position], name: str, trimmed: Callable[[bytes], bytes]
) -> Iterator[Told | Lost | Position]:
    """Every line that is not blank when `trimmed`, as a value; `name` is the file's. Lost: `bad-json`."""
    for found in lines:
        if isinstance(found, Lost | Position):
            yield found
            continue
        text = trimmed(found.text.strip())
        if not text:
            continue
        where = f"{name}:{found.number}"
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            yield Lost(where, "bad-json", shown(text))
            continue
        yield Told(found.number, value, where, text)
