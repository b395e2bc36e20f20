"""Find where an answer lists the items of one list: one after the other, in a marked list, or within one sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise

from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.answer_parts import ValuePart, shades_of
from benchwright.evaluate.measures.attribution import CONTRAST, segments
from benchwright.evaluate.measures.claims import Claims
from benchwright.evaluate.measures.list_items import list_items
from benchwright.evaluate.measures.value_places import Place, item_places, row_items
from benchwright.values import ListValue, NameValue, TypedValue, key_of, parse
from benchwright.values.names import find_words, name_form

_JOINS = Vocabulary.of("benchwright.evaluate.measures", "list_places").pattern("joins")
_BETWEEN = re.compile(rf"(?:[^\w()…]|\b(?:{_JOINS})\b|\ban?\b|\bthe\b|\([^()]*\))+")
_ENDS = re.compile(r"[;.\n]")
_ITEM_BEFORE = re.compile(rf"(?:^|[,:]|\b(?:is|are|and))\s+[^\W\d_]+\s*(?:,|\b(?:{_JOINS})\b)\s*$")
_ITEM_BEHIND = re.compile(rf"\s*(?:,|\b(?:{_JOINS})\b)\s*(?:(?:and|or)\s+)?[^\W\d_]+\s*(?:[.,;()\n]|$)")
"""Another item of the same list."""
_GLOSSED = re.compile(r"(?<!\S)([^\W\d_]+)\s+\($")
"""A word before a bracket that says it again: "gold (yellow)"."""
_NEAR = 60
"""Characters before a value that are looked at."""

_Key = tuple[Hashable, ...]
_Mention = tuple[int, int, int]
"""Where an item stands, and which one it is."""


def list_places(part: ValuePart, claims: Claims) -> list[Place]:
    """Where an answer gives all items of a list and no other. ValueError for a part that is no list."""
    if not isinstance(part.value, ListValue):
        raise ValueError("not a list")
    text, several = claims.text, part.value
    items = list(dict.fromkeys(several.items))
    wanted = [items.index(item) for item in several.items]
    mentions = _mentions(part, several, items, text)
    if {at for _, _, at in mentions} != set(wanted):
        return []
    blocks = list(_marked(part, several, claims, mentions))
    return sorted({*_runs(several, wanted, mentions, text), *blocks}) or list(
        _scattered(part, several, wanted, mentions, text)
    )


def _mentions(part: ValuePart, several: ListValue, items: Sequence[TypedValue], text: str) -> list[_Mention]:
    """Where each item stands; "messenger RNA (mRNA)" and "gold (yellow)" are one place."""
    names = [*part.rivals, *map(str, items)]
    places = sorted(
        {
            (*_with_glossed(place, text, names), at)
            for at, values in enumerate(part.stated_items)
            for value in values
            for place in item_places(value, text, part.rivals)
        }
    )
    merged: list[_Mention] = []
    for start, end, at in places:
        same_item = bool(merged) and merged[-1][2] == at
        if same_item and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]), at)
        elif same_item and text[merged[-1][1] : start].strip() == "(":
            merged[-1] = (merged[-1][0], end + (text[end : end + 1] == ")"), at)
        else:
            merged.append((start, end, at))
    return merged


def _with_glossed(place: Place, text: str, names: Sequence[str]) -> Place:
    """The place of an item that stands alone in brackets, with the word before them that it explains; a word that is
    another value's name is not explained by it."""
    start, end = place
    if text[start - 1 : start] != "(" or text[end : end + 1] != ")":
        return place
    glossed = _GLOSSED.search(text, max(0, start - _NEAR), start)
    if glossed is None or glossed[1] in names:
        return place
    return glossed.start(), end + 1


def _runs(several: ListValue, wanted: list[int], mentions: Sequence[_Mention], text: str) -> Iterator[Place]:
    """Where the items stand one after the other, and no other item with them. Where their order and number say nothing,
    one may stand there twice: "red, white, red"."""
    joined = [bool(_BETWEEN.fullmatch(text, one[1], two[0])) for one, two in pairwise(mentions)]
    near = [
        is_joined and not _ENDS.search(text, one[1], two[0])
        for is_joined, (one, two) in zip(joined, pairwise(mentions), strict=True)
    ]
    ends = [at for at, is_joined in enumerate([*near, False], 1) if not is_joined]
    repeats = not several.ordered and len(set(wanted)) == len(wanted)
    whole = dict.fromkeys(pairwise([0, *ends])) if repeats else {}
    windows = ((first, first + len(wanted)) for first in range(len(mentions) - len(wanted) + 1))
    for first, last in dict.fromkeys((*windows, *whole)):
        run = mentions[first:last]
        order = [at for _, _, at in run]
        order = order if several.ordered else sorted(set(order) if (first, last) in whole else order)
        if not all(joined[first : last - 1]) or order != (wanted if several.ordered else sorted(wanted)):
            continue
        start, end = run[0][0], run[-1][1]
        if not (_ITEM_BEFORE.search(text, max(0, start - _NEAR), start) or _ITEM_BEHIND.match(text, end)):
            yield start, end


