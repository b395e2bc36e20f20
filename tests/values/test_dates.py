"""Calendar dates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.values import Date, find_dates, parse_date, years_between

YEARS = st.integers(min_value=-9999, max_value=9999).filter(bool)
DATES = st.one_of(
    st.builds(Date, YEARS),
    st.builds(Date, YEARS, st.integers(1, 12)),
    st.builds(Date, YEARS, st.integers(1, 12), st.integers(1, 28)),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("23 October 1959", Date(1959, 10, 23)),
        ("October 23 , 1959", Date(1959, 10, 23)),
        ("October 23, 1959", Date(1959, 10, 23)),
        ("Oct. 23, 1959", Date(1959, 10, 23)),
        ("23 Sept 1959", Date(1959, 9, 23)),
        ("the 4th of July 1776", Date(1776, 7, 4)),
        ("1959-10-23", Date(1959, 10, 23)),
        ("October 1959", Date(1959, 10)),
        ("1959", Date(1959)),
        ("44 BC", Date(-44)),
        ("15 March 44 BC", Date(-44, 3, 15)),
        ("AD 79", Date(79)),
        ("476 AD", Date(476)),
        ("May 899", Date(899, 5)),
        ("29 February 2000", Date(2000, 2, 29)),
    ],
)
def test_parse_date(text: str, expected: Date) -> None:
    assert parse_date(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "29 February 1900", "31 April 2001", "12/03/1975", "3 May 44", "44", "899", "1999-2000", "0 May 1999", "soon"],
)
def test_what_is_not_one_date_is_refused(text: str) -> None:
    assert parse_date(text) is None


@given(DATES)
def test_dates_survive_the_round_trip(date: Date) -> None:
    assert parse_date(str(date)) == date


@given(DATES, DATES)
def test_dates_are_ordered_by_time(a: Date, b: Date) -> None:
    assert (a < b) == (b > a)
    assert (a <= b and b <= a) == (a == b)


def test_shown() -> None:
    assert str(Date(1959, 10, 23)) == "23 October 1959"
    assert str(Date(1959, 10)) == "October 1959"
    assert str(Date(1959)) == "1959"
    assert str(Date(-44, 3, 15)) == "15 March 44 BC"
    assert str(Date(79)) == "AD 79"
    assert [Date(1999).precision, Date(1999, 1).precision, Date(1999, 1, 2).precision] == ["year", "month", "day"]


@pytest.mark.parametrize("parts", [(0,), (2001, 13), (2001, 0), (2001, 4, 31), (1900, 2, 29), (2001, None, 3)])
def test_days_that_do_not_exist(parts: tuple[int, int | None, int | None]) -> None:
    with pytest.raises(ValueError, match=r"there is no|has no day|needs its month"):
        Date(*parts)


def test_julian_leap_years() -> None:
    assert Date(1500, 2, 29).day == 29
    assert Date(-5, 2, 29).day == 29


def test_find_dates() -> None:
    text = "born October 23 , 1959 ; died 3 May 2001 ; the 1999-2000 season ; 1,500 m ; March 2004 ; in 44 BC , $ 1999"
    assert [(text[start:end], date) for start, end, date in find_dates(text)] == [
        ("October 23 , 1959", Date(1959, 10, 23)),
        ("3 May 2001", Date(2001, 5, 3)),
        ("1999", Date(1999)),
        ("2000", Date(2000)),
        ("March 2004", Date(2004, 3)),
        ("44 BC", Date(-44)),
        ("1999", Date(1999)),
    ]


@given(DATES.filter(lambda date: date.year >= 1000))
def test_a_shown_date_is_found_again(date: Date) -> None:
    shown = str(date)
    expected = [] if date.precision == "year" and date.year > 2099 else [(2, 2 + len(shown), date)]
    assert find_dates(f"( {shown} )") == expected


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("1200 BC", [Date(-1200)]),
        ("In May 300 people died", []),
        ("In May 1500 people died", []),
        ("on 28 January AD 814", [Date(814, 1, 28)]),
        ("on 28 January 814", [Date(814, 1, 28)]),
        ("12th May 1820 or May the 12th, 1820", [Date(1820, 5, 12), Date(1820, 5, 12)]),
        ("the 1990s and the 2012 population", [Date(2012)]),
    ],
)
def test_eras_and_counts_in_prose(text: str, dates: list[Date]) -> None:
    assert [date for _, _, date in find_dates(text)] == dates


def test_years_between() -> None:
    assert years_between(Date(1959, 10, 23), Date(1999, 10, 22)) == 39
    assert years_between(Date(1959, 10, 23), Date(1999, 10, 23)) == 40
    assert years_between(Date(1999, 10, 23), Date(1959, 10, 23)) == 40
    assert years_between(Date(1959), Date(1999)) == 40
    assert years_between(Date(-1), Date(1)) == 1
    with pytest.raises(ValueError, match="equally well"):
        years_between(Date(1959), Date(1999, 1, 1))
