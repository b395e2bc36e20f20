"""Open a benchmark with its corpus and its gold: what systems are measured on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from os import PathLike
from pathlib import Path

from benchwright.benchmark.splits import part_of_split, splits_of
from benchwright.benchmark.store import PLAN, Benchmark
from benchwright.corpus.descriptions import described, read_descriptions
from benchwright.corpus.store import Corpus
from benchwright.errors import BenchmarkError, CorpusError, UsageError
from benchwright.evaluate.gold import Gold, gold_of
from benchwright.files.command_lines import command_line
from benchwright.plan import read_settings
from benchwright.records import Example, Modality, dump_line

PART = "part"
"""The facet that says which part of a split a question is in."""


def corpus_of_benchmark(bench: Benchmark, corpus: PathLike[str] | str | None = None) -> Corpus:
    """The corpus that a benchmark was made of: the one that its plan names, or `corpus`. CorpusError if it is missing
    or has changed."""
    plan = read_settings(bench.path / PLAN)
    try:
        sources = Corpus.open(Path(corpus) if corpus else plan.corpus_path)
    except CorpusError as error:
        if corpus:
            raise
        raise CorpusError(
            f"the corpus of {bench.path} is not where its plan says: {error}", hint="say where it is with --corpus"
        ) from error
    if plan.descriptions is not None:
        sources = described(sources, read_descriptions(sources, plan.descriptions))
    if sources.fingerprint != bench.pins.corpus:
        raise CorpusError(
            f"{sources.path} is not the corpus that {bench.path} was made of, or it has changed since",
            hint="put it back as it was, or generate the benchmark anew",
        )
    return sources


@dataclass(frozen=True, eq=False)
class EvaluationTarget:
    """A benchmark, the corpus that it was made of, and its gold. `parts` are the ids of a split, if one was named."""

    bench: Benchmark
    corpus: Corpus
    gold: Gold
    parts: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def open(
        cls, bench: PathLike[str] | str, corpus: PathLike[str] | str | None = None, split: str = ""
    ) -> EvaluationTarget:
        """Open a benchmark and its corpus: the one that its plan names, or `corpus`. `split` is a file of
        `benchwright split`: `FILE:test` takes the questions of that part alone, `FILE` all, with the part as a facet.

        Raises BenchmarkError for a benchmark without questions or over a corpus that has changed, CorpusError,
        UsageError for a file that is not a split of this benchmark.
        """
        opened = Benchmark.open(bench)
        if not opened.examples:
            raise BenchmarkError(
                f"{opened.path} has no questions", hint=f"see why: {command_line('show', opened.path)}"
            )
        sources = corpus_of_benchmark(opened, corpus)
        digest, name = opened.examples_digest, str(opened.manifest["name"])
        if not split:
            return cls(opened, sources, gold_of(name, digest, opened.examples, sources))
        file, part = part_of_split(split)
        parts = splits_of(file, opened)
        where = {id: one for one, ids in parts.items() for id in ids}
        examples = [one for one in opened.examples if not part or where.get(one.id) == part]
        if not examples:
            raise UsageError(f"the part {part} of {file} has no questions", hint="name another part")
        digest = sha256(f"{digest} {part} {dump_line(parts)}".encode("utf-8", "surrogatepass")).hexdigest()
        gold = gold_of(f"{name} ({part})" if part else name, digest, examples, sources, known=opened.examples)
        if not part:
            with_part = (replace(one, facets={**one.facets, PART: where.get(one.id, "none")}) for one in gold)
            gold = replace(gold, questions=tuple(with_part))
        return cls(opened, sources, gold, parts)

    @property
    def examples(self) -> list[Example]:
        """The examples of the questions that are measured."""
        return [one for one in self.bench.examples if one.id in self.gold.position]

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


def gold_of_benchmark(bench: Benchmark) -> Gold:
    """The gold of a benchmark by itself, for its corpus may be gone: only the sources that its questions name have a
    document."""
    return gold_of(str(bench.manifest["name"]), bench.examples_digest, bench.examples, _OwnDocuments(bench))


@dataclass(frozen=True, eq=False)
class _OwnDocuments:
    """The documents of the sources that a benchmark's questions name."""

    bench: Benchmark

    def document(self, source_id: str, /) -> str:
        return self.bench.sources[source_id].document
