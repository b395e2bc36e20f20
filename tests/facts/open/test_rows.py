"""Rows of any named table are read by their own headers, whatever these are."""

import random
from collections.abc import Sequence
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.rows import facts_of_rows, why_no_facts
from benchwright.records import Fact, Modality, Place, Source, Table
from benchwright.records.sources import Cut
from benchwright.values import detokenise

Rows = Sequence[Sequence[str]]


def _read(header: Sequence[str], rows: Rows, title: str = "Pumps 2024", cut: Cut | None = None) -> list[Fact]:
    table = Table((tuple(header),), tuple(map(tuple, rows)), cut=cut)
    return list(facts_of_rows(Source("a#t0", Modality.TABLE, title, "", Place("a"), table)))


def _said(facts: list[Fact]) -> set[tuple[str, str, str, str, str]]:
    return {(fact.subject, fact.relation, fact.value, fact.unit, fact.value_type) for fact in facts}


PUMPS = (
    ("Part number", "Model", "Power", "Price (GBP)", "In stock"),
    [
        ("BR-10", "Wharfe pump", "150 W", "249.00", "12"),
        ("BR-11", "Aire pump", "300 W", "1,429.50", "0"),
        ("BR-12", "Nidd pump", "n/a", "89", "n/a"),
        ("", "Total", "", "", "12"),
    ],
)


def test_a_row_is_known_by_its_name_and_not_by_its_number() -> None:
    facts = _read(*PUMPS)
    assert ("Wharfe pump", "cell:power", "150", "watt", "quantity") in _said(facts)
    assert ("Aire pump", "cell:price", "1,429.50", "pound sterling", "money") in _said(facts)
    assert ("Nidd pump", "cell:part number", "BR-12", "", "text") in _said(facts)
    assert ("Aire pump", "cell:in stock", "0", "", "count") in _said(facts)
    assert {fact.subject for fact in facts} == {"Wharfe pump", "Aire pump", "Nidd pump"}
    fact = next(fact for fact in facts if fact.relation == "cell:price")
    assert fact.qualifiers[:3] == (("form", "model"), ("header", "Price (GBP)"), ("key_header", "Model"))
    assert fact.qualifiers[-1] == ("scope", "a#t0")
    assert "Nidd pump" not in {fact.subject for fact in facts if fact.relation == "cell:power"}


def test_a_key_in_brackets_that_says_nothing_names_no_row() -> None:
    rows = [("mydestination", "local_transport"), ("relay_domains", "relay_transport"), ("(not applicable)", "default")]
    assert {fact.subject for fact in _read(("Domain list", "Transport"), rows)} == {"mydestination", "relay_domains"}


def test_headers_of_a_reference_are_data() -> None:
    facts = _read(
        ("Option", "Default", "Meaning"),
        [("page_size", "50", "Products on a page"), ("page, p", "none", "The page"), ("sort", "name", "The order")],
    )
    assert _said(facts) == {
        ("page_size", "default", "50", "", "count"),
        ("page_size", "purpose", "Products on a page", "", "text"),
        ("page", "purpose", "The page", "", "text"),
        ("sort", "default", "name", "", "text"),
        ("sort", "purpose", "The order", "", "text"),
    }
    assert {fact.subject_type for fact in facts} == {"entry"}
    terms = _read(("Term", "Meaning"), [("Hopper", "The vessel that holds beans"), ("Burr", "The part that grinds")])
    assert {(fact.relation, fact.subject_type) for fact in terms} == {("definition", "term")}
    codes = _read(("Exit code", "Meaning"), [("0", "Success"), ("2", "Wrong use")])
    assert {(fact.subject, fact.relation) for fact in codes} == {("0", "definition"), ("2", "definition")}


