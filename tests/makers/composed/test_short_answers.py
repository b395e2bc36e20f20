"""Short forms of an answer that are just as right."""

from decimal import Decimal

import pytest

from benchwright.evaluate.measures.answers import set_scores
from benchwright.makers.composed.short_answers import short_answers
from benchwright.programs.execution import EntityValue, Pair, Value
from benchwright.records import Answer
from benchwright.values import NameValue, Quantity

YEARS = Quantity(Decimal("3.4"), "year")


@pytest.mark.parametrize(
    ("question", "answer", "value", "short"),
    [
        (
            "What colour is the right stripe on the flag of Italy, and what colour is it on the flag of Ireland?",
            "The right stripe on the flag of Italy is red. The right stripe on the flag of Ireland is orange.",
            Pair(NameValue("red"), NameValue("orange")),
            ("red; orange",),
        ),
        (
            "What is the capital of Arle, and how many years is the median age?",
            "The capital is Ribe. The median age is 3.4 years.",
            Pair(EntityValue("Ribe", "ribe"), YEARS),
            ("Ribe; 3.4 years", "Ribe; 3.4"),
        ),
        ("By how many years is Arle older?", "3.4 years", YEARS, ("3.4",)),
        ("How much older is Arle?", "3.4 years", YEARS, ()),
        ("By how many percentage points did it fall?", "4.9 percentage points", YEARS, ("4.9",)),
        ("What is the capital of Arle?", "Ribe", EntityValue("Ribe", "ribe"), ()),
        ("What is a lake, and what is a bay?", "Two.", Pair(NameValue("a; b"), NameValue("c")), ()),
    ],
)
def test_short_answers(question: str, answer: str, value: Value, short: tuple[str, ...]) -> None:
    assert short_answers(question, answer, value) == short
    gold = [Answer(answer, short)]
    assert all(set_scores([one], gold, ordered=True).exact for one in short)


def test_the_parts_of_a_short_answer_keep_their_order() -> None:
    gold = [Answer("The one is red. The other is orange.", ("red; orange",))]
    assert set_scores(["red, orange"], gold, ordered=True).exact
    assert set_scores(["Red and orange"], gold, ordered=True).exact
    assert not set_scores(["orange; red"], gold, ordered=True).exact
