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

    Only what changed since the last time is read; what is no longer there vanishes. Nothing is dropped silently:
    `drops.jsonl` in the corpus lists it with the reason. Documents are read in `workers` processes (one a processor, 8
    at most), which end at their `bounds`: what a document kills is its own. Without `options`, scanned pages are read
    where the extra `ocr` is installed. Pictures at web addresses are fetched from `options.allow_fetch` alone. `check`
    gets the fingerprint of what was read before it takes the place of an earlier corpus, which stays where it raises.

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
