"""Starting points are drawn fairly to rare views, within the allowance, and by the seed alone."""

from __future__ import annotations

import gzip
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.makers.lists import naive
from tests.makers.lists.drawn import sorted_edges

from benchwright.makers.lists.queries.compose import compositions
from benchwright.makers.lists.queries.draw_starts import allowances, draw_starts
from benchwright.makers.lists.queries.intersect import intersections
from benchwright.makers.lists.queries.query_types import Conditions, ViewRelations
from benchwright.makers.lists.queries.simple import simple_queries

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))
GRAPH = DATA / "kg_fb15k237_wiki" / "triples.tsv.gz"


@given(st.lists(st.integers(0, 50), max_size=12), st.integers(0, 200))
def test_allowances_are_even_and_never_more_than_wanted(wanted: list[int], most: int) -> None:
    granted = allowances(np.array(wanted, np.int64), most).tolist()
    assert sum(granted) <= most
    assert sum(granted) == sum(wanted) or sum(granted) == min(sum(wanted), most)
    cut = [got for got, asked in zip(granted, wanted, strict=True) if got < asked]
    assert not cut or max(cut) - min(cut) <= 1
    assert not cut or max(granted) <= max(cut) + 1


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), max_size=40), st.integers(0, 60))
def test_a_draw_keeps_to_the_allowance(rows: list[tuple[int, int]], most: int) -> None:
    rows.sort()
    view, pairs = np.array([row[0] for row in rows], np.int32), np.array([row[1] for row in rows], np.int64)
    taken = draw_starts(view, pairs, most, 5)
    assert pairs[taken].sum() <= most
    assert taken.all() or pairs.sum() > most
    assert taken.tolist() == draw_starts(view, pairs, most, 5).tolist()


def test_a_rare_view_stays_whole_and_another_seed_draws_others() -> None:
    view = np.repeat(np.array([0, 1], np.int32), [1000, 3])
    pairs = np.full(1003, 10, np.int64)
    one, two = draw_starts(view, pairs, 1000, 1), draw_starts(view, pairs, 1000, 2)
    assert one[1000:].all()
    assert two[1000:].all()
    assert int(one.sum()) == int(two.sum()) == 100
    assert one.tolist() != two.tolist()


@pytest.mark.skipif(not GRAPH.is_file(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_a_part_of_a_real_graph_gives_what_plain_sets_give() -> None:
    """A third of every ninth relation of the sample graph, asked both ways, with nine statements of ten proven."""
    with gzip.open(GRAPH, "rt", encoding="utf-8") as file:
        rows = [line.split("\t")[:3] for line in file]
    kept = {name: code for code, name in enumerate(sorted({row[1] for row in rows})[::9])}
    rows = [row for row in rows if row[1] in kept][::3]
    things = {name: code for code, name in enumerate(sorted({row[at] for row in rows for at in (0, 2)}))}
    subject, relation, object_ = (
        np.array([codes[row[at]] for row in rows], np.int32) for at, codes in ((0, things), (1, kept), (2, things))
    )
    count, number = len(kept), np.arange(len(rows), dtype=np.int64)
    proven = np.random.default_rng(2).random(len(rows)) < 0.9
    edges = sorted_edges(
        np.concatenate([relation, relation + np.int32(count)]),
        np.concatenate([object_, subject]),
        np.concatenate([subject, object_]),
        np.tile(number, 2),
        np.tile(proven, 2),
        views=2 * count,
        entities=len(things),
    )
    ways = ViewRelations(np.tile(np.arange(count, dtype=np.int32), 2), np.repeat(np.arange(2, dtype=np.int32), count))
    conditions, every = Conditions(), set(range(edges.views))
    simples = simple_queries(edges, conditions)
    keys = list(zip(simples.view.tolist(), simples.given.tolist(), strict=True))
    assert set(keys) == set(naive.simple(edges, conditions, every))
    pairs = intersections(edges, simples, conditions, ways)
    found = {
        (keys[one], keys[two]): size
        for one, two, size in zip(pairs.first, pairs.second, pairs.size.tolist(), strict=True)
    }
    assert found == naive.intersection(edges, conditions, every, ways)
    composed = compositions(edges, conditions, ways=ways)
    kept_, single = naive.composition(edges, conditions, every, every, ways)
    listed = (composed.first_view, composed.given, composed.view, composed.size, composed.proven)
    rows_ = zip(*(column.tolist() for column in listed), strict=True)
    told = {(first, start, view): (size, proven_) for first, start, view, size, proven_ in rows_}
    assert told == kept_
    assert composed.dropped.get("one-intermediate", 0) == single
    assert len(found) > 20
    assert len(told) > 20
    thinned = compositions(edges, replace(conditions, most_pairs=composed.pairs // 3), ways=ways)
    assert 0 < thinned.share < 1
    assert thinned.pairs == composed.pairs
    some = set(zip(thinned.first_view.tolist(), thinned.given.tolist(), thinned.view.tolist(), strict=True))
    assert some < set(told)


def test_a_hub_that_is_too_much_alone_stands_in_nobody_s_way() -> None:
    view = np.zeros(200, np.int32)
    pairs = np.ones(200, np.int64)
    pairs[::10] = 1000
    for seed in range(20):
        taken = draw_starts(view, pairs, 500, seed)
        assert taken.sum() == 180
        assert not taken[::10].any()
