"""Ask: What are two related things called? (compound, two glossary entries from one module).

    What is the term for the tough outermost layer that covers the central nervous system, and what is the term for a
    membrane that covers and protects the central nervous system?  The first is called dura mater, and the second
        meninge.
    What is the term for a flat, triangular bone located at the posterior pectoral girdle, and what is the term for a
    long, flat bone located at the front of the chest?    The first is called scapula, and the second sternum.
    Which pigment molecule directly absorbs light and transfers the energy absorbed to other pigment molecules, and
    which photosynthetic pigment functions to dispose of excess energy?    ... antenna protein, and the second
        carotenoid.

Gates: Both terms must pass the gates for the `glossary_term` family. The two definitions must have at least two words
in common, and one of these words must be rare across all definitions. This makes it clear to a reader why the
question combines the two terms. Neither definition may name the other term.
"""

from __future__ import annotations

import re
from collections import Counter

from benchwright.makers.composed.definitions import DefinitionPhrase, telling
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.glossary_terms import described_term, names_of
from benchwright.makers.composed.grammar import digest, pick
from benchwright.programs.operations import Both, Reverse
from benchwright.records import Fact, Modalities

_MOST_WORDS = 26
_RARE = 0.02
_EACH = 3
_SHARED = 2


class TwoTerms(Family):
    """See the module."""

    name = "two_terms"
    style = "compound"
    combinations = (Modalities(text=2),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        counts = Counter(word for fact in world.definitions for word in telling(fact.value))
        common = max(6, int(_RARE * len(world.definitions)))
        modules: dict[tuple[str, str], list[Fact]] = {}
        for fact in world.definitions:
            modules.setdefault((world.document(fact), world.source(fact.source).title), []).append(fact)
        for module in sorted(modules):
            pairs = []
            facts = modules[module]
            for at, one in enumerate(facts):
                for two in facts[at + 1 :]:
                    shared = {word for word in telling(one.value) & telling(two.value) if len(word) > 3}
                    alike = len(shared) >= _SHARED and any(counts[word] <= common for word in shared)
                    short = len(one.value.split()) + len(two.value.split()) <= _MOST_WORDS
                    if one.source != two.source and alike and short:
                        pairs.append((-len(shared), digest(one.id, two.id), one, two))
            used: Counter[str] = Counter()
            for _, _, one, two in sorted(pairs, key=lambda pair: pair[:2]):
                if used[one.id] < _EACH and used[two.id] < _EACH:
                    used.update((one.id, two.id))
                    yield Seed((one.id, two.id), "terms", world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        one, two = (world.fact(fact) for fact in seed.facts)
        first, second = described_term(world, one), described_term(world, two)
        if len((first.phrase + " " + second.phrase).split()) > _MOST_WORDS:
            raise SeedRefusedError("length", "nobody reads so long a question")
        if "(" in first.phrase + second.phrase:
            raise SeedRefusedError("aside", "two definitions and an aside are too much")
        if set(one.subject.split()) & set(two.subject.split()):
            raise SeedRefusedError("alike", "one term is a kind of the other")
        if self._names(one, two) or self._names(two, one):
            raise SeedRefusedError("gives-away", "one definition names the other term")
        return ComposedDraft(
            question=self._question(first, second, rng),
            answer=f"The first is called {one.subject}, and the second {two.subject}.",
            program=Both(Reverse(one.id), Reverse(two.id)),
            entity=one.entity,
        )

    def _names(self, one: Fact, two: Fact) -> bool:
        return any(re.search(rf"\b{re.escape(name)}", two.value, re.IGNORECASE) for name in names_of(one))

    def _question(self, first: DefinitionPhrase, second: DefinitionPhrase, rng: Rng) -> str:
        questions = [f"What is the term for {first.phrase}, and what is the term for {second.phrase}?"]
        plain = "," not in first.phrase + second.phrase and " and " not in first.phrase + second.phrase
        if plain and len(second.phrase.split()) <= 14:
            questions.append(f"What is the term for {first.phrase}, and what {_be(second)} {second.phrase} called?")
        if len(first.phrase.split()) <= 14 and "," not in first.phrase:
            questions.append(f"What {_be(first)} {first.phrase} called, and what is the term for {second.phrase}?")
        if first.predicate and second.predicate:
            questions.append(f"Which {first.kind} {first.predicate}, and which {second.kind} {second.predicate}?")
        return pick(rng, questions)


def _be(described: DefinitionPhrase) -> str:
    return "are" if described.plural else "is"
