"""What a load has done so far: the journal beside its parts, read again when it goes on."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchwright.files.atomic import AppendLog, make_folder
from benchwright.graphs.items import Position
from benchwright.graphs.load.parts import Part
from benchwright.records import Json

JOURNAL = "journal.jsonl"


@dataclass
class Progress:
    """Where a load is. `feed` is the number of the input at hand, `position` where in it the last part ended."""

    parts: int = 0
    feed: int = 0
    position: Position | None = None
    rows: Counter[str] = field(default_factory=Counter)
    drops: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    steps: dict[str, dict[str, int]] = field(default_factory=dict)
    manifest: Json | None = None


class Journal:
    """The journal of the load in one folder. One process only: hold the graph folder's lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts = folder / "parts"
        self.made = folder / "made"
        self._log = AppendLog(folder / JOURNAL)

    def open(self, load: Json) -> Progress:
        """Where the load of that identity stands. Another load's remains are thrown away, and rows that no line of the
        journal names."""
        entries = AppendLog.read(self.folder / JOURNAL)
        if not entries or entries[0] != {"load": load}:
            shutil.rmtree(self.folder, ignore_errors=True)
            make_folder(self.folder)
            self._log.append({"load": load})
            entries = []
        progress = Progress()
        for entry in entries[1:]:
            _follow(progress, entry)
        make_folder(self.parts)
        make_folder(self.made)
        for path in self.parts.iterdir():
            if int(path.name.split("-")[0]) >= progress.parts:
                path.unlink()
        return progress

    def close(self) -> None:
        self._log.close()

    def write_part(self, progress: Progress, part: Part, position: Position | None) -> None:
        """Close a part and write down that the input was read up to the position; None: to its end."""
        part.close()
        at = None if position is None else {"offset": position.offset, "line": position.line}
        counted = {"rows": part.rows, "drops": part.drops, "left_out": part.left_out}
        self._write(progress, {"part": progress.parts, "feed": progress.feed, "at": at, **counted})

    def step(self, progress: Progress, name: str, work: Callable[[], dict[str, int]]) -> dict[str, int]:
        """The counts of a step of the merge, done now unless it was done before."""
        if name not in progress.steps:
            self._write(progress, {"step": name, "counts": work()})
        return progress.steps[name]

    def write_manifest(self, progress: Progress, manifest: Json) -> None:
        """All files are made: what is left is to put them into their place."""
        self._write(progress, {"manifest": manifest})

    def _write(self, progress: Progress, entry: Json) -> None:
        self._log.append(entry)
        _follow(progress, entry)


def _follow(progress: Progress, entry: Json) -> None:
    if "part" in entry:
        at = entry["at"]
        progress.parts = entry["part"] + 1
        progress.feed = entry["feed"] + (at is None)
        progress.position = None if at is None else Position(at["offset"], at["line"])
        progress.rows.update(entry["rows"])
        progress.drops.update(entry["drops"])
        progress.left_out.update(entry["left_out"])
    elif "step" in entry:
        progress.steps[entry["step"]] = entry["counts"]
    else:
        progress.manifest = entry["manifest"]
