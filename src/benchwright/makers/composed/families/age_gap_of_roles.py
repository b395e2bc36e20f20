"""Ask: How many years older is the holder of a role than another? (numerical, a table and two passages).

    How many years older was the trainer of the racehorse War Pass than the trainer of the racehorse Uncle Mo?  19 years
    How many years older was the music director of the film Mirch than the music director of the film Aegan?     9 years
    By how many years was the author of The Patient Stone older than the author of A Tombstone on a Grave?       7 years

Gates: two rows of one table name two people in one role; a passage tells each one's full date of birth; everybody
counts the years between alike; at most sixty years.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from benchwright.makers.composed.family import ComposedDraft, Family, Seed, SeedRefusedError, World
from benchwright.makers.composed.grammar import pick, shown, spread_pairs
from benchwright.makers.composed.roles import PERSONAL, described, holders, in_their_time
from benchwright.makers.composed.row_questions import called, scope_of
from benchwright.makers.composed.whole_years import counted_alike
from benchwright.programs.execution import Moment, value_of
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

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        births: dict[str, Fact] = {}
        for birth in world.facts.of_relation("birth_date"):
            if birth.value_type == "date" and birth.span.read == "text":
                births.setdefault(birth.entity, birth)
        groups: dict[tuple[str, str], list[Fact]] = {}
        for fact in holders(world, PERSONAL):
            if fact.target in births:
                groups.setdefault((fact.relation, fact.source), []).append(fact)
        for key in sorted(groups):
            for one, two in spread_pairs(groups[key], _EACH):
                first, second = births[one.target], births[two.target]
                if len({one.target, two.target, one.entity, two.entity}) == 4 and first.source != second.source:
                    yield Seed((one.id, two.id, first.id, second.id), one.relation, world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> ComposedDraft:
        one, two, first, second = (world.fact(fact) for fact in seed.facts)
        in_their_time(world, one, first)
        in_their_time(world, two, second)
        left, right = value_of(first), value_of(second)
        if not isinstance(left, Moment) or not isinstance(right, Moment) or left == right:
            raise SeedRefusedError("equal")
        if left.date.precision != "day" or right.date.precision != "day":
            raise SeedRefusedError("dates")
        if left.date > right.date:
            one, two, first, second, left, right = two, one, second, first, right, left
        years = counted_alike(left.date, right.date)
        if years > _LONGEST:
            raise SeedRefusedError("far-apart")
        relation = world.lexicon[one.relation]
        scope = scope_of(one, relation)
        where = f" in {scope}" if scope else ""
        older, younger = described(world, one).removesuffix(where), described(world, two).removesuffix(where)
        if called(world, one) in younger or called(world, two) in older:
            raise SeedRefusedError("names", "two names that are easily mixed up")
        if pick(rng, (True, False)):
            younger = re.sub(r"^the (?:head coach|manager|captain|director|author) of ", "that of ", younger)
        question = pick(rng, _SCOPED if scope else _PLAIN).format(a=older, b=younger, scope=scope)
        return ComposedDraft(
            question=question,
            answer=f"{years} {'year' if years == 1 else 'years'}",
            aliases=(str(years),),
            program=YearsBetween(Follow(LookUp(one.id), first.id), Follow(LookUp(two.id), second.id)),
            entity=first.entity,
            hops=tuple(
                hop
                for role, birth, who in ((one, first, older), (two, second, younger))
                for hop in (
                    Hop(f"Who was {who}{where}?", shown(role), (role.source,)),
                    Hop(f"When was {birth.subject} born?", shown(birth), (birth.source,)),
                )
            ),
            bridges=(first.subject, second.subject),
        )
