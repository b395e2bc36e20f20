"""All three kinds of queries, held against plain sets, by columns and by SQL."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from tests.makers.lists import naive
from tests.makers.lists.drawn import Drawn, columns, graphs, sorted_edges

from benchwright.makers.lists.queries import compose, intersect
from benchwright.makers.lists.queries.answers import answers, intermediates, place
from benchwright.makers.lists.queries.compose import compositions
from benchwright.makers.lists.queries.intersect import intersections
from benchwright.makers.lists.queries.memory import QueryLimits
from benchwright.makers.lists.queries.query_types import (
    Composition,
    Compositions,
    Conditions,
    Edges,
    Intersection,
    Intersections,
    Simple,
    Simples,
    ViewRelations,
    views_in,
)
from benchwright.makers.lists.queries.simple import meets, part_queries, simple_queries
from benchwright.plan.sections import Lists

"""Too little for any graph's matrices, so that the database is asked."""


def of_simples(found: Simples) -> dict[tuple[int, int], tuple[int, int]]:
    rows = zip(*(column.tolist() for column in (found.view, found.given, found.size, found.proven)), strict=True)
    return {(view, given): (size, proven) for view, given, size, proven in rows}


def of_pairs(simples: Simples, found: Intersections) -> dict[tuple[tuple[int, int], tuple[int, int]], int]:
    keys = list(of_simples(simples))
    rows = zip(found.first.tolist(), found.second.tolist(), found.size.tolist(), strict=True)
    return {(keys[one], keys[two]): size for one, two, size in rows}


def of_compositions(found: Compositions) -> dict[tuple[int, int, int], tuple[int, int]]:
    listed = (found.first_view, found.given, found.view, found.size, found.proven)
    rows = zip(*(column.tolist() for column in listed), strict=True)
    return {(first, given, view): (size, proven) for first, given, view, size, proven in rows}


def equal(one: object, two: object) -> None:
    """Every column of both results has the same type and bytes, and so has everything else."""
    assert type(one) is type(two)
    for name in one.__dataclass_fields__:  # type: ignore[attr-defined]
        left, right = getattr(one, name), getattr(two, name)
        if isinstance(left, np.ndarray):
            assert (name, left.dtype) == (name, right.dtype)
            assert left.tolist() == right.tolist(), name
        else:
            assert left == right, name


@given(graphs())
def test_simple_queries_are_those_of_plain_sets(drawn: Drawn) -> None:
    found = simple_queries(drawn.edges, drawn.conditions, drawn.masks[0])
    assert of_simples(found) == naive.simple(drawn.edges, drawn.conditions, drawn.marked(0))


@given(graphs())
def test_intersections_are_those_of_plain_sets(drawn: Drawn) -> None:
    made_of = simple_queries if drawn.conditions.whole_parts else part_queries
    simples = made_of(drawn.edges, drawn.conditions, drawn.masks[0])
    found = intersections(drawn.edges, simples, drawn.conditions, drawn.ways)
    assert of_pairs(simples, found) == naive.intersection(drawn.edges, drawn.conditions, drawn.marked(0), drawn.ways)


@given(graphs())
def test_compositions_are_those_of_plain_sets(drawn: Drawn) -> None:
    found = compositions(drawn.edges, drawn.conditions, *drawn.masks[1:], ways=drawn.ways)
    kept, single = naive.composition(drawn.edges, drawn.conditions, drawn.marked(1), drawn.marked(2), drawn.ways)
    assert of_compositions(found) == kept
    assert found.share == 1
    assert found.dropped == ({"one-intermediate": single} if single else {})


