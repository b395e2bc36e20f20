"""What a comparison says, with values worked out by hand."""

from __future__ import annotations

import random

import pytest
from users_log import BILLING, DELIVERY, ROUTER

from benchwright.query_log.comparison import VectorTest, compare_questions, verdict_of
from benchwright.query_log.drafted_styles import group_shares
from benchwright.query_log.sample import SampledQuestion
from benchwright.retrieval.encoders.wordllama import WordLlamaEncoder


def log(*pairs: tuple[str, int]) -> list[SampledQuestion]:
    return [SampledQuestion(text, asked) for text, asked in pairs]


encode = WordLlamaEncoder().encode


def test_shares_of_the_log_are_by_how_often_questions_were_asked() -> None:
    found = compare_questions(
        log(("What is a pump?", 6), ("Who made the pump K2 of the firm?", 3), ("pump manual", 1)),
        ["What is a valve?", "What is the pump?"],
        encode,
    )
    assert {one.name: (one.log, one.benchmark) for one in found.kinds} == {
        "information-extraction": (0.9, 1.0),
        "keywords": (0.1, 0.0),
    }
    assert found.lengths["log"] == (2.0, 4.0, 4.0, 8.0, 8.0)
    assert found.lengths["benchmark"] == (4.0, 4.0, 4.0, 4.0, 4.0)
    # stems of the log: pump 10, made 3, firm 3, manual 1, none of K2; the benchmark has pump
    assert found.vocabulary.of_log == pytest.approx(10 / 17)
    assert found.vocabulary.of_benchmark == pytest.approx(1 / 2)
    assert (found.log_questions, found.log_distinct, found.benchmark_questions) == (10, 3, 2)
    assert found.test is None
    assert found.verdict == "undecided"
    assert found.sentence == "Too few different questions to tell: the test needs 20 on each side."


def test_missing_words_are_in_their_usual_form_and_stand_in_three_questions() -> None:
    asked = ("Who repairs pumps?", "Who repairs a pump?", "Are repairs dear to Erika?", "Is Erika repairing valves?")
    found = compare_questions(log(*((text, 2) for text in asked)), ["Who sells valves?"], encode)
    assert found.vocabulary.missing == ("repairs",)


def test_first_words_of_few_questions_are_not_told() -> None:
    found = compare_questions(
        log(("Who is it?", 1), ("who was it?", 1), ("“Who” are they?", 2), ("Erika asks: who?", 9), ("[name] asks", 1)),
        ["What is it?", "Who?", "Who is it?"],
        encode,
    )
    assert [(one.name, one.log, one.benchmark) for one in found.first_words] == [
        ("who", pytest.approx(4 / 14), pytest.approx(2 / 3))
    ]


def test_a_log_against_other_topics_and_against_itself() -> None:
    everything = [*BILLING(), *DELIVERY(), *ROUTER()]
    random.Random(1).shuffle(everything)
    ours = [SampledQuestion(text, 1) for text in everything]
    other = compare_questions(ours, BILLING(), encode)
    assert other.verdict == "different"
    assert other.sentence.startswith("The benchmark does not ask what the users ask (p = 0.001): ")
    assert other.test is not None
    assert other.test.benchmark == 60
    same = compare_questions(ours, everything[:60], encode)
    assert same.test is not None
    assert same.test.p_value > 0.05
    assert same.verdict in ("alike", "undecided")
    assert same == compare_questions(ours, everything[:60], encode)


@pytest.mark.parametrize(
    ("p_value", "detectable", "verdict"),
    [(0.05, 0.1, "different"), (0.051, 0.5, "alike"), (0.9, 0.6, "undecided"), (0.9, None, "undecided")],
)
def test_the_verdict_has_one_rule(p_value: float, detectable: float | None, verdict: str) -> None:
    assert verdict_of(VectorTest(0.1, p_value, 300, 300, detectable)) == verdict


def test_groups_are_compared_where_the_benchmark_has_their_styles() -> None:
    groups = {"billing": 6, "parcels": 3, "keywords": 1}
    assert [(one.name, one.log, one.benchmark) for one in group_shares(groups, {"billing": 1, "multi-hop": 3})] == [
        ("billing", 0.6, 0.25),
        ("parcels", 0.3, 0.0),
        ("keywords", 0.1, 0.0),
    ]
    assert group_shares(groups, {"multi-hop": 3}) == ()


def test_nothing_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="nothing"):
        compare_questions([], ["Who?"], encode)
