"""List countries and the words for their people and things.

Used to read nationalities and countries, and to notice that "the Spanish athlete" gives away "Spain".
"""

from __future__ import annotations

from importlib.resources import files


def _read() -> dict[str, tuple[str, ...]]:
    text = (files("benchwright.values") / "nations.yaml").read_text("utf-8")  # plain enough to need no YAML reader
    rows = (line.partition(":") for line in text.splitlines() if not line.startswith("#"))
    return {country: tuple(word.strip() for word in words.split(",") if word.strip()) for country, _, words in rows}


# Country -> its adjectives. "Dominican" (two countries) and "Georgian" (a country and a state) are left out on purpose.
DEMONYMS: dict[str, tuple[str, ...]] = _read()
COUNTRY_OF: dict[str, str] = {word: country for country, words in DEMONYMS.items() for word in words}
COUNTRIES: frozenset[str] = frozenset(DEMONYMS) | {"USA", "U.S.", "UK", "Republic of Ireland", "Czechia"}

OTHER_NAMES: dict[str, str] = {
    "Czechia": "Czech Republic",
    "Burma": "Myanmar",
    "Cote d'Ivoire": "Ivory Coast",
    "Côte d'Ivoire": "Ivory Coast",
    "Timor-Leste": "East Timor",
    "Cabo Verde": "Cape Verde",
    "Eswatini": "Swaziland",
    "Macedonia": "North Macedonia",
    "Türkiye": "Turkey",
    "Turkey (Turkiye)": "Turkey",
    "USA": "United States",
    "United States of America": "United States",
    "UK": "United Kingdom",
    "Korea, South": "South Korea",
    "Korea, North": "North Korea",
}
"""Countries that have two names in use: the other one, and the one that they are known by here."""
