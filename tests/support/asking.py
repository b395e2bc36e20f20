"""What a family makes of some passages: they are read by the real readers and asked through the real pipeline."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from tests.support.grounds import ground

from benchwright.derive.family import Family, World
from benchwright.derive.pipeline import Pipeline, Task
from benchwright.facts.glossary import facts_of_glossary
from benchwright.facts.sentences import facts_of_text
from benchwright.records import Modalities, Outcome, Source


def outcomes(folder: Path, family: Family, sources: Sequence[Source], modalities: str) -> list[Outcome]:
    """One outcome for every seed of the family, in their order."""
    facts = [fact for source in sources for reader in (facts_of_text, facts_of_glossary) for fact in reader(source)]
    world = World(ground(folder, sources, facts))
    pipeline = Pipeline(world, [family], seed=7)
    task = Task("cell", family.style, Modalities.parse(modalities))
    return [
        pipeline.attempt(task, number, np.random.Generator(np.random.PCG64([7, number])))
        for number in range(len(pipeline.order(task)))
    ]


def asked(folder: Path, family: Family, sources: Sequence[Source], modalities: str = "text") -> dict[str, str]:
    """Question -> answer of everything that was accepted."""
    found = {}
    for outcome in outcomes(folder, family, sources, modalities):
        if outcome.status.value == "accepted" and outcome.example is not None:
            found[outcome.example.question] = outcome.example.answers[0].text
    return found


def reasons(folder: Path, family: Family, sources: Sequence[Source], modalities: str = "text") -> set[str]:
    """Why what was not accepted was not."""
    return {
        outcome.reason
        for outcome in outcomes(folder, family, sources, modalities)
        if outcome.status.value != "accepted"
    }
