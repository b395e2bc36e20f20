"""Find where a text states a value, on the value's own boundaries.

"95" does not occur in "1957", nor "5" in "5.3" or "-5", nor "Sudan" in "South Sudan".
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple

from benchwright.values.dates import YEAR, Date, find_dates, find_decades, parse_date
from benchwright.values.names import find_words, fold, name_form, spacings, without_accents, words_of
from benchwright.values.nations import COUNTRIES
from benchwright.values.numbers import may_have_number, quantities_in
from benchwright.values.sameness import as_year, same
from benchwright.values.typed import ListValue, NameValue, TypedValue, parse

Places = list[tuple[int, int]]
Word = tuple[str, int, int]
"""A word as it is compared, and where it stands."""
Mention = tuple[int, int, TypedValue]
"""Where a value is stated, and the value."""

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


def occurs_in(
    value: TypedValue | str,
    text: str,
    allow: Collection[str] = (),
    longer: Collection[str] = (),
    within: tuple[int, int] | None = None,
) -> Places:
    """Where a text states a value, as (start, end) in code points; what stands there is the same value (`same`).

    `allow` are reasons for being undecided that are accepted as well ("accents" of names), and "longer name": a
    capitalised word before a name ("Sudan" in "South Sudan"), or one joined to its end ("Guinea" in "Guinea-Bissau"),
    makes it a part of a longer one unless that is allowed. `longer` are known names: a part of one of them is never
    accepted, nor is a part of a country's name. Of a list, all items have to occur, and their places are given. Places
    that do not touch `within` are left out; what stands there is read as a part of the whole text.
    """
    value = parse(value) if isinstance(value, str) else value
    places: Iterable[tuple[int, int]]
    if isinstance(value, NameValue):
        accents = "accents" not in allow
        read = _read_words(text, accents)
        forms = [form for form in _sought_forms(value.text, accents) if form.words[0] in read.places]
        if not forms:
            return []
        longer = longer if accents or not longer else [*map(without_accents, longer)]
        part = "longer name" in allow
        places = [place for form in forms for place in _names(form, read, part, longer, within)]
        if len(forms) > 1:
            places.sort()
    elif isinstance(value, ListValue):
        items = [occurs_in(item, text, allow, longer) for item in value.items]
        places = sorted({place for each in items for place in each}) if all(items) else []
    else:
        places = _amounts_and_dates(value, text, allow, within)
    if within is None:
        return places if isinstance(places, list) else [*places]
    low, high = within
    return [place for place in places if place[0] < high and low < place[1]]


def _amounts_and_dates(
    value: TypedValue, text: str, allow: Collection[str], within: tuple[int, int] | None
) -> Iterator[tuple[int, int]]:
    mentions = find_values(text)
    if within is not None:
        starts, ends = _bounds(text)
        mentions = mentions[bisect_right(ends, within[0]) : bisect_left(starts, within[1])]
    for start, end, mention in mentions:
        sameness = same(value, mention)
        if sameness or (sameness.verdict == "undecided" and sameness.reason in allow):
            yield start, end
        elif not isinstance(mention, Date) or mention.decade:
            continue
        elif (year := as_year(value)) is not None and mention.year == year.year:
            for match in YEAR.finditer(text, start, end):  # the year of a day or month
                if parse_date(match[0]) == year:
                    yield match.span()


@lru_cache(maxsize=4096)
def find_values(text: str) -> tuple[tuple[int, int, TypedValue], ...]:
    """All amounts and dates that a text states. Digits of a date are no amount, but a year with a unit or hedge is.
    "1914 to 1918" states both years, and the time between them."""
    if not may_have_number(text):
        return ()
    spans: list[Mention] = []
    meant: list[Mention] = []
    plain: list[Mention] = []
    for place in quantities_in(text):
        amount = place[2]
        is_span = amount.upper is not None and not amount.unit
        (spans if is_span else meant if amount.unit or amount.hedge else plain).append(place)
    dates = _apart_from([*find_dates(text), *find_decades(text)], meant)
    return tuple(sorted((*meant, *dates, *_apart_from(plain, dates), *spans), key=lambda place: place[:2]))


def _apart_from(places: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    """The places that overlap none of the others."""
    if not places or not others:
        return list(places)
    spans = sorted((start, end) for start, end, _ in others)
    starts, ends = [start for start, _ in spans], list(accumulate((end for _, end in spans), max))

    def is_apart(place: Mention) -> bool:
        before = bisect_left(starts, place[1])
        return not before or ends[before - 1] <= place[0]

    return list(filter(is_apart, places))


@lru_cache(maxsize=64)
def _bounds(text: str) -> tuple[list[int], list[int]]:
    """Where the values of a text begin, and the furthest that one of them and those before it reach."""
    starts, ends = [start for start, _, _ in find_values(text)], [end for _, end, _ in find_values(text)]
    return starts, list(accumulate(ends, max))


@dataclass(frozen=True, slots=True)
class _SoughtForm:
    """A name as a text may write it, its `form` as `name_form` says, and its words, of which there are some."""

    text: str
    form: str
    words: tuple[str, ...]


@lru_cache(maxsize=16_384)
def _sought_forms(name: str, accents: bool) -> tuple[_SoughtForm, ...]:
    """What to look for where a name is looked for, with or without its accents."""
    name = name if accents else without_accents(name)
    forms = ((text, tuple(word for word, _, _ in find_words(text))) for text in spacings(name))
    return tuple(_SoughtForm(text, name_form(text), words) for text, words in forms if words)


def _names(
    name: _SoughtForm, read: _ReadWords, part: bool, longer: Collection[str], within: tuple[int, int] | None
) -> Iterator[tuple[int, int]]:
    form, wanted = name.form, name.words
    text, words, listed, places = read
    firsts: Sequence[int] = places.get(wanted[0], ())
    if within is not None:  # an article that the name begins with is no word
        low = bisect_right(words, within[0], key=lambda word: word[2]) - len(wanted)
        high = bisect_left(words, within[1] + len(name.text), key=lambda word: word[1])
        firsts = firsts[bisect_right(firsts, low) : bisect_left(firsts, high)]
    if not firsts:
        return
    known = map(_all_words, (*longer, *_longer_countries(form)))
    longer_names = [other for other in known if wanted[0] in other]
    for at in firsts:
        if len(wanted) > 1 and listed[at : at + len(wanted)] != wanted:
            continue
        start, end = words[at][1], words[at + len(wanted) - 1][2]
        if name_form(text[start:end]) != form or cuts_number(text, start, end):
            continue
        if not part and (_GOES_ON_BEHIND.match(text, end) or (at and _goes_on_before(text, words[at - 1], start))):
            continue
        if longer_names and any(_is_part(listed, at, len(wanted), other) for other in longer_names):
            continue
        lead = len(name.text) - (end - start)  # an article that the name begins with
        if 0 < lead <= start and fold(text[start - lead : start]) == fold(name.text[:lead]):
            start -= lead
        yield start, end


@lru_cache(maxsize=16_384)
def _all_words(name: str) -> tuple[str, ...]:
    return tuple(words_of(name))


class _ReadWords(NamedTuple):
    """A text, its words with their places and alone, and which of them each word is."""

    text: str
    words: tuple[Word, ...]
    listed: tuple[str, ...]
    places: dict[str, list[int]]


@lru_cache(maxsize=4096)
def _read_words(text: str, accents: bool) -> _ReadWords:
    """The words of a text, with or without their accents."""
    text = text if accents else without_accents(text)
    words = find_words(text)
    listed = tuple([word for word, _, _ in words])
    places: dict[str, list[int]] = {}
    for at, word in enumerate(listed):
        if word in places:
            places[word].append(at)
        else:
            places[word] = [at]
    return _ReadWords(text, words, listed, places)


@cache
def _country_forms() -> tuple[tuple[str, str], ...]:
    return tuple((country, name_form(country)) for country in sorted(COUNTRIES))


@lru_cache(maxsize=4096)
def _longer_countries(form: str) -> tuple[str, ...]:
    words = f" {form} "
    return tuple(country for country, name in _country_forms() if words in f" {name} " and name != form)


def cuts_number(text: str, start: int, end: int) -> bool:
    """Does a number that the words begin or end with go on beside them, or is its sign left out?"""
    after, before = _NUMBER_GOES_ON
    if text[end - 1].isdigit() and after.match(text, end):
        return True
    return text[start].isdigit() and bool(before.search(text, max(0, start - 2), start))


def _goes_on_before(text: str, word: Word, start: int) -> bool:
    """Is the word before a name a capitalised part of a longer name? The first word of a sentence may be any."""
    folded, begin, end = word
    between = text[end:start]
    if not text[begin].isupper() or not text[start].isupper() or _BESIDE_NAMES.fullmatch(folded):
        return False
    if between != "-" and (between.strip() or "\n" in between):
        return False
    return not _SENTENCE_BEGINS.search(text, max(0, begin - 8), begin) or folded.isdigit()


def _is_part(words: tuple[str, ...], at: int, length: int, longer: tuple[str, ...]) -> bool:
    """Do the words around that place make a longer name?"""
    spare = len(longer) - length
    return spare > 0 and any(
        at - shift >= 0 and words[at - shift : at - shift + len(longer)] == longer for shift in range(spare + 1)
    )
