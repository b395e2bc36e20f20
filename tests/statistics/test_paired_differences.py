from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.statistics import Paired, Sensitivity, paired
from benchwright.statistics.cluster_sums import checked, summed
from benchwright.statistics.permutation import sign_flip_p

FEW = 200


def compared(a: list[float], b: list[float], clusters: list[int], **more: object) -> Paired:
    columns = np.array(a)[:, None], np.array(b)[:, None]
    return paired(*columns, clusters, **{"resamples": FEW, "permutations": FEW, **more})[0]  # type: ignore[arg-type]


def chance(differences: list[float], permutations: int = FEW) -> float | None:
    """The test alone, of one question a document, where few skewed differences would get no verdict."""
    table, codes, flags = checked(np.array(differences)[:, None], np.arange(len(differences)), None)
    return sign_flip_p(next(summed(table, codes, flags)), permutations, 13)[0]


def detectable(differences: list[float], clusters: list[int]) -> float | None:
    return compared(differences, [0.0] * len(differences), clusters, bounds=None).detectable


def sensitivity(differences: list[float], clusters: list[int]) -> Sensitivity:
    found = compared(differences, [0.0] * len(differences), clusters, bounds=None).sensitivity
    assert found is not None
    return found


def test_with_few_documents_every_swap_is_tried() -> None:
    """Of 64 ways to give six a sign, 2 have all on one side; with 1, 1/2, 1/2 and -1/2 half have as much."""
    found = compared([1, 1, 1, 1, 1, 1], [0, 0.5, 0.5, 0.5, 0.5, 0.5], list(range(6)))
    assert found.difference.mean == pytest.approx(3.5 / 6)
    assert found.p == pytest.approx(2 / 64)
    assert chance([1, -0.5, 0.5, 0.5]) == pytest.approx(8 / 16)


def test_differences_of_one_size_get_the_mid_p_value_of_the_sign_test() -> None:
    """Differences 1, 1, 1, 0, -1: of 16 ways to give the four that differ a sign, 2 have all of them on one side, and 8
    have three there, which count half."""
    assert compared([1, 1, 1, 0, 0], [0, 0, 0, 0, 1], [0, 1, 2, 3, 4]).p == pytest.approx((2 + 8 / 2) / 16)
    assert compared([1] * 6, [0] * 6, list(range(6))).p == pytest.approx(1 / 64)
    assert compared([1, 1, 0, 0], [0, 0, 1, 1], list(range(4))).p == 1.0
    assert 0 < (compared([1] * 3000, [0] * 3000, list(range(3000))).p or 0) < 1e-200


def test_labels_are_swapped_by_document() -> None:
    """12 questions on 3 documents are 3 coins, not 12."""
    assert compared([1] * 12, [0] * 12, [0, 1, 2] * 4).p == pytest.approx(1 / 8)
    assert compared([1] * 12, [0] * 12, list(range(12))).p == pytest.approx(1 / 4096)


def test_drawn_swaps_come_close_to_all_of_them() -> None:
    """Twelve documents and then three that hardly differ: all swaps of twelve, and drawn ones of fifteen."""
    gains = [0.9, 0.5, 0.1, 0.3, 0.7, 0.4, 0.2, 0.6, 0.3, -0.5, -0.4, -0.8]
    few = compared(gains, [0.0] * 12, list(range(12)), bounds=None)
    many = compared([*gains, 1e-6, 1e-6, 1e-6], [0.0] * 15, list(range(15)), bounds=None, permutations=20_000)
    assert many.p == pytest.approx(few.p, abs=0.01)


@given(st.lists(st.floats(0.01, 1), min_size=6, max_size=18))
def test_no_swap_beats_differences_that_are_all_on_one_side(gains: list[float]) -> None:
    """However skewed they are."""
    p = chance(gains, permutations=1000)
    least = 2.0 ** (1 - len(gains))
    assert p is not None
    assert p <= least + (0.004 if len(gains) > 13 else 0)


def test_a_drawn_p_is_never_0() -> None:
    assert compared(list(np.linspace(0.1, 1, 40)), [0] * 40, list(range(40)), permutations=999).p == pytest.approx(
        1 / 1000
    )


def test_no_difference_is_no_evidence() -> None:
    found = compared([1, 0] * 20, [1, 0] * 20, list(range(40)))
    assert (found.p, found.detectable) == (1.0, None)
    assert (found.difference.mean, found.difference.sureness) == (0.0, "rough")
    assert (found.difference.low, found.difference.high) == pytest.approx((-0.08967, 0.08967), abs=1e-4)
    assert found.difference.why == "all documents have the same mean; only 0 documents differ"


def test_hardly_any_document_that_differs_makes_it_rough() -> None:
    found = compared([1.0] * 3 + [0.0] * 37, [0.0] * 40, list(range(40)))
    assert (found.difference.sureness, found.difference.why) == ("rough", "only 3 documents differ")


def test_one_document_or_none_cannot_be_tested() -> None:
    alone = compared([1, 0, 1], [0, 0, 0], [5, 5, 5])
    assert (alone.p, alone.detectable, alone.difference.sureness) == (None, None, "none")
    assert alone.difference.mean == pytest.approx(2 / 3)
    empty = np.zeros((0, 1))
    nothing = paired(empty, empty, np.zeros(0, dtype=np.int64))[0]
    assert (nothing.p, nothing.difference.mean, nothing.difference.n) == (None, None, 0)


