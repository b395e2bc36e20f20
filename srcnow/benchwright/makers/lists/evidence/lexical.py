"""Scores sentences by a logistic regression over named features, with no model: the checker `lexical`.

The weights, the threshold and what was measured stand in `lexical.yaml`, which `perf/evidence.py --fit` writes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from math import exp
from typing import Final

from benchwright.files.package_data import read_yaml
from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.cues import CueBook
from benchwright.makers.lists.evidence.features import features
from benchwright.records import Json

VERSION = 11
"""Raised when a feature is worked out differently."""
BIAS: Final = "bias"
"""The weight that every statement has."""


@dataclass(frozen=True, slots=True)
class LexicalModel:
    """What was fitted: the weights by the names of the features, the threshold, the rule that chose it, the sentences
    of the fit, and precision and recall by data set."""

    weights: Mapping[str, float]
    threshold: float
    rule: str
    trained_on: str
    measured: Mapping[str, Mapping[str, float]]


@lru_cache(maxsize=1)
def fitted_model() -> LexicalModel:
    """The model that comes with the package."""
    return LexicalModel(**read_yaml(files("benchwright.makers.lists.evidence") / "lexical.yaml"))


class Lexical:
    """Scores sentences for relations of one book. The book's other relations with the same ends are the rivals."""

    name = "lexical"

    def __init__(self, book: RelationBook, threshold: float | None = None, model: LexicalModel | None = None) -> None:
        self.model = fitted_model() if model is None else model
        self.threshold = self.model.threshold if threshold is None else threshold
        self._cues = CueBook(book)

    @property
    def fingerprint(self) -> str:
        parts = repr((VERSION, sorted(self.model.weights.items()), self._cues.fingerprint))
        return sha256(parts.encode()).hexdigest()

    @property
    def measured(self) -> Json:
        """Precision and recall by data set, at the threshold of the fit."""
        return {name: dict(figures) for name, figures in self.model.measured.items()}

    def score(self, statements: Sequence[Statement]) -> list[float]:
        """One score for each statement, 0 to 1."""
        return [self.score_of(self.features(one)) for one in statements]

    def score_of(self, numbers: Mapping[str, float]) -> float:
        """The logistic function of the weighted features."""
        weights = self.model.weights
        total = weights.get(BIAS, 0.0) + sum(weights.get(name, 0.0) * number for name, number in numbers.items())
        return 1 / (1 + exp(-max(-50.0, min(50.0, total))))

    def features(self, statement: Statement) -> dict[str, float]:
        """What the score is made from, by name."""
        return features(statement, self._cues)
