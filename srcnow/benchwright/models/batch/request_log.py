"""Logs which requests stand in which batch file and how they ended, so that a kill loses nothing.

One append-only log, `waiting.log`, of these entries:

    {"event": "asked", "key", "file", "without", "request"}      before the file can be seen
    {"event": "written", "file", "round", "rows"}                after it can
    {"event": "failed", "key", "kind", "message", "final"}
    {"event": "rows", "counts"}                                  how often failed result lines stand in the files now
    {"event": "again", "keys"}                                   no longer waited for: may be asked anew
    {"event": "refuses", "model", "field"}                       what a model does not take, and is not sent again
    {"event": "answered", "keys"}                                the ledger has the replies
    {"event": "found", "file", "keys"}                           ids of a request file that the log did not know
    {"event": "state", ...}                                      all of it, when the log was shortened

A request whose file was never written is not waiting. Replies are not noted here: they are in the ledger.
Knows no ledger and no format.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchwright.errors import ContextError, ModelError, RequestError, UsageError
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import atomic_path
from benchwright.models.base import Message, Part, PromptImage, Request, Text

LOG = "waiting.log"
REQUESTS = re.compile(r"requests-(\d+)-.*\.jsonl")
"""The names of request files; the number is the round's."""

_ID = re.compile(rb'"(?:custom_id|key)"\s*:\s*"([^"]+)"')


def request_from_json(data: Mapping[str, Any]) -> Request:
    """A request as `Request.to_json` wrote it. Its pictures have no path: it can be read and stored, not sent.

    Raises ValueError, KeyError or TypeError if the data is of another form.
    """

    def part(data: Mapping[str, Any]) -> Part:
        if "image" in data:
            return PromptImage(data["image"], Path(), side=data.get("side", 0))
        return Text(data["text"])

    fields = dict(data)
    fields["messages"] = tuple(
        Message(message["role"], tuple(part(item) for item in message["parts"])) for message in data["messages"]
    )
    return Request(**fields)


def whole_log(path: Path) -> list[dict[str, Any]]:
    """All entries of a log. Raises UsageError if something else than a kill has changed it: what is missing in it might
    be sent, and paid for, a second time."""
    content = AppendLog.scan(path)
    if content.damaged and not content.torn:
        raise UsageError(
            f"{path} is damaged after line {len(content.entries)}: what was sent cannot be told",
            hint="bring back a copy of the file, or delete it if none of its requests is under way",
        )
    return content.entries


@dataclass(frozen=True, slots=True)
class RequestFailure:
    """How a request failed. `kind` is the slug that failures are counted by; `final` says that the service would not
    take it a second time either; `refusal` is the status and code of its answer, "" if it is not known any more."""

    kind: str
    message: str
    final: bool
    refusal: str = ""

    def error(self) -> ModelError:
        """The error that a single call would have raised."""
        return ContextError(self.message) if self.kind == ContextError.kind else RequestError(self.message)


