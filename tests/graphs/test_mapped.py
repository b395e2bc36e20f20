"""Columns on disk: the same numbers as in memory, and nothing believed that is not as it was written."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from benchwright.errors import StorageError
from benchwright.graphs import mapped
from benchwright.graphs.mapped import Columns, InMemory, apart, aside, kept, kept_if_possible
from benchwright.records import Json

PRINT = "0123456789abcdef" * 4
CODES = np.arange(1000, dtype=np.int32)


class Made:
    """Fills the same columns each time, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, columns: Columns) -> Json:
        self.times += 1
        columns.add(code=np.zeros(0, np.int32), flag=np.zeros(0, np.bool_), none=np.zeros(0, np.int64))
        for start in range(0, 1000, 300):
            columns.add(code=CODES[start : start + 300], flag=CODES[start : start + 300] % 3 == 0)
        return {"told": [1, 2]}


def check(found: tuple[dict[str, mapped.Array], Json]) -> None:
    columns, told = found
    assert told == {"told": [1, 2]}
    assert {name: column.dtype.str for name, column in columns.items()} == {"code": "<i4", "flag": "|b1", "none": "<i8"}
    assert columns["code"].tolist() == list(range(1000))
    assert columns["flag"].tolist() == [number % 3 == 0 for number in range(1000)]
    assert columns["none"].tolist() == []


def test_what_was_made_is_found_again(tmp_path: Path) -> None:
    made = Made()
    for _ in range(3):
        check(kept(tmp_path / "place", PRINT, made))
    assert made.times == 1
    assert sorted(path.name for path in (tmp_path / "place").iterdir()) == [".lock", PRINT[:16]]


def test_mapped_columns_cannot_be_written_and_outlive_their_files(tmp_path: Path) -> None:
    columns, _ = kept(tmp_path, PRINT, Made())
    with pytest.raises(ValueError, match="read-only"):
        columns["code"][0] = 7
    for path in (tmp_path / PRINT[:16]).iterdir():
        path.unlink()
    assert columns["code"].sum() == 499_500


def test_in_memory_they_are_the_same() -> None:
    columns = InMemory()
    told = Made()(columns)
    check((columns.done(), told))
    assert columns.done() == {}


def test_what_is_put_aside_leaves_nothing(tmp_path: Path) -> None:
    check(apart(tmp_path / "new" / "spill", Made()))
    assert aside(CODES, tmp_path).tolist() == CODES.tolist()
    assert [path.name for path in tmp_path.rglob("*")] == ["new", "spill"]


def change(path: Path, old: bytes, new: bytes) -> None:
    raw = path.read_bytes()
    assert raw.count(old) == 1
    path.write_bytes(raw.replace(old, new))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "a bit": lambda set: (set / "code.bin").write_bytes(b"\1" + (set / "code.bin").read_bytes()[1:]),
    "cut short": lambda set: (set / "flag.bin").write_bytes((set / "flag.bin").read_bytes()[:-1]),
    "longer": lambda set: (set / "flag.bin").write_bytes((set / "flag.bin").read_bytes() + b"\0"),
    "gone": lambda set: (set / "none.bin").unlink(),
    "another type": lambda set: change(set / "manifest.json", b"<i4", b"<i8"),
    "no type": lambda set: change(set / "manifest.json", b"<i4", b"<x4"),
    "another length": lambda set: change(set / "manifest.json", b'"dtype": "<i8",\n      "length": 0', b'"length": 1'),
    "of something else": lambda set: change(set / "manifest.json", PRINT.encode(), b"1" + PRINT[1:].encode()),
    "no object": lambda set: (set / "manifest.json").write_text("[1]"),
    "columns as a list": lambda set: (set / "manifest.json").write_text(
        json.dumps({"fingerprint": PRINT, "columns": ["code"], "told": {}})
    ),
    "no manifest": lambda set: (set / "manifest.json").unlink(),
    "no JSON": lambda set: (set / "manifest.json").write_bytes(b"\xff{"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_what_is_damaged_is_made_anew(damage: Callable[[Path], object], tmp_path: Path) -> None:
    made = Made()
    before, _ = kept(tmp_path, PRINT, made)
    before = {name: column.copy() for name, column in before.items()}
    damage(tmp_path / PRINT[:16])
    for _ in range(2):
        check(kept(tmp_path, PRINT, made))
    assert made.times == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", PRINT[:16]]


def test_the_newest_stay(tmp_path: Path) -> None:
    prints = [f"{number}" * 64 for number in range(5)]
    made = Made()
    for one in prints[:3]:
        kept(tmp_path, one, made)
        time.sleep(0.01)
    assert sorted(path.name[0] for path in tmp_path.iterdir()) == [".", "1", "2"]
    kept(tmp_path, prints[1], made)  # used again: it is the other one that is older now
    time.sleep(0.01)
    kept(tmp_path, prints[3], made)
    assert sorted(path.name[0] for path in tmp_path.iterdir()) == [".", "1", "3"]
    assert made.times == 4


def test_what_fails_leaves_nothing_and_is_told(tmp_path: Path) -> None:
    def stopped(columns: Columns) -> Json:
        columns.add(code=CODES)
        raise KeyboardInterrupt

    def full(columns: Columns) -> Json:
        columns.add(code=CODES)
        raise OSError(28, "No space left on device")

    with pytest.raises(KeyboardInterrupt):
        kept(tmp_path, PRINT, stopped)
    with pytest.raises(StorageError, match="No space left on device"):
        kept(tmp_path, PRINT, full)
    assert [path.name for path in tmp_path.iterdir()] == []
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="cannot take what does not fit"):
        apart(tmp_path / "file", Made())


