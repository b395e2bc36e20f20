"""Memory and spill folder are kept to, and what does not suffice is told in one line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchwright.errors import StorageError, UsageError
from benchwright.qampari.compose import compositions
from benchwright.qampari.database import Room, opened
from benchwright.qampari.intersect import intersections
from benchwright.qampari.queries import Conditions, Edges
from benchwright.qampari.simple import simple_queries


def graph(size: int) -> Edges:
    draw = np.random.default_rng(3)
    view, given, answer = draw.integers(0, 3, size), draw.integers(0, 900, size), draw.integers(0, 900, size)
    listed = [column.astype(np.int32) for column in (view, given, answer)]
    return Edges.of(*listed, np.arange(size), np.ones(size, bool), views=3, entities=900)


def test_the_settings_arrive(tmp_path: Path) -> None:
    with opened(Room("200MB", tmp_path / "new" / "spill", threads=1)) as database:
        rows = database._connection.sql(
            "SELECT name, value FROM duckdb_settings() WHERE name IN "
            "('threads', 'memory_limit', 'temp_directory', 'preserve_insertion_order', 'autoinstall_known_extensions')"
        ).fetchall()
        assert dict(rows) == {
            "threads": "1",
            "memory_limit": "190.7 MiB",
            "temp_directory": str(database.spill),
            "preserve_insertion_order": "false",
            "autoinstall_known_extensions": "false",
        }
        assert database.spill.parent == tmp_path / "new" / "spill"
    assert list((tmp_path / "new" / "spill").iterdir()) == []


@pytest.mark.parametrize(("text", "size"), [("2GB", 2 * 10**9), ("1.5 GiB", 3 * 2**29), ("500MB", 5 * 10**8)])
def test_sizes_of_memory(text: str, size: int) -> None:
    assert Room(text).bytes == size


@pytest.mark.parametrize("text", ["", "2", "GB", "2TB", "-2GB", "2GB; DROP"])
def test_what_is_no_size_is_told(text: str) -> None:
    with pytest.raises(UsageError, match="is no size of memory"):
        _ = Room(text).bytes


def test_too_little_memory_is_one_line() -> None:
    edges = graph(50_000)
    room = Room("1MB", threads=1)  # less than the edges themselves: the database is asked, and has no room either
    with pytest.raises(StorageError) as told:
        intersections(edges, simple_queries(edges, Conditions()), Conditions(), room=room)
    assert told.value.line() == "queries do not fit into 1MB of memory — raise memory in the plan's lists"
    with pytest.raises(StorageError, match="do not fit"):
        compositions(edges, Conditions(), room=room)


def test_a_spill_folder_that_cannot_be_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    edges = graph(50_000)
    with pytest.raises(StorageError) as told:
        compositions(edges, Conditions(), room=Room("1MB", tmp_path / "file"))
    assert "\n" not in told.value.line()
    assert "name another folder as spill" in told.value.line()


def test_what_does_not_fit_is_asked_of_the_database(tmp_path: Path) -> None:
    """The same by either way, with a memory that the columns and matrices would not fit into."""
    edges = graph(1_200_000)
    conditions = Conditions(min_answers=8, first_hop=400, max_answers=1000)
    simples = simple_queries(edges, conditions)
    kept = np.arange(len(simples)) < 40
    few = type(simples)(simples.view[kept], simples.given[kept], simples.size[kept], simples.proven[kept])
    small, large = Room("22MB", tmp_path, threads=1), Room("2GB", tmp_path, threads=1)
    assert 24 * len(edges) > small.bytes
    one, two = (intersections(edges, few, conditions, room=room) for room in (small, large))
    assert len(one) == len(two) > 0
    assert one.size.tolist() == two.size.tolist()
