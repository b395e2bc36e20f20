"""Ingest documents into a corpus folder: find the inputs, read what changed, and write the corpus as a whole.

The corpus is what the named paths hold now: what was removed there is removed here. The result depends on nothing but
the files and the options, not on the order of the paths, on earlier runs or on where one was killed. What is read goes
to the disk at once, so that neither many inputs nor a large one take memory, and a killed run goes on where it was.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from benchwright.corpus.chunk_writer import ChunkWriter
from benchwright.corpus.ingest_journal import IngestJournal
from benchwright.corpus.ingest_report import IngestProgress, IngestReport
from benchwright.corpus.published import PublishedCorpus
from benchwright.corpus.target_folder import refuse_foreign
from benchwright.corpus.write_files import WrittenCorpus, passed_over, tidy, write_all
from benchwright.errors import UsageError
from benchwright.files.atomic import sha256_bytes
from benchwright.files.locks import folder_lock
from benchwright.readers.base import NOTICES, Reader
from benchwright.readers.confined.bounds import WorkerBounds
from benchwright.readers.confined.in_process import run_here
from benchwright.readers.confined.pool import WorkerPool
from benchwright.readers.discover import Input, discover
from benchwright.readers.documents_folder import documents_folder
from benchwright.readers.input_records import StoredInput
from benchwright.readers.inputs import actual_name
from benchwright.readers.licences import Licences
from benchwright.readers.read_task import IngestOptions, InputEnd, ReadTask, RowChunk, key_of
from benchwright.readers.registered import READERS
from benchwright.records import dump_line

__all__ = ["IngestProgress", "IngestReport", "ingest_paths"]

_Run = Callable[[Iterable[ReadTask]], Iterator[tuple[ReadTask, RowChunk | InputEnd]]]

_MOST_WORKERS = 8
_WRITERS = 8
"""Threads that write pictures: they wait for the disk, and for nothing else."""


def ingest_paths(
    paths: Sequence[Path | str],
    to: Path | str,
    options: IngestOptions | None = None,
    *,
    readers: tuple[Reader, ...] = READERS,
    workers: int | None = None,
    bounds: WorkerBounds | None = None,
    fetch: Callable[[str], bytes] | None = None,
    check: Callable[[str], None] = lambda fingerprint: None,
    progress: Callable[[IngestProgress], None] = lambda _: None,
) -> IngestReport:
    """Make (or bring up to date) the corpus folder `to` from files and folders.

    Documents are read in `workers` processes (by default one a processor, 8 at most) within `bounds`. With 0, or with
    `readers` of the caller's own, they are read in this process: nothing then stops one that takes all time or memory.
    `fetch` gets the bytes of an address that a document shows a picture of; by default nothing is fetched. `check` gets
    the fingerprint of the corpus before it takes the place of an earlier one; that one stays where it raises.

    UsageError for paths that are not there or hold nothing that can be read (an earlier corpus then stays as it was),
    CorpusError if `to` holds something else, LockedError, StorageError."""
    how = options or IngestOptions()
    folder = Path(to)
    if how.words < 1 or how.shortest < 0:
        raise UsageError("a passage needs at least one word, and no negative length", hint="see --words, --shortest")
    if how.limits.table_rows < 1 or how.limits.table_columns < 1:
        raise UsageError("a table needs room for a row and a column", hint="see --table-rows, --table-columns")
    refuse_foreign(folder)
    discovery = discover(paths, readers, besides=folder)
    if not discovery.inputs:
        reasons = Counter(drop.reason for drop in discovery.drops)
        suffixes = sorted({suffix for reader in readers for suffix in reader.suffixes} - {".svg"})
        known = "files that can be read end in " + " ".join(suffixes)
        raise UsageError(
            f"there is nothing to read in {_listed(paths)}",
            hint=passed_over(reasons, discovery.drops[0]) if reasons else known,
        )
    _check_cutting(discovery.inputs, how)
    with folder_lock(folder):
        reading = _Reading(discovery.inputs, how, folder, bounds or WorkerBounds(), progress)
        try:
            with _runner(discovery.inputs, readers, workers, bounds, fetch) as run:
                reading.read(run)
            written = write_all(folder, how.to_json(), reading.kept, discovery.drops, check, documents_folder(paths))
            report = reading.report(written)
        finally:
            reading.close()
        tidy(folder, written)
        return report


def _check_cutting(inputs: Sequence[Input], options: IngestOptions) -> None:
    """UsageError for options of passages where no input is cut into passages."""
    usual = IngestOptions()
    changed = {"--words": options.words != usual.words, "--shortest": options.shortest != usual.shortest}
    flags = " and ".join(flag for flag, is_changed in changed.items() if is_changed)
    if flags and all(item.reader.verbatim for item in inputs):
        names = ", ".join(sorted({item.reader.name for item in inputs}))
        raise UsageError(f"{flags} would have no effect: {names} is taken verbatim", hint=f"leave out {flags}")


@contextmanager
def _runner(
    inputs: Sequence[Input],
    readers: tuple[Reader, ...],
    workers: int | None,
    bounds: WorkerBounds | None,
    fetch: Callable[[str], bytes] | None,
) -> Iterator[_Run]:
    """What reads tasks: worker processes, or this one."""
    count = min(_MOST_WORKERS, os.cpu_count() or 1) if workers is None else workers
    if count < 1 or not all(reader in READERS for reader in readers):
        yield lambda tasks: run_here(tasks, fetch=fetch)
        return
    with WorkerPool(count, bounds, fetch=fetch, roots=sorted({item.root for item in inputs})) as crew:
        yield crew.run


def _listed(paths: Sequence[Path | str]) -> str:
    return ", ".join(map(str, paths[:3])) + (" ..." if len(paths) > 3 else "")


class _Reading:
    """The inputs of one run, and what is known of them."""

    def __init__(
        self,
        inputs: Sequence[Input],
        options: IngestOptions,
        folder: Path,
        bounds: WorkerBounds,
        progress: Callable[[IngestProgress], None],
    ) -> None:
        self._inputs = inputs
        self._options = options
        self._folder = folder
        self._bounds = dump_line(bounds.to_json())
        self._progress = progress
        self._licences = Licences()
        self._published = PublishedCorpus.open(folder)
        self._journal = IngestJournal(folder)
        self._shown: set[str] = set()
        self._left_out: set[str] = set()
        self._done = self._read = self._sources = 0

    def read(self, run: _Run) -> None:
        """Put on the disk whatever is not there yet.

        Images come last: one that a document shows is that document's, and no input of its own."""
        with ThreadPoolExecutor(_WRITERS, "pictures") as executor:
            writer = ChunkWriter(self._journal, executor)
            try:
                for images in (False, True):
                    inputs = (item for item in self._inputs if (item.reader.name == "image") is images)
                    for task, part in run(self._tasks(inputs, writer)):
                        self._take(task, part, writer)
                    writer.flush()
                self._tell("")
            finally:
                writer.flush()  # stopped by the user or by an error: what was read need not be read again

    def _tasks(self, inputs: Iterable[Input], writer: ChunkWriter) -> Iterator[ReadTask]:
        """What has to be read, of all that is there."""
        for item in inputs:
            if str(item.path) in self._shown:
                self._left_out.add(item.name)
                self._done += 1
                continue
            self._tell(item.name)
            licence = self._options.licence or self._licences.of(item.path, item.root)
            task = ReadTask(item, self._options, licence)
            keys = self._keys(item, licence)
            kept = self._journal.get(item.name, keys, item.root)
            if kept is None and (kept := self._published.get(item.name, keys, item.root)) is not None:
                self._journal.forget(item.name)
            if kept is not None:
                record = kept.record()
                self._finished(item, record.sources, record.pictures)
                continue
            begun = self._journal.begun(item.name, keys, item.root)
            writer.begin(item.name, begun.chunks if begun else 0)
            if begun is not None:
                self._sources += begun.sources
                self._note_shown(item, begun.resume.pictures)
            yield task if begun is None else replace(task, resume=begun.resume)

    def _keys(self, item: Input, licence: str) -> tuple[str, str]:
        """The key of an input, and the one of what depends on the workers' bounds too."""
        key = key_of(item, self._options, licence)
        return key, sha256_bytes(f"{key} {self._bounds}".encode())

    def _take(self, task: ReadTask, part: RowChunk | InputEnd, writer: ChunkWriter) -> None:
        item = task.item
        key, bounded = self._keys(item, task.licence)
        if isinstance(part, RowChunk):
            writer.chunk(item.name, _key_of_chunk(part, key, bounded), part)
            self._sources += part.sources.num_rows
            self._tell(item.name)
            return
        writer.end(item.name, key, part)
        self._read += 1
        self._finished(item, 0, part.pictures)
        self._tell(item.name)

    def _finished(self, item: Input, sources: int, pictures: Iterable[str]) -> None:
        self._done += 1
        self._sources += sources
        self._note_shown(item, pictures)

    def _note_shown(self, item: Input, pictures: Iterable[str]) -> None:
        if item.reader.name != "image":
            self._shown.update(str(item.root / actual_name(name)) for name in pictures)

    def _tell(self, name: str) -> None:
        self._progress(IngestProgress(self._done, len(self._inputs), self._sources, name))

    def kept(self) -> Iterator[StoredInput]:
        """What every input of the corpus gave, in the order of their names."""
        for item in self._inputs:
            if item.name not in self._left_out:
                kept = self._journal.known(item.name) or self._published.known(item.name)
                assert kept is not None, item.name
                yield kept

    def report(self, written: WrittenCorpus) -> IngestReport:
        names = {item.name for item in self._inputs} - self._left_out
        counts = sorted(written.drops.items())
        return IngestReport(
            corpus=self._folder,
            fingerprint=written.fingerprint,
            sources=written.manifest["sources"],
            documents=written.manifest["documents"],
            inputs=written.inputs,
            read=self._read,
            reused=written.inputs - self._read,
            removed=tuple(sorted({*self._published, *self._journal} - names)),
            failed=tuple(written.failed),
            drops={reason: count for reason, count in counts if reason not in NOTICES},
            notices={reason: count for reason, count in counts if reason in NOTICES},
            suffixes={reason: dict(sorted(suffixes.items())) for reason, suffixes in sorted(written.suffixes.items())},
            pages=written.manifest.get("pages", 0),
            reasons={name: failure.reason for name, failure in written.failed.items()},
            partial=tuple(name for name, failure in written.failed.items() if failure.in_part),
        )

    def close(self) -> None:
        self._published.close()
        self._journal.close()


def _key_of_chunk(chunk: RowChunk, key: str, bounded: str) -> str:
    """Under what a chunk is kept: a document or picture that killed its worker may be read within other bounds. One
    whose picture did not come is read anew by the next run, which may reach the host."""
    reasons = {drop.reason for drop in chunk.drops}
    if "image-fetch-failed" in reasons:
        return ""
    return bounded if any("worker-" in reason for reason in reasons) else key
