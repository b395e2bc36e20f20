"""Report how far an ingest is, and its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.records import JsonRecord


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """How far an ingest is: the inputs that are done, all inputs, the sources so far, and the current input."""

    done: int
    total: int
    sources: int
    name: str


@dataclass(frozen=True, slots=True)
class IngestReport(JsonRecord):
    """The result of `ingest`.

    - `read`, `reused`: the number of inputs that were read, and of unchanged inputs.
    - `removed`: inputs that no longer exist.
    - `failed`: inputs that couldn't be read completely, and `reasons` why. `partial` are those that gave sources
      anyway.
    - `pages`: the number of page images.
    - `drops`: counts of lost content by reason. `notices`: counts of remarks without loss, by reason.
    - `suffixes`: for each reason, the suffixes of the inputs."""

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
        """A line for each of the first `most` failed inputs, and one line for the others."""
        for name in self.failed[:most]:
            read = f"read {name} in part" if name in self.partial else f"could not read {name}"
            yield f"{read} ({self.reasons[name]})" if self.reasons.get(name) else read
        if len(self.failed) > most:
            yield f"... and {len(self.failed) - most:,} more"
