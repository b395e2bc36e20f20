"""Kappa and alpha against published examples, and what must hold for any ratings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.statistics.agreement import Level, alpha_interval, cohens_kappa, kappa_of_table, krippendorffs_alpha

_ = None
OBSERVERS = [  # Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section E: four observers, 12 units
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]


@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_of_krippendorffs_example(level: Level, alpha: float) -> None:
    assert krippendorffs_alpha(OBSERVERS, level=level) == pytest.approx(alpha, abs=0.0005)


def test_alpha_of_two_observers_and_two_values() -> None:
    """Section A of the same: ten articles, two coders, alpha = 0.095."""
    first = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    second = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    assert krippendorffs_alpha([first, second]) == pytest.approx(0.095, abs=0.0005)


def test_alpha_says_nothing_of_what_nobody_can_disagree_on() -> None:
    assert krippendorffs_alpha([[1, 1, 1], [1, 1, 1]]) is None
    assert krippendorffs_alpha([[1, _, 2], [_, 1, _]]) is None
    with pytest.raises(ValueError, match="one entry for each item"):
        krippendorffs_alpha([[1, 2], [1]])


def test_kappa_by_hand() -> None:
    """Agreement 0.7; by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5: kappa 0.4."""
    assert kappa_of_table([[20, 5], [10, 15]]) == pytest.approx(0.4)
    assert cohens_kappa([1] * 25 + [0] * 25, [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15) == pytest.approx(0.4)


def test_weighted_kappa_by_hand() -> None:
    """Three categories, each rater 6, 8 and 6 of 20. Linear: seen cost 6/20, by chance 2*(6*8 + 8*6 + 2*6*6)/400 =
    0.84. Quadratic: the same seen cost, by chance 2*(48 + 48 + 4*36)/400 = 1.2."""
    table = [[5, 1, 0], [1, 5, 2], [0, 2, 4]]
    assert kappa_of_table(table, weights="linear") == pytest.approx(1 - 0.3 / 0.84)
    assert kappa_of_table(table, weights="quadratic") == pytest.approx(1 - 0.3 / 1.2)


def test_kappa_needs_categories_that_are_on_the_scale() -> None:
    with pytest.raises(ValueError, match="not on the scale"):
        cohens_kappa([0, 1], [0, 2], scale=[0, 1])
    with pytest.raises(ValueError, match="do not fit"):
        cohens_kappa([0, 1], [0])
    assert cohens_kappa([], []) is None
    assert cohens_kappa([1, 1], [1, 1]) is None


ratings = st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([0.0, 0.5, 1.0])), min_size=2)


@given(ratings, st.sampled_from(["none", "linear", "quadratic"]))
def test_kappa_is_the_same_for_exchanged_raters_and_at_most_1(pairs: list[tuple[float, float]], weights: str) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    kappa = cohens_kappa(first, second, weights=weights)  # type: ignore[arg-type]
    turned = cohens_kappa(second, first, weights=weights)  # type: ignore[arg-type]
    assert (kappa is None) == (turned is None)
    if kappa is not None:
        assert kappa == pytest.approx(turned, abs=1e-9)
        assert kappa <= 1 + 1e-9
        assert (abs(kappa - 1) < 1e-9) == (first == second)


@given(ratings, st.sampled_from(["nominal", "ordinal", "interval"]))
def test_alpha_is_1_only_for_equal_ratings(pairs: list[tuple[float, float]], level: Level) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    alpha = krippendorffs_alpha([first, second], level=level)
    if alpha is not None:
        assert alpha <= 1 + 1e-9
        assert (abs(alpha - 1) < 1e-9) == (first == second)


def test_the_interval_of_alpha_holds_it_and_narrows_with_more_items() -> None:
    generator = np.random.default_rng(3)
    truth = generator.integers(0, 2, 400)

    def rated(items: int) -> list[list[float | None]]:
        return [
            [float(one) if generator.random() < 0.9 else 1.0 - float(one) for one in truth[:items]] for _ in range(3)
        ]

    few, many = alpha_interval(rated(40)), alpha_interval(rated(400))
    for found in (few, many):
        assert found.low is not None and found.high is not None and found.alpha is not None  # noqa: PT018
        assert found.low < found.alpha < found.high
        assert found.low < 0.64 < found.high  # 1 - 2 * 0.9 * 0.1 / 0.5 of two raters who are right in 90 %
    assert (few.items, many.items) == (40, 400)
    assert (many.high or 0) - (many.low or 0) < ((few.high or 0) - (few.low or 0)) / 2


def test_the_interval_of_alpha_is_of_the_published_example() -> None:
    found = alpha_interval(OBSERVERS, level="ordinal")
    assert found.alpha == krippendorffs_alpha(OBSERVERS, level="ordinal")
    assert found.low is not None
    assert found.low < 0.815
    assert alpha_interval([[1.0, 1.0], [1.0, 1.0]]).alpha is None
    assert alpha_interval([[1.0, 2.0], [1.0, 2.0]]).low is None  # two items say nothing of how far it may stray
