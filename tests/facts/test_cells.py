"""Facts from tables: real small tables with the facts that a person reads in them, and what must be refused."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.cells import LINKED, facts_of_table
from benchwright.facts.relations import lexicon
from benchwright.records import Fact, Modality, Place, Source, Table


def table(title: str, header: list[str], *rows: list[str], links: tuple[tuple[int, int, str], ...] = ()) -> Source:
    made = Table((tuple(header),), tuple(tuple(row) for row in rows), links)
    return Source("t", Modality.TABLE, title, "", Place("t"), table=made)


def told(source: Source) -> list[tuple[str, str, str, str]]:
    return [(fact.subject, fact.relation, fact.value, fact.unit) for fact in facts_of_table(source)]


LAND = table(
    "Countries of Africa: area, borders and population, 2024-2025",
    ["Country", "Population", "Area (sq km)", "Coastline (km)", "Rank"],
    ["Botswana", "2,521,534", "581,730", "0", "9"],
    ["Kenya", "58,246,378", "580,367", "536", "2"],
    ["Total", "60,767,912", "1,162,097", "536", ""],
)


def test_a_row_is_about_its_key_and_a_column_means_its_header() -> None:
    assert told(LAND) == [
        ("Botswana", "population", "2,521,534", ""),
        ("Botswana", "area", "581,730", "square kilometre"),
        ("Botswana", "coastline", "0", "kilometre"),
        ("Kenya", "population", "58,246,378", ""),
        ("Kenya", "area", "580,367", "square kilometre"),
        ("Kenya", "coastline", "536", "kilometre"),
    ]


def test_a_fact_carries_its_cell_and_what_narrows_it() -> None:
    fact = list(facts_of_table(LAND))[4]
    assert fact.id == "t#r1c2"
    assert fact.span.cells == ((1, 2),)
    assert fact.span.read == "cell"
    assert (fact.entity, fact.target, fact.subject_type, fact.value_type) == ("kenya", "", "country", "quantity")
    assert fact.qualifiers == (("year", "2024-2025"), ("header", "Area (sq km)"), ("kind", "country"))


def test_scoped_measures_and_roles_name_their_table() -> None:
    source = table(
        "2008 K League — K-League Clubs , 2008",
        ["Club", "Head coach", "City", "Stadium", "Capacity"],
        ["Busan I'Park", "Hwang Sun-Hong", "Busan", "Busan Asiad Stadium", "53,864"],
        ["FC Seoul", "Şenol Güneş ( c )", "Seoul", "Seoul World Cup Stadium", "66,806"],
        links=((1, 0, "/wiki/FC_Seoul"), (1, 1, "/wiki/Şenol_Güneş")),
    )
    facts = list(facts_of_table(source))
    coach = next(fact for fact in facts if fact.value == "Şenol Güneş")
    assert coach.qualifier("scope") == "the 2008 K League"
    assert coach.qualifier("kind") == "club"
    assert (coach.entity, coach.target) == (LINKED + "/wiki/FC_Seoul", LINKED + "/wiki/Şenol_Güneş")
    assert ("Seoul World Cup Stadium", "capacity", "66,806", "") in told(source)
    assert ("FC Seoul", "location", "Seoul", "") in told(source)


def test_a_vertical_table_is_about_the_entity_of_its_title() -> None:
    source = table(
        "Sweden: energy and transport",
        ["Measure", "Value", "Unit", "Year"],
        ["Electricity generating capacity", "55.307", "million kW", "2023"],
        ["Railways", "10,910", "km", "2020"],
        ["Airports", "206", "airports", "2025"],
        ["Share of reindeer", "40", "%", "2023"],
    )
    assert told(source) == [
        ("Sweden", "electricity_capacity", "55,307,000", "kilowatt"),
        ("Sweden", "railways", "10,910", "kilometre"),
        ("Sweden", "airports", "206", ""),
    ]
    fact = list(facts_of_table(source))[1]
    assert fact.qualifier("year") == "2020"
    assert fact.span.cells == ((1, 1),)
    assert fact.id == "t#r1c1"


def test_a_table_by_year_is_about_the_entity_of_its_title() -> None:
    source = table(
        "Sweden: trade, growth and prices by year",
        ["Year", "Exports (billion US$)", "Inflation rate (%)"],
        ["2022", "318.203", "8.4"],
        ["2023", "329.332", "-0.5"],
    )
    assert told(source) == [
        ("Sweden", "exports", "318,203,000,000", "US dollar"),
        ("Sweden", "inflation_rate", "8.4", "percent"),
        ("Sweden", "exports", "329,332,000,000", "US dollar"),
        ("Sweden", "inflation_rate", "-0.5", "percent"),
    ]
    assert [fact.qualifier("year") for fact in facts_of_table(source)] == ["2022", "2022", "2023", "2023"]


def test_editions_are_named_by_year_and_title() -> None:
    source = table("Scottish Cup — Winners", ["Year", "Winner"], ["1990", "Aberdeen"], ["1991", "Motherwell"])
    assert told(source) == [
        ("the 1990 Scottish Cup", "winner", "Aberdeen", ""),
        ("the 1991 Scottish Cup", "winner", "Motherwell", ""),
    ]
    assert next(facts_of_table(source)).entity == "1990 scottish cup"


def test_roles_in_a_filmography() -> None:
    source = table(
        "Ross Lynch — Filmography -- Television",
        ["Year", "Title", "Role", "Notes"],
        ["2009", "Moises Rules !", "Ross The Boss", ""],
        ["2011", "Austin & Ally", "Austin Moon", "Main role"],
        ["2012", "So Random !", "Himself ( voice )", ""],
        ["2013", "Jessie", "Bit part", ""],
        ["2017", "My Friend Dahmer", "Jeffrey Dahmer", ""],
    )
    facts = list(facts_of_table(source))
    assert [(fact.subject, fact.value, fact.qualifier("scope")) for fact in facts] == [
        ("Moises Rules!", "Ross The Boss", "Ross Lynch"),
        ("Austin & Ally", "Austin Moon", "Ross Lynch"),
        ("My Friend Dahmer", "Jeffrey Dahmer", "Ross Lynch"),
    ]


def test_the_speeds_of_the_biology_book() -> None:
    source = table(
        "Maximum Speed of Assorted Land Marine Animals",
        ["Animal", "Speed (kmh)", "Speed (mph)"],
        ["Cheetah", "113", "70"],
        ["Quarter horse", "77", "48"],
    )
    assert told(source) == [
        ("Cheetah", "maximum_speed", "113", "kilometre per hour"),
        ("Quarter horse", "maximum_speed", "77", "kilometre per hour"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        table("X", ["Thing", "Score"], ["a", "1"], ["b", "2"]),  # unknown key
        table("X", ["Country", "Zeal"], ["Kenya", "1"], ["Chad", "2"]),  # unknown header
        table("X", ["Country", "Population (rural)"], ["Kenya", "1,000"], ["Chad", "2,000"]),  # half-understood header
        table("X", ["Country", "Area"], ["Kenya", "580,367"], ["Chad", "1,284,000"]),  # no unit
        table("X", ["Country", "Area (km)"], ["Kenya", "n/a"], ["Chad", "—"]),  # nothing there
        table("X", ["City", "Population"], ["Springfield", "1,000"], ["Springfield", "2,000"]),  # one name, two towns
        table("X", ["Team", "Wins"], ["Ajax", "1995"], ["PSV", "1988"]),  # years, not numbers of wins
        table("X", ["Name", "Location"], ["Ada", "Here"], ["Bob", "There"]),  # a name of what?
        table("X", ["Film", "Director"], ["Heat", "A. Bee and C. Dee"], ["Ran", "E. Eff / G. Aitch"]),
        table("X", ["Country", "City", "Population"], ["Chad", "Moundou", "1"], ["Chad", "Moundou", "2"]),
    ],
)
def test_what_is_not_understood_says_nothing(source: Source) -> None:
    assert told(source) == []


def test_a_lost_square_is_an_area_all_the_same() -> None:
    source = table("X", ["Island", "Area ( km )"], ["Iona", "8.8"], ["Skye", "1,656"])
    assert told(source)[0] == ("Iona", "area", "8.8", "square kilometre")


def test_populations_of_two_years_are_two_facts() -> None:
    source = table(
        "X", ["Town", "Population (2001)", "Population (2011)"], ["Ely", "15,102", "20,256"], ["Wick", "7,333", "7,155"]
    )
    assert [(fact.value, fact.qualifier("year")) for fact in facts_of_table(source)][:2] == [
        ("15,102", "2001"),
        ("20,256", "2011"),
    ]


WORDS = st.sampled_from(
    ["Country", "Team", "Player", "Name", "Area (km²)", "Points", "Population", "Year", "Coach", "", "City"]
)
CELLS = st.text(st.sampled_from("Ab1,.-—/() é"), max_size=8)


@given(st.data())
def test_any_grid_gives_sound_facts(data: st.DataObject) -> None:
    width = data.draw(st.integers(1, 4))
    header = data.draw(st.lists(WORDS, min_size=width, max_size=width))
    rows = data.draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=5))
    facts: list[Fact] = list(facts_of_table(table("Kenya: land, 2023", header, *rows)))
    assert len({fact.id for fact in facts}) == len(facts)
    for fact in facts:
        row, column = fact.span.cells[0]
        assert 0 <= row < len(rows)
        assert 0 <= column < width
        assert fact.subject
        assert fact.value
        assert fact.subject_type in lexicon()[fact.relation].subjects


@pytest.fixture(scope="module")
def countries(tmp_path_factory: pytest.TempPathFactory) -> list[Fact]:
    """The facts of the demo's own tables, as `ingest` makes them."""
    from benchwright import demo
    from benchwright.corpus.store import Corpus
    from benchwright.workflows.ingest import ingest

    folder = tmp_path_factory.mktemp("countries") / "corpus"
    ingest([Path(str(demo.__file__)).parent / "countries" / "tables"], folder)
    return [fact for source in Corpus.open(folder).sources() for fact in facts_of_table(source)]


