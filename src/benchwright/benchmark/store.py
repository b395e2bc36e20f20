"""Write and read the files of a benchmark folder. Knows no makers and makes no attempts.

    BENCH/plan.yaml        the plan, every default written out
    BENCH/attempts.jsonl   every outcome, as it came in, a checksum a line: the checkpoint
    BENCH/ledger.sqlite    every model call, if there was one (models/ledger)
    BENCH/examples.jsonl   the committed examples in commit order
    BENCH/sources.parquet  the sources and distractors of the examples
    BENCH/images/          the bytes of those that are images, once by hash
    BENCH/manifest.json    what pins the folder, counts and the funnel by cell, size and hash of each file
    BENCH/reviews.jsonl, revisions/   what people decided about questions, and the questions as they were (revisions)
    BENCH/corpus/, drops.jsonl   only of a benchmark that was imported: its documents, and what was left out (importers)

All but `attempts.jsonl` and the ledger follow from the committed outcomes and hold no time of day: the same plan gives
the same bytes.
The manifest is written last; what it does not match was being written when the process was killed, and running the
same command again mends it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path

import pyarrow as pa

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.questions import Questions
from benchwright.benchmark.revisions import REVIEWS, REVISIONS, Revisions
from benchwright.benchmark.schema import (
    check_manifest,
    parse_cells,
    parse_example,
    parse_fingerprints,
    parse_outcome,
    read_sources,
)
from benchwright.corpus.store import Corpus, write_rows
from benchwright.errors import BenchmarkError, CorpusError, DamagedBenchmarkError
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import MANIFEST, make_folder, sha256_file, write_atomic, write_json
from benchwright.files.bounded import read_json, read_regular
from benchwright.files.command_lines import command_line
from benchwright.files.disk_errors import writing
from benchwright.files.folder_kinds import what_it_is
from benchwright.files.locks import FolderLock
from benchwright.files.target_folder import ANOTHER_FOLDER, refuse_strangers
from benchwright.models.ledger import LEDGER_FILES
from benchwright.readers.source_columns import INTRODUCED_SOURCES, source_table
from benchwright.records import SCHEMA_VERSION, Example, Json, Outcome, Source, dump_line

PLAN = "plan.yaml"
LOG = "attempts.jsonl"
EXAMPLES = "examples.jsonl"
SOURCES_FILE = "sources.parquet"
IMAGES = "images"
CORPUS = "corpus"
DROPS = "drops.jsonl"
KIND = "benchmark"

_AGAIN = "run the same `benchwright generate` again"
_RESTORE = "restore it, or generate into a new folder"
_OWN = frozenset({PLAN, LOG, EXAMPLES, SOURCES_FILE, IMAGES, MANIFEST, REVIEWS, REVISIONS, ".lock"}) | LEDGER_FILES


@dataclass(frozen=True, eq=False, repr=False)
class Benchmark(Questions):
    """A benchmark folder, opened for reading. It is a sequence of examples: it has a length, can be iterated, and
    `bench[0]` and `bench["3f2a"]` give an example by its position or the beginning of its id."""

    path: Path
    manifest: Json

    @classmethod
    def open(cls, path: PathLike[str] | str) -> Benchmark:
        """Open a folder that `generate` or `import` wrote. Raises BenchmarkError if it is missing, is no benchmark or
        can't be read."""
        folder = Path(path)
        manifest = read_manifest(folder)
        if manifest is None:
            raise BenchmarkError(
                f"{folder} is not a benchmark",
                hint=f"make one with: {command_line('generate', 'PLAN', '--to', folder)}",
            )
        return cls(folder, manifest)

    def __fspath__(self) -> str:
        """The folder, so that a benchmark may be given wherever a folder is."""
        return str(self.path)

    @property
    def complete(self) -> bool:
        """Whether the last run finished, with or without filling its quotas."""
        return bool(self.manifest["complete"])

    @property
    def wanted(self) -> int:
        """How many examples the last run was asked for: the sum of its quotas, or `-n`."""
        return int(self.manifest["wanted"])

    @property
    def imported(self) -> Json | None:
        """The format and files of an imported benchmark; None for a generated one."""
        origin: Json | None = self.manifest.get("imported")
        return origin

    @property
    def examples_digest(self) -> str:
        """The SHA-256 of `examples.jsonl` according to the manifest. Raises DamagedBenchmarkError if the manifest has
        none."""
        entry = self.manifest["files"].get(EXAMPLES)
        if entry is None:
            raise DamagedBenchmarkError(f"{self.path / MANIFEST} does not list {EXAMPLES}", hint=_RESTORE)
        return str(entry["sha256"])

    @property
    def pins(self) -> InputFingerprints:
        return parse_fingerprints(self.manifest)

    @cached_property
    def cells(self) -> tuple[CellReport, ...]:
        """The cells in the order of the plan."""
        return parse_cells(self.manifest)

    def example_lines(self) -> Iterator[str]:
        """The lines of `examples.jsonl` without line ends; empty before the first question is accepted."""
        path = self.path / EXAMPLES
        try:
            text = read_regular(path).decode("utf-8")
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as error:
            raise BenchmarkError(f"{path} cannot be read: {error}", hint=_AGAIN) from error
        yield from text.removesuffix("\n").split("\n") if text else ()

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """The examples in commit order. BenchmarkError if a line is not an example."""
        try:
            return tuple(parse_example(line)[0] for line in self.example_lines())
        except ValueError as error:
            raise BenchmarkError(f"{self.path / EXAMPLES} is damaged: {error}", hint=self._see) from error

    @property
    def _see(self) -> str:
        return f"see: {command_line('validate', self.path)}"

    @cached_property
    def sources(self) -> Mapping[str, Source]:
        """The sources and distractors of the examples, by id. BenchmarkError if the file is damaged, and for an id that
        an example names and the file lacks."""
        path = self.path / SOURCES_FILE
        try:
            return _Sources(path, self._see, {source.id: source for source in read_sources(path)})
        except FileNotFoundError:
            return _Sources(path, self._see, {})
        except (OSError, pa.ArrowException, ValueError) as error:
            raise BenchmarkError(f"{path} is damaged: {error}", hint=_AGAIN) from error

    def image_path(self, source: Source) -> Path:
        """The image file of an image source. Raises ValueError for other sources."""
        if source.image is None:
            raise ValueError(f"{source.id} is not an image")
        return self.path / source.image.file

    @cached_property
    def revisions(self) -> Revisions:
        """What people decided about the questions. DamagedBenchmarkError if it cannot be read."""
        return Revisions.read(self.path)

    def outcomes(self) -> list[Outcome]:
        """The outcome of each attempt, from `attempts.jsonl`; of a repeated attempt, the last outcome."""
        return read_outcomes(self.path)


