"""The alt-test against its definition, written out with scipy's t-test, and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from benchwright.statistics.alternative_annotator import SKILLED, alternative_annotator_test
from benchwright.statistics.mcnemar import mcnemar_p

ITEMS = [f"q{number}" for number in range(80)]


def noisy(truth: dict[str, float], wrong: float, seed: int) -> dict[str, float]:
    draw = np.random.default_rng(seed)
    return {item: float(draw.integers(0, 3)) if draw.random() < wrong else rating for item, rating in truth.items()}


def scenario(judge_wrong: float) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    draw = np.random.default_rng(3)
    truth = {item: float(draw.integers(0, 3)) for item in ITEMS}
    people = {f"person {number}": noisy(truth, 0.25 + 0.05 * number, number) for number in range(4)}
    return noisy(truth, judge_wrong, 99), people


@pytest.mark.parametrize("judge_wrong", [0.1, 0.35, 0.8])
def test_the_test_is_the_papers_where_items_are_alone(judge_wrong: float) -> None:
    from scipy.stats import false_discovery_control, ttest_1samp  # here, for each process would import it for a second

    judge, people = scenario(judge_wrong)
    p, wins = [], []
    for name, own in people.items():
        others = [ratings for other, ratings in people.items() if other != name]
        differences = []
        for item in ITEMS:
            human = np.mean([own[item] == ratings[item] for ratings in others])
            model = np.mean([judge[item] == ratings[item] for ratings in others])
            differences.append(float(human >= model) - float(model >= human))
            wins.append(model >= human)
        p.append(ttest_1samp(differences, SKILLED, alternative="less").pvalue)
    rejected = false_discovery_control(p, method="by") <= 0.05
    found = alternative_annotator_test(judge, people)
    assert [one.p for one in found.tests] == pytest.approx(p, rel=1e-6, abs=1e-12)
    assert [one.won for one in found.tests] == list(rejected)
    assert found.winning_rate == np.mean(rejected)
    assert found.advantage == pytest.approx(np.mean(wins))
    assert found.passed == (np.mean(rejected) >= 0.5)


def test_a_good_judge_passes_and_a_guessing_one_fails() -> None:
    assert alternative_annotator_test(*scenario(0.05)).passed
    assert not alternative_annotator_test(*scenario(0.9)).passed


def test_a_judge_that_always_wins_needs_no_variance() -> None:
    people = {name: dict.fromkeys(ITEMS, rating) for name, rating in (("a", 1.0), ("b", 1.0), ("c", 0.0))}
    found = alternative_annotator_test(dict.fromkeys(ITEMS, 1.0), people)
    assert [one.won for one in found.tests] == [True, True, True]
    assert [one.annotator_wins for one in found.tests] == [1.0, 1.0, 0.0]


def test_items_that_stand_together_give_less_certainty() -> None:
    judge, people = scenario(0.35)
    alone = alternative_annotator_test(judge, people)
    doubled = {f"{item}{copy}": judge[item] for item in ITEMS for copy in "ab"}
    twice = {name: {f"{item}{copy}": own[item] for item in ITEMS for copy in "ab"} for name, own in people.items()}
    clusters = {f"{item}{copy}": item for item in ITEMS for copy in "ab"}
    together = alternative_annotator_test(doubled, twice, clusters=clusters)
    assert [one.p for one in together.tests] == pytest.approx([one.p for one in alone.tests])
    assert [one.p for one in alternative_annotator_test(doubled, twice).tests] != pytest.approx(
        [one.p for one in alone.tests]
    )


def test_what_takes_no_part_is_counted() -> None:
    judge, people = scenario(0.2)
    people["few"] = dict.fromkeys(ITEMS[:10], 1.0)
    people["person 0"]["only one"] = 1.0
    del judge["q0"]
    found = alternative_annotator_test(judge, people)
    assert [one.annotator for one in found.tests] == ["person 0", "person 1", "person 2", "person 3"]
    assert found.left_out == {
        "items of a single annotator": 1,
        "items that the judge did not score": 1,
        "annotators with fewer than 30 items, or items of one document": 1,
    }
    nobody = alternative_annotator_test(judge, {"alone": people["person 0"]})
    assert (nobody.winning_rate, nobody.advantage, nobody.passed) == (None, None, False)


def test_closeness_may_be_measured_by_distance() -> None:
    """The judge says 1 where others say 0 and 2: never equal, but nearer than a person who says 2 and hits half."""
    people = {
        "a": dict.fromkeys(ITEMS, 2.0),
        "b": dict.fromkeys(ITEMS, 2.0),
        "c": dict.fromkeys(ITEMS, 0.0),
    }
    judge = dict.fromkeys(ITEMS, 1.0)
    same = alternative_annotator_test(judge, people)
    near = alternative_annotator_test(judge, people, agreement="distance")
    assert [one.won for one in same.tests] == [False, False, True]
    assert [one.won for one in near.tests] == [True, True, True]


def test_mcnemar_by_hand() -> None:
    """1 of 10: twice (1 + 10) / 1024."""
    assert mcnemar_p(1, 9) == pytest.approx(22 / 1024)
    assert mcnemar_p(9, 1) == pytest.approx(22 / 1024)
    assert mcnemar_p(0, 0) == 1.0
    assert mcnemar_p(5, 5) == 1.0
    with pytest.raises(ValueError, match="at least 0"):
        mcnemar_p(-1, 2)