def test_every_figure_of_the_demos_tables_is_read(countries: list[Fact]) -> None:
    told = {(fact.subject, fact.relation, fact.qualifier("year")): (fact.value, fact.unit) for fact in countries}
    assert told["Sweden", "railways", "2020"] == ("10,910", "kilometre")
    assert told["Sweden", "exports", "2023"] == ("329,332,000,000", "US dollar")
    assert told["Botswana", "forest", "2023"] == ("27.8", "percent")
    assert told["Botswana", "labour_force", "2024"] == ("1,173,000", "")
    assert len({fact.subject for fact in countries}) == 40


def test_a_header_of_two_rows_dates_each_column() -> None:
    made = Table(
        (("Country", "Population", "Population"), ("Country", "2010", "2020")),
        (("Kenya", "40,000,000", "53,000,000"),) * 1 + (("Togo", "6,000,000", "8,000,000"),),
    )
    facts = list(facts_of_table(Source("t", Modality.TABLE, "Africa", "", Place("t"), table=made)))
    assert [(fact.subject, fact.value, dict(fact.qualifiers)["year"]) for fact in facts] == [
        ("Kenya", "40,000,000", "2010"),
        ("Kenya", "53,000,000", "2020"),
        ("Togo", "6,000,000", "2010"),
        ("Togo", "8,000,000", "2020"),
    ]


