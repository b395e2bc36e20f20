"""How questions begin, what they are about, and which answers recur: every figure is counted by hand."""

import pytest

from benchwright.evaluate.questions.answer_keywords import QuestionAnswers
from benchwright.evaluate.questions.question_analysis import (
    HALVES,
    MOST,
    AnalysedQuestion,
    answer_kind,
    question_analysis,
)


def asked(id: str, question: str, answer: str, **columns: str) -> AnalysedQuestion:
    return AnalysedQuestion(id, QuestionAnswers(question, ((answer,),)), columns)


QUESTIONS = [
    asked("a", "What colour is the dome?", "blue", topic="roofs", style="x"),
    asked("b", "What colour is the gate?", "red", topic="gates", style="x"),
    asked("c", "What colour is the door?", "red", topic="gates", style="x"),
    asked("d", "What shape is the door?", "round", style="x"),
]


def test_keywords_of_test_are_held_against_those_of_train() -> None:
    found = question_analysis(QUESTIONS, {"train": ("a", "b"), "dev": (), "test": ("c", "d", "gone")})
    assert found.coverage is not None
    assert found.coverage.parts == ("train", "test")
    assert found.coverage.keywords == ((1, 0.0), (2, 0.5))
    assert (found.coverage.learned, found.coverage.asked) == (2, 2)


def test_without_parts_two_halves_are_compared() -> None:
    many = [asked(f"q{n}", "What colour is it?", "red") for n in range(50)]
    found = question_analysis(many)
    assert found.coverage is not None
    assert found.coverage.parts == HALVES
    assert found.coverage.keywords == ((1, 1.0),)
    assert found.coverage.learned + found.coverage.asked == 50


def test_columns_count_values_and_what_has_none() -> None:
    """`style` has one value: it says nothing."""
    (column,) = question_analysis(QUESTIONS).columns
    assert (column.name, column.values, column.more, column.none) == ("topic", (("gates", 2), ("roofs", 1)), 0, 1)
    many = [asked(f"q{n}", "Who?", "me", topic=f"t{n // 2}") for n in range(2 * MOST + 4)]
    (column,) = question_analysis(many).columns
    assert (len(column.values), column.more, column.others) == (MOST, 2, 4)


@pytest.mark.parametrize(
    ("question", "answers", "kind"),
    [
        ("Is it blue?", (("Yes, it is.",),), "yes/no"),
        ("How deep is it?", (("It is 217 metres deep.", "217 m"),), "number"),
        ("When was it opened?", (("12 May 1931",),), "date"),
        ("Which is older, the Corinth Canal or the Kiel Canal?", (("the Kiel Canal",),), "choice"),
        ("Who opened it?", (("Bo Sand",),), "name"),
        ("What does it do?", (("It keeps the water out of the lower basin.",),), "sentence"),
        ("Which rivers?", (("Aare",), ("Rhine",)), "list"),
        ("What?", (), "none"),
    ],
)
def test_the_kind_of_an_answer_is_read_off_its_words(
    question: str, answers: tuple[tuple[str, ...], ...], kind: str
) -> None:
    assert answer_kind(QuestionAnswers(question, answers)) == kind
