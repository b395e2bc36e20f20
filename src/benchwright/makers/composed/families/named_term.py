"""Ask: Which term does a document define so? (information-extraction, one passage).

    What name is given to a drop-in Redis replacement that cuts costs and boosts performance?    Dragonfly
    What is the term for the process of breaking glucose into two three-carbon molecules with    glycolysis
        the production of ATP and NADH?
    Which hormone promotes seed germination in some species and inhibits lateral apical          gibberellin
        development in the absence of auxins?

Gates: The definition must form a grammatical phrase that contains enough specific words (see `composed.definitions`).
The definition must not contain any word that has the same stem as the term. No other term's definition may have the
same meaning.
"""

from __future__ import annotations

from benchwright.makers.composed.definitions import DefinitionPhrase
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World
from benchwright.makers.composed.glossary_terms import described_term, names_of
from benchwright.makers.composed.grammar import pick
from benchwright.programs.operations import Reverse
from benchwright.records import Modalities

_CONCRETE_ENOUGH = 9


class NamedTerm(Family):
    """See the module."""

    name = "named_term"
    style = "information-extraction"
    combinations = (Modalities(text=1),)
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for fact in world.definitions:
            if fact.span.read == "text" and fact.subject_type == "term":
                yield Seed((fact.id,), "definition", world.document(fact))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        described = described_term(world, fact)
        return ComposedDraft(
            question=pick(rng, _questions(described)),
            answer=fact.subject,
            aliases=names_of(fact)[1:],
            program=Reverse(fact.id),
            entity=fact.entity,
        )


def _questions(described: DefinitionPhrase) -> list[str]:
    questions = [f"What is the term for {described.phrase}?", f"What name is given to {described.phrase}?"]
    if described.predicate and described.noun.lower() not in ("organism", "structure", "process"):
        questions.append(f"Which {described.kind} {described.predicate}?")
    elif described.noun.lower() == "process" and described.phrase.startswith("the process"):
        questions.append(f"What is the name of {described.phrase}?")
    if len(described.phrase.split()) <= _CONCRETE_ENOUGH:
        questions.append(f"What {'are' if described.plural else 'is'} {described.phrase} called?")
    return questions
