from __future__ import annotations

import numpy as np
import pytest

from benchwright.statistics import intra_cluster_correlation
from benchwright.statistics.intra_cluster import design_effect, effective_items


def test_it_is_that_of_the_analysis_of_variance() -> None:
    """Six documents of two: means 0, 0, 0.5, 0.5, 1, 1. Mean square between 2 * 1 / 5 = 0.4, within 2 * 0.5 / 6 = 1/6:
    (0.4 - 1/6) / (0.4 + 1/6)."""
    values = np.array([0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1.0])[:, None]
    assert intra_cluster_correlation(values, np.repeat(np.arange(6), 2)) == pytest.approx(0.7 / 1.7)


@pytest.mark.parametrize("truth", [0.0, 0.2, 0.5])
def test_it_comes_close_to_what_was_simulated(truth: float) -> None:
    draw = np.random.default_rng(1)
    clusters = np.repeat(np.arange(80), draw.integers(1, 12, 80))
    rates = np.full((80, 12), 0.4) if truth == 0 else draw.beta(0.4 * (1 / truth - 1), 0.6 * (1 / truth - 1), (80, 12))
    values = (draw.random((len(clusters), 12)) < rates[clusters]).astype(float)
    assert intra_cluster_correlation(values, clusters) == pytest.approx(truth, abs=0.06)


def test_it_needs_enough_documents_and_something_that_varies() -> None:
    draw = np.random.default_rng(1)
    assert intra_cluster_correlation(draw.random((20, 3)), np.arange(20) % 5) is None
    assert intra_cluster_correlation(np.ones((20, 3)), np.arange(20) % 10) is None
    assert intra_cluster_correlation(draw.random((20, 1)), np.arange(20)) == 0.0


def test_alike_questions_count_less() -> None:
    sizes = np.array([3.0, 3, 2, 2, 1])
    assert design_effect(sizes, 0.0) == 1
    assert design_effect(sizes, 1.0) == pytest.approx(27 / 11)
    assert effective_items(sizes, 1.0) == pytest.approx(121 / 27)
