"""Documents -> a corpus folder: finds the inputs, reads what changed, and writes all of it whole.

The corpus is what the named paths hold now: what was removed there is removed here. The result depends on nothing but
the files and the options, not on the order of the paths, on earlier runs or on where one was killed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from benchwright.corpus.cache import Cache, Record, Result
from benchwright.corpus.columns import DOCUMENTS, SOURCES, joined_digest
from benchwright.corpus.discover import Input, discover
from benchwright.corpus.licences import Licences
from benchwright.corpus.read import READERS
from benchwright.corpus.read.base import NOTICES, Reader
from benchwright.corpus.reading import Chunk, Finished, IngestOptions, Task, key_of, read_task
from benchwright.corpus.store import (
    DOCUMENTS_FILE,
    DROPS_FILE,
    IMAGES_FOLDER,
    MANIFEST,
    SOURCES_FILE,
    image_files,
    is_whole,
    make_manifest,
    write_parquet,
)
from benchwright.errors import CorpusError, UsageError
from benchwright.files import folder_lock, write_atomic, write_json
from benchwright.records import Drop, Json, dump_line

_PART_SOURCES = 20_000
_PART_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an ingest is: inputs done of all, sources so far, and the input at hand."""

    done: int
    total: int
    sources: int
    name: str


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What came of an ingest. `read` and `reused` count inputs, `removed` names inputs that are no longer there,
    `failed` those that could not be read at all. `drops` lost something, `notices` did not; both by reason."""

    corpus: Path
    fingerprint: str
    sources: Mapping[str, int]
    documents: int
    inputs: int
    read: int
    reused: int
    removed: tuple[str, ...]
    failed: tuple[str, ...]
    drops: Mapping[str, int]
    notices: Mapping[str, int]

    def to_json(self) -> Json:
        return {
            "corpus": str(self.corpus),
            "fingerprint": self.fingerprint,
            "sources": dict(self.sources),
            "documents": self.documents,
            "inputs": self.inputs,
            "read": self.read,
            "reused": self.reused,
            "removed": list(self.removed),
            "failed": list(self.failed),
            "drops": dict(self.drops),
            "notices": dict(self.notices),
        }


def ingest_paths(
    paths: Sequence[Path | str],
    to: Path | str,
    options: IngestOptions | None = None,
    *,
    readers: tuple[Reader, ...] = READERS,
    progress: Callable[[Progress], None] = lambda _: None,
) -> IngestReport:
    """Make (or bring up to date) the corpus folder `to` from files and folders.

    UsageError for paths that are not there or hold nothing that can be read (an earlier corpus then stays as it was),
    CorpusError if `to` holds something else, LockedError, StorageError."""
    how = options or IngestOptions()
    folder = Path(to)
    if how.words < 1 or how.shortest < 0:
        raise UsageError("a passage needs at least one word, and no negative length", hint="see --words, --shortest")
    if how.limits.table_rows < 1 or how.limits.table_columns < 1:
        raise UsageError("a table needs room for a row and a column", hint="see --table-rows, --table-columns")
    _refuse_foreign(folder)
    found = discover(paths, readers, besides=folder)
    if not found.inputs:
        raise UsageError(f"there is nothing to read in {_listed(paths)}", hint=_why(found.drops, readers))
    with folder_lock(folder):
        cache = Cache.open(folder)
        try:
            results, read = _results(found.inputs, how, folder, cache, progress)
            return _write(folder, how, cache, results, read, found.drops)
        finally:
            cache.close()


def _refuse_foreign(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise CorpusError(f"{folder} is not a folder", hint="choose another name for the corpus")
    if folder.is_dir() and not (folder / MANIFEST).exists():
        known = {SOURCES_FILE, DOCUMENTS_FILE, DROPS_FILE, IMAGES_FOLDER}
        if any(path.name not in known and not path.name.startswith(".") for path in folder.iterdir()):
            raise CorpusError(f"{folder} is no corpus, and not empty", hint="choose a new folder for the corpus")


def _listed(paths: Sequence[Path | str]) -> str:
    return ", ".join(map(str, paths[:3])) + (" ..." if len(paths) > 3 else "")


def _why(drops: Iterable[Drop], readers: tuple[Reader, ...] = ()) -> str:
    counts = Counter(drop.reason for drop in drops)
    if counts:
        return "passed over: " + ", ".join(f"{count:,} {reason}" for reason, count in sorted(counts.items()))
    return "files that can be read end in " + " ".join(
        sorted({s for reader in readers for s in reader.suffixes} - {".svg"})
    )


def _results(
    inputs: Sequence[Input], options: IngestOptions, folder: Path, cache: Cache, progress: Callable[[Progress], None]
) -> tuple[list[Result], int]:
    """Every input's result in the order of their names, and how many were read anew.

    Images come last: one that a document shows is that document's, and no input of its own."""
    licences = Licences()
    results: dict[str, Result] = {}
    fresh: list[Result] = []  # read, and not yet on the disk
    shown: set[Path] = set()
    read = sources = 0
    since = time.monotonic()
    finished = False
    try:
        for done, item in enumerate(sorted(inputs, key=lambda one: one.reader.name == "image")):
            if item.path in shown:
                continue
            progress(Progress(done, len(inputs), sources, item.name))
            licence = options.licence or licences.of(item.path, item.root)
            result = cache.get(item.name, key_of(item, options, licence), item.root)
            if result is None or not _images_stand(folder, result):
                before = sources

                def tick(count: int, done: int = done, before: int = before, name: str = item.name) -> None:
                    progress(Progress(done, len(inputs), before + count, name))

                result = _collected(Task(item, options, licence), folder, tick)
                fresh.append(result)
                read += 1
            results[item.name] = result
            sources += result.record.sources
            shown.update(item.root / name for name in result.record.pictures if item.reader.name != "image")
            waiting = sum(one.record.sources for one in fresh)
            if waiting >= _PART_SOURCES or (fresh and time.monotonic() - since >= _PART_SECONDS):
                cache.keep(fresh)
                fresh, since = [], time.monotonic()
        progress(Progress(len(inputs), len(inputs), sources, ""))
        finished = True
    finally:
        if not finished:  # stopped by the user or by an error: what was read need not be read again
            cache.keep(fresh)
    return [results[item.name] for item in inputs if item.name in results], read


