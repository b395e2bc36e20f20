"""Defines the places in sources that a search for evidence leaves, as columns of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa

End = Literal["subject", "object"]
"""Which end of a triple the page is about, whose sentence names the other."""

ENDS: tuple[End, End] = ("subject", "object")
"""Their codes in the column `about`."""

PLACES = pa.schema(
    [
        ("triple", pa.int64()),  # the row of the graph's triples
        ("source", pa.int32()),  # the position of the source in its corpus
        ("start", pa.int32()),  # the sentence, in code points of the source's text
        ("end", pa.int32()),
        ("premise", pa.int32()),  # where the sentence two before it begins
        ("mention_start", pa.int32()),  # the words that name the other end
        ("mention_end", pa.int32()),
        ("about", pa.int8()),  # a place in ENDS
        ("score", pa.float32()),  # the checker's, 0 to 1
    ]
)
"""The columns of a table of evidence: sorted by triple, then the best score first, then source and place."""


@dataclass(frozen=True, slots=True)
class SentencePlace:
    """One sentence that states a triple. `source` is a position in the corpus; ranges count code points of the source's
    own text. `premise` is where the sentences begin that were read with it."""

    triple: int
    source: int
    start: int
    end: int
    premise: int
    mention_start: int
    mention_end: int
    about: End
    score: float


@dataclass(frozen=True, eq=False)
class EvidenceTable:
    """All places that were accepted for the triples of a graph. `columns` is a table of `PLACES`, `triples` how many
    the graph has; `by` names the checker, `counts` says how many pages, sentences and candidates there were, and what
    was left out, by reason. `fingerprint` changes with anything that the places depend on."""

    columns: pa.Table
    triples: int
    by: str
    fingerprint: str
    counts: dict[str, int]

    def __len__(self) -> int:
        return int(self.columns.num_rows)

    def rows_of(self, triple: int) -> Sequence[SentencePlace]:
        """The places of one triple (a row of the graph's triples), best first."""
        start, end = np.searchsorted(self._triple, [triple, triple + 1])
        return [
            SentencePlace(**(row | {"about": ENDS[row["about"]]}))
            for row in self.columns.slice(int(start), int(end - start)).to_pylist()
        ]

    @cached_property
    def proven(self) -> npt.NDArray[np.bool_]:
        """bool [triples]: whether a place was found that states the triple."""
        flags = np.zeros(self.triples, dtype=np.bool_)
        flags[self._triple] = True
        return flags

    @cached_property
    def _triple(self) -> npt.NDArray[np.int64]:
        rows: npt.NDArray[np.int64] = self.columns.column("triple").to_numpy()
        return rows
