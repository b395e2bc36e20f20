"""Ask: By how much do two table rows differ in points, games or another count? (numerical, one table).

    How many more points did Ukraine score than Russia in the women's event at the 2001 Trampoline World
    Championships?                                                                                     12.8 points
    How much higher was the total attendance of the Detroit Red Wings than that of the St. Louis Blues in the 2013–14
    National Hockey League season?                                                                    210,072 spectators
    How many more games did Ruslan Shafikov play than Miika Elomo in the 1996 World Junior Ice Hockey
        Championships? 1 game

Gates: The measure makes sense only within its table, and the table's title gives a natural scope. Both values are above
zero and differ. Neither name contains the other.
"""

from __future__ import annotations

import re

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import larger_first, pick, spread_pairs
from benchwright.makers.composed.row_questions import cells_of, gate, name_row, scope_of
from benchwright.programs.operations import Difference, LookUp
from benchwright.records import Modalities
from benchwright.values import format_number

_EACH = 3
_LOW_WINS = re.compile(r"\bCross Country\b", re.IGNORECASE)
_UNITS = {"games_played": "games", "attendance": "spectators", "total_attendance": "spectators"}


class RowGap(Family):
    """See the module."""

    name = "row_gap"
    style = "numerical"
    combinations = (Modalities(table=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for relation_name in world.lexicon.names:
            relation = world.lexicon[relation_name]
            if not relation.scoped or not relation.difference:
                continue
            for source, facts in grouped(cells_of(world, (relation_name,)), lambda fact: fact.source).items():
                scoped = [fact for fact in facts if fact.qualifier("scope")]
                for one, two in spread_pairs(scoped, _EACH):
                    if one.entity != two.entity:
                        yield Seed((one.id, two.id), relation_name, world.source(source).document)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        one, two = (world.fact(fact) for fact in seed.facts)
        gate(world, one)
        gate(world, two)
        more, less, high, low = larger_first(one, two)
        first, second = name_row(world, more), name_row(world, less)
        if first in second or second in first:
            raise SeedRefusedError("names", f"{first!r} and {second!r} are easily mixed up")
        relation = world.lexicon[one.relation]
        templates = relation.difference
        if _LOW_WINS.search(world.source(one.source).title):
            templates = tuple(template for template in templates if "outscore" not in template)
        question = pick(rng, templates).format(a=first, b=second, scope=scope_of(one, relation))
        gap = format_number(high - low)
        noun = _UNITS.get(relation.name, relation.noun)
        return ComposedDraft(
            question=question,
            answer=f"{gap} {noun.removesuffix('s') if gap == '1' else noun}",
            aliases=(gap,),
            program=Difference(LookUp(more.id), LookUp(less.id)),
            entity=more.entity,
        )
