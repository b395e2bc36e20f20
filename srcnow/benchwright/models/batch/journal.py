"""Logs what was sent to a batch service, so that a killed run sends nothing twice: `BENCH/batches.jsonl`.

{"event": "intent", "tag", "service", "file", "sha256", "model", "rows", "before"}   before anything is sent
{"event": "uploaded", "tag", "name"}        the request file is there; nothing is paid yet
{"event": "sent", "tag", "id", "how"}       the batch's id: told by the service, found in its list, told by the user,
                                            or supposed (the list has one that may be it: its results will tell)
{"event": "foreign", "tag", "id"}           what was supposed is somebody else's
{"event": "void", "tag", "why"}             the service has no batch of this intent, and its file may be sent again
{"event": "done", "tag", "words", "problem"}  it has ended, and its results are on the disk
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from benchwright.files.append_log import AppendLog
from benchwright.models.batch.request_log import whole_log

JOURNAL = "batches.jsonl"

How = Literal["answered", "found", "told", "supposed"]


@dataclass(slots=True)
class Submission:
    """One intent to send a request file, and what became of it."""

    tag: str
    service: str
    file: str
    model: str
    rows: int
    before: str
    uploaded: str = ""
    id: str = ""
    how: How | None = None
    foreign: set[str] = field(default_factory=set)
    void: bool = False
    done: bool = False
    problem: str = ""


class SubmissionJournal:
    """The log and what follows from it. For one process and one thread."""

    def __init__(self, path: Path) -> None:
        self._log = AppendLog(path)
        self._submissions: dict[str, Submission] = {}
        for entry in whole_log(path):
            self._apply(entry)

    def _apply(self, entry: Mapping[str, Any]) -> None:
        event, tag = entry["event"], entry["tag"]
        if event == "intent":
            fields = {name: entry[name] for name in ("tag", "service", "file", "model", "rows", "before")}
            self._submissions[tag] = Submission(**fields)
            return
        one = self._submissions[tag]
        match event:
            case "uploaded":
                one.uploaded = entry["name"]
            case "sent":
                one.id, one.how = entry["id"], entry["how"]
            case "foreign":
                one.foreign.add(entry["id"])
                one.id, one.how = "", None
            case "void":
                one.void = True
            case "done":
                one.done, one.problem = True, entry["problem"]

    def note(self, event: str, tag: str, **fields: Any) -> Submission:
        """Write an entry, wait until the disk has it, and return the submission as it is now."""
        entry = {"event": event, "tag": tag, **fields}
        self._log.append(entry)
        self._apply(entry)
        return self._submissions[tag]

    def all(self) -> list[Submission]:
        """Every intent that was not given up, in order."""
        return [one for one in self._submissions.values() if not one.void]

    def open(self) -> list[Submission]:
        """Those that have not ended."""
        return [one for one in self.all() if not one.done]

    def ids(self) -> set[str]:
        """All batches that are known to belong to an intent."""
        return {one.id for one in self.all() if one.id}

    def close(self) -> None:
        self._log.close()
