"""What became of the tables of a corpus and of the queries that they give, counted: a cell that ends short or empty
says why by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Fate = Literal["kept", "few", "many", "unnamed", "without-page", "untold", "without-value"]
"""What becomes of a query: it is asked; it has too few or, proven, too many answers; too many rows name nothing that
can be told apart, have no page, have one that does not tell the words of the table's name, or one that tells these and
not the value."""


@dataclass(frozen=True, slots=True)
class Census:
    """Of all `tables`, `sets` list a set, the others were `refused`, by reason; `paged` of the sets have pages enough,
    `cut` may be cut short.
    `unasked` of them give no query: of table-simple those whose name has no bounds, of table-composition those without
    a column that parts their rows. `fates` counts the queries of the others. `best` is the largest share of rows that
    is proven of a query which falls by nothing but that (0: there is none), `shortest` the smallest number of proven
    answers that is too many (0: none is)."""

    tables: int
    refused: Mapping[str, int]
    sets: int
    paged: int
    cut: int
    unasked: int
    fates: Mapping[Fate, int]
    best: float = 0.0
    shortest: int = 0

    @property
    def queries(self) -> int:
        """How many queries there are to look at."""
        return sum(self.fates.values())