class _Sources(dict[str, Source]):
    """Sources by id, where one that is missing is a fault of the benchmark."""

    def __init__(self, path: Path, hint: str, sources: Mapping[str, Source]) -> None:
        super().__init__(sources)
        self._path, self._hint = path, hint

    def __missing__(self, name: str) -> Source:
        raise BenchmarkError(f"{self._path} does not hold the source {name!r}", hint=self._hint)


def read_manifest(folder: Path) -> Json | None:
    """The folder's manifest, None if there is none. BenchmarkError if it is another kind's, DamagedBenchmarkError if it
    cannot be read or is not as a manifest is."""
    try:
        manifest = read_json(folder / MANIFEST)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise DamagedBenchmarkError(f"{folder / MANIFEST} cannot be read: {error}", hint=_RESTORE) from error
    if not isinstance(manifest, dict) or manifest.get("kind") != KIND:
        raise BenchmarkError(f"{folder} is not a benchmark", hint=f"{what_it_is(manifest)}; choose another folder")
    if manifest.get("schema_version") != SCHEMA_VERSION:
        raise BenchmarkError(
            f"{folder} was made by another version of Benchwright",
            hint="generate into a new folder, or use that version",
        )
    try:
        check_manifest(manifest)
    except ValueError as error:
        raise DamagedBenchmarkError(f"{folder / MANIFEST} is damaged: {error}", hint=_RESTORE) from error
    return manifest


