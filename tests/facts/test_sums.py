"""Rows that are sums of other rows, and rows that only look like one."""

from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.sums import sum_rows

REGIONS = [["Nord", "12", "1,204"], ["Süd", "30", "5,310"], ["West", "21", "2,077"]]


def test_sums_of_blocks_and_of_all() -> None:
    table = [*REGIONS, ["Land", "63", "8,591"], *REGIONS, ["Other", "63", "8,591"], ["Both", "126", "17,182"]]
    assert sum_rows(table, 0) == {3, 7, 8}
    assert sum_rows([["Land", "63", "8,591"], *REGIONS], 0) == {0}
    assert sum_rows([["a", "10"], ["b", "20"], ["All of them", "30"]], 0) == {2}


def test_small_and_round_numbers_add_up_by_chance() -> None:
    assert sum_rows([["a", "1"], ["b", "2"], ["c", "3"], ["d", "6"]], 0) == frozenset()
    assert sum_rows([["a", "100"], ["b", "200"], ["c", "300"], ["d", "600"]], 0) == frozenset()
    assert sum_rows([["a", "1"], ["b", "2"], ["All India Party", "3"]], 0) == frozenset()
    assert sum_rows([*REGIONS, ["All Saints", "64", "8,592"]], 0) == frozenset()
    assert sum_rows([], 0) == sum_rows([["a"]], 0) == frozenset()


@given(st.lists(st.integers(100_003, 10**7), min_size=3, max_size=12))
def test_a_total_is_found_whatever_it_is_called(numbers: list[int]) -> None:
    rows = [[f"Place {n}", str(number)] for n, number in enumerate(numbers)]
    total = [["Grand total", f"{sum(numbers):,}"]]
    assert len(rows) in sum_rows(rows + total, 0) or sum_rows(rows, 0)
    assert 0 in sum_rows(total + rows, 0) or sum_rows(rows, 0)


def test_a_long_table_is_read_in_time_that_grows_with_its_rows() -> None:
    rows = [[f"Place {n}", str(n * n + 7), str(n**3 + 11)] for n in range(20_000)]
    assert sum_rows(rows, 0) == frozenset()
