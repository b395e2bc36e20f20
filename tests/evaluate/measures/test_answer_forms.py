"""Answers are compared by what they are worth."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchwright.evaluate.measures import answer_forms
from benchwright.evaluate.measures.answer_forms import AnswerIndex, form, is_same, read_answer
from benchwright.evaluate.measures.answers import listed_answers
from benchwright.records import Answer
from benchwright.values import NameValue
from benchwright.values import same as same_values


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


_ITEMS = st.sampled_from(
    (
        *("Hull", "Leeds", "York", "1,000", "1000", "5 km", "5000 m", "1990", "5 May 1990", "the Hull", "five", "and"),
        *("July 14", "14 July", "14, July", "40 a", "40a", "40 Qx", "40Qx", "U.S.", "US", "vitamin A", "A", "007", "7"),
        *("Trinidad & Tobago", "Trinidad and Tobago", "c. 1500", "1500", "x₂", "x2", "Ｈｕｌｌ", "St. Gallen", "-"),
    )
)
_TEXTS = st.one_of(
    _ITEMS,
    st.lists(_ITEMS, min_size=2, max_size=3).map(" ".join),
    st.lists(_ITEMS, min_size=2, max_size=3).map(", ".join).map("{} (from left to right)".format),
    st.lists(_ITEMS, min_size=2, max_size=4).map(", ".join),
    st.lists(_ITEMS, min_size=2, max_size=3).map(" and ".join),
    st.lists(_ITEMS, min_size=2, max_size=3).map("; ".join),
)


@settings(deadline=None)
@given(_TEXTS, st.lists(_TEXTS, min_size=1, max_size=5), st.booleans())
@example("40a", ["the 40 a"], False)
@example("14 July", ["July 14"], False)
@example("14, July", ["July 14"], False)
@example("40 a, Hull", ["Hull, 40a"], False)
@example("Leeds, Hull", ["Hull, Leeds", "Hull and Leeds"], False)
@example("Hull and Leeds", ["Leeds, Hull"], False)
def test_the_index_finds_what_comparing_with_every_answer_finds(text, golds, ordered):
    index = AnswerIndex(tuple(Answer(gold) for gold in golds), ordered)
    value, key = read_answer(text, ordered)
    read = [read_answer(gold, ordered) for gold in golds]
    assert index.places(text) == {
        place for place, (other, other_key) in enumerate(read) if key == other_key or is_same(value, other)
    }


def test_parts_of_a_long_row_are_not_compared_with_every_name(monkeypatch):
    """80 names in a row: the 4,000 parts of it that may be names are looked up, not compared with 80 answers each."""
    golds = [f"{one}{other}ton" for one in ("Al", "Ber", "Car", "Dun") for other in "abcdefghijklmnopqrst"]
    compared = []
    monkeypatch.setattr(answer_forms, "same", lambda one, other: compared.append(one) or same_values(one, other))
    answers = tuple(Answer(gold) for gold in golds)
    assert listed_answers([", ".join(golds) + "."], answers) == tuple(golds)
    assert len(compared) < len(golds)
