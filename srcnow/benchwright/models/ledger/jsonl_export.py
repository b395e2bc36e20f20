"""Writes a ledger as JSON Lines, one call a line sorted by key, and reads such a file; `.zst` is compressed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.files.atomic import atomic_path
from benchwright.files.zstd import ZstdError, ZstdFile
from benchwright.models.base import Reply, canonical, json_bytes
from benchwright.models.ledger.calls import RecordedCall

_LEVEL = 19  # written once, carried often


def write_lines(path: Path, calls: Iterable[RecordedCall]) -> int:
    """Write the calls, compressed if the name ends in `.zst`; how many they were. Half surrogate pairs are escaped, so
    that the file is proper UTF-8. Raises StorageError."""
    count = 0
    with atomic_path(path) as temporary:
        packs = path.suffix == ".zst"
        with ZstdFile(temporary, "w", level=_LEVEL) if packs else temporary.open("wb") as file:
            for call in calls:
                file.write(json_bytes(call.to_json()) + b"\n")
                count += 1
    return count


def read_lines(path: Path) -> Iterator[RecordedCall]:
    """The calls of a file, packed or not, each proven by its key. Raises UsageError for a file that cannot be read, and
    for a line that is no call or not the one that its key says."""
    try:
        with open(path, "rb") as file:
            for number, line in enumerate(ZstdFile(file) if path.suffix == ".zst" else file, 1):
                yield _call(line, f"{path}, line {number}")
    except (OSError, EOFError, ZstdError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UsageError(f"cannot read {path}: {reason or error}", hint="export the ledger again") from error


def _call(line: bytes, where: str) -> RecordedCall:
    try:
        fields = json.loads(line)
        call = RecordedCall(fields["key"], fields["request"], Reply.from_json(fields["reply"]))
        key = hashlib.sha256(canonical(call.request)).hexdigest()
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{where} is no call: {error}", hint="export the ledger again") from error
    if key != call.key:
        raise UsageError(f"{where}: the request is not the one that its key names", hint="export the ledger again")
    return call
