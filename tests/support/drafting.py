"""Everything that a family has to say about a small world: its drafts, and the slugs of what it refuses."""

import numpy as np

from benchwright.makers.composed.family import ComposedDraft, Family, SeedRefusedError, World
from benchwright.makers.composed.pipeline import ComposedPipeline, ComposedTask
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Example, Modalities, Outcome


def drafts(family: Family, ground: CorpusFacts, spec: str) -> list[ComposedDraft | str]:
    """Each seed's draft, or the reason that it was refused for, in the order of the seeds."""
    world, wants = World(ground), Modalities.parse(spec)
    found: list[ComposedDraft | str] = []
    for seed in family.seeds(world, wants):
        try:
            found.append(family.write(world, seed, wants, np.random.default_rng(7)))
        except SeedRefusedError as refusal:
            found.append(refusal.reason)
    return found


def outcomes(family: Family, ground: CorpusFacts, spec: str) -> list[Outcome]:
    """What becomes of each seed in the pipeline, checks included."""
    pipeline = ComposedPipeline(World(ground), [family], seed=7)
    task = ComposedTask("cell", family.style, Modalities.parse(spec))
    return [
        pipeline.attempt(task, number, np.random.default_rng([7, number]))
        for number in range(len(pipeline.order(task)))
    ]


def accepted(family: Family, ground: CorpusFacts, spec: str) -> list[Example]:
    """The questions that every check let pass."""
    return [outcome.example for outcome in outcomes(family, ground, spec) if outcome.example and outcome.reason == ""]
