"""Keywords of answers, and how far some cover others."""

import pytest

from benchwright.evaluate.questions.answer_keywords import (
    QuestionAnswers,
    coverage_curve,
    keyword_coverage,
    keywords_of,
)


@pytest.mark.parametrize(
    ("question", "answers", "keywords", "expected"),
    [
        ("What colour is the dome?", (("The dome is blue.",),), "", ("blue",)),
        ("What colour is the dome?", (("The dome is blue.",),), "Blue", ("blue",)),
        ("Who is older, Ann or Bo?", (("Bo",),), "", ("bo",)),
        ("Is the dome blue?", (("Yes, the dome is blue.",),), "", ("yes",)),
        ("How deep is it?", (("The lake has a depth of 217 metres.", "217 metres"),), "", ("217 metres",)),
        ("Which films?", (("Outrage",), ("The Bigamist",), ("outrage",)), "", ("outrage", "bigamist")),
        ("Is it the dome of the tower?", (("It is the dome of the tower.",),), "", ()),
        ("What?", ((),), "", ()),
    ],
)
def test_a_keyword_is_a_short_answer_or_what_the_question_lacks(
    question: str, answers: tuple[tuple[str, ...], ...], keywords: str, expected: tuple[str, ...]
) -> None:
    assert keywords_of(QuestionAnswers(question, answers, keywords)) == expected


def test_the_curve_counts_the_most_frequent_first() -> None:
    """a: 3 times, b twice, c once. Of a, a, b, d the first keyword covers 2 of 4, two cover 3, all three 3."""
    assert coverage_curve(list("aaabbc"), list("aabd")) == ((1, 0.5), (2, 0.75), (3, 0.75))
    assert coverage_curve([], ["a"]) == ()
    assert coverage_curve(["a"], []) == ()


def test_coverage_of_keywords_and_of_whole_answers() -> None:
    learned = [QuestionAnswers("What colour is the dome?", (("The dome is blue.",),))]
    asked = [QuestionAnswers("What colour is the gate?", (("The gate is blue.",),))]
    found = keyword_coverage(learned, asked, ("train", "test"))
    assert found is not None
    assert (found.keywords, found.answers) == (((1, 1.0),), ((1, 0.0),))
    assert keyword_coverage(learned, [], ("train", "test")) is None