def test_days_and_years_that_go_up_name_rows_and_a_property_has_values_of_any_type() -> None:
    years = _read(("", "time", "spots"), [("1", "1700", "5"), ("2", "1701", "11"), ("3", "1702", "16")])
    assert ("1701", "cell:spots", "11", "", "count") in _said(years)
    data = _read(("Property", "Value"), [("Burr", "hardened steel"), ("Power", "150 W"), ("Weight", "3.2 kg")])
    assert ("Power", "cell:value", "150", "watt", "quantity") in _said(data)


def test_columns_of_groups_have_members_where_all_rows_are_there() -> None:
    rows = [(str(row), "treated" if row < 7 else "untreated", f"{row}.5") for row in range(12)]
    (fact,) = (fact for fact in _read(("", "state", "rate"), rows) if fact.relation == "members")
    assert (fact.subject, fact.relation, fact.value) == ("state", "members", "treated; untreated")
    assert fact.span.cells == ((0, 1), (7, 1))
    assert _read(("", "state", "rate"), rows, cut=Cut(900, 3)) == []


def test_whole_columns_are_read_where_nothing_names_the_rows() -> None:
    rows = [(str(row), "treated" if row < 7 else "untreated", f"{row}.5") for row in range(12)]
    facts = [fact for fact in _read(("", "state", "rate"), rows) if fact.relation.startswith("row:")]
    assert {fact.relation for fact in facts} == {"row:state", "row:rate"}
    assert len(facts) == 24
    assert (facts[0].subject, facts[0].qualifier("form")) == ("row 1", "row")
    gap = [*rows[:-1], ("11", "untreated", "n/a")]
    assert sum(fact.relation == "row:rate" for fact in _read(("", "state", "rate"), gap)) == 11  # an empty cell
    odd = [*rows[:-1], ("11", "untreated", "4.5 or 5")]
    assert not any(fact.relation == "row:rate" for fact in _read(("", "state", "rate"), odd))
    assert not any(fact.relation == "row:number" for fact in _read(("number", "state"), [row[:2] for row in rows]))


def test_two_columns_name_the_rows_that_no_column_names() -> None:
    rows = [(state, f"{at}.5", str(1932 + 4 * at)) for at in range(6) for state in ("Ohio", "Iowa", "Utah")]
    facts = _read(("State", "Votes", "Year"), rows)
    assert ("Iowa in 1936", "cell:votes", "1.5", "", "quantity") in _said(facts)
    assert sum(fact.relation == "cell:votes" for fact in facts) == 18
    assert {fact.qualifier("key_header") for fact in facts if fact.relation == "cell:votes"} == {"State and Year"}
    twice = _read(("State", "Votes", "Year"), [*rows[:-1], rows[0]])
    assert not any(fact.relation.startswith("cell:") for fact in twice)
    crops = [
        (state, crop, f"{at}.5")
        for at, state in enumerate(("Ohio", "Iowa", "Utah", "Ohi"))
        for crop in ("Oats", "Rye", "Corn")
    ]
    assert ("Utah (Corn)", "cell:yield", "2.5", "", "quantity") in _said(_read(("State", "Crop", "Yield"), crops))
    marks = [(mark, str(at % 5), f"{at}.5") for at in range(15) for mark in ("yes", "no", "new")]
    assert not any(fact.relation.startswith("cell:") for fact in _read(("mark", "group", "rate"), marks))


