"""The checker `lexical`: reads a sentence by its words, on this machine, with no model.

It looks for words that tell the relation (the cues of its entry in the book) near the two names, for the preposition
that the hypothesis has, for the direction, for cues of another relation that stand nearer, for what the sentence says
that its subject is, for the word that governs the name, and for words that deny or doubt. What else the graph holds of
the pair is asked too. From these named features and the relation a logistic function makes the score;
`perf/evidence.py --fit` fitted the weights, but for those of doubts. At the threshold some 95 % of what is accepted of
a graph is right, and some 60 % of what is stated is accepted, measured on sentences about other things than those that
the weights were fitted to. Where that is too little, `judge` asks a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import exp
from types import MappingProxyType
from typing import Final

from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.cues import CueBook
from benchwright.makers.lists.evidence.signs import features
from benchwright.makers.lists.evidence.weights import RELATIONS, THRESHOLD, WEIGHTS

VERSION = 10
BELIEVED: Final[Mapping[str, float]] = MappingProxyType(
    {**WEIGHTS, **{f"relation {id}": weight for id, weight in RELATIONS.items()}}
)


class Lexical:
    """Scores sentences for relations of one book; the others of the book are the rivals."""

    name = "lexical"

    def __init__(
        self, book: RelationBook, threshold: float = THRESHOLD, weights: Mapping[str, float] | None = None
    ) -> None:
        self.threshold = threshold
        self._weights = dict(BELIEVED if weights is None else weights)
        self._cues = CueBook(book)

    @property
    def fingerprint(self) -> str:
        told = repr((VERSION, sorted(self._weights.items()), self._cues.fingerprint))
        return sha256(told.encode()).hexdigest()

    def score(self, statements: Sequence[Statement]) -> list[float]:
        """One score for each statement, 0 to 1."""
        return [self.score_of(features(one, self._cues)) for one in statements]

    def score_of(self, found: Mapping[str, float]) -> float:
        """The logistic function of the weighted features."""
        total = sum(self._weights.get(name, 0.0) * value for name, value in found.items())
        return 1 / (1 + exp(-max(-50.0, min(50.0, total))))

    def features(self, statement: Statement) -> dict[str, float]:
        """What the score is made from, by name."""
        return features(statement, self._cues)
