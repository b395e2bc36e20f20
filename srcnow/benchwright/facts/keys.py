"""Find a table's key column, which names the thing that each row describes, and the kind of these things.

A key column is known by its header: a closed list, by type. "Name" and "Title" can head anything, so they need other
headers that only go with people, places or works. A table without a known key column says nothing to us.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from benchwright.english.nouns import singular
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.headers import Header, clean
from benchwright.values.nations import CERTAIN_COUNTRIES, OTHER_NAMES

_VOCABULARY = Vocabulary.of("benchwright.facts", "keys")
_PERSON = _VOCABULARY.words("person")
_TEAM = _VOCABULARY.words("team")
_COUNTRY = _VOCABULARY.words("country")
_BUILDING = _VOCABULARY.words("building")
_NATURE = _VOCABULARY.words("nature")
_TOWN = _VOCABULARY.words("town")
_REGION = _VOCABULARY.words("region")
_WORK = _VOCABULARY.words("work")
_ORGANISATION = _VOCABULARY.words("organisation")
_EVENT = _VOCABULARY.words("event")

_GOES_WITH_PERSON = _VOCABULARY.words("goes_with_person")
_GOES_WITH_PLACE = _VOCABULARY.words("goes_with_place")
_GOES_WITH_WORK = _VOCABULARY.words("goes_with_work")
_NO_PERSON = _VOCABULARY.words("no_person")

INDEX = _VOCABULARY.words("index")
_TOTALS = _VOCABULARY.words("totals")
_PARTS_OF_THE_WORLD = _VOCABULARY.words("parts_of_the_world")
_AVERAGES, _SUMS, _WHOLE = (_VOCABULARY.pattern(key) for key in ("averages", "sums", "whole"))
_SUMMED = re.compile(rf"^(?:{_WHOLE}|{_SUMS})\b|\b(?:{_AVERAGES}|{_SUMS})$")
_AVERAGED = re.compile(rf"(?<!\S)(?:{_AVERAGES})(?![^\s.,:])", re.IGNORECASE)
_SUMS_UP = re.compile(rf"(?i:(?<!\S)(?:{_SUMS})(?![^\s.,:]))|^(?i:{_WHOLE}) [a-z]")
_SAID_BEHIND = re.compile(r"\s*(?:[(,:–—-]|\d)")
_ASIDE = re.compile(r"\s*\([^()]*\)$")
_SUBTOTAL = re.compile(r"sub-?totals?\b")

_LEVELS = (("place", _BUILDING), ("place", _NATURE), ("place", _TOWN), ("place", _REGION), ("country", _COUNTRY))
"""Geographic keys, the finest first: in "County | Town | Population" the figures are the town's."""

