"""Atomic writes, logs cut at every byte, locks across processes, paths that try to leave their folder."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchwright import files
from benchwright.errors import LockedError, ReadError, StorageError
from benchwright.files import (
    AppendLog,
    atomic_path,
    file_lock,
    folder_lock,
    remove_leftovers,
    sha256_bytes,
    sha256_file,
    write_atomic,
    write_json,
)

EMPTY_SHA = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


# Whole files


def test_write_atomic_makes_folders_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.txt"
    write_atomic(path, "first")
    write_atomic(path, "zwölf\r\n")
    assert path.read_bytes() == "zwölf\r\n".encode()
    assert [p.name for p in path.parent.iterdir()] == ["b.txt"]


def test_write_json_keeps_the_order_and_the_letters(tmp_path: Path) -> None:
    write_json(tmp_path / "x.json", {"b": "é", "a": [1]})
    assert (tmp_path / "x.json").read_text("utf-8") == '{\n  "b": "é",\n  "a": [\n    1\n  ]\n}\n'
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_json(tmp_path / "x.json", float("nan"))


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    path = tmp_path / "kept.txt"
    write_atomic(path, "old")
    monkeypatch.setattr(files.os, call, full_disk)
    with pytest.raises(StorageError, match="No space left") as caught:
        write_atomic(path, "new")
    assert "make room" in caught.value.hint
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["kept.txt"]


def test_a_full_disk_inside_the_block_is_named_and_other_errors_pass(tmp_path: Path) -> None:
    def half(then: Callable[[], object]) -> None:
        with atomic_path(tmp_path / "table.parquet") as temporary:
            temporary.write_bytes(b"half")
            then()

    with pytest.raises(StorageError, match=r"table\.parquet"):
        half(full_disk)
    with pytest.raises(FileNotFoundError):
        half((tmp_path / "missing").read_bytes)
    with pytest.raises(KeyboardInterrupt):
        half(lambda: signal.raise_signal(signal.SIGINT))
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError) as caught:
        write_atomic(tmp_path / "file" / "below.txt", "x")
    assert "choose another name" in caught.value.hint


def test_leftovers_of_killed_writers_go_but_not_another_writers(tmp_path: Path) -> None:
    for place in ("", "images", "inner"):
        (tmp_path / place).mkdir(exist_ok=True)
        (tmp_path / place / ".a.parquet.0123456789ab.tmp").write_bytes(b"half")
    (tmp_path / "inner" / ".lock").touch()
    (tmp_path / ".mine.tmp").touch()
    assert remove_leftovers(tmp_path) == 2
    assert sorted(p.name for p in tmp_path.rglob("*.tmp")) == [".a.parquet.0123456789ab.tmp", ".mine.tmp"]


# Logs


def test_a_line_is_json_with_its_checksum_last(tmp_path: Path) -> None:
    log = AppendLog(tmp_path / "log.jsonl")
    log.append({"a": "é"})
    log.append({})
    log.close()
    first, second = (tmp_path / "log.jsonl").read_text("utf-8").splitlines()
    # crc32 of the UTF-8 bytes of '{"a":"é",' and of '{'
    assert first == '{"a":"é","crc32":"3c9c61c7"}'
    assert second == '{"crc32":"15d54739"}'
    assert json.loads(first)["a"] == "é"
    assert AppendLog.read(tmp_path / "log.jsonl") == [{"a": "é"}, {}]


def test_no_file_is_an_empty_log(tmp_path: Path) -> None:
    assert AppendLog.read(tmp_path / "none") == []
    AppendLog(tmp_path / "none").append_many([])
    assert not (tmp_path / "none").exists()


def test_the_checksums_key_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="crc32"):
        AppendLog(tmp_path / "log").append({"crc32": 1})


scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=6)
objects = st.dictionaries(st.text(max_size=4).filter(lambda key: key != "crc32"), scalars, max_size=3)


@settings(max_examples=20, deadline=None)
@given(st.lists(objects, min_size=1, max_size=3))
def test_a_log_torn_at_any_byte_keeps_its_whole_lines_and_goes_on(
    tmp_path_factory: pytest.TempPathFactory, entries: list[dict[str, object]]
) -> None:
    path = tmp_path_factory.mktemp("log") / "log.jsonl"
    lines = [files._line(entry) for entry in entries]
    data = b"".join(lines)
    ends = [sum(map(len, lines[: n + 1])) for n in range(len(lines))]
    for cut in range(len(data) + 1):
        path.write_bytes(data[:cut])
        whole = sum(end <= cut for end in ends)
        content = AppendLog.scan(path)
        assert content.entries == entries[:whole]
        assert content.good + content.damaged == cut
        assert content.torn == (cut not in (0, *ends))
    path.write_bytes(data[:-1])
    with AppendLog(path) as log:
        log.append({"next": 1})
    assert AppendLog.read(path) == [*entries[:-1], {"next": 1}]
    assert [p.name for p in path.parent.iterdir()] == ["log.jsonl"]


@settings(max_examples=100, deadline=None)
@given(st.lists(objects, min_size=1, max_size=4), st.data())
def test_a_changed_byte_is_never_read_as_data(
    tmp_path_factory: pytest.TempPathFactory, entries: list[dict[str, object]], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("log") / "log.jsonl"
    raw = bytearray(b"".join(files._line(entry) for entry in entries))
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(raw)
    read = AppendLog.read(path)
    assert read == entries[: len(read)]
    assert len(read) < len(entries)


def test_a_damaged_middle_is_kept_beside_the_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    lines = [files._line({"n": n}) for n in range(3)]
    bad = lines[1].replace(b'"n":1', b'"n":7')
    path.write_bytes(lines[0] + bad + lines[2])
    assert AppendLog.scan(path) == files.LogContent([{"n": 0}], len(lines[0]), len(bad + lines[2]), torn=False)
    AppendLog(path).append({"n": 9})
    assert AppendLog.read(path) == [{"n": 0}, {"n": 9}]
    assert (tmp_path / "log.damaged").read_bytes() == bad + lines[2]


def test_a_full_disk_in_the_middle_of_a_line_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    log = AppendLog(path)
    log.append({"n": 1})
    whole = path.read_bytes()
    real_write = os.write
    calls = iter([5])

    def short(descriptor: int, data: memoryview) -> int:
        for size in calls:
            return real_write(descriptor, data[:size])
        full_disk()
        return 0

    monkeypatch.setattr(files.os, "write", short)
    with pytest.raises(StorageError, match="No space left"):
        log.append({"n": 2})
    assert path.read_bytes() == whole
    monkeypatch.setattr(files.os, "write", real_write)
    log.append({"n": 3})
    assert AppendLog.read(path) == [{"n": 1}, {"n": 3}]


def test_a_tail_that_cannot_be_cut_off_is_never_written_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    path.write_bytes(files._line({"n": 1}) + b'{"n":')
    log = AppendLog(path)
    with monkeypatch.context() as patched:
        patched.setattr(files.os, "ftruncate", full_disk)
        for _ in range(2):
            with pytest.raises(StorageError):
                log.append({"n": 2})
    log.append({"n": 3})
    assert path.read_bytes() == files._line({"n": 1}) + files._line({"n": 3})


def test_threads_append_whole_lines(tmp_path: Path) -> None:
    log = AppendLog(tmp_path / "log")
    threads = [threading.Thread(target=lambda n=n: [log.append({"n": n, "i": i}) for i in range(20)]) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    read = AppendLog.read(tmp_path / "log")
    assert [[entry["i"] for entry in read if entry["n"] == n] for n in range(4)] == [list(range(20))] * 4


# Locks

HOLD = """
import sys
from benchwright.files import folder_lock
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


def test_who_waited_for_a_lock_that_was_removed_holds_the_one_that_stands_there(tmp_path: Path) -> None:
    lock = tmp_path / ".lock"
    entered, held = threading.Event(), threading.Event()

    def wait() -> None:
        with file_lock(lock, tmp_path, wait=True):
            entered.set()
            held.wait()

    waiter = threading.Thread(target=wait)

    def fail() -> None:
        with file_lock(lock, tmp_path):
            waiter.start()
            assert not entered.wait(0.2)
            raise StopError

    with pytest.raises(StopError):
        fail()
    assert entered.wait(10)
    with pytest.raises(LockedError), file_lock(lock, tmp_path):
        pass
    held.set()
    waiter.join()


FAIL_OFTEN = """
import sys
from pathlib import Path
from benchwright.files import file_lock, folder_lock
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


# Hashes and paths


def test_hashes(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert sha256_bytes(b"") == sha256_file(tmp_path / "empty") == EMPTY_SHA
    with pytest.raises(ReadError) as caught:
        sha256_file(tmp_path / "missing")
    assert caught.value.reason == "unreadable"
