"""Ingest the user's documents, tables and images into a corpus folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from benchwright.corpus.fetch import Fetcher, FetchLimits
from benchwright.corpus.ingest import IngestProgress, IngestReport, ingest_paths
from benchwright.errors import MissingExtraError, UsageError
from benchwright.files.output_paths import refuse_inside_own
from benchwright.readers.base import Limits, ReaderOptions
from benchwright.readers.confined.bounds import WorkerBounds
from benchwright.readers.ocr import ocr_installed
from benchwright.readers.read_task import IngestOptions

__all__ = [
    "IngestOptions",
    "IngestProgress",
    "IngestReport",
    "Limits",
    "ReaderOptions",
    "WorkerBounds",
    "ingest",
    "with_ocr",
]


def ingest(
    paths: Sequence[Path | str] | Path | str,
    to: Path | str,
    options: IngestOptions | None = None,
    *,
    workers: int | None = None,
    bounds: WorkerBounds | None = None,
    check: Callable[[str], None] = lambda fingerprint: None,
    progress: Callable[[IngestProgress], None] = lambda _: None,
) -> IngestReport:
    """Make the corpus folder `to` from files, folders and patterns, or bring it up to date.

    Only new and changed files are read, and sources of files that no longer exist are removed. `drops.jsonl` in the
    corpus lists everything that was left out, with the reason.

    - `workers`: the number of reader processes (default: one per core, at most 8).
    - `bounds`: limits on time and memory for a document. A document that exceeds them is dropped; the others aren't
      affected.
    - `options`: how documents are read. By default, scanned pages are read if the extra `ocr` is installed. Images at
      web addresses are fetched only from hosts in `options.allow_fetch`.
    - `check`: receives the fingerprint of the new corpus before it replaces an earlier one. If `check` raises, the
      earlier corpus stays.

    Raises UsageError, CorpusError, LockedError, StorageError."""
    refuse_inside_own(Path(to))
    listed = [paths] if isinstance(paths, Path | str) else list(paths)
    how = options or with_ocr(IngestOptions(), None)
    if workers is not None and workers < 0:
        raise UsageError("there can be no fewer than 0 workers", hint="see --workers")
    fetch = None
    if how.allow_fetch:
        fetch = Fetcher.for_corpus(Path(to), how.allow_fetch, FetchLimits(bytes=how.limits.image_bytes))
    return ingest_paths(listed, to, how, workers=workers, bounds=bounds, fetch=fetch, check=check, progress=progress)


def with_ocr(options: IngestOptions, wanted: bool | None) -> IngestOptions:
    """The options with scanned pages read or not; None: if the extra `ocr` is there. MissingExtraError if it is wanted
    and is not."""
    if wanted and not ocr_installed():
        raise MissingExtraError("reading scanned pages", "ocr")
    return replace(options, read=replace(options.read, ocr=ocr_installed() if wanted is None else wanted))
