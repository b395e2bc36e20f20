"""Measure list queries over a graph with Zipf degrees at growing sizes, against plain SQL.

    python perf/lists.py                         50,000 and 200,000 triples
    python perf/lists.py --whole                 1, 5 and 20 million
    python perf/lists.py --triples 2000000       any other sizes

The graph is synthetic and seeded: 200 relations, their sizes and the degrees of what they join are power laws, nine
statements in ten have evidence, and every relation is asked both ways, so that there are twice as many edges as
triples. Each measurement is a process of its own, with the columns read before the clock starts; its peak is all that
the process ever held (VmHWM). The peers, in DuckDB with 3 GB or scipy:

- product: A A^T of simple queries by answers in one piece. It counts proven answers only, and does not ask whether one
  query contains the other in the graph, so that it finds somewhat more.
- plain: one SELECT, both queries joined on their answers and grouped; what the sums of hops would spare is joined.
- bounded: one SELECT over the same drawn starting points, first hops of at most 20 answers, the sizes of second hops
  summed before DISTINCT. It does no work of evidence (every answer counts), and does not look whether one thing in
  between gives all answers, so that it finds more, and has less to do than ours.
Plain is left out above 5 million.

Bounds, and exit status 1 if one is missed: intersections in 1.5 times the product's seconds, compositions in 1.1 times
the bounded SQL's, 4 GB. The last table tells growth from size to size, and what all of Wikidata would
need if it went on so. Loading and the search for evidence grow with rows and sentences: their rates are of
`perf/graph_load.py` and `perf/evidence.py`, and may be given (`--load-rate`, `--sentence-rate`).
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import numpy as np
import pyarrow as pa
from scipy.sparse import csr_array, triu

from benchwright.graphs.book import parse_book
from benchwright.makers.lists.knowledge.edges import edges_of, views_of
from benchwright.makers.lists.knowledge.statements import Statements
from benchwright.makers.lists.queries.compose import compositions
from benchwright.makers.lists.queries.draw_starts import draw_starts
from benchwright.makers.lists.queries.intersect import intersections
from benchwright.makers.lists.queries.memory import QueryLimits
from benchwright.makers.lists.queries.query_types import Conditions, Simples
from benchwright.makers.lists.queries.runs import begins, stretch
from benchwright.makers.lists.queries.simple import simple_queries
from lists_sql import BOUNDED, PLAIN, SIZES
from zipf_graph import RELATIONS, SEED, STATED, read_columns, read_graph, write_graph

MEMORY = "3GB"
CEILING = 18 << 30
"""Bytes of addresses above which a process is refused more: a peer must not take the machine down."""
PEAK = 4 * 10**9
LIMIT = 300
"""Seconds after which a process is stopped."""
WIKIDATA = 1_500_000_000
"""Truthy statements of all of Wikidata."""
SENTENCES = 150_000_000
"""About what seven million articles hold."""
SQL_MOST = 5_000_000
"""Triples up to which the peers are run that take many minutes above."""

STAGES = ("edges", "simple", "intersections", "compositions")
ENTRY = """
{name}:
  label: {name}
  subject: {{one: thing, many: things}}
  object: {{one: thing, many: things}}
  hypothesis: "{{subject}} has {name} {{object}}."
  subjects: have {name} {{given}}
  objects: are {name} of {{given}}
"""


@dataclass(frozen=True)
class Measured:
    """What one process took: seconds, bytes at its peak, how many queries it found."""

    seconds: float
    peak: int
    found: int
    told: str = ""


def make_edges(folder: Path) -> Callable[[], tuple[int, str]]:
    """What makes statements edges."""
    entities = json.loads((folder / "sizes.json").read_text())["entities"]
    columns = read_columns(folder, STATED, "stated-")
    names = tuple(f"r{number:03}" for number in range(RELATIONS))
    book = parse_book("".join(ENTRY.format(name=name) for name in names))
    views = views_of(book, names, both_ways=True)
    statements = Statements(**columns, relations=names)
    every = np.ones(entities, bool)
    return lambda: (len(edges_of(statements, views, every, lambda types: every)[0]), "")


class Job:
    """What the processes measure, by name."""

    def __init__(self, folder: Path) -> None:
        self.edges, self.ways = read_graph(folder)
        self.conditions = Conditions()
        self.limits = QueryLimits(MEMORY, threads=2)
        self.folder = folder

    @contextmanager
    def database(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """With the edges and what views are views of."""
        settings: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": MEMORY,
            "threads": 2,
            "temp_directory": str(self.folder / "spill"),
        }
        with duckdb.connect(":memory:", config=settings) as connection:
            edges, numbers = self.edges, np.arange(self.edges.views, dtype=np.int32)
            named = {"view": edges.view, "given": edges.given, "answer": edges.answer, "proven": edges.proven}
            register(connection, "edges", named)
            register(connection, "ways", {"view": numbers, "relation": self.ways.relation, "side": self.ways.side})
            yield connection

    def simple(self) -> tuple[int, str]:
        return len(self.simples()), ""

    def simples(self) -> Simples:
        return simple_queries(self.edges, self.conditions)

    def intersections(self) -> tuple[int, str]:
        return len(intersections(self.edges, self.simples(), self.conditions, self.ways, self.limits)), ""

    def intersections_product(self) -> tuple[int, str]:
        """Only what is proven is looked at, so that it finds some more than the others."""
        simples = self.simples()
        start = begins(self.edges, simples.view, simples.given)
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
        found = compositions(self.edges, self.conditions, seed=SEED, ways=self.ways, limits=self.limits)
        return len(found), f"{found.pairs:,} pairs, {found.share:.1%} of the starting points"

    def intersections_plain(self) -> tuple[int, str]:
        simples = self.simples()
        with self.database() as database:
            rows = np.arange(len(simples), dtype=np.int32)
            named = {"row": rows, "view": simples.view, "given": simples.given, "proven": simples.proven}
            register(database, "simples", named)
            found = database.execute(PLAIN, {"least": self.conditions.min_answers}).fetchall()
        return int(found[0][0]), ""

    def compositions_bounded(self) -> tuple[int, str]:
        conditions = self.conditions
        bounds = {"least": conditions.min_answers, "most": conditions.most_answers}
        with self.database() as database:
            asked = {**bounds, "first_hop": conditions.first_hop}
            sizes = database.sql(SIZES, params=asked).to_arrow_table()
            starts = {name: np.asarray(sizes.column(name).to_numpy()) for name in ("view", "given", "pairs")}
            taken = draw_starts(starts["view"], starts["pairs"], conditions.most_pairs, SEED)
            register(database, "starts", {name: starts[name][taken] for name in ("view", "given")})
            asked = {**bounds, "most_answers": conditions.max_answers}
            found = database.execute(BOUNDED, asked).fetchall()
        return int(found[0][0]), f"{int(starts['pairs'][taken].sum()):,} pairs"


def peak() -> int:
    """The most memory this process ever held, in bytes."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def register(connection: duckdb.DuckDBPyConnection, name: str, columns: dict[str, np.ndarray]) -> None:
    """Columns of one length as a table; numbers are not copied."""
    connection.register(name, pa.table({key: pa.array(column) for key, column in columns.items()}))