def test_a_header_that_stands_twice_over_other_cells_is_refused() -> None:
    rows = ["Kenya", "40,000,000", "53,000,000", "9"], ["Togo", "6,000,000", "8,000,000", "8"]
    assert told(table("Africa", ["Country", "Population", "Population", "Airports"], *rows)) == [
        ("Kenya", "airports", "9", ""),
        ("Togo", "airports", "8", ""),
    ]
    same = [[name, people, people] for name, people, *_ in rows]
    assert len(told(table("Africa", ["Country", "Population", "Population"], *same))) == 2


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        (("0,125", "12,500"), ("0.125", "12.500")),
        (("505.992", "1.285.216"), ("505,992", "1,285,216")),
        (("505.992", "357.588"), ()),
        (("505.992", "41.5"), ("505.992", "41.5")),
        (("505,992", "357,588"), ("505,992", "357,588")),
        (("505,992", "41,5"), ("505.992", "41.5")),
        (("1.234,5", "2,5"), ("1,234.5", "2.5")),
        (("1.5", "2,5"), ()),
        (("<10,887", "12,000"), ()),
        (("at least 10,887", "12,000"), ()),
        (("about 10,887", "12,000"), ("10,887", "12,000")),
    ],
)
def test_the_decimal_sign_is_told_by_the_column_or_refused(cells: tuple[str, str], read: tuple[str, ...]) -> None:
    source = table(
        "Europe", ["Country", "Area (km²)"], *(list(pair) for pair in zip(["Spain", "Germany"], cells, strict=True))
    )
    assert tuple(fact.value for fact in facts_of_table(source)) == read


