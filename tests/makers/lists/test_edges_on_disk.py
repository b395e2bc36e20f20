"""Statements and edges that lie on disk are those that lie in memory."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.films_graph import BOOK, FILMS, Found, films, simple
from tests.support.graph_folders import Drawn, write_graph

from benchwright.graphs.book import parse_book
from benchwright.graphs.mapped import apart
from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists import keeping
from benchwright.makers.lists.answers import answers
from benchwright.makers.lists.compose import compositions
from benchwright.makers.lists.database import Room
from benchwright.makers.lists.edges import EDGE_COLUMNS, Making
from benchwright.makers.lists.graph_base import GraphBase
from benchwright.makers.lists.intersect import intersections
from benchwright.makers.lists.keeping import Keeping
from benchwright.makers.lists.queries import Conditions, Edges
from benchwright.makers.lists.runs import Runs
from benchwright.makers.lists.simple import simple_queries
from benchwright.makers.lists.stated import Stated
from benchwright.records import Json

from .drawn import Drawn as DrawnGraph
from .drawn import graphs
from .test_covered import World, worlds
from .test_queries import equal

RULED = BOOK.replace("many: films}", "many: films, types: [not short]}")
STATED = ("subject", "relation", "object", "proven")


def same_edges(one: Edges, other: Edges) -> None:
    assert (one.views, one.entities) == (other.views, other.entities)
    for name in EDGE_COLUMNS:
        mine, theirs = getattr(one, name), getattr(other, name)
        assert mine.dtype == theirs.dtype
        assert mine.tolist() == theirs.tolist(), name


@settings(max_examples=40, deadline=None)
@given(worlds(), st.booleans(), st.integers(1, 9))
def test_blocks_of_a_few_rows_give_the_same(world: World, covered: bool, at_once: int) -> None:
    with TemporaryDirectory() as folder:
        base = world.base(Path(folder), covered=covered)
        spill = Path(folder) / "spill"
        merging = replace(base._merging, at_once=at_once, spill=spill)

        def merge(columns: keeping.Columns) -> Json:
            merging.into(columns, base._meant, base._found.proven)
            return {}

        columns, _ = apart(spill, merge)
        assert merging.relations == base.statements.relations
        for name in STATED:
            assert columns[name].dtype == getattr(base.statements, name).dtype
            assert columns[name].tolist() == getattr(base.statements, name).tolist()
        assert [columns[name].tolist() for name in ("rows", "starts")] == [one.tolist() for one in base._merged[1:]]

        making = Making(
            *(base.statements, base.views, base._labelled, base.members, base._covered, base._told_of),
            at_once=at_once,
            spill=spill,
        )
        columns, told = apart(spill, lambda columns: asdict(making.into(columns)))
        assert told == asdict(base.left_out)
        edges = Edges(
            **{name: columns[name] for name in EDGE_COLUMNS}, views=len(base.views), entities=base._graph.size
        )
        same_edges(edges, base.edges)
        order = np.random.default_rng(at_once).permutation(len(edges))
        again = [columns[name][order] for name in EDGE_COLUMNS]
        same_edges(Edges.of(*again, views=edges.views, entities=edges.entities), edges)
        assert list(spill.iterdir()) == []


@settings(max_examples=25, deadline=None)
@given(graphs(), st.integers(1, 6))
def test_queries_of_small_blocks_are_those_of_one(drawn: DrawnGraph, at_once: int) -> None:
    """Runs, products and joins in blocks of a few edges each."""
    edges, conditions = drawn.edges, drawn.conditions
    simples = simple_queries(edges, conditions, drawn.masks[0])
    found = [
        simples,
        Runs.of(edges),
        intersections(edges, simples, conditions, drawn.ways),
        compositions(edges, conditions, *drawn.masks[1:], ways=drawn.ways),
    ]
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr("benchwright.makers.lists.runs.EDGES", at_once)
        patch.setattr("benchwright.makers.lists.intersect.LISTED", at_once)
        patch.setattr("benchwright.makers.lists.intersect.PAIRS", at_once)
        patch.setattr("benchwright.makers.lists.compose.PAIRS", at_once)
        patch.setattr("benchwright.makers.lists.compose.AT_ONCE", at_once)
        patch.setattr("benchwright.makers.lists.compose.A_RUN", 10**9)  # runs are put aside
        room = Room("2GB", Path(folder), threads=2)
        again = [
            simple_queries(edges, conditions, drawn.masks[0]),
            Runs.of(edges),
            intersections(edges, simples, conditions, drawn.ways, room),
            compositions(edges, conditions, *drawn.masks[1:], ways=drawn.ways, room=room),
        ]
        assert list(Path(folder).iterdir()) == []
    for one, other in zip(found, again, strict=True):
        equal(one, other)


@pytest.fixture
def on_disk(monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr(keeping, "A_TRIPLE", 10**9)
    return Room("2GB")


def on(base: GraphBase, room: Room | None, book: str = BOOK) -> GraphBase:
    return GraphBase(base._graph, parse_book(book), base._found, base._sources, room=room)


def test_a_small_graph_stays_in_memory(tmp_path: Path) -> None:
    base = on(films(tmp_path), Room("2GB"))
    assert len(base.edges)
    assert not (base._graph.path / keeping.FOLDER).exists()


def test_a_knowledge_base_on_disk_is_the_one_in_memory(tmp_path: Path, on_disk: Room) -> None:
    triples = [(film, "directed", "ida") for film in FILMS] + [("ida", "has_director", "f0"), ("ida", "born", "delft")]
    graph = write_graph(tmp_path, triples, {"f0": Drawn("Zero", types=["short"]), "short": Drawn("short")})
    found = Found(len(graph), [2])
    one, two, again = (
        GraphBase(graph, parse_book(RULED), found, ["p0"] * 9, room=room) for room in (None, on_disk, on_disk)
    )
    for base in (two, again):
        same_edges(base.edges, one.edges)
        assert base.left_out == one.left_out
        assert base.left_out.statements["ruled-out"] == 1
        assert base.fingerprint == one.fingerprint
        for name in STATED:
            assert getattr(base.statements, name).tolist() == getattr(one.statements, name).tolist()
        for triple in range(len(one.statements)):
            assert base.places(triple) == one.places(triple)
        for end in ("subject", "object"):
            assert base.by(end).tolist() == one.by(end).tolist()
        asked = simple(one, "directed", "ida")
        assert Stated(base).of(asked).tolist() == Stated(one).of(asked).tolist()
        assert answers(base.edges, asked).proven.tolist() == answers(one.edges, asked).proven.tolist()
    names = sorted(path.name for path in (graph.path / keeping.FOLDER).iterdir())
    assert names == ["by-object", "by-subject", "edges", "statements"]
    assert not two.edges.answer.flags.owndata


def test_another_book_makes_other_edges_and_damaged_ones_are_made_anew(tmp_path: Path, on_disk: Room) -> None:
    base = films(tmp_path)
    place = base._graph.path / keeping.FOLDER / "edges"
    whole = len(on(base, on_disk).edges)
    (first,) = (path for path in place.iterdir() if path.is_dir())
    assert 0 < len(on(base, on_disk, re.sub(r"\n  objects: .*", "", BOOK)).edges) < whole
    assert len([path for path in place.iterdir() if path.is_dir()]) == 2
    (first / "answer.bin").write_bytes(b"\1" * (first / "answer.bin").stat().st_size)
    same_edges(on(base, on_disk).edges, base.edges)
    manifest = json.loads((first / "manifest.json").read_text())
    manifest["fingerprint"] = "0" * 64
    (first / "manifest.json").write_text(json.dumps(manifest))
    same_edges(on(base, on_disk).edges, base.edges)


def test_other_evidence_and_other_inverses_make_other_statements(tmp_path: Path, on_disk: Room) -> None:
    base = films(tmp_path)
    graph, book = base._graph, parse_book(BOOK)
    found = Found(len(graph), [0])
    found.fingerprint = "other evidence"
    again = GraphBase(graph, book, found, base._sources, room=on_disk)
    first = on(base, on_disk)
    assert (first.statements.proven.sum(), first.edges.proven.sum()) == (13, 18)
    assert (again.statements.proven.sum(), again.edges.proven.sum()) == (12, 17)
    unturned = GraphBase(graph, RelationBook(book.relations), base._found, base._sources, room=on_disk)
    one_way = GraphBase(graph, book, base._found, base._sources, both_ways=False, room=on_disk)
    assert one_way.views != first.views
    assert len({one.fingerprint for one in (first, again, unturned, one_way)}) == 4


def test_where_the_graph_cannot_be_written_nothing_is_left(
    tmp_path: Path, on_disk: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = films(tmp_path / "corpus")
    monkeypatch.setattr("os.access", lambda path, mode: False)
    same_edges(on(base, Room("2GB", tmp_path / "spill")).edges, base.edges)
    assert not (base._graph.path / keeping.FOLDER).exists()
    assert list((tmp_path / "spill").iterdir()) == []


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 5), max_size=40), st.integers(1, 9))
def test_the_order_of_a_column_is_that_of_a_stable_sort(codes: list[int], at_once: int) -> None:
    column = np.array(codes, np.int32)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Keeping, "at_once", at_once)
        patch.setattr(Keeping, "on_disk", True)
        found = Keeping(Path(folder), len(codes), Room("2GB")).order("by", "1", column)
    assert found.dtype == np.int64
    assert found.tolist() == np.argsort(column, kind="stable").tolist()


def test_conditions_of_no_edges_on_disk() -> None:
    nothing = [np.zeros(0, np.int32)] * 3 + [np.zeros(0, np.int64), np.zeros(0, np.bool_)]
    edges = Edges(*nothing, views=2, entities=3)
    assert len(compositions(edges, Conditions(), room=Room("1MB"))) == 0
