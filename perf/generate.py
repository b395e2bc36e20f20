"""Measure the way from a file to checked questions at growing sizes: ingest, facts, maker, attempts.

    python perf/generate.py [--counts 5000 20000] [-n 60]
    python perf/generate.py --counts 10000 60000 180000 -n 600     the growth that a big corpus sees
    python perf/generate.py --corpus CORPUS [-n 600]               a corpus of one's own, already ingested

The passages are those of `perf/facts.py`. The first run over a corpus also indexes its words and encodes its sources;
`again` is a new benchmark over the same corpus, which has both. The floor of a question is one bare product of a
vector with those of all sources: its distractors are the nearest of them. Bound: 600 seconds for 200,000 sources and
600 questions, all steps together, in proportion, and 10 more.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.run.report import GenerateReport
from benchwright.workflows.facts import ensure_facts
from benchwright.workflows.generate import generate
from facts import write_people


def bare_products(sources: int, questions: int) -> float:
    """Seconds of the products of `questions` vectors with `sources` rows, one after the other."""
    rows = np.ones((sources, 256), np.float32)
    start = time.perf_counter()
    for _ in range(questions):
        rows @ rows[0]
    return time.perf_counter() - start


def generated(corpus: Path, bench: Path, n: int, name: str) -> tuple[float, GenerateReport]:
    start = time.perf_counter()
    report = generate(corpus, bench, n=n)
    took = time.perf_counter() - start
    print(
        f"  {name:<12}{took:>8.2f} s  {report.examples} questions from {report.attempts} attempts, "
        f"{report.attempts / took:,.0f} a second with opening"
    )
    return took, report


def measure(path: Path, folder: Path, n: int) -> float:
    """Facts and two generations over a corpus; seconds of facts and the first."""
    corpus = Corpus.open(path)
    start = time.perf_counter()
    facts, fresh = ensure_facts(corpus)
    read = time.perf_counter() - start
    state = "read" if fresh else "already there"
    print(f"  facts       {read:>8.2f} s  {len(facts):,} of {len(corpus) / read:,.0f} sources a second, {state}")
    first, report = generated(path, folder / "first", n, "generate")
    again, _ = generated(path, folder / "again", n, "again")
    least = bare_products(len(corpus), report.examples)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"  floor       {least:>8.2f} s  again is {again / max(least, 1e-9):.0f} times that; peak {peak:.2f} GB")
    return read + first


def main() -> int:
    """Print a block a size; 1 if the bound is not kept at one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", type=int, nargs="+", default=[5_000, 20_000])
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("-n", type=int, default=60)
    asked = parser.parse_args()
    kept = True
    for count in [0] if asked.corpus else asked.counts:
        with TemporaryDirectory() as temporary:
            folder = Path(temporary)
            took = 0.0
            if asked.corpus:
                shutil.copytree(asked.corpus, folder / "corpus")
                count = len(Corpus.open(asked.corpus))
                print(f"{count:,} sources")
            else:
                write_people(folder / "people.jsonl", count)
                start = time.perf_counter()
                ingest_paths([folder / "people.jsonl"], folder / "corpus")
                took = time.perf_counter() - start
                print(f"{count:,} sources\n  ingest      {took:>8.2f} s  {count / took:,.0f} sources a second")
            took += measure(folder / "corpus", folder, asked.n)
        bound = 600 * max(count / 200_000, asked.n / 600) + 10
        kept = kept and took <= bound
        print(f"  together    {took:>8.2f} s  bound {bound:.0f} s: {'met' if took <= bound else 'MISSED'}")
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
