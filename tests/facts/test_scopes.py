"""Titles as a person would say them, and the ones that nobody would."""

import pytest

from benchwright.facts.scopes import (
    country_of_title,
    edition,
    lists_reissues,
    narrows,
    performer,
    scope_phrase,
    title_years,
)


@pytest.mark.parametrize(
    ("title", "role", "phrase"),
    [
        ("1982 Tour de France — Points classification", False, "the points classification of the 1982 Tour de France"),
        ("2008 K League — K-League Clubs , 2008", True, "the 2008 K League"),
        ("2008 K League — K-League Clubs , 2008", False, ""),
        ("2011 Superettan — Teams -- Personnel and kits", True, "the 2011 Superettan"),
        ("2011 Superettan — Group 2 -- Teams", True, ""),
        ("2008–09 UEFA Cup — Top goalscorers", False, "the 2008–09 UEFA Cup"),
        ("1952 German Grand Prix — Classification -- Race", False, "the 1952 German Grand Prix"),
        ("1952 German Grand Prix — Classification -- Qualifying", False, ""),
        ("2009 Golden Spin of Zagreb — Results -- Men", False, "the men's event at the 2009 Golden Spin of Zagreb"),
        ("2010 in music — Top scorers", False, ""),
        ("2010 NBA Development League expansion draft", True, ""),
        ("List of towns in India — V", False, ""),
        ("Bundesliga — Clubs", True, ""),
        ("Ligue 2 — Ligue 2 members ( 2019–20 season )", True, "the 2019–20 Ligue 2 season"),
        ("Ligue 2 — Ligue 2 members ( 2019–20 season )", False, ""),
        ("Division 1 (Swedish football) — Current clubs ( 2019 season )", True, "the 2019 Division 1 season"),
        ("Serie A de México — Teams for 2019–20 season -- Group 1", True, ""),
        (
            "List of National Hockey League attendance figures — 2017–18 attendance statistics",
            False,
            "the 2017–18 National Hockey League season",
        ),
        (
            "Gymnastics at the 2006 Commonwealth Games — Results - Artistic Gymnastics -- Men 's Floor",
            False,
            "the men's floor event at the 2006 Commonwealth Games",
        ),
        (
            "2013 French Road Cycling Cup — Points standings -- Teams",
            False,
            "the team standings of the 2013 French Road Cycling Cup",
        ),
        ("List of teams and cyclists in the 2011 Tour de France — By rider", True, "the 2011 Tour de France"),
        (
            "Swimming at the 2008 Summer Olympics – Men's 100 metre freestyle — Results",
            False,
            "the men's 100 metre freestyle at the 2008 Summer Olympics",
        ),
    ],
)
def test_scope(title: str, role: bool, phrase: str) -> None:
    assert scope_phrase(title, role=role) == phrase


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ross Lynch — Filmography -- Television", "Ross Lynch"),
        ("Olivia Wilde (actress) — Filmography", "Olivia Wilde"),
        ("CNN — Filmography", ""),
        ("List of films — Filmography", ""),
        ("Ross Lynch — Discography", ""),
    ],
)
def test_whose_filmography(title: str, name: str) -> None:
    assert performer(title) == name


def test_editions_of_what_recurs() -> None:
    assert edition("Scottish Cup — Winners", "1990") == "the 1990 Scottish Cup"
    assert edition("The Masters — Champions", "1990") == "the 1990 Masters"
    assert edition("Scottish Cup — Women", "1990") == ""
    assert edition("Aberdeen F.C. — Winners", "1990") == ""


def test_parts_of_titles() -> None:
    assert country_of_title("Kenya: energy and transport") == "Kenya"
    assert country_of_title("The Gambia: trade") == "The Gambia"
    assert country_of_title("Czechia: trade by year") == "Czechia"
    assert country_of_title("Mass Extinctions") == country_of_title("Kenya") == ""
    assert title_years("Countries of Europe: land use, 2023") == ("2023",)
    assert title_years("Countries of Africa: area, borders and population, 2024-2025") == ("2024-2025",)
    assert title_years("Countries of Asia: economy, 2024 (GDP at purchasing power parity)") == ("2024",)
    assert title_years("Countries by population (1990)") == ("1990",)
    assert title_years("Towers of 1990 and 2001") == ("1990", "2001")
    assert title_years("Towers completed 1990–2010") == title_years("List of B-2000 towers") == ()
    assert lists_reissues("List of Virtual Console games for Wii — Available titles")
    assert not lists_reissues("CNN Films — Filmography")


def test_a_title_narrows_what_a_header_names() -> None:
    assert narrows("Female population of countries", "population", ())
    assert narrows("Projected population of countries in 2050", "population", ())
    assert not narrows("Countries by population", "population", ())
    assert not narrows("Countries of Africa: area, borders and population, 2023", "population", ())
    assert not narrows("Total population, 2011 population and area", "population", ())
    assert not narrows("Maximum speed of animals", "speed", ("maximum speed",))


@pytest.mark.parametrize(
    "title",
    [
        "Life expectancy of women",
        "Life expectancy at age 60",
        "Women",
        "Women's life expectancy",
        "Life expectancy among the poor",
        "Urban areas of Africa",
        "Life expectancy of people aged 65 and over",
    ],
)
def test_words_for_a_group_narrow_every_figure(title: str) -> None:
    assert narrows(title, "life expectancy", ())


@pytest.mark.parametrize(
    "title",
    [
        "Life expectancy of countries",
        "Life expectancy of the largest European cities",
        "Life expectancy of Kenya",
        "List of countries by life expectancy",
        "Life in Africa",
        "Life expectancy, 2023",
    ],
)
def test_words_for_a_set_of_places_narrow_nothing(title: str) -> None:
    assert not narrows(title, "life expectancy", ())


def test_a_header_may_name_the_group_of_its_title() -> None:
    assert not narrows("Urban population of countries", "urban population", ())
