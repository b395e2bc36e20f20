"""Ask: How do two rows of a table differ in two columns? (compare-contrast, one table).

    How do the product "G40 grinder" and the product "G64 Pro grinder" differ in part number and warranty in the table
        "price list 2026"?
    How do Murillo and Albani compare in colour and composition in the table "pydataset painters"?
    How do the model "G64 Pro" and the model G35 compare in motor power and price in the table "The G range at a
        glance" of "G40 burr grinder: data sheet"?

Gates: The rows must differ in both columns. Both headers must be known to name what a thing has. Neither row's name may
hold the other's.
"""

from __future__ import annotations

from itertools import combinations, islice

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import digest, pick, spread_pairs, upper_first
from benchwright.makers.composed.open_lookup import open_facts
from benchwright.makers.composed.open_questions import header_noun, question_for, row_name, table_phrase
from benchwright.programs.operations import Compare, LookUp, Trait
from benchwright.records import Modalities
from benchwright.values import name_key

_PER_PAIR, _MOST_WORDS = 2, 6


class CompareRows(Family):
    """See the module."""

    name = "compare_rows"
    style = "compare-contrast"
    combinations = (Modalities(table=1),)
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        cells = (fact for fact in open_facts(world, "cell:") if len(fact.value.split()) <= _MOST_WORDS)
        for table in grouped(cells, lambda fact: fact.source).values():
            rows = grouped(table, lambda fact: fact.entity)
            for one, two in spread_pairs([row[0] for row in rows.values()], 1):
                right = {fact.relation: fact for fact in rows[two.entity]}
                shared = [
                    (fact, right[fact.relation])
                    for fact in rows[one.entity]
                    if fact.relation in right
                    and fact.value_type == right[fact.relation].value_type
                    and name_key(fact.value) != name_key(right[fact.relation].value)
                ]
                pairs = sorted(
                    combinations(shared, 2), key=lambda pair: digest(*(fact.id for both in pair for fact in both))
                )
                for first, second in islice(pairs, _PER_PAIR):
                    facts = tuple(fact.id for fact in (*first, *second))
                    yield Seed(facts, f"{first[0].relation} {second[0].relation}", world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        facts = [world.fact(fact) for fact in seed.facts]
        one, two = row_name(facts[0]), row_name(facts[1])
        if name_key(facts[0].subject) in name_key(facts[1].subject) or name_key(facts[1].subject) in name_key(
            facts[0].subject
        ):
            raise SeedRefusedError("alike", "the name of one row holds the other's")
        nouns, where = (
            (header_noun(facts[0]), header_noun(facts[2])),
            table_phrase(world, world.source(facts[0].source)),
        )
        questions = [question_for(world, fact, rng) for fact in facts]
        clause = pick(
            rng,
            (
                f"how do {one} and {two} differ in {nouns[0]} and {nouns[1]}",
                f"how do {one} and {two} compare in {nouns[0]} and {nouns[1]}",
            ),
        )
        traits = tuple(
            Trait(noun, LookUp(left.id), LookUp(right.id))
            for noun, left, right in zip(nouns, facts[::2], facts[1::2], strict=True)
        )
        return ComposedDraft(
            question=f"{upper_first(clause)} {where}?",
            answer=" ".join(question.answer for question in questions),
            program=Compare(traits),
            entity=facts[0].entity,
            names=(facts[0].subject, facts[1].subject),
        )
