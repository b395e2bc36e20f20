"""Hold a run matched with the gold: which hit finds which evidence, in the final order of ranks.

Every retrieval measure is computed from this record. Columns are aligned with the questions of the gold, in its order;
a question that the run lacks has no ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.runs import Doubles, Longs


@dataclass(frozen=True, eq=False)
class MatchedRun:
    """The ranks of question i are `starts[i]:starts[i + 1]`, best first. `gains[j]` are the gold sources that rank j
    finds for the first time: one where the hit is that source, several where a chunk completes several, () for none.
    `relevant[j]` says whether the hit holds evidence of any gold set, even if an earlier hit held it too; `hits[j]` is
    the hit's place in the columns of the run. `notes` counts by reason what was changed or left out (ties, NaN,
    repeats, missing questions ...), for the output."""

    name: str
    gold: Gold
    starts: Longs
    gains: Sequence[tuple[str, ...]]
    relevant: NDArray[np.bool_]
    scores: Doubles
    hits: Longs
    notes: Mapping[str, int] = field(default_factory=dict)

    def ranks(self, place: int, depth: int | None = None) -> slice:
        """The ranks of one question, the first `depth` of them."""
        start, end = int(self.starts[place]), int(self.starts[place + 1])
        return slice(start, end if depth is None else min(end, start + depth))


class SourceGains(Sequence[tuple[str, ...]]):
    """`MatchedRun.gains` of a run that names sources, as columns: hit j finds `names[codes[j]]` for the first time,
    whose grade is `grades[j]`; nothing where the code is -1 and the grade 0. Looks like a sequence of tuples, so that
    millions of hits need no millions of objects."""

    def __init__(self, codes: Longs, grades: Longs, names: Sequence[str]) -> None:
        self.codes = codes
        self.grades = grades
        self.names = names

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, place: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> SourceGains: ...
    def __getitem__(self, place: int | slice) -> tuple[str, ...] | SourceGains:
        if isinstance(place, slice):
            return SourceGains(self.codes[place], self.grades[place], self.names)
        code = int(self.codes[place])
        return () if code < 0 else (self.names[code],)


def evidence_shares(gold_sets: Sequence[frozenset[str]], gains: Iterable[tuple[str, ...]]) -> Doubles:
    """The share of the best gold set's sources that ranks 1..j show, for each j [ranks]; 0 without gold sets."""
    sources: set[str] = set()
    shares: list[float] = []
    best = 0.0
    for gain in gains:
        if gain:
            sources.update(gain)
            best = max((len(one & sources) / len(one) for one in gold_sets if one), default=0.0)
        shares.append(best)
    return np.array(shares, dtype=np.float64)
