"""A shortcut answers by the first words of a question alone."""

from benchwright.evaluate.questions.answer_keywords import QuestionAnswers
from benchwright.evaluate.questions.shortcuts import answered_by, fit_shortcut


def asked(question: str, answer: str) -> QuestionAnswers:
    return QuestionAnswers(question, ((answer,),))


LEARNED = [
    asked("What colour is the dome of the mosque?", "Blue"),
    asked("What colour is the roof of the church?", "Red"),
    asked("What colour is the gate?", "red"),
    asked("What colour are the doors?", "green"),
    asked("What shape is the window?", "round"),
]


def test_the_longest_beginning_that_two_questions_answer_alike_decides() -> None:
    shortcut = fit_shortcut(LEARNED)
    assert shortcut == {
        ("what", "colour", "is", "the"): "red",
        ("what", "colour", "is"): "red",
        ("what", "colour"): "red",
        ("what",): "red",
    }
    new = [
        asked("What colour is the boat?", "The red."),
        asked("What colour was it?", "blue"),
        asked("What shape is it?", "Red"),
        asked("Which shape is it?", "red"),
    ]
    assert answered_by(shortcut, new) == [True, False, True, False]


def test_answers_of_which_each_is_given_once_teach_nothing() -> None:
    assert fit_shortcut(LEARNED[:2]) == {}
    assert answered_by({}, LEARNED) == [False] * 5


def test_an_answer_without_words_is_never_right() -> None:
    assert answered_by(fit_shortcut(LEARNED), [asked("What colour is it?", "")]) == [False]
