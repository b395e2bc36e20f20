"""What a model's question gives away: all that tells an answer, not a part of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.leak import check_leak
from benchwright.checks.leak import told_by
from benchwright.prompts import styles
from benchwright.records import Modalities
from benchwright.values import parse


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("On which date in 1995 was the constitution of Aldenia approved?", "30 August 1995", "pass"),
        ("Was the constitution of Aldenia approved on 30 August 1995?", "30 August 1995", "fail"),
        ("On which day, August 30 of 1995 or another, was it approved?", "30 August 1995", "fail"),
        ("In which year, 1995 perhaps, was the constitution approved?", "1995", "fail"),
        ("Which emperor crossed the river Ald?", "Emperor Orlo", "pass"),
        ("What shape is the cell?", "rod-shaped", "pass"),
        ("What shape is the cell?", "a rod shape", "pass"),
        ("What shape is the rod of the cell?", "a rod shape", "fail"),
        ("What colour is the flag?", "red colour", "pass"),
        ("On which side does the river flow?", "the left side", "pass"),
        ("On which side, the left one perhaps, does it flow?", "the left side", "fail"),
        ("Which film did Wood direct?", "Ed Wood", "pass"),
        ("What is entered in the separate sale transaction with gross pricing?", "GROSS_SALE", "pass"),
        ("What is entered as GROSS SALE?", "GROSS_SALE", "fail"),
        ("In which pane are criteria combined, and what can a search find?", "the Search Criteria pane", "pass"),
        ("In which pane, that of the search criteria, are they combined?", "the Search Criteria pane", "fail"),
        ("Who was crowned after Orlo, the emperor of the east?", "Emperor Orlo", "fail"),
    ],
)
def test_what_a_question_tells(question: str, answer: str, verdict: str) -> None:
    style = styles()["information-extraction"]
    draft = QuestionDraft(question, f"It is {answer}.", answer, style, Modalities(text=1), (), "Aldenia")
    assert check_leak(draft).verdict == verdict
    assert check_leak(replace(draft, short_answer="Zed", aliases=(answer,))).verdict == verdict


@pytest.mark.parametrize(
    ("question", "value", "hint"),
    [
        ("Is it Co\u0302te d'Azur?", "Côte", "Co\u0302te"),
        ("Did 1234 people come?", "1,234", "1234 people"),
        ("Which Roman emperor ...?", "Rome", "roman"),
        ("What do Spanish people call it?", "Spain", "spanish"),
        ("Where in 1956 was she born?", "19 July 1956", "1956"),
        ("What is the capital of Australia?", "Austria", ""),
        ("Which river gave Nigeria its name?", "Niger", ""),
        ("Which internal organ ...?", "international", ""),
        ("What shape has the cell?", "rod-shaped", ""),
        ("Is a rod of that shape ...?", "rod-shaped", "rod"),
        ("How many of the two ...?", "2", ""),
        ("How many villages are there?", "3 villages", ""),
        ("Of which 300 villages ...?", "Chief of 300 villages", "300"),
        ("What mutates?", "mutation", "mutates"),
    ],
)
def test_which_words_give_a_value_away(question: str, value: str, hint: str) -> None:
    assert told_by(question, parse(value)) == hint
