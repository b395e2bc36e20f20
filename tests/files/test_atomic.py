"""Atomic writes, logs cut at every byte, locks across processes, paths that try to leave their folder."""

from __future__ import annotations

import errno
import json
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchwright.errors import ReadError, StorageError
from benchwright.files import atomic
from benchwright.files.atomic import (
    AppendLog,
    atomic_path,
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
    monkeypatch.setattr(atomic.os, call, full_disk)
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
    lines = [atomic._line(entry) for entry in entries]
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
    raw = bytearray(b"".join(atomic._line(entry) for entry in entries))
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(raw)
    read = AppendLog.read(path)
    assert read == entries[: len(read)]
    assert len(read) < len(entries)


def test_a_damaged_middle_is_kept_beside_the_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    lines = [atomic._line({"n": n}) for n in range(3)]
    bad = lines[1].replace(b'"n":1', b'"n":7')
    path.write_bytes(lines[0] + bad + lines[2])
    assert AppendLog.scan(path) == atomic.LogContent([{"n": 0}], len(lines[0]), len(bad + lines[2]), torn=False)
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

    monkeypatch.setattr(atomic.os, "write", short)
    with pytest.raises(StorageError, match="No space left"):
        log.append({"n": 2})
    assert path.read_bytes() == whole
    monkeypatch.setattr(atomic.os, "write", real_write)
    log.append({"n": 3})
    assert AppendLog.read(path) == [{"n": 1}, {"n": 3}]


def test_a_tail_that_cannot_be_cut_off_is_never_written_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    path.write_bytes(atomic._line({"n": 1}) + b'{"n":')
    log = AppendLog(path)
    with monkeypatch.context() as patched:
        patched.setattr(atomic.os, "ftruncate", full_disk)
        for _ in range(2):
            with pytest.raises(StorageError):
                log.append({"n": 2})
    log.append({"n": 3})
    assert path.read_bytes() == atomic._line({"n": 1}) + atomic._line({"n": 3})


def test_threads_append_whole_lines(tmp_path: Path) -> None:
    log = AppendLog(tmp_path / "log")
    threads = [threading.Thread(target=lambda n=n: [log.append({"n": n, "i": i}) for i in range(20)]) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    read = AppendLog.read(tmp_path / "log")
    assert [[entry["i"] for entry in read if entry["n"] == n] for n in range(4)] == [list(range(20))] * 4


# Hashes and paths


def test_hashes(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert sha256_bytes(b"") == sha256_file(tmp_path / "empty") == EMPTY_SHA
    with pytest.raises(ReadError) as caught:
        sha256_file(tmp_path / "missing")
    assert caught.value.reason == "unreadable"
