"""Grades 0, 1 and 2 become 0, 0.5 and 1; sources are shown to one of the two judges only."""

from dataclasses import replace

import pytest

from benchwright.errors import UsageError
from benchwright.evaluate.judges.catalogue import JUDGED, judged_measures
from benchwright.evaluate.judges.judge_case import LONGEST, JudgeCase
from benchwright.evaluate.judges.judged_measure import JudgeCall, JudgedMeasure, JudgedScore
from benchwright.prompts.prompt import prompt
from benchwright.records import Modality, Place, Source

SOURCE = Source("t", Modality.TEXT, "Pumps", "The K2 weighs 12 kg.", Place("a.txt"))
CASE = JudgeCase("q", "How heavy is the K2?", "It is 12 kg", ("12 kg",), ("12 kilograms",), (), None, (SOURCE,))
BOTH = ("judged-correctness", "judged-reference")


def asked(measure: JudgedMeasure, case: JudgeCase) -> JudgeCall:
    step = measure.step(case, {})
    assert isinstance(step, JudgeCall)
    return step


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(("grade", "score"), [("0", 0.0), ("1", 0.5), ("2", 1.0)])
def test_a_grade_is_a_score(name: str, grade: str, score: float) -> None:
    call = asked(JUDGED[name], CASE)
    found = JUDGED[name].step(CASE, {call: {"reasoning": "So.", "grade": grade}})
    assert found == JudgedScore(score, details={"grade": int(grade), "reference_first": True})


def test_one_judge_sees_the_sources_and_the_other_does_not() -> None:
    assert asked(JUDGED["judged-correctness"], CASE).sources == (SOURCE,)
    assert asked(JUDGED["judged-reference"], CASE).sources == ()


@pytest.mark.parametrize("name", BOTH)
def test_reference_and_candidate_change_places(name: str) -> None:
    for first in (True, False):
        call = asked(JUDGED[name], replace(CASE, reference_first=first))
        words = str(prompt(call.prompt).messages(dict(call.values))[-1].parts)
        assert (words.index("<reference") < words.index("<candidate")) is first


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    ("change", "score", "reason"),
    [
        ({"answer": " "}, 0.0, "no answer"),
        ({"answer": "", "failure": "status 500"}, 0.0, "failed"),
        ({"references": ()}, None, "no gold answers"),
        ({"answer": "x" * (LONGEST + 1)}, None, "the answer has more than 20,000 characters"),
        ({"references": ("x" * (LONGEST + 1),)}, None, "the reference has more than 20,000 characters"),
    ],
)
def test_what_a_rule_decides_is_not_asked(name: str, change: dict[str, object], score: float, reason: str) -> None:
    assert JUDGED[name].step(replace(CASE, **change), {}) == JudgedScore(score, reason)  # type: ignore[arg-type]


def test_without_gold_sources_only_the_reference_is_left() -> None:
    lone = replace(CASE, evidence=())
    assert JUDGED["judged-correctness"].step(lone, {}) == JudgedScore(None, "no gold")
    assert asked(JUDGED["judged-reference"], lone)


def test_measures_are_chosen_by_name() -> None:
    assert [one.name for one in judged_measures(["nugget-recall", "judged-reference"])] == [
        "judged-reference",
        "nugget-recall",
    ]
    assert [one.name for one in judged_measures([])] == ["judged-correctness", "faithfulness"]
    with pytest.raises(UsageError, match="no judged measure 'faithfullness'") as told:
        judged_measures(["faithfullness"])
    assert "faithfulness" in told.value.hint