def test_a_place_that_cannot_be_written_gives_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, place = Made(), tmp_path / "columns" / "edges"
    check(kept_if_possible(place, PRINT, made))
    asked: list[Path] = []
    monkeypatch.setattr("os.access", lambda path, mode: asked.append(path))
    check(kept_if_possible(place, PRINT, made, tmp_path / "spill"))
    assert (made.times, (tmp_path / "spill").exists()) == (1, False)
    check(kept_if_possible(place, "f" + PRINT[1:], made, tmp_path / "spill"))
    assert (made.times, (tmp_path / "spill").exists()) == (2, True)
    check(kept_if_possible(tmp_path / "columns" / "order" / "of", PRINT, made))
    assert asked == [place, place, tmp_path / "columns"]
    assert [path.name for path in (tmp_path / "columns").iterdir()] == ["edges"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", lambda self, *given, **more: refused(self) if self.suffix == ".tmp" else None)
        with pytest.raises(StorageError, match=r"cannot write .*: No space left on device"):
            kept(tmp_path, PRINT, Made())
    monkeypatch.setattr(mapped, "TemporaryDirectory", lambda prefix, dir: refused(tmp_path))
    with pytest.raises(StorageError, match=r"^the folder for temporary files cannot take what does not fit"):
        apart(None, Made())


def test_a_block_of_another_type_is_refused(tmp_path: Path) -> None:
    def mixed(columns: Columns) -> Json:
        columns.add(code=CODES)
        columns.add(code=CODES.astype(np.int64))
        return {}

    with pytest.raises(TypeError, match="code is of int32"):
        kept(tmp_path, PRINT, mixed)


SCRIPT = """
import sys, time
from pathlib import Path
import numpy as np
from benchwright.graphs.mapped import kept
place, wait = Path(sys.argv[1]), float(sys.argv[2])
def make(columns):
    print("making", flush=True)
    for number in range(20):
        columns.add(number=np.full(10_000, number))
        time.sleep(wait)
    return {}
columns, _ = kept(place, "ab" * 32, make)
print(int(columns["number"].sum()), len(columns["number"]), flush=True)
"""


def started(place: Path, wait: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SCRIPT, str(place), str(wait)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_one_makes_and_the_other_waits(tmp_path: Path) -> None:
    with started(tmp_path, 0.03) as one, started(tmp_path, 0.03) as two:
        told = [process.communicate(timeout=60)[0].split("\n") for process in (one, two)]
    assert sorted(told) == [["1900000 200000", ""], ["making", "1900000 200000", ""]]


def test_what_a_kill_leaves_is_not_believed_and_is_cleared(tmp_path: Path) -> None:
    with started(tmp_path, 10) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "making\n"
        while not list(tmp_path.rglob("number.bin")):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert len(list(tmp_path.rglob("number.bin"))) == 1
    with started(tmp_path, 0) as process:
        assert process.communicate(timeout=60)[0] == "making\n1900000 200000\n"
    assert len(list(tmp_path.rglob("number.bin"))) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "ab" * 8]
