"""The rule against repeats: over facts, over wordings, and seen by several makers of one run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from benchwright.checks.repeats import NoRepeats
from benchwright.records import Answer, Example, Json, Modalities, Origin, Outcome, Status


def encode(question: str) -> npt.NDArray[np.int8]:
    return np.array([len(question) % 100 + 1, 1], dtype=np.int8)


def outcome(identity: str, question: str, answer: str, derivation: Json | None = None) -> Outcome:
    example = Example(
        id=identity,
        question=question,
        answers=(Answer(answer),),
        style="numerical",
        modalities=Modalities(text=1),
        sources=(f"source of {identity}",),
        distractors=(),
        entity="",
        family="numerical",
        checks=(),
        origin=Origin("smmqg", "cell", 0, 13),
        derivation=derivation,
    )
    return Outcome("cell", 0, Status.ACCEPTED, example=example)


def fact(value: str) -> Json:
    return {"facts": [{"subject": "Oslo", "relation": "people", "value": value}]}


def test_questions_without_stated_facts_share_none() -> None:
    rule = NoRepeats(encode)
    rule.admit(rule.judge(outcome("a", "How old is the town of Bergen?", "950 years", {"expression": "2020 - 1070"})))
    other = rule.judge(outcome("b", "What do tenants of Kettle Lane keep?", "bees"))
    assert other.status is Status.ACCEPTED


def test_one_column_can_be_asked_for_several_things() -> None:
    rule, column = NoRepeats(encode), fact("700,000")
    highest = column | {"program": {"op": "aggregate", "function": "highest", "facts": ["a"], "value": ""}}
    average = column | {"program": {"op": "aggregate", "function": "average", "facts": ["a"], "value": ""}}
    rule.admit(rule.judge(outcome("a", "What is the highest number of people in the towns?", "700,000", highest)))
    alike = outcome("b", "What is the average number of people in the towns?", "9", average)
    assert rule.judge(alike).status is Status.ACCEPTED
    assert rule.judge(outcome("c", "Which is the most that they have?", "7", highest)).status is Status.REJECTED


def test_questions_on_the_same_facts_repeat_each_other() -> None:
    rule = NoRepeats(encode)
    rule.admit(rule.judge(outcome("a", "How many live in Oslo?", "700,000", fact("700,000"))))
    turned = rule.judge(outcome("b", "Which town has 700,000 people?", "Oslo", fact("700,000")))
    assert (turned.status, turned.reason, turned.detail) == (Status.REJECTED, "duplicate", "asks what a asks")
    assert rule.judge(outcome("c", "Which town has 9 people?", "Oslo", fact("9"))).status is Status.ACCEPTED


def test_two_makers_of_one_run_say_it_once_and_know_the_same() -> None:
    rules = [NoRepeats(encode), NoRepeats(encode)]
    first = outcome("a", "How many live in Oslo?", "700,000")
    for rule in rules:
        first = rule.judge(first)
    assert first.example is not None
    assert [check.name for check in first.example.checks] == ["duplicate"]
    for rule in rules:
        rule.admit(first)
    assert [rule.judge(outcome("b", "How many live in Oslo?", "700,000")).reason for rule in rules] == ["duplicate"] * 2


def test_two_answers_the_other_way_round_repeat_each_other() -> None:
    def of_both(one: Outcome) -> Outcome:
        assert one.example is not None
        return replace(one, example=replace(one.example, sources=("s1", "s2")))

    rule = NoRepeats(encode)
    first = outcome("a", "Which fish are rich in it, and which acid is needed?", "salmon and trout; acids")
    rule.admit(rule.judge(of_both(first)))
    turned = outcome("b", "Which acid is needed, and which fish are rich in it?", "acid; trout and salmon")
    judged = rule.judge(of_both(turned))
    assert (judged.status, judged.reason) == (Status.REJECTED, "duplicate")
    assert rule.judge(turned).status is Status.ACCEPTED  # from another source it is another question
    other = outcome("c", "Which fish are rich in it, and which oils are not?", "salmon and trout; palm")
    assert rule.judge(of_both(other)).status is Status.ACCEPTED
