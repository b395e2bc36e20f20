"""Laws of values: what `same` and `occurs_in` must hold for every value, and for any text."""

import unicodedata
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from benchwright.values import (
    LOOSELY,
    Date,
    ListValue,
    NameValue,
    Quantity,
    TypedValue,
    find_dates,
    format_number,
    key_of,
    normalise,
    occurs_in,
    parse,
    same,
    show_quantity,
    words_of,
)
from benchwright.values.numbers import find_quantities
from benchwright.values.occurrences import find_values
from benchwright.values.units import UNITS, Unit, unit_named

NUMBERS = st.decimals(min_value=0, max_value=10**9, places=2).map(lambda number: number.normalize() + 0)
UNIT_NAMES = st.sampled_from([unit.name for unit in UNITS])
HEDGES = st.sampled_from(["", "about ", "more than ", "at least ", "less than ", "at most "])
AMOUNTS = st.builds(lambda hedge, number, unit: hedge + show_quantity(number, unit), HEDGES, NUMBERS, UNIT_NAMES)
YEARS = st.integers(1000, 2099)
DATES = st.one_of(
    st.builds(Date, YEARS, st.integers(1, 12), st.integers(1, 28)),
    st.builds(Date, YEARS, st.integers(1, 12)),
    st.builds(Date, YEARS),
    st.builds(Date, st.integers(-999, -1)),
    st.builds(lambda decade: Date(10 * decade, decade=True), st.integers(100, 209)),
).map(str)
WORDS = st.one_of(
    st.sampled_from(["Ada", "Leeds", "Côte", "İzmir", "राम", "रोम", "กำ", "vitamin", "A", "B", "AB+", "AB-"]),
    st.sampled_from(["C++", "C#", "of", "the", "South", "Sudan", "Ürümqi", "3.5", "7", "and", "&"]),
)
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
LISTS = st.lists(NAMES, min_size=2, max_size=3).map("; ".join)
TEXTS = st.one_of(AMOUNTS, DATES, NAMES, LISTS, st.text(max_size=30))


@given(TEXTS)
def test_same_is_reflexive(text: str) -> None:
    assert same(text, text)
    assert same(parse(text), parse(text))


@given(TEXTS, TEXTS)
def test_same_is_symmetric(one: str, other: str) -> None:
    assert same(one, other) == same(other, one)


@given(TEXTS, TEXTS)
def test_one_key_means_one_value(one: str, other: str) -> None:
    if key_of(parse(one)) == key_of(parse(other)):
        assert same(one, other)


@given(st.integers(1, 10**6), st.sampled_from([unit for unit in UNITS if unit.readings]), st.sampled_from(UNITS))
def test_a_word_for_several_units_is_no_other_unit(number: int, word: Unit, other: Unit) -> None:
    verdict = same(Quantity(Decimal(number), word.name), Quantity(Decimal(number), other.name))
    assert bool(verdict) == (other == word or other.name in word.readings)
    assert all(unit_named(reading) for reading in word.readings)


@given(TEXTS)
def test_formatting_changes_nothing(text: str) -> None:
    for form in (unicodedata.normalize("NFD", text), unicodedata.normalize("NFC", text), f"  {text}\n"):
        assert same(text, form)


@given(NUMBERS, UNIT_NAMES)
def test_grouping_changes_nothing(number: Decimal, unit: str) -> None:
    assert same(f"{number:f} {unit}", show_quantity(number, unit))


@given(st.integers(1, 10**6), UNIT_NAMES)
def test_a_restated_hedge_changes_nothing(number: int, unit: str) -> None:
    shown = show_quantity(Decimal(number), unit)
    for forms in (("about ", "approximately ", "c. "), ("over ", "more than ", ">"), ("at most ", "up to ", "≤")):
        assert all(same(forms[0] + shown, form + shown) for form in forms)
    assert same(f"at least {shown}", f"{shown} or more")


