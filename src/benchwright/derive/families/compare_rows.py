"""How do two rows of one table compare in two traits? (compare-contrast, one table)

    How do Jeju United and FC Seoul compare in home ground and head coach in the 2008 K League?
    In terms of average and total attendance, how do A and B compare in the 2018 National Football League season?
    How do the films A and B compare in director and release date?

Gates: two traits of a closed list, for both rows; not the same value in both traits; names, dates or numbers that
pass the gates of `rows`; scoped traits are asked with the table's scope.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from types import MappingProxyType

import numpy as np

from benchwright.derivation.operations import Compare, LookUp, Trait
from benchwright.derive.ask import value_shown
from benchwright.derive.compose import digest, pick, spread_pairs, upper_first, with_the
from benchwright.derive.family import Draft, RefusedError, Seed, World
from benchwright.derive.rows import called, cells_of, gate, row_of, scope_of
from benchwright.records import Fact, Modalities
from benchwright.values import normalise, parse_date

_EACH = 2
_PER_TABLE = 24
_TRAITS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "area": ("area", "has an area of {v}"),
        "assists": ("assists", "made {v} assists"),
        "attendance": ("average attendance", "had an average attendance of {v}"),
        "built": ("time of construction", "was built {on} {v}"),
        "captain": ("captain", "was captained by {v}"),
        "capacity": ("capacity", "has a capacity of {v}"),
        "closed": ("closing date", "was closed {on} {v}"),
        "college": ("college", "attended {v}"),
        "developer": ("developer", "was developed by {v}"),
        "director": ("director", "was directed by {v}"),
        "elevation": ("elevation", "has an elevation of {v}"),
        "floors": ("number of floors", "has {v} floors"),
        "founded": ("founding date", "was founded {on} {v}"),
        "games_played": ("games played", "played {v} games"),
        "goals": ("goals", "scored {v} goals"),
        "head_coach": ("head coach", "was coached by {v}"),
        "height": ("height", "is {v} tall"),
        "kit_maker": ("kit manufacturer", "wore kits made by {v}"),
        "listed": ("date of listing", "was listed {on} {v}"),
        "losses": ("losses", "had {v} losses"),
        "manager": ("manager", "was managed by {v}"),
        "mascot": ("nickname", "has the nickname {v}"),
        "nationality": ("nationality", "is from {v}"),
        "opened": ("opening date", "was opened {on} {v}"),
        "points": ("points", "scored {v} points"),
        "population": ("population", "has a population of {v}"),
        "prominence": ("topographic prominence", "has a prominence of {v}"),
        "publisher": ("publisher", "was published by {v}"),
        "represents": ("country represented", "represented {v}"),
        "shirt_sponsor": ("shirt sponsor", "was sponsored by {v}"),
        "stadium": ("home ground", "played at {v}"),
        "students": ("number of students", "has {v} students"),
        "total_attendance": ("total attendance", "had a total attendance of {v}"),
        "wins": ("wins", "had {v} wins"),
    }
)
_QUESTIONS = (
    "How do {a} and {b} compare in {x} and {y}?",
    "How does {a} compare with {b} in terms of {x} and {y}?",
    "In terms of {x} and {y}, how do {a} and {b} compare?",
)
_SCOPED = (
    "In {scope}, how did {a} and {b} compare in {x} and {y}?",
    "How did {a} compare with {b} in terms of {x} and {y} in {scope}?",
)
_PLURALS: Mapping[str, str] = MappingProxyType({"was": "were", "has": "have", "is": "are", "had": "had"})


class CompareRows:
    """See the module."""

    name = "compare_rows"
    style = "compare-contrast"
    version = 1

    def covers(self, wants: Modalities) -> bool:
        return wants == Modalities(table=1)

    def seeds(self, world: World, wants: Modalities) -> Iterator[Seed]:
        tables: dict[str, dict[int, dict[str, Fact]]] = {}
        for fact in cells_of(world, sorted(_TRAITS)):
            if fact.subject_type == "country" and not world.lexicon[fact.relation].scoped:
                continue
            if not world.lexicon[fact.relation].scoped or fact.qualifier("scope"):
                tables.setdefault(fact.source, {}).setdefault(row_of(fact), {})[fact.relation] = fact
        for source in sorted(tables):
            yield from self._of_table(world, tables[source])

    def _of_table(self, world: World, rows: dict[int, dict[str, Fact]]) -> Iterator[Seed]:
        known = {relation for row in rows.values() for relation in row}
        relations = sorted(known, key=lambda relation: (relation == "closed", relation))
        found: list[Seed] = []
        for pair in combinations(relations, 2):
            firsts = {row[pair[0]].id: row for row in rows.values() if all(relation in row for relation in pair)}
            for one, two in spread_pairs([row[pair[0]] for row in firsts.values()], _EACH):
                if one.entity != two.entity and one.subject_type == two.subject_type:
                    facts = (one, two, firsts[one.id][pair[1]], firsts[two.id][pair[1]])
                    if len({facts[0].entity, facts[2].entity}) == 1 and facts[1].entity == facts[3].entity:
                        found.append(Seed(tuple(fact.id for fact in facts), " ".join(pair), world.document(one)))
        yield from sorted(found, key=lambda seed: digest(*seed.facts))[:_PER_TABLE]

    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> Draft:
        facts = tuple(world.fact(fact) for fact in seed.facts)
        for fact in facts:
            gate(world, fact)
        left, right = called(world, facts[0]), called(world, facts[1])
        if left in right or right in left:
            raise RefusedError("names", f"{left!r} and {right!r} are easily mixed up")
        pairs = (facts[:2], facts[2:])
        alike = [normalise(one.value) == normalise(two.value) for one, two in pairs]
        if all(alike):
            raise RefusedError("equal", "nothing to contrast")
        if any(one.unit != two.unit or one.qualifier("year") != two.qualifier("year") for one, two in pairs):
            raise RefusedError("units")
        scopes = {scope_of(fact, world.lexicon[fact.relation]) for fact in facts} - {""}
        scope = scopes.pop() if scopes else ""
        nouns = [_TRAITS[one.relation][0] for one, _ in pairs]
        if facts[0].qualifier("year") or facts[2].qualifier("year"):
            raise RefusedError("year", "figures of one year")
        template = pick(rng, _SCOPED if scope else _QUESTIONS)
        (first, second), (third, fourth) = pairs
        if alike[0] or alike[1]:
            same, (one, two) = (first, (third, fourth)) if alike[0] else (third, (first, second))
            answer = (
                f"Both {self._said(same, plural=True)}, but {left} {self._said(one)}, while {right} {self._said(two)}."
            )
        else:
            answer = f"{left} {self._joined(first, third)}, while {right} {self._joined(second, fourth)}."
        return Draft(
            question=upper_first(template.format(a=left, b=right, x=nouns[0], y=nouns[1], scope=scope)),
            answer=upper_first(answer),
            program=Compare(
                tuple(
                    Trait(noun, LookUp(one.id), LookUp(two.id)) for noun, (one, two) in zip(nouns, pairs, strict=True)
                )
            ),
            entity=facts[0].entity,
        )

    def _joined(self, one: Fact, two: Fact) -> str:
        """Two predicates, the verb only once: "was coached by Ann Lee and sponsored by Acme"."""
        first, second = self._said(one), self._said(two)
        verb, rest = second.split(" ", 1)
        once = first.startswith(f"{verb} ") and verb in _PLURALS and "mascot" not in (one.relation, two.relation)
        return f"{first} and {rest if once else second}"

    def _said(self, fact: Fact, *, plural: bool = False) -> str:
        """ "was opened in 1895" of one, "were opened in 1895" of both."""
        template = _TRAITS[fact.relation][1]
        if plural:
            first, rest = template.split(" ", 1)
            template = f"{_PLURALS.get(first, first)} {rest}"
        date = parse_date(fact.value) if fact.value_type in ("date", "year") else None
        value = with_the(value_shown(fact)) if fact.relation in ("nationality", "represents") else value_shown(fact)
        said = template.format(v=value, on="on" if date is not None and date.precision == "day" else "in")
        return said.removesuffix("s") if re.search(r" 1 [a-z]+s$", said) else said
