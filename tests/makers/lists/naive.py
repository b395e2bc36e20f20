"""What QAMPARI's queries are, in plain sets: slow, and plainly right. Everything faster is held against it."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from benchwright.makers.lists.queries.query_types import Conditions, Edges, ViewRelations

Listed = dict[tuple[int, int], tuple[set[int], set[int]]]


def listed(edges: Edges) -> Listed:
    """(view, given) -> all answers, proven answers."""
    found: Listed = defaultdict(lambda: (set(), set()))
    for view, given, answer, proven in zip(edges.view, edges.given, edges.answer, edges.proven, strict=True):
        for answers in found[int(view), int(given)][: 1 + bool(proven)]:
            answers.add(int(answer))
    return dict(found)


def fits(whole: set[int], proven: set[int], conditions: Conditions) -> bool:
    enough = len(proven) * 1000 >= round(conditions.validated * 1000) * len(whole)
    return conditions.min_answers <= len(proven) <= conditions.max_answers and enough


def simple(edges: Edges, conditions: Conditions, views: set[int]) -> dict[tuple[int, int], tuple[int, int]]:
    found = listed(edges).items()
    return {key: (len(a), len(p)) for key, (a, p) in found if key[0] in views and fits(a, p, conditions)}


def part(edges: Edges, conditions: Conditions, views: set[int]) -> dict[tuple[int, int], tuple[int, int]]:
    found = listed(edges).items()
    least = conditions.min_answers
    return {key: (len(a), len(p)) for key, (a, p) in found if key[0] in views and len(p) >= least}


def intersection(
    edges: Edges, conditions: Conditions, views: set[int], ways: ViewRelations
) -> dict[tuple[tuple[int, int], tuple[int, int]], int]:
    lists, result = listed(edges), {}
    parts = simple(edges, conditions, views) if conditions.whole_parts else part(edges, conditions, views)
    for one, two in combinations(sorted(parts), 2):
        (all_one, proven_one), (all_two, proven_two) = lists[one], lists[two]
        contained = proven_one <= proven_two or proven_two <= proven_one or all_one <= all_two or all_two <= all_one
        kind = [(ways.relation[view], ways.side[view], given) for view, given in (one, two)]
        size = len(proven_one & proven_two)
        if not conditions.whole_parts and not fits(all_one & all_two, proven_one & proven_two, conditions):
            continue
        if conditions.min_answers <= size <= conditions.max_answers and not contained and kind[0] != kind[1]:
            result[one, two] = size
    return result


def composition(
    edges: Edges, conditions: Conditions, first: set[int], second: set[int], ways: ViewRelations
) -> tuple[dict[tuple[int, int, int], tuple[int, int]], int]:
    """Those that are kept, and how many one thing in between would do for."""
    lists, result, single = listed(edges), {}, 0
    for (one, given), (middles, proven_middles) in lists.items():
        if one not in first or not conditions.min_answers <= len(middles) <= conditions.first_hop:
            continue
        for two in second:
            if ways.relation[one] == ways.relation[two] and ways.side[one] != ways.side[two]:
                continue
            empty: tuple[set[int], set[int]] = (set(), set())
            each = [lists.get((two, middle), empty)[0] - {given} for middle in middles]
            each_proven = [lists.get((two, middle), empty)[1] - {given} for middle in proven_middles]
            whole, proven = set().union(*each), set().union(*each_proven)
            if not fits(whole, proven, conditions):
                continue
            if whole in each or proven in each_proven:
                single += 1
            else:
                result[one, given, two] = (len(whole), len(proven))
    return result, single
