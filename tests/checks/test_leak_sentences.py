"""An answer that is a sentence may share words with its question, unless most of its substance stands there."""

import pytest

from benchwright.checks.leak import told_by
from benchwright.values import NameValue


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ("What does the rate_limits setting do?", ""),
        ("Which setting stops workers from taking tasks at high rates?", "stops"),
    ],
)
def test_a_sentence_may_share_words_with_its_question_but_not_most(question: str, hint: str) -> None:
    sentence = NameValue("Stops every worker from taking new tasks above the given rate")
    assert told_by(question, sentence, least=0.6) == hint
