"""When did a work come out, and when was its maker born? (compound, two passages)

    When was the film Die Hard released, and when was its director, John McTiernan, born?
        Die Hard was released in 1988, and John McTiernan was born on 8 January 1951.
    In what year was the novel Ringworld published, and when was its author, Larry Niven, born?
        Ringworld was published in 1970, and Larry Niven was born on 30 April 1938.

Gates: one maker, whom the work's passage names and who has a passage; the question names both, so that neither half
waits for the other; a maker who is a person, with a full date of birth or death.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import numpy as np

from benchwright.derivation.operations import Both, LookUp
from benchwright.derive.compose import possessive, shown
from benchwright.derive.family import Draft, RefusedError, Seed, World
from benchwright.derive.naming import came_out_once, kind_and_title, work
from benchwright.records import Fact, Modalities

_ROLES: Mapping[str, str] = MappingProxyType({"author": "author", "director": "director", "creator": "creator"})


class WorkAndMaker:
    """See the module."""

    name = "work_and_maker"
    style = "compound"
    version = 1

    def covers(self, wants: Modalities) -> bool:
        return wants == Modalities(text=2)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        dates = {
            fact.source: fact
            for relation in ("published", "release_date")
            for fact in world.facts.of_relation(relation)
            if fact.span.read == "text"
        }
        lives: dict[str, list[Fact]] = {}
        for relation in ("birth_date", "death_date"):
            for fact in world.facts.of_relation(relation):
                if fact.span.read == "text" and fact.value_type == "date":
                    lives.setdefault(fact.entity, []).append(fact)
        for relation in sorted(_ROLES):
            for maker in world.facts.of_relation(relation):
                if maker.span.read != "text" or maker.source not in dates or not maker.target:
                    continue
                for life in lives.get(maker.target, ()):
                    facts = (dates[maker.source].id, life.id, maker.id)
                    yield Seed(facts, f"{relation} {life.relation}", world.document(maker))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> Draft:
        came, life, maker = (world.fact(fact) for fact in seed.facts)
        if came.source == life.source or " and " in maker.value or "," in maker.value:
            raise RefusedError("several")
        came_out_once(world, came)
        kind, title = kind_and_title(world, came)
        verb = "published" if came.relation == "published" or kind in ("novel", "book") else "released"
        when, on = ("When", "on") if came.value_type == "date" else ("In what year", "in")
        role, what, called = _ROLES[maker.relation], work(world, came), maker.value
        if any(word in what.split() or possessive(word) in what.split() for word in called.split()):
            raise RefusedError("named", "the name of the work already tells whose it is")
        born = "born" if life.relation == "birth_date" else "die"
        be = "was" if born == "born" else "did"
        question = f"{when} was {what} {verb}, and when {be} its {role}, {called}, {born}?"
        ends = "was born" if born == "born" else "died"
        return Draft(
            question=question,
            answer=f"{title} was {verb} {on} {shown(came)}, and {called} {ends} on {shown(life)}.",
            program=Both(LookUp(came.id), LookUp(life.id)),
            entity=came.entity,
        )
