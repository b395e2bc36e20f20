from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchwright.plan import Cell, go_round, share_out
from benchwright.records import Modalities


def test_key_is_canonical_json_without_the_count() -> None:
    cell = Cell("multi-hop", Modalities(text=1, table=1), "derive", 5)
    assert cell.key == '{"maker":"derive","modalities":"text+table","style":"multi-hop"}'
    assert cell.label == "multi-hop text+table"
    assert Cell("multi-hop", Modalities(text=1, table=1), "derive", 50).key == cell.key


def test_share_out_by_largest_remainder() -> None:
    assert share_out(20, [1, 1, 1]) == [7, 7, 6]
    assert share_out(10, [3, 1, 1]) == [6, 2, 2]
    assert share_out(1, [1, 5, 4]) == [0, 1, 0]


@given(st.integers(0, 200), st.lists(st.integers(0, 9), min_size=1, max_size=8).filter(any))
def test_share_out_gives_all_and_stays_within_one(total: int, weights: list[int]) -> None:
    shares = share_out(total, weights)
    assert sum(shares) == total
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share - total * weight / sum(weights)) < 1


def test_go_round() -> None:
    assert go_round(7, [10, 10, 10]) == [3, 2, 2]
    assert go_round(7, [1, 10, 2]) == [1, 4, 2]
    assert go_round(9, [1, 1, 2]) == [1, 1, 2]
    assert go_round(0, [5]) == [0]


@given(st.integers(0, 100), st.lists(st.integers(0, 30), max_size=8))
def test_go_round_fills_what_there_is_and_evenly(total: int, capacities: list[int]) -> None:
    dealt = go_round(total, capacities)
    assert sum(dealt) == min(total, sum(capacities))
    assert all(share <= capacity for share, capacity in zip(dealt, capacities, strict=True))
    open_shares = [share for share, capacity in zip(dealt, capacities, strict=True) if share < capacity]
    assert not open_shares or max(dealt) - min(open_shares) <= 1


def test_a_cell_of_a_kind_has_it_in_its_key_and_any_modalities() -> None:
    cell = Cell("list", Modalities(), "qampari", 5, "intersection")
    assert cell.key == '{"kind":"intersection","maker":"qampari","modalities":"","style":"list"}'
    assert cell.label == "list intersection"
    assert Cell("list", Modalities(text=1), "qampari", 5, "simple").label == "list simple text"
