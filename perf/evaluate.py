"""Measure evaluation (run files to a table with intervals and tests) against ir-measures with scipy and ranx.

    python perf/evaluate.py [--questions 10000] [--hits 100] [--systems 6]
    python perf/evaluate.py --peer-python PATH     an interpreter with ranx, e.g. of a virtual environment of its own

All read the same TREC files, which are drawn by seed. Ours and ranx do the whole task: ours with 95 % bootstrap
intervals of every mean and a paired permutation test of every pair with its correction, ranx (`compare`) without
intervals and with its own tests. "Called plainly" reads with ir-measures' readers, measures with `iter_calc`, and calls
`scipy.stats.bootstrap` and `permutation_test` a measure, system and pair: one call of each kind is timed, and counted
as often as it would be made. The second time is within one process, when everything is loaded and compiled. Their means
must agree. Bound: ours takes no longer than either peer, and reading and measuring alone no longer than ir-measures'.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ParamSpec, TypeVar

import numpy as np

from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.measures.retrieval import retrieval_measures
from benchwright.evaluate.run_files import read_qrels, read_run
from benchwright.records import Modalities
from benchwright.statistics import mean_intervals, paired, step_down_p

SEED = 13
POOL = 100_003  # sources; a prime, so that every stride through them visits each once
MEASURES = ("recall@10", "recall@100", "precision@10", "nDCG@10", "MRR@10", "MAP@100")
RESAMPLES = 10_000
CLIENT = Path(__file__).resolve().parent / "rival_clients" / "ranx_compare.py"


def write_files(folder: Path, questions: int, hits: int, systems: int) -> tuple[Path, list[Path]]:
    """Qrels with 1 to 10 sources a question, and runs that find each of them with a likelihood of their own, at ranks
    of their own. No scores are equal: the peers settle ties in other ways."""
    draw = np.random.default_rng(SEED)
    starts, strides = draw.integers(POOL, size=questions), draw.integers(1, POOL, size=questions)
    wanted = draw.integers(1, 11, size=questions)
    qrels = folder / "qrels.trec"
    with qrels.open("w", encoding="utf-8") as file:
        for place in range(questions):
            gold = (starts[place] + strides[place] * np.arange(wanted[place])) % POOL
            file.writelines(f"q{place} 0 doc-{one} 1\n" for one in gold.tolist())
    runs: list[Path] = []
    for system in range(systems):
        runs.append(folder / f"system{system}.trec")
        with runs[-1].open("w", encoding="utf-8") as file:
            for place in range(questions):
                found = np.flatnonzero(draw.random(wanted[place]) < 0.5 + 0.02 * system)
                others = np.arange(10, 10 + hits - len(found))
                order = np.concatenate((found, others))[np.argsort(draw.random(hits) ** (1 + (np.arange(hits) < 3)))]
                docs = ((starts[place] + strides[place] * order) % POOL).tolist()
                scores = np.sort(draw.random(hits))[::-1].tolist()
                file.writelines(
                    f"q{place} Q0 doc-{doc} {at} {score!r} system{system}\n"
                    for at, (doc, score) in enumerate(zip(docs, scores, strict=True), 1)
                )
    return qrels, runs


P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class Clock:
    """Seconds by stage, and those that the processor worked, on all cores together (what a busy machine leaves
    comparable)."""

    stages: dict[str, float] = field(default_factory=dict)
    worked: dict[str, float] = field(default_factory=dict)

    def __call__(self, stage: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        began, worked = time.perf_counter(), time.process_time()
        done = work(*args, **kwargs)
        self.stages[stage] = self.stages.get(stage, 0.0) + time.perf_counter() - began
        self.worked[stage] = self.worked.get(stage, 0.0) + time.process_time() - worked
        return done

    @property
    def total(self) -> float:
        return sum(self.stages.values())


Means = list[list[float]]


def gold_of(qrels: dict[str, dict[str, int]]) -> Gold:
    return Gold(
        "perf",
        "",
        tuple(
            Question(name, name, "", Modalities(text=1), (), (frozenset(docs),), name, (), {})
            for name, docs in qrels.items()
        ),
    )


def ours(qrels_path: Path, run_paths: list[Path]) -> tuple[Clock, Means, str]:
    clock = Clock()
    gold = clock("read", lambda: gold_of(read_qrels(qrels_path)))
    corpus = {source for question in gold for source in question.evidence}
    columns = []
    for path in run_paths:
        run = clock("read", read_run, path)
        found = clock("rank", match_sources, run, gold, corpus)
        measured = clock("measure", retrieval_measures, found, MEASURES)
        columns.append(np.column_stack([one.values for one in measured]))
    clusters = np.arange(len(gold))
    # All systems and pairs in one call each: they share the resamples, and drawing is what costs.
    width = len(MEASURES)
    means = clock("intervals", lambda: mean_intervals(np.hstack(columns), clusters, resamples=RESAMPLES, seed=SEED))
    intervals = [means[start : start + width] for start in range(0, len(means), width)]
    pairs = list(combinations(range(len(columns)), 2))
    first, second = (np.hstack([columns[pair[side]] for pair in pairs]) for side in (0, 1))
    told = clock("pairs", lambda: paired(first, second, clusters, resamples=RESAMPLES, seed=SEED))
    tests = [told[start : start + width] for start in range(0, len(told), width)]

    def table() -> str:
        lines = ["  ".join(["", *MEASURES])]
        corrected = [
            step_down_p([test[m].p for test in tests], (first - second)[:, m::width], seed=SEED).p
            for m in range(len(MEASURES))
        ]
        for system, row in enumerate(intervals):
            cells = []
            for m, one in enumerate(row):
                beaten = sum(
                    system in pair
                    and (p := corrected[m][at]) is not None
                    and p < 0.05
                    and (tests[at][m].difference.mean or 0) * (1 if pair[0] == system else -1) > 0
                    for at, pair in enumerate(pairs)
                )
                cells.append(f"{one.mean:.4f} [{one.low:.4f}, {one.high:.4f}] >{beaten}")
            lines.append("  ".join([f"system{system}", *cells]))
        return "\n".join(lines)

    text = clock("table", table)
    return clock, [[float(value) for value in column.mean(axis=0)] for column in columns], text


def plainly(qrels_path: Path, run_paths: list[Path]) -> tuple[Clock, Means]:
    import ir_measures
    from ir_measures import AP, RR, P, R, nDCG
    from scipy import stats

    # Both readers and the measuring are generators: the work is done where they are made lists.
    read_theirs: Any = ir_measures
    measures = [R @ 10, R @ 100, P @ 10, nDCG @ 10, RR @ 10, AP @ 100]
    clock = Clock()
    qrels = clock("read", list, read_theirs.read_trec_qrels(str(qrels_path)))
    tables = []
    for path in run_paths:
        run = clock("read", list, read_theirs.read_trec_run(str(path)))
        told = clock("measure", list, ir_measures.iter_calc(measures, qrels, run))
        values: dict[str, list[float]] = {str(one): [] for one in measures}
        for metric in told:
            values[str(metric.measure)].append(metric.value)
        tables.append(np.array([values[str(one)] for one in measures]))
    draw = np.random.default_rng(SEED)
    clock(
        "intervals",
        lambda: stats.bootstrap(
            (tables[0][0],), np.mean, n_resamples=RESAMPLES, method="percentile", batch=100, rng=draw
        ),
    )
    clock(
        "pairs",
        lambda: stats.permutation_test(
            (tables[0][0] - tables[1][0],),
            np.mean,
            permutation_type="samples",
            n_resamples=RESAMPLES - 1,
            vectorized=True,
            batch=100,
            rng=draw,
        ),
    )
    count = len(tables)
    for seconds in (clock.stages, clock.worked):
        seconds["intervals"] *= count * len(measures)
        seconds["pairs"] *= count * (count - 1) // 2 * len(measures)
    return clock, [[float(value) for value in table.mean(axis=1)] for table in tables]


@dataclass(frozen=True, slots=True)
class Peer:
    """What ranx said: seconds on the clock and of the processor, the first time and the second, and the means."""

    first: tuple[float, float]
    second: tuple[float, float]
    means: Means


def ranx(python: str, qrels: Path, runs: list[Path]) -> Peer | None:
    try:
        ended = subprocess.run(
            [python, str(CLIENT), str(qrels), *map(str, runs)], capture_output=True, text=True, check=False
        )
    except OSError as error:
        print(f"  ranx left out: {error.strerror}")
        return None
    if ended.returncode:
        print("  ranx left out:", (ended.stderr.strip().splitlines() or ["no reason told"])[-1])
        return None
    told = json.loads(ended.stdout.splitlines()[-1])
    return Peer(tuple(told["first"]), tuple(told["second"]), told["means"])


def said(name: str, clock: Clock) -> str:
    stages = ", ".join(f"{stage} {clock.stages[stage]:.2f} ({clock.worked[stage]:.2f})" for stage in clock.stages)
    return f"  {name:28} {clock.total:8.2f} s ({sum(clock.worked.values()):.2f} s of processor): {stages}"


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--questions", type=int, default=10_000)
    asked.add_argument("--hits", type=int, default=100)
    asked.add_argument("--systems", type=int, default=6)
    asked.add_argument("--peer-python", default="", help="an interpreter that has ranx")
    asked.add_argument("--alone", action="store_true", help="ours only")
    told = asked.parse_args()
    with TemporaryDirectory() as folder:
        qrels, runs = write_files(Path(folder), told.questions, told.hits, told.systems)
        print(f"{told.systems} runs of {told.questions:,} questions x {told.hits} hits, {len(MEASURES)} measures")
        first, means, _ = ours(qrels, runs)
        print(said("ours, first time", first))
        second, _, table = ours(qrels, runs)
        print(said("ours, second time", second))
        print(table)
        if told.alone:
            return 0
        faults: list[str] = []
        plain, theirs = plainly(qrels, runs)
        print(said("ir-measures, scipy (counted)", plain))
        if not np.allclose(means, theirs, rtol=0, atol=1e-12):
            faults.append("our means are not those of ir-measures")
        if first.total > plain.total:
            faults.append("slower than ir-measures and scipy called plainly")
        work = sum(second.stages[stage] for stage in ("read", "rank", "measure"))
        if work > plain.stages["read"] + plain.stages["measure"]:
            faults.append("reading and measuring is slower than ir-measures'")
        if not told.peer_python:
            print("  ranx left out: no --peer-python")
        elif (peer := ranx(told.peer_python, qrels, runs)) is not None:
            for name, (seconds, worked) in (("first", peer.first), ("second", peer.second)):
                print(f"  {f'ranx, {name} time':28} {seconds:8.2f} s ({worked:.2f} s of processor), no intervals")
            if not np.allclose(means, peer.means, rtol=0, atol=1e-9):
                faults.append("our means are not those of ranx")
            for name, mine, (seconds, _) in (("first", first, peer.first), ("second", second, peer.second)):
                if mine.total > seconds:
                    faults.append(f"slower than ranx.compare the {name} time")
        for fault in faults:
            print("FAULT:", fault)
        return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