@pytest.mark.parametrize(
    ("title", "header", "rows", "reason"),
    [
        ("", ("State", "Votes"), [("Ohio", "4"), ("Iowa", "5")], "without a title"),
        ("Votes", ("State", "Votes"), [("Ohio", "4")], "with fewer than two rows or columns"),
        (
            "Plants",
            ("150", "4", "setosa"),
            [("5.1", "3.5", "a"), ("4.9", "3.0", "b")],
            "whose first row is not a header",
        ),
        ("Yeast", ("", "C1", "C2"), [("R1", "2", "2"), ("R2", "3", "3")], "whose headers are codes, not words"),
        (
            "Speed",
            ("", "speed"),
            [("1", "850"), ("2", "740")],
            "with rows that no column names (10 rows are needed to ask for whole columns)",
        ),
    ],
)
def test_the_reason_is_given_where_a_table_gives_no_facts(
    title: str, header: Sequence[str], rows: Rows, reason: str
) -> None:
    table = Table((tuple(header),), tuple(map(tuple, rows)))
    source = Source("a#t0", Modality.TABLE, title, "", Place("a"), table)
    assert list(facts_of_rows(source)) == []
    assert why_no_facts(source) == reason


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        (("", "x", "y"), [("1", "8.2", "4"), ("2", "7.6", "5")]),  # rows are only numbered
        (("State", "Votes", "Year"), [("Ohio", "4", "1932"), ("Ohio", "5", "1936"), ("Iowa", "6", "1932")]),  # pairs
        (("black", "white", "red"), [("blue", "cyan", "pink"), ("lime", "plum", "grey"), ("rose", "tan", "teal")]),
        (("AliceBlue", "LawnGreen"), [("NavyBlue", "SeaGreen"), ("SkyBlue", "PaleGreen")]),  # names in columns
        (("'B'", "unsigned_char(bitwise=True)"), [("'b'", "unsigned_char"), ("'c'", "char")]),  # no header
        (("apt-get update", "lists"), [("apt-get install", "packages"), ("apt-get remove", "packages")]),
        (("150", "4", "setosa"), [("5.1", "3.5", "a"), ("4.9", "3.0", "b")]),
        (("Step", "Matched"), [("1", "abc"), ("2", "abcd")]),  # a procedure
        (
            ("string", "accepts any text without a slash"),
            [
                ("int", "accepts positive integers"),
                ("path", "like string but accepts slashes"),
                ("uuid", "accepts UUID strings"),
            ],
        ),
        (
            ("pyramid", "pyramid_celery"),
            [("pylons", "celery-pylons"), ("flask", "not needed"), ("web2py", "web2py-celery")],
        ),
        (("rule", "the URL rule as string"), [("endpoint", "the endpoint"), ("options", "options of the rule")]),
        (("Description:", "Effect"), [("Syntax:", "Allow from"), ("Context:", "directory")]),  # labels of a layout
        (("Amino acids that are eaten", "Amino acids that are made"), [("valine", "serine"), ("lysine", "glycine")]),
        (("Macronutrients", "Micronutrients"), [("Carbon", "Iron"), ("Hydrogen", "Zinc")]),  # two lists
        (("Name", "Record", "Record"), [("Ann", "1", "2"), ("Bea", "3", "4")]),  # one header twice
        (("Exposure", "Rate"), [("Eyes", "15 %"), ("Skin", "about ten"), ("Nose", "none known")]),  # two types
        (("Town", "Size"), [("Ayton", "505.992"), ("Beford", "217.331")]),  # a point or thousands
        (("A sentence that is laid out in a table with two cells of the page", "b"), [("Yes", "No"), ("Up", "On")]),
    ],
)
def test_what_gives_no_facts(header: Sequence[str], rows: Rows) -> None:
    assert _read(header, rows) == []


def test_a_title_with_a_scale_and_a_table_without_a_name_say_nothing() -> None:
    header, rows = ("Town", "Exports"), [("Ayton", "505"), ("Beford", "217")]
    assert _read(header, rows)
    assert not _read(header, rows, title="")
    assert _read(header, rows, title="Exports (in thousands)") == []


@given(st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(chance: random.Random) -> None:
    header, rows = PUMPS[0], list(PUMPS[1][:3])
    chance.shuffle(rows)
    assert _said(_read(header, rows)) == _said(_read(header, PUMPS[1][:3]))


_CELL = st.text(alphabet="aB1.,%- £k(\n", max_size=9)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(_CELL, min_size=n, max_size=n), min_size=1, max_size=6)))
def test_every_value_stands_in_its_cell(rows: list[list[str]]) -> None:
    for fact in _read(rows[0], rows[1:]):
        row, column = fact.span.cells[-1]
        cell = detokenise(" ".join(rows[1:][row][column].split()))
        values = chain.from_iterable(value.split() for value in fact.value.split("; "))
        assert fact.value_type != "text" or fact.relation == "members" or all(word in cell for word in values)
        assert any(character.isalnum() for character in cell)


