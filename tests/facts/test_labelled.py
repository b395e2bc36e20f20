"""Labelled lines: what they say, where it stands, and what is no labelled line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.labelled import facts_of_labels
from benchwright.records import Fact, Modality, Place, Source


def passage(text: str, title: str = "Kenya", headings: tuple[str, ...] = ()) -> Source:
    return Source("p1", Modality.TEXT, title, text, Place("kenya.md", headings=headings))


def facts(text: str, title: str = "Kenya", headings: tuple[str, ...] = ()) -> list[Fact]:
    return list(facts_of_labels(passage(text, title, headings)))


def pairs(text: str, **where: str) -> list[tuple[str, str]]:
    return [(fact.relation, fact.value) for fact in facts(text, **where)]


PROFILE = """- Official name: Republic of Kenya
- **Capital**: Nairobi
- Independence: 12 December 1963 (from the United Kingdom)
- Administrative divisions: 47 counties
- Currency: Kenyan shilling (KES)
- Internet country code: .ke
- Calling code: +254
- National anthem: "Ee Mungu Nguvu Yetu" (O God of All Creation)
- Highest point: Mount Kenya, 5,199 m
- Lowest point: Indian Ocean, 0 m
- Mean elevation: 762 m
- Largest lake: Lake Victoria, 62,940 sq km
- Border countries: Ethiopia, Somalia, South Sudan, Tanzania, Uganda
- World Heritage Sites: 8
- Largest city: Nairobi, 5.325 million inhabitants"""


def test_a_profile() -> None:
    found = facts(PROFILE, headings=("Kenya", "Profile"))
    assert [(fact.relation, fact.value, fact.unit) for fact in found] == [
        ("official_name", "Republic of Kenya", ""),
        ("capital", "Nairobi", ""),
        ("independence", "12 December 1963", ""),
        ("independent_from", "the United Kingdom", ""),
        ("administrative_divisions", "47 counties", ""),
        ("currency", "Kenyan shilling", ""),
        ("internet_domain", ".ke", ""),
        ("calling_code", "+254", ""),
        ("national_anthem", "Ee Mungu Nguvu Yetu", ""),
        ("highest_point", "Mount Kenya", ""),
        ("highest_elevation", "5,199 m", "metre"),
        ("lowest_point", "Indian Ocean", ""),
        ("lowest_elevation", "0 m", "metre"),
        ("mean_elevation", "762 m", "metre"),
        ("largest_lake", "Lake Victoria", ""),
        ("border_countries", "Ethiopia, Somalia, South Sudan, Tanzania, Uganda", ""),
        ("world_heritage_sites", "8", ""),
        ("largest_city", "Nairobi", ""),
        ("largest_city_population", "5.325 million inhabitants", "person"),
    ]
    assert {(fact.subject, fact.entity, fact.subject_type) for fact in found} == {("Kenya", "kenya", "country")}
    for fact in found:
        assert PROFILE[fact.span.start : fact.span.end] == fact.value
        assert fact.id == f"p1#{fact.relation}@{fact.span.start}"
        assert fact.span.read == "text"


def test_lines_joined_by_semicolons_and_stops() -> None:
    expected = [("capital", "Nairobi"), ("currency", "Kenyan shilling"), ("calling_code", "+254")]
    assert (
        pairs("Capital: Nairobi; Motto: Let us pull together; Currency: Kenyan shilling; Calling code: +254")
        == expected
    )
    assert (
        pairs("Capital: Nairobi. Motto: Let us pull together. Currency: Kenyan shilling. Calling code: +254.")
        == expected
    )


def test_the_year_of_a_figure_narrows_it() -> None:
    (fact,) = facts("Population: 55,751,717 (2025 est.)")
    assert (fact.value, fact.value_type, fact.qualifier("year")) == ("55,751,717", "count", "2025")


def test_the_most_general_type_is_taken_of_several() -> None:
    assert {fact.subject_type for fact in facts("Population: 8,419")} == {"place"}
    assert {fact.subject_type for fact in facts("Population: 8,419\nCurrency: Euro")} == {"country"}


def test_births_and_deaths_with_their_places() -> None:
    text = "Born: 12 May 1820, Florence, Italy\nDied: 13 August 1910 in London (aged 90)"
    assert pairs(text, title="Florence Nightingale") == [
        ("birth_date", "12 May 1820"),
        ("birth_place", "Florence, Italy"),
        ("death_date", "13 August 1910"),
        ("death_place", "London"),
    ]
    assert pairs("Born: 12 May 1820, the second of two", title="Florence Nightingale") == []


@pytest.mark.parametrize(
    "text",
    [
        "National anthem: Adopted 1963; based on a traditional Kenyan folk song.",
        "National anthem: Royal anthem, as a Commonwealth country.",
        "Capital: moved twice since then",
        "Capital: Chisinau in Romanian",
        "Capital: Nairobi\nCapital: Mombasa",
        "Independence: after long negotiations",
        "Population: about 50 to 60 million",
        "Mean elevation: 762",
        "World Heritage Sites: 8 km",
        "Motto: Harambee",
        "The capital of Kenya is Nairobi.",
        "Its capital: a city with high and rising rents",
        "",
    ],
)
def test_lines_that_say_nothing_certain(text: str) -> None:
    assert facts(text) == []


def test_a_passage_about_something_else_is_refused() -> None:
    assert pairs("Population: 4,397,073", title="Kenya") == [("population", "4,397,073")]
    assert facts("Population: 4,397,073", headings=("Kenya", "Nairobi")) == []
    assert facts("Population: 4,397,073", title="Kenya: cities") == []
    assert facts("Population: 4,397,073", title="") == []
    assert facts("Population: 4,397,073", title="Kenya — Profile")[0].subject == "Kenya"


def test_tables_and_images_are_not_read() -> None:
    source = Source("t1", Modality.IMAGE, "Kenya", "Capital: Nairobi", Place("x"))
    assert list(facts_of_labels(source)) == []


@given(st.text(st.sampled_from("Capital: Nairobi;.\n-*Population 1963 (m)"), max_size=80))
def test_spans_always_hold_the_value(text: str) -> None:
    for fact in facts(text):
        assert fact.span.start is not None
        assert " ".join(text[fact.span.start : fact.span.end].split()) == fact.value
        assert fact.value


@pytest.mark.parametrize("bound", ["at least 536 km", "up to 536 km", "more than 536 km", "536 km or more", "<536 km"])
def test_a_bound_is_no_value(bound: str) -> None:
    assert pairs(f"Coastline: {bound}") == []


def test_a_hedged_amount_is_approximate() -> None:
    (fact,) = facts("Coastline: about 536 km")
    assert (fact.value, fact.qualifiers) == ("about 536 km", (("approximate", "yes"),))
    (fact,) = facts("Coastline: 536 km")
    assert fact.qualifiers == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Area: 1,234 km²; Population growth rate: 0,5%; Capital: Bonn", [("capital", "Bonn")]),
        ("Area: 1,234 km²; Population: 1.234.567; Capital: Bonn", [("capital", "Bonn")]),
        ("Area: 1.234 km²; Capital: Bonn", [("capital", "Bonn")]),
        ("Area: 1,234 km²; Mean elevation: 1.5 m; Coastline: 0,5 km", [("mean_elevation", "1.5 m")]),
        ("Area: 1,234 km²; Mean elevation: 3.141 m", [("area", "1,234 km²"), ("mean_elevation", "3.141 m")]),
        ("Population: 1.234 million", [("population", "1.234 million")]),
    ],
)
def test_numbers_whose_comma_may_begin_decimals_are_refused(text: str, expected: list[tuple[str, str]]) -> None:
    assert pairs(text) == expected


@pytest.mark.parametrize("title", ["Appendix B", "Annex II", "Chapter 4", "Section 12: Profile", "Part A — Profile"])
def test_a_part_of_a_document_is_no_place(title: str) -> None:
    assert pairs("Capital: Nairobi; Area: 580,367 km²", title=title) == []
    assert pairs("Capital: Nairobi; Area: 580,367 km²", title="Kenya: Profile") != []


def test_a_label_that_stands_twice_is_a_list_even_where_one_line_is_not_read() -> None:
    assert pairs("Population: 5 million (1990), 6 million (2000)\nPopulation: 50 (2001)\nCapital: Nairobi") == [
        ("capital", "Nairobi")
    ]


@pytest.mark.parametrize("value", ["N/A", "None", "-", "unknown", "?", "TBA"])
def test_a_value_that_says_nothing_is_none(value: str) -> None:
    assert pairs(f"Capital: {value}\nNational anthem: {value}\nCurrency: {value}") == []
    assert pairs(f"Capital: {value}\nCapital city: Nairobi") == [("capital", "Nairobi")]


@pytest.mark.parametrize("aside", ["until 1990", "former", "disputed", "de facto"])
def test_an_aside_that_takes_a_value_back_is_not_dropped(aside: str) -> None:
    text = f"Capital: Nairobi ({aside})\nIndependence: 12 December 1963 ({aside})\nOfficial name: Kenya ({aside})"
    assert pairs(text) == []
    assert pairs("Capital: Nairobi (NBO)") == [("capital", "Nairobi")]


def test_lines_under_the_name_of_something_else_are_not_about_the_title() -> None:
    profile = "Population: 5,000\nArea: 10 km²\n\n{}\nCapital: Accra"
    assert pairs(profile.format("Ghana")) == [("population", "5,000"), ("area", "10 km²")]
    assert pairs("Ghana\nCapital: Accra", title="countries") == []
    for line in ("Kenya", "Profile", "What follows is about the country", "- Ghana"):
        assert ("capital", "Accra") in pairs(profile.format(line))
