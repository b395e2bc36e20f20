"""Who comes first in a table, and what a passage says about them. (multi-hop, text+table)

    When was the player who scored the most goals in the 2008 Korea National League born?
    Where was the rider who scored the most points in the points classification of the 1982 Tour de France born?
    When was the team that had the highest average attendance in the 2018 National Football League season founded?

Gates: a measure with a wording for the most, whose table has a natural scope; every row of the table is known and one
comes first alone; the table's header says what its rows are; the leader has a passage with the fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import numpy as np

from benchwright.derivation.execution import Amount, ExecutionError, execute, value_of
from benchwright.derivation.operations import Extreme, Follow
from benchwright.derive.ask import value_shown
from benchwright.derive.compose import digest, pick
from benchwright.derive.family import Draft, RefusedError, Seed, World
from benchwright.derive.roles import in_their_time
from benchwright.derive.rows import by_table, kind_of, scope_of
from benchwright.records import Fact, Hop, Modalities

_ASKED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "birth_date": ("When was {s} born?", "On what date was {s} born?"),
        "birth_place": ("Where was {s} born?",),
        "death_date": ("When did {s} die?",),
        "founded": ("When was {s} founded?",),
    }
)
_UNSAID: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("assists", "person"): "player",
        ("attendance", "team"): "team",
        ("goals", "person"): "player",
        ("points", "person"): "competitor",
        ("votes", "person"): "candidate",
    }
)
"""What rows are called whose key column is headed by "Name"."""
_PEOPLE = frozenset(("birth_date", "birth_place", "death_date"))
_UPWARDS = frozenset(("total_attendance", "attendance", "goals", "assists", "votes", "wins", "points"))
_NOT_BY_MOST = ("Cross Country",)
_FEWEST_ROWS, _MOST_ROWS = 4, 20
"""A published table of twenty rows or more may be the beginning of a longer one: its leader may not be the leader."""


class LeaderHop:
    """See the module."""

    name = "leader_hop"
    style = "multi-hop"
    version = 1

    def covers(self, wants: Modalities) -> bool:
        return wants == Modalities(text=1, table=1)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        about: dict[str, list[Fact]] = {}
        for relation in _ASKED:
            for fact in world.facts.of_relation(relation):
                if fact.span.read == "text":
                    about.setdefault(fact.entity, []).append(fact)
        for relation in sorted(_UPWARDS):
            if relation not in world.lexicon:
                continue
            for source, facts in by_table(world, relation).items():
                table = world.source(source).table
                title = world.source(source).title
                if table is None or len(facts) != len(table.rows) or not _FEWEST_ROWS <= len(facts) < _MOST_ROWS:
                    continue
                if not facts[0].qualifier("scope") or any(word in title for word in _NOT_BY_MOST):
                    continue
                leader = max(facts, key=_number)
                known = sorted(about.get(leader.entity, ()), key=lambda fact: digest(leader.id, fact.id))
                for fact in known[:2]:
                    ids = (*(one.id for one in facts), fact.id)
                    yield Seed(ids, f"{relation} {fact.relation}", world.document(leader))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> Draft:
        *rows, second = (world.fact(fact) for fact in seed.facts)
        relation = world.lexicon[rows[0].relation]
        program = Extreme(tuple(fact.id for fact in rows), True)
        try:
            leader = execute(program, world.fact)
        except ExecutionError as error:
            raise RefusedError("tie", str(error)) from error
        first = max(rows, key=_number)
        if second.relation == "birth_date":
            in_their_time(world, first, second)
        kind = kind_of(first) or _UNSAID.get((first.relation, first.subject_type), "")
        if not kind or (second.relation in _PEOPLE) != (first.subject_type == "person"):
            raise RefusedError("kind", "the table does not say what its rows are")
        scope = scope_of(first, relation)
        who = "who" if first.subject_type == "person" else "that"
        described = f"the {kind} {who} {relation.most} in {scope}"
        return Draft(
            question=pick(rng, _ASKED[second.relation]).format(s=described),
            answer=value_shown(second),
            program=Follow(program, second.id),
            entity=second.entity,
            hops=(
                Hop(f"Which {kind} {relation.most} in {scope}?", str(leader), (first.source,)),
                Hop(_ASKED[second.relation][0].format(s=second.subject), value_shown(second), (second.source,)),
            ),
            bridges=(first.subject, second.subject),
        )


def _number(fact: Fact) -> float:
    value = value_of(fact)
    return float(value.number) if isinstance(value, Amount) else float("-inf")