def _values(header: Sequence[str], rows: Rows, relation: str) -> dict[str, tuple[str, str]]:
    return {fact.subject: (fact.value, fact.value_type) for fact in _read(header, rows) if fact.relation == relation}


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("ZIP code", ("02108", "07302", "90210")),
        ("Plant", ("0045", "1210", "0733")),  # a leading zero
        ("Dial code", ("+49", "+351", "+1")),
        ("Prefix", ("+49", "+351", "+1")),
        ("Python version", ("3.10", "3.20", "3.30")),
        ("Format", ("3.9", "3.10", "3.1")),  # 3.10 is not 3.1
        ("Account", ("4512", "4513", "9001")),
        ("Order ID", ("17", "18", "21")),
        ("Article no", ("815", "816", "990")),
        ("Mobile", ("5551234567", "5551234568", "5551239999")),
        ("Pos", ("1", "3", "2")),
    ],
)
def test_codes_are_read_as_they_are_written(header: str, cells: tuple[str, ...]) -> None:
    rows = list(zip(("Beacon Hill", "Harbor View", "Elm Street"), cells, strict=True))
    assert _values(("Office", header), rows, f"cell:{header.casefold()}") == {
        name: (cell, "text") for name, cell in rows
    }


@pytest.mark.parametrize(
    ("header", "cells", "kind"),
    [
        ("Price", ("3.50", "12.25", "8.00"), "quantity"),
        ("Growth", ("+3", "-2", "+5"), "quantity"),
        ("Number of seats", ("40", "12", "31"), "count"),
        ("Account balance", ("40", "12", "31"), "count"),
        ("Line (km)", ("40", "12", "31"), "quantity"),
        ("Share", ("0.5", "0.25", "0.75"), "quantity"),
    ],
)
def test_amounts_are_no_codes(header: str, cells: tuple[str, ...], kind: str) -> None:
    rows = list(zip(("Beacon Hill", "Harbor View", "Elm Street"), cells, strict=True))
    assert {fact.value_type for fact in _read(("Office", header), rows)} == {kind}


def test_a_property_that_is_a_code_is_read_as_it_is_written() -> None:
    rows = [("Version", "1.10"), ("Serial prefix", "00417"), ("ZIP code", "90210"), ("Weight", "12 kg")]
    assert _values(("Field", "Value"), rows, "cell:value") == {
        "Version": ("1.10", "text"),
        "Serial prefix": ("00417", "text"),
        "ZIP code": ("90210", "text"),
        "Weight": ("12", "quantity"),
    }


def test_a_default_is_what_its_cell_says() -> None:
    cells = {"alpha": "64 MB", "gamma": "5 min", "delta": "5s", "iota": "0755", "kappa": "1.10", "pi": "4096"}
    unsaid = {"eta": "depends on the platform", "beta": "see below"}
    rows = [(name, cell) for name, cell in (cells | unsaid).items()]
    values = _values(("Option", "Default"), rows, "default")
    assert {name: cell for name, (cell, _) in values.items()} == cells
    assert values["iota"] == ("0755", "text")


@pytest.mark.parametrize("mark", ["NaN", "nan", "NULL", "null", "#N/A", "#REF!", "#DIV/0!", "<NA>", "\\N", "n.a."])
def test_marks_of_missing_values_are_no_values(mark: str) -> None:
    rows = [("Alpha", "Leeds", "12"), ("Bravo", mark, mark), ("Charlie", "York", "9"), ("Delta", "Hull", "7")]
    assert {fact.subject for fact in _read(("Station", "City", "Rain"), rows)} == {"Alpha", "Charlie", "Delta"}


