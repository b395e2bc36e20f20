"""Memory and spill folder are kept to, and what does not suffice is told in one line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from benchwright.errors import StorageError, UsageError
from benchwright.makers.lists import compose, database, intersect
from benchwright.makers.lists.compose import compositions
from benchwright.makers.lists.database import Room, opened
from benchwright.makers.lists.intersect import intersections
from benchwright.makers.lists.queries import Conditions, Edges, Simples
from benchwright.makers.lists.simple import simple_queries

from .drawn import Drawn, graphs
from .test_queries import equal


def graph(size: int) -> Edges:
    draw = np.random.default_rng(3)
    view, given, answer = draw.integers(0, 3, size), draw.integers(0, 900, size), draw.integers(0, 900, size)
    listed = [column.astype(np.int32) for column in (view, given, answer)]
    return Edges.of(*listed, np.arange(size), np.ones(size, bool), views=3, entities=900)


def test_the_settings_arrive(tmp_path: Path) -> None:
    with opened(Room("200MB", tmp_path / "new" / "spill", threads=1)) as opened_:
        rows = opened_._connection.sql(
            "SELECT name, value FROM duckdb_settings() WHERE name IN "
            "('threads', 'memory_limit', 'temp_directory', 'preserve_insertion_order', 'autoinstall_known_extensions')"
        ).fetchall()
        assert dict(rows) == {
            "threads": "1",
            "memory_limit": "190.7 MiB",
            "temp_directory": str(opened_.spill),
            "preserve_insertion_order": "false",
            "autoinstall_known_extensions": "false",
        }
        assert opened_.spill.parent == tmp_path / "new" / "spill"
    assert list((tmp_path / "new" / "spill").iterdir()) == []


@pytest.mark.parametrize(("text", "size"), [("2GB", 2 * 10**9), ("1.5 GiB", 3 * 2**29), ("500MB", 5 * 10**8)])
def test_sizes_of_memory(text: str, size: int) -> None:
    assert Room(text).bytes == size


@pytest.mark.parametrize("text", ["", "2", "GB", "2TB", "-2GB", "2GB; DROP"])
def test_what_is_no_size_is_told(text: str) -> None:
    with pytest.raises(UsageError, match="is no size of memory"):
        _ = Room(text).bytes


def test_too_little_memory_is_one_line() -> None:
    edges = replace(graph(50_000), entities=100_000)
    room = Room("1MB", threads=1)  # less than counts of all things: the database is asked, and has no room either
    with pytest.raises(StorageError) as told:
        intersections(edges, simple_queries(edges, Conditions()), Conditions(), room=room)
    assert told.value.line() == "queries do not fit into 1MB of memory — raise memory in the plan's lists"
    with pytest.raises(StorageError, match="do not fit"):
        compositions(edges, Conditions(), room=room)


def test_a_spill_folder_that_cannot_be_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    edges = graph(50_000)
    for each in (edges, replace(edges, entities=100_000)):  # runs are put aside, or the database is asked
        with pytest.raises(StorageError) as told:
            compositions(each, Conditions(), room=Room("1MB", tmp_path / "file"))
        assert "\n" not in told.value.line()
        assert "name another folder as spill" in told.value.line()


def test_what_does_not_fit_is_asked_of_the_database(tmp_path: Path) -> None:
    """The same by either way, with a memory that the columns and matrices would not fit into."""
    edges = replace(graph(600_000), entities=600_000)
    conditions = Conditions(min_answers=8, first_hop=400, max_answers=1000, most_pairs=1_000_000)
    simples = simple_queries(edges, conditions)
    kept = np.arange(len(simples)) < 40
    few = Simples(simples.view[kept], simples.given[kept], simples.size[kept], simples.proven[kept])
    small, large = Room("12MB", tmp_path, threads=4), Room("2GB", tmp_path, threads=2)
    assert intersect.bytes_of(edges, few) > small.bytes
    pairs = [intersections(edges, few, conditions, room=room) for room in (small, large)]
    assert [len(found) > 0 for found in pairs] == [True, True]
    assert pairs[0].size.tolist() == pairs[1].size.tolist()
    assert pairs[0].second.tolist() == pairs[1].second.tolist()
    assert list(tmp_path.iterdir()) == []


def test_tables_larger_than_memory_lie_in_the_spill_folder_and_leave_it_empty(tmp_path: Path) -> None:
    edges = graph(1_200_000)
    simples = simple_queries(edges, Conditions(max_answers=1000))
    with opened(Room("12MB", tmp_path, threads=1)) as opened_:
        opened_.register_edges(edges)
        rows = np.arange(len(simples), dtype=np.int32)
        opened_.register("simples", {"row": rows, "view": simples.view, "given": simples.given})
        opened_.keep("listed")
        assert sum(path.stat().st_size for path in opened_.spill.iterdir()) > 0
        costs = opened_.run("costs")
    assert costs["row"].tolist() == rows.tolist()
    asked = np.bincount(edges.answer, minlength=edges.entities)
    first = edges.answer[(edges.view == simples.view[0]) & (edges.given == simples.given[0])]
    assert costs["pairs"][0] == asked[first].sum()
    assert list(tmp_path.iterdir()) == []


@given(graphs())
@settings(max_examples=4)
def test_parts_of_a_few_rows_give_what_one_part_gives(drawn: Drawn) -> None:
    simples = simple_queries(drawn.edges, drawn.conditions, drawn.masks[0])
    views = compose._Views(drawn.masks[1], drawn.masks[2], drawn.ways)
    whole, parts = [], []
    for found, size in ((whole, 64), (parts, 5_000_000)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(database, "A_ROW", size)
            room = Room("150MB", threads=1)
            found.append(intersect.by_database(drawn.edges, simples, drawn.conditions, drawn.ways, room))
            found.append(compose.by_database(drawn.edges, drawn.conditions, views, 5, room))
    for one, other in zip(whole, parts, strict=True):
        equal(one, other)


def test_threads_are_as_many_as_have_room() -> None:
    assert Room("256MB", threads=16).workers == 2
    assert Room("50MB", threads=4).workers == 1
    assert Room("64GB", threads=3).workers == 3
