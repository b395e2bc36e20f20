"""What a family makes of some passages: they are read by the real readers and asked through the real pipeline."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchwright.corpus.store import write_corpus
from benchwright.facts.extract import facts_of_source
from benchwright.facts.link import link
from benchwright.facts.store import FactTable, rows_of
from benchwright.makers.composed.family import Family, World
from benchwright.makers.composed.pipeline import ComposedPipeline, ComposedTask
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Fact, Modalities, Outcome, Source
from benchwright.retrieval.word_index import WordIndex


def outcomes(
    folder: Path, family: Family, sources: Sequence[Source], modalities: str, facts: Sequence[Fact] = ()
) -> list[Outcome]:
    """One outcome for every seed of the family, in their order. `facts` replace what the readers give."""
    facts = facts or [fact for source in sources for fact in facts_of_source(folder, source)]
    corpus = write_corpus(folder, sources)
    words = WordIndex.build(f"{source.title} \n {source.text}" for source in sources)
    world = World(CorpusFacts(corpus, link(corpus, FactTable(rows_of(facts))), words))
    pipeline = ComposedPipeline(world, [family], seed=7)
    task = ComposedTask("cell", family.style, Modalities.parse(modalities))
    return [
        pipeline.attempt(task, number, np.random.Generator(np.random.PCG64([7, number])))
        for number in range(len(pipeline.order(task)))
    ]


def asked(
    folder: Path, family: Family, sources: Sequence[Source], modalities: str = "text", facts: Sequence[Fact] = ()
) -> dict[str, str]:
    """Question -> answer of everything that was accepted."""
    found = {}
    for outcome in outcomes(folder, family, sources, modalities, facts):
        if outcome.status.value == "accepted" and outcome.example is not None:
            found[outcome.example.question] = outcome.example.answers[0].text
    return found


def reasons(
    folder: Path, family: Family, sources: Sequence[Source], modalities: str = "text", facts: Sequence[Fact] = ()
) -> set[str]:
    """Why what was not accepted was not."""
    return {
        outcome.reason
        for outcome in outcomes(folder, family, sources, modalities, facts)
        if outcome.status.value != "accepted"
    }
