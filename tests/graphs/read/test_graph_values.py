"""Names and values in one canonical form."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.graphs.items import GraphValue
from benchwright.graphs.read.graph_values import (
    ValueRefusedError,
    date_value,
    names_of,
    number_value,
    one_line,
    text_value,
)


@pytest.mark.parametrize(
    ("written", "canonical", "label"),
    [
        ("+10.380", "10.38", "10.38"),
        ("-0.0", "0", "0"),
        ("+1E3", "1000", "1000"),
        ("17811291", "17811291", "17,811,291"),
        ("-12345.50", "-12345.5", "-12,345.5"),
        ("9999", "9999", "9999"),
        (Decimal("1e-7"), "0.0000001", "0.0000001"),
    ],
)
def test_a_number_has_one_form(written: str | Decimal, canonical: str, label: str) -> None:
    assert number_value(written) == GraphValue("number", canonical, label)


def test_thousands_are_grouped_in_english_only() -> None:
    assert number_value("12345", language="de").label == "12345"
    assert number_value("12345", language="en-gb").label == "12,345"


@pytest.mark.parametrize("written", ["9" * 60, "0." + "9" * 60, "9" * 60 + "." + "9" * 60])
def test_sixty_digits_are_taken_on_either_side_of_the_point(written: str) -> None:
    assert number_value(written, language="de") == GraphValue("number", written, written)


@pytest.mark.parametrize(
    "written",
    ["NaN", "Infinity", "1e999999999", "1e-999999", "ten", "", "None", "1" + "0" * 60, "0." + "0" * 60 + "1"],
)
def test_what_is_no_number_is_refused(written: str) -> None:
    with pytest.raises(ValueRefusedError) as caught:
        number_value(written)
    assert caught.value.reason == "bad-number"


@pytest.mark.parametrize(
    ("written", "precision", "julian", "canonical", "label"),
    [
        ("+1952-03-11T00:00:00Z", "day", False, "1952-03-11", "11 March 1952"),
        ("+1952-03-00T00:00:00Z", "month", False, "1952-03", "March 1952"),
        ("+1952-00-00T00:00:00Z", "year", False, "1952", "1952"),
        ("+1616-04-23T00:00:00Z", "day", True, "1616-05-03", "23 April 1616"),
        ("-0044-03-15T00:00:00Z", "day", True, "-0043-03-13", "15 March 44 BC"),
        ("-0044-00-00T00:00:00Z", "year", True, "-0043", "44 BC"),
        ("-0001-00-00T00:00:00Z", "year", True, "0000", "1 BC"),
        ("+0079-08-24T00:00:00Z", "day", True, "0079-08-22", "24 August AD 79"),
        ("+1500-02-29T00:00:00Z", "day", True, "1500-03-10", "29 February 1500"),
        ("+1879-03-14T00:00:00Z", "day", False, "1879-03-14", "14 March 1879"),
    ],
)
def test_a_date_of_wikidata(written: str, precision: str, julian: bool, canonical: str, label: str) -> None:
    assert date_value(written, precision, julian=julian) == GraphValue("date", canonical, label)


def test_a_date_of_xsd_counts_1_bc_as_year_0_and_is_gregorian() -> None:
    assert date_value("-0043-03-13T00:00:00Z", astronomical=True) == GraphValue("date", "-0043-03-13", "15 March 44 BC")
    assert date_value("1616-05-03T00:00:00Z", astronomical=True).label == "3 May 1616"
    assert date_value("0000", "year", astronomical=True) == GraphValue("date", "0000", "1 BC")


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("+2020-13-01T00:00:00Z", "bad-date"),
        ("+2021-02-29T00:00:00Z", "bad-date"),
        ("+0000-01-01T00:00:00Z", "bad-date"),
        ("soon", "bad-date"),
        ("-13798000000-00-00T00:00:00Z", "far-date"),
    ],
)
def test_a_date_that_is_none_is_refused(written: str, reason: str) -> None:
    with pytest.raises(ValueRefusedError) as caught:
        date_value(written)
    assert caught.value.reason == reason


@given(st.dates(max_value=date(9998, 12, 31)))  # later days are too far
def test_gregorian_days_stay_as_they_are(day: date) -> None:
    assert date_value(f"+{day.year:04d}-{day.month:02d}-{day.day:02d}T00:00:00Z").canonical == day.isoformat()


@given(st.integers(-9990, 1581).filter(bool), st.integers(1, 12), st.integers(1, 28))
def test_a_julian_day_keeps_its_label_whichever_way_it_comes(year: int, month: int, day: int) -> None:
    sign = "-" if year < 0 else "+"
    from_json = date_value(f"{sign}{abs(year):04d}-{month:02d}-{day:02d}T00:00:00Z", julian=True)
    assert date_value(f"{from_json.canonical}T00:00:00Z", astronomical=True) == from_json


def test_names_stand_on_one_line_within_bounds() -> None:
    assert one_line(" a \n\t b\x00c\u00a0d ", 100) == "a b c d"
    assert text_value("x" * 1000, 1000).id == f"text:{'x' * 1000}"
    for text, reason in (("x" * 1001, "long-name"), ("a\ud800", "bad-text"), (" ", "empty")):
        with pytest.raises(ValueRefusedError) as caught:
            text_value(text, 1000)
        assert caught.value.reason == reason


def test_an_entity_is_not_its_own_alias() -> None:
    assert names_of("Oak", ["oak", "Oak", "", "oak", "Quercus"]) == ("oak", "Quercus")
