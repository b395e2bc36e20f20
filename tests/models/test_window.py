"""The number of calls in flight: computed by hand."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from benchwright.models.window import Window


def round_of(window: Window, *refused: bool) -> int:
    numbers = [window.sent() for _ in refused]
    for number, each in zip(numbers, refused, strict=True):
        window.returned(number, each)
    return window.size


def test_refused_whole_rounds_halve_it_and_answered_ones_add_one() -> None:
    window = Window(64)
    sizes = [round_of(window, *[True] * window.size) for _ in range(7)]
    assert sizes == [32, 16, 8, 4, 2, 1, 1]
    assert [round_of(window, *[False] * window.size) for _ in range(4)] == [2, 3, 4, 5]


def test_it_falls_by_half_the_share_of_refusals_and_grows_by_one() -> None:
    window = Window(40)
    assert round_of(window, *[True] * 10, *[False] * 30) == 36  # 40 x (1 - 0.25 / 2) + 1
    assert round_of(window, *[True] * 18, *[False] * 18) == 27  # 36 x (1 - 0.5 / 2), and nothing added at a half
    assert round_of(window, True, *[False] * 26) == 28  # 1 of 27 is noise


def test_it_never_passes_its_limit() -> None:
    window = Window(3)
    assert [round_of(window, False, False, False) for _ in range(3)] == [3, 3, 3]


def test_what_was_sent_before_a_cut_does_not_cut_again() -> None:
    window = Window(8)
    numbers = [window.sent() for _ in range(12)]
    for number in numbers[:8]:
        window.returned(number, True)
    assert window.size == 5  # 8 x (1 - 8/12 / 2): four are under way
    for number in numbers[8:]:
        assert not window.returned(number, True)
    assert window.size == 5


def test_one_refusal_in_many_calls_is_not_crowding_but_the_fifth_of_sixty_four_is() -> None:
    window = Window(64)
    numbers = [window.sent() for _ in range(64)]
    assert [window.returned(number, True) for number in numbers[:6]] == [False] * 4 + [True] * 2
    alone = Window(1)
    assert alone.returned(alone.sent(), True)


@given(st.integers(1, 300), st.lists(st.booleans(), max_size=400))
def test_it_stays_between_one_and_its_limit(limit: int, refused: list[bool]) -> None:
    window = Window(limit)
    for each in refused:
        window.returned(window.sent(), each)
        assert 1 <= window.size <= limit


def test_it_stays_open_under_a_few_refusals_and_settles_under_many() -> None:
    def settled(share: float) -> float:
        rng, window, sizes = random.Random(3), Window(64), []
        for _ in range(300):
            sizes.append(round_of(window, *[rng.random() < share for _ in range(window.size)]))
        return sum(sizes[100:]) / 200

    assert settled(0.02) > 60
    assert 3 < settled(0.3) < 7
