"""Headers and cells taken apart."""

import pytest

from benchwright.facts.headers import clean, parse_unit, read_header, read_headers


@pytest.mark.parametrize(
    ("raw", "name", "unit", "scale", "year", "odd"),
    [
        ("Area ( km² )", "area", "square kilometre", "", "", ""),
        ("Director ( s )", "director", None, "", "", ""),
        ("Population ( 2011 )", "population", None, "", "2011", ""),
        ("Population (2011 census)", "population", None, "", "2011", ""),
        ("Real GDP (billion US$)", "real gdp", "US dollar", "billion", "", ""),
        ("Labour force (million)", "labour force", "", "million", "", ""),
        ("Birth rate (per 1,000 people)", "birth rate", "per 1,000 people", "", "", ""),
        ("City / Town", "city/town", None, "", "", ""),
        ("City , State", "city, state", None, "", "", ""),
        ("Points*", "points", None, "", "", ""),
        ("Pop.", "pop", None, "", "", ""),
        ("Release date ( US )", "release date", None, "", "", "US"),
        ("Votes [%]", "votes", "percent", "", "", ""),
        ("Population [thousands]", "population", None, "", "", "thousands"),
        ("Population [1000]", "population", None, "", "", "1000"),
        ("Population [male]", "population", None, "", "", "male"),
        ("Population [million]", "population", "", "million", "", ""),
        ("Population [2011]", "population", None, "", "2011", ""),
        ("Population [note 3]", "population", None, "", "", ""),
        ("Population [12] [b]", "population", None, "", "", ""),
        ("Height m ( ft )", "height m", "foot", "", "", ""),
    ],
)
def test_a_header_is_taken_apart(raw: str, name: str, unit: str | None, scale: str, year: str, odd: str) -> None:
    header = read_header(raw)
    assert (header.name, header.unit, header.scale, header.year, header.odd) == (name, unit, scale, year, odd)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kenya [ 3 ]", "Kenya"),
        ("John Newcombe *", "John Newcombe"),
        ("† Extinct‡", "Extinct"),
        ("** Extinct", "Extinct"),
        ("*(integer,integer)", "*(integer,integer)"),
        ("*.txt", "*.txt"),
        ("Al-Ahli ( Wad Medani )", "Al-Ahli (Wad Medani)"),
        ("  two\n lines ", "two lines"),
    ],
)
def test_footnote_marks_go_and_names_stay(text: str, expected: str) -> None:
    assert clean(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("million kWh", ("million", "kilowatt hour")),
        ("km", ("", "kilometre")),
        ("KM", ("", "kilometre")),
        ("airports", ("", "")),
        ("sqrt", None),
        ("M", None),  # millions, in most tables
        ("MM", None),
        ("Mg", None),
        ("ML", None),
        ("T", None),
        ("H", None),
    ],
)
def test_units(text: str, expected: tuple[str, str] | None) -> None:
    assert parse_unit(text) == expected


@pytest.mark.parametrize(
    ("parts", "name", "unit", "year", "odd"),
    [
        (("Population", "2010"), "population", None, "2010", ""),
        (("2010", "Population"), "population", None, "2010", ""),
        (("City", "City"), "city", None, "", ""),
        (("Area", "km²"), "area", "square kilometre", "", ""),
        (("Area", "Area (ha)"), "area", "hectare", "", ""),
        (("Oil output", "2010", "%"), "oil output", "percent", "2010", ""),
        (("Population 2010", "2020"), "population", None, "20102020", "several"),
        (("Goals", "League"), "goals league", None, "", ""),
        (("Transport", "airports"), "transport airports", None, "", ""),
    ],
)
def test_rows_of_a_header_add_up(parts: tuple[str, ...], name: str, unit: str | None, year: str, odd: str) -> None:
    (header,) = read_headers([(part,) for part in parts])
    if odd:
        assert header.odd == odd
    else:
        assert (header.name, header.unit, header.year, header.odd) == (name, unit, year, "")


def test_one_day_or_metre_in_a_row_of_the_header_is_no_unit() -> None:
    rent, week, length, time = read_headers([["Rent", "Rent", "Length", "Time"], ["Day", "Week", "m", "Days"]])
    assert (rent.name, rent.unit, week.name, week.unit) == ("rent day", None, "rent week", None)
    assert (length.name, length.unit, time.name, time.unit) == ("length", "metre", "time", "day")
    (mass,) = read_headers([["Mass"], ["(Kilogram)"]])
    assert (mass.name, mass.unit) == ("mass", "kilogram")
