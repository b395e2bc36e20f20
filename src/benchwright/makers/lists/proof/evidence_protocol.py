"""Declares what a knowledge base needs from the search for evidence: sentences that state a triple."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from benchwright.makers.lists.evidence.records import End


class StatedPlace(Protocol):
    """A sentence that states a triple, or may: positions in the corpus and in the source's text, where the other end is
    named, and which end the page is about."""

    @property
    def source(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def premise(self) -> int: ...
    @property
    def mention_start(self) -> int: ...
    @property
    def mention_end(self) -> int: ...
    @property
    def about(self) -> End: ...
    @property
    def score(self) -> float: ...


class EvidenceIndex(Protocol):
    """Which triples of a graph are stated where (`qampari.evidence` finds it). Rows are those of the graph."""

    @property
    def fingerprint(self) -> str: ...
    @property
    def by(self) -> str: ...
    @property
    def proven(self) -> npt.NDArray[np.bool_]: ...
    def rows_of(self, triple: int) -> Sequence[StatedPlace]: ...
