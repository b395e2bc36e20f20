"""Describe who or what a row names in a role: "the head coach of Daejeon Citizen in the 2008 K League".

What the families share that go from a table's row to the passage of somebody named there. The description stands for
the name, which the asker has to find out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.family import SeedRefusedError, World
from benchwright.makers.composed.row_questions import gate, is_art, name_row, scope_of
from benchwright.records import Fact

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "roles")
_DESCRIBED = _VOCABULARY.texts("described")
PERSONAL = _VOCABULARY.row("personal")
"""Roles that a person has."""


_LEADING = _VOCABULARY.words("leading")
_YOUNG, _GROWN, _OLD = 13, 25, 85


def describe_role(world: World, fact: Fact) -> str:
    """The holder of the role, by the row's subject and the table's scope. Raises SeedRefusedError where it reads
    badly."""
    gate(world, fact)
    relation = world.lexicon[fact.relation]
    scope = scope_of(fact, relation)
    template = _DESCRIBED.get(fact.relation, f"the {relation.noun} of {{s}}")
    if fact.relation == "artist" and is_art(world, fact):
        template = "the artist who made {s}"
    if fact.relation == "author" and fact.qualifier("kind") == "film":
        template = "the writer of {s}"
    return template.format(s=name_row(world, fact)) + (f" in {scope}" if scope else "")


def holders(world: World, roles: tuple[str, ...]) -> Iterator[Fact]:
    """Cells that name the holder of such a role, with the holder's key known, in a stable order."""
    for role in roles:
        for fact in world.facts.of_relation(role):
            named = fact.span.read == "cell" and fact.target and fact.target != fact.entity
            if named and (not world.lexicon[role].scoped or fact.qualifier("scope")):
                yield fact


def in_their_time(world: World, cell: Fact, birth: Fact) -> None:
    """Raises SeedRefusedError when who was born then can't have had the role in the year of the table: such a cell is
    linked to a namesake."""
    year = re.search(r"\b(?:18|19|20)\d\d\b", cell.qualifier("scope") or world.source(cell.source).title)
    born = re.search(r"\b(?:17|18|19|20)\d\d\b", birth.value)
    if year is None or born is None:
        return
    youngest = _GROWN if cell.relation in _LEADING else _YOUNG
    if not youngest <= int(year[0]) - int(born[0]) <= _OLD:
        raise SeedRefusedError("namesake", f"{birth.subject} was born in {born[0]}")
