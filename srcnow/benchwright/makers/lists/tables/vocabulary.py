"""Loads the words that questions over tables are made with (`vocabulary.yaml`), and reduces words to stems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from benchwright.english import nouns
from benchwright.files.package_data import read_yaml
from benchwright.values.nations import DEMONYMS

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_COUNTRY = {word.casefold(): country.casefold() for country, words in DEMONYMS.items() for word in words}


@dataclass(frozen=True)
class TableVocabulary:
    """`vocabulary.yaml` by its keys; `equals` maps a header, and whether people are asked for, to the clause, `dates` a
    header to its verb; `places` are the headers of places. `results`
    map a value to its clause and to what pages say for it, `cues`, `states` and `kinds` a header, a verb or a word to
    stems."""

    small: frozenset[str]
    people: frozenset[str]
    works: frozenset[str]
    plurals: frozenset[str]
    names: frozenset[str]
    marks: frozenset[str]
    sections: frozenset[str]
    current: frozenset[str]
    years: frozenset[str]
    codes: frozenset[str]
    vague: frozenset[str]
    equals: Mapping[tuple[str, bool], str]
    places: frozenset[str]
    dates: Mapping[str, str]
    origins: frozenset[str]
    results: Mapping[str, tuple[str, tuple[str, ...]]]
    cues: Mapping[str, frozenset[str]]
    states: Mapping[str, frozenset[str]]
    kinds: Mapping[str, frozenset[str]]


@cache
def table_words() -> TableVocabulary:
    """The words, read once."""
    data = read_yaml(files("benchwright.makers.lists.tables") / "vocabulary.yaml")
    equals = {
        (header, who): entry["clause"]
        for entry in data["equals"].values()
        for header in entry["headers"]
        for who in ([entry["who"]] if "who" in entry else [False, True])
    }
    dates = {header: verb for verb, headers in data["dates"].items() for header in headers}
    sets = {key: frozenset(map(str, listed)) for key, listed in data.items() if isinstance(listed, list)}
    stems = {
        key: {name: frozenset(stem(str(word)) for word in entry_words) for name, entry_words in data[key].items()}
        for key in ("cues", "states", "kinds")
    }
    return TableVocabulary(
        equals=equals,
        dates=dates,
        places=frozenset(data["equals"]["places"]["headers"]),
        cues=stems["cues"],
        states=stems["states"],
        kinds=stems["kinds"],
        results={
            value: (entry_words["clause"], tuple(entry_words["said"])) for value, entry_words in data["results"].items()
        },
        **sets,
    )


def content_words(text: str) -> list[str]:
    """The words of a text that tell something, as they stand."""
    return [word for word in _WORD.findall(text) if word.casefold() not in table_words().small]


def stem(word: str) -> str:
    """What the forms of a word have in common: lower case, singular, and a country for what is called after it."""
    word = word.casefold().replace("’", "'")
    word = re.sub(r"'s?$", "", word)
    if word in _COUNTRY:
        return _COUNTRY[word]
    return nouns.singular(word)


def is_plural(noun: str) -> bool:
    """Whether a noun is a plural."""
    return noun.casefold() in table_words().plurals or nouns.is_plural(noun)
