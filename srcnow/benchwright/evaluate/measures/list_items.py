"""Read the items of a list that an answer gives, in whatever form: marked lines, lines, rows with commas, sentences.

An item may have an aside behind a dash, colon or bracket, or stand behind one ("Berlin – Germany", "Austria: Vienna",
"Athens (Greece)"): whichever of these is a right item is what it says. Lines that lead to a list or close it are no
items.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile

from benchwright.english.sentences import sentences
from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.measures.claims import Claims
from benchwright.evaluate.measures.value_places import BESIDE
from benchwright.values.names import words_of
from benchwright.values.nations import COUNTRIES

IsRight = Callable[[str], bool]

_VERB = re.compile(rf"\b(?:{Vocabulary.of('benchwright.evaluate.measures', 'claims').pattern('auxiliaries')})\b", re.I)
_VOCABULARY = Vocabulary.of("benchwright.evaluate.measures", "list_items")
_FRAME = frozenset(map(stem, _VOCABULARY.words("frame")))
_DETAILS = BESIDE | _VOCABULARY.words("details")
_PARTS = re.compile(r"\s*[;…\n]\s*")
_ASIDE = re.compile(r"\s*\(([^()]*)\)")
_DASH = re.compile(r"\s+[–—-]+\s+|\s*—\s*|:\s+|\s+(?:is|are)\s+|,\s+")
_HEAD_ENDS = re.compile(r"\s+[–—-]+\s+|\s*—\s*|:\s+|\s+(?:is|are)\s+|\s*\(")
"""Behind what a line says first, before it says more of it."""
_JOIN = re.compile(r"(\s*,\s*(?!\d)(?:and\b|&)?\s*|\s+(?:and|&)\s+)")
_QUOTED = "\"'“”‘’«» \t"
_ENDS = re.compile(r"[.!?]+$")
_MOST_WORDS = 6
"""Of a line that is an item though nothing marks it."""
_MOST_BORDERS = 8
_LONGEST_NAME = 12
"""Words of a right item that is looked for inside a sentence."""
_MOST_JOINS = 3
"""Commas and "and" in one name."""


def item_forms(item: str) -> Iterator[str]:
    """What an item of a list may say: as it is, without asides, what stands before or behind a dash or colon, and what
    stands in brackets."""
    seen = dict.fromkeys([item, item.strip(_QUOTED), _ENDS.sub("", item).strip(_QUOTED)])
    bare = _ENDS.sub("", _ASIDE.sub("", item)).strip(_QUOTED)
    borders = [(border.start(), border.end()) for border in _DASH.finditer(bare)][:_MOST_BORDERS]
    seen |= dict.fromkeys(text.strip(_QUOTED) for text in (bare, *(bare[:start] for start, _ in borders[::-1])))
    seen |= dict.fromkeys(bare[end:].strip(_QUOTED) for _, end in borders)
    seen |= dict.fromkeys(part.strip(_QUOTED) for part in _DASH.split(bare, _MOST_BORDERS))
    seen |= dict.fromkeys(aside[1].strip(_QUOTED) for aside in _ASIDE.finditer(item))
    yield from filter(None, seen)


def right_form(item: str, is_right: IsRight) -> str:
    """The form of an item that is right; without one the item without its asides."""
    forms = list(item_forms(item))
    return next(filter(is_right, forms), _ENDS.sub("", _ASIDE.sub("", item)).strip(_QUOTED) or item)


def list_items(claims: Claims, is_right: IsRight) -> tuple[str, ...]:
    """The items of an answer in one text: its marked lines if it has two of them, else its lines, else what stands
    between commas and "and" in its sentences."""
    marked = [claims.text[start:end] for start, end in claims.items]
    if len(marked) > 1:
        return tuple(item for line in marked for item in _line_items(line, is_right))
    parts = [part for part in _PARTS.split(claims.text) if part.strip(" .,")]
    return tuple(item for part in parts for item in _plain_items(part, is_right, alone=len(parts) == 1))


def _line_items(line: str, is_right: IsRight) -> list[str]:
    """The items of a marked line: what it says first, all of a row ("South: Chile and Peru"), or one with asides."""
    head = _HEAD_ENDS.split(line, maxsplit=1)[0].strip(_QUOTED)
    form = line if is_right(line) else head if is_right(head) else right_form(line, is_right)
    if form in (line, head):
        return [form]
    row = _row(line, is_right)
    return row if sum(map(is_right, row)) > int(is_right(form)) else [form]


def _plain_items(part: str, is_right: IsRight, *, alone: bool) -> Iterator[str]:
    """The items of a line without a marker: its own words, or those of its sentences."""
    if is_right(part):
        yield part
        return
    spans = list(sentences(part))
    for start, end in spans:
        sentence = part[start:end]
        form = right_form(sentence, is_right)
        row = _row(sentence, is_right)
        right = sum(map(is_right, row))
        if is_right(form) and right < 2:
            yield form
        elif right:
            yield from row
        elif _is_item(sentence, row) or (alone and len(spans) == 1):
            yield from (name for name in row if name)


def _is_item(sentence: str, row: Sequence[str]) -> bool:
    """Whether words without a right item are wrong ones, and not a frame such as "I hope this helps!"."""
    if sentence.endswith(("!", "?", ":")) or ": " in sentence:
        return False
    return (
        not _VERB.search(sentence)
        and all(len(name.split()) <= _MOST_WORDS for name in row)
        and (len(row) > 1 or not sentence.endswith("."))
    )


def _row(sentence: str, is_right: IsRight) -> list[str]:
    """The items of a row, without asides, the words before its first item and behind its last one."""
    plain = _ENDS.sub("", _ASIDE.sub("", sentence)) if not is_right(sentence) else sentence
    lead, colon, rest = plain.partition(": ")
    if colon and not any(is_right(name) for name in (lead, *_joined_names(lead, is_right))):
        plain = rest
    names = [name for name in _joined_names(plain, is_right) if name.strip()]
    names = [name if is_right(name) else right_form(name, is_right) for name in names]
    items = [name if is_right(name) else _inner(name, is_right) for name in names]
    right = [at for at, name in enumerate(items) if is_right(name)]
    if not right:
        return items
    leads = [name for name in items[: right[0]] if not _is_frame(name)]
    return [*leads, *items[right[0] : right[-1] + 1], *takewhile(_is_name, items[right[-1] + 1 :])]


def _is_frame(name: str) -> bool:
    """Whether words before the first item only say where the items are from: "According to the documents"."""
    return all(word in BESIDE or word.isdigit() or stem(word) in _FRAME for word in words_of(name))


def _is_name(name: str) -> bool:
    """Whether words behind the last right item are another one, and say nothing of them: "all in South America"."""
    return name.split()[0] not in _DETAILS


def _joined_names(text: str, is_right: IsRight) -> Iterator[str]:
    """The names between commas and "and". One that has a comma or "and" in it is whole if it is right, or a country:
    "Nigeria, We Hail Thee"; and so are the words that begin or end with it."""
    parts = _JOIN.split(text)
    at = 0
    while at < len(parts):
        ends = range(min(at + 2 * _MOST_JOINS + 1, len(parts)), at + 1, -2)
        end = next(
            (end for end in ends if _is_whole("".join(parts[at:end]), parts[at], parts[end - 1], is_right)), at + 1
        )
        yield "".join(parts[at:end])
        at = end + 1


def _is_whole(text: str, first: str, last: str, is_right: IsRight) -> bool:
    """Whether a text with commas or "and" is one name, but for words in its `first` or `last` part."""
    if is_right(text) or is_right(text.strip(_QUOTED)) or text.replace("&", "and") in COUNTRIES:
        return True
    before = (text[space.end() :] for space in re.finditer(r"\s+", first))
    behind = (text[: len(text) - len(last) + space.start()] for space in re.finditer(r"\s+", last))
    return any(is_right(name) for names in (before, behind) for name in islice(names, _LONGEST_NAME))


def _inner(name: str, is_right: IsRight) -> str:
    """The right item that a name begins or ends with: "Argentina borders Bolivia", "Peru border it"."""
    words = name.split()
    longest = min(len(words) - 1, _LONGEST_NAME)
    ends = (" ".join(words[-length:]) for length in range(longest, 0, -1))
    starts = (" ".join(words[:length]) for length in range(longest, 0, -1))
    return next((one for each in (ends, starts) for one in each if is_right(one)), name)