_OTHERS = (("work", _WORK), ("team", _TEAM), ("organisation", _ORGANISATION))
_MOST = 0.8
"""The share of a column's cells that say something, where it is taken as a whole."""
_NO_WORD = re.compile(r"[\W_]*")
_EMPTY, _EMPTY_MARKS = _VOCABULARY.words("empty"), _VOCABULARY.words("empty_marks")
_DITTO = re.compile(r"(?:[\"″〃“”„]|''|,,|do\.|ditto|idem|id\.)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Key:
    """The key column, the type of what it names, and the word for one of them ("stadium", "rider")."""

    column: int
    type: str
    kind: str


def is_empty(text: str) -> bool:
    """Whether a cell says nothing: empty, a dash, "N/A", "NULL", an error of a spreadsheet."""
    text = text.strip()
    return text.casefold() in _EMPTY or text in _EMPTY_MARKS or _NO_WORD.fullmatch(text) is not None


def covers_column(rows: Sequence[Sequence[str]], cells: Collection[tuple[int, int]]) -> bool:
    """Whether cells (row, column) of one column of a table are all that say something there, and most of the column."""
    inside, columns = {row for row, _ in cells}, {column for _, column in cells}
    if len(columns) != 1 or len(inside) < _MOST * len(rows):
        return False
    column = columns.pop()
    return all(at in inside or is_empty(row[column]) for at, row in enumerate(rows))


def is_ditto(text: str) -> bool:
    """Whether a cell repeats the one above it by a mark."""
    return bool(_DITTO.fullmatch(text.strip()))


def is_total(name: str, type: str = "") -> bool:
    """Whether a key cell names no thing of its own but a sum or a remainder: among countries also a part of the
    world."""
    text = name.casefold().strip(" .:")
    summed = type in ("country", "place") and _SUMMED.search(text) is not None
    return (
        text in _TOTALS
        or _SUBTOTAL.match(text) is not None
        or summed
        or (type == "country" and _is_part_of_the_world(text))
    )


def _is_part_of_the_world(text: str) -> bool:
    """Whether a name is that of several countries, whatever is said of them behind it: "Euro area (EA20)", "Developed
    countries"."""
    text = text.replace("&", "and").removeprefix("the ")
    several = any(singular(word) in _COUNTRY - {word} for word in text.split())
    return several or text in _PARTS_OF_THE_WORLD or _SAID_BEHIND.split(text)[0] in _PARTS_OF_THE_WORLD


def whole_areas(cells: Sequence[str], header: str) -> frozenset[int]:
    """The rows that stand for several others, where most rows are countries or the header is a word for them: groups of
    countries. Under a header for towns or regions they are countries as well, where these are few."""
    names = [_ASIDE.sub("", clean(cell)).removeprefix("The ").strip() for cell in cells]
    countries = {at for at, name in enumerate(names) if name in CERTAIN_COUNTRIES or name in OTHER_NAMES}
    level = place_level(header)
    of_countries = level == len(_LEVELS) - 1 or len(countries) > len(cells) / 2
    if not of_countries and level is None:
        return frozenset()
    wholes = {at for at, name in enumerate(names) if is_total(name, "country")}
    return frozenset(wholes if of_countries else wholes | countries)


def sums_up(name: str) -> bool:
    """Whether a row's name has a word for sums and averages: "Class average", "Mean ± SD", "All offices". Of a thing
    with such a name ("Total Recall") only its figures tell it apart."""
    return is_averaged(name) or _SUMS_UP.search(" ".join(name.split())) is not None


def is_averaged(name: str) -> bool:
    """Whether a row's name has a word for averages, as no thing's has: "Kent average"."""
    return _AVERAGED.search(name) is not None


def find_key(headers: Sequence[Header], rows: Sequence[Sequence[str]]) -> Key | None:
    """The key column of a table, None where none is understood."""
    names = [header.name for header in headers]
    keys = [
        Key(column, *kind)
        for column, header in enumerate(headers)
        if not header.odd and (kind := _kind(header.name, names)) and is_distinct(rows, column)
    ]
    people = [key for key in keys if key.type == "person"]
    if people:
        return people[0] if len(people) == 1 or names[people[0].column] != "surname" else None
    if not keys:
        return _by_year(headers, rows)
    first = keys[0]
    level = place_level(names[first.column])
    if level is not None:
        # A coarser place to the left only groups the finer ones.
        finer = [key for key in keys if place_level(names[key.column]) is not None]
        finest = min(finer, key=lambda key: (place_level(names[key.column]) or 0, key.column))
        hidden = any((place_level(name) or level) < level for name in names)
        first = finest if finest.column != first.column else first
        if hidden and finest.column == keys[0].column:
            return None  # a finer column is there but repeats itself: rows are about pairs
    return first if _reachable(first, names) else None


def _reachable(key: Key, names: Sequence[str]) -> bool:
    """Whether only index columns, years, or coarser things stand left of the key: else the rows may be about those."""
    headers = frozenset().union(*(words for _, words in (*_LEVELS, *_OTHERS)))
    return all(name in INDEX | _EVENT | headers or name.startswith("year") for name in names[: key.column])


def _kind(name: str, names: Sequence[str]) -> tuple[str, str] | None:
    if name in _PERSON:
        return "person", name
    for type, words in (*_LEVELS, *_OTHERS):
        if name in words:
            return type, "building" if name == "name on the register" else name
    others = set(names) - {name}
    if name == "name":
        as_person, as_place = others & _GOES_WITH_PERSON, others & _GOES_WITH_PLACE
        if as_person and not as_place and not others & _NO_PERSON:
            return "person", "person"
        return ("place", "place") if as_place and not as_person else None
    if name == "title" and others & _GOES_WITH_WORK:
        return "work", "work"
    if name in ("animal", "common name"):
        return "species", "animal" if name == "animal" else "species"
    if name == "horse":
        return "thing", "horse"
    return None


def place_level(name: str) -> int | None:
    """How coarse the places are that a header names, 0 for buildings; None for what names no places."""
    return next((level for level, (_, words) in enumerate(_LEVELS) if name in words), None)


def is_distinct(rows: Sequence[Sequence[str]], column: int, *, worded: bool = True) -> bool:
    """Whether the column names its rows: at least two different values, nine in ten of them once, few empty; with
    `worded` nine in ten have letters."""
    values = [clean(row[column]).casefold() for row in rows if not is_empty(row[column])]
    once = sum(1 for count in Counter(values).values() if count == 1)
    lettered = sum(1 for value in values if any(character.isalpha() for character in value))
    single = once >= 2 and once >= 0.9 * len(values) and len(values) >= 0.6 * len(rows)
    return single and (not worded or lettered >= 0.9 * len(values))


def _by_year(headers: Sequence[Header], rows: Sequence[Sequence[str]]) -> Key | None:
    """A table of editions: the first column holds years, each once."""
    if not headers or headers[0].name not in _EVENT:
        return None
    years = [clean(row[0]) for row in rows]
    if (
        len(years) < 2
        or len(set(years)) < len(years)
        or not all(re.fullmatch(r"(?:1[789]|20)\d\d", year) for year in years)
    ):
        return None
    return Key(0, "event", headers[0].name)
