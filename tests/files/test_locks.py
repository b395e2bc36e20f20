"""Locks on folders: one writer at a time, whatever fails or is killed."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchwright.errors import LockedError
from benchwright.files.locks import file_lock, folder_lock

HOLD = """
import sys
from benchwright.files.locks import folder_lock
with folder_lock(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_refused_and_a_kill_frees_the_folder(tmp_path: Path) -> None:
    (tmp_path / ".x.0123456789ab.tmp").touch()
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(LockedError, match=f"process {other.pid}$"), folder_lock(tmp_path):
            pass
        other.kill()
        other.wait()
    with folder_lock(tmp_path):
        assert (tmp_path / ".lock").read_text() == f"{os.getpid()}\n"
    assert [p.name for p in tmp_path.iterdir()] == [".lock"]


def test_the_same_process_cannot_lock_twice(tmp_path: Path) -> None:
    refused = pytest.raises(LockedError, match=f"process {os.getpid()}")
    with folder_lock(tmp_path / "new"), refused, folder_lock(tmp_path / "new"):
        pass
    with folder_lock(tmp_path / "new"):
        pass


class StopError(Exception):
    pass


def fail_in(folder: Path, work: Callable[[], object] = lambda: None) -> None:
    with folder_lock(folder):
        work()
        raise StopError


def test_what_fails_leaves_no_lock_and_no_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(StopError):
        fail_in(tmp_path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StopError):
        fail_in(tmp_path / "a/b")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StopError):
        fail_in(tmp_path / "a/b", (tmp_path / "a/b/half").touch)
    assert [str(path.relative_to(tmp_path)) for path in sorted(tmp_path.rglob("*"))] == ["a", "a/b", "a/b/half"]


def test_a_lock_that_was_there_before_stays_after_a_failure(tmp_path: Path) -> None:
    with folder_lock(tmp_path):
        pass
    with pytest.raises(StopError):
        fail_in(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]


def test_a_lock_of_somebody_else_is_not_removed(tmp_path: Path) -> None:
    def replace() -> None:
        (tmp_path / ".lock").unlink()  # by hand; another process makes its own
        (tmp_path / ".lock").write_text("7\n")

    with pytest.raises(StopError):
        fail_in(tmp_path, replace)
    assert (tmp_path / ".lock").read_text() == "7\n"


def test_who_takes_a_lock_that_was_removed_meanwhile_holds_the_one_that_stands_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / ".lock"
    flock, removed = fcntl.flock, []

    def removes_first(descriptor: int, how: int) -> None:
        if not removed:
            removed.append(lock)
            lock.unlink()  # whoever held it has failed since it was opened here
        flock(descriptor, how)

    monkeypatch.setattr("benchwright.files.locks.fcntl.flock", removes_first)
    with file_lock(lock, tmp_path):
        assert removed
        with pytest.raises(LockedError), file_lock(lock, tmp_path):
            pass


FAIL_OFTEN = """
import sys
from pathlib import Path
from benchwright.files.locks import file_lock, folder_lock
from benchwright.errors import LockedError
place = Path(sys.argv[1])
count = 0
while count < 150:
    try:
        with folder_lock(place / "in/folder"):
            (place / "inside").open("x").close()  # FileExistsError if another one is inside
            (place / "inside").unlink()
            count += 1
            raise KeyError
    except (KeyError, LockedError):
        pass
"""


def test_processes_that_fail_and_remove_their_locks_still_keep_each_other_out(tmp_path: Path) -> None:
    crew = [subprocess.Popen([sys.executable, "-c", FAIL_OFTEN, str(tmp_path)]) for _ in range(4)]
    assert [one.wait(120) for one in crew] == [0, 0, 0, 0]


def test_a_folder_that_goes_while_its_lock_is_opened_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, lock = tmp_path / "folder", tmp_path / "folder/.lock"
    folder.mkdir()
    lock.touch()
    real = os.open

    def goes_first(path: Path, flags: int, mode: int = 0o777) -> int:
        if not flags & os.O_EXCL and lock.exists():  # its holder fails between the two attempts to open it
            lock.unlink()
            folder.rmdir()
        return real(path, flags, mode)

    monkeypatch.setattr("benchwright.files.locks.os.open", goes_first)
    with file_lock(lock, folder):
        assert lock.exists()
