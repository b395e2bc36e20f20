"""The exits that skip work never change what is read: compared with the same readers without them."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchwright.values import dates, find_dates, key_of, normalise, numbers, parse, same, units
from benchwright.values.names import find_words
from benchwright.values.occurrences import find_values
from benchwright.values.sameness import YES

_PIECES = (
    *("one", "Two", "forty-two", "hundred", "million", "5", "3.5", "1,000", "-7", "km²", "sq mi", "US$", "$5m", "%"),
    *(
        "about",
        "c.",
        "1990s",
        "4",
        "July",
        "1776",
        "ſix",
        "sıx",
        "٣",
        "½",
        "²",
        "and",
        "the",
        "a",
        "of",
        "Hull",
        "Leeds",
    ),
    *("C++", "AB+", "~", "≤", "'", "’", "(", ")", "[1]", "\u00a0", "İ", "é", ",", ";", ".", ":", "/", "-", "–"),
)
texts = st.lists(st.sampled_from(_PIECES), max_size=7).flatmap(
    lambda pieces: st.sampled_from((" ", "", "-", ", ")).map(lambda join: join.join(pieces))
)


@given(texts)
def test_a_text_without_a_digit_or_number_word_has_no_number(text: str) -> None:
    if not numbers.may_have_number(text):
        assert numbers._NUMERAL.search(text) is None
        assert list(numbers.find_numbers(text)) == []


@pytest.mark.parametrize("text", ["no number here", "Hull, Leeds", "tone", "", "weight of it"])
def test_most_words_are_no_numbers(text: str) -> None:
    assert not numbers.may_have_number(text)


@pytest.mark.parametrize("text", ["5", "(five)", "Twenty-one", "٣", "sıx", "x²"])
def test_digits_of_any_script_and_words_may_be_numbers(text: str) -> None:
    assert numbers.may_have_number(text)


@given(texts, texts)
def test_values_with_one_key_are_the_same_whatever_their_kinds(one: str, other: str) -> None:
    first, second = parse(one), parse(other)
    assert same(first, first) == YES
    if key_of(first) == key_of(second):
        assert same(first, second) == YES


@given(texts)
def test_the_quick_form_of_plain_words_is_the_usual_one(text: str) -> None:
    words = re.sub(r"[^a-z0-9 ]", " ", text.casefold())
    assert normalise(words) == normalise(f"{words} ;")


def test_a_unit_is_found_wherever_its_form_stands() -> None:
    for form, _ in units._FORMS:
        match = units.UNIT.match(f" {form}")
        assert match is not None, form
        assert match["unit"] == form
        assert units.unit_named(form) == units._EXACT[form], form


def test_the_longest_of_units_that_begin_alike_is_read() -> None:
    found = [units.UNIT.match(text) for text in (" km", " km²", " sq  km x", " metres per second", " kmx")]
    assert [match and match["unit"] for match in found] == ["km", "km²", "sq  km", "metres per second", None]


_DATE_PIECES = (
    "3",
    "14",
    "May",
    "July",
    "Dec.",
    "44",
    "476",
    "1776",
    "2024",
    "BC",
    "A.D.",
    "CE",
    "of",
    "the",
    ",",
    "-",
)
dated = st.lists(
    st.sampled_from((*_DATE_PIECES, "1990s", "05-01", "1,000", "$", "/", ".", "(", "\n")), max_size=7
).flatmap(lambda pieces: st.sampled_from((" ", "", ",")).map(lambda join: join.join(pieces)))


@given(dated)
def test_a_text_without_the_signs_of_a_date_has_none(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dates, "_NAMED", re.compile(""))
        patch.setattr(dates, "_LONG", re.compile(""))
        every, decades = find_dates(text), dates.find_decades(text)
    assert find_dates(text) == every
    assert dates.find_decades(text) == decades


counted = st.lists(
    st.sampled_from(
        (
            *_PIECES,
            *("minus", "Minus", "at least", "up to", "est.", "ca.", "approx.", "more than", "between", "from", "to"),
            *(
                "×",
                "x",
                "10",
                "10^3",
                "103",
                "th",
                "s",
                "48,344,993",
                "km",
                "ft",
                "6",
                "in",
                "EUR",
                "U.S. dollars",
                "Rs.",
            ),
        )
    ),
    max_size=7,
).flatmap(lambda pieces: st.sampled_from((" ", "", "-", ", ", "\n")).map(lambda join: join.join(pieces)))


@given(counted)
@example("between 11 and 13")
@example("from 5 to 6 km")
@example("Minus $5")
@example("US $5 million")
def test_amounts_that_are_looked_for_quickly_are_those_that_every_place_is_read_for(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, answer in (
            ("_has_number_word", True),
            ("_may_begin_amount", True),
            ("_may_end_with_hedge", True),
            ("_is_plain_behind", False),
        ):
            patch.setattr(numbers, name, lambda *_, answer=answer: answer)
        patch.setattr(numbers, "_JOINTS", frozenset(map(chr, range(0x2100))) | {""})
        every, whole = list(numbers.find_quantities(text)), numbers.parse_amount.__wrapped__(text)
    assert list(numbers.find_quantities(text)) == every
    assert numbers.parse_amount.__wrapped__(text) == whole


@given(texts)
def test_a_text_without_numbers_has_no_values(text: str) -> None:
    if not numbers.may_have_number(text):
        assert not find_dates(text)
        assert not find_values(text)


@given(texts)
def test_words_of_plain_letters_are_found_as_all_others(text: str) -> None:
    beside = f"{text} Zoë"  # a letter of another kind goes the long way
    assert find_words(beside)[:-1] == find_words(text)