@given(st.integers(1, 10**6), st.sampled_from(UNITS), st.sampled_from(UNITS))
def test_another_unit_changes_nothing_and_another_kind_all(number: int, one: object, other: object) -> None:
    assert isinstance(one, Unit)
    assert isinstance(other, Unit)
    first = Quantity(Decimal(number), one.name)
    if one.dimension == other.dimension:
        second = (Decimal(number) * one.factor + one.zero - other.zero) / other.factor
        assume(second > 0)
        assert same(first, Quantity(second, other.name))
    elif one.dimension.partition(":")[0] != other.dimension.partition(":")[0]:
        pounds = {one.name, other.name} == {"pound", "pound sterling"}  # the word is both
        read = one.name in other.readings or other.name in one.readings
        assert bool(same(first, Quantity(Decimal(number), other.name))) == (pounds or read)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_each_form_of_a_unit_is_read_joined_and_apart(unit: Unit) -> None:
    for form in (unit.name, unit.plural, *unit.written):
        named = unit_named(form)
        assert named is not None
        texts = [f"3 {form}", *([] if "$" in form else [f"3{form}"])]
        assert [parse(text) for text in texts] == [Quantity(Decimal(3), named.name)] * len(texts)


@given(st.integers(1, 10**6), UNIT_NAMES)
def test_sign_hedge_and_comparison_are_part_of_a_value(number: int, unit: str) -> None:
    shown = show_quantity(Decimal(number), unit)
    forms = [shown, f"-{shown}", f"about {shown}", f"at least {shown}", f"at most {shown}", f"over {shown}"]
    assert not any(same(one, other) for one in forms for other in forms if one != other)
    assert same(f"at least {shown}", f"at most {shown}").verdict == "no"


@given(st.decimals(1, 1000, places=1), st.decimals(1, 1000, places=1), UNIT_NAMES)
def test_an_unknown_unit_hides_no_other_number(one: Decimal, other: Decimal, unit: str) -> None:
    value = Quantity(one, "per 1,000 live births")
    assert bool(occurs_in(value, f"so {show_quantity(other, unit)} it was", LOOSELY)) <= (one == other)


@given(st.integers(1, 2099))
def test_an_era_is_part_of_a_year(year: int) -> None:
    assert same(f"{year} BC", f"AD {year}").verdict == same(f"{year} BC", str(year)).verdict == "no"
    assert same(f"AD {year}", str(year))
    assert not same(f"{year // 10 * 10}s", str(year))


@given(st.integers(1, 9999), st.sampled_from(UNITS))
def test_a_bare_number_is_the_same_number_in_each_range(number: int, unit: Unit) -> None:
    """Of four digits it is a year as well, which makes no difference where an amount is wanted."""
    value = Quantity(Decimal(number), unit.name)
    for text in (f"{number}", f"It is {number}.", f"so {number:,} it was"):
        assert occurs_in(value, text, LOOSELY), text
        assert not occurs_in(value, text)
    assert not occurs_in(value, f"It is {number + 1}.", LOOSELY)


@given(YEARS, st.sampled_from(UNITS))
def test_a_year_is_no_share_and_no_rounding_of_an_amount(year: int, unit: Unit) -> None:
    for number in (Decimal(year) / 100, Decimal(year + 1)):
        assert same(Quantity(number, unit.name, step=Decimal(1000)), Date(year)).verdict == "no"


@given(TEXTS, st.lists(TEXTS, max_size=4), st.sampled_from(["{} ", "was {}, ", "({}) ", "{}-", "{}.{}", "South {}"]))
def test_what_occurs_is_the_same_value(value: str, around: list[str], frame: str) -> None:
    text = "".join(frame.replace("{}", part) for part in [*around, value])
    typed = parse(value)
    items = typed.items if isinstance(typed, ListValue) else (typed,)
    for start, end in occurs_in(value, text):
        kinds = [("name" if isinstance(item, NameValue) else None, item) for item in items]
        assert any(same(item, parse(text[start:end], kind)) for kind, item in kinds), text[start:end]


@given(st.one_of(AMOUNTS, DATES))
def test_a_stated_value_occurs(value: str) -> None:
    assert occurs_in(value, f"It was {value}, they say.")
    assert occurs_in(value, f"It was {value}, they say.", LOOSELY)


@given(st.text(), st.text())
def test_no_text_is_too_odd(one: str, other: str) -> None:
    same(one, other)
    occurs_in(one, other)
    list(find_quantities(one))
    find_dates(one)
    for kind in ("number", "money", "date", "name", "list"):
        parse(one, kind)  # type: ignore[arg-type]


@given(st.text(alphabet="0123456789.,-–+%$£ °Ckmandto()/BCsthMay <>", max_size=40))
def test_no_number_is_too_odd(text: str) -> None:
    same(text, "5")
    occurs_in(text, text)
    for start, end, amount in find_quantities(text):
        assert same(amount, text[start:end]), text[start:end]


