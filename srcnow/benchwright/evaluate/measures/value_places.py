"""Find where an answer claims a value: by its type, on its own boundaries, and not as one of several.

A name that is a part of a longer one is not claimed ("York" in "New York", "--x" in "--no-x"), nor is one that stands
in a row of others of its kind ("red, blue or green"): who lists all candidates answers nothing. "77 km or 48 miles"
is one amount.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from benchwright.english.language import ENGLISH
from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.answer_parts import ValuePart, shades_of
from benchwright.evaluate.identifiers import find_identifier, is_identifier
from benchwright.evaluate.measures.claims import Claims
from benchwright.programs.telling_stems import telling_stems
from benchwright.values import ListValue, NameValue, Quantity, TypedValue, occurs_in, parse, same
from benchwright.values.dates import Date
from benchwright.values.names import words_of
from benchwright.values.nations import COUNTRIES
from benchwright.values.occurrences import find_values

LOOSE = frozenset({"no unit", "hedge", "rounded", "share", "accents"})
"""Why a stated value may be undecided and still count: its unit or an accent is left out, or it is hedged, as it is or
rounded ("about 13" for 13.04)."""

_CLAIMS = Vocabulary.of("benchwright.evaluate.measures", "claims")
_VOCABULARY = Vocabulary.of("benchwright.evaluate.measures", "rival_values")
BESIDE = _VOCABULARY.words("beside")
_GUESS = re.compile(rf"{_CLAIMS.pattern('guesses')}|{_VOCABULARY.pattern('framing')}", re.IGNORECASE)
_VERBS = _CLAIMS.words("auxiliaries")
_SEGMENT_ENDS = re.compile(r"[…\n()]|:\s|[.!?](?=\s|$)|\s[–—-]\s")
_JOIN = re.compile(r",\s+(?:(and|or|nor)\s+)?|\s+(and|or|nor|&)\s+|(;)\s+(?:(?:and|or)\s+)?")
_BOUNDS = re.compile(r"\s*(?:or|nor)\s+(?:more|so|less|fewer|older|younger|higher|later)\b")
_CAPITAL_BEHIND = re.compile(r"[ ](?!I\b)([^\W\d_a-z][\w'-]*)")
_CAPITAL_BEFORE = re.compile(r"(?:^|(?<=[\s\"'(]))([^\W\d_a-z](?:[\w-]|'(?!s ))*)[ ]$")
"""A capitalised word before a name; "It's" and "Norway's" begin no name."""
_HEAD_ENDS = re.compile(r"\s[–—-]+\s|—|:\s|\s*\(|,\s")
_MOST_WORDS = 4
"""Of one item of a row of names."""
_MOST_PLACES = 100
"""That are looked at: who states a value so often states it in the first ones as well."""
_LONGEST = 300
"""Characters that are looked at on either side of a place."""

Place = tuple[int, int]


class _Item(NamedTuple):
    """What stands beside a value in a row, and whether "or" joins them."""

    text: str
    is_alternative: bool
    is_joined: bool


def claimed_places(part: ValuePart, claims: Claims, question: str, fellows: Collection[str] = ()) -> list[Place]:
    """Where an answer claims the value. `fellows` are other values that are asked for beside it."""
    text, value = claims.text, part.value
    if isinstance(value, ListValue):
        raise TypeError("a list is found by list_places")
    places = sorted(set(_stated(part, text)))[:_MOST_PLACES]
    if not places:
        return []
    known = (*part.forms, *fellows, *(shade.text for shade in shades_of(value, part.rivals)))
    if isinstance(value, NameValue):
        places = [place for place in places if part.exact or not _is_longer_name(text, place, question)]
        return [
            place
            for place in places
            if not _in_row(part, text, place, question, known) and not _in_lines(part, claims, place, known)
        ]
    return [place for place in places if not _offered_amount(value, text, place, fellows)]


def _stated(part: ValuePart, text: str) -> Iterator[Place]:
    if part.exact:
        for name in dict.fromkeys((part.name, *filter(is_identifier, part.forms))):
            yield from find_identifier(name, text)
        return
    for value in part.stated_values:
        yield from item_places(value, text, part.rivals)


def item_places(value: TypedValue, text: str, longer: Collection[str] = ()) -> Iterable[Place]:
    """Where a text states a value, by its type; a part of one of the `longer` names is none."""
    if not isinstance(value, NameValue):
        return () if isinstance(value, ListValue) else occurs_in(value, text, LOOSE)
    if is_identifier(value.text):
        return find_identifier(value.text, text)
    places = occurs_in(value, text, LOOSE)
    if places and longer:  # seldom: most names stand nowhere, and need no longer ones
        return occurs_in(value, text, LOOSE, [name for name in longer if len(name) > len(value.text)])
    return places


def _is_longer_name(text: str, place: Place, question: str) -> bool:
    """Whether the words of a name go on beside it: a capitalised word that the question has not."""
    start, end = place
    if not text[start].isupper():
        return False
    behind = _CAPITAL_BEHIND.match(text, end)
    before = _CAPITAL_BEFORE.search(text, max(0, start - 40), start) if " " not in text[start:end] else None
    if before is not None and (_GUESS.fullmatch(before[1]) or before[1].lower() in words_of(question)):
        before = None  # "Probably Leeds", "| City | Leeds |": no name begins so
    return any(
        found is not None and found[1].lower() not in ENGLISH and not re.search(rf"\b{re.escape(found[1])}\b", question)
        for found in (behind, before)
    )


def _in_row(part: ValuePart, text: str, place: Place, question: str, known: Collection[str]) -> bool:
    """Whether a name stands in a row with others of its kind, or is one of two that "or" joins."""
    items = [item for item in row_items(text, place) if not _is_known(part.value, item.text, known)]
    if any(item.is_alternative for item in items):
        return True
    name = text[slice(*place)]
    alike = [item.text for item in items if item.text in part.rivals or _is_alike(name, item.text, question)]
    joined = any(item.is_joined for item in items)
    if not joined and alike and alike[-1] in COUNTRIES and name not in COUNTRIES:
        return False  # "Graz, Styria, Austria"
    return bool(alike) if joined else len(alike) > 1


def row_items(text: str, place: Place) -> list[_Item]:
    """What stands in one row with a place: "blue, red and green"."""
    start, end = place
    low, high = max(0, start - _LONGEST), min(len(text), end + _LONGEST)
    for border in _SEGMENT_ENDS.finditer(text, low, start):
        low = border.end()
    border_behind = _SEGMENT_ENDS.search(text, end, high)
    high = border_behind.start() if border_behind else high
    before = list(_JOIN.finditer(text, low, start))
    behind = list(_JOIN.finditer(text, end, high))
    lead = _without_articles(text[before[-1].end() if before else low : start])
    preposition = lead.rpartition(" ")[2].lower() if lead and lead.split()[-1].lower() in BESIDE else ""
    items: list[_Item] = []
    has_lead = bool(text[low : before[0].start() if before else start].strip())
    if behind and not text[end : behind[0].start()].strip() and not _BOUNDS.match(text, end):
        items += _ahead(text, behind, high, preposition, has_lead=has_lead)
    if before and lead.lower() == preposition:
        items = [*_back(text, before, low, preposition), *items]
    joined = any(item.is_joined for item in items)
    alternative = any(item.is_alternative for item in items)
    return [_Item(item.text, alternative, joined) for item in items]


def _ahead(
    text: str, joins: Sequence[re.Match[str]], high: int, preposition: str, *, has_lead: bool
) -> Iterator[_Item]:
    for at, join in enumerate(joins):
        stop = joins[at + 1].start() if at + 1 < len(joins) else high
        words = text[join.end() : stop].split()
        words = words[1:] if words and words[0].lower() == preposition else words
        item = _leading(words)
        verb = len(item) < len(words) and words[len(item)].lower() in _VERBS
        if not item or (verb and has_lead):
            return
        yield _item(item, join)
        if len(item) < len(words):
            return


def _back(text: str, joins: Sequence[re.Match[str]], low: int, preposition: str) -> list[_Item]:
    items: list[_Item] = []
    for at in range(len(joins) - 1, -1, -1):
        words = _without_articles(text[joins[at - 1].end() if at else low : joins[at].start()]).split()
        item = _leading(words[::-1])[::-1]
        is_whole = len(item) == len(words) or words[-len(item) - 1].lower() in _VERBS | {preposition}
        if not item or not is_whole:
            break  # "on top and red" is no row
        items.insert(0, _item(item, joins[at]))
        if len(item) < len(words):
            break
    return items


def _leading(words: Sequence[str]) -> list[str]:
    """The words up to a verb, preposition or article, without an article that they begin with; [] for too many."""
    kept: list[str] = []
    for word in words:
        if word.lower() in _VERBS or word.lower() in BESIDE:
            break
        kept.append(word)
    return kept if len(kept) <= _MOST_WORDS else []


def _item(words: Sequence[str], join: re.Match[str]) -> _Item:
    joiner = join[1] or join[2] or join[3] or ""
    return _Item(" ".join(words).strip("\"'").lstrip(",").rstrip("\"'.,"), joiner in ("or", "nor"), bool(joiner))


def _without_articles(text: str) -> str:
    return " ".join(word for word in text.split() if word.lower() not in ("a", "an", "the"))


def _is_known(value: TypedValue, item: str, known: Collection[str]) -> bool:
    """Whether an item is the value again, in other words or in another unit."""
    folded = item.casefold()
    return bool(same(value, item)) or any(folded == one.casefold() for one in known)


def _is_alike(name: str, item: str, question: str) -> bool:
    """Whether an item may be another answer of the kind of a name: written as it is, and not in the question."""
    words = item.split()
    if not words or telling_stems(item) <= telling_stems(question):
        return False
    if name[0].isupper():
        return all(word[0].isupper() or word.lower() in ENGLISH for word in words)
    return item[0].isalpha() == name[0].isalpha() and not item[0].isupper() and len(words) <= len(name.split())


def _in_lines(part: ValuePart, claims: Claims, place: Place, known: Collection[str]) -> bool:
    """Whether a name is one line of several that are names alone."""
    text = claims.text
    low, high = text.rfind("\n", 0, place[0]) + 1, text.find("\n", place[1])
    line = text[low : high if high >= 0 else len(text)]
    if (low == 0 and high < 0) or not _is_name(line) or text[slice(*place)] not in _head(line):
        return False
    is_item = any(start <= place[0] < end for start, end in claims.items)
    heads = (
        [_head(text[start:end]) for start, end in claims.items]
        if is_item
        else [one.strip(" .") for one in text.split("\n") if one == _head(one) or one.rstrip(".") == _head(one)]
    )
    others = [head for head in heads if head and _is_name(head) and not _is_known(part.value, head, known)]
    alike = [one for one in others if one in part.rivals or one[0].isupper() == text[place[0]].isupper()]
    return len(alike) > (0 if is_item else 1)


def _head(line: str) -> str:
    end = _HEAD_ENDS.search(line)
    return (line[: end.start()] if end else line).strip(" .")


def _is_name(line: str) -> bool:
    head = _head(line).split()
    return 0 < len(head) <= _MOST_WORDS and not any(word.lower() in _VERBS for word in head)


def _offered_amount(value: TypedValue, text: str, place: Place, fellows: Collection[str]) -> bool:
    """Whether "or" joins an amount or date to another one, or "and" a bare number to another bare one that nothing asks
    for."""
    bare = text[slice(*place)].isdigit()
    for item in row_items(text, place):
        others = [other for _, _, other in find_values(item.text) if isinstance(other, Quantity | Date)]
        if item.is_alternative and any(not same(value, other) for other in others):
            return True
        if bare and item.is_joined and item.text.isdigit() and not _is_known(value, item.text, fellows):
            return not any(same(parse(fellow), item.text) for fellow in fellows)
    return False
