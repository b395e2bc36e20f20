"""Measure how many sources per second facts are read from, against the least possible work.

    python perf/facts.py [--counts 5000 20000]
    python perf/facts.py --counts 10000 60000 180000     the growth that a big corpus sees

The passages are synthetic: one person each, with dates and places that the readers find. The floor makes every source
and splits its text into words, in one process. Bound: as many seconds as 120 for 200,000 sources would be, and two more
for starting the other processes.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.workflows.facts import ensure_facts

SEED = 13
SYLLABLES = (
    "ba",
    "cor",
    "den",
    "fal",
    "gri",
    "hol",
    "jar",
    "kel",
    "lor",
    "mon",
    "nas",
    "per",
    "rud",
    "sil",
    "tor",
    "wen",
)
FIRST = ("Ada", "Boris", "Clara", "David", "Emma", "Felix", "Grace", "Henry", "Ida", "James", "Karl", "Laura")
MONTHS = ("January", "March", "May", "July", "September", "November")
TRADES = ("politician", "footballer", "painter", "actress", "composer", "engineer")
TOWNS = ("Hamburg", "Boston", "Lyon", "Perth", "Madrid", "Vienna")
WORDS = ("river", "tree", "stone", "cloud", "north", "age", "salt", "copper", "wheat", "harbour", "engine", "valley")


def write_people(path: Path, count: int) -> None:
    """`count` passages about one person each, as JSON Lines. Names are made of a number, so that none comes twice."""
    draw = random.Random(SEED)
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            digits, left = [], number + len(SYLLABLES) ** 2
            while left:
                left, digit = divmod(left, len(SYLLABLES))
                digits.append(SYLLABLES[digit])
            name = f"{draw.choice(FIRST)} {''.join(digits).capitalize()}"
            born, died = draw.randint(1800, 1900), draw.randint(1920, 1990)
            dates = [f"{draw.randint(1, 28)} {draw.choice(MONTHS)} {year}" for year in (born, died)]
            filler = " ".join(" ".join(draw.choices(WORDS, k=14)).capitalize() + "." for _ in range(4))
            text = (
                f"{name} ({dates[0]} – {dates[1]}) was a German {draw.choice(TRADES)}. "
                f"{name.split()[1]} was born in {draw.choice(TOWNS)}. {filler}"
            )
            file.write(json.dumps({"id": f"p{number}", "title": name, "text": text}) + "\n")


def floor(corpus: Corpus) -> int:
    """Make every source and split its text; how many words there are."""
    return sum(len(source.text.split()) for source in corpus.sources())


def main() -> int:
    """Print a line a size; 1 if the bound is not kept at one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", type=int, nargs="+", default=[5_000, 20_000])
    kept = True
    for count in parser.parse_args().counts:
        with TemporaryDirectory() as temporary:
            folder = Path(temporary)
            write_people(folder / "people.jsonl", count)
            ingest_paths([folder / "people.jsonl"], folder / "corpus")
            corpus = Corpus.open(folder / "corpus")
            start = time.perf_counter()
            floor(corpus)
            least = time.perf_counter() - start
            start = time.perf_counter()
            facts, _ = ensure_facts(corpus)
            took = time.perf_counter() - start
        bound = 120 * count / 200_000 + 2
        kept = kept and took <= bound
        print(
            f"{count:>8,} sources {took:>7.2f} s {count / took:>8,.0f} a second, {len(facts):,} facts, "
            f"{took / least:.0f} times the floor; bound {bound:.1f} s: {'met' if took <= bound else 'MISSED'}"
        )
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
