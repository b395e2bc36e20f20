"""Open a benchmark with its corpus and its gold: what systems are measured on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import EXAMPLES, PLAN, Benchmark
from benchwright.corpus.descriptions import described, read_descriptions
from benchwright.corpus.store import Corpus
from benchwright.errors import BenchmarkError, CorpusError
from benchwright.evaluate.gold import Gold, gold_of
from benchwright.plan import read_settings
from benchwright.records import Modality


@dataclass(frozen=True, eq=False)
class EvaluationTarget:
    """A benchmark, the corpus that it was made of, and its gold."""

    bench: Benchmark
    corpus: Corpus
    gold: Gold

    @classmethod
    def open(cls, bench: Path | str, corpus: Path | str | None = None) -> EvaluationTarget:
        """Open a benchmark and its corpus: the one that its plan names, or `corpus`.

        Raises BenchmarkError for a benchmark without questions or over a corpus that has changed, CorpusError.
        """
        opened = Benchmark.open(bench)
        if not opened.examples:
            raise BenchmarkError(f"{opened.path} has no questions", hint=f"see why: benchwright show {opened.path}")
        plan = read_settings(opened.path / PLAN)
        try:
            sources = Corpus.open(Path(corpus) if corpus else plan.corpus_path)
        except CorpusError as error:
            if corpus:
                raise
            raise CorpusError(
                f"the corpus of {opened.path} is not where its plan says: {error}",
                hint="say where it is with --corpus",
            ) from error
        if plan.descriptions is not None:
            sources = described(sources, read_descriptions(sources, plan.descriptions))
        if sources.fingerprint != opened.pins.corpus:
            raise CorpusError(
                f"{sources.path} is not the corpus that {opened.path} was made of, or it has changed since",
                hint="put it back as it was, or generate the benchmark anew",
            )
        digest = str(opened.manifest["files"][EXAMPLES]["sha256"])
        return cls(opened, sources, gold_of(opened.manifest["name"], digest, opened.examples, sources))

    @property
    def has_lists(self) -> bool:
        """Whether any question has several answers."""
        return any(len(question.answers) > 1 for question in self.gold)

    @property
    def is_of_lists(self) -> bool:
        """Whether most questions have several answers."""
        return 2 * sum(len(question.answers) > 1 for question in self.gold) > len(self.gold)

    def modality(self, source: str) -> Modality | None:
        """The modality of a source; None where the corpus lacks it."""
        return self.corpus.modality(source) if source in self.corpus else None
