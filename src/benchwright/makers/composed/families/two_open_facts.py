"""Ask: Two related things at once: of one entry or row, or of two neighbours (compound).

    In the table "price list 2026", what are the lead time and the weight of the product "G64 Pro grinder"?
        The lead time of the product "G64 Pro grinder" is 5 days. The weight ... is 7.1 kilograms.
    According to the Celery documentation, what is the status command for, and what is the migrate command for?
        List active nodes in this cluster. Migrate tasks from one broker to another (EXPERIMENTAL).
    According to "G40 burr grinder: data sheet", what is meant by "Retention", and what is meant by "Single dosing"?
        The ground coffee that stays inside the grinder after a dose. Weighing the beans for one cup and ...

Gates: The facts must be about one thing, or be of one relation and stand in one section. One context must do for both.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import numpy as np

from benchwright.makers.composed.cell_questions import header_noun
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import digest, upper_first
from benchwright.makers.composed.open_lookup import open_facts
from benchwright.makers.composed.open_questions import ATTRIBUTES, joined, question_for
from benchwright.programs.operations import Both, LookUp
from benchwright.records import Fact, Modalities
from benchwright.values import name_key

_RELATIONS = (*ATTRIBUTES, "purpose", "definition", "long_form", "cell:")
_PER_GROUP, _PER_FACT, _MOST_WORDS = 12, 2, 40


class TwoOpenFacts(Family):
    """See the module."""

    name = "two_open_facts"
    style = "compound"
    after_lexicon = True

    def covers(self, wants: Modalities) -> bool:
        return wants.total <= 2 and not wants.image

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        facts = list(open_facts(world, *_RELATIONS))
        groups = (
            *grouped(facts, lambda fact: fact.entity).values(),
            *grouped(facts, lambda fact: (fact.qualifier("scope"), fact.qualifier("section"), fact.relation)).values(),
            *grouped(facts, lambda fact: name_key(fact.subject)).values(),
        )
        counts: Counter[str] = Counter()
        seen: set[tuple[str, str]] = set()
        for group in groups:
            near = sorted(group, key=lambda fact: digest(fact.id))[:_PER_GROUP]
            fitting = (pair for pair in combinations(near, 2) if self._fit(world, pair, wants))
            for one, two in islice(fitting, _PER_GROUP // 2):
                if (one.id, two.id) not in seen and max(counts[one.id], counts[two.id]) < _PER_FACT:
                    seen.add((one.id, two.id))
                    counts.update((one.id, two.id))
                    stratum = " ".join(sorted({fact.relation.partition(":")[0] for fact in (one, two)}))
                    yield Seed((one.id, two.id), stratum, world.document(one))

    def _fit(self, world: World, pair: tuple[Fact, ...], wants: Modalities) -> bool:
        one, two = pair
        sources = Modalities.of(world.ground.modality(source) for source in {one.source, two.source})
        same_thing = name_key(one.subject) == name_key(two.subject)
        return sources == wants and (one.relation != two.relation if same_thing else one.relation == two.relation)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        one, two = (world.fact(fact) for fact in seed.facts)
        for fact in (one, two):
            if fact.relation.startswith("cell:"):
                header_noun(fact)
        same = int(rng.integers(2**32))  # both halves are worded alike
        first, second = (question_for(world, fact, np.random.default_rng(same)) for fact in (one, two))
        contexts = list(dict.fromkeys(filter(None, (first.context, second.context))))
        if len(contexts) > 1:
            raise SeedRefusedError("contexts", "the two halves need two contexts")
        question = joined(first, second)
        if len(question.split()) > _MOST_WORDS:
            raise SeedRefusedError("length", "nobody reads so long a question")
        return ComposedDraft(
            question=upper_first(f"{contexts[0]}, {question}?" if contexts else f"{question}?"),
            answer=" ".join(f"{upper_first(part.answer).rstrip('.')}." for part in (first, second)),
            program=Both(LookUp(one.id), LookUp(two.id)),
            entity=one.entity,
            names=tuple(dict.fromkeys((one.subject, two.subject))),
        )
