"""Lists the names by which a sentence may mean an entity or a value: label, bare label, aliases, plurals.

How a name has to be written is decided by the name: "US", "Heat" and "NASA" must stand exactly so, the capitals of
"Michael Mann" must stand, and "actor" may be an "Actors" at the beginning of a sentence or an actress.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchwright.english.nouns import plural, singular
from benchwright.makers.lists.evidence.tokens import form_of, words_of
from benchwright.makers.lists.evidence.words import FUNCTION, SYNONYMS
from benchwright.values import Date, bare_name, parse_date
from benchwright.values.dates import MONTHS
from benchwright.values.nations import DEMONYMS, OTHER_NAMES

LONGEST_NAME = 120
"""Characters; a longer name is a description, and is not looked for."""
MOST_NAMES = 60
"""Names of one entity that are looked for; the label and what follows from it come first."""
SHORT = 4
"""Characters up to which a name must stand exactly as it is written."""

_COUNTRIES = {"People's Republic of China": "China"}
"""Further names of countries, by which the adjective is found."""
_CLUB = re.compile(r"(?: (?:[AaCcFfSs]\.?){2,4}| Football Club)+$")
"""What a club's full name has and people leave out: "Leicester City F.C."."""
_LANGUAGES = frozenset(word for words in DEMONYMS.values() for word in words)
_MILLIONS = ((10**9, "billion"), (10**6, "million"))


@dataclass(frozen=True, slots=True)
class Name:
    """One name of an entity: the words as they are written, the form in which it is looked for, whether every letter
    must agree, whether it is what the entity is called first (not an alias), and whether it is the adjective of a
    country."""

    entity: int
    words: tuple[str, ...]
    form: str
    exact: bool
    first: bool
    adjective: bool = False

    @property
    def proper(self) -> bool:
        """Whether it is a proper name: one that has capitals."""
        return any(word[0].isupper() for word in self.words)

    def fits(self, written: Sequence[str], opening: bool) -> bool:
        """Whether words of a text with this form are the name, by their capitals. `opening`: they begin a sentence."""
        if self.exact:
            same = all(one == other or not one[0].isalpha() for one, other in zip(self.words, written, strict=True))
            return same or (opening and not self.proper and written[0][1:] == self.words[0][1:])
        for word, token in zip(self.words, written, strict=True):
            if word[0].isupper() and not token[0].isupper() and word.lower() not in FUNCTION:
                return False
        return True


def names_of(code: int, label: str, aliases: Sequence[str]) -> Iterator[Name]:
    """The names of an entity, each form once, the label's first."""
    listed: dict[str, Name] = {}
    label = label.capitalize() if label.capitalize() in _LANGUAGES else label  # "portuguese" in a list of languages
    bare = bare_name(label)
    adjectives = DEMONYMS.get(_COUNTRIES.get(bare, OTHER_NAMES.get(bare, bare)), ())
    firsts = [label, bare, *adjectives, *_following(bare)]
    written = [*((one, True) for one in firsts), *((one, False) for one in (*aliases, *_clubs(bare)))]
    for name, first in [*written, *((joined, first) for one, first in written for joined in _joined(one))]:
        entry = _name(code, name, first, first and name in adjectives and name != label)
        if entry is not None and len(listed) < MOST_NAMES:
            listed.setdefault(entry.form, entry)
    yield from listed.values()


def value_names(code: int, kind: str, id: str, label: str, unit: str) -> Iterator[Name]:
    """How a sentence may write a number, a date or a text."""
    listed: dict[str, Name] = {}
    canonical = id.partition(":")[2].partition("|")[0]
    forms = {"date": _dates, "number": _numbers}.get(kind)
    for name in dict.fromkeys(
        [*(forms(canonical, unit) if forms else ()), *([label] if _telling(label, kind) else ())]
    ):
        words = tuple(words_of(name))
        if words and len(name) <= LONGEST_NAME:
            listed.setdefault(form_of(list(words)), Name(code, words, form_of(list(words)), False, True))
    yield from listed.values()


def _name(code: int, name: str, first: bool, adjective: bool) -> Name | None:
    words = tuple(words_of(name[: LONGEST_NAME + 1]))
    letters = "".join(word for word in words if word[0].isalnum())
    numeric = not any(letter.isalpha() for letter in letters)
    if len(name) > LONGEST_NAME or len(letters) < 2 or (numeric and not (first and len(letters) > 2)):
        return None  # but films called "300" and "1984" are
    if len(words) == 1 and words[0].lower() in FUNCTION and not (first and words[0].isupper()):
        return None
    exact = len(letters) <= SHORT or (letters.isupper() and len(words) <= 2)
    return Name(code, words, form_of(list(words)), exact, first, adjective)


def _clubs(label: str) -> Iterator[str]:
    """How a page calls a club: without "F.C.". What is left has two words or more, for one alone is mostly a town."""
    short = _CLUB.sub("", label)
    if short != label and " " in short:
        yield short


def _following(label: str) -> Iterator[str]:
    """Other words for a common noun: its plural, its synonyms and theirs."""
    if not label or not label[-1].isalpha() or label != label.lower():
        return
    for noun in (label, *SYNONYMS.get(label, ())):
        if noun != label:
            yield noun
        yield from plurals(noun)


def _joined(noun: str) -> tuple[str, ...]:
    """A common noun of two words with a hyphen between them, or without the one that it has: "hip-hop"."""
    if not noun.islower():
        return ()
    words = noun.replace("-", " ").split(" ")
    if len(words) != 2 or not all(word.isalpha() for word in words):
        return ()
    return (" ".join(words) if "-" in noun else "-".join(words),)


@lru_cache(maxsize=4096)
def plurals(noun: str) -> tuple[str, ...]:
    """The plural of a noun, or the singular of a plural."""
    one = singular(noun)
    return (one,) if one != noun else (plural(noun),)


def _telling(label: str, kind: str) -> bool:
    """Whether a value's own label says enough: a bare number of one or two digits stands everywhere."""
    letters = "".join(letter for letter in label if letter.isalnum())
    return len(letters) >= (4 if kind == "number" and letters.isdigit() else 3)


def _dates(canonical: str, unit: str) -> Iterator[str]:
    try:
        year, *rest = (int(part) for part in canonical.lstrip("-").split("-"))
        date = Date(-year if canonical.startswith("-") else year, *rest)
    except (ValueError, TypeError):
        parsed = parse_date(canonical)
        if parsed is None:
            return
        date = parsed
    when = f"{-date.year} BC" if date.year < 0 else str(date.year)
    if date.month is None:
        yield when
        return
    month = MONTHS[date.month - 1]
    if date.day is None:
        yield from (f"{month} {when}", f"{month} of {when}", f"{month}, {when}")
        return
    yield from (f"{date.day} {month} {when}", f"{month} {date.day}, {when}", f"{month} {date.day} {when}")
    yield from (f"{date.day} {month}, {when}", f"{date.day} {month[:3]} {when}", f"{month[:3]} {date.day}, {when}")


def _numbers(canonical: str, unit: str) -> Iterator[str]:
    bare = [canonical]
    whole = canonical.lstrip("-")
    if whole.isdigit():
        for size, word in _MILLIONS:
            if int(whole) >= size and int(whole) % (size // 100) == 0:
                bare.append(f"{int(canonical) / size:g} {word}")
    for number in bare:
        if unit:
            yield from (f"{number} {one}" for one in (unit, *plurals(unit)))
        if len(number.strip("-")) >= SHORT:
            yield number
