"""What a model's question gives away: all that tells an answer, not a part of it."""

from __future__ import annotations

import pytest

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.leak import check_leak
from benchwright.prompts import styles
from benchwright.records import Modalities


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("On which date in 1995 was the constitution of Aldenia approved?", "30 August 1995", "pass"),
        ("Was the constitution of Aldenia approved on 30 August 1995?", "30 August 1995", "fail"),
        ("On which day, August 30 of 1995 or another, was it approved?", "30 August 1995", "fail"),
        ("In which year, 1995 perhaps, was the constitution approved?", "1995", "fail"),
        ("Which emperor crossed the river Ald?", "Emperor Orlo", "pass"),
    ],
)
def test_what_a_question_tells(question: str, answer: str, verdict: str) -> None:
    style = styles()["information-extraction"]
    draft = QuestionDraft(question, f"It is {answer}.", answer, style, Modalities(text=1), (), "Aldenia")
    assert check_leak(draft).verdict == verdict
