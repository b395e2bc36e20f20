"""Report how far an ingest is, and its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.records import JsonRecord


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """How far an ingest is: inputs done of all, sources so far, and the input at hand."""

    done: int
    total: int
    sources: int
    name: str


@dataclass(frozen=True, slots=True)
class IngestReport(JsonRecord):
    """The result of an ingest. `read` and `reused` count inputs, `removed` names inputs that are no longer there,
    `failed` those that could not be read to their end; `reasons` says why of each, as drops do, and `partial` are those
    of them that gave sources all the same. `pages` counts pictures of whole pages. `drops` lost something, `notices`
    did not; both by reason. `suffixes` tells of each reason which suffixes the inputs had."""

    corpus: Path
    fingerprint: str
    sources: Mapping[str, int]
    documents: int
    pages: int
    inputs: int
    read: int
    reused: int
    removed: tuple[str, ...]
    failed: tuple[str, ...]
    reasons: Mapping[str, str]
    partial: tuple[str, ...]
    drops: Mapping[str, int]
    notices: Mapping[str, int]
    suffixes: Mapping[str, Mapping[str, int]]

    def failed_lines(self, most: int = 10) -> Iterator[str]:
        """A line for each of the first `most` that failed, and one for the others."""
        for name in self.failed[:most]:
            read = f"read {name} in part" if name in self.partial else f"could not read {name}"
            yield f"{read} ({self.reasons[name]})" if self.reasons.get(name) else read
        if len(self.failed) > most:
            yield f"... and {len(self.failed) - most:,} more"
