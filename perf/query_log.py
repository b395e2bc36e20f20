"""Measure how fast a log of users' questions is read and masked, and in how much memory.

    python perf/query_log.py                  100,000 and 1,000,000 lines
    python perf/query_log.py --lines 300000   of that many lines, and of a tenth

Half of the lines repeat an earlier question, one in twenty holds an e-mail address or a number, and one in fifty is
German. Each log is read in a process of its own. Bound: ten times as many lines take at most 40 MB more memory.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright.query_log.masked_log import read_masked_log

LINES = 1_000_000
MEMORY_BOUND = 40.0
ASKS = ("How do I reset the", "Where is the", "Why does the", "What is the price of the", "When will you repair the")
THINGS = ("router", "pump", "valve", "invoice", "parcel", "boiler", "switch", "cable", "filter", "sensor")
ENDS = ("in the cellar", "of my account", "that I bought", "for the summer house", "again", "with two motors")


def write_log(path: Path, lines: int) -> None:
    """A log of JSON Lines; the same each time."""
    rng = random.Random(lines)
    asked: list[str] = []
    with path.open("w", encoding="utf-8") as file:
        for number in range(lines):
            if asked and rng.random() < 0.5:
                text = rng.choice(asked)
            else:
                text = f"{rng.choice(ASKS)} {rng.choice(THINGS)} {rng.randrange(999_999)} {rng.choice(ENDS)}?"
                if rng.random() < 0.05:
                    text += f" Write to user{number}@example.org or call +44 20 7946 {number % 10_000:04}."
                if rng.random() < 0.02:
                    text = f"Wann wird die Pumpe Nummer {number % 999} in unserem Keller wieder laufen?"
                if len(asked) < 10_000:
                    asked.append(text)
            file.write(json.dumps({"question": text}) + "\n")


def measure(path: str) -> tuple[float, float, float, int]:
    """Seconds by the clock and of the processor, the most memory of the process in MB, and different questions."""
    started, before = time.perf_counter(), time.process_time()
    log = read_masked_log(path)
    took, busy = time.perf_counter() - started, time.process_time() - before
    return took, busy, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, log.counts.distinct


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=LINES)
    most = parser.parse_args().lines
    memory: list[float] = []
    with TemporaryDirectory() as folder:
        for lines in (most // 10, most):
            path = Path(folder) / f"{lines}.jsonl"
            write_log(path, lines)
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
                seconds, busy, peak, distinct = pool.submit(measure, str(path)).result()
            memory.append(peak)
            print(
                f"{lines:9,} lines, {path.stat().st_size / 1e6:.0f} MB, about {distinct:,} different: "
                f"{seconds:.1f} s, {busy:.1f} s of a processor ({lines / busy:,.0f} lines a second), {peak:.0f} MB"
            )
    grown = memory[1] - memory[0]
    verdict = "ok" if grown <= MEMORY_BOUND else "TOO MUCH"
    print(f"memory grew by {grown:.0f} MB (bound {MEMORY_BOUND:.0f} MB): {verdict}")


if __name__ == "__main__":
    main()
