"""Ask: Two related facts about one entry or row, or about two neighbouring ones (compound).

    In the table "price list 2026", what are the lead time and the weight of the product "G64 Pro grinder"?
        The lead time of the product "G64 Pro grinder" is 5 days. The weight ... is 7.1 kilograms.
    According to "Monitoring and Management Guide" in the Celery documentation, what do the migrate and result commands
        do?    migrate: Migrate tasks from one broker to another (EXPERIMENTAL). result: Show the result of a task.
    What does the -t option of ssh-keygen do, and which values does it accept?
        Specifies the type of key to create. The values allowed for the -t option of ssh-keygen are ...

Gates: The facts are about one thing, or have the same relation and kind. Two entries stand in the same section of one
program, or have the same name in two programs. Two terms share words, or one definition uses the other term. One
context, such as a page name, fits both parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, pairwise

import numpy as np

from benchwright.english.nouns import plural
from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.cell_questions import cells_clause, header_noun, row_name
from benchwright.makers.composed.definitions import telling
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import digest, upper_first
from benchwright.makers.composed.open_lookup import open_facts
from benchwright.makers.composed.open_questions import ATTRIBUTES, both_entries, joined, owner_of, question_for
from benchwright.makers.composed.purposes import purpose_kind
from benchwright.programs.operations import Both, LookUp
from benchwright.records import Fact, Modalities
from benchwright.values import name_key, words_of

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "two_open_facts")
_ITS = _VOCABULARY.texts("its")
_BOTH = _VOCABULARY.texts("both")
_ENTRIES = ("purpose", *ATTRIBUTES)
_TERMS = ("definition", "long_form")
_PER_GROUP, _PER_FACT, _MOST_WORDS, _SHARED_WORDS, _NEAR = 12, 2, 40, 2, 160


class TwoOpenFacts(Family):
    """See the module."""

    name = "two_open_facts"
    style = "compound"
    after_lexicon = True

    def covers(self, wants: Modalities) -> bool:
        return wants.total <= 2 and not wants.image

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        counts: Counter[str] = Counter()
        seen: set[tuple[str, str]] = set()
        for one, two in self._pairs(world):
            sources = Modalities.of(world.ground.modality(source) for source in {one.source, two.source})
            fresh = (one.id, two.id) not in seen and max(counts[one.id], counts[two.id]) < _PER_FACT
            if sources == wants and fresh:
                seen.add((one.id, two.id))
                counts.update((one.id, two.id))
                stratum = " ".join(sorted({fact.relation.partition(":")[0] for fact in (one, two)}))
                yield Seed((one.id, two.id), stratum, world.document(one))

    def _pairs(self, world: World) -> Iterator[tuple[Fact, Fact]]:
        """Two facts about one thing; of two neighbours; of two things of one name."""
        entries = list(open_facts(world, *_ENTRIES))
        cells = list(open_facts(world, "cell:"))
        terms = list(open_facts(world, *_TERMS))
        both = [
            *grouped(entries, lambda fact: f"{fact.entity} {fact.subject}").values(),
            *grouped(cells, lambda fact: f"{fact.entity} {fact.subject}").values(),
        ]
        for group in both:
            for one, two in _some(group):
                if one.relation != two.relation:
                    yield (one, two) if one.relation not in ATTRIBUTES or two.relation != "purpose" else (two, one)
        for group in grouped(cells, lambda fact: (fact.source, fact.relation)).values():
            yield from _some(group)
        for group in grouped(entries, lambda fact: (*_kind(fact), world.document(fact), _place(fact))).values():
            yield from ((one, two) for one, two in pairwise(group) if one.subject != two.subject)
        for group in grouped(terms, lambda fact: (fact.relation, world.document(fact), _place(fact))).values():
            yield from ((one, two) for one, two in combinations(group, 2) if _are_related(one, two))
        for group in grouped(entries, lambda fact: (*_kind(fact), fact.subject)).values():
            yield from (pair for pair in _some(group) if len({owner_of(world, fact) for fact in pair} - {""}) > 1)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        one, two = (world.fact(fact) for fact in seed.facts)
        for fact in (one, two):
            if fact.relation.startswith("cell:"):
                header_noun(fact)
        told = two.relation in ATTRIBUTES and set(words_of(two.value)) <= set(words_of(one.value))
        if told or name_key(one.value) == name_key(two.value):
            raise SeedRefusedError("repeated", f"{one.value[:60]!r} tells both")
        same = int(rng.integers(2**32))  # both halves are worded alike
        first, second = (question_for(world, fact, np.random.default_rng(same)) for fact in (one, two))
        contexts = sorted({first.context, second.context}, key=len)
        if len(contexts) > 1 and world.document(one) != world.document(two):
            raise SeedRefusedError("contexts", "the two halves need two contexts")
        answers = [upper_first(part.answer) for part in (first, second)]
        if one.relation == two.relation and one.relation.startswith("cell:"):
            clause = cells_clause(one, two)
        elif one.relation.startswith("cell:"):
            clause = joined(first, second, row_name(one))
        elif one.relation != two.relation:
            clause = f"{first.clause}, and {_ITS[two.relation]}"
        else:
            clause = _together(world, one, two)
            if one.relation in ("purpose", "definition"):
                names = [fact.subject if one.subject != two.subject else owner_of(world, fact) for fact in (one, two)]
                answers = [f"{name}: {answer}" for name, answer in zip(names, answers, strict=True)]
        if len(clause.split()) > _MOST_WORDS:
            raise SeedRefusedError("length", "nobody reads so long a question")
        return ComposedDraft(
            question=upper_first(f"{contexts[-1]}, {clause}?".removeprefix(", ")),
            answer=" ".join(answer if answer.endswith(".") else f"{answer}." for answer in answers),
            program=Both(LookUp(one.id), LookUp(two.id)),
            entity=one.entity,
            names=tuple(dict.fromkeys((one.subject, two.subject))),
        )


def _together(world: World, one: Fact, two: Fact) -> str:
    """One question for the same of two things: "what do the -a and -g options of make do"."""
    if one.relation in _TERMS:
        small = str if one.relation == "long_form" else world.small
        named = [small(fact.subject) for fact in (one, two)]
        if (form := one.qualifier("form")) not in ("", "term", "abbreviation"):
            return f"what do the {plural(form)} {' and '.join(named)} mean"
        return _BOTH[one.relation].format(s=" and ".join(f'"{name}"' for name in named))
    kinds = {purpose_kind(fact) if fact.relation == "purpose" else fact.relation for fact in (one, two)}
    if "when" in kinds:
        raise SeedRefusedError("form", "two things that are done at a time are asked one by one")
    return _BOTH[kinds.pop() if len(kinds) == 1 else "mixed"].format(s=both_entries(world, one, two))


def _some(group: list[Fact]) -> Iterator[tuple[Fact, Fact]]:
    near = sorted(group, key=lambda fact: digest(fact.id))[:_PER_GROUP]
    yield from islice(combinations(near, 2), _PER_GROUP // 2)


def _kind(fact: Fact) -> tuple[str, str]:
    return fact.relation, fact.qualifier("form")


def _place(fact: Fact) -> str:
    return f"{fact.qualifier('section')} > {name_key(fact.qualifier('owner'))}"


def _are_related(one: Fact, two: Fact) -> bool:
    """Whether one would ask for two terms together: one explains the other, or they share words; abbreviations of
    one passage that stand beside each other, or share a word of their long forms."""
    shared = {word for word in telling(one.value) & telling(two.value) if len(word) > 3}
    if one.relation == "long_form":
        near = abs((one.span.start or 0) - (two.span.start or 0)) < _NEAR or bool(shared)
        return one.subject != two.subject and one.source == two.source and near
    mentions = any(telling(this.subject) <= telling(other.value) for this, other in ((one, two), (two, one)))
    return one.subject != two.subject and (mentions or len(shared) >= _SHARED_WORDS)