def measure(name: str, folder: Path) -> Measured:
    """Runs in a process of its own."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (CEILING, CEILING))
    work: Callable[[], tuple[int, str]] = make_edges(folder) if name == "edges" else getattr(Job(folder), name)
    began = time.perf_counter()
    found, told = work()
    return Measured(time.perf_counter() - began, peak(), found, told)


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
        f"  {name:<22} {taken.seconds:>8.2f} s {taken.peak / 1e9:>6.2f} GB {taken.found:>11,} found  {taken.told}",
        flush=True,
    )
    return taken


def kept_bounds(taken: dict[str, Measured | None]) -> bool:
    """Tells what was missed."""
    missed = []
    for name, peer, factor in (
        ("intersections", "intersections_product", 1.5),
        ("compositions", "compositions_bounded", 1.1),
    ):
        ours, theirs = taken[name], taken[peer]
        if ours and theirs and ours.seconds > factor * theirs.seconds:
            missed.append(f"{name}: {ours.seconds / theirs.seconds:.2f} times {peer}, at most {factor}")
    for name in ("simple", "intersections", "compositions"):
        ours = taken[name]
        if ours is None:
            missed.append(f"{name} came to no end")
        elif ours.peak > PEAK:
            missed.append(f"{name}: {ours.peak / 1e9:.2f} GB at the peak")
    for line in missed:
        print(f"  MISSED {line}")
    return not missed


def growth(sizes: list[int], series: dict[str, list[Measured | None]], rates: tuple[float, float]) -> None:
    """The last table: ours at each size, and all of Wikidata by the growth between the last two. Seconds go as a power
    of the triples, not below 1; memory in a line with them."""
    print("| stage | " + " | ".join(f"{size / 1e6:g} M" for size in sizes) + f" | grows as | {WIKIDATA / 1e9:g} G |")
    print("|---|" + "---:|" * (len(sizes) + 2))
    loading, searching = WIKIDATA / rates[0] / 3600, SENTENCES / rates[1] / 3600
    print(f"| load |{' - |' * len(sizes)} {rates[0]:,.0f} rows/s | {loading:,.1f} h, memory constant |")
    for name in STAGES:
        cells = [f"{one.seconds:.1f} s, {one.peak / 1e9:.2f} GB" if one else "-" for one in series[name]]
        before, last = series[name][-2:]
        grown = "- | -"
        if before and last:
            rate = max(1.0, math.log(last.seconds / before.seconds) / math.log(sizes[-1] / sizes[-2]))
            hours = last.seconds * (WIKIDATA / sizes[-1]) ** rate / 3600
            each = (last.peak - before.peak) / (sizes[-1] - sizes[-2])
            grown = f"n^{rate:.2f}, {each:,.0f} B each | {hours:,.1f} h, {each * WIKIDATA / 1e9:,.0f} GB"
        print(f"| {name} | {' | '.join(cells)} | {grown} |")
    print(f"| evidence |{' - |' * len(sizes)} {rates[1]:,.0f} sentences/s | {searching:,.1f} h of {SENTENCES:,} |")


def main() -> int:
    """Print a line a measurement; 1 if a bound is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=int, nargs="+", default=[50_000, 200_000])
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--load-rate", type=float, default=800_000, help="rows a second")
    parser.add_argument("--sentence-rate", type=float, default=2_000, help="a second")
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
        *("edges", "simple", "intersections", "intersections_product", "intersections_plain"),
        *("compositions", "compositions_bounded"),
    ]
    long = {"intersections_plain"}
    series: dict[str, list[Measured | None]] = {name: [] for name in names}
    kept = True
    for triples in sizes:
        with TemporaryDirectory() as temporary:
            folder = Path(temporary)
            print(f"{triples:,} triples")
            apart("write", folder, triples)
            run = [name for name in names if name not in long or triples <= SQL_MOST]
            taken = {name: apart(name, folder, triples) for name in run}
        for name in names:
            series[name].append(taken.get(name))
        kept = kept_bounds(taken) and kept
    if len(sizes) > 1:
        growth(sizes, series, (options.load_rate, options.sentence_rate))
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
