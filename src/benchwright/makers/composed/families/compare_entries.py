"""Ask: How do two entries of one owner differ in two attributes? (compare-contrast, one or two sources).

    According to the Celery documentation, how do the redis_retry_on_timeout and timezone settings differ in their
        default values and in the versions that added them?
    According to the Celery documentation, how do the worker_log_datefmt and broker_native_delayed_delivery_queue_type
        settings compare in their default values and in the versions that added them?
    According to "Trade API", how do the page_size and page parameters compare in their default values and in their
        types?

Gates: The entries must have one form and one owner, and must differ in both attributes.
"""

from __future__ import annotations

from itertools import combinations

from benchwright.english.nouns import plural
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import digest, pick, spread_pairs, upper_first
from benchwright.makers.composed.open_lookup import open_facts
from benchwright.makers.composed.open_questions import entry, owner_of, question_for
from benchwright.programs.operations import Compare, LookUp, Trait
from benchwright.records import Modalities
from benchwright.values import name_key

_NOUNS = {"default": "default values", "type": "types", "since": "the versions that added them"}


class CompareEntries(Family):
    """See the module."""

    name = "compare_entries"
    style = "compare-contrast"
    combinations = (Modalities(table=1), Modalities(text=2), Modalities(text=1, table=1), Modalities(table=2))
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        facts = open_facts(world, *_NOUNS)
        by_entry = grouped(facts, lambda fact: fact.entity)
        firsts = (row[0] for row in by_entry.values() if len(row) > 1)
        for group in grouped(
            firsts, lambda one: (one.qualifier("owner"), one.qualifier("form"), world.document(one))
        ).values():
            for one, two in spread_pairs(group, 2):
                right = {fact.relation: fact for fact in by_entry[two.entity]}
                shared = [
                    (fact, right[fact.relation])
                    for fact in by_entry[one.entity]
                    if fact.relation in right and fact.value_type == right[fact.relation].value_type
                ]
                for first, second in sorted(combinations(shared, 2), key=lambda pair: digest(pair[0][0].id))[:1]:
                    chosen = (*first, *second)
                    sources = {fact.source for fact in chosen}
                    same = any(name_key(left.value) == name_key(other.value) for left, other in (first, second))
                    if not same and Modalities.of(world.ground.modality(source) for source in sources) == wants:
                        stratum = f"{first[0].relation} {second[0].relation}"
                        yield Seed(tuple(fact.id for fact in chosen), stratum, world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        facts = [world.fact(fact) for fact in seed.facts]
        form = facts[0].qualifier("form")
        _, where = entry(world, facts[0])
        owner = owner_of(world, facts[0])
        questions = [question_for(world, fact, rng) for fact in facts]
        if facts[0].entity == facts[1].entity or not form:
            raise SeedRefusedError("alike")
        nouns = tuple(_NOUNS[fact.relation] for fact in (facts[0], facts[2]))
        their = tuple(noun if noun.startswith("the ") else f"their {noun}" for noun in nouns)
        of = f" of {owner}" if owner else ""
        clause = pick(rng, ("differ", "compare"))
        names = f"the {facts[0].subject} and {facts[1].subject} {plural(form)}{of}"
        question = f"how do {names} {clause} in {their[0]} and in {their[1]}"
        traits = tuple(
            Trait(noun, LookUp(left.id), LookUp(right.id))
            for noun, left, right in zip(nouns, facts[::2], facts[1::2], strict=True)
        )
        return ComposedDraft(
            question=upper_first(f"{where}, {question}?" if where else f"{question}?"),
            answer=" ".join(one.answer for one in questions),
            program=Compare(traits),
            entity=facts[0].entity,
            names=(facts[0].subject, facts[1].subject),
        )
