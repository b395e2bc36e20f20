"""Simulate corrected scores by labels that are drawn within strata of verdicts, against as many drawn from all answers.

    python perf/label_strata.py [--repeats 1000] [--seed 1]

Printed are, for judges alone and with a second opinion, how often 95 % intervals hold the true share of right answers,
and the mean width of the stratified interval over that of prediction-powered inference in the same runs.
"""

from __future__ import annotations

import argparse

import numpy as np

from benchwright.evaluate.judges.verdict_strata import CERTAIN, DOUBTFUL, allocate
from benchwright.statistics import Interval
from benchwright.statistics.joint_means import ClusteredSample
from benchwright.statistics.prediction_powered import post_stratified, prediction_powered

ALIKE = 0.2
"""The correlation of right answers within a document."""
JUDGE, SECOND = (0.9, 0.15), (0.8, 0.25)
"""How often each calls right and wrong answers right."""


def one_run(
    rng: np.random.Generator, documents: int, each: int, share: float, labels: int, *, second: bool
) -> tuple[Interval, Interval]:
    """The interval by strata, and the one by labels drawn from all answers."""
    rates = rng.beta(share * (1 - ALIKE) / ALIKE, (1 - share) * (1 - ALIKE) / ALIKE, documents)
    clusters = np.repeat(np.arange(documents), each)
    truth = (rng.random(len(clusters)) < rates[clusters]).astype(np.float64)
    votes = [
        rng.random(len(clusters)) < np.where(truth == 1, *who) for who in ((JUDGE, SECOND) if second else (JUDGE,))
    ]
    judged = votes[0].astype(np.float64)
    patterns, codes = np.unique(np.stack(votes), axis=1, return_inverse=True)
    codes = codes.ravel()
    sizes = {str(code): int((codes == code).sum()) for code in range(patterns.shape[1])}
    agreed = {code: second and len(set(patterns[:, int(code)].tolist())) == 1 for code in sizes}
    doubt = {code: CERTAIN if agreed[code] else DOUBTFUL for code in sizes}
    says = {code: 1 - doubt[code] if patterns[0, int(code)] else doubt[code] for code in sizes}
    given = allocate(sizes, {}, says, labels)
    rows = [rng.choice(np.flatnonzero(codes == int(code)), count, replace=False) for code, count in given.items()]
    drawn = np.concatenate(rows)
    by_strata = post_stratified(ClusteredSample(truth[drawn], clusters[drawn]), codes[drawn], clusters, codes)
    fair = rng.choice(len(truth), labels, replace=False)
    others = np.setdiff1d(np.arange(len(truth)), fair)
    labelled, said, rest = (
        ClusteredSample(values[at], clusters[at]) for values, at in ((truth, fair), (judged, fair), (judged, others))
    )
    return by_strata, prediction_powered(labelled, said, rest).estimate


def holds(found: Interval, share: float) -> bool:
    return found.low is not None and found.high is not None and found.low <= share <= found.high


def width(found: Interval) -> float:
    return (found.high or 0.0) - (found.low or 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("documents  opinions  share  labels   by strata   from all   width ratio   no interval")
    for documents, each in ((100, 3), (40, 6)):
        for second in (False, True):
            for share in (0.1, 0.3, 0.5, 0.9):
                for labels in (30, 60, 100):
                    rng = np.random.default_rng([options.seed, documents, labels, round(100 * share), second])
                    runs = [one_run(rng, documents, each, share, labels, second=second) for _ in range(options.repeats)]
                    some = [pair for pair in runs if pair[0].mean is not None]
                    strata, fair = (sum(holds(pair[at], share) for pair in some) / len(some) for at in (0, 1))
                    ratio = sum(width(pair[0]) for pair in some) / sum(width(pair[1]) for pair in some)
                    print(
                        f"{documents:>9}  {1 + second:>8}  {share:>5}  {labels:>6}   {strata:>9.1%}   {fair:>8.1%}   "
                        f"{ratio:>11.2f}   {len(runs) - len(some):>11}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
