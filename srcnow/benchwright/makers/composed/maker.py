"""Open the maker `derive` over a plan, a corpus and its facts; it fills cells without a model.

Opening reads or builds what the checks look at: the word index (CORPUS/words) and the vectors of the plan's encoder.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from threading import Lock

import numpy as np

from benchwright.checks.repeats import NoRepeats
from benchwright.corpus.store import Corpus
from benchwright.errors import PlanError
from benchwright.facts.store import FactTable
from benchwright.makers.composed.families.registered import families
from benchwright.makers.composed.family import World
from benchwright.makers.composed.pipeline import MAKER, ComposedPipeline, ComposedTask
from benchwright.plan import Plan
from benchwright.plan.encoder import encoder_of
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Modalities, Modality, Outcome
from benchwright.retrieval.encoders.base import Encoder
from benchwright.retrieval.exact_neighbours import top_k
from benchwright.retrieval.vectors import VectorStore
from benchwright.retrieval.word_index import word_index
from benchwright.run import CommitRule, Supply, seed_sequence

ALWAYS = frozenset({"modalities", "style", "correct", "needed", "unique", "leak", "duplicate", "readable"})
"""Checks that every derived question has passed, whatever the plan says of others."""


class Derive:
    """The maker. Safe to call from several threads: attempts share only read-only state and locked caches."""

    name = MAKER
    waits = False

    def __init__(self, plan: Plan, corpus: Corpus, facts: FactTable, encoder: Encoder, store: VectorStore) -> None:
        self._plan = plan
        self._encoder = encoder
        self._store = store
        self._encoding = Lock()
        ground = CorpusFacts(corpus, facts, word_index(corpus, corpus.computed("words")))
        self._pipeline = ComposedPipeline(World(ground, plan.about), families(), plan.seed, self._distract)

    @property
    def fingerprint(self) -> str:
        return self._pipeline.fingerprint

    def supply(self, cell_key: str) -> Supply:
        task = _task(cell_key)
        return Supply(len(self._pipeline.order(task)), self._pipeline.groups(task))

    def attempt(self, cell_key: str, number: int) -> Outcome:
        task = _task(cell_key)
        sequence = seed_sequence(self._plan.seed, MAKER, task.style, str(task.modalities), cell_key, number)
        return self._pipeline.attempt(task, number, np.random.Generator(np.random.PCG64(sequence)))

    def rules(self) -> Sequence[CommitRule]:
        return (NoRepeats(self._vector),)

    def _vector(self, question: str) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
        with self._encoding:
            vector: np.ndarray[tuple[int], np.dtype[np.int8]] = self._store.query(self._encoder, [question])[0]
        return vector

    def _distract(self, question: str, sources: tuple[str, ...], tellers: frozenset[str]) -> tuple[str, ...]:
        """The nearest sources that the question does not use and that do not tell what it asks for, per modality as
        many as SMMQG's candidates less the used ones: k_modality for each wanted source."""
        query = self._vector(question)
        wanted = Modalities.of(self._store.modalities[self._store.position[source]] for source in sources)
        distractors: list[str] = []
        for modality in Modality:
            count = getattr(wanted, modality.value) * self._plan.candidates_per_source
            if count:
                near = top_k(self._store, query, count, modality, exclude=tellers.union(sources))
                distractors += [source for source, _ in near]
        return tuple(distractors)


def _task(cell_key: str) -> ComposedTask:
    fields = json.loads(cell_key)
    return ComposedTask(cell_key, fields["style"], Modalities.parse(fields["modalities"]))


def open_derive(plan: Plan, corpus: Corpus, facts: FactTable) -> Derive:
    """Open the maker; the first time over a corpus its words are indexed and its sources encoded. Raises PlanError
    for checks that it can't be told to do otherwise."""
    for name, action in plan.checks.items():
        if name in ALWAYS and action != "reject":
            raise PlanError(
                f"checks: {name}: {action} is not for the writer derive, which rejects what fails it",
                hint=f"leave {name!r} out of the plan's checks",
            )
    encoder = encoder_of(plan)
    return Derive(plan, corpus, facts, encoder, VectorStore.build(corpus, encoder))