@pytest.mark.parametrize(
    "text", ["1" * 5000, "9" * 40 + " million km", "." * 5000, "1," * 3000, "-" * 3000 + "5", "a; " * 2000]
)
def test_long_texts(text: str) -> None:
    assert same(text, text)
    occurs_in(text, text)


@pytest.mark.parametrize(
    ("piece", "values"), [("12,", 0), ("12,34,567 ", 1), ("$5 ", 1), ("1990 ", 1), ("5 km in 1990. ", 2), ("12,12,", 0)]
)
def test_each_value_of_a_long_row_is_found(piece: str, values: int) -> None:
    assert len(find_values(piece * 10_000)) == values * 10_000


@given(
    st.lists(
        st.sampled_from(["in 1990 ", "1990 km ", "about 1990s ", "5 ", "12 May 1990, ", "$1500 to ", "1914-1918 "])
    )
)
def test_a_date_shares_no_digit_with_an_amount(pieces: list[str]) -> None:
    found = [place for place in find_values("".join(pieces)) if getattr(place[2], "upper", None) is None]
    assert all(one[1] <= other[0] for one, other in pairwise(found))


NO = [  # A3, A4, A5: two values; the reason
    ("-5", "5"),
    ("5 Mb", "5 MB"),
    ("1914–1918", "1914–1919"),
    ("AB+", "AB-"),
    ("p<0.05", "p>0.05"),
    ("at least 50 %", "at most 50 %"),
    ("<5 %", ">5 %"),
    ("C++", "C#"),
    ("500", "1,500"),
    ("100 km", "100 mi"),
    ("5 percentage points", "5%"),
    ("US$5m", "A$5m"),
    ("1/2", "1-2"),
    ("1200 BC", "1200"),
    ("44 BC", "44"),
    ("12 km", "12 kg"),
    ("700 nm", "700 nautical miles"),
    ("5 nm", "5 Nm"),
    ("5 mW", "5 MW"),
    ("400 V", "400 A"),
    ("400 V", "400 kVA"),
    ("5 kg", "5 kg/m3"),
    ("57 years", "67 years"),
    ("57 passengers", "67 students"),
    ("1889", "1832"),
    ("0.5", "50"),
    ("50%", "5000%"),
    ("200 hp", "200 kW"),
    ("5 tons", "5 kg"),
    ("5 short tons", "5 long tons"),
    ("200 hp", "200 tons"),
]
YES = [
    ("1914–1918", "1914 to 1918"),
    ("from 1914 to 1918", "1914-1918"),
    ("8 bits", "1 byte"),
    ("US$5m", "$5m"),
    ("US$5m", "US$5 million"),
    ("US$5m", "$5 million"),
    ("£5m", "5 million pounds"),
    ("50 people", "50 passengers"),
    ("400V", "400 V"),
    ("400 volts", "0.4 kV"),
    ("72dB", "72 decibels"),
    ("72 dB", "72 dB(A)"),
    ("2.4GHz", "2,400 MHz"),
    ("12bar", "1.2 MPa"),
    ("16A", "16 amps"),
    ("4.7 k\u03a9", "4700 \u2126"),
    ("1500rpm", "1,500 revolutions per minute"),
    ("20ms", "0.02 s"),
    ("3.6 MJ", "1 kWh"),
    ("8 pp", "8 percentage points"),
    ("8 pp", "8 pages"),
    ("40 Qx", "40Qx"),
    ("1,250 Qx", "1250Qx"),
    ("7Up", "7 Up"),
    ("5 MB/s", "40 Mb/s"),
    ("100 °C", "212 °F"),
    ("AD 1959", "1959"),
    ("5 L", "5 litres"),
    ("700 nm", "0.7 µm"),
    ("two hundred and fifty", "250"),
    ("one million two hundred thousand", "1.2 million"),
    ("33.3%", "33.33 %"),
    ("1.5 km", "1,500 m"),
    ("İstanbul", "Istanbul"),
    ("Co\u0302te", "Côte"),
    ("E. coli; S. aureus", "S. aureus and E. coli"),
    ("Tarvik and Norby", "Norby, Tarvik"),
    ("green, white and red", "red, white and green"),
    ("Trinidad & Tobago", "Trinidad and Tobago"),
    ("p<0.05", "p < 0.05"),
    ("1990s", "the 1990's"),
    ("28 January 814", "28 January AD 814"),
    ("5 tons", "5 tonnes"),
    ("5 tons", "5 long tons"),
    ("5 tons", "5,000 kg"),
    ("200 hp", "200 metric hp"),
]
UNDECIDED = [
    ("1990", "1990s", "exactness"),
    ("1995", "1990s", "exactness"),
    ("23 October 1959", "1959", "exactness"),
    ("1,250 kg", "1250", "no unit"),
    ("1,250 kg", "AD 1250", "no unit"),
    ("about 1,250 kg", "AD 1250", "hedge"),
    ("राम", "रोम", "names differ"),
    ("Bogotá", "bogota", "accents"),
    ("Bogotá", "Bogoto", "names differ"),
    ("Mercury (planet)", "Mercury (element)", "names differ"),
    ("vitamin A", "vitamin B", "names differ"),
    ("10²", "102", "kind"),
    ("someone", "1", "kind"),
    ("5", "5.3", "rounding"),
    ("0.5", "0.5 %", "no unit"),
    ("0.25", "25%", "share"),
    ("about 5", "5", "hedge"),
    ("at least 5", "7", "bound"),
    ("about 5", "5.2", "rounded"),
    ("about 7", "7.43", "rounded"),
    ("about 0.5 %", "0.54 %", "rounded"),
    ("about 50,000", "45,100", "bound"),
    ("about 2 trillion", "1.808 trillion", "bound"),
    ("about 5,440,000", "5,439,800", "rounded"),
    ("about 60 million", "64,100,000", "bound"),
    ("about 43.5 years", "44 years", "bound"),
    ("about 620 billion", "618.039 billion", "rounded"),
    ("about 630 billion", "618.039 billion", "bound"),
    ("about 1 billion tonnes", "960,230,000 tonnes", "rounded"),
    ("about 2,675 m", "2,674 m", "rounded"),
    ("about 82.5 years", "82 years", "bound"),
    ("about 13", "13.04", "rounded"),
    ("about 5.2 million", "5,233,461", "rounded"),
    ("about 5.3 million", "5,233,461", "bound"),
    ("at least 13", "13.04", "bound"),
    ("less than 5", "5", "hedge"),
    ("3–4 km", "3.5 km", "range"),
    ("50 passengers", "50 students", "kinds of unit"),
    ("green, white and red, from left to right", "red, white and green", "order"),
    ("1994; 1994; 1996", "1994; 1996; 1996", "lists differ"),
]


