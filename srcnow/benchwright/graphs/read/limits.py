"""Limit what a reader of graphs takes in: bytes of a line, characters of a name, expansion of an archive."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GraphLimits:
    """What a reader takes in; files are untrusted. `line_bytes` bounds a line or a record, `name_characters` an id, a
    label, an alias or a text value, `aliases` those of one record, `expansion` how many bytes a compressed file may
    give for each of its own. What is beyond a limit is left out and counted; descriptions come whole, and the load cuts
    them."""

    line_bytes: int = 64 << 20
    name_characters: int = 1_000
    aliases: int = 1_000
    expansion: int = 1_000
    mark_lines: int = 10_000
    mark_bytes: int = 64 << 20