def read_outcomes(folder: Path) -> list[Outcome]:
    """The outcomes in attempts.jsonl; where an attempt was made again, the last one stands for it."""
    outcomes: dict[tuple[str, int], Outcome] = {}
    for entry in AppendLog.read(folder / LOG):
        try:
            outcome = parse_outcome(entry)
        except ValueError as error:
            raise DamagedBenchmarkError(f"{folder / LOG} is damaged: {error}", hint=_RESTORE) from error
        outcomes[outcome.cell, outcome.number] = outcome
    return list(outcomes.values())


def begin(folder: Path, name: str, plan_yaml: str, pins: InputFingerprints) -> InputFingerprints:
    """Start a benchmark in `folder`, or go on with the one that is there; return all that pins it from now on. The
    caller holds the folder's lock.

    Raises BenchmarkError if the folder is something else, or if what pins it has changed since it was begun.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        begun = not (folder / PLAN).exists() or read_regular(folder / PLAN) == plan_yaml.encode("utf-8")
        refuse_strangers(folder, _OWN if begun else _OWN - {PLAN}, BenchmarkError)  # it may be a plan of the user's
        write_atomic(folder / PLAN, plan_yaml)
        write_json(folder / MANIFEST, _manifest(folder, name, pins, (), 0, complete=False))
        return pins
    before = parse_fingerprints(manifest)
    drift = pins.drift_from(before)
    if drift:
        raise BenchmarkError(
            f"{folder} was begun with something else: {drift}",
            hint="put it back as it was, or generate into a new folder",
        )
    return pins.joined(before)


@contextmanager
def removed_unless_used(lock: FolderLock) -> Iterator[None]:
    """Where the block fails, remove what it has begun in the folder as long as nothing was done there: no attempt was
    logged, no call recorded, no request sent. What was there before the block stays."""
    folder = lock.folder
    before = frozenset(os.listdir(folder))

    def take_back() -> None:
        made = {name for name in os.listdir(folder) if name not in before} if lock.stands else set[str]()
        if made <= {PLAN, MANIFEST, LOG} and not (LOG in made and (folder / LOG).stat().st_size):
            for name in made:
                (folder / name).unlink(missing_ok=True)

    with ExitStack() as unless_used:
        unless_used.callback(take_back)
        yield
        unless_used.pop_all()


def imported_whole(folder: Path, origin: Json) -> Json | None:
    """The manifest of a folder that was imported from just these files and is whole; None if it is to be made (anew).

    Raises BenchmarkError if it holds something else: another import, a generated benchmark, files of the user's."""
    manifest = read_manifest(folder)
    if manifest is None:
        own = {".lock", CORPUS} if (folder / CORPUS / MANIFEST).is_file() else {".lock"}
        refuse_strangers(folder, own, BenchmarkError)
        return None
    before = manifest.get("imported")
    if not isinstance(before, dict):
        raise BenchmarkError(f"{folder} is a benchmark of your own", hint=ANOTHER_FOLDER)
    changed = [key for key in origin if before.get(key) != origin[key]]
    if changed:
        raise BenchmarkError(f"{folder} was imported otherwise: its {changed[0]} differs", hint=ANOTHER_FOLDER)
    stand = all(
        (folder / name).is_file() and sha256_file(folder / name) == file["sha256"]
        for name, file in manifest["files"].items()
    )
    return manifest if manifest["complete"] and stand and (folder / CORPUS / MANIFEST).is_file() else None


