"""Numbers, quantities and units."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.values import (
    LOOSELY,
    Quantity,
    convert,
    format_number,
    occurs_in,
    parse_number,
    parse_quantity,
    same,
    show_quantity,
    unit_named,
)
from benchwright.values.numbers import find_quantities
from benchwright.values.quantities import Hedge
from benchwright.values.units import UNITS


@pytest.mark.parametrize(
    ("text", "number", "unit", "hedge"),
    [
        ("8,804,190 people", "8804190", "person", ""),
        ("8,804,190", "8804190", "", ""),
        ("1", "1", "", ""),
        ("about 4.5 million inhabitants", "4500000", "person", "about"),
        ("c. 300 km", "300", "kilometre", "about"),
        ("more than 1.2 billion", "1200000000", "", ">"),
        ("$20.24 billion (2017 est.)", "20240000000", "dollar", ""),
        ("US$ 5 million", "5000000", "US dollar", ""),
        ("-$5", "-5", "dollar", ""),
        ("£3.50", "3.50", "pound sterling", ""),
        ("640 km (400 mi)", "640", "kilometre", ""),
        ("640 kilometres ( 400 miles )", "640", "kilometre", ""),
        ("652,230 sq km", "652230", "square kilometre", ""),
        ("1.5 km²", "1.5", "square kilometre", ""),
        ("32 °C", "32", "degree Celsius", ""),
        ("12%", "12", "percent", ""),
        ("12 percent", "12", "percent", ""),
        ("-5", "-5", "", ""),
        ("−5.5", "-5.5", "", ""),
        ("5 ft 11 in", "71", "inch", ""),
        ("five", "5", "", ""),
        ("twenty-two students", "22", "student", ""),
        ("12,34,567", "1234567", "", ""),
        ("1\u00a0234\u2009567", "1234567", "", ""),
        ("5\u00a0million\u00a0people", "5000000", "person", ""),
        ("76,863 (2004 census)", "76863", "", ""),
        ("76,863[1][a]", "76863", "", ""),
        ("5 million (2010)", "5000000", "", ""),
        ("3 thousand", "3000", "", ""),
        ("5 L", "5", "litre", ""),
        ("700 nm", "700", "nanometre", ""),
        ("US$5m", "5000000", "US dollar", ""),
        ("<10,887", "10887", "", "<"),
        ("5 or more", "5", "", ">="),
        ("two hundred and fifty people", "250", "person", ""),
        ("10 km (6 mi)", "10", "kilometre", ""),
    ],
)
def test_parse_quantity(text: str, number: str, unit: str, hedge: Hedge) -> None:
    assert parse_quantity(text) == Quantity(Decimal(number), unit, hedge)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "many",
        "3-4",
        "2008-09",
        "2008–09",
        "5 (tie)",
        "12 (3 penalties)",
        "1.2.3",
        "2,7",
        "1,2345",
        "5 wombats",
        "10 km 5 km",
        "12/03/1975",
        "640 km (400 kg)",
        "10 km (50 mi)",
        "0,125",
        "1990s",
        "10²",
        "someone",
        "1/2",
        "3–4 km",
        "$5 km",
        "3:45",
        "million",
    ],
)
def test_what_is_not_one_quantity_is_refused(text: str) -> None:
    assert parse_quantity(text) is None


@given(st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**15), max_value=10**15))
def test_numbers_survive_the_round_trip(number: Decimal) -> None:
    assert parse_quantity(format_number(number)) == Quantity(number)
    assert parse_number(format_number(number)) == number


@given(st.integers(min_value=2, max_value=10**12), st.sampled_from(UNITS))
def test_quantities_survive_the_round_trip(number: int, unit: object) -> None:
    name = getattr(unit, "name")  # noqa: B009
    assert parse_quantity(show_quantity(Decimal(number), name)) == Quantity(Decimal(number), name)


def test_format_number() -> None:
    assert format_number(Decimal("8804190")) == "8,804,190"
    assert format_number(Decimal("4.5E+6")) == "4,500,000"
    assert format_number(Decimal("-1234.500")) == "-1,234.5"
    assert format_number(Decimal("-0.00")) == "0"
    assert format_number(Decimal("100")) == "100"
    with pytest.raises(ValueError, match="can be shown"):
        format_number(Decimal("NaN"))


def test_show_quantity() -> None:
    assert show_quantity(Decimal(1), "person") == "1 person"
    assert show_quantity(Decimal(1234), "person") == "1,234 people"
    assert show_quantity(Decimal("2.5"), "square kilometre") == "2.5 square kilometres"
    assert show_quantity(Decimal(-5), "dollar") == "-$5"
    assert show_quantity(Decimal(12), "percent") == "12%"
    assert show_quantity(Decimal(3)) == "3"
    assert show_quantity(Decimal(3), "goals") == "3 goals"


def test_units_are_found_however_they_are_written() -> None:
    for written in ("km²", "sq km", "Square Kilometers", "km 2", "square  kilometre"):
        unit = unit_named(written)
        assert unit is not None
        assert unit.name == "square kilometre"
    metre, megawatt = unit_named("m"), unit_named("MW")
    assert metre is not None
    assert megawatt is not None
    assert (metre.name, megawatt.name) == ("metre", "megawatt")
    assert unit_named("M") is None
    assert unit_named("wombat") is None


def test_every_written_form_means_one_unit() -> None:
    forms = [form for unit in UNITS for form in {unit.name, unit.plural, *unit.written}]
    assert len(forms) == len(set(forms))


def test_convert() -> None:
    assert convert(Quantity(Decimal(2), "kilometre"), "metre") == Quantity(Decimal(2000), "metre")
    assert convert(Quantity(Decimal(1), "mile", "about"), "kilometre") == Quantity(
        Decimal("1.609344"), "kilometre", "about"
    )
    assert convert(Quantity(Decimal(2), "kilometre"), "kilogram") is None
    assert convert(Quantity(Decimal(2), "dollar"), "euro") is None
    assert convert(Quantity(Decimal(2), ""), "") == Quantity(Decimal(2), "")


def test_a_decimal_comma_is_read_only_where_it_is_said() -> None:
    assert parse_quantity("0,125", ",") == Quantity(Decimal("0.125"))
    assert parse_quantity("505.992 km²", ",") == Quantity(Decimal(505992), "square kilometre")
    assert parse_quantity("12,500", ",") == Quantity(Decimal("12.5"))
    assert parse_quantity("12,500") == Quantity(Decimal(12500))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,377 km²", "1 377 km²"),
        ("12,500", "12'500"),
        ("-5 °C", "minus 5 °C"),
        ("-5%", "–5%"),
        ("5 000 000", "5 million"),
    ],
)
def test_one_number_in_two_writings(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("377 km²", "an area of 1 377 km²"),
        ("1", "1 377 people"),
        ("500", "12'500 seats"),
        ("40 °C", "at minus 40 °C"),
        ("5%", "a growth of –5%"),
    ],
)
def test_a_part_of_a_number_is_not_found(value: str, text: str) -> None:
    assert occurs_in(value, text, LOOSELY) == []


def test_numbers_side_by_side_are_read_where_they_cannot_be_one() -> None:
    assert occurs_in("250", "in 2010 250 men")
    assert occurs_in("5", "pages 3 – 5")
    assert occurs_in("3", "10 minus 3")


@pytest.mark.parametrize("text", ["12.50", "US$7.00", "0.00", "-3.10 kilograms", "19.90%", "1,200.0 metres"])
def test_an_amount_is_shown_with_the_decimals_that_were_written(text: str) -> None:
    assert str(parse_quantity(text)) == text


def test_a_computed_amount_is_shown_without_zeros() -> None:
    assert str(Quantity(Decimal("12.50"), "kilogram")) == "12.5 kilograms"


@pytest.mark.parametrize(
    ("text", "number", "unit", "step"),
    [
        ("2.5 × 10³ kg", "2500", "kilogram", "100"),
        ("2.5 x 10^3", "2500", "", "100"),
        ("-1.20·10⁻²", "-0.012", "", "0.0001"),
        ("10^6 km", "1000000", "kilometre", "1000000"),
        ("10⁻³", "0.001", "", "0.001"),
    ],
)
def test_powers_of_ten_scale_a_number(text: str, number: str, unit: str, step: str) -> None:
    quantity = parse_quantity(text)
    assert quantity == Quantity(Decimal(number), unit)
    assert quantity is not None
    assert quantity.step == Decimal(step)


@pytest.mark.parametrize("text", ["10²", "2^12", "$10^50", "10⁰⁵", "3 × 10⁴⁰", "3 × 10³⁴⁵", "10^99", "5 × 10"])
def test_what_may_be_a_note_or_no_power_is_no_number(text: str) -> None:
    assert parse_quantity(text) is None


def test_powers_of_ten_are_read_in_prose() -> None:
    ((start, end, quantity),) = find_quantities("The sample holds 6.5 × 10⁴ kg of salt.")
    assert (quantity, start, end) == (Quantity(Decimal(65000), "kilogram"), 17, 29)
    assert [quantity.number for _, _, quantity in find_quantities("10⁶ or 10^4, not 2^12 nor 7²")] == [10**6, 10**4]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("KWH", "kilowatt hour"),
        ("MHZ", "megahertz"),
        ("Kbps", "kilobit per second"),
        ("mWh", ""),
        ("mPa", ""),
        ("mHz", ""),
        ("MBps", ""),
        ("KBps", ""),
        ("Gib", ""),
    ],
)
def test_a_symbol_keeps_the_capitals_that_its_meaning_hangs_on(written: str, name: str) -> None:
    unit = unit_named(written)
    assert (unit.name if unit else "") == name