def test_the_faults_of_comparing() -> None:
    assert [(pair, same(*pair).verdict) for pair in NO] == [(pair, "no") for pair in NO]
    assert [(pair, same(*pair).verdict) for pair in YES] == [(pair, "yes") for pair in YES]
    assert [(a, b, same(a, b).reason) for a, b, _ in UNDECIDED] == UNDECIDED
    assert {same(a, b).verdict for a, b, _ in UNDECIDED} == {"undecided"}


@pytest.mark.parametrize(
    ("value", "text", "places"),
    [
        ("95", "in 1957", []),
        ("5", "5.3 or -5 or 5-4 or 15 or 1,500", []),
        ("500", "1,500", []),
        ("25000", "25,000 people", []),  # with a unit it may be something else: see LOOSELY
        ("25000", "25,000", ["25,000"]),
        ("4,500,000", "it has 4.5 million", ["4.5 million"]),
        ("45", "aged 45, at the age of 45", ["45", "45"]),
        ("3", "of three stripes", ["three"]),
        ("12 May 1820", "12th May 1820; 1820-05-12; May 12, 1820", ["12th May 1820", "1820-05-12", "May 12, 1820"]),
        ("1995", "on 3 May 1995 (1994–1996)", ["1995"]),
        ("1957", "(1889–1957)", ["1957"]),
        ("from 1914 to 1918", "the war of 1914–1918", ["1914–1918"]),
        ("1914", "the war of 1914–1918", ["1914"]),
        ("50 people", "it serves 50 people per household", []),
        ("44", "in 44 BC", []),
        ("1990", "the 1990s", []),
        ("1990s", "the 1990s", ["1990s"]),
        ("40 Qx", "40Qx, 40 Qx, 140Qx, 40 Qxy, 4 0Qx, 1.40Qx", ["40Qx", "40 Qx"]),
        ("40Qx", "40Qx and 40 Qx", ["40Qx", "40 Qx"]),
        ("2 A", "Part 2 A New Hope. Chapter 2\nA comparison", []),
        ("16 A", "230 V, 16 A, 50 Hz", ["16 A"]),
        ("Sudan", "South Sudan is not Sudan. Sudan is larger", ["Sudan", "Sudan"]),
        ("Guinea", "Equatorial Guinea, Guinea-Bissau, Papua New Guinea", []),
        ("Niger", "in Nigeria", []),
        ("AB", "AB+ or AB-", []),
        ("AB+", "type AB+.", ["AB+"]),
        ("C", "C++ and C#", []),
        ("राम", "रोम है", []),
        ("राम", "यह राम है", ["राम"]),
        ("Windows 3", "Windows 3.1", []),
        ("Jihad vs. McWorld", "the bestseller , Jihad vs. McWorld .", ["Jihad vs. McWorld"]),
        ("green, white and red", "red, white and green", ["red", "white", "green"]),
        ("green, white and red", "red and green", []),
    ],
)
def test_the_boundaries_of_values(value: str, text: str, places: list[str]) -> None:
    assert [text[start:end] for start, end in occurs_in(value, text)] == places