def begin_import(folder: Path, origin: Json) -> None:
    """Say that `folder` is being filled with an import. The caller holds the folder's lock."""
    pins = InputFingerprints("", "", {}, {}, {})
    write_json(
        folder / MANIFEST, _manifest(folder, folder.resolve().name, pins, (), 0, complete=False, imported=origin)
    )


def finish(
    folder: Path,
    name: str,
    plan_yaml: str,
    pins: InputFingerprints,
    cells: Sequence[CellReport],
    examples: Iterable[Example],
    corpus: Corpus,
    *,
    wanted: int,
    complete: bool,
    sampling: Json | None = None,
    imported: Json | None = None,
) -> None:
    """Write all that follows from the committed examples, the manifest last. `wanted` is how many examples were asked
    for in all, `sampling` how even the draw of first sources is, by modalities, `imported` of whose files they were
    made. The caller holds the folder's lock."""
    listed = list(examples)
    write_atomic(folder / EXAMPLES, "".join(dump_line(example.to_json()) + "\n" for example in listed))
    used = [corpus.source(one) for one in sorted(used_ids(listed), key=corpus.position)]
    rows = source_table(used, "", INTRODUCED_SOURCES)
    write_rows(folder / SOURCES_FILE, INTRODUCED_SOURCES, [rows], corpus.fingerprint)
    _copy_images(folder, used, corpus)
    write_atomic(folder / PLAN, plan_yaml)
    manifest = _manifest(folder, name, pins, cells, wanted, complete=complete, sampling=sampling, imported=imported)
    write_json(folder / MANIFEST, manifest)


def used_ids(examples: Iterable[Example]) -> set[str]:
    """The ids of every source that an example names: sources, distractors, evidence."""
    used: set[str] = set()
    for example in examples:
        used.update(example.sources, example.distractors)
        listed = (*example.answers, *example.undecided)
        used.update(span.source for answer in listed for spans in answer.evidence for span in spans)
    return used


def _copy_images(folder: Path, used: Iterable[Source], corpus: Corpus) -> None:
    """Have exactly the images that are used. Files are named by their hash: one that is there is not copied again."""
    wanted = {source.image.file: source for source in used if source.image is not None}
    make_folder(folder / IMAGES)
    for file, source in wanted.items():
        if not (folder / file).is_file():
            origin = corpus.image_path(source)
            try:
                data = origin.read_bytes()
            except OSError as error:
                raise CorpusError(f"image {origin} cannot be read: {error}", hint="ingest the corpus again") from error
            write_atomic(folder / file, data)
    for path in (folder / IMAGES).iterdir():
        if f"{IMAGES}/{path.name}" not in wanted:
            with writing(path):
                path.unlink()


def _manifest(
    folder: Path,
    name: str,
    pins: InputFingerprints,
    cells: Sequence[CellReport],
    wanted: int,
    *,
    complete: bool,
    sampling: Json | None = None,
    imported: Json | None = None,
) -> Json:
    from benchwright import __version__

    listed = (PLAN, EXAMPLES, SOURCES_FILE, *(() if imported is None else (DROPS,)), REVIEWS)
    files = [one for one in listed if (folder / one).is_file()]
    revisions = Revisions.read(folder)
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": KIND,
        "name": name,
        "version": __version__,
        "complete": complete,
        "pins": pins.to_json(),
        "wanted": wanted,
        "examples": sum(cell.committed for cell in cells),
        "cells": [cell.to_json() for cell in cells],
        **({"sampling": sampling} if sampling else {}),
        **({"imported": imported} if imported else {}),
        **({"review": revisions.to_json()} if revisions else {}),
        "files": {one: file_entry(folder / one) for one in files},
    }


def file_entry(path: Path) -> Json:
    """What the manifest tells of a file."""
    return {"sha256": sha256_file(path), "bytes": path.stat().st_size}


def count_by(examples: Iterable[Example], field_name: str) -> dict[str, int]:
    """How many examples have each value of a field such as `family` or `read`, the most frequent first."""
    counts = Counter(str(getattr(example, field_name)) for example in examples)
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
