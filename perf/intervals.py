"""Measure intervals and all-pairs tests of six systems against plain numpy and scipy in the same run.

    python perf/intervals.py [--questions 10000] [--resamples 10000] [--documents 10000]

6 systems x 6 measures: an interval each, and for each measure the differences of all 15 pairs with a paired permutation
test. `numpy` does what one writes by hand: a percentile bootstrap (one draw of indices serves all columns) and signs
times differences; `scipy` is stats.bootstrap and stats.permutation_test, timed on one column and multiplied, since all
of them take minutes. Neither gives intervals of the differences, clusters, or intervals that hold (ours are
studentised: of each resample also its variance is computed), so that ours do more. Ahead of both is demanded.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchwright.statistics import mean_intervals, paired

Doubles = NDArray[np.float64]
SYSTEMS, MEASURES = 6, 6
BLOCK = 100  # rows of indices or signs that plain numpy holds at a time


def timed(name: str, job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    took = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  {name:<52}{took:>9.2f} s   peak {peak:,.0f} MB", flush=True)
    return took


def plain_bootstrap(values: Doubles, resamples: int) -> Doubles:
    """95 % percentile intervals [2, columns]."""
    draw = np.random.default_rng(1)
    means = []
    for _ in range(0, resamples, BLOCK):
        chosen = draw.integers(0, len(values), (BLOCK, len(values)))
        weights = np.stack([np.bincount(row, minlength=len(values)) for row in chosen])
        means.append(weights @ values / len(values))
    return np.asarray(np.quantile(np.concatenate(means), [0.025, 0.975], axis=0))


def plain_indexing(values: Doubles, resamples: int) -> Doubles:
    """The same as most people write it: index, then mean."""
    draw = np.random.default_rng(1)
    means = [values[draw.integers(0, len(values), len(values))].mean(axis=0) for _ in range(resamples)]
    return np.asarray(np.quantile(means, [0.025, 0.975], axis=0))


def plain_signs(differences: Doubles, permutations: int) -> Doubles:
    """p values [columns]."""
    draw = np.random.default_rng(2)
    seen = np.abs(differences.sum(axis=0))
    counts = np.zeros(differences.shape[1])
    for _ in range(0, permutations, BLOCK):
        signs = draw.choice(np.array([-1.0, 1.0]), (BLOCK, len(differences)))
        counts += (np.abs(signs @ differences) >= seen - 1e-9).sum(axis=0)
    return np.asarray((1 + counts) / (1 + permutations))


def scipy_seconds(values: Doubles, differences: Doubles, count: int) -> tuple[float, float]:
    """Seconds of one interval and one test, called as the manual does, in batches that fit into memory."""
    from scipy import stats

    start = time.perf_counter()
    stats.bootstrap((values[:, 0],), np.mean, n_resamples=count, method="percentile", batch=BLOCK, rng=1)
    middle = time.perf_counter()
    stats.permutation_test(
        (differences[:, 0],),
        np.mean,
        permutation_type="samples",
        vectorized=True,
        n_resamples=count,
        batch=BLOCK,
        rng=1,
    )
    return middle - start, time.perf_counter() - middle


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--resamples", type=int, default=10_000)
    given = parser.parse_args()
    draw = np.random.default_rng(13)
    hard = draw.random((given.questions, 1, 1))
    values = np.clip(draw.random((given.questions, MEASURES, SYSTEMS)) * 0.6 + 0.7 * hard - 0.2, 0, 1).round(2)
    clusters = draw.permutation(given.questions) % given.documents
    first, second = np.triu_indices(SYSTEMS, 1)
    columns = values.reshape(given.questions, -1)
    a, b = (values[:, :, chosen].reshape(given.questions, -1) for chosen in (first, second))
    print(
        f"{given.questions:,} questions in {len(np.unique(clusters)):,} documents, {columns.shape[1]} columns, "
        f"{a.shape[1]} pairs, {given.resamples:,} resamples and permutations"
    )
    mean_intervals(columns[:100], clusters[:100], resamples=100)  # what is loaded once
    count = given.resamples
    means = timed("ours: intervals of means", lambda: mean_intervals(columns, clusters, resamples=count))
    pairs = timed(
        "ours: intervals of differences, tests, power",
        lambda: paired(a, b, clusters, resamples=count, permutations=count),
    )
    ours = means + pairs
    weights = timed("numpy: percentile bootstrap, counted draws", lambda: plain_bootstrap(columns, count))
    indexed = timed("numpy: percentile bootstrap, indexed, a tenth of it", lambda: plain_indexing(columns, count // 10))
    signs = timed("numpy: sign flips", lambda: plain_signs(a - b, count))
    one, test = scipy_seconds(columns, a - b, count)
    print(f"  scipy.stats.bootstrap, one of {columns.shape[1]} columns{'':<13}{one:>9.2f} s")
    print(f"  scipy.stats.permutation_test, one of {a.shape[1]} pairs{'':<8}{test:>9.2f} s")
    rivals = {
        "numpy, counted draws": weights + signs,
        "numpy, indexed draws": 10 * indexed + signs,
        "scipy": one * columns.shape[1] + test * a.shape[1],
    }
    print(f"  ours {ours:.2f} s")
    for name, seconds in rivals.items():
        print(f"  {name:<24}{seconds:>9.2f} s   {seconds / ours:6.1f} times ours")
    return 0 if ours < min(rivals.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
