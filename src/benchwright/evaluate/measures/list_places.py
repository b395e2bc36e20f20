"""Find where an answer lists the items of one list: one after the other, in a marked list, or within one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from benchwright.evaluate.answer_parts import ValuePart
from benchwright.evaluate.measures.attribution import CONTRAST, segments
from benchwright.evaluate.measures.claims import Claims
from benchwright.evaluate.measures.list_items import list_items
from benchwright.evaluate.measures.value_places import Place, item_places, row_items, shades_of
from benchwright.values import ListValue, NameValue, TypedValue, key_of, parse
from benchwright.values.names import find_words, name_form

_BETWEEN = re.compile(r"(?:[^\w()…]|\band\b|\bor\b|\bthen\b|\ban?\b|\bthe\b|\([^()]*\))+")
_ITEM_BEFORE = re.compile(r"(?:^|[,:]|\b(?:is|are|and))\s+[^\W\d_]+\s*(?:,|\band\b|\bor\b)\s*$")
_ITEM_BEHIND = re.compile(r"\s*(?:,|\band\b|\bor\b)\s*(?:(?:and|or)\s+)?[^\W\d_]+\s*(?:[.,;()\n]|$)")
"""Another item of the same list."""
_GLOSSED = re.compile(r"(?<!\S)([^\W\d_]+)\s+\($")
"""A word before a bracket that says it again: "gold (yellow)"."""
_NEAR = 60
"""Characters before a value that are looked at."""

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
    forms = dict(zip(several.items, part.items, strict=True)) if part.items else {}
    names = [*part.rivals, *map(str, items)]
    places = sorted(
        {
            (*_with_glossed(place, text, names), at)
            for at, item in enumerate(items)
            for value in dict.fromkeys((item, *map(parse, forms.get(item, ())), *shades_of(item, names)))
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
    """Where the items stand one after the other, and no other item with them."""
    for first in range(len(mentions) - len(wanted) + 1):
        run = mentions[first : first + len(wanted)]
        order = [at for _, _, at in run]
        joined = all(_BETWEEN.fullmatch(text, one[1], two[0]) for one, two in pairwise(run))
        if not joined or (order if several.ordered else sorted(order)) != (
            wanted if several.ordered else sorted(wanted)
        ):
            continue
        start, end = run[0][0], run[-1][1]
        if not (_ITEM_BEFORE.search(text, max(0, start - _NEAR), start) or _ITEM_BEHIND.match(text, end)):
            yield start, end


def _marked(part: ValuePart, several: ListValue, claims: Claims, mentions: Sequence[_Mention]) -> Iterator[Place]:
    """A marked list that has every item and no other one, whatever stands beside them."""
    if len(claims.items) < 2:
        return
    keys = [key_of(item) for item in several.items]
    known = {key_of(parse(form)): keys[at] for at, forms in enumerate(part.items) for form in forms}
    known |= {key: key for key in keys}
    found = [known.get(key_of(parse(item))) for item in list_items(claims, lambda text: key_of(parse(text)) in known)]
    if (found if several.ordered else sorted(found, key=repr)) == (keys if several.ordered else sorted(keys, key=repr)):
        yield claims.items[0][0], claims.items[-1][1]


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
        known = {
            name_form(form) for form in (*map(str, several.items), *(form for forms in part.items for form in forms))
        }
        rows = (item.text for place in own for item in row_items(text, place) if item.is_joined)
        if all(any(low <= a + start and b + start <= high for low, high in own) for a, b in places) and all(
            name_form(item) in known for item in rows
        ):
            yield inside[0][0], inside[-1][1]