def test_an_item_counts_where_both_are_scored() -> None:
    draw = np.random.default_rng(1)
    a, b = draw.random((80, 3)), draw.random((80, 3))
    scored = np.ones((80, 3), dtype=np.bool_)
    scored[40:, 1] = scored[:, 2] = False
    found = paired(a, b, np.arange(80), scored=scored, resamples=FEW, permutations=FEW)
    assert [one.difference.n for one in found] == [80, 40, 0]
    assert found[1] == paired(a[:40, 1:2], b[:40, 1:2], np.arange(40), resamples=FEW, permutations=FEW)[0]
    assert found[2].p is None


def test_one_more_pair_changes_no_other() -> None:
    """The ends of intervals to what single precision rounds."""
    draw = np.random.default_rng(2)
    a, b = draw.random((300, 40)), draw.random((300, 40))
    every = paired(a, b, np.arange(300) % 60, resamples=FEW, permutations=FEW)[33:]
    alone = paired(a[:, 33:], b[:, 33:], np.arange(300) % 60, resamples=FEW, permutations=FEW)
    for one, other in zip(alone, every, strict=True):
        assert (one.difference.mean, one.p, one.sensitivity) == (other.difference.mean, other.p, other.sensitivity)
        assert (one.difference.low, one.difference.high) == pytest.approx((other.difference.low, other.difference.high))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="out of bounds"):
        compared([2.0, 0.0], [0.0, 0.0], [0, 1])
    with pytest.raises(ValueError, match="do not fit"):
        paired(np.zeros((3, 1)), np.zeros((3, 2)), [0, 1, 2])
    with pytest.raises(ValueError, match="permutations"):
        compared([1.0, 0.0], [0.0, 0.0], [0, 1], permutations=3)


pairs = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 20)), min_size=1, max_size=60
)


@given(pairs)
def test_swapping_the_systems_mirrors_the_difference(items: list[tuple[float, float, int]]) -> None:
    a, b, clusters = (list(column) for column in zip(*items, strict=True))
    one, other = compared(a, b, clusters), compared(b, a, clusters)
    mirrored = other.difference
    assert one.difference.mean == pytest.approx(-(mirrored.mean or 0.0), abs=1e-12)
    assert one.p == other.p
    assert one.detectable == pytest.approx(other.detectable)
    if one.difference.low is not None:
        assert mirrored.high is not None
        assert -1 <= one.difference.low <= (one.difference.mean or 0.0)
        assert one.difference.low == pytest.approx(-mirrored.high, abs=0.02)


@given(
    st.lists(st.tuples(st.floats(-1e200, 1e200), st.floats(-1e200, 1e200), st.integers(0, 20)), min_size=1, max_size=40)
)
def test_no_finite_value_gives_nan_or_infinity(items: list[tuple[float, float, int]]) -> None:
    a, b, clusters = (list(column) for column in zip(*items, strict=True))
    found = compared(a, b, clusters, bounds=None)
    for figure in (found.difference.mean, found.difference.low, found.difference.high, found.p, found.detectable):
        assert figure is None or np.isfinite(figure)
    assert found.p is None or 0 < found.p <= 1


def test_the_detectable_difference_is_three_standard_errors_and_a_step() -> None:
    """50 documents, 10 better and 10 worse: variance 0.4 / 49 (CR2 of equal sizes has n - 1 below the line), quantiles
    of t with 49 degrees 2.0096 + 0.8486, half a step of 1/50."""
    differences = [1.0] * 10 + [-1.0] * 10 + [0.0] * 30
    found = detectable(differences, list(range(50)))
    assert found == pytest.approx((2.0096 + 0.8486) * np.sqrt(0.4 / 49) + 0.01, abs=1e-4)
    assert found == pytest.approx(
        compared([1.0] * 10 + [0.0] * 40, [0.0] * 10 + [1.0] * 10 + [0.0] * 30, list(range(50))).detectable
    )


def test_half_the_difference_needs_four_times_the_questions() -> None:
    found = sensitivity(list(np.random.default_rng(3).normal(size=400)), list(range(400)))
    least = found.detectable()
    assert found.questions_for(least) == pytest.approx(400, abs=1)
    assert found.questions_for(least / 2) == pytest.approx(1600, rel=0.01)


def test_a_correction_for_many_tests_needs_more() -> None:
    """At a level of 0.05 / 66 the quantile of 399 degrees is 3.395 and not 1.966, that of the power 0.843."""
    found = sensitivity(list(np.random.default_rng(3).normal(size=400)), list(range(400)))
    assert found.detectable(0.05 / 66) / found.detectable() == pytest.approx(
        (3.395 + 0.843) / (1.966 + 0.843), abs=0.01
    )
    assert (found.questions_for(0.1, 0.05 / 66) or 0) > 2 * (found.questions_for(0.1) or 0)


def test_questions_on_few_documents_tell_less() -> None:
    differences = [1.0] * 100 + [-1.0] * 60 + [0.0] * 240
    together, apart = (sensitivity(differences, of) for of in ([item // 10 for item in range(400)], list(range(400))))
    assert together.detectable() > 2.5 * apart.detectable()
    assert (together.questions_for(0.05) or 0) > 6 * (apart.questions_for(0.05) or 1)


def test_where_nothing_differs_nothing_is_told() -> None:
    assert detectable([0.0] * 40, list(range(40))) is None
    assert detectable([1.0, 0.0], [0, 0]) is None
    assert detectable([], []) is None
    assert sensitivity([1.0, -1.0] * 20, list(range(40))).questions_for(1e-9) is None


def test_a_wished_difference_is_above_0() -> None:
    for wrong in (0.0, -0.1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="above 0"):
            sensitivity([1.0, 0.0], [0, 1]).questions_for(wrong)