class RequestLog:
    """The log and what follows from it. For one process (lock the folder) and one thread."""

    PATIENCE = 3
    """How often a request may fail in the same passing way that costs money (a server's error, a body that cannot be
    read) before it counts as failed for good."""

    def __init__(self, folder: Path, *, mend: bool = True) -> None:
        """Read the log; what a kill left half done is put right, unless `mend` is False. Raises ReadError,
        StorageError, and UsageError if something else than a kill has changed it."""
        self.folder = folder
        self._log = AppendLog(folder / LOG)
        self._requests: dict[str, str] = {}  # as JSON text: most are never looked at, and objects take thrice the room
        self.files: dict[str, int] = {}
        """Request files that were written, with their rows; they may have been moved away since."""
        self.rows: Counter[str] = Counter()
        """How often each failed result line stood in the files when they were last read. One more is a new failure, for
        services write the same line each time."""
        self.file_of: dict[str, str] = {}
        """The file of every request that is waited for, by key. (The ledger may have its reply.)"""
        self.failures: dict[str, RequestFailure] = {}
        """Requests that failed for good, by key."""
        self._tries: Counter[str] = Counter()
        self._without: dict[str, list[str]] = {}
        self.lacks: dict[str, tuple[str, ...]] = {}
        """The fields that a request was last written without, by key."""
        self._round = 0
        self._entries = 0
        for entry in whole_log(self._log.path):
            self._apply(entry)
        if mend:
            self._mend()

    def _apply(self, entry: Mapping[str, Any]) -> None:
        self._entries += 1
        key = entry.get("key", "")
        match entry["event"]:
            case "asked":
                self._requests[key] = entry["request"]
                self.lacks[key] = tuple(entry["without"])
                self.file_of[key] = entry["file"]
                self.failures.pop(key, None)
            case "written":
                self.files[entry["file"]] = entry["rows"]
                self._round = max(self._round, entry["round"])
            case "failed":
                self.file_of.pop(key, None)
                if "row" in entry:  # as earlier versions counted
                    self.rows[entry["row"]] += 1
                self._tries[key] += 1
                if entry["final"]:
                    self.failures[key] = RequestFailure(entry["kind"], entry["message"], final=True)
            case "rows":
                self.rows = Counter(entry["counts"])
            case "again":
                self._drop(entry["keys"])
            case "answered":
                self._drop(entry["keys"])
                for key in entry["keys"]:
                    self._requests.pop(key, None)
                    self.lacks.pop(key, None)
            case "found":
                self.file_of |= {key: entry["file"] for key in entry["keys"] if key not in self.file_of}
            case "refuses":
                self._without.setdefault(entry["model"], []).append(entry["field"])
            case "state":
                self._without = dict(entry["without"])
                self._round, self.files, self.file_of = entry["round"], dict(entry["files"]), dict(entry["waiting"])
                self.failures = {
                    key: RequestFailure(kind, message, final=True) for key, (kind, message) in entry["failures"].items()
                }
                self._tries, self.rows = Counter(entry["tries"]), Counter(entry["seen"])

    def _drop(self, keys: Iterable[str]) -> None:
        for key in keys:
            self.file_of.pop(key, None)
            self.failures.pop(key, None)
            self._tries.pop(key, None)

    def _note(self, entries: Iterable[Mapping[str, Any]]) -> None:
        listed = list(entries)
        self._log.append_many(listed)
        for entry in listed:
            self._apply(entry)

    def _mend(self) -> None:
        """Files that a kill kept from being noted are noted now, those that never came to be are forgotten, and files
        that the log does not know (it was lost) are read for their ids."""
        there = {path.name: path for path in self.folder.glob("*.jsonl") if REQUESTS.fullmatch(path.name)}
        for name in sorted(there.keys() - self.files.keys()):
            ids = sorted(set(ids_in(there[name])))
            if any(key not in self.file_of for key in ids):
                self._note([{"event": "found", "file": name, "keys": ids}])
            self.written(name, len(ids))
        self.forget(key for key, name in self.file_of.items() if name not in self.files)

    @property
    def next_round(self) -> int:
        """The number for the next files."""
        return self._round + 1

    def number_after(self, names: Iterable[str]) -> None:
        """Let no new file have the number of these or a lower one."""
        self._round = max(self._round, *(int(match[1]) for name in names if (match := REQUESTS.fullmatch(name))), 0)

    def request(self, key: str) -> Request | None:
        """A request that was asked and has no reply in the ledger yet, without the paths of its pictures. None for one
        that is not known, or was written by a version that named requests otherwise: nobody will ask for that."""
        text = self._requests.get(key)
        request = request_from_json(json.loads(text)) if text is not None else None
        return request if request is not None and request.key == key else None

    def texts(self) -> Mapping[str, str]:
        """The requests that are waited for as JSON text, by key; without those that are not known."""
        return {key: self._requests[key] for key in self.file_of if key in self._requests}

    def without(self, model: str) -> list[str]:
        """The fields that a model has refused."""
        return self._without.get(model, [])

    def refuse(self, model: str, field: str) -> None:
        """Note that a model does not take a field."""
        if field not in self.without(model):
            self._note([{"event": "refuses", "model": model, "field": field}])

    def waiting(self) -> list[str]:
        """All keys that are waited for, sorted."""
        return sorted(self.file_of)

    def in_file(self, name: str) -> list[str]:
        """The keys of one request file that are still waited for, sorted."""
        return sorted(key for key, file in self.file_of.items() if file == name)

    def ask(self, name: str, requests: Iterable[Request]) -> None:
        """Say that these requests are about to stand in a file. Call `written` once it can be seen."""
        self._note(
            # As ASCII text in the text: half a surrogate pair, as careless services write, has no UTF-8.
            {
                "event": "asked",
                "key": request.key,
                "file": name,
                "without": self.without(request.model),
                "request": json.dumps(request.to_json()),
            }
            for request in requests
        )

    def written(self, name: str, rows: int) -> None:
        """Say that the file is in its place."""
        match = REQUESTS.fullmatch(name)
        self._note([{"event": "written", "file": name, "round": int(match[1]) if match else 0, "rows": rows}])

    def fail(
        self, failed: Iterable[tuple[str, RequestFailure]], rows: Mapping[str, int] | None = None
    ) -> dict[str, RequestFailure]:
        """Note failures by key, and return them as they count: one that passes by itself becomes final when it has come
        too often. `rows` are all failed lines that stand in the files now."""
        counted: dict[str, RequestFailure] = {}
        entries: list[dict[str, Any]] = []
        for key, failure in failed:
            tries = self._tries[key] + 1
            if not failure.final and failure.kind in ("server", "bad_body", "lost") and tries >= self.PATIENCE:
                failure = RequestFailure(failure.kind, f"failed {tries} times, lastly: {failure.message}", final=True)
            counted[key] = failure
            fields = {"kind": failure.kind, "message": failure.message, "final": failure.final}
            entries.append({"event": "failed", "key": key, **fields})
        if rows is not None and rows != self.rows:
            entries.append({"event": "rows", "counts": rows})
        self._note(entries)
        return counted

    def forget(self, keys: Iterable[str]) -> None:
        """No longer wait for these, and drop their verdicts: whoever asks for one has it written anew."""
        dropped = sorted(keys)
        if dropped:
            self._note([{"event": "again", "keys": dropped}])

    def close(self) -> None:
        """Let go of the log."""
        self._log.close()

    def answered(self, keys: Iterable[str]) -> None:
        """The ledger holds replies to these: nothing more needs to be known of them here. Of what is left the log is
        written anew once that is less than half of it."""
        done = sorted(set(keys) & (self._requests.keys() | self.file_of.keys() | self.failures.keys()))
        if done:
            self._note([{"event": "answered", "keys": done}])
        entries = self._kept()
        if 2 * len(entries) < self._entries:
            self._log.close()
            with atomic_path(self._log.path) as temporary, AppendLog(temporary) as log:
                log.append_many(entries)
            self._entries = len(entries)

    def _kept(self) -> list[dict[str, Any]]:
        """The entries that say what is known now."""
        state = {
            "event": "state",
            "round": self._round,
            "files": self.files,
            "waiting": self.file_of,
            "failures": {key: [failure.kind, failure.message] for key, failure in self.failures.items()},
            "tries": self._tries,
            "without": self._without,
            "seen": self.rows,
        }
        requests = [
            {"event": "asked", "key": key, "file": "", "without": self.lacks[key], "request": text}
            for key, text in self._requests.items()
        ]
        return [*requests, state]


def ids_in(path: Path) -> Iterator[str]:
    """The ids in a file of requests or results, read from the start of each line: the rest may be megabytes."""
    with path.open("rb") as file:
        for line in file:
            if match := _ID.search(line[:200]):
                yield match[1].decode("utf-8", "replace")
