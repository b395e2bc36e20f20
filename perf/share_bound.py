"""Compute how many list questions the best order of attempts could commit, against how many a run did.

    python perf/share_bound.py [BENCHMARK]

Of each cell of list questions that ended short of its quota: how many attempts were accepted by themselves, how many
were committed, and the most that any choice among the accepted could commit, by integer programming (SciPy's HiGHS):
under shares alone, without repeats alone, and under both. Two accepted questions are repeats if the rule of the run
says so of them; what repeats a question that another cell committed is out from the start. Such a cell has made all its
attempts, unless `max_attempts_per_question` stopped it. Relations that have their share are named. Without a benchmark
it makes one of the demo's countries, with quotas that their facts do not fill.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from benchwright.benchmark.store import read_manifest, read_outcomes
from benchwright.checks.repeated_lists import NoRepeatedLists
from benchwright.demo import corpora
from benchwright.plan.read import read_plan
from benchwright.records import Example, Outcome, Status
from benchwright.run.quota import cap
from benchwright.workflows.generate import generate
from benchwright.workflows.ingest import ingest

SECONDS = 120
KINDS = ("simple", "intersection", "composition")
PLAN = """corpus: corpus
max_attempts_per_question: 40
max_share: {relation: 0.2}
lists: {graph: facts}
cells:
"""


def typed_of(outcome: Outcome) -> tuple[str, ...]:
    """The typed relations that a question counts for."""
    return tuple(dict.fromkeys((example_of(outcome).derivation or {}).get("typed", ())))


def example_of(outcome: Outcome) -> Example:
    assert outcome.example is not None
    return outcome.example


def repeats(outcomes: Sequence[Outcome]) -> list[tuple[int, int]]:
    """The places of all pairs of which only one can be committed."""
    named = [{answer.text for answer in example_of(one).answers} for one in outcomes]
    pairs = []
    for later, outcome in enumerate(outcomes):
        rule = NoRepeatedLists()
        rule.admit(outcome)
        near = (place for place in range(later) if named[place] & named[later])
        pairs += [(place, later) for place in near if rule.judge(outcomes[place]).status is not Status.ACCEPTED]
    return pairs


def most(size: int, bounds: Sequence[tuple[tuple[int, ...], int]]) -> int:
    """The most of `size` things of which no more than so many of each of the lists of places are taken."""
    rows = [row for row, (places, _) in enumerate(bounds) for _ in places]
    columns = [place for places, _ in bounds for place in places]
    matrix = csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(bounds), size))
    limits = LinearConstraint(matrix, ub=np.array([bound for _, bound in bounds], float))
    found = milp(
        -np.ones(size),
        constraints=limits,
        integrality=np.ones(size),
        bounds=Bounds(0, 1),
        options={"time_limit": SECONDS},
    )
    bound: float = -found.mip_dual_bound
    return math.floor(bound + 1e-6)


def main(folder: Path) -> None:
    manifest = read_manifest(folder)
    assert manifest is not None, "there is no benchmark"
    share = read_plan(folder / "plan.yaml").max_share.model_dump()["relation"]
    lines = (folder / "examples.jsonl").read_text("utf-8").splitlines()
    committed = {json.loads(line)["id"] for line in lines}
    accepted = [
        one for one in read_outcomes(folder) if one.status is Status.ACCEPTED and example_of(one).style == "list"
    ]
    for cell in manifest["cells"]:
        mine = [one for one in accepted if one.cell == cell["key"] and typed_of(one)]
        if cell["committed"] >= cell["quota"] or not mine:
            continue
        others = NoRepeatedLists()
        for one in accepted:
            if one.cell != cell["key"] and example_of(one).id in committed:
                others.admit(one)
        free = [one for one in mine if others.judge(one).status is Status.ACCEPTED]
        holding: dict[str, list[int]] = {}
        for place, one in enumerate(free):
            for name in typed_of(one):
                holding.setdefault(name, []).append(place)
        allowed = cap(cell["quota"], share, len(holding))
        shares = [(tuple(places), allowed) for places in holding.values()]
        pairs: list[tuple[tuple[int, ...], int]] = [(pair, 1) for pair in repeats(free)]
        taken = Counter(name for one in mine if example_of(one).id in committed for name in typed_of(one))
        full = sorted(name for name, count in taken.items() if count >= allowed)
        print(
            f"{example_of(mine[0]).family}: {cell['committed']} of {cell['quota']} committed, {len(mine)} accepted, "
            f"{len(mine) - len(free)} repeat other cells, {len(pairs)} pairs of repeats; at most "
            f"{most(len(free), shares)} under shares of {allowed}, {most(len(free), pairs)} without repeats, "
            f"{most(len(free), shares + pairs)} under both; full: {', '.join(full) or 'none'}"
        )


def made(folder: Path) -> Path:
    """A benchmark of the demo's countries that ends short."""
    ingest(corpora()["countries"], folder / "corpus")
    cells = "".join(f"  - {{style: list, kind: {kind}, count: 300}}\n" for kind in KINDS)
    (folder / "plan.yaml").write_text(PLAN + cells, "utf-8")
    generate(folder / "plan.yaml", folder / "benchmark")
    return folder / "benchmark"


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]))
    else:
        with TemporaryDirectory() as temporary:
            main(made(Path(temporary)))
