"""Decide whether a table's title is about places alone, as in "Countries of Europe by population, 2023".

Under any other ("Bears of Europe", "Our warehouses") the population of a country may be that of its bears.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from benchwright.english.language import ENGLISH
from benchwright.english.nouns import singular
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.relations import built_in
from benchwright.values import detokenise, unit_named
from benchwright.values.nations import COUNTRIES, DEMONYMS, OTHER_NAMES

_VOCABULARY = Vocabulary.of("benchwright.facts", "place_titles")
_PLAIN = _VOCABULARY.words("plain")
_PREPOSITIONS = _VOCABULARY.words("prepositions")
_PLACES = Vocabulary.of("benchwright.facts", "places")
_KINDS = frozenset(word for key in ("settled", "areas") for kind in _PLACES.words(key) for word in kind.split())
_PARTS_OF_THE_WORLD = Vocabulary.of("benchwright.facts", "keys").words("parts_of_the_world")
_CLAUSE = re.compile(r"\s*[—–:;()\[\]/|]\s*|\s+--?\s+")
_PART = re.compile(r"\s*,\s*")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")


def is_about_places(title: str) -> bool:
    """Whether each word of a title is a word for places, a name of one, or says what a table tells of them. An unknown
    name is one before or behind a word for places ("Chaco Province", "towns in Ruritania"), or behind a comma."""
    clauses = _CLAUSE.split(detokenise(title))
    return all(all(_names_places(clause)) for clause in clauses if clause)


def _names_places(clause: str) -> Iterator[bool]:
    for number, part in enumerate(_PART.split(clause)):
        words = _WORD.findall(part)
        unknown = [at for at, word in enumerate(words) if not _is_known(word)]
        if not unknown:
            continue
        first, last = unknown[0], unknown[-1]
        named = all(word[0].isupper() for word in words[first : last + 1])
        before = [word.casefold() for word in words[:first]]
        behind = words[last + 1 : last + 2]
        located = len(before) > 1 and before[-1] in _PREPOSITIONS and singular(before[-2]) in _KINDS
        titled = any(word[0].isupper() and singular(word.casefold()) in _KINDS for word in behind)
        yield named and (located or titled or (number > 0 and len(unknown) == len(words)))


def _is_known(word: str) -> bool:
    text = word.casefold().removesuffix("'s").removesuffix("’s")
    forms = {text, singular(text)}
    return (
        len(word) == 1
        or text[0].isdigit()
        or bool(forms & (_KINDS | _PLAIN | _known()))
        or unit_named(text) is not None
    )


@cache
def _known() -> frozenset[str]:
    """Words of English, of names of countries and parts of the world, and of headers that the lexicon knows."""
    headers = (
        header
        for relation in built_in().values()
        for type, names in (relation.headers or {}).items()
        if type in ("country", "place")
        for header in (*names, relation.noun)
    )
    names = [*COUNTRIES, *OTHER_NAMES, *(word for words in DEMONYMS.values() for word in words), *_PARTS_OF_THE_WORLD]
    return ENGLISH | {word.casefold() for name in (*names, *headers) for word in _WORD.findall(name)}
