"""What an ingest says: how far it is, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.records import Json


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
    `failed` those that could not be read at all. `pages` counts pictures of whole pages. `drops` lost something,
    `notices` did not; both by reason."""

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
    pages: int = 0

    def to_json(self) -> Json:
        return {
            "corpus": str(self.corpus),
            "fingerprint": self.fingerprint,
            "sources": dict(self.sources),
            "documents": self.documents,
            "pages": self.pages,
            "inputs": self.inputs,
            "read": self.read,
            "reused": self.reused,
            "removed": list(self.removed),
            "failed": list(self.failed),
            "drops": dict(self.drops),
            "notices": dict(self.notices),
        }
