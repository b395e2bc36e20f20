"""Ask: What is the scientific name of the species named in a figure's caption? (information-extraction).

    What is the scientific name of the zebra mussel?                  image    Dreissena polymorpha
    By which scientific name is the striped skunk known?              image    Mephitis mephitis
    Which species has the scientific name Gecarcinus quadratus?       image    the Halloween crab

The answer comes from the caption, not the picture. Reports include separate scores for questions answered from
captions.

Gates: The caption gives a common name of at least two words and exactly one scientific name. No passage gives the same
pair of names. A question for the common name requires that the names share no word. Parts of a figure don't qualify,
because a question couldn't identify the figure.
"""

from __future__ import annotations

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World
from benchwright.makers.composed.grammar import pick, show
from benchwright.programs.operations import LookUp, Reverse
from benchwright.records import Modalities, Modality

_NAMES = (
    "What is the scientific name of the {common}?",
    "What is the {common}'s scientific name?",
)
_SPECIES = (
    "Which species has the scientific name {latin}?",
    "What is the common name of {latin}?",
)


class FigureCaption(Family):
    """See the module."""

    name = "figure_caption"
    style = "information-extraction"
    combinations = (Modalities(image=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for fact in world.facts.of_relation("scientific_name"):
            if world.modality(fact) is Modality.IMAGE:
                yield Seed((fact.id,), "scientific_name", world.document(fact))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        apart = {word[:5] for word in fact.entity.split()}.isdisjoint(word[:5].lower() for word in fact.value.split())
        if apart and rng.integers(3) == 0:
            return ComposedDraft(
                question=pick(rng, _SPECIES).format(latin=show(fact)),
                answer=f"the {fact.subject}",
                program=Reverse(fact.id),
                entity=fact.entity,
                aliases=(fact.subject,),
            )
        return ComposedDraft(
            question=pick(rng, _NAMES).format(common=fact.subject),
            answer=show(fact),
            program=LookUp(fact.id),
            entity=fact.entity,
        )
