"""Answers are compared by what they are worth."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchwright.evaluate.measures.answer_forms import AnswerIndex, form, read_answer
from benchwright.records import Answer
from benchwright.values import NameValue


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The Eiffel Tower!", "eiffel tower"),
        ("U.S. — an   island", "us island"),
        ("about 3.5 km.", "about 3.5 km"),
        ("1,234,567.8", "1234567.8"),
        ("A", "a"),
        ("Müller’s “Straße”", "müllers strasse"),
        (unicodedata.normalize("NFD", "Café"), "café"),
        ("（東京）", "東 京"),
        (" \n", ""),
    ],
)
def test_the_words_of_an_answer(text, words):
    assert form(text) == words


@given(st.text())
@example("À.A")
def test_the_words_are_those_of_every_unicode_form(text):
    assert form(unicodedata.normalize("NFC", text)) == form(unicodedata.normalize("NFD", text))


@given(st.text(max_size=20), st.text(max_size=20))
def test_an_answer_is_itself_and_the_other_way_round(one, other):
    assert same(one, one) == bool(one.strip())
    assert same(one, other) == same(other, one) or not (one.strip() and other.strip())


def same(answer: str, gold: str) -> bool:
    return bool(AnswerIndex((Answer(gold),)).places(answer))


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("1000", "1,000"),
        ("1000.0", "1,000"),
        ("5 km", "5 kilometres"),
        ("5000 m", "5 km"),
        ("5.0 km", "5km"),
        ("5 percent", "5%"),
        ("5", "5%"),
        ("5%", "5"),
        ("$5", "5"),
        ("12 years", "144 months"),
        ("4.5 million", "4,500,000"),
        ("three", "3"),
        ("July 4, 1776", "4 July 1776"),
        ("1776-07-04", "4 July 1776"),
        ("the Nile", "Nile"),
        ("－5", "-5"),
        ("US$5m", "$5m"),
        ("US$5m", "US$5 million"),
        ("£5m", "5 million pounds"),
        ("50 people", "50 passengers"),
        ("100 °C", "212 °F"),
        ("AD 1959", "1959"),
        ("blue, white and red", "red, white and blue"),
        ("U.S.", "US"),
        ("c. 1500", "about 1500"),
        ("5 sq. km", "5 km²"),
        ("July 14", "14 July"),
        ("the 14th of July", "14 July"),
        ("Feb. 29", "29 February"),
        ("CO₂", "CO2"),
    ],
)
def test_the_same_values(answer, gold):
    assert same(answer, gold)


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("35", "3.5"),
        ("5 km", "5 miles"),
        ("$5", "5%"),
        ("5%", "$5"),
        ("5", "5 km"),
        ("-5", "5"),
        ("more than 5 km", "5 km"),
        ("007", "7"),
        ("10005", "1,000.5"),
        ("4 July", "4 July 1776"),
        ("1777", "1776"),
        ("", ""),
        (" ", "The"),
        ("an", "the"),
        ("AB+", "AB-"),
        ("p<0.05", "p>0.05"),
        ("at least 50 %", "at most 50 %"),
        ("<5 %", ">5 %"),
        ("C++", "C#"),
        ("10²", "102"),
        ("1990", "1990s"),
        ("1/2", "1-2"),
        ("राम", "रोम"),
        ("1200 BC", "1200"),
        ("0.5", "50 %"),
        ("July 14", "14 June"),
        ("c. 1500", "1500"),
        ("May 19", "19 March"),
    ],
)
def test_other_values(answer, gold):
    assert not same(answer, gold)


def test_long_texts_are_no_numbers():
    assert isinstance(read_answer("1" * 100_000)[0], NameValue)