def _collected(task: Task, folder: Path, tick: Callable[[int], None]) -> Result:
    """All chunks of an input as one result, its pictures kept."""
    chunks: list[Chunk] = []
    end = Finished((), ())
    for part in read_task(task):
        if isinstance(part, Finished):
            end = part
            continue
        for name, data in part.images.items():
            kept = folder / name
            if not kept.is_file() or kept.stat().st_size != len(data):
                write_atomic(kept, data)
        chunks.append(replace(part, images={}))
        tick(sum(chunk.sources.num_rows for chunk in chunks))
    sources = pa.concat_tables([SOURCES.empty_table(), *(chunk.sources for chunk in chunks)])
    documents = pa.concat_tables([DOCUMENTS.empty_table(), *(chunk.documents for chunk in chunks)])
    kinds = Counter(sources.column("modality").to_pylist())
    digests = [chunk.digest for chunk in chunks]
    record = Record(
        task.item.name,
        key_of(task.item, task.options, task.licence),
        end.touched,
        digests[0] if len(digests) == 1 else joined_digest(("", digest) for digest in digests),
        sources.num_rows,
        documents.num_rows,
        dict(sorted(kinds.items())),
        tuple(drop for chunk in chunks for drop in chunk.drops),
        end.pictures,
        end.failed,
    )
    return Result(record, sources, documents)


def _images_stand(folder: Path, result: Result) -> bool:
    """Whether the bytes of a cached result's images are still in the corpus."""
    return all((folder / name).is_file() for name in image_files(result.sources))


def _write(
    folder: Path, options: IngestOptions, cache: Cache, results: Sequence[Result], read: int, passed: Sequence[Drop]
) -> IngestReport:
    """Write the corpus. Until the manifest is renamed, opening it finds the old one or says that it is unfinished."""
    unique = list(_without_repeats(results))
    records = [result.record for result in unique]
    drops = [*passed, *(drop for record in records for drop in record.drops)]
    modalities = sum((Counter(record.modalities) for record in records), Counter[str]())
    if not modalities.total():
        raise UsageError("no source came out of what was read", hint=_why(drops))
    fingerprint = joined_digest((record.name, record.digest) for record in records)
    counts = Counter(drop.reason for drop in drops)
    documents = sum(record.documents for record in records)

    cache.save(fingerprint, records)
    if not is_whole(folder, fingerprint):
        write_parquet(folder / SOURCES_FILE, SOURCES, (result.sources for result in unique), fingerprint)
        write_parquet(folder / DOCUMENTS_FILE, DOCUMENTS, (result.documents for result in unique), fingerprint)
    write_atomic(folder / DROPS_FILE, "".join(dump_line(drop.to_json()) + "\n" for drop in drops))
    manifest = make_manifest(folder, fingerprint, modalities, documents, counts, options=options.to_json())
    write_json(folder / MANIFEST, manifest)
    cache.tidy(fingerprint)
    _remove_orphans(folder, unique)

    return IngestReport(
        corpus=folder,
        fingerprint=fingerprint,
        sources=manifest["sources"],
        documents=documents,
        inputs=len(records),
        read=read,
        reused=len(records) - read,
        removed=tuple(sorted(cache.names() - {record.name for record in records})),
        failed=tuple(record.name for record in records if record.failed),
        drops={reason: count for reason, count in sorted(counts.items()) if reason not in NOTICES},
        notices={reason: count for reason, count in sorted(counts.items()) if reason in NOTICES},
    )


def _without_repeats(results: Iterable[Result]) -> Iterator[Result]:
    """The results with every id once: the first input by name keeps it, later ones drop theirs.

    What lost a source is not reused by the next run, because the id may be free by then."""
    seen: set[str] = set()
    for result in results:
        ids = result.sources.column("id").to_pylist()
        keep = []
        for source_id in ids:
            keep.append(source_id not in seen)
            seen.add(source_id)
        yield result if all(keep) else _filtered(result, ids, keep)


def _filtered(result: Result, ids: Sequence[str], keep: Sequence[bool]) -> Result:
    lost = [source_id for source_id, kept in zip(ids, keep, strict=True) if not kept]
    rows = result.sources.filter(pa.array(keep, pa.bool_()))
    kinds = {
        str(entry["values"]): int(entry["counts"]) for entry in pc.value_counts(rows.column("modality")).to_pylist()
    }
    name = result.record.name
    drops = tuple(Drop(name, "repeated-id", f"{source_id!r} is another source's already") for source_id in lost)
    record: Record = replace(
        result.record,
        key="",
        digest=joined_digest([(result.record.digest, "\n".join(lost))]),
        sources=rows.num_rows,
        modalities=dict(sorted(kinds.items())),
        drops=(*result.record.drops, *drops),
    )
    return Result(record, rows, result.documents)


def _remove_orphans(folder: Path, results: Iterable[Result]) -> None:
    """Take away the bytes of images that no source has any more."""
    used = {name for result in results for name in image_files(result.sources)}
    images = folder / IMAGES_FOLDER
    for path in sorted(images.iterdir()) if images.is_dir() else ():
        if f"{IMAGES_FOLDER}/{path.name}" not in used:
            path.unlink()