def test_a_number_that_stands_for_none_spoils_its_column() -> None:
    names = ("Alpha", "Bravo", "Charlie", "Delta", "Echo")
    missing = list(zip(names, ("-999", "810", "790", "-999", "700"), strict=True))
    assert not _values(("Station", "Rain"), missing, "cell:rain")
    cold = list(zip(names, ("-9", "8", "7", "-9", "7"), strict=True))
    assert len(_values(("Station", "Rain"), cold, "cell:rain")) == 5


@pytest.mark.parametrize(
    ("cells", "count"),
    [
        (("9999", "810", "790", "9999", "700"), 0),
        (("9999.9", "12.5", "8.1", "9999.9", "-3.0"), 0),
        (("999", "0", "0", "999", "12"), 0),
        (("9999", "810", "790", "750", "700"), 5),  # once: it may be measured
        (("9999", "1,810", "790", "9999", "700"), 5),  # within ten times the next largest
        (("9999", "9999", "9999", "9999", "9999"), 5),  # above nothing
        (("8000", "81", "79", "8000", "70"), 5),
        (("9", "0", "0", "9", "0"), 5),
    ],
)
def test_nines_far_above_all_other_numbers_spoil_their_column(cells: Sequence[str], count: int) -> None:
    names = ("Alpha", "Bravo", "Charlie", "Delta", "Echo")
    assert len(_values(("Station", "Rain"), list(zip(names, cells, strict=True)), "cell:rain")) == count


@pytest.mark.parametrize("name", ["Class average", "Mean ± SD", "Total 2024", "Avg", "all pupils", "Sum of both"])
def test_a_row_called_an_average_is_none_of_the_rows(name: str) -> None:
    rows = [("Amy", "71", "85"), ("Bob", "64", "62"), ("Carla", "90", "88"), (name, "75", "78.3")]
    assert {fact.subject for fact in _read(("Student", "Maths", "Physics"), rows)} == {"Amy", "Bob", "Carla"}


def test_a_last_row_of_averages_is_none_of_the_rows() -> None:
    rows = [("Amy", "71", "85"), ("Bob", "64", "62"), ("Carla", "90", "88"), ("Dan", "60", "70")]
    averaged = [*rows, ("Form 4b", "71.25", "76.25")]
    header = ("Student", "Maths", "Physics")
    assert {fact.subject for fact in _read(header, averaged)} == {"Amy", "Bob", "Carla", "Dan"}
    assert len({fact.subject for fact in _read(header, [*rows, ("Eve", "71.25", "80.5")])}) == 5


def test_a_term_about_averages_is_a_term() -> None:
    rows = [("Moving average", "The average of the last values"), ("Trend", "Where the values go")]
    assert {fact.subject for fact in _read(("Term", "Meaning"), rows)} == {"Moving average", "Trend"}


def test_what_goes_through_a_row_is_none_of_its_values() -> None:
    note = "Not held because of the pandemic"
    rows = [("2019", "Leeds", "Hull"), ("2020", note, note), ("2021", "York", "Leeds"), ("2022", "Hull", "York")]
    facts = _read(("Year", "Winner", "Runner-up"), rows)
    assert {fact.subject for fact in facts} == {"2019", "2021", "2022"}
    both = _read(
        ("Model", "Lid", "Body"), [("A-1", "steel", "steel"), ("B-1", "steel", "brass"), ("C-1", "tin", "zinc")]
    )
    assert ("A-1", "cell:lid", "steel", "", "text") in _said(both)


def test_about_a_year_among_years_makes_them_no_amounts() -> None:
    rows = [("Arl", "1702"), ("Bex", "1650"), ("Cay", "1804"), ("Dun", "1911"), ("Eps", "c. 1500"), ("Fen", "1890")]
    values = _values(("Town", "Founded"), rows, "cell:founded")
    assert values == {name: (year, "year") for name, year in rows if name != "Eps"}


