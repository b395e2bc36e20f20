"""Find a second value that a passage gives in place of an amount or a date that it states.

    It was built in 1152 (or 1157).                    the other value stands right behind it
    It was built in 1152. According to Leland, it was built in 1157.     it is said of the same thing in the same words
    It was built in 1152. Some sources give 1157.      a sentence says that sources differ, and gives it

Facts are read sentence by sentence, so that a fact alone does not show it. Names are not looked at.
"""

from __future__ import annotations

import re
from itertools import takewhile

from benchwright.english.sentences import sentences
from benchwright.english.vocabulary import Vocabulary
from benchwright.programs.execution import stated_value
from benchwright.records import Fact, Source
from benchwright.values import Date, Quantity, TypedValue, same, unit_named
from benchwright.values.names import words_of
from benchwright.values.occurrences import Mention, find_values

_VOCABULARY = Vocabulary.of("benchwright.checks", "disputed")
_DIFFER = re.compile(rf"\b(?:{_VOCABULARY.pattern('differ')})\b", re.IGNORECASE)
_PRONOUNS = _VOCABULARY.words("pronouns")
_OR = re.compile(r"\s*(?:\(\s*(?:or\s+)?|/\s*|,?\s+or\s+)(?:in\s+|perhaps\s+|possibly\s+)?")
_SAME_WORDS = 3
"""Before both values: "was built in"."""
_NEAR = 2
"""Sentences behind that of a value which may say that sources differ."""


def disputing_value(fact: Fact, source: Source) -> str:
    """The value that the fact's own passage gives in its place, or the words by which its own sentence says that
    sources differ, as they are written there; "" for neither."""
    value, start, end = stated_value(fact), fact.span.start, fact.span.end
    if fact.span.cells or start is None or end is None or not isinstance(value, Quantity | Date):
        return ""
    mentions = find_values(source.text)
    own = next((one for one in mentions if one[0] < end and start < one[1]), (start, end, value))
    others = [one for one in mentions if one[0] >= own[1] and _is_other(own[2], one[2])]
    spans = list(sentences(source.text))
    at = next((at for at, span in enumerate(spans) if span[0] <= start < span[1]), None)
    if at is None:
        return ""
    if doubt := _DIFFER.search(source.text, *spans[at]):
        return doubt[0]
    for other in others:
        where = next((i for i, span in enumerate(spans) if span[0] <= other[0] < span[1]), at)
        behind = where == at and _OR.fullmatch(source.text, own[1], other[0]) and _unit(own[2]) == _unit(other[2])
        near = spans[at + 1 : where + 1] if where - at <= _NEAR else []
        differ = any(_DIFFER.search(source.text, *span) for span in near)
        if (
            behind
            or differ
            or (where != at and _is_said_again(fact, source.text, (own, spans[at]), (other, spans[where])))
        ):
            return source.text[other[0] : other[1]]
    return ""


def _unit(value: TypedValue) -> str:
    return value.unit if isinstance(value, Quantity) else ""


def _is_other(value: TypedValue, other: TypedValue) -> bool:
    """Whether a value is of the kind of another one and differs from it."""
    if type(value) is not type(other) or same(value, other).verdict != "no":
        return False
    if not isinstance(value, Quantity) or not isinstance(other, Quantity):
        return True
    one, two = unit_named(value.unit), unit_named(other.unit)
    return value.unit == other.unit if one is None or two is None else one.dimension == two.dimension


def _is_said_again(
    fact: Fact, text: str, own: tuple[Mention, tuple[int, int]], other: tuple[Mention, tuple[int, int]]
) -> bool:
    """Whether another sentence says another value of the same thing, in the same words and for the same dates."""
    (mention, sentence), (rival, elsewhere) = own, other
    before = words_of(text[sentence[0] : mention[0]])[::-1]
    again = words_of(text[elsewhere[0] : rival[0]])[::-1]
    shared = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, again, strict=False))))
    names = {*_PRONOUNS, *words_of(fact.subject)[-1:]}
    if shared < _SAME_WORDS or not (names & set(again[shared - 1 : shared + 1])):
        return False
    return _dates(text, sentence, mention) == _dates(text, elsewhere, rival)


def _dates(text: str, sentence: tuple[int, int], mention: Mention) -> set[str]:
    """The other dates of a sentence."""
    return {
        str(value)
        for start, end, value in find_values(text)
        if sentence[0] <= start and end <= sentence[1] and start != mention[0] and isinstance(value, Date)
    }
