"""Ask: What does an abbreviation stand for? (information-extraction, one passage).

    According to The Debian Administrator's Handbook, what does the abbreviation WSL stand for?
                                                                              Windows Subsystem for Linux

Gates: The corpus gives only one long form of the abbreviation, apart from spelling. The question names the page or
site, because the abbreviation can mean something else elsewhere.
"""

from __future__ import annotations

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import pick
from benchwright.makers.composed.open_questions import OpenQuestion, context
from benchwright.programs.operations import LookUp
from benchwright.records import Modalities
from benchwright.values import words_of

_CLAUSES = (
    "what does the abbreviation {s} stand for",
    'what does "{s}" stand for',
    "which term is abbreviated as {s}",
)


class Abbreviation(Family):
    """See the module."""

    name = "abbreviation"
    style = "information-extraction"
    combinations = (Modalities(text=1),)
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        asked: set[str] = set()
        for fact in world.facts.of_relation("long_form"):
            if fact.subject not in asked:
                asked.add(fact.subject)
                yield Seed((fact.id,), "long_form", world.document(fact))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        forms = {other.value for other in world.named("long_form", fact.subject)}
        if len({_spelled(form) for form in forms}) > 1:
            raise SeedRefusedError("ambiguous", f"{fact.subject} stands for {' or '.join(sorted(forms)[:3])}")
        clause = pick(rng, _CLAUSES).format(s=fact.subject)
        return ComposedDraft(
            question=OpenQuestion(clause, context(world, fact), fact.value, fact.value).text(rng),
            answer=fact.value,
            aliases=tuple(sorted(forms - {fact.value})),
            program=LookUp(fact.id),
            entity=fact.entity,
        )


def _spelled(form: str) -> str:
    """A long form without what only its spelling says: hyphens, capitals, the plural."""
    return "".join(words_of(form)).removesuffix("s")
