"""Define the kinds of sources, and how many of each kind a question needs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from benchwright.records.canonical import JsonRecord

_PART = re.compile(r"^([1-9]?)(text|table|image)$")


class Modality(StrEnum):
    """The kind of a source: text, table or image."""

    TEXT = "text"
    TABLE = "table"
    IMAGE = "image"


@dataclass(frozen=True, slots=True, order=True)
class Modalities(JsonRecord):
    """How many sources of each kind a question needs. Written as `text`, `2text`, `text+table` or `2text+image`."""

    text: int = 0
    table: int = 0
    image: int = 0

    @classmethod
    def parse(cls, spec: str) -> Modalities:
        """Read `text+table`, `2text+image`, `text+text`. Raises ValueError for anything else."""
        counts = {"text": 0, "table": 0, "image": 0}
        for part in spec.replace(" ", "").split("+"):
            match = _PART.match(part)
            if not match:
                raise ValueError(f"{spec!r} is not a list of modalities such as text, 2text or text+table")
            counts[match[2]] += int(match[1] or 1)
        return cls(**counts)

    @classmethod
    def of(cls, kinds: Iterable[Modality]) -> Modalities:
        """Count the modalities of these sources."""
        listed = [str(kind) for kind in kinds]
        return cls(text=listed.count("text"), table=listed.count("table"), image=listed.count("image"))

    @property
    def total(self) -> int:
        """The number of sources of all kinds."""
        return self.text + self.table + self.image

    def __str__(self) -> str:
        parts = ((self.text, "text"), (self.table, "table"), (self.image, "image"))
        return "+".join(f"{n if n > 1 else ''}{name}" for n, name in parts if n)
