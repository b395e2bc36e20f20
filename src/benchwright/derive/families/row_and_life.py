"""Two questions about one person, team or place: one for a row of a table, one for a passage. (compound, text+table)

    Which college did Calvin Magee attend, and when was he born?                 the row's subject has a passage
    Who was the head coach of Jeju United in the 2008 K League, and when was he born?     the row names somebody
    What is the capacity of Hanson Field, and when was it opened?

Gates: those of `rows` for the cell; the passage is about the row's subject, or about the person that the cell names,
and says "he" or "she"; the two facts are of different relations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import numpy as np

from benchwright.derivation.operations import Both, Expression, Follow, LookUp
from benchwright.derive.ask import value_shown
from benchwright.derive.compose import digest, upper_first
from benchwright.derive.family import Draft, RefusedError, Seed, World
from benchwright.derive.roles import PERSONAL, holders, in_their_time, pronoun_of
from benchwright.derive.rows import asked, called, cells_of, gate, told
from benchwright.derive.told import second_half
from benchwright.records import Fact, Modalities

_ABOUT_PEOPLE = (
    "assists",
    "college",
    "constructor",
    "games_played",
    "goals",
    "height",
    "points",
    "political_party",
    "represents",
    "team",
    "votes",
    "wins",
)
_ABOUT_THINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "area": ("population", "elevation"),
        "capacity": ("built", "opened"),
        "captain": ("founded",),
        "elevation": ("population",),
        "floors": ("built",),
        "head_coach": ("founded",),
        "height": ("built",),
        "kit_maker": ("founded",),
        "listed": ("built",),
        "manager": ("founded",),
        "mascot": ("founded",),
        "population": ("elevation",),
        "stadium": ("founded",),
        "students": ("founded",),
    }
)
_LIVES = ("birth_date", "birth_place", "death_date")
_PER_CELL = 2
_WORDS = frozenset(("club", "team", "franchise", "school", "university", "college", "institute"))


class RowAndLife:
    """See the module."""

    name = "row_and_life"
    style = "compound"
    version = 1

    def covers(self, wants: Modalities) -> bool:
        return wants == Modalities(text=1, table=1)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        passages: dict[str, list[Fact]] = {}
        for relation in sorted({*_LIVES, *(one for listed in _ABOUT_THINGS.values() for one in listed)}):
            for fact in world.facts.of_relation(relation):
                if fact.span.read == "text":
                    passages.setdefault(fact.entity, []).append(fact)
        for cell in cells_of(world, sorted({*_ABOUT_PEOPLE, *_ABOUT_THINGS})):
            person = cell.subject_type == "person"
            if not person or cell.relation in _ABOUT_PEOPLE:
                asked_for = _LIVES if person else _ABOUT_THINGS.get(cell.relation, ())
                yield from self._pairs(world, cell, passages.get(cell.entity, []), asked_for, "subject")
        for cell in holders(world, PERSONAL):
            yield from self._pairs(world, cell, passages.get(cell.target, []), _LIVES, "holder")

    def _pairs(
        self, world: World, cell: Fact, facts: list[Fact], asked_for: tuple[str, ...], note: str
    ) -> Iterator[Seed]:
        if world.lexicon[cell.relation].scoped and not cell.qualifier("scope"):
            return
        known = [fact for fact in facts if fact.relation in asked_for]
        for fact in sorted(known, key=lambda fact: digest(cell.id, fact.id))[:_PER_CELL]:
            yield Seed((cell.id, fact.id), f"{cell.relation} {fact.relation}", world.document(cell), note)

    def _word(self, cell: Fact, subject: str) -> str:
        """What the second half calls the row's subject: "it" for a place, since the first half asks for a number."""
        named = [word for word in subject.casefold().split() if word in _WORDS]
        kind = named[-1] if named else cell.qualifier("kind")
        if kind in _WORDS:
            return f"the {kind}"
        if cell.subject_type == "place":
            return "it"
        raise RefusedError("subject-type", f"no pronoun for {cell.subject}")

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> Draft:
        cell, fact = (world.fact(name) for name in seed.facts)
        gate(world, cell)
        if cell.qualifier("year"):
            raise RefusedError("year", "a figure of one year beside a lasting fact")
        person = fact.relation in _LIVES
        they = pronoun_of(fact) if person else self._word(cell, called(world, cell))
        if fact.relation == "birth_date":
            in_their_time(world, cell, fact)
        clause, statement = second_half(fact, they)
        second: Expression = Follow(LookUp(cell.id), fact.id) if seed.note == "holder" else LookUp(fact.id)
        question = asked(world, cell, rng).removesuffix("?")
        subject = called(world, cell)
        first = told(world, cell, value_shown(cell))
        if seed.note == "subject" and subject in first[len(subject) :]:
            raise RefusedError("subject", "it is not clear what the second half is about")
        return Draft(
            question=upper_first(f"{question}, and {clause}?"),
            answer=f"{upper_first(first)}. {upper_first(statement.format(s=they, v=value_shown(fact)))}.",
            program=Both(LookUp(cell.id), second),
            entity=cell.entity,
        )
