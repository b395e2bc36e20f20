"""Find where a text states a value, on the value's own boundaries.

"95" does not occur in "1957", nor "5" in "5.3" or "-5", nor "Sudan" in "South Sudan".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from benchwright.values.dates import DECADE, YEAR, Date, find_dates, parse_date
from benchwright.values.names import find_words, fold, name_form, words_of
from benchwright.values.nations import COUNTRIES
from benchwright.values.numbers import find_quantities
from benchwright.values.sameness import as_year, same
from benchwright.values.typed import ListValue, NameValue, TypedValue, parse

Places = list[tuple[int, int]]

LOOSELY: frozenset[str] = frozenset({"no unit", "kinds of unit", "hedge", "longer name"})
"""For `allow`: what a reader would take for the value all the same."""

_NUMBER_GOES_ON = re.compile(r"[.,]\d"), re.compile(r"(?:\d[.,]|(?<![\w.])[-−])$")
_GOES_ON_BEHIND = re.compile(r"-(?=[^\W\d_])(?![a-z])")
_SENTENCE_BEGINS = re.compile(r"(?:^|[.!?:;\n]\s*[\"'“”‘’(]*)$")
_BESIDE_NAMES = re.compile(
    r"an?|also|although|and|as|at|both|but|by|for|from|how|if|in|is|it|like|near|of|on|or|since|than|that|the|then|this|to"
    r"|was|were|what|when|where|whether|which|while|who|why|with"
)
"""Words that are no part of the name behind them, whatever their case."""


def occurs_in(value: TypedValue | str, text: str, allow: Collection[str] = (), longer: Collection[str] = ()) -> Places:
    """Where a text states a value, as (start, end) in code points; what stands there is the same value (`same`).

    `allow` are reasons for being undecided that are accepted as well, and "longer name": a capitalised word before a
    name ("Sudan" in "South Sudan"), or one joined to its end ("Guinea" in "Guinea-Bissau"), makes it a part of a longer
    one unless that is allowed. `longer` are known names: a part of one of them is never accepted, nor is a part of a
    country's name. Of a list, all items have to occur, and their places are given.
    """
    value = parse(value) if isinstance(value, str) else value
    if isinstance(value, ListValue):
        items = [occurs_in(item, text, allow, longer) for item in value.items]
        return sorted({place for places in items for place in places}) if all(items) else []
    if isinstance(value, NameValue):
        return list(_names(value, text, "longer name" in allow, longer))
    return list(_amounts_and_dates(value, text, allow))


def _amounts_and_dates(value: TypedValue, text: str, allow: Collection[str]) -> Iterator[tuple[int, int]]:
    year = as_year(value)
    for start, end, mention in find_values(text):
        sameness = same(value, mention)
        if sameness or (sameness.verdict == "undecided" and sameness.reason in allow):
            yield start, end
        elif year is not None and isinstance(mention, Date) and mention.year == year.year and not mention.decade:
            for match in YEAR.finditer(text, start, end):  # the year of a day or month
                if parse_date(match[0]) == year:
                    yield match.span()


@lru_cache(maxsize=4096)
def find_values(text: str) -> tuple[tuple[int, int, TypedValue], ...]:
    """All amounts and dates that a text states. Digits of a date are no amount, but a year with a unit or hedge is."""
    amounts = list(find_quantities(text))
    plain = {(start, end) for start, end, amount in amounts if not amount.unit and not amount.hedge}
    meant = [place for place in amounts if place[:2] not in plain]
    decades = [(match.start(), match.end(), parse(match[0], "date")) for match in DECADE.finditer(text)]
    dates = [date for date in (*find_dates(text), *decades) if not any(_overlap(date, other) for other in meant)]
    rest = [place for place in amounts if place not in meant and not any(_overlap(place, date) for date in dates)]
    return tuple(sorted((*meant, *dates, *rest), key=lambda place: place[:2]))


def _overlap(one: tuple[int, int, object], other: tuple[int, int, object]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _names(name: NameValue, text: str, part: bool, longer: Collection[str]) -> Iterator[tuple[int, int]]:
    form = name_form(name.text)
    wanted = [word for word, _, _ in find_words(name.text)]
    words = _words(text)
    longer_names = [other for names in (longer, _longer_countries(form)) for other in names]
    begins = [word for word, _, _ in words]
    for at in range(len(words) - len(wanted) + 1) if wanted else ():
        if begins[at : at + len(wanted)] != wanted:
            continue
        start, end = words[at][1], words[at + len(wanted) - 1][2]
        if name_form(text[start:end]) != form or cuts_number(text, start, end):
            continue
        if not part and (_GOES_ON_BEHIND.match(text, end) or (at and _goes_on_before(text, words[at - 1], start))):
            continue
        if any(_is_part(begins, at, len(wanted), words_of(other)) for other in longer_names):
            continue
        lead = len(name.text) - (end - start)  # an article that the name begins with
        if 0 < lead <= start and fold(text[start - lead : start]) == fold(name.text[:lead]):
            start -= lead
        yield start, end


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[tuple[str, int, int], ...]:
    return tuple(find_words(text))


@lru_cache(maxsize=4096)
def _longer_countries(form: str) -> tuple[str, ...]:
    words = f" {form} "
    return tuple(country for country in COUNTRIES if words in f" {name_form(country)} " and name_form(country) != form)


def cuts_number(text: str, start: int, end: int) -> bool:
    """Does a number that the words begin or end with go on beside them, or is its sign left out?"""
    after, before = _NUMBER_GOES_ON
    if text[end - 1].isdigit() and after.match(text, end):
        return True
    return text[start].isdigit() and bool(before.search(text, max(0, start - 2), start))


def _goes_on_before(text: str, word: tuple[str, int, int], start: int) -> bool:
    """Is the word before a name a capitalised part of a longer name? The first word of a sentence may be any."""
    folded, begin, end = word
    between = text[end:start]
    if not text[begin].isupper() or not text[start].isupper() or _BESIDE_NAMES.fullmatch(folded):
        return False
    if between != "-" and (between.strip() or "\n" in between):
        return False
    return not _SENTENCE_BEGINS.search(text, max(0, begin - 8), begin) or folded.isdigit()


def _is_part(words: list[str], at: int, length: int, longer: list[str]) -> bool:
    """Do the words around that place make a longer name?"""
    spare = len(longer) - length
    return spare > 0 and any(
        at - shift >= 0 and words[at - shift : at - shift + len(longer)] == longer for shift in range(spare + 1)
    )
