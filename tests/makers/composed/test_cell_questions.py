"""How cells, rows and columns are worded."""

import numpy as np
import pytest
from tests.support.grounds import table

from benchwright.facts.open.context import OpenSubject, open_fact
from benchwright.makers.composed.cell_questions import amount_noun, ask_of_two, extreme, header_noun, row_name, two_rows
from benchwright.makers.composed.family import SeedRefusedError
from benchwright.records import Fact, Span

GRID = table("t", "Hire prices", ("Item", "Per week"), [("Canoe", "£12"), ("Raft", "£14")])


def fact(subject: str, header: str, value: str, kind: str = "quantity", unit: str = "", key: str = "Model") -> Fact:
    extra = (("header", header), ("key_header", key))
    span = Span("t", "cell", cells=((0, 1),))
    return open_fact(GRID, "cell:x", OpenSubject(subject), value, span, kind, unit=unit, extra=extra)


@pytest.mark.parametrize(
    ("header", "value", "kind", "unit", "noun"),
    [
        ("Motor power (W)", "150 W", "quantity", "watt", "motor power"),
        ("Price", "£3", "money", "pound sterling", "price"),
        ("Per week", "£3", "money", "pound sterling", '"Per week" value'),
        ("Price (per week)", "£3", "money", "pound sterling", '"Price (per week)" value'),
        ("size", "8.4", "quantity", "", '"size" value'),  # a variable's name, no size of a country
        ("Four_letter_words", "0.3", "quantity", "", '"Four_letter_words" value'),  # counts nothing
        ("Goals", "3", "count", "", "goals"),
        ("Days", "3", "count", "", '"Days" value'),
        ("Colour", "9", "count", "", "colour value"),
    ],
)
def test_the_header_of_an_amount_is_a_noun_or_is_quoted(
    header: str, value: str, kind: str, unit: str, noun: str
) -> None:
    assert amount_noun(fact("P-200", header, value, kind, unit)) == noun


@pytest.mark.parametrize("header", ["Order", "Year", "Percentage of all men and women over 16", "<b>"])
def test_what_is_no_amount_is_refused(header: str) -> None:
    with pytest.raises(SeedRefusedError):
        amount_noun(fact("P-200", header, "3"))


@pytest.mark.parametrize(
    ("subject", "key", "name"),
    [
        ("Kenya", "Country", "Kenya"),
        ("G64 Pro", "Model", "the model G64 Pro"),
        ("Roof rack pads", "Item", '"Roof rack pads"'),
        ("2 to 5 years", "Length of service", '"2 to 5 years"'),
        ("msgpack", "Scheme", 'the scheme "msgpack"'),
        ("1990", "Year", "1990"),
        ("2008-10-01", "", "2008-10-01"),
    ],
)
def test_rows_are_named_as_people_name_them(subject: str, key: str, name: str) -> None:
    assert row_name(fact(subject, "Price", "3", key=key)) == name


@pytest.mark.parametrize(("subject", "key"), [("T14", ""), ("7", "Model"), ("Gambia, The", "Country"), ("a", "Item")])
def test_rows_without_a_noun_are_refused(subject: str, key: str) -> None:
    with pytest.raises(SeedRefusedError):
        row_name(fact(subject, "Price", "3", key=key))


def test_two_rows_share_their_noun() -> None:
    one, two = fact("G58", "Price", "3"), fact("G64 Pro", "Price", "4")
    assert two_rows(one, two) == "the models G58 and G64 Pro"
    assert two_rows(fact("Titian", "Price", "3", key=""), fact("Durer", "Price", "4", key="")) == "Titian and Durer"


@pytest.mark.parametrize(
    ("header", "unit", "question"),
    [
        ("Price", "pound sterling", "how much more does the model G58 cost than the model G35"),
        ("Height", "metre", "how much taller is the model G58 than the model G35"),
        ("Age", "year", "how much older is the model G58 than the model G35"),
    ],
)
def test_a_difference_is_asked_for_by_its_dimension(header: str, unit: str, question: str) -> None:
    one, two = fact("G58", header, "3", unit=unit), fact("G35", header, "2", unit=unit)
    assert ask_of_two(one, two, np.random.default_rng(0), total=False) == question


def test_no_total_of_what_is_quoted() -> None:
    one, two = fact("G58", "Per week", "3", unit="pound sterling"), fact("G35", "Per week", "2", unit="pound sterling")
    with pytest.raises(SeedRefusedError):
        ask_of_two(one, two, np.random.default_rng(0), total=True)


def test_sizes_are_great_and_prices_high() -> None:
    assert extreme("weight", largest=False) == "smallest weight"
    assert extreme("price", largest=True) == "highest price"
    assert [extreme("places", largest=largest) for largest in (True, False)] == ["most places", "fewest places"]


def test_a_day_has_no_attributes() -> None:
    with pytest.raises(SeedRefusedError):
        header_noun(fact("2008-10-01", "Price", "3"))
