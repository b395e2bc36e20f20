"""Ask: Which term has this definition? (information-extraction, one passage).

    According to the Celery documentation, what name is given to a drop-in Redis replacement that      Dragonfly
        cuts costs and boosts performance?
    According to "Reproduction Methods", what is the term for a form of asexual reproduction where     parthenogenesis
        an egg develops into a complete individual without being fertilized?

Gates: The definition is a grammatical phrase with enough specific words. The definition contains no word with the same
stem as the term. No other term has a similar definition. The question names the page or site.
"""

from __future__ import annotations

from benchwright.facts.open.entries import is_code
from benchwright.makers.composed.definitions import DefinitionPhrase
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.glossary_terms import described_term, names_of
from benchwright.makers.composed.grammar import lower_first, pick, upper_first
from benchwright.makers.composed.open_questions import context
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
        question, where = pick(rng, _questions(fact.subject, described_term(world, fact))), context(world, fact)
        if " and " in fact.subject or "(" in question:
            raise SeedRefusedError("aside", "two terms, or a definition with an aside")
        return ComposedDraft(
            question=f"{upper_first(where)}, {lower_first(question)}" if where else question,
            answer=fact.subject,
            aliases=names_of(fact)[1:],
            program=Reverse(fact.id),
            entity=fact.entity,
        )


def _questions(term: str, described: DefinitionPhrase) -> list[str]:
    questions = [f"What name is given to {described.phrase}?"]
    if term.islower() and not is_code(term):  # a program or a command is no term
        questions.append(f"What is the term for {described.phrase}?")
    if described.predicate and described.noun.lower() not in ("organism", "structure", "process"):
        questions.append(f"Which {described.kind} {described.predicate}?")
    elif described.noun.lower() == "process" and described.phrase.startswith("the process"):
        questions.append(f"What is the name of {described.phrase}?")
    if len(described.phrase.split()) <= _CONCRETE_ENOUGH:
        questions.append(f"What {'are' if described.plural else 'is'} {described.phrase} called?")
    return questions