def test_what_is_allowed_and_what_is_known() -> None:
    assert occurs_in("25000", "25,000 people", LOOSELY)
    assert occurs_in("580,367 square kilometres", "about 580,367", LOOSELY)
    assert not occurs_in("580,367 square kilometres", "580,367 miles", LOOSELY)
    assert not occurs_in("5 km", "5.3", LOOSELY)
    assert occurs_in("Macron", "so President Macron said", LOOSELY)
    assert not occurs_in("Macron", "so President Macron said")
    assert not occurs_in("Sudan", "so South Sudan said", LOOSELY)
    assert not occurs_in("Alder", "the Alder tower", longer=["Alder Tower"])
    assert not occurs_in("Sudan", "South Sudan or not", longer=())


def test_parse_reads_the_kind_that_is_named() -> None:
    values: list[TypedValue] = [
        parse("1959"),
        parse("1959", "date"),
        parse("Simon and Garfunkel", "name"),
        parse("Hull, Leeds", "list"),
        parse("5 km", "money"),
        parse("wombats", "number"),
    ]
    assert values == [
        Quantity(Decimal(1959)),
        Date(1959),
        NameValue("Simon and Garfunkel"),
        ListValue((NameValue("Hull"), NameValue("Leeds"))),
        NameValue("5 km"),
        NameValue("wombats"),
    ]


@given(st.text())
def test_words_do_not_depend_on_the_unicode_form(text: str) -> None:
    assert words_of(unicodedata.normalize("NFD", text)) == words_of(unicodedata.normalize("NFC", text))
    assert normalise(unicodedata.normalize("NFD", text)) == normalise(text)


def test_vowel_signs_are_letters() -> None:
    assert words_of("राम रोम กำ İzmir") == ["राम", "रोम", "กำ", "izmir"]
    assert normalise("राम") == "राम"
    assert format_number(Decimal("8804190")) in normalise("8,804,190 people").replace("8804190", "8,804,190")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("3", "less than 5 goals"),
        ("7", "at least 5 goals"),
        ("95", "about 100 goals"),
        ("6", "some 6 x 10^9 stars"),
        ("6", "some 6×10⁹ stars"),
        ("5", "5 mln people"),
        ("5", "5 dozen eggs"),
        ("5 kg", "5 kg/m3"),
        ("5%", "5 percentage points"),
    ],
)
def test_no_reader_takes_another_amount_for_the_value(value: str, text: str) -> None:
    assert occurs_in(value, text, LOOSELY) == []


@pytest.mark.parametrize("text", ["less than 5 goals", "about 5 goals", "at least 5 goals"])
def test_a_hedge_may_stand_before_the_value(text: str) -> None:
    assert occurs_in("5", text, LOOSELY)


@given(st.integers(10**27, 10**45), st.integers(1, 9), st.sampled_from(["", "-", "$", "about "]), UNIT_NAMES)
def test_no_digit_of_a_long_number_is_lost(number: int, more: int, before: str, unit: str) -> None:
    """Two numbers with all their digits are the same only if each digit is."""
    one, other = (f"{before}{value}" for value in (number, number + more))
    assert same(one, other).verdict == "no"
    assert key_of(parse(f"{one} {unit}")) != key_of(parse(f"{other} {unit}"))
    assert parse(str(parse(f"{number} million"))) == parse(f"{number} million")
