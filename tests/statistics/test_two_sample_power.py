from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, fisher_exact, mannwhitneyu

from benchwright.statistics.fisher import fisher_p
from benchwright.statistics.mann_whitney import mann_whitney_p
from benchwright.statistics.two_sample_power import FisherPower, detectable_shift


def test_mann_whitney_is_scipys() -> None:
    generator = np.random.default_rng(3)
    one, other = generator.integers(1, 6, 40).tolist(), generator.integers(2, 6, 25).tolist()
    assert mann_whitney_p(one, other) == mannwhitneyu(one, other, alternative="two-sided").pvalue
    assert mann_whitney_p([1.5, 2.5, 4.0], [3.0, 5.5]) == pytest.approx(0.4)  # 4 of 10 orders are as far out
    assert mann_whitney_p([3, 3], [3, 3, 3]) == 1.0
    assert mann_whitney_p([], [1]) is None


def test_the_power_of_fishers_test_counts_all_tables() -> None:
    first, second, share, other = 7, 5, 0.9, 0.2
    counted = sum(
        binom.pmf(one, first, share) * binom.pmf(two, second, other)
        for one in range(first + 1)
        for two in range(second + 1)
        if fisher_exact([[one, first - one], [two, second - two]]).pvalue <= 0.05
    )
    assert FisherPower(first, second).power(share, other) == pytest.approx(counted, abs=1e-12)


def test_a_study_of_smmqgs_size_finds_the_differences_that_the_paper_found() -> None:
    power = FisherPower(300, 120)
    least = power.detectable(0.927)
    assert least is not None
    assert power.power(0.927, least) == pytest.approx(0.8, abs=1e-6)
    assert least > 0.80  # correctness was 92.7 against 80.0, p = .001 (table 4)
    generator = np.random.default_rng(5)
    ones, others = generator.binomial(300, 0.927, 300), generator.binomial(120, least, 300)
    found = np.mean([fisher_p(int(one), 300, int(two), 120) <= 0.05 for one, two in zip(ones, others, strict=True)])
    assert 0.73 <= found <= 0.87  # 0.8 with three standard errors of 300 studies


def test_too_few_items_find_nothing() -> None:
    assert FisherPower(3, 3).detectable(0.9) is None
    for first, second in ((0, 4), (4, 0)):
        with pytest.raises(ValueError, match="an item at least"):
            FisherPower(first, second)
        with pytest.raises(ValueError, match="an item at least"):
            detectable_shift(first, second, 1.0)


def test_the_detectable_shift_is_found_in_four_of_five_simulated_studies() -> None:
    shift = detectable_shift(60, 60, 1.0)
    assert shift == pytest.approx(0.5234, abs=1e-3)
    generator = np.random.default_rng(7)
    found = np.mean(
        [
            (mann_whitney_p(generator.normal(shift, 1, 60).tolist(), generator.normal(0, 1, 60).tolist()) or 0) <= 0.05
            for _ in range(400)
        ]
    )
    assert 0.74 <= found <= 0.86


def test_large_samples_are_told_by_the_approximation() -> None:
    large = FisherPower(2_000, 2_000)
    found = large.detectable(0.9)
    assert found is not None
    assert large.power(0.9, found) == pytest.approx(0.8, abs=1e-6)
    generator = np.random.default_rng(9)
    ones, others = generator.binomial(2_000, 0.9, 300), generator.binomial(2_000, found, 300)
    share = np.mean([fisher_p(int(one), 2_000, int(two), 2_000) <= 0.05 for one, two in zip(ones, others, strict=True)])
    assert 0.71 <= share <= 0.87
