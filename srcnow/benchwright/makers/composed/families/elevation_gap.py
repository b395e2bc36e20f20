"""Ask: How far above its mean elevation is a country's highest point? (numerical, one passage).

    How much higher is the highest point of New Zealand than the country's mean elevation?    3,336 metres
    By how much does the highest point of Mexico exceed the country's mean elevation?         4,525 metres
    By how much does the highest point of Kenya exceed the country's mean elevation?          4,437 metres

Gates: One passage gives both elevations in the same unit.
"""

from __future__ import annotations

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World
from benchwright.makers.composed.grammar import name, pick
from benchwright.programs.execution import execute
from benchwright.programs.operations import Difference, LookUp
from benchwright.records import Modalities

_QUESTIONS = (
    "By how much does the highest point of {s} exceed the country's mean elevation?",
    "How much higher is the highest point of {s} than the country's mean elevation?",
)


class ElevationGap(Family):
    """See the module."""

    name = "elevation_gap"
    style = "numerical"
    combinations = (Modalities(text=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        means = {fact.source: fact for fact in world.in_text("mean_elevation")}
        for high in world.facts.of_relation("highest_elevation"):
            mean = means.get(high.source)
            country = "country" in (high.subject_type, mean.subject_type if mean else "")
            if mean is not None and mean.entity == high.entity and country:
                yield Seed((high.id, mean.id), "elevation", world.document(high))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        high, mean = (world.fact(fact) for fact in seed.facts)
        program = Difference(LookUp(high.id), LookUp(mean.id))
        return ComposedDraft(
            question=pick(rng, _QUESTIONS).format(s=name(high)),
            answer=str(execute(program, world.fact)),
            program=program,
            entity=high.entity,
        )
