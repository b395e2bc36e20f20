"""Word what the pixels of a flag show, with the other right ways to say it.

Knows wording only. Names of colours are few, and some have a second everyday name: a person who says "gold" where the
answer says "yellow" is right too, and a list of colours is right in any order unless the order is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, permutations
from types import MappingProxyType

from benchwright.demo.flags import LEXICON
from benchwright.english.articles import article
from benchwright.english.joining import join_and
from benchwright.facts.relations import lexicon
from benchwright.files.package_data import read_yaml
from benchwright.makers.composed.grammar import in_words
from benchwright.makers.composed.ranking import words_of_value
from benchwright.records import Fact

_MOST_ORDERS = 6
_ALSO: Mapping[str, str] = MappingProxyType({"yellow": "gold", "light blue": "blue"})

WORDED = tuple(read_yaml(LEXICON))
"""The relations of flags that have a wording."""


def described(fact: Fact) -> str:
    """A phrase that a country fits by its flag, to be put after "the country"."""
    return lexicon()[fact.relation].described.format(a=article(fact.value), v=fact.value)


def clashes(one: Fact, two: Fact) -> bool:
    """Could somebody take the description by one fact for that by the other: "blue" and "light blue", or a list of
    colours that holds the other?"""
    first, second = words_of_value(one), words_of_value(two)
    return first <= second or second <= first


def colours_in(value: str) -> tuple[str, ...]:
    """The colours of a list, in its order: "red, white and red (from top to bottom)" gives red, white, red."""
    plain = value.split(" (")[0]
    return tuple(part for piece in plain.split(", ") for part in piece.split(" and ") if part)


def aliases(fact: Fact) -> tuple[str, ...]:
    """Other right answers to a question for the colours or the number that a fact gives."""
    if fact.value_type == "count":
        return (in_words(int(fact.value)),) if int(fact.value) < 10 else ()
    colours = colours_in(fact.value)
    also = tuple(_ALSO.get(colour, colour) for colour in colours)
    forms = [join_and(also)] if also != colours and len(set(also)) == len(set(colours)) else []
    if fact.relation == "flag_stripe_colours":
        forms.append(join_and(colours))
    elif 1 < len(colours) <= 3:
        forms += [join_and(order) for order in islice(permutations(colours), 1, _MOST_ORDERS)]
    return tuple(dict.fromkeys(forms))