def test_a_table_of_nothing_but_the_pair_that_names_its_rows_says_nothing_of_them() -> None:
    rows = [(f"Pump {at % 5}", f"{2010 + at // 5}") for at in range(15)]
    assert {fact.relation for fact in _read(("Model", "Year"), rows)} == {"members"}


def test_a_letter_that_means_several_units_is_kept_as_written() -> None:
    rows = [("Tour", "1.2m", "12K", "3.1", "1.9 m", "0.4"), ("Talk", "0.8m", "9K", "4.6", "2.1 m", "-0.1")]
    said = _said(_read(("Video", "Views", "Likes", "Workers (m)", "Height", "Change (pp)"), rows))
    assert ("Tour", "cell:views", "1.2m", "", "text") in said
    assert ("Tour", "cell:likes", "12K", "", "text") in said
    assert ("Tour", "cell:height", "1.9", "metre", "quantity") in said
    assert not {relation for _, relation, *_ in said} & {"cell:workers", "cell:change"}


def test_a_column_of_years_may_begin_before_1500() -> None:
    said = _said(_read(("Brewery", "Established"), [("Weihen", "1040"), ("Stella", "1366"), ("Neu", "1872")]))
    assert ("Weihen", "cell:established", "1040", "", "year") in said


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (("10⁶", "10⁷", "10⁹"), {"1,000,000", "10,000,000", "1,000,000,000"}),
        (("2.5 × 10³", "10^4", "1.5 x 10⁵"), {"2,500", "10,000", "150,000"}),
        (("10⁴", "2 × 10⁵", "3 × 10⁶"), {"10,000", "200,000", "3,000,000"}),
    ],
)
def test_powers_of_ten_are_numbers(cells: Sequence[str], values: set[str]) -> None:
    rows = [(name, cell) for name, cell in zip(("Alpha", "Bravo", "Delta"), cells, strict=True)]
    facts = _read(("Star", "Mass (kg)"), rows)
    assert {(fact.value, fact.unit, fact.value_type) for fact in facts} == {
        (value, "kilogram", "quantity") for value in values
    }


def test_a_ten_with_a_raised_digit_among_plain_numbers_is_not_read() -> None:
    rows = [("Alpha", "12"), ("Bravo", "14"), ("Delta", "19"), ("Echo", "17"), ("Fir", "18"), ("Golf", "10²")]
    assert {fact.value for fact in _read(("Star", "Planets"), rows)} == {"12", "14", "19", "17", "18"}


SHOPS = [("North", "10", "5"), ("South", "20", "6"), ("East", "31", "7")]


def test_below_a_second_header_the_first_one_names_nothing() -> None:
    rows = [*SHOPS, ("Item", "Price", "Stock"), ("Lamp", "15", "3"), ("Desk", "100", "2")]
    facts = _read(("Region", "Sales", "Staff"), rows)
    assert {fact.subject for fact in facts} == {"North", "South", "East"}
    narrow = [*SHOPS, ("Item", "Price", ""), ("Lamp", "15", ""), ("Desk", "100", "")]
    assert {fact.subject for fact in _read(("Region", "Sales", "Staff"), narrow)} == {"North", "South", "East"}
    again = [*SHOPS, ("Region", "Visits", ""), ("West", "15", "1"), ("Rim", "100", "2")]
    assert {fact.subject for fact in _read(("Region", "Sales", "Staff"), again)} == {"North", "South", "East"}


def test_words_in_one_cell_of_numbers_are_no_second_header() -> None:
    rows = [*SHOPS, ("West", "closed", "4"), ("Rim", "closed", "n/a"), ("Centre", "55", "9")]
    assert "Centre" in {fact.subject for fact in _read(("Region", "Sales", "Staff"), rows)}


