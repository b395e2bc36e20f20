"""Say how many independent questions a benchmark is worth: questions on one document share their luck.

Documents of very different sizes count as fewer (Kish's effective number), and questions as fewer the more alike those
on one document are (`statistics.intra_cluster`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchwright.evaluate.score_folder import Scores
from benchwright.records import JsonRecord
from benchwright.statistics import intra_cluster_correlation
from benchwright.statistics.intra_cluster import effective_items

CORRELATIONS = (0.0, 0.1, 0.3, 1.0)
"""For which the effective number of questions is told where nothing has been measured: none, what tests of reading
usually show, a lot, and questions of one document that are all right or all wrong."""


@dataclass(frozen=True, slots=True)
class EffectiveQuestions(JsonRecord):
    """How many independent questions tell as much, if questions on one document correlate so. `measured` names the
    scores that the correlation was estimated from, "" for one that is assumed."""

    correlation: float
    questions: float
    measured: str = ""


@dataclass(frozen=True, slots=True)
class EffectiveSize(JsonRecord):
    """Questions, the documents that stand for them in statistics, and how many documents of equal size tell as much."""

    questions: int
    documents: int
    even_documents: float
    rows: tuple[EffectiveQuestions, ...]


def effective_size(clusters: Iterable[str], measured: Sequence[tuple[str, Scores, str]] = ()) -> EffectiveSize:
    """The effective size of questions with these documents. `measured` are scores of them: a name, the scores, and the
    measure to estimate the correlation from."""
    counts = np.array(sorted(Counter(clusters).values()), dtype=np.float64)
    if not len(counts):
        return EffectiveSize(0, 0, 0.0, ())
    found = [(name, _correlation(scores, measure)) for name, scores, measure in measured]
    rows = [EffectiveQuestions(rho, effective_items(counts, rho), name) for name, rho in found if rho is not None]
    rows += [EffectiveQuestions(rho, effective_items(counts, rho)) for rho in CORRELATIONS]
    return EffectiveSize(int(counts.sum()), len(counts), float(counts.sum() ** 2 / (counts**2).sum()), tuple(rows))


def _correlation(scores: Scores, measure: str) -> float | None:
    """How alike questions on one document are, over all systems that are no ceiling or floor."""
    columns = [one.measure(measure) for one in scores.systems if not one.is_bound]
    shown = [one for one in columns if one is not None]
    if not shown:
        return None
    codes = np.unique([one.cluster for one in scores.questions], return_inverse=True)[1].astype(np.int64)
    values = np.stack([one.values for one in shown], axis=1)
    return intra_cluster_correlation(values, codes, scored=np.stack([one.scored for one in shown], axis=1))
