"""A graph that needs more memory than a plan allows is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.graph_folders import write_graph

from benchwright.errors import UsageError
from benchwright.makers.lists.queries.memory import QueryLimits, check_memory


@pytest.mark.parametrize(("text", "size"), [("2GB", 2 * 10**9), ("1.5 GiB", 3 * 2**29), ("500MB", 5 * 10**8)])
def test_sizes_of_memory(text: str, size: int) -> None:
    assert QueryLimits(text).bytes == size


@pytest.mark.parametrize("text", ["", "2", "GB", "2TB", "-2GB", "2GB; DROP"])
def test_what_is_not_a_size_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="size of memory"):
        _ = QueryLimits(text).bytes


def test_a_graph_that_fits_is_taken() -> None:
    check_memory("wikidata", 15_000_000, 300_000, QueryLimits("2GB"))


def test_a_larger_graph_is_refused_with_the_memory_that_it_needs() -> None:
    with pytest.raises(UsageError) as error:
        check_memory("wikidata", 20_000_000, 4_000_000, QueryLimits("2GB"))
    assert error.value.line() == (
        "lists over the graph 'wikidata' (20,000,000 triples) need about 3.4GB of memory, more than 2GB — "
        "write lists: {memory: 3.4GB} in the plan if there is as much, or load a part of the graph"
    )


def test_rows_are_counted_without_reading_them(tmp_path: Path) -> None:
    graph = write_graph(tmp_path, [("a", "r", "b"), ("b", "r", "c")], {})
    assert (graph.rows("triples.parquet"), graph.rows("entities.parquet")) == (2, 3)
