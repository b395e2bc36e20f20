"""Queries over a graph whose edges are far larger than what a process may hold of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.graph_folders import write_graph

TRIPLES, ENTITIES, RELATIONS = 1_200_000, 60_000, 12

ENTRY = """
r{0}:
  label: r{0}
  subject: {{one: thing, many: things}}
  object: {{one: thing, many: things}}
  hypothesis: "{{subject}} r{0} {{object}}."
  subjects: r{0} {{given}}
  objects: are r{0} of {{given}}
"""

SCRIPT = """
import resource, sys
from hashlib import sha256
from pathlib import Path
import numpy as np
import pyarrow as pa
from benchwright.graphs import graph as graphs
from benchwright.graphs.book import parse_book
from benchwright.graphs.graph import Graph
from benchwright.makers.lists.compose import compositions
from benchwright.makers.lists.database import Room
from benchwright.makers.lists.graph_base import GraphBase
from benchwright.makers.lists.intersect import intersections
from benchwright.makers.lists.queries import Conditions
from benchwright.makers.lists.simple import simple_queries

class Most:
    fingerprint, by = "most", "nobody"
    def __init__(self, triples):
        self.proven = np.arange(triples) % 10 > 0
    def rows_of(self, triple):
        return []

corpus, book, limited, mapped = Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "limited", sys.argv[4] == "mapped"
pa.set_cpu_count(1)  # the limit is one of addresses, and each thread has 8 MB of them
pa.set_io_thread_count(1)
if mapped:
    graphs.MAPPED = 10_000
if limited:
    data = next(line for line in open("/proc/self/status") if line.startswith("VmData"))
    most = int(data.split()[1]) * 1024 + 140_000_000
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
graph = Graph.open(corpus, "made")
room = Room("60MB" if mapped else "2GB", corpus / "spill", threads=1)
base = GraphBase(graph, parse_book(Path(book).read_text()), Most(len(graph)), [], room=room)
edges = base.edges
conditions = Conditions(min_answers=3, max_answers=400, most_pairs=300_000)
simples = simple_queries(edges, conditions)
found = [simples, intersections(edges, simples, conditions, room=room), compositions(edges, conditions, room=room)]
hashed = sha256()
for one in found:
    for name in one.__slots__ if hasattr(one, "__slots__") else vars(one):
        value = getattr(one, name)
        hashed.update(value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode())
print(len(edges), *map(len, found), hashed.hexdigest())
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A graph of random triples, as `graph load` leaves one."""
    folder = tmp_path_factory.mktemp("corpus")
    names = {f"e{number:06}": f"E{number}" for number in range(ENTITIES)}
    graph = write_graph(folder, [("e000000", f"r{number}", "e000001") for number in range(RELATIONS)], names)
    draw = np.random.default_rng(11)
    relation = draw.integers(0, RELATIONS, TRIPLES)
    object, subject = (ENTITIES * draw.random((2, TRIPLES)) ** 1.8).astype(np.int64)
    packed = np.unique((relation * ENTITIES + object) * ENTITIES + subject)
    relation, rest = np.divmod(packed, ENTITIES * ENTITIES)
    codes = {"relation": relation, "object": rest // ENTITIES, "subject": rest % ENTITIES}
    schema = pq.read_schema(graph.path / "triples.parquet")
    table = pa.table({name: pa.array(codes[name].astype(np.int32)) for name in schema.names}, schema=schema)
    pq.write_table(table, graph.path / "triples.parquet", row_group_size=100_000)
    (folder / "book.yaml").write_text("".join(ENTRY.format(number) for number in range(RELATIONS)))
    return folder


def run(corpus: Path, *how: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SCRIPT, str(corpus), str(corpus / "book.yaml"), *how]
    plain = {**os.environ, "ARROW_DEFAULT_MEMORY_POOL": "system"}  # another one takes far more addresses than memory
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=plain)


@pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_DATA bounds mappings on Linux alone")
def test_a_process_that_may_not_hold_the_edges_finds_the_same_queries(corpus: Path) -> None:
    """50 MB of edges and 35 MB of statements, and as much again while they are made; 140 MB are allowed."""
    held = run(corpus, "free", "held")
    assert held.returncode == 0, held.stderr
    edges, simples, pairs, steps, _ = held.stdout.split()
    assert int(edges) > 2_300_000
    assert min(int(simples), int(pairs), int(steps)) > 50, held.stdout
    assert run(corpus, "limited", "held").returncode != 0  # the limit is one that edges in memory do not keep
    for _ in ("made", "found again"):
        mapped = run(corpus, "limited", "mapped")
        assert mapped.returncode == 0, mapped.stderr[-2000:]
        assert mapped.stdout == held.stdout
    assert list((corpus / "spill").iterdir()) == []
