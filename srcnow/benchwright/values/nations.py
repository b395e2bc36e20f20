"""List countries and the words for their people and things.

Used to read nationalities and countries, and to notice that "the Spanish athlete" gives away "Spain".
"""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.values.word_rows import read_rows

# Country -> its adjectives. "Dominican" (two countries) and "Georgian" (a country and a state) are left out on purpose.
DEMONYMS: Mapping[str, tuple[str, ...]] = read_rows("nations.yaml")
COUNTRY_OF: dict[str, str] = {word: country for country, words in DEMONYMS.items() for word in words}
COUNTRIES: frozenset[str] = frozenset(DEMONYMS) | {"USA", "U.S.", "UK", "Republic of Ireland", "Czechia"}
CERTAIN_COUNTRIES = COUNTRIES - {"Georgia"}
"""Those whose name means nothing else: Georgia is a state as well."""

OTHER_NAMES: Mapping[str, str] = {other: names[0] for other, names in read_rows("other_names.yaml").items()}
"""Countries that have two names in use: the other one, and the one that they are known by here."""
