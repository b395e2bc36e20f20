"""Planted answers: each kind by example, and that what is called right or wrong is so."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from towns_bench import towns_bench

from benchwright.evaluate.answer_parts import PairPart, ValuePart
from benchwright.evaluate.judges.known_answers import KnownAnswer
from benchwright.evaluate.judges.planted_answers import (
    PLANTED,
    _altered,
    _swapped,
    is_yes_no,
    plant_answers,
    score_known,
)
from benchwright.evaluate.target import EvaluationTarget
from benchwright.records import Answer
from benchwright.values import parse


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> EvaluationTarget:
    return EvaluationTarget.open(towns_bench(tmp_path_factory.mktemp("towns")))


def planted(
    towns: EvaluationTarget, measure: str = "judged-correctness", limit: int | None = None
) -> list[KnownAnswer]:
    return list(plant_answers(towns.gold, towns.corpus, measure, seed=13, limit=limit).answers)


def test_half_of_the_answers_are_right_and_all_kinds_come_up(towns: EvaluationTarget) -> None:
    answers = planted(towns)
    kinds = Counter(one.kind for one in answers)
    assert sum(one.truth for one in answers) == len(answers) / 2
    assert kinds["gold"] == kinds["exchanged"] == len(towns.gold) == 56
    right, wrong = ("reworded", "padded", "blamed"), ("altered", "misread", "refused", "exchanged-padded", "praised")
    assert set(kinds) == {"gold", "exchanged", *right, *wrong}
    for several in (right, wrong):
        assert max(kinds[kind] for kind in several) - min(kinds[kind] for kind in several) <= 2


def test_scores_by_parts_agree_with_the_truth(towns: EvaluationTarget) -> None:
    questions = {one.id: one for one in towns.gold}
    for one in planted(towns):
        if one.kind in ("padded", "blamed", "praised", "exchanged-padded"):
            continue
        score = score_known(questions[one.question], one.answer)
        assert score in (None, one.truth), one
        assert (score == 1.0) == (one.truth == 1.0)


def test_each_kind_is_what_its_name_says(towns: EvaluationTarget) -> None:
    answers = planted(towns)
    questions = {one.id: one for one in towns.gold}
    by_question = {(one.question, one.kind): one.answer for one in answers}
    for one in answers:
        question = questions[one.question]
        gold, exchanged = by_question[one.question, "gold"], by_question[one.question, "exchanged"]
        assert gold == question.answers[0].text
        assert exchanged != gold
        if is_yes_no(question):
            assert {gold.casefold(), exchanged.casefold()} == {"yes", "no"}
        match one.kind:
            case "padded":
                assert one.answer.endswith(f" {gold}")
                assert len(one.answer.split()) > 100
            case "exchanged-padded":
                assert one.answer.endswith(f" {exchanged}")
            case "blamed":
                assert one.answer.startswith(f"{gold}\n\n")
            case "praised":
                assert one.answer.startswith(f"{exchanged}\n\n")
            case "altered":
                assert sum(a != b for a, b in zip(gold, one.answer, strict=True)) == 1
            case "misread":
                assert one.answer in {each.answers[0].text for each in towns.gold} - {gold}
    assert {one.base for one in answers if one.kind in ("padded", "blamed")} == {"gold"}
    assert {one.base for one in answers if one.kind in ("exchanged-padded", "praised")} == {"exchanged"}


def test_an_exchanged_answer_is_one_to_a_question_that_begins_alike(towns: EvaluationTarget) -> None:
    """Amounts answer "How many", mayors "Who": a town's size never stands in for its mayor."""
    questions = {one.id: one for one in towns.gold}
    for one in planted(towns):
        if one.kind == "exchanged" and not is_yes_no(questions[one.question]):
            assert ("inhabitants" in one.answer) == questions[one.question].text.startswith("How many")


def test_a_smaller_sample_is_the_beginning_of_a_larger_one(towns: EvaluationTarget) -> None:
    assert planted(towns, limit=20) == planted(towns)[:20]
    assert planted(towns) == planted(towns)
    assert len({one.id for one in planted(towns)}) == len(planted(towns))
    other = plant_answers(towns.gold, towns.corpus, "judged-correctness", seed=14).answers
    assert list(other) != planted(towns)


def test_a_measure_gets_only_kinds_whose_truth_it_can_tell(towns: EvaluationTarget) -> None:
    assert {one.kind for one in planted(towns, "faithfulness")}.isdisjoint({"refused", "contexts-exchanged"})
    assert {one.kind for one in planted(towns, "answer-relevance")}.isdisjoint({"altered", "misread", "swapped"})
    contexts = planted(towns, "context-recall")
    assert {one.kind for one in contexts} == {"gold", "contexts-exchanged"}
    evidence = {one.id: one.evidence for one in towns.gold}
    for one in contexts:
        assert (one.contexts is None) == (one.truth == 1.0)
        assert one.contexts is None or not evidence[one.question] & set(one.contexts)
    for measure in PLANTED:
        assert planted(towns, measure)
    with pytest.raises(ValueError, match="no planted answers for latency"):
        planted(towns, "latency")


def test_what_cannot_be_planted_is_counted(towns: EvaluationTarget) -> None:
    mute = replace(towns.gold, questions=(replace(towns.gold.questions[0], answers=()), towns.gold.questions[1]))
    found = plant_answers(mute, towns.corpus, "judged-correctness", seed=1)
    assert found.answers == ()
    assert found.dropped == {
        "questions without an answer": 1,
        "questions whose answer no other question's can stand in for": 1,
    }


def test_swapped_halves_of_a_pair(towns: EvaluationTarget) -> None:
    pair = PairPart(ValuePart(parse("162"), ("162",)), ValuePart(parse("38 metres"), ("38 metres",)))
    answer = Answer("Egypt has 162 airports, and the tower is 38 metres high.")
    question = replace(towns.gold.questions[0], answers=(answer,), parts=(pair,))
    swapped = _swapped(question, random.Random(1))
    assert swapped == "Egypt has 38 metres airports, and the tower is 162 high."
    assert _swapped(towns.gold.questions[0], random.Random(1)) == ""


@pytest.mark.parametrize("text", ["1,234.5 km", "about 7", "US$740.628 billion", "31 May 1959"])
def test_an_altered_number_differs_in_one_of_its_first_two_digits(towns: EvaluationTarget, text: str) -> None:
    question = replace(towns.gold.questions[0], answers=(Answer(text),))
    for seed in range(50):
        altered = _altered(question, random.Random(seed))
        (place,) = [at for at, (a, b) in enumerate(zip(text, altered, strict=True)) if a != b]
        digits = [at for at, letter in enumerate(text) if letter.isdigit()]
        assert place in digits[:2]
        assert altered[digits[0]] != "0"


def test_an_answer_without_a_number_is_not_altered(towns: EvaluationTarget, tmp_path: Path) -> None:
    assert _altered(replace(towns.gold.questions[0], answers=(Answer("red"),)), random.Random(1)) == ""
