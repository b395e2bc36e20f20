import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.evaluate.measures.answer_forms import gold_keys, plain, said_keys


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("The Eiffel Tower!", "eiffel tower"),
        ("U.S. — an   island", "us island"),
        ("about 3.5 km.", "about 3.5 km"),
        ("1,234,567.8", "1234567.8"),
        ("A", "a"),
        ("†", "†"),
        ("+", "+"),
        ("Müller’s “Straße”", "müllers strasse"),
        (unicodedata.normalize("NFD", "Café"), "café"),
        ("（東京）", "東京"),
        (" \n", ""),
    ],
)
def test_our_form(text, form):
    assert plain(text) == form


@given(st.text())
def test_our_form_is_that_of_every_unicode_form(text):
    composed = unicodedata.normalize("NFC", text)
    assert plain(composed) == plain(unicodedata.normalize("NFD", text)) or "\ue000" in text


def same(answer: str, gold: str) -> bool:
    return bool(set(said_keys(answer)) & set(gold_keys(gold)))


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
    ],
)
def test_other_values(answer, gold):
    assert not same(answer, gold)


def test_long_texts_are_no_numbers():
    assert said_keys("1" * 100_000) == (("text", "", "1" * 100_000),)