@given(graphs())
def test_small_blocks_few_hubs_and_threads_change_nothing(drawn: Drawn) -> None:
    edges, conditions, ways = drawn.edges, drawn.conditions, drawn.ways
    simples = simple_queries(edges, conditions, drawn.masks[0])
    pairs = intersections(edges, simples, conditions, ways)
    composed = compositions(edges, conditions, *drawn.masks[1:], ways=ways, limits=QueryLimits(threads=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(intersect, "PAIRS", 7)
        patch.setattr(intersect, "ROWS", 3)
        patch.setattr(intersect, "HUBS", 2)
        patch.setattr(compose, "PAIRS", 7)
        equal(pairs, intersections(edges, simples, conditions, ways))
        equal(composed, compositions(edges, conditions, *drawn.masks[1:], ways=ways, limits=QueryLimits(threads=2)))


@given(graphs())
def test_shuffled_edges_are_the_same_edges(drawn: Drawn) -> None:
    edges = drawn.edges
    order = np.random.default_rng(1).permutation(np.repeat(np.arange(len(edges)), 2))
    listed = (edges.view, edges.given, edges.answer, edges.triple, edges.proven)
    again = sorted_edges(*(column[order] for column in listed), views=edges.views, entities=edges.entities)
    equal(edges, again)


@given(graphs())
@settings(max_examples=20)
def test_answers_are_those_that_were_counted(drawn: Drawn) -> None:
    edges, conditions = drawn.edges, drawn.conditions
    lists = naive.listed(edges)
    simples = simple_queries(edges, conditions)
    keys = [Simple(*key) for key in of_simples(simples)]
    for key in keys:
        found = answers(edges, key)
        assert (set(found.all.tolist()), set(found.proven.tolist())) == lists[key.view, key.given]
    pairs = intersections(edges, simples, conditions, drawn.ways)
    for one, two, size in zip(pairs.first, pairs.second, pairs.size, strict=True):
        found = answers(edges, Intersection(keys[one], keys[two]))
        assert len(found.proven) == size
        assert set(found.proven.tolist()) <= set(found.all.tolist())
    composed = of_compositions(compositions(edges, conditions, ways=drawn.ways))
    for (first, start, view), (size, proven) in composed.items():
        query = Composition(Simple(first, start), view)
        found = answers(edges, query)
        assert (len(found.all), len(found.proven)) == (size, proven)
        assert start not in found.all
        for answer in found.all.tolist():
            steps = intermediates(edges, query, answer)
            assert bool(steps) == (answer in found.proven)
            for step in steps:
                assert edges.proven[step.first]
                assert edges.proven[step.second]
                assert place(edges, query.first, step.middle) == step.first
                assert place(edges, Simple(view, step.middle), answer) == step.second


def stars(middles: int, each: int, *, shared: int = 0) -> Edges:
    """Thing 0 has `middles` neighbours by view 0, each of them `each` of its own by view 1, `shared` of them common."""
    rows = [(0, 0, middle, True) for middle in range(1, middles + 1)]
    for middle in range(1, middles + 1):
        own = range(100 * middle, 100 * middle + each - shared)
        rows += [(1, middle, answer, True) for answer in (*own, *range(50, 50 + shared))]
    return sorted_edges(*columns(rows), views=2, entities=100 * (middles + 1))


def test_a_composition_counts_what_is_shared_once() -> None:
    found = compositions(stars(5, 4, shared=1), Conditions(), ways=ViewRelations.apart(2))
    assert of_compositions(found) == {(0, 0, 1): (16, 16)}
    assert found.pairs == 20


def test_one_thing_in_between_that_has_all_answers_makes_no_composition() -> None:
    edges = stars(5, 6, shared=6)
    found = compositions(edges, Conditions())
    assert (len(found), found.dropped) == (0, {"one-intermediate": 1})


def test_a_view_the_other_way_round_leads_back_and_is_left_out() -> None:
    edges = stars(5, 4)
    assert len(compositions(edges, Conditions(), ways=ViewRelations(np.int32([3, 3]), np.int32([0, 1])))) == 0
    assert len(compositions(edges, Conditions(), ways=ViewRelations(np.int32([3, 3]), np.int32([0, 0])))) == 1


def test_too_many_first_answers_are_no_first_hop() -> None:
    assert len(compositions(stars(20, 2), Conditions())) == 1
    assert len(compositions(stars(21, 2), Conditions())) == 0


def test_variants_of_one_view_are_no_intersection() -> None:
    """Seven answers each, five in common, and neither contains the other."""
    rows = [(0, 0, answer, True) for answer in range(1, 8)] + [(1, 0, answer, True) for answer in range(3, 10)]
    edges = sorted_edges(*columns(rows), views=2, entities=10)
    simples = simple_queries(edges, Conditions())
    apart, alike = ViewRelations.apart(2), ViewRelations(np.int32([4, 4]), np.int32([0, 0]))
    assert of_pairs(simples, intersections(edges, simples, Conditions(), apart)) == {((0, 0), (1, 0)): 5}
    assert len(intersections(edges, simples, Conditions(), alike)) == 0


def test_no_edges_give_no_queries() -> None:
    edges = sorted_edges(*columns([]), views=2, entities=3)
    simples = simple_queries(edges, Conditions())
    found = compositions(edges, Conditions())
    assert (len(simples), len(intersections(edges, simples, Conditions())), len(found)) == (0, 0, 0)
    assert (found.pairs, found.share) == (0, 1.0)


def test_a_simple_query_without_answers_has_none() -> None:
    edges = stars(5, 4)
    assert answers(edges, Simple(1, 77)).all.tolist() == []
    with pytest.raises(KeyError):
        place(edges, Simple(0, 0), 9)


def test_an_intersection_may_be_proven_where_its_parts_are_not() -> None:
    """Two lists of ten and of twelve, half of each proven: what both have is proven but for one of six."""
    one = [(0, 0, answer, answer < 5) for answer in range(10)]
    two = [(1, 1, answer, answer < 5 or answer == 11) for answer in [0, 1, 2, 3, 4, 5, *range(10, 16)]]
    edges = sorted_edges(*columns(one + two), views=2, entities=16)
    strict, own = Conditions(), Conditions(whole_parts=False)
    assert len(intersections(edges, simple_queries(edges, strict), strict)) == 0
    parts = part_queries(edges, own)
    assert parts.proven.tolist() == [5, 6]
    pairs = intersections(edges, parts, replace(own, validated=5 / 6))
    assert pairs.size.tolist() == []  # all that is proven of the first is in the second
    more = [(0, 0, 15, True)]
    edges = sorted_edges(*columns(one + two + more), views=2, entities=16)
    parts = part_queries(edges, own)
    assert intersections(edges, parts, replace(own, validated=5 / 7)).size.tolist() == [5]
    assert intersections(edges, parts, replace(own, validated=0.72)).size.tolist() == []


def test_more_answers_in_common_than_a_byte_counts() -> None:
    rows = [(view, view, answer, True) for view in (0, 1) for answer in range(300 + view)]
    rows += [(0, 0, 310, True)]
    edges = sorted_edges(*columns(rows), views=2, entities=400)
    own = Conditions(max_answers=1000, whole_parts=False)
    assert intersections(edges, part_queries(edges, own), own).size.tolist() == [300]
    capped = replace(own, max_answers=200, validated=0.1)  # 300 are 44 to a byte
    assert intersections(edges, part_queries(edges, capped), capped).size.tolist() == []


def test_just_one_more_in_common_than_a_byte_counts() -> None:
    for count in (254, 255, 256, 257):
        rows = [(view, view, answer, True) for view in (0, 1) for answer in [*range(count), 300 + view]]
        edges = sorted_edges(*columns(rows), views=2, entities=400)
        own = Conditions(min_answers=2, max_answers=1000, whole_parts=False)
        assert intersections(edges, part_queries(edges, own), own).size.tolist() == [count]


def test_without_a_word_conditions_are_the_plan_s() -> None:
    own = Conditions()
    assert own == Conditions(5, 200, 0.8, 20, 50_000_000, whole_parts=True)
    named = {name: getattr(Lists(), name) for name in own.__dataclass_fields__}
    assert named == {name: getattr(own, name) for name in own.__dataclass_fields__}


def test_so_many_answers_a_graph_may_have_of_which_enough_are_proven() -> None:
    assert Conditions().most_answers == 250
    assert Conditions(max_answers=33, validated=0.55).most_answers == 60  # 59.99999999999999 for a computer


def test_views_stand_in_the_order_of_the_query() -> None:
    one, two = Simple(3, 0), Simple(2, 5)
    assert views_in(one) == (3,)
    assert views_in(Intersection(one, two)) == views_in(Composition(one, 2)) == (3, 2)


def test_of_the_same_edge_the_proven_one_stays_and_then_the_first() -> None:
    triples, proven = np.int64([4, 9, 7, 3, 2, 8]), np.array([False, True, True, False, False, True])
    same = (np.int32([0] * 6), np.int32([1] * 6), np.int32([2, 2, 2, 3, 3, 0]))
    edges = sorted_edges(*same, triples, proven, views=1, entities=4)
    listed = zip(edges.answer.tolist(), edges.triple.tolist(), edges.proven.tolist(), strict=True)
    assert list(listed) == [(0, 8, True), (2, 7, True), (3, 2, False)]


def test_a_share_is_met_though_its_product_is_more() -> None:
    size, proven = np.int32([25, 25, 25]), np.int32([13, 14, 15])
    assert 0.56 * 25 > 14
    assert meets(size, proven, Conditions(validated=0.56)).tolist() == [False, True, True]
    rows = [(view, view, answer, answer < 14) for view in (0, 1) for answer in range(25)]
    rows += [(view, view, 25 + view, True) for view in (0, 1)]
    edges = sorted_edges(*columns(rows), views=2, entities=27)
    own = Conditions(validated=0.56, whole_parts=False)
    assert intersections(edges, part_queries(edges, own), own).size.tolist() == [14]
    strict = replace(own, validated=0.561)
    assert intersections(edges, part_queries(edges, strict), strict).size.tolist() == []


def test_a_part_needs_enough_proven_answers_however_many_it_has() -> None:
    rows = [(view, 0, answer, answer < 4 + view) for view in (0, 1) for answer in range(9)]
    parts = part_queries(sorted_edges(*columns(rows), views=2, entities=9), Conditions(whole_parts=False))
    assert of_simples(parts) == {(1, 0): (9, 5)}


def test_one_thing_in_between_with_just_as_many_answers_as_may_be_is_told() -> None:
    """Eleven answers, of which one is what the composition starts from, and eight of the ten others are proven."""
    rows = [(0, 0, middle, True) for middle in range(1, 6)] + [(1, middle, 50, True) for middle in range(2, 6)]
    rows += [(1, 1, 0, True)] + [(1, 1, answer, answer < 58) for answer in range(50, 60)]
    found = compositions(sorted_edges(*columns(rows), views=2, entities=60), Conditions(max_answers=8))
    assert (len(found), found.dropped) == (0, {"one-intermediate": 1})


def test_a_part_that_is_contained_where_each_of_its_answers_is_proven_in_one() -> None:
    """Seven answers, all proven, and all among the eight of the other, of which two of the seven are not proven."""
    rows = [(0, 0, answer, True) for answer in range(7)] + [(1, 1, answer, answer not in (5, 6)) for answer in range(8)]
    edges = sorted_edges(*columns(rows), views=2, entities=8)
    own = Conditions(validated=0.7)
    simples = simple_queries(edges, own)
    assert simples.proven.tolist() == [7, 6]
    assert len(intersections(edges, simples, own)) == 0
    rows.append((0, 0, 8, True))  # one that the other does not have
    edges = sorted_edges(*columns(rows), views=2, entities=9)
    assert intersections(edges, simple_queries(edges, own), own).size.tolist() == [5]


def test_steps_with_more_answers_than_a_question_may_have_are_not_counted() -> None:
    """Ten may be asked for, and one more may be what the composition starts from."""
    own = Conditions(max_answers=8)
    assert own.most_answers == 10
    assert [compositions(stars(5, each), own).pairs for each in (10, 11, 12)] == [50, 55, 0]
