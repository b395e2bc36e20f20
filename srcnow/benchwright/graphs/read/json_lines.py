"""Parse a JSON value from each line, and report lines that are not JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from benchwright.graphs.items import Loss, Position
from benchwright.graphs.read.file_lines import FileLine, excerpt


@dataclass(frozen=True, slots=True)
class JsonLine:
    """The value of a line, its number from 1, where it stands (file and line), and its first words."""

    number: int
    value: Any
    where: str
    text: bytes

    def lost(self, reason: str) -> Loss:
        """The line as one that was left out."""
        return Loss(self.where, reason, excerpt(self.text))


def objects_of(
    lines: Iterable[FileLine | Loss | Position], name: str, trimmed: Callable[[bytes], bytes]
) -> Iterator[JsonLine | Loss | Position]:
    """Every line that is not blank when `trimmed`, as a value; `name` is the file's. Lost: `bad-json`."""
    for line in lines:
        if isinstance(line, Loss | Position):
            yield line
            continue
        text = trimmed(line.text.strip())
        if not text:
            continue
        where = f"{name}:{line.number}"
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            yield Loss(where, "bad-json", excerpt(text))
            continue
        yield JsonLine(line.number, value, where, text)
