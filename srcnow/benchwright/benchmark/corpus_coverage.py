"""Count which documents and sources of a corpus a benchmark asks about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from benchwright.corpus.store import Corpus
from benchwright.records import Example, JsonRecord, Modality


@dataclass(frozen=True, slots=True)
class DocumentCoverage(JsonRecord):
    """A document, how many sources it has, how many of these questions need, and how many questions need one."""

    name: str
    sources: int
    needed: int
    questions: int


@dataclass(frozen=True)
class CorpusCoverage:
    """The documents of a corpus in its order, and by modality how many sources there are and how many are needed by a
    question."""

    documents: tuple[DocumentCoverage, ...]
    sources: Mapping[Modality, tuple[int, int]]

    @cached_property
    def asked(self) -> tuple[DocumentCoverage, ...]:
        """The documents that a question needs, those with the most questions first."""
        found = [one for one in self.documents if one.questions]
        return tuple(sorted(found, key=lambda one: (-one.questions, one.name)))

    @cached_property
    def never_asked(self) -> tuple[DocumentCoverage, ...]:
        """The documents that no question needs, those with the most sources first."""
        found = [one for one in self.documents if not one.questions]
        return tuple(sorted(found, key=lambda one: (-one.sources, one.name)))


def corpus_coverage(examples: Iterable[Example], corpus: Corpus) -> CorpusCoverage:
    """What the examples ask about. Distractors do not count, nor do sources that the corpus lacks."""
    needed: set[str] = set()
    questions: Counter[str] = Counter()
    for example in examples:
        names = [name for name in example.sources if name in corpus]
        needed.update(names)
        questions.update({corpus.document(name) for name in names})
    sources: Counter[str] = Counter()
    used: Counter[str] = Counter()
    by_modality: dict[Modality, list[int]] = {}
    for name, modality in zip(corpus.ids, corpus.modalities, strict=True):
        document = corpus.document(name)
        sources[document] += 1
        used[document] += name in needed
        counts = by_modality.setdefault(modality, [0, 0])
        counts[0] += 1
        counts[1] += name in needed
    return CorpusCoverage(
        tuple(DocumentCoverage(name, count, used[name], questions[name]) for name, count in sources.items()),
        {kind: (by_modality[kind][0], by_modality[kind][1]) for kind in Modality if kind in by_modality},
    )
