"""Measure how fast verdicts are worked out of scores, and how much memory they take, for few and many systems.

    python perf/verdict_speed.py [--questions 10000] [--systems 12] [--few 2] [--documents 10000] [--alone]

Scores are drawn by seed: nine measures of answers, of which answer-parts is the main one, with slices by six styles and
ten topics. `summarise` gives every mean its interval, tests and corrects every pair. Each number of systems has a
process of its own. The floor is the multiplication of one drawn block of swaps with the differences of every pair on
the main measure, as often as there are blocks and measures: what no permutation test can leave out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import resource
import subprocess
import sys
import time

import numpy as np

from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.score_folder import ScoredQuestion, Scores, SystemScores
from benchwright.evaluate.summarise import summarise
from benchwright.statistics.permutation import PERMUTATIONS
from benchwright.statistics.resampling import block_rows

SEED = 13
MEASURES = (
    *("answer-parts", "answer-F1", "exact-match", "citation-precision", "citation-recall", "recall@10", "all@10"),
    *("set-recall", "latency"),
)


def drawn_scores(questions: int, systems: int, documents: int) -> Scores:
    """Parts and F1 of several sizes, right or wrong on the others; a tenth is not scored by one system or another."""
    draw = np.random.default_rng(SEED)
    clusters = draw.integers(0, documents, questions) if documents < questions else np.arange(questions)
    styles, topics = draw.integers(0, 6, questions), draw.integers(0, 10, questions)
    asked = tuple(
        ScoredQuestion(f"q{at}", f"style {styles[at]}", "text", f"d{clusters[at]}", {"topic": f"topic {topics[at]}"})
        for at in range(questions)
    )
    hard = draw.random(questions)
    named = []
    for system in range(systems):
        values = []
        for measure in MEASURES:
            right = draw.random(questions) < 0.2 + 0.6 * hard + 0.01 * system
            shares = draw.integers(0, 5, questions) / 4 if measure in MEASURES[:2] else 1.0
            column = draw.random(questions) if measure == "latency" else right * shares
            scored = np.ones(questions, dtype=np.bool_)
            if measure.startswith("citation") and system % 3 == 0:
                scored = draw.random(questions) < 0.9
            values.append(MeasureValues(measure, np.where(scored, column, 0.0).astype(np.float64), scored))
        named.append(SystemScores(f"system {system}", f"system:{system}", tuple(values)))
    return Scores("perf", "", "system", {}, asked, tuple(named))


def floor(questions: int, systems: int) -> float:
    """Seconds that the products take."""
    pairs = systems * (systems - 1) // 2
    draw = np.random.default_rng(SEED)
    rows = block_rows(questions, PERMUTATIONS)
    coins = (draw.random((rows, questions)) < 0.5).astype(np.float32)
    sums = draw.random((questions, -(-pairs // 32) * 32)).astype(np.float32)
    start = time.process_time()
    for _ in range(len(MEASURES) * -(-PERMUTATIONS // rows)):
        coins @ sums
    return time.process_time() - start


def measured(questions: int, systems: int, documents: int) -> dict[str, float | str]:
    scores = drawn_scores(questions, systems, documents)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start, clock = time.process_time(), time.perf_counter()
    summary = summarise(scores, main=MEASURES[0])
    worked, took = time.process_time() - start, time.perf_counter() - clock
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    text = json.dumps(summary.to_json(), sort_keys=True, default=str)
    return {
        "worked": worked,
        "took": took,
        "before": before,
        "peak": peak,
        "floor": floor(questions, systems),
        "digest": hashlib.sha256(text.encode()).hexdigest()[:16],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--systems", type=int, default=12)
    parser.add_argument("--few", type=int, default=2)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--alone", action="store_true", help="this number of systems only, as JSON")
    told = parser.parse_args()
    if told.alone:
        print(json.dumps(measured(told.questions, told.systems, told.documents)))
        return
    peaks = []
    for systems in (told.few, told.systems):
        asked = (f"--questions={told.questions}", f"--documents={told.documents}", f"--systems={systems}", "--alone")
        done = subprocess.run([sys.executable, __file__, *asked], check=True, capture_output=True, text=True)
        found = json.loads(done.stdout)
        peaks.append(found["peak"])
        ratio = found["worked"] / found["floor"]
        print(
            f"{systems:>3} systems: {found['worked']:6.2f} s of processor time ({found['took']:.2f} s on the clock), "
            f"{ratio:.1f} times the floor's {found['floor']:.2f} s; peak {found['peak']:,.0f} MB, "
            f"{found['before']:,.0f} MB before; summary {found['digest']}",
            flush=True,
        )
    more = told.systems - told.few
    print(f"{(peaks[1] - peaks[0]) / more:.1f} MB more for each system" if more else "")


if __name__ == "__main__":
    main()
