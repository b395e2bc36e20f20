"""Test whether a judge may take the place of an annotator (alt-test: Calderon, Reichart and Dror 2025, section 3).

One annotator at a time is left out. On each item that the annotator labelled, the judge and the annotator are held
against the others: who agrees with them at least as well wins, and both may. The judge wins against the annotator if
its share of wins is shown to be higher than the annotator's less `epsilon`, what the judge's low cost is worth. The
judge passes if it wins against at least half of the annotators.

The test of one annotator is the paper's one-sided t-test where every item is a cluster of its own; items in shared
clusters get the variance and the degrees of freedom of clusters. The tests of all annotators are corrected together
(Benjamini and Yekutieli 2001). The advantage is the mean share of the judge's wins: the chance that the judge is as
good as a random annotator or better. It compares judges.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchwright.statistics.cluster_sums import summed
from benchwright.statistics.cluster_variance import degrees, spread

Agreement = Literal["same", "distance"]
"""How a rating is held against others': by the share of equal ones, or by the root of the mean squared difference."""

LEAST = 30
"""Items of an annotator, below which the paper's t-test does not apply: the annotator is left out."""
PASS = 0.5
EXPERTS, SKILLED, CROWD = 0.2, 0.15, 0.1
"""Epsilon for experts, skilled annotators and crowd workers (section 3.3)."""
FALSE_DISCOVERIES = 0.05


@dataclass(frozen=True, slots=True)
class AnnotatorTest:
    """The judge against one annotator over `n` items: the share of items on which each is at least as close to the
    others, the p-value, and whether the judge wins."""

    annotator: str
    n: int
    judge_wins: float
    annotator_wins: float
    p: float
    won: bool


@dataclass(frozen=True, slots=True)
class AlternativeAnnotatorTest:
    """`winning_rate` is the share of annotators that the judge wins against, `advantage` the mean share of its wins;
    None if no annotator could be tested. `left_out` counts annotators and items that take no part, by the reason."""

    epsilon: float
    tests: tuple[AnnotatorTest, ...]
    winning_rate: float | None
    advantage: float | None
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether the judge may take the place of an annotator."""
        return self.winning_rate is not None and self.winning_rate >= PASS


def alternative_annotator_test(
    judge: Mapping[str, float],
    annotators: Mapping[str, Mapping[str, float]],
    *,
    epsilon: float = SKILLED,
    agreement: Agreement = "same",
    clusters: Mapping[str, Hashable] | None = None,
) -> AlternativeAnnotatorTest:
    """The alt-test of a judge's ratings by item against those of `annotators`, by annotator and item. `clusters` says
    which items belong together (default: none). ValueError for an epsilon outside of 0..1."""
    if not 0 <= epsilon <= 1:
        raise ValueError(f"epsilon is {epsilon:g}, and lies within 0 and 1")
    raters: dict[str, list[str]] = {}
    for name, ratings in annotators.items():
        for item in ratings:
            raters.setdefault(item, []).append(name)
    usable = {item for item, names in raters.items() if len(names) > 1 and item in judge}
    alone = sum(len(names) < 2 for names in raters.values())
    unjudged = sum(len(names) > 1 and item not in judge for item, names in raters.items())
    tested: list[tuple[str, int, float, float, float]] = []
    few = 0
    for name, ratings in annotators.items():
        items = [item for item in ratings if item in usable]
        if len(items) < LEAST:
            few += 1
            continue
        others = [[annotators[other][item] for other in raters[item] if other != name] for item in items]
        own = np.array([_closeness(ratings[item], rest, agreement) for item, rest in zip(items, others, strict=True)])
        judged = np.array([_closeness(judge[item], rest, agreement) for item, rest in zip(items, others, strict=True)])
        groups = [clusters[item] if clusters is not None else item for item in items]
        p = _p((own >= judged).astype(np.float64) - (judged >= own), groups, epsilon)
        if p is None:
            few += 1
            continue
        tested.append((name, len(items), float((judged >= own).mean()), float((own >= judged).mean()), p))
    won = _discoveries([row[-1] for row in tested])
    tests = tuple(AnnotatorTest(*row, one) for row, one in zip(tested, won, strict=True))
    reasons = {
        "items of a single annotator": alone,
        "items that the judge did not score": unjudged,
        f"annotators with fewer than {LEAST} items, or items of one document": few,
    }
    return AlternativeAnnotatorTest(
        epsilon,
        tests,
        sum(won) / len(won) if won else None,
        float(np.mean([one.judge_wins for one in tests])) if tests else None,
        {reason: count for reason, count in reasons.items() if count},
    )


def _closeness(rating: float, others: Sequence[float], agreement: Agreement) -> float:
    if agreement == "same":
        return float(np.mean([rating == other for other in others]))
    return -float(np.sqrt(np.mean([(rating - other) ** 2 for other in others])))


def _p(differences: NDArray[np.float64], groups: Sequence[Hashable], bound: float) -> float | None:
    """That the mean of `differences` is below `bound`: one-sided p-value; None if all items are of one cluster."""
    from scipy.special import stdtr

    codes = {group: place for place, group in enumerate(dict.fromkeys(groups))}
    clusters = np.array([codes[group] for group in groups], dtype=np.int64)
    table = differences[:, None].astype(np.float64)
    sums = next(summed(table, clusters, np.ones(table.shape, dtype=np.bool_)))
    if sums.clusters < 2:
        return None
    found = spread(sums)
    mean, variance = float(found.mean[0]), float(found.fair[0])
    if found.level[0]:
        return 0.0 if mean < bound else 1.0
    return float(stdtr(degrees(sums.effective), (mean - bound) / np.sqrt(variance)))


def _discoveries(p: Sequence[float]) -> list[bool]:
    """Which hypotheses the procedure rejects at a false discovery rate of `FALSE_DISCOVERIES`."""
    count = len(p)
    order = sorted(range(count), key=lambda place: p[place])
    harmonic = sum(1 / rank for rank in range(1, count + 1))
    kept = 0
    for rank, place in enumerate(order, 1):
        if p[place] <= rank / count * FALSE_DISCOVERIES / harmonic:
            kept = rank
    rejected = set(order[:kept])
    return [place in rejected for place in range(count)]
