"""Which titles are about places alone, so that a column of population is that of the places."""

import pytest

from benchwright.facts.place_titles import is_about_places


@pytest.mark.parametrize(
    "title",
    [
        "",
        "Countries of Europe: land use, 2023",
        "Population of countries, in thousands, 2020",
        "Chaco Province — Political organization",
        "List of cities in Connecticut — List of cities in Connecticut",
        "Towns in Ruritania",
        "Monroe County, Ohio",
        "Ecuador — Administrative divisions",
        "List of towns in India by population — B",
    ],
)
def test_titles_of_places(title: str) -> None:
    assert is_about_places(title)


@pytest.mark.parametrize(
    "title",
    [
        "Bears of Europe",
        "Brown Bears of Europe",
        "Eurasian lynx",
        "Romani people",
        "Warehouses",
        "Our countries",
        "Acme facts 2023",
        "List of ethnic groups of Africa",
        "Protected areas",
        "Member states of the Community of Portuguese Language Countries",
    ],
)
def test_titles_of_other_things(title: str) -> None:
    assert not is_about_places(title)
