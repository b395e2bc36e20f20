"""Map countries to the words for their people and things, since a demonym gives the country away.

Regular ones (Kenya, Kenyan) share their first letters and are found by stem as well. Countries of several words are
left out, but for those whose one telling word stands below.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from benchwright.english.vocabulary import Vocabulary
from benchwright.values import nations

_VOCABULARY = Vocabulary.of("benchwright.checks", "demonyms")
_TELLING = _VOCABULARY.texts("telling")

DEMONYMS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        country.casefold(): frozenset(word.casefold() for word in words if " " not in word)
        for country, words in nations.DEMONYMS.items()
        if words and " " not in country
    }
    | {word: frozenset({demonym}) for word, demonym in _TELLING.items()}
)
"""A country's word -> the words for its people and things, all in small letters."""
