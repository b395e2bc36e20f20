"""How what the pixels of a flag show is asked for and stated, and the other ways to say the answer.

Knows wording only. Names of colours are few, and some have a second everyday name: a person who says "gold" where the
answer says "yellow" is right too, and a list of colours is right in any order unless the order is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from types import MappingProxyType

from benchwright.english.articles import article
from benchwright.english.joining import join_and
from benchwright.records import Fact

_MOST_ORDERS = 6
_PLACES = ("top", "middle", "bottom", "left", "right")
_ALSO: Mapping[str, str] = MappingProxyType({"yellow": "gold", "light blue": "blue"})


@dataclass(frozen=True, slots=True)
class Wording:
    """A question, the second half of a compound one about the same subject, a sentence that states the value, and a
    phrase that describes a country by the value ("" if there is none)."""

    ask: tuple[str, ...]
    clause: str
    statement: str
    described: str = ""


def _stripe(place: str) -> Wording:
    where = {"middle": "in the middle", "left": "on the left", "right": "on the right"}.get(place, f"at the {place}")
    return Wording(
        (
            f"What colour is the {place} stripe on the flag of {{s}}?",
            f"What is the colour of the {place} stripe on the flag of {{s}}?",
        ),
        f"what colour is the {place} stripe on {{itself}}'s flag",
        f"The {place} stripe on the flag of {{s}} is {{v}}.",
        f"whose flag has {{a}} {{v}} stripe {where}",
    )


WORDINGS: Mapping[str, Wording] = MappingProxyType(
    {
        "flag_colours": Wording(
            (
                "Which colours are on the flag of {s}?",
                "What are the colours of the flag of {s}?",
                "Which colours make up the flag of {s}?",
                "What colours does the flag of {s} have?",
            ),
            "which colours are on {itself}'s flag",
            "The colours on the flag of {s} are {v}.",
            "whose flag is {v}",
        ),
        "flag_colour_count": Wording(
            (
                "How many colours are on the flag of {s}?",
                "How many different colours are there on the flag of {s}?",
                "How many colours does the flag of {s} have?",
            ),
            "how many colours are on {itself}'s flag",
            "The flag of {s} has {v}.",
        ),
        "flag_main_colour": Wording(
            (
                "What is the main colour of the flag of {s}?",
                "Which colour takes up the largest part of the flag of {s}?",
                "Which colour covers the largest area on the flag of {s}?",
            ),
            "what is the main colour of {itself}'s flag",
            "The main colour of the flag of {s} is {v}.",
            "whose flag is mainly {v}",
        ),
        "flag_stripe_colours": Wording(
            (
                "What are the colours of the stripes on the flag of {s}?",
                "What colours are the stripes on the flag of {s}?",
            ),
            "what are the colours of the stripes on {itself}'s flag",
            "The stripes on the flag of {s} are {v}.",
        ),
        "flag_stripe_count": Wording(
            ("How many stripes are on the flag of {s}?", "How many stripes does the flag of {s} have?"),
            "how many stripes are on {itself}'s flag",
            "The flag of {s} has {v}.",
        ),
        **{f"flag_{place}_stripe": _stripe(place) for place in _PLACES},
    }
)


def described(fact: Fact) -> str:
    """A phrase that a country fits by its flag, to be put after "the country"."""
    return WORDINGS[fact.relation].described.format(a=article(fact.value), v=fact.value)


def tells_apart(fact: Fact, others: Iterable[Sequence[Fact]]) -> bool:
    """Would it matter for the answer which of several countries' flags one looks at? `others` holds, for each other
    country, its facts of the same relation. Flags without such a stripe give themselves away, so that all must be known
    to have one; for the rest it is enough that no other is known to give the same answer."""
    position = fact.relation.removeprefix("flag_").split("_")[0] in _PLACES or fact.relation.startswith("flag_stripe")
    return all(
        (bool(facts) or not position) and all(set(_words(one)) != set(_words(fact)) for one in facts)
        for facts in others
    )


def clashes(one: Fact, two: Fact) -> bool:
    """Could somebody take the description by one fact for that by the other: "blue" and "light blue", or a list of
    colours that holds the other?"""
    first, second = set(_words(one)), set(_words(two))
    return first <= second or second <= first


def _words(fact: Fact) -> list[str]:
    return fact.value.replace(",", "").split()


def colours_shown(value: str) -> str:
    """A list of colours as a sentence goes on: "green, white and red, from left to right"."""
    return value.replace(" (", ", ").replace(")", "")


def colours_in(value: str) -> tuple[str, ...]:
    """The colours of a list, in its order: "red, white and red (from top to bottom)" gives red, white, red."""
    plain = value.split(" (")[0]
    return tuple(part for piece in plain.split(", ") for part in piece.split(" and ") if part)


def aliases(fact: Fact) -> tuple[str, ...]:
    """Other right answers to a question for the colours or the number that a fact gives."""
    if fact.value_type == "count":
        return tuple(word for digit, word in _WORDS.items() if digit == fact.value)
    colours = colours_in(fact.value)
    also = tuple(_ALSO.get(colour, colour) for colour in colours)
    found = [join_and(also)] if also != colours and len(set(also)) == len(set(colours)) else []
    if fact.relation == "flag_stripe_colours":
        found.append(join_and(colours))
    elif 1 < len(colours) <= 3:
        found += [join_and(order) for order in islice(permutations(colours), 1, _MOST_ORDERS)]
    return tuple(dict.fromkeys(found))


_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "1": "one",
        "2": "two",
        "3": "three",
        "4": "four",
        "5": "five",
        "6": "six",
        "7": "seven",
        "8": "eight",
        "9": "nine",
    }
)