def _marked(part: ValuePart, several: ListValue, claims: Claims, mentions: Sequence[_Mention]) -> Iterator[Place]:
    """A marked list that has every item and no other one, whatever stands beside them."""
    if len(claims.items) < 2:
        return
    keys, found = _listed_keys(part, several, claims)
    if (found if several.ordered else sorted(found, key=repr)) == (keys if several.ordered else sorted(keys, key=repr)):
        yield claims.items[0][0], claims.items[-1][1]


def share_listed(part: ValuePart, claims: Claims) -> float:
    """The share of a list's items that an answer gives, 0 if it gives another item as well, or gives them in another
    order. ValueError for a part that is no list."""
    if not isinstance(part.value, ListValue):
        raise ValueError("not a list")
    keys, found = _listed_keys(part, part.value, claims)
    if not all(found) or (part.value.ordered and not _is_subsequence(found, keys)):
        return 0.0
    known = _known_forms(part, part.value)
    for start, end, _ in _mentions(part, part.value, list(dict.fromkeys(part.value.items)), claims.text):
        if any(item.is_joined and name_form(item.text) not in known for item in row_items(claims.text, (start, end))):
            return 0.0
    return (Counter(keys) & Counter(filter(None, found))).total() / len(keys)


def _is_subsequence(few: Sequence[object], many: Sequence[object]) -> bool:
    rest = iter(many)
    return all(one in rest for one in few)


def _known_forms(part: ValuePart, several: ListValue) -> frozenset[str]:
    """The forms of a list's items and of the words that stand for them."""
    names = [*part.rivals, *map(str, several.items)]
    shades = (shade.text for item in several.items for shade in shades_of(item, names))
    forms = (form for forms in part.items for form in forms)
    return frozenset(map(name_form, (*map(str, several.items), *forms, *shades)))


def _listed_keys(part: ValuePart, several: ListValue, claims: Claims) -> tuple[list[_Key], list[_Key | None]]:
    """The keys of a list's items, and those of the items that an answer lists; None for another item."""
    keys = [key_of(item) for item in several.items]
    known = {key_of(parse(form)): keys[at] for at, forms in enumerate(part.items) for form in forms}
    names = [*part.rivals, *map(str, several.items)]
    known |= {
        key_of(shade): key for item, key in zip(several.items, keys, strict=True) for shade in shades_of(item, names)
    }
    known |= {key: key for key in keys}
    return keys, [
        known.get(key_of(parse(item))) for item in list_items(claims, lambda text: key_of(parse(text)) in known)
    ]


def _scattered(
    part: ValuePart, several: ListValue, wanted: list[int], mentions: Sequence[_Mention], text: str
) -> Iterator[Place]:
    """The clauses that have all items in other words, and none that another thing is known to have."""
    rivals = {name_form(rival): rival for rival in part.rivals} if part.rivals else {}
    if not rivals:
        return
    for start, end in segments(text, CONTRAST):
        inside = [one for one in mentions if start <= one[0] < end]
        order = [at for _, _, at in inside]
        if set(order) != set(wanted) or (several.ordered and order[: len(wanted)] != wanted):
            continue
        words = {word for word, _, _ in find_words(text[start:end])}
        others = (rival for form, rival in rivals.items() if form and form.split()[0] in words)
        own = [place[:2] for place in inside]
        places = [place for rival in others for place in item_places(NameValue(rival), text[start:end])]
        known = _known_forms(part, several)
        rows = (item.text for place in own for item in row_items(text, place) if item.is_joined)
        if all(any(low <= a + start and b + start <= high for low, high in own) for a, b in places) and all(
            name_form(item) in known for item in rows
        ):
            yield inside[0][0], inside[-1][1]
