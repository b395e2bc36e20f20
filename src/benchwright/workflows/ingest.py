"""Ingest: documents, tables and images of the user's -> a corpus folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from benchwright.corpus.ingest import IngestReport, Progress, ingest_paths
from benchwright.corpus.reading import IngestOptions

__all__ = ["IngestOptions", "IngestReport", "Progress", "ingest"]


def ingest(
    paths: Sequence[Path | str] | Path | str,
    to: Path | str,
    options: IngestOptions | None = None,
    *,
    progress: Callable[[Progress], None] = lambda _: None,
) -> IngestReport:
    """Make the corpus folder `to` from files, folders and patterns, or bring it up to date.

    Only what changed since the last time is read; what is no longer there vanishes. Nothing is dropped silently:
    `drops.jsonl` in the corpus lists it with the reason. Raises UsageError, CorpusError, LockedError, StorageError."""
    listed = [paths] if isinstance(paths, Path | str) else list(paths)
    return ingest_paths(listed, to, options, progress=progress)
