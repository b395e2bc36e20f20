"""Simple queries, intersections and compositions of a graph with Zipf degrees, at growing sizes, beside plain SQL.

    python perf/lists.py                         200,000 and a million triples
    python perf/lists.py --whole                 1, 5 and 20 million
    python perf/lists.py --triples 2000000       any other sizes

The graph is synthetic and seeded: 200 relations, their sizes and the degrees of what they join are power laws, nine
statements in ten have evidence, and every relation is asked both ways, so that there are twice as many edges as
triples. Each measurement is a process of its own, with the columns read before the clock starts; its peak is all that
the process ever held. SQL is `qampari/sql`, in DuckDB with 3 GB; "product" is A A^T in one piece, as scipy makes it.
All of them have to find the same.

Bounds, and exit status 1 if one is missed: intersections in 1.5 times the product's seconds, compositions in 1.1 times
the SQL's, nothing spilled, 4 GB.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, triu

from benchwright.qampari import compose, intersect
from benchwright.qampari.database import Room, opened
from benchwright.qampari.queries import SLACK, Conditions, Edges, Simples, Ways
from benchwright.qampari.runs import Runs, stretch
from benchwright.qampari.simple import simple_queries

SEED = 13
RELATIONS = 200
MEMORY = "3GB"
PEAK = 4 * 10**9
LIMIT = 1800
"""Seconds after which a process is stopped."""
WIKIDATA = 1_500_000_000
"""Truthy statements of all of Wikidata."""
COLUMNS = ("view", "given", "answer", "triple", "proven")


@dataclass(frozen=True)
class Measured:
    """What one process took: seconds, bytes at its peak, bytes on disk at their peak, how many queries it found."""

    seconds: float
    peak: int
    spilled: int
    found: int
    told: str = ""


def power(draw: np.random.Generator, size: int, below: int, exponent: float) -> npt.NDArray[np.int32]:
    """Numbers from 0 to `below` - 1, number n as frequent as (n + 1) ** -exponent."""
    even = draw.random(size)
    if exponent == 1:
        return np.asarray(below**even - 1, np.int32)
    rest = 1 - exponent
    return np.asarray(((below**rest - 1) * even + 1) ** (1 / rest) - 1, np.int32)


def write_graph(folder: Path, triples: int) -> None:
    """The edges of a synthetic graph, a file a column."""
    draw = np.random.default_rng(SEED)
    entities = triples // 20
    weight = 1 / np.arange(1, RELATIONS + 1)
    counts = np.maximum((weight / weight.sum() * triples).astype(np.int64), 1)
    relation = np.repeat(np.arange(RELATIONS, dtype=np.int32), counts)
    subject = draw.permutation(entities).astype(np.int32)[power(draw, len(relation), entities, 0.5)]
    codes = draw.permutation(entities).astype(np.int32)
    parts = []
    for count in counts.tolist():
        pool = min(entities, max(count // 10, 10))
        first = int(draw.integers(0, entities - pool + 1))
        parts.append(codes[first + power(draw, count, pool, 1.0)])
    object_ = np.concatenate(parts)
    proven = draw.random(len(relation)) < 0.9
    number = np.arange(len(relation), dtype=np.int64)
    edges = Edges.of(
        np.concatenate([relation, relation + RELATIONS]).astype(np.int32),
        np.concatenate([object_, subject]),
        np.concatenate([subject, object_]),
        np.concatenate([number, number]),
        np.concatenate([proven, proven]),
        views=2 * RELATIONS,
        entities=entities,
    )
    for name in COLUMNS:
        np.save(folder / f"{name}.npy", getattr(edges, name))
    (folder / "sizes.json").write_text(json.dumps({"views": edges.views, "entities": entities}))


def read_graph(folder: Path) -> tuple[Edges, Ways]:
    sizes = json.loads((folder / "sizes.json").read_text())
    numbers = np.arange(RELATIONS, dtype=np.int32)
    ways = Ways(np.concatenate([numbers, numbers]), np.repeat(np.arange(2, dtype=np.int32), RELATIONS))
    return Edges(*(np.load(folder / f"{name}.npy") for name in COLUMNS), **sizes), ways


class Job:
    """What the processes measure, by name."""

    def __init__(self, folder: Path) -> None:
        self.edges, self.ways = read_graph(folder)
        self.conditions = Conditions()
        self.room = Room(MEMORY, folder / "spill", threads=2)
        every = np.ones(self.edges.views, bool)
        self.views = compose._Views(every, every, self.ways)

    def simple(self) -> tuple[int, str]:
        return len(self.simples()), ""

    def simples(self) -> Simples:
        return simple_queries(self.edges, self.conditions)

    def simple_sql(self) -> tuple[int, str]:
        conditions = self.conditions
        with opened(self.room) as database:
            database.register_edges(self.edges)
            views = np.arange(self.edges.views, dtype=np.int32)
            database.register("views", {"view": views, "simple": np.ones(len(views), bool)})
            found = database.run(
                "simple",
                min_answers=conditions.min_answers,
                max_answers=conditions.max_answers,
                validated=conditions.validated,
                slack=SLACK,
            )
        return len(found["view"]), ""

    def intersections(self) -> tuple[int, str]:
        return len(intersect.by_matrix(self.edges, self.simples(), self.conditions, self.ways)), ""

    def intersections_sql(self) -> tuple[int, str]:
        return len(intersect.by_database(self.edges, self.simples(), self.conditions, self.ways, self.room)), ""

    def intersections_product(self) -> tuple[int, str]:
        """Only what is proven is looked at, so that it finds some more than the others."""
        simples, runs = self.simples(), Runs.of(self.edges)
        start = runs.start[runs.find(simples.view, simples.given, self.edges.entities)]
        places = stretch(start, simples.size)
        places = places[self.edges.proven[places]]
        bounds = np.concatenate(([0], np.cumsum(simples.proven, dtype=np.int64)))
        ones = np.ones(len(places), np.uint8)
        matrix = csr_array((ones, self.edges.answer[places], bounds), shape=(len(simples), self.edges.entities))
        product = triu(matrix @ matrix.T, k=1, format="coo")
        one, two = product.coords
        least = np.minimum(simples.proven[one], simples.proven[two])
        kept = (product.data >= self.conditions.min_answers) & (product.data < least)
        return int(kept.sum()), ""

    def compositions(self) -> tuple[int, str]:
        found = compose.by_sorting(self.edges, self.conditions, self.views, SEED, self.room)
        return len(found), f"{found.pairs:,} pairs, {found.share:.1%} of the starting points"

    def compositions_sql(self) -> tuple[int, str]:
        return len(compose.by_database(self.edges, self.conditions, self.views, SEED, self.room)), ""


def spilled(folder: Path, stop: threading.Event, most: list[int]) -> None:
    """Watches what stands in the spill folder."""
    while not stop.wait(0.05):
        total = 0
        for path in folder.glob("**/*"):
            try:
                total += path.stat().st_blocks * 512
            except FileNotFoundError:
                continue
        most[0] = max(most[0], total)


def measure(name: str, folder: Path) -> Measured:
    """Runs in a process of its own."""
    job = Job(folder)
    work: Callable[[], tuple[int, str]] = getattr(job, name)
    (folder / "spill").mkdir(exist_ok=True)
    stop, most = threading.Event(), [0]
    watcher = threading.Thread(target=spilled, args=(folder / "spill", stop, most))
    watcher.start()
    try:
        began = time.perf_counter()
        found, told = work()
        seconds = time.perf_counter() - began
    finally:
        stop.set()
        watcher.join()
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return Measured(seconds, int(line.split()[1]) * 1024, most[0], found, told)


def apart(name: str, folder: Path, triples: int) -> Measured | None:
    """The measurement by another process; None if it was given up or did not fit."""
    command = [sys.executable, __file__, "--measure", name, "--folder", str(folder), "--triples", str(triples)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        print(f"  {name:<22} given up after {LIMIT} s")
        return None
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or [f"ended with {done.returncode}"]
        print(f"  {name:<22} failed: {last[0][:200]}")
        return None
    if name == "write":
        return None
    taken = Measured(**json.loads(done.stdout))
    print(
        f"  {name:<22} {taken.seconds:>8.2f} s {taken.peak / 1e9:>6.2f} GB {taken.spilled / 1e9:>6.2f} GB spilled "
        f"{taken.found:>11,} found  {taken.told}",
        flush=True,
    )
    return taken


def kept_bounds(taken: dict[str, Measured | None]) -> bool:
    """Tells what was missed."""
    missed = []
    for name, peer, factor in (
        ("intersections", "intersections_product", 1.5),
        ("compositions", "compositions_sql", 1.1),
    ):
        ours, theirs = taken[name], taken[peer]
        if ours and theirs and ours.seconds > factor * theirs.seconds:
            missed.append(f"{name}: {ours.seconds / theirs.seconds:.2f} times {peer}, at most {factor}")
    for name in ("simple", "intersections", "compositions"):
        ours, theirs = taken[name], taken[f"{name}_sql"]
        if ours is None:
            missed.append(f"{name} came to no end")
            continue
        if theirs and theirs.found != ours.found:
            missed.append(f"{name}: {ours.found:,} found, by SQL {theirs.found:,}")
        if ours.spilled or ours.peak > PEAK:
            missed.append(f"{name}: {ours.peak / 1e9:.2f} GB at the peak, {ours.spilled / 1e9:.2f} GB spilled")
    for line in missed:
        print(f"  MISSED {line}")
    return not missed


def extrapolate(sizes: list[int], series: dict[str, list[Measured | None]]) -> None:
    """What all of Wikidata would need, if growth went on as between the last two sizes: seconds as a power of the
    triples, memory in a line with them."""
    for name in ("simple", "intersections", "compositions"):
        before, last = series[name][-2:]
        if before is None or last is None:
            continue
        grown = math.log(sizes[-1] / sizes[-2])
        rate = math.log(last.seconds / before.seconds) / grown
        hours = last.seconds * (WIKIDATA / sizes[-1]) ** rate / 3600
        each = (last.peak - before.peak) / (sizes[-1] - sizes[-2])
        print(
            f"{name}: seconds grow with triples ** {rate:.2f}, memory by {each:,.0f} bytes a triple; "
            f"{WIKIDATA:,} triples would need {hours:,.1f} hours and {each * WIKIDATA / 1e9:,.0f} GB"
        )


def main() -> int:
    """Print a line a measurement; 1 if a bound is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=int, nargs="+", default=[200_000, 1_000_000])
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure == "write":
        write_graph(options.folder, options.triples[0])
        return 0
    if options.measure:
        print(json.dumps(measure(options.measure, options.folder).__dict__))
        return 0
    sizes = [1_000_000, 5_000_000, 20_000_000] if options.whole else sorted(options.triples)
    names = [
        *("simple", "simple_sql", "intersections", "intersections_product", "intersections_sql"),
        *("compositions", "compositions_sql"),
    ]
    series: dict[str, list[Measured | None]] = {name: [] for name in names}
    kept = True
    for triples in sizes:
        with TemporaryDirectory() as temporary:
            folder = Path(temporary)
            print(f"{triples:,} triples")
            apart("write", folder, triples)
            taken = {name: apart(name, folder, triples) for name in names}
        for name in names:
            series[name].append(taken[name])
        kept = kept_bounds(taken) and kept
    if len(sizes) > 1:
        extrapolate(sizes, series)
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