def test_another_column_tells_the_decimal_sign_of_one_that_does_not() -> None:
    source = table(
        "Europe", ["Country", "Area (km²)", "Share"], ["Spain", "505.992", "2,5"], ["Germany", "357.588", "1,75"]
    )
    assert [fact.value for fact in facts_of_table(source) if fact.relation == "area"] == ["505,992", "357,588"]


@pytest.mark.parametrize("cell", ["US$ 108.0 billion", "US$108.0B", "$108 million (2020)"])
def test_a_cell_with_a_scale_of_its_own_under_a_scaled_header_is_refused(cell: str) -> None:
    source = table(
        "Africa", ["Country", "GDP (million US$)"], ["Kenya", cell], ["Togo", "8,100.5"], ["Mali", "$17,300"]
    )
    found = [(fact.subject, fact.value) for fact in facts_of_table(source)]
    assert found == [("Togo", "8,100,500,000"), ("Mali", "17,300,000,000")]


def test_thousands_of_percent_are_a_decimal_comma_that_cannot_be_told() -> None:
    rows = ["Kenya", "12,500"], ["Togo", "13,200"]
    assert told(table("Africa", ["Country", "Unemployment rate (%)"], *rows)) == []


def test_parts_of_the_world_and_sums_are_no_countries() -> None:
    names = ["Europe", "Spain", "European Union", "Total", "Total Europe", "Rest of Africa", "Togo", "World"]
    source = table("Land", ["Country", "Area (km²)"], *([name, f"{at},000"] for at, name in enumerate(names, 1)))
    assert [fact.subject for fact in facts_of_table(source)] == ["Spain", "Togo"]


@given(st.lists(st.integers(0, 10**7), min_size=2, max_size=5, unique=True), st.integers(0, 3), st.booleans())
def test_numbers_are_read_as_written_or_not_at_all(numbers: list[int], places: int, comma: bool) -> None:
    """Whatever sign the author uses, no number is read with the other meaning of the sign, unless English says so."""
    written = [f"{number / 10**places:,.{places}f}" for number in numbers]
    cells = [text.translate(str.maketrans(".,", ",.")) for text in written] if comma else written
    names = ["Spain", "Togo", "Kenya", "Chad", "Peru"]
    source = table("Land", ["Country", "Area (km²)"], *(list(pair) for pair in zip(names, cells, strict=False)))
    read = {fact.subject: fact.value.replace(",", "") for fact in facts_of_table(source)}
    english = comma and places == 3 and all(number < 10**6 for number in numbers)
    for name, number in zip(names, numbers, strict=False):
        if name in read and not english:
            assert Decimal(read[name]) == Decimal(number).scaleb(-places)


