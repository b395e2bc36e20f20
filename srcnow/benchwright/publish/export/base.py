"""Define what an exporter is: the questions and sources of a benchmark in, files of a folder out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from benchwright.benchmark.store import Benchmark
from benchwright.corpus.store import Corpus
from benchwright.errors import BenchmarkError
from benchwright.evaluate.gold import Gold, Question
from benchwright.files.atomic import sha256_bytes
from benchwright.files.bounded import read_regular
from benchwright.publish.export.folder import ExportFolder
from benchwright.publish.export.licences import may_pass_on
from benchwright.records import Example, Source

IN_NO_PART = "in-no-part"
NO_SOURCE = "no-source"
BY_REFERENCE = "source-by-reference"
SEVERAL_ANSWERS = "several-answers"
NO_ANSWER = "no-answer"
"""Why questions are left out."""


@dataclass(frozen=True, eq=False)
class ExportData:
    """What is exported. `parts` are the questions of each part of a split; without one, all are in the part that is the
    format's usual one, and `is_split` is False. `corpus` is None for formats that need only sources of questions.
    `unlicensed` says that sources of unknown licence are passed on, too."""

    bench: Benchmark
    corpus: Corpus | None
    gold: Gold
    parts: Mapping[str, tuple[Example, ...]]
    is_split: bool = False
    unlicensed: bool = False

    @property
    def name(self) -> str:
        """What the benchmark is called."""
        return str(self.bench.manifest.get("name") or self.bench.path.resolve().name)

    def examples(self) -> Iterator[tuple[str, Example]]:
        """(part, question) of all questions, part by part."""
        for part, examples in self.parts.items():
            for example in examples:
                yield part, example

    def question(self, example: Example) -> Question:
        """The question with its gold sets and grades."""
        return self.gold.questions[self.gold.position[example.id]]

    def source(self, id: str) -> Source:
        """A source that a question names."""
        return self.bench.sources[id]

    def sources(self) -> Iterator[Source]:
        """All sources of the corpus in order, or those of the benchmark if there is no corpus."""
        yield from self.bench.sources.values() if self.corpus is None else self.corpus.sources()

    @cached_property
    def _verdicts(self) -> dict[str, bool]:
        return {}

    def passed_on(self, source: Source) -> bool:
        """Whether the content of a source goes into the export. If not, the export names it, with its address."""
        if self.unlicensed:
            return True
        if source.licence not in self._verdicts:
            self._verdicts[source.licence] = may_pass_on(source.licence)
        return self._verdicts[source.licence]

    def text(self, source: Source) -> str:
        """The text of a source; "" if it may not be passed on."""
        return source.text if self.passed_on(source) else ""

    def image(self, source: Source) -> bytes | None:
        """The bytes of an image source as they are in the corpus; None for any other source, and if it may not be
        passed on. BenchmarkError if the file is gone or was changed."""
        if source.image is None or not self.passed_on(source):
            return None
        path = (self.bench if self.corpus is None else self.corpus).image_path(source)
        try:
            data = read_regular(path)
        except OSError as error:
            raise BenchmarkError(
                f"the image {path} cannot be read: {error.strerror}", hint="restore the file"
            ) from error
        if sha256_bytes(data) != source.image.sha256:
            raise BenchmarkError(f"the image {path} has changed since it was read", hint="restore the file")
        return data

    def withheld(self, example: Example) -> bool:
        """Whether a question needs a source whose content may not be passed on."""
        return not all(self.passed_on(self.source(id)) for id in example.sources)


@dataclass(frozen=True, slots=True)
class Exporter:
    """One format: its name, what it is in a line, the code that `loads` its folder (`FOLDER` stands for the path),
    which questions it `takes`, and what it `cannot_hold`. `write` writes the files. `whole_corpus` says that it holds
    all sources, and not only those of the questions; `part` is where questions go if no split is named."""

    name: str
    about: str
    loads: str
    cannot_hold: tuple[str, ...]
    write: Callable[[ExportData, ExportFolder], None]
    takes: str = "it takes questions of any kind"
    whole_corpus: bool = False
    part: str = "test"
