"""Types and what they are kinds of: closures, cycles, beside a walk in plain Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from benchwright.graphs.hierarchy import Hierarchy

SIZE = 8
PAIRS = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=20)


def hierarchy(types: list[tuple[int, int]], supertypes: list[tuple[int, int]]) -> Hierarchy:
    columns = [
        np.array([pair[place] for pair in pairs], dtype=np.int32) for pairs in (types, supertypes) for place in (0, 1)
    ]
    return Hierarchy(*columns, SIZE)


def below(type_code: int, supertypes: list[tuple[int, int]]) -> set[int]:
    found, left = {type_code}, [type_code]
    while left:
        above = left.pop()
        for one, over in supertypes:
            if over == above and one not in found:
                found.add(one)
                left.append(one)
    return found


@given(PAIRS, PAIRS, st.integers(0, SIZE - 1))
def test_members_are_those_of_the_type_and_of_all_below_it(
    types: list[tuple[int, int]], supertypes: list[tuple[int, int]], wanted: int
) -> None:
    made = hierarchy(types, supertypes)
    kinds = below(wanted, supertypes)
    assert made.below(wanted).tolist() == sorted(kinds)
    assert made.members(wanted).tolist() == sorted({entity for entity, one in types if one in kinds})


def test_a_cycle_makes_its_types_equal_and_is_counted() -> None:
    made = hierarchy([(0, 4), (1, 5), (2, 6)], [(4, 5), (5, 6), (6, 4), (7, 4)])
    assert made.members(4).tolist() == [0, 1, 2]
    assert made.members(6).tolist() == [0, 1, 2]
    assert made.members(7).tolist() == []
    assert made.cycles == 1


def test_two_types_that_are_kinds_of_each_other_are_a_cycle() -> None:
    assert hierarchy([], [(4, 5), (5, 4), (6, 7), (7, 6), (3, 4)]).cycles == 2


def test_types_are_what_has_instances_and_what_is_above_or_below() -> None:
    assert hierarchy([(0, 4), (1, 4)], [(5, 6), (4, 6)]).types.tolist() == [4, 5, 6]


def test_a_type_that_is_a_kind_of_itself_is_no_cycle_of_several() -> None:
    made = hierarchy([(0, 4)], [(4, 4)])
    assert made.members(4).tolist() == [0]
    assert made.cycles == 0


@given(PAIRS, st.sets(st.integers(0, SIZE - 1)))
def test_of_others_is_what_has_a_type_besides(types: list[tuple[int, int]], few: set[int]) -> None:
    found = hierarchy(types, []).of_others(np.array(sorted(few), dtype=np.int32))
    assert found.tolist() == [any(e == one and t not in few for e, t in types) for one in range(SIZE)]