@pytest.mark.parametrize(
    "title",
    [
        "Population of countries, in thousands, 2020",
        "Countries (population in 1,000s)",
        "Countries by population (000s)",
        "Countries: population, million people",
        "Countries: exports (€ m) and population",
    ],
)
def test_counts_of_a_table_whose_title_gives_a_scale_are_no_facts(title: str) -> None:
    header, row = ["Country", "Population", "Area (sq km)"], ["Kenya", "58,246", "580,367"]
    assert [one[1:3] for one in told(table(title, header, row, ["Botswana", "2,521", "581,730"]))][:1] == [
        ("area", "580,367")
    ]


@pytest.mark.parametrize("title", ["Countries of over 1 million people", "Countries of a million people, 2000"])
def test_a_number_in_a_title_is_no_scale(title: str) -> None:
    header = ["Country", "Population"]
    facts = told(table(title, header, ["Kenya", "58,246,378"], ["Botswana", "2,521,534"]))
    assert [one[1:3] for one in facts] == [("population", "58,246,378"), ("population", "2,521,534")]


def test_a_column_with_a_scale_of_its_own_stays_in_a_table_with_a_scale() -> None:
    header = ["Country", "Exports", "Population (million)"]
    rows = ["Kenya", "7,400", "58.2"], ["Botswana", "5,900", "2.5"]
    facts = told(table("Exports (millions of US dollars), 2020", header, *rows))
    assert [one[1:3] for one in facts] == [("population", "58,200,000"), ("population", "2,500,000")]


def test_a_scale_over_the_rows_of_a_page_makes_no_facts_of_years_or_measures() -> None:
    years = table("Sweden: trade by year, in millions", ["Year", "Population"], ["2001", "8"], ["2002", "9"])
    measures = table("Sweden: key figures, in thousands", ["Measure", "Value"], ["Population", "10,551"])
    assert (told(years), told(measures)) == ([], [])


@pytest.mark.parametrize(
    "title",
    ["Appendix B", "Table 3", "Annex II", "Chapter 4", "Figure 2", "Section 2", "Part One", "Countries of Africa"],
)
def test_only_a_country_before_the_colon_of_a_title_is_a_country(title: str) -> None:
    years, measures = (
        table(f"{title}: population by year", ["Year", "Population"], ["2001", "8,100"], ["2002", "9,200"]),
        table(f"{title}: key figures", ["Measure", "Value"], ["Population", "10,551"]),
    )
    assert told(years) == told(measures) == []
    kenya = table("Kenya: population by year", ["Year", "Population"], ["2001", "8,100"], ["2002", "9,200"])
    assert {subject for subject, *_ in told(kenya)} == {"Kenya"}


@pytest.mark.parametrize(
    ("title", "years"),
    [
        ("Countries by population (1990)", {"1990"}),
        ("Population of countries in 1990", {"1990"}),
        ("Countries by population", {""}),
        ("Countries by population in 1990 and 2000", set()),
        ("Female population of countries", set()),
        ("Projected population of countries, 2050", set()),
    ],
)
def test_figures_are_of_the_year_and_of_the_part_that_the_title_names(title: str, years: set[str]) -> None:
    source = table(title, ["Country", "Population"], ["Kenya", "23,446,000"], ["Ghana", "14,773,000"])
    assert {fact.qualifier("year") for fact in facts_of_table(source)} == years


@pytest.mark.parametrize(
    ("header", "cells", "years"),
    [
        ("Year", ("1990", "2000"), ["1990", "2000"]),
        ("As of", ("1 May 1990", "2000 (census)"), ["1990", "2000"]),
        ("Census year", ("1990", ""), ["1990"]),
        ("Year", ("1990, 1991", "2000"), ["2000"]),
        ("Remark", ("1990", "2000"), ["", ""]),
    ],
)
def test_a_column_of_years_dates_the_figures_of_its_rows(header: str, cells: tuple[str, str], years: list[str]) -> None:
    rows = ["Kenya", cells[0], "23,446,000", "580,367"], ["Ghana", cells[1], "14,773,000", "238,533"]
    source = table("Countries", ["Country", header, "Population", "Area (km²)"], *rows)
    facts = list(facts_of_table(source))
    assert [fact.qualifier("year") for fact in facts if fact.relation == "population"] == years
    assert [fact.qualifier("year") for fact in facts if fact.relation == "area"] == ["", ""]


