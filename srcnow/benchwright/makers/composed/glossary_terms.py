"""Decide whether a glossary term can be asked for by its definition."""

from __future__ import annotations

import re

from benchwright.facts.open.terms import gives_away
from benchwright.makers.composed.definitions import DefinitionPhrase, describe, telling
from benchwright.makers.composed.family import SeedRefusedError, World
from benchwright.records import Fact

_ADJECTIVE = re.compile(
    r"(?:^|\s)(?!antibiotic|plastic|logic|fabric|arithmetic|mechanic|topic|animal|mammal|petal|sepal|signal|crystal|metal|"
    r"mineral|capital|interval|renewal|removal|survival|canal|journal|adjective)\w+(?:ous|ic|ed|ive|less|able|al)$"
)
_PLURALS = ("s", "a", "i", "ae", "people")


def described_term(world: World, fact: Fact) -> DefinitionPhrase:
    """The definition as a phrase that fits no other term and does not give its own away. Raises SeedRefusedError."""
    described = describe(fact.value)
    if _ADJECTIVE.search(fact.subject):
        raise SeedRefusedError("adjective", f"{fact.subject} names no thing")
    if described.plural and not fact.subject.endswith(_PLURALS):
        raise SeedRefusedError("number", f"{fact.subject} is one, its definition many")
    if any(gives_away(fact.value, name) for name in names_of(fact)):
        raise SeedRefusedError("gives-away")
    mine = telling(fact.value)
    for other in world.definitions:
        if other.entity != fact.entity and len(mine - telling(other.value)) <= 1:
            raise SeedRefusedError("fits-two", f"{other.subject} is that too")
    return described


def names_of(fact: Fact) -> tuple[str, ...]:
    """The term and its other names."""
    return (fact.subject, *(value for key, value in fact.qualifiers if key == "alias"))
