"""A JSON value a line, as Wikidata's dump and entity lines are: read, with bad lines told. Knows no entity."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchwright.corpus.read.inputs import readable_name
from benchwright.graphs.items import Lost, Position
from benchwright.graphs.read.base import ReadOptions
from benchwright.graphs.read.lines import lines_of, shown
from benchwright.graphs.read.losses import Losses


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
    path: Path, options: ReadOptions, resume: Position | None, losses: Losses, trimmed: Callable[[bytes], bytes]
) -> Iterator[Told | Lost | Position]:
    """Every line that is not blank when `trimmed`, as a value. What was counted in `losses` comes before each position.
    Lost: `bad-json`, and what `lines_of` says."""
    name = readable_name(path.name)
    for found in losses.before_positions(lines_of(path, options.limits, resume)):
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
