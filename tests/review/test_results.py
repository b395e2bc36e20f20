"""What follows from what was submitted: means and tests, agreement, rulings, decisions, and a study of known truth."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reviewing import all_right, attentive, careless, item_of, labour, noisy, send, towns_study

from benchwright.review.completeness import completeness
from benchwright.review.items import ItemRole, ReviewItem
from benchwright.review.labels import ItemDecision, decide, final_value, question_decisions, read_labels
from benchwright.review.open_study import OpenStudy
from benchwright.review.results import ResultRow, StudyResults, study_results
from benchwright.review.second_looks import second_looks
from benchwright.review.task import tasks
from benchwright.statistics.agreement import krippendorffs_alpha


def fill(study: OpenStudy, name: str, values: dict[str, dict[str, Any]]) -> int:
    """An annotator who gives these values to questions by id, and says all right to the others."""
    who = study.add_annotator(name)
    labour(study, who.id, lambda study, item, place: {**all_right(study.task), **values.get(item.example, {})})
    return who.id


def row(results: StudyResults, by: str = "all", group: str = "all", origin: str = "own") -> ResultRow:
    return next(one for one in results.rows if (one.by, one.group, one.origin) == (by, group, origin))


def test_what_people_say_together() -> None:
    five = tasks()["five-metrics"]
    assert final_value(five.field("fluency"), [5, 4, 3]) == (4.0, False)
    assert final_value(five.field("style"), ["yes", "no", "yes"]) == ("yes", False)
    assert final_value(five.field("style"), ["yes", "no"]) == (None, True)
    assert final_value(five.field("style"), []) == (None, False)
    issues = tasks()["pair-validation"].field("issues")
    assert final_value(issues, [["grammar", "time"], ["grammar"], []]) == (["grammar"], False)
    missing = tasks()["completeness"].field("missing")
    assert final_value(missing, [["Elm"], ["Elm", "Yew"]]) == (["Elm", "Yew"], False)


def test_means_rates_and_decisions_are_counted_by_hand(tmp_path: Path) -> None:
    study = towns_study(tmp_path, items={"count": 10, "even": ["style"]}, form={"items": 10})
    listed = study.items(ItemRole.REAL)
    wrong, blurred = listed[0].example, listed[1].example
    fill(study, "Ada", {wrong: {"correctness": "no", "fluency": 1}, blurred: {"style": "no", "fluency": 4}})
    results = study_results(study)
    means = {one.field: one.interval.mean for one in row(results).means}
    assert means == {
        "fluency": pytest.approx(4.5),
        "style": 0.9,
        "relevance": 1.0,
        "needed": 1.0,
        "answerability": 1.0,
        "correctness": 0.9,
    }
    drawn = Counter(item.style for item in listed)
    assert {one.group: one.items for one in results.rows if one.by == "style"} == drawn
    assert sorted(drawn.values()) == [3, 3, 4]
    assert results.verdicts == {"accepted": 9, "rejected": 1}
    (rejected,) = [one for one in results.questions if one.verdict == "rejected"]
    assert (rejected.example, rejected.why, rejected.reviewers) == (wrong, "correctness", 1)


def test_an_evenly_divided_item_waits_for_the_owner_whose_ruling_counts(tmp_path: Path) -> None:
    study = towns_study(tmp_path, items={"count": 6}, annotators_per_item=2, form={"items": 6})
    one, two = (item.example for item in study.items(ItemRole.REAL)[:2])
    fill(study, "Ada", {one: {"correctness": "no"}, two: {"fluency": 2}})
    fill(study, "Ben", {})
    assert study_results(study).verdicts == {"accepted": 5, "undecided": 1}
    (look,) = second_looks(study)
    assert (study.item(look.item).example, look.reason) == (one, "disagreement")
    assert sorted(values["correctness"] for values in look.values) == ["no", "yes"]
    study.rule(look.item, {**all_right(study.task), "correctness": "no"}, by="Cleo")
    assert second_looks(study) == []
    results = study_results(study)
    assert results.verdicts == {"accepted": 5, "rejected": 1}
    assert {who.name: who.upheld for who in results.annotators} == {"Ada": 1.0, "Ben": 0.0}
    study.rule(look.item, all_right(study.task), by="Cleo")  # the last ruling holds
    assert study_results(study).verdicts == {"accepted": 6}


def test_agreement_is_that_of_the_values(tmp_path: Path) -> None:
    study = towns_study(tmp_path, items={"count": 20}, annotators_per_item=2, form={"items": 20})
    draw = random.Random(5)
    said: list[dict[str, dict[str, Any]]] = [
        {item.example: {"fluency": draw.randint(1, 5), "style": draw.choice(["yes", "no"])} for item in study.items()}
        for _ in range(2)
    ]
    for name, values in zip(("Ada", "Ben"), said, strict=True):
        fill(study, name, values)
    found = {one.field: one for one in study_results(study).agreement}
    examples = [item.example for item in study.items(ItemRole.REAL)]
    fluency = [[float(values[name]["fluency"]) for name in examples] for values in said]
    style = [[float(values[name]["style"] == "yes") for name in examples] for values in said]
    assert found["fluency"].alpha == pytest.approx(krippendorffs_alpha(fluency, level="ordinal"))
    assert found["style"].alpha == pytest.approx(krippendorffs_alpha(style, level="nominal"))
    equal = sum(one == other for one, other in zip(*style, strict=True)) / 20
    assert found["style"].percent == equal
    assert found["style"].kappa is not None
    assert found["correctness"].percent == 1.0
    assert found["correctness"].alpha is None  # everybody says yes: agreement beyond chance cannot be told


def test_answers_fall_one_by_one_and_a_question_with_too_few_of_them(tmp_path: Path) -> None:
    study = towns_study(tmp_path, task="answer-check", form={"items": 56})
    labels = read_labels(study)
    task = study.task
    first = labels.items[0]
    answers = [ReviewItem(f"i{n}", ItemRole.REAL, first.content, "own", "q", str(n)) for n in range(6)]
    for wrong, verdict in ((0, "accepted"), (1, "edited"), (2, "rejected")):
        items = tuple(replace(one, content=replace(one.content, answer=f"a{one.part}")) for one in answers)
        decisions = [_decided(task, one, "no" if int(one.part) < wrong else "yes") for one in items]
        (found,) = question_decisions(replace(labels, items=items), decisions, 5)
        assert found.verdict == verdict
        assert found.without == (("a0",) if verdict == "edited" else ())


def _decided(task: Any, item: ReviewItem, correct: str) -> Any:
    verdict = "rejected" if correct == "no" else "accepted"
    return ItemDecision(item, verdict, {"correct": correct}, (), "", 1, False)  # type: ignore[arg-type]


def test_a_rewording_edits_the_question(tmp_path: Path) -> None:
    study = towns_study(tmp_path, task="paraphrase", items={"count": 4}, form={"items": 4})
    ada = study.add_annotator("Ada")
    for number in range(4):
        place = study.work(ada.id).place
        assert place is not None
        question = place.shown.question
        words = {"understood": "yes", "rewording": f"Please tell me: {question[0].lower()}{question[1:]}"}
        send(study, ada.id, place, {"understood": "no"} if number == 3 else words)
    found = study_results(study).questions
    assert sorted(one.verdict for one in found) == ["edited", "edited", "edited", "rejected"]
    assert all(one.question.startswith("Please tell me: ") for one in found if one.verdict == "edited")


def test_missing_answers_become_the_share_that_is_known(tmp_path: Path) -> None:
    study = towns_study(tmp_path, task="completeness", items={"count": 4}, form={"items": 4})
    named = [item.example for item in study.items(ItemRole.REAL)]
    answer = study.items(ItemRole.REAL)[2].content.answer
    fill(
        study,
        "Ada",
        {
            named[0]: {"missing": ["one", "two", "three"]},
            named[1]: {"missing": ["one"]},
            named[2]: {"missing": [f" {answer.upper()} "]},  # known already, in other letters
        },
    )
    found = completeness(study.task, decide(read_labels(study)))
    assert found is not None
    assert found.known_share.mean == pytest.approx((1 / 4 + 1 / 2 + 1 + 1) / 4)
    assert found.complete.mean == 0.5
    assert found.bins == {"0": 2, "0.25": 0, "0.5": 0, "1": 1, "2": 0, "more": 1}


def test_work_of_who_failed_the_tests_is_looked_at_again(tmp_path: Path) -> None:
    study = towns_study(
        tmp_path,
        items={"count": 10},
        form={"items": 5, "tests": 3},
        standard={"below": 0.67, "after": 3, "then": "second-look"},
    )
    ada, ben = study.add_annotator("Ada"), study.add_annotator("Ben")
    for _ in range(8):
        for who, filled in ((ada, careless), (ben, attentive)):
            place = study.work(who.id).place
            assert place is not None
            send(study, who.id, place, filled(study, item_of(study, place), place))
    looks = second_looks(study)
    assert {one.reason for one in looks} == {"failed tests"}
    assert len(looks) == 5  # Ada's
    assert study.annotator(ada.id).status == "working"
    assert all("origin" not in one.shown.__slots__ for one in looks)


def test_rechecks_are_drawn_at_their_rates(tmp_path: Path) -> None:
    study = towns_study(tmp_path, recheck={"accepted": 0.25, "rejected": 1.0}, form={"items": 56})
    wrong = {item.example: {"correctness": "no"} for item in study.items(ItemRole.REAL)[:7]}
    fill(study, "Ada", wrong)
    looks = second_looks(study)
    assert [one.reason for one in looks].count("marked incorrect") == 7
    assert 5 <= [one.reason for one in looks].count("recheck") <= 20  # 49 * 0.25 = 12, seeded
    assert [one.item for one in looks] == [one.item for one in second_looks(study)]


def test_a_simulated_study_of_known_truth_comes_back_within_its_intervals(tmp_path: Path) -> None:
    """56 items, three annotators each who are right in 95 % of their fields: the true rates lie in the intervals, the
    careless fourth is stopped, and nine of ten faulty questions fall."""
    draw = random.Random(11)
    study = towns_study(
        tmp_path,
        annotators_per_item=3,
        form={"items": 14, "tests": 3},
        standard={"below": 0.6, "after": 6, "then": "stop"},
    )
    faulty = set(draw.sample([item.example for item in study.items(ItemRole.REAL)], 12))

    def truth(item: ReviewItem) -> dict[str, Any]:
        return {"correctness": "no"} if item.example in faulty else {}

    lazy = study.add_annotator("lazy")
    people = [study.add_annotator(name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    labour(study, lazy.id, careless, most=40)
    for number, who in enumerate(people):
        labour(study, who.id, noisy(0.95, number, truth), most=17 * 3 if number < 3 else 10_000)
    for number, who in enumerate(people):
        labour(study, who.id, noisy(0.95, 100 + number, truth))
    results = study_results(study)
    assert study.annotator(lazy.id).status == "stopped"
    assert results.progress.submitted == 168
    correctness = next(one for one in row(results).means if one.field == "correctness").interval
    assert correctness.low is not None
    assert correctness.high is not None
    assert correctness.low <= 44 / 56 <= correctness.high
    fallen = {one.example for one in results.questions if one.verdict == "rejected"}
    assert len(fallen & faulty) >= 11
    alpha = next(one for one in results.agreement if one.field == "correctness")
    # Two raters who are right in 95 % of items, 12 of 56 of which are faulty: alpha = 1 - 0.095 / (2 * p * (1 - p)).
    share = (44 * 0.95 + 12 * 0.05) / 56
    expected = 1 - 2 * 0.95 * 0.05 / (2 * share * (1 - share))
    assert alpha.low is not None
    assert alpha.high is not None
    assert alpha.low <= expected <= alpha.high
