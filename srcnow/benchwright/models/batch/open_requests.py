"""Counts the requests that wait in batches of a folder: if they are sent another way, they are paid for twice.

A benchmark's own batches lie in BENCH/batches. Which folders `--batch-dir` named is remembered in
BENCH/batch-folders.json, with how many requests waited there at last: {"../calls": 10}.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.english.counts import counted
from benchwright.errors import UsageError
from benchwright.files.atomic import write_json
from benchwright.models.batch.journal import JOURNAL
from benchwright.models.batch.request_log import LOG, RequestLog, whole_log
from benchwright.models.batch.submit import FOLDER
from benchwright.models.ledger import Ledger

FOLDERS = "batch-folders.json"


@dataclass(frozen=True, slots=True)
class OpenRequests:
    """How many requests wait, and where the first of them do: with a service, "" if none was sent, or in a folder."""

    count: int
    service: str
    folder: Path | None = None

    @property
    def words(self) -> str:
        """That they wait: "1 request waits"."""
        return f"{counted(self.count, 'request')} wait{'s' if self.count == 1 else ''}"

    @property
    def option(self) -> str:
        """The option that takes their replies in, quoted for a shell."""
        return f"--batch-dir {shlex.quote(str(self.folder))}" if self.folder else f"--batch {self.service or 'SERVICE'}"


def open_requests(bench: Path, ledger: Ledger | None, models: Collection[str], own: Path | None = None) -> OpenRequests:
    """The requests to these models that wait in the batches of `bench`, besides the folder `own`, and whose reply the
    ledger does not hold. Changes nothing, and takes no lock. Raises ReadError, and UsageError if a log is damaged by
    something else than a kill."""
    places = {bench / FOLDER: 0, **{bench / name: count for name, count in _folders(bench).items()}}
    counts = {
        path: _count(path, ledger, models) if path.is_dir() else count
        for path, count in places.items()
        if own is None or path.resolve() != own.resolve()
    }
    services = [entry["service"] for entry in whole_log(bench / JOURNAL) if entry["event"] == "intent"]
    first = next((path for path, count in counts.items() if count), bench / FOLDER)
    folder = None if first == bench / FOLDER else first.resolve()
    return OpenRequests(sum(counts.values()), services[-1] if services else "", folder)


def remember_folder(bench: Path, folder: Path, count: int | None) -> None:
    """Remember that so many requests of `bench` wait in a folder; None to forget it. Raises StorageError."""
    name = os.path.relpath(folder.resolve(), bench.resolve())
    folders = {**_folders(bench), name: count}
    left = {name: number for name, number in sorted(folders.items()) if number is not None}
    if not left:
        (bench / FOLDERS).unlink(missing_ok=True)
    elif left != _folders(bench):
        write_json(bench / FOLDERS, left)


def forget_lost_folders(bench: Path) -> None:
    """Forget the folders that are not there any more. Raises StorageError."""
    for name in _folders(bench):
        if not (bench / name).is_dir():
            remember_folder(bench, bench / name, None)


def _folders(bench: Path) -> Mapping[str, int]:
    path = bench / FOLDERS
    try:
        folders = json.loads(path.read_text("utf-8")) if path.exists() else {}
        return {str(name): int(count) for name, count in folders.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise UsageError(
            f"{path} is damaged: where requests wait cannot be told", hint="delete it if none of them is under way"
        ) from error


def _count(folder: Path, ledger: Ledger | None, models: Collection[str]) -> int:
    if not (folder / LOG).exists():
        return 0
    log = RequestLog(folder, mend=False)
    written = [key for key in log.waiting() if log.file_of[key] in log.files]
    requests = [log.request(key) for key in written if ledger is None or ledger.row(key) is None]
    return sum(request is None or request.model in models for request in requests)