def test_a_row_about_two_names_is_not_called_by_the_first() -> None:
    """Each of the teams plays at home once and away once: "the score of Bears" is either match's."""
    header = ("Match", "Home", "Away", "Crowd")
    games = [("1", "Lions", "Bears", "1,200"), ("2", "Hawks", "Lions", "900"), ("3", "Bears", "Hawks", "1,500")]
    assert _read(header, games) == []
    staff = [("Ann Lee", "Bob Ray", "1,200"), ("Bob Ray", "", "900"), ("Cid Fox", "Bob Ray", "1,500")]
    assert {fact.subject for fact in _read(("Name", "Manager", "Steps"), staff)} == {"Ann Lee", "Bob Ray", "Cid Fox"}
    albums = [("Foxes", "Foxes", "1,200"), ("Bears", "Bears", "900"), ("Hawks", "Owls", "1,500")]
    assert {fact.subject for fact in _read(("Song", "Album", "Sales"), albums)} == {"Foxes", "Bears", "Hawks"}


def test_groups_of_countries_are_no_rows_beside_countries() -> None:
    groups = (
        "EU-27",
        "Euro area – 20 countries",
        "Euro area (EA20)",
        "Developed countries",
        "Europe & Central Asia",
        "G7",
    )
    rows = [
        (name, str(17 + at)) for at, name in enumerate((*groups, "Belgium", "Guinea-Bissau", "Kosovo", "Ruritania"))
    ]
    found = {fact.subject for fact in _read(("Country", "Road deaths"), rows)}
    assert found == {"Belgium", "Guinea-Bissau", "Kosovo", "Ruritania"}
    mostly = [("EU-27", "90"), ("Belgium", "12"), ("Italy", "13"), ("Spain", "15")]
    assert {fact.subject for fact in _read(("Geo", "Road deaths"), mostly)} == {"Belgium", "Italy", "Spain"}


def test_a_country_is_no_row_beside_its_regions() -> None:
    rows = [
        ("London", "36"),
        ("North East", "25"),
        ("North West", "26"),
        ("United Kingdom", "28"),
        ("Great Britain", "29"),
    ]
    assert {fact.subject for fact in _read(("Region", "Wage"), rows)} == {"London", "North East", "North West"}


def test_a_list_of_matches_is_not_about_the_home_team() -> None:
    header = ("Match", "Home", "Away", "Score", "Crowd")
    rows = [
        ("1", "Lions", "Bears", "2–1", "1,200"),
        ("2", "Hawks", "Lions", "0–0", "900"),
        ("3", "Bears", "Hawks", "1–3", "1,500"),
    ]
    assert {fact.subject for fact in _read(header, rows)}.isdisjoint({"Lions", "Bears", "Hawks"})
    staff = [
        ("Ann Lee", "Bob Ray", "5"),
        ("Cid Fox", "Bob Ray", "6"),
        ("Bob Ray", "Dee Orr", "9"),
        ("Dee Orr", "", "12"),
    ]
    assert {fact.subject for fact in _read(("Name", "Manager", "Years"), staff)} == {name for name, _, _ in staff}


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        (
            ("Ann Lee", "3 May 1990"),
            [("Bob Ray", "4 June 1991"), ("Cid Fox", "7 July 1988"), ("Dee Orr", "6 August 1985")],
        ),
        (
            ("Rome", "Oslo", "2000 km"),
            [("Bonn", "Kiel", "500 km"), ("Lyon", "Metz", "450 km"), ("Ghent", "Cork", "900 km")],
        ),
    ],
)
def test_a_first_row_with_a_value_like_those_below_is_no_header(header: Sequence[str], rows: Rows) -> None:
    assert _read(header, rows) == []


def test_years_and_ordinals_head_columns() -> None:
    rows = [("Nord", "12", "13"), ("Sund", "14", "15"), ("Vest", "16", "17")]
    assert len(_read(("Plant", "2010 sales", "1st quarter"), rows)) == 6


def test_a_row_that_goes_on_below_is_not_named() -> None:
    rows = [("image", "65535"), ("", "32767"), ("dash", "11"), ("file", "12"), ("path", "20")]
    assert {fact.subject for fact in _read(("Quantity", "Limit"), rows)} == {"dash", "file", "path"}
