"""Keep what a load has done so far in a journal, and read it again when the load goes on."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchwright.files.atomic import make_folder
from benchwright.files.journal import Journal
from benchwright.graphs.items import Position
from benchwright.graphs.load.parts import LoadPart
from benchwright.records import Json


@dataclass
class LoadState:
    """How far a load is. `feed` is the number of the input at hand, `position` where in it the last part ended."""

    parts: int = 0
    feed: int = 0
    position: Position | None = None
    rows: Counter[str] = field(default_factory=Counter)
    drops: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    steps: dict[str, dict[str, int]] = field(default_factory=dict)
    manifest: Json | None = None


class LoadJournal:
    """The journal of the load `load` in one folder; what another load left there is removed. `state` is where the load
    is. One process only: hold the graph folder's lock."""

    def __init__(self, folder: Path, load: Json) -> None:
        self.folder = folder
        self.made = folder / "made"
        self._journal = Journal(folder, load, files="parts")
        if not self._journal.resumed:
            shutil.rmtree(self.made, ignore_errors=True)
        self.parts = make_folder(folder / "parts")
        make_folder(self.made)
        self.state = LoadState()
        for _, entry in self._journal.entries():
            self._follow(entry)

    def close(self) -> None:
        self._journal.close()

    def remove(self) -> None:
        """Close, and remove the folder: the load is done, or would fail again."""
        self._journal.remove()

    def write_part(self, part: LoadPart, position: Position | None) -> None:
        """Close a part and write down that the input was read up to the position; None: to its end."""
        part.close()
        at = None if position is None else {"offset": position.offset, "line": position.line}
        counts = {"rows": part.rows, "drops": part.drops, "left_out": part.left_out}
        self._write({"part": self.state.parts, "feed": self.state.feed, "at": at, **counts}, part.files)

    def step(self, name: str, work: Callable[[], dict[str, int]]) -> dict[str, int]:
        """The counts of a step of the merge, done now unless it was done before."""
        if name not in self.state.steps:
            self._write({"step": name, "counts": work()})
        return self.state.steps[name]

    def write_manifest(self, manifest: Json) -> None:
        """All files are made: what is left is to put them into their place."""
        self._write({"manifest": manifest})

    def _write(self, entry: Json, files: tuple[str, ...] = ()) -> None:
        self._journal.add(entry, files=files)
        self._journal.commit()
        self._follow(entry)

    def _follow(self, entry: Json) -> None:
        state = self.state
        if "part" in entry:
            at = entry["at"]
            state.parts = entry["part"] + 1
            state.feed = entry["feed"] + (at is None)
            state.position = None if at is None else Position(at["offset"], at["line"])
            state.rows.update(entry["rows"])
            state.drops.update(entry["drops"])
            state.left_out.update(entry["left_out"])
        elif "step" in entry:
            state.steps[entry["step"]] = entry["counts"]
        else:
            state.manifest = entry["manifest"]
