"""Hold one state of a benchmark, read whole, and notice when its files have changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchwright.benchmark.store import EXAMPLES, SOURCES_FILE, Benchmark
from benchwright.corpus.store import Corpus
from benchwright.files.atomic import MANIFEST
from benchwright.publish.browse.question_index import QuestionIndex, index_entries
from benchwright.publish.browse.system_answers import ScoredSystems, results_by_question
from benchwright.publish.safe_text import line
from benchwright.records import Source


@dataclass(frozen=True, slots=True)
class BrowsedPicture:
    """Where the bytes of a picture are, and its size in pixels as the benchmark tells it."""

    path: Path
    width: int
    height: int


@dataclass(frozen=True, eq=False)
class BrowsedBenchmark:
    """A benchmark with all that is shown of it: an index of its questions and attempts, and the systems that were
    measured on it. `corpus` has the sources of rejected questions, where it is there; `stamp` names the state of the
    files; `remarks` say what is missing and why; `pictures` are all that a page may show, by the hash of their bytes:
    no other one is opened for a request."""

    bench: Benchmark
    index: QuestionIndex
    systems: tuple[ScoredSystems, ...] = ()
    corpus: Corpus | None = None
    stamp: str = ""
    remarks: tuple[str, ...] = ()
    pictures: Mapping[str, BrowsedPicture] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        bench: Benchmark,
        systems: Sequence[ScoredSystems],
        corpus: Corpus | None,
        stamp: str,
        remarks: Sequence[str] = (),
    ) -> BrowsedBenchmark:
        """Read everything now: what is shown later is of one state."""
        results = results_by_question(systems, bench.examples)
        entries = index_entries(bench.examples, bench.outcomes(), results)
        index = QuestionIndex(entries, bench.sources)
        browsed = cls(bench, index, tuple(systems), corpus, stamp, tuple(remarks))
        return replace(browsed, pictures=browsed._listed_pictures())

    @property
    def name(self) -> str:
        return line(str(self.bench.manifest.get("name", "")) or self.bench.path.resolve().name, 120)

    def source(self, name: str) -> Source | None:
        """The source with this id, from the benchmark or else from its corpus."""
        found = self.bench.sources.get(name)
        if found is None and self.corpus is not None and name in self.corpus:
            return self.corpus.source(name)
        return found

    def image_path(self, source: Source) -> Path:
        """Where the bytes of an image source are. ValueError for another kind of source."""
        held = source.id in self.bench.sources
        return self.bench.image_path(source) if held or self.corpus is None else self.corpus.image_path(source)

    def _listed_pictures(self) -> dict[str, BrowsedPicture]:
        """Those of the benchmark's sources, and of rejected questions."""
        named = (name for entry in self.index.entries if entry.example for name in entry.example.sources)
        others = (self.source(name) for name in dict.fromkeys(named) if name not in self.bench.sources)
        return {
            one.image.sha256: BrowsedPicture(self.image_path(one), one.image.width, one.image.height)
            for one in (*self.bench.sources.values(), *others)
            if one is not None and one.image is not None
        }


@dataclass
class SnapshotKeeper:
    """Gives the benchmark as it is now: it is read again where its files have changed. A state that cannot be read
    leaves the one before in place, and `problem` says why."""

    read: Callable[[str], BrowsedBenchmark]
    files: tuple[Path, ...]
    problem: str = ""
    times_read: int = 0
    _held: BrowsedBenchmark | None = field(default=None, repr=False)
    _failed: str = ""

    def current(self, errors: tuple[type[Exception], ...]) -> BrowsedBenchmark:
        """The benchmark of now. Raises one of `errors` only if nothing was read before."""
        stamp = file_stamp(self.files)
        if self._held is not None and stamp in (self._held.stamp, self._failed):
            return self._held
        try:
            self._held = self.read(stamp)
        except errors as error:
            if self._held is None:
                raise
            self._failed, self.problem = stamp, f"The benchmark has changed and cannot be read: {error}."
        else:
            self.times_read, self.problem, self._failed = self.times_read + 1, "", ""
        return self._held

    @property
    def changed(self) -> bool:
        """Whether the files are others than those that were read, or tried last."""
        return self._held is None or file_stamp(self.files) not in (self._held.stamp, self._failed)


def watched_files(bench: Path, scores: Sequence[Path]) -> tuple[Path, ...]:
    """The files that are written last: when one of them changes, all that it vouches for has changed."""
    return (*(bench / name for name in (MANIFEST, EXAMPLES, SOURCES_FILE)), *(one / MANIFEST for one in scores))


def file_stamp(files: Sequence[Path]) -> str:
    """A name for the state of some files: it changes when one is written, replaced or removed."""
    parts = []
    for path in files:
        try:
            stat = path.stat()
            parts.append(f"{stat.st_mtime_ns} {stat.st_size} {stat.st_ino}")
        except OSError:
            parts.append("none")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