def test_nothing_has_less_than_no_area_or_people() -> None:
    rows = ["Kenya", "-5,000", "-580,367"], ["Ghana", "14,773,000", "238,533"], ["Mali", "9,000", "1,240,192"]
    source = table("Countries", ["Country", "Population", "Area (km²)"], *rows)
    assert {subject for subject, *_ in told(source)} == {"Ghana", "Mali"}


PEOPLE = ["Kenya", "53,771"], ["Chad", "17,179"], ["Mali", "21,904"]


@pytest.mark.parametrize(
    "rows",
    [
        [["", "thousands"], *PEOPLE],
        [["", "(thousands)"], *PEOPLE],
        [["", "'000"], *PEOPLE],
        [["Unit", "million"], *PEOPLE],
        [*PEOPLE, ["Note: population in thousands", ""]],
        [*PEOPLE, ["In thousands", "In thousands"]],
        [["Kenya", "53 [thousand]"], ["Chad", "17 [thousand]"]],
    ],
)
def test_a_row_that_gives_the_scale_is_not_overlooked(rows: list[list[str]]) -> None:
    assert told(table("Countries of Africa", ["Country", "Population"], *rows)) == []


def test_a_column_of_units_says_what_the_numbers_are_in() -> None:
    rows = [[*row, unit, "5.1"] for row, unit in zip(PEOPLE, ["thousands", "thousands", ""], strict=True)]
    source = table("Countries of Africa", ["Country", "Population", "Unit", "GDP growth (%)"], *rows)
    assert {relation for _, relation, *_ in told(source)} == {"gdp_growth"}


def test_a_title_a_heading_or_a_row_for_a_group_narrows_the_figures() -> None:
    rows = ["Kenya", "66"], ["Chad", "55"], ["Mali", "61"]
    header = ["Country", "Life expectancy (years)"]
    assert len(told(table("Life in Africa", header, *rows))) == 3
    assert told(table("Life expectancy of women", header, *rows)) == []
    assert told(table("Life in Africa", header, ["Women", ""], *rows)) == []
    both = [["Women", ""], *rows, ["Men", ""], ["Togo", "62"]]
    assert told(table("Life in Africa", header, *both)) == []
    under_women = replace(table("Life in Africa", header, *rows), place=Place("t", headings=("Life", "Women")))
    assert told(under_women) == []


def test_the_year_of_a_measure_is_a_year() -> None:
    rows = ["Airports", "16", "2020 est."], ["Railways", "947 km", "2018 to 2020"], ["Coastline", "539 km", ""]
    source = table("Kenya: transport", ["Measure", "Value", "Year"], *rows)
    assert [(fact.relation, fact.qualifier("year")) for fact in facts_of_table(source)] == [
        ("airports", "2020"),
        ("coastline", ""),
    ]


@pytest.mark.parametrize("title", ["Brown bears", "Vineyards", "Our stores", "Members of the society"])
def test_under_a_title_of_other_things_figures_are_not_those_of_the_country(title: str) -> None:
    header = ["Country", "Population", "Area (km²)", "Capital"]
    rows = ["Romania", "7,500", "69,000", "Bucharest"], ["Slovenia", "900", "9,000", "Ljubljana"]
    assert {relation for _, relation, *_ in told(table(title, header, *rows))} == {"capital"}
    assert {relation for _, relation, *_ in told(table("Countries", header, *rows))} == {
        "population",
        "area",
        "capital",
    }
    under = replace(table("Countries", header, *rows), place=Place("t", headings=(title, "Countries")))
    assert {relation for _, relation, *_ in told(under)} == {"capital"}
