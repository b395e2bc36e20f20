"""Simulate how often intervals cover the truth, how often tests raise false alarms, and their power.

    python perf/coverage.py [--repeats 4000] [--clusters 30 100] [--only means power corrected]

Made-up scores whose truth is known are drawn again and again: documents of one, five or 1 to 20 questions, questions
on one document alike or not (intra-cluster correlation 0, 0.2, 0.5), scores that are 0 or 1, halves, or graded.
Promised, for 30 documents and more and rates from 0.1 to 0.9: 95 % intervals hold the truth in 93-97 %; a test at 5 %
raises a false alarm in at most 6 %, after correction in any of its tests too; the difference that is told to be
detectable is found in 75-85 %. A cell misses only by more than two standard errors of its own simulation. Where each
document has one question that is right or wrong, coverage jumps with the rate (30 answers have 31 means), and no
interval is free of that; such cells are averaged over 41 rates from 0.02 below to 0.02 above (inwards at 0.1 and 0.9).
Where differences lean to one side (mean 0, exponential or log-normal) at most 8 % are promised, with any number of
documents: below 30 some of them get no verdict.
Who loses exactly a margin, however rarely, is shown to be above it in at most 5 % (`margins`).
`corrected` are shares of right answers that a judge with known errors scored, corrected for its errors
(`rogan_gladen`) and by labels (`prediction_powered`): promised are 93-97 % from 100 test items of each kind or
100 labels on; those that are mostly told to be rough (less of these, rates of 0.1 and 0.9) stand in brackets.
`taus` are intervals of Kendall's tau between two benchmarks of the same systems: 93 % at least.
Exit 1 if a promised cell misses. Those in brackets are not promised: where most intervals are told to be rough because
fewer than five documents differ, and sizes of documents that are geometric (the largest hold most of the questions).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from scipy.special import ndtr

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

from clustered import Kind, Sample, Shape, Sizes, pair, rates, sample, scores, seconds, sizes, skewed
from judged_answers import MadeUpAnswers, MadeUpJudge, judged_answers, with_labels, with_test_items

from benchwright.statistics import Interval, above_p, mean_intervals, paired, step_down_p
from benchwright.statistics.prediction_powered import prediction_powered
from benchwright.statistics.rank_correlation import MeasuredSystems, kendall_tau, tau_interval
from benchwright.statistics.rogan_gladen import rogan_gladen

RESAMPLES, PERMUTATIONS = 1000, 4000
AT_ONCE = 250  # repeats over the same sizes of documents; few where the sizes decide the mean
SKEWED = 0.08  # false alarms at most
KINDS: tuple[Kind, ...] = ("binary", "halves", "graded")
SIZES: tuple[Sizes, ...] = ("1", "5", "1-20", "1-20, large ones harder", "geometric")
JUDGES = (MadeUpJudge(0.95, 0.95), MadeUpJudge(0.85, 0.7), MadeUpJudge(0.99, 0.9))
PAIRS = ((0.5, 0.5, 0.0), (0.5, 0.4, 0.6), (0.1, 0.1, 0.5), (0.2, 0.1, 0.5), (0.9, 0.7, 0.0))


@dataclass
class Tally:
    """Cells that were measured, and those that missed."""

    missed: int = 0
    cells: int = 0

    def row(self, name: str, shares: list[float], low: float, high: float, count: int, rough: Sequence[bool]) -> None:
        """Print a row of shares in percent; count those outside of `low` and `high`, but for `rough` ones."""
        marks = []
        for share, unpromised in zip(shares, rough, strict=True):
            slack = 2 * (max(share * (1 - share), 1e-4) / count) ** 0.5
            bad = not unpromised and not low - slack <= share <= high + slack
            self.cells += not unpromised
            self.missed += bad
            marks.append(f"({100 * share:.1f})".rjust(8) if unpromised else f"{100 * share:7.1f}{'*' if bad else ' '}")
        print(f"  {name:<54}{''.join(marks)}", flush=True)


def held(intervals: tuple[Interval, ...], truth: float) -> Iterator[bool]:
    for one in intervals:
        yield one.low is not None and one.high is not None and one.low - 1e-12 <= truth <= one.high + 1e-12


def draws(repeats: int, name: str) -> Iterator[tuple[int, np.random.Generator, int]]:
    """Batches that come to `repeats`: how many, their generator, a seed."""
    at_once = AT_ONCE // 10 if "harder" in name else AT_ONCE
    for batch in range(-(-repeats // at_once)):
        seed = np.random.SeedSequence([batch, *name.encode()])
        yield at_once, np.random.default_rng(seed), batch


def mean_share(clusters: int, size: Sizes, rate: float, icc: float, kind: Kind, repeats: int) -> float:
    shares = []
    grid = np.linspace(-0.02, 0.02, 41) if size == "1" and kind == "binary" else np.zeros(1)
    grid = grid - min(0.0, rate + grid.min() - 0.1) - max(0.0, rate + grid.max() - 0.9)
    for offset in grid:
        for count, draw, seed in draws(max(repeats // len(grid), AT_ONCE), f"{clusters}{size}{rate}{icc}{kind}"):
            made = sample(clusters, size, rate + float(offset), icc, kind, count, draw)
            got = mean_intervals(made.values, made.clusters, resamples=RESAMPLES, seed=seed)
            shares.append(float(np.mean(list(held(got, made.truth)))))
    return float(np.mean(shares))


def means(clusters: int, repeats: int, tally: Tally) -> None:
    columns = (0.1, 0.2, 0.5, 0.8, 0.9)
    print(f"\nmeans, {clusters} documents: % of intervals that hold the truth; rates {columns}")
    for kind, size, icc in product(KINDS, SIZES, (0.0, 0.2, 0.5)):
        if size == "1" and icc:
            continue
        shares = [mean_share(clusters, size, rate, icc, kind, repeats) for rate in columns]
        tally.row(f"{kind}, {size} a document, icc {icc}", shares, 0.93, 0.97, repeats, [size == "geometric"] * 5)


def latencies(clusters: int, repeats: int, tally: Tally) -> None:
    columns = (0.3, 0.5, 0.8)
    print(f"\nlatencies, {clusters} documents: log-normal, spread of the logarithm {columns}")
    for size, icc in product(SIZES[:3], (0.0, 0.2, 0.5)):
        if size == "1" and icc:
            continue
        shares = []
        for spread in columns:
            got: list[bool] = []
            for count, draw, seed in draws(repeats, f"{clusters}{size}{spread}{icc}"):
                made: Sample = seconds(clusters, size, spread, icc, count, draw)
                intervals = mean_intervals(made.values, made.clusters, bounds=None, resamples=RESAMPLES, seed=seed)
                got += held(intervals, made.truth)
            shares.append(float(np.mean(got)))
        tally.row(f"{size} a document, icc {icc}", shares, 0.93, 0.97, repeats, [False] * 3)


def differences(clusters: int, repeats: int, tally: Tally) -> None:
    print(f"\ndifferences, {clusters} documents: % held; rates and share alike {PAIRS}")
    alarms: list[tuple[str, list[float]]] = []
    for kind, size, icc in product(KINDS[:2], SIZES[:3], (0.0, 0.2, 0.5)):
        if size == "1" and icc:
            continue
        shares, false, rough = [], [], []
        for first, second, alike in PAIRS:
            got: list[bool] = []
            below: list[bool] = []
            sparse: list[bool] = []
            for count, draw, seed in draws(repeats, f"{clusters}{size}{first}{second}{alike}{icc}{kind}"):
                a, b, codes = pair(clusters, size, first, second, alike, icc, kind, count, draw)
                found = paired(a, b, codes, resamples=RESAMPLES, permutations=PERMUTATIONS, seed=seed)
                got += held(tuple(one.difference for one in found), first - second)
                sparse += ["differ" in one.difference.why for one in found]
                below += [one.p is not None and one.p <= 0.05 for one in found]
            shares.append(float(np.mean(got)))
            rough.append(float(np.mean(sparse)) > 0.5)
            if first == second:
                false.append(float(np.mean(below)))
        name = f"{kind}, {size} a document, icc {icc}"
        tally.row(name, shares, 0.93, 0.97, repeats, rough)
        alarms.append((name, false))
    print(f"\nfalse alarms, {clusters} documents: % of p <= 0.05 where nothing differs; rates 0.5 and 0.1")
    for name, false in alarms:
        tally.row(name, false, 0.0, 0.06, repeats, [False] * 2)


def lopsided(clusters: int, repeats: int, tally: Tally) -> None:
    """Differences of mean 0 that lean to one side: swapping labels is not what makes them alike."""
    shapes: tuple[Shape, ...] = ("exponential", "log-normal", "rare")
    print(f"\nfalse alarms where differences of mean 0 lean to one side, {clusters} documents: {', '.join(shapes)}")
    for size, icc in product(SIZES[:3], (0.0, 0.3)):
        if size == "1" and icc:
            continue
        false = []
        for shape in shapes:
            below: list[bool] = []
            for count, draw, seed in draws(repeats, f"{clusters}{size}{shape}{icc}"):
                made = skewed(clusters, size, shape, icc, count, draw)
                zero = np.zeros_like(made.values)
                found = paired(
                    made.values, zero, made.clusters, bounds=None, resamples=100, permutations=PERMUTATIONS, seed=seed
                )
                below += [one.p is not None and one.p <= 0.05 for one in found]
            false.append(float(np.mean(below)))
        tally.row(f"{size} a document, icc {icc}", false, 0.0, SKEWED, repeats, [False, False, True])


def margins(clusters: int, repeats: int, tally: Tally) -> None:
    columns = (0.02, 0.05, 0.1)
    print(f"\nmargins, {clusters} documents: % shown to be above the margin, by which they lose exactly; {columns}")
    for size, icc in product(SIZES, (0.0, 0.5, 0.95)):
        if size == "1" and icc:
            continue
        shares = []
        for margin in columns:
            passed: list[bool] = []
            for count, draw, seed in draws(repeats, f"{clusters}{size}{margin}{icc}"):
                codes = np.repeat(np.arange(clusters), sizes(size, clusters, draw))
                lost = scores(rates(np.full(clusters, margin), icc, count, draw)[codes], "binary", draw)
                for column in lost.T:
                    p = above_p(-column, codes, -margin, least=-1.0, draws=1000, seed=seed)
                    passed.append(p is not None and p < 0.05)
            shares.append(float(np.mean(passed)))
        tally.row(f"losses alone, {size} a document, icc {icc}", shares, 0.0, 0.05, repeats, [False] * 3)


def families(clusters: int, repeats: int, tally: Tally) -> None:
    """Any false alarm among all pairs of 2, 6 and 12 systems that do not differ, and which pairs are found where one
    system is better than all others: corrected together, and by Holm's method."""
    print(
        f"\nany false alarm among all pairs of systems, {clusters} documents; 1 question, and 1-20 of icc 0, 0.2, 0.5"
    )
    cases: tuple[tuple[Sizes, float], ...] = (("1", 0.0), ("1-20", 0.0), ("1-20", 0.2), ("1-20", 0.5))
    for systems, better in product((2, 6, 12), (0.0, 0.12)):
        first, second = np.triu_indices(systems, 1)
        shares, power, by_holm = [], [], []
        for size, icc in cases:
            alarmed: list[bool] = []
            found: list[bool] = []
            holm: list[bool] = []
            for count, draw, seed in draws(repeats // 4, f"{clusters}{icc}{systems}"):
                made = sample(clusters, size, 0.4, icc, "binary", systems * count, draw)
                values = made.values.reshape(len(made.values), count, systems)
                lifted = draw.random(values[:, :, 0].shape) < (better if size != "1" else 4 * better)
                values[:, :, 0] = np.where(lifted, 1.0, values[:, :, 0])
                for family in range(count):
                    a, b = values[:, family, first], values[:, family, second]
                    tests = paired(a, b, made.clusters, resamples=100, permutations=PERMUTATIONS, seed=seed)
                    sums = np.zeros((clusters, len(first)))
                    np.add.at(sums, made.clusters, a - b)
                    p = [one.p for one in tests]
                    shown = [one is not None and one <= 0.05 for one in step_down_p(p, sums, PERMUTATIONS, seed).p]
                    real = (first == 0) & (better > 0)
                    alarmed.append(any(one for one, true in zip(shown, real, strict=True) if not true))
                    found += [one for one, true in zip(shown, real, strict=True) if true]
                    least = _holm(p)
                    holm += [least[at] <= 0.05 for at in np.flatnonzero(real)]
            shares.append(float(np.mean(alarmed)) if systems > 2 or not better else 0.0)
            power.append(float(np.mean(found or [False])))
            by_holm.append(float(np.mean(holm or [False])))
        name = f"{systems} systems" + (f", one better by {better:.0%}" if better else "")
        tally.row(name, shares, 0.0, 0.06, repeats // 4, [False] * len(cases))
        if better:
            told = " ".join(f"{100 * one:.1f} ({100 * other:.1f})" for one, other in zip(power, by_holm, strict=True))
            print(f"    real differences that are found, in percent (by Holm): {told}")


def _holm(p: Sequence[float | None]) -> list[float]:
    """Holm 1979: the smallest times the number of tests, the next times one less ..., never below one before it."""
    order = sorted(range(len(p)), key=lambda at: p[at] or 0.0)
    corrected, least = [1.0] * len(p), 0.0
    for rank, at in enumerate(order):
        least = corrected[at] = max(least, min(1.0, (p[at] or 0.0) * (len(p) - rank)))
    return corrected


def power(clusters: int, repeats: int, tally: Tally) -> None:
    """A difference that samples told to be detectable on the average is made true, and tested."""
    print(f"\npower at the difference that is told, {clusters} documents; icc 0, 0.2, 0.5")
    for kind, size in product(KINDS[:2], SIZES[:3]):
        shares = []
        for icc in (0.0, 0.2, 0.5):
            told = 0.15
            for _ in range(3):  # the spread of differences depends on the rates: tell it where it is true
                draw = np.random.default_rng(5)
                a, b, codes = pair(clusters, size, 0.4 + told, 0.4, 0.5, icc, kind, AT_ONCE, draw)
                found = paired(a, b, codes, resamples=100, permutations=100)
                told = float(np.mean([one.detectable for one in found if one.detectable is not None]))
            shown: list[bool] = []
            for count, draw, seed in draws(repeats, f"{clusters}{size}{icc}{kind}"):
                a, b, codes = pair(clusters, size, 0.4 + told, 0.4, 0.5, icc, kind, count, draw)
                found = paired(a, b, codes, resamples=100, permutations=PERMUTATIONS, seed=seed)
                shown += [one.p is not None and one.p <= 0.05 for one in found]
            shares.append(float(np.mean(shown)))
        tally.row(f"{kind}, {size} a document", shares, 0.75, 0.85, repeats, [False] * 3)


def corrected(clusters: int, repeats: int, tally: Tally) -> None:
    columns = (0.1, 0.3, 0.5, 0.9)
    count = max(repeats // 4, 100)
    told = ", ".join(f"{judge.sensitivity:g}/{judge.specificity:g}" for judge in JUDGES)
    methods = {"judge's errors": "test items of each kind", "labels": "labels"}
    for (method, unit), number in product(methods.items(), (20, 50, 100, 200)):
        print(f"\nshares corrected by {method}, {clusters} documents, {number} {unit}; judges {told}; shares {columns}")
        for size, icc in product(SIZES[:3], (0.0, 0.2)):
            if size == "1" and (icc or clusters < 2 * number):
                continue
            shares, rough, missing = [], [], 0
            for judge, share in product(JUDGES, columns):
                got: list[bool] = []
                doubts: list[bool] = []
                draw = np.random.default_rng(np.random.SeedSequence([clusters, number, *f"{size}{icc}".encode()]))
                for _ in range(count):
                    made = judged_answers(MadeUpAnswers(clusters, size, share, icc), judge, draw)
                    if method == "labels":
                        found = prediction_powered(*with_labels(made, number, draw)).estimate
                    else:
                        found = rogan_gladen(*with_test_items(made, number, draw))
                    missing += found.low is None
                    if found.low is not None:
                        got += held((found,), share)
                        doubts.append(bool(found.sureness))
                shares.append(float(np.mean(got)))
                rough.append(float(np.mean(doubts)) > 0.25)
            tally.row(f"{size} a document, icc {icc}", shares, 0.93, 0.97, count, rough)
            if missing:
                print(f"    {missing} of {count * len(shares)} were told to have no interval")


def taus(clusters: int, repeats: int, tally: Tally) -> None:
    """Of two benchmarks on the same systems; what they order alike, in part and the other way round."""
    count = max(repeats // 20, 50)
    columns = (0.01, 0.03, 0.1)
    print(f"\nintervals of tau, {clusters} documents of 5 questions; neighbours {columns} apart")
    for number, (name, turned) in product((5, 8), (("alike", 0), ("half turned", 2), ("turned", 1))):
        shares, widths = [], []
        for gap in columns:
            means = [0.5 + gap * (place - (number - 1) / 2) for place in range(number)]
            first = number if turned == 1 else number // 2 if turned == 2 else 0
            others = [*means[:first][::-1], *means[first:]]
            truth = kendall_tau(means, others)
            draw = np.random.default_rng(np.random.SeedSequence([clusters, number, turned, int(1000 * gap)]))
            got = []
            for seed in range(count):
                sides = [_systems(of, clusters, draw) for of in (means, others)]
                found = tau_interval(*sides, together=False, rows=500, seed=seed)
                if found is not None and truth is not None:
                    got.append(found[0] - 1e-9 <= truth <= found[1] + 1e-9)
                    widths.append(found[1] - found[0])
            shares.append(float(np.mean(got)))
        tally.row(f"{number} systems, {name} (mean width {np.mean(widths):.2f})", shares, 0.93, 1.0, count, [False] * 3)


def _systems(means: Sequence[float], clusters: int, draw: np.random.Generator) -> MeasuredSystems:
    """Right and wrong answers; a fifth of what makes them so is the document's."""
    codes = np.repeat(np.arange(clusters), 5)
    alike = np.repeat(draw.normal(size=(clusters, 1)), 5, axis=0) * 0.2**0.5
    right = ndtr(alike + draw.normal(size=(len(codes), len(means))) * 0.8**0.5) < np.array(means)
    return MeasuredSystems(right.astype(np.float64), codes, np.ones(right.shape, dtype=np.bool_))


PARTS = {
    "means": means,
    "latencies": latencies,
    "differences": differences,
    "lopsided": lopsided,
    "margins": margins,
    "families": families,
    "power": power,
    "corrected": corrected,
    "taus": taus,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=2000)
    parser.add_argument("--clusters", type=int, nargs="+", default=[30, 100])
    parser.add_argument("--only", choices=sorted(PARTS), nargs="+", default=list(PARTS))
    given = parser.parse_args()
    start = time.perf_counter()
    tally = Tally()
    for clusters in given.clusters:
        for part in given.only:
            PARTS[part](clusters, given.repeats, tally)
    print(f"\n{tally.missed} of {tally.cells} promised cells missed, {time.perf_counter() - start:.0f} s")
    return 1 if tally.missed else 0


if __name__ == "__main__":
    sys.exit(main())
