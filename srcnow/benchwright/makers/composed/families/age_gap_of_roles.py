"""Ask: How many years older is one person than another who held the same role? (numerical, a table and two passages).

    How many years older was the trainer of the racehorse War Pass than the trainer of the racehorse Uncle Mo?  19 years
    How many years older was the music director of the film Mirch than the music director of the film Aegan?     9 years
    By how many years was the author of The Patient Stone older than the author of A Tombstone on a Grave?       7 years

Gates: Two rows of one table name two people in the same role. A separate passage gives each person's full date of
birth. All common ways of counting give the same number of years, at most 60.
"""

from __future__ import annotations

import re

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import pick, show, spread_pairs
from benchwright.makers.composed.roles import PERSONAL, describe_role, holders, in_their_time
from benchwright.makers.composed.row_questions import name_row, scope_of
from benchwright.makers.composed.whole_years import day_of, in_years, years_apart
from benchwright.programs.operations import Follow, LookUp, YearsBetween
from benchwright.records import Fact, Hop, Modalities

_EACH = 3
_LONGEST = 60
_SCOPED = (
    "In {scope}, how many years older was {a} than {b}?",
    "How many years older was {a} than {b} in {scope}?",
    "In {scope}, by how many years was {a} older than {b}?",
)
_PLAIN = (
    "How many years older was {a} than {b}?",
    "By how many years was {a} older than {b}?",
    "What was the age difference in years between {a} and {b}?",
)


class AgeGapOfRoles(Family):
    """See the module."""

    name = "age_gap_of_roles"
    style = "numerical"
    combinations = (Modalities(text=2, table=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        births: dict[str, Fact] = {}
        for birth in world.in_text("birth_date", "date"):
            births.setdefault(birth.entity, birth)
        people = (fact for fact in holders(world, PERSONAL) if fact.target in births)
        for roles in grouped(people, lambda fact: (fact.relation, fact.source)).values():
            for one, two in spread_pairs(roles, _EACH):
                first, second = births[one.target], births[two.target]
                if len({one.target, two.target, one.entity, two.entity}) == 4 and first.source != second.source:
                    yield Seed((one.id, two.id, first.id, second.id), one.relation, world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        one, two, first, second = (world.fact(fact) for fact in seed.facts)
        in_their_time(world, one, first)
        in_their_time(world, two, second)
        if day_of(first) > day_of(second):
            one, two = two, one
        first, second, years = years_apart(first, second, _LONGEST)
        relation = world.lexicon[one.relation]
        scope = scope_of(one, relation)
        where = f" in {scope}" if scope else ""
        older, younger = describe_role(world, one).removesuffix(where), describe_role(world, two).removesuffix(where)
        if name_row(world, one) in younger or name_row(world, two) in older:
            raise SeedRefusedError("names", "two names that are easily mixed up")
        if pick(rng, (True, False)):
            younger = re.sub(r"^the (?:head coach|manager|captain|director|author) of ", "that of ", younger)
        question = pick(rng, _SCOPED if scope else _PLAIN).format(a=older, b=younger, scope=scope)
        return ComposedDraft(
            question=question,
            answer=in_years(years),
            aliases=(str(years),),
            program=YearsBetween(Follow(LookUp(one.id), first.id), Follow(LookUp(two.id), second.id)),
            entity=first.entity,
            hops=tuple(
                hop
                for role, birth, who in ((one, first, older), (two, second, younger))
                for hop in (
                    Hop(f"Who was {who}{where}?", show(role), (role.source,)),
                    Hop(f"When was {birth.subject} born?", show(birth), (birth.source,)),
                )
            ),
            bridges=(first.subject, second.subject),
        )
