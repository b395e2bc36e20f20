"""Append-only logs: whole lines survive a kill, and damage is never read as data."""

from __future__ import annotations

import errno
import json
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchwright.errors import StorageError
from benchwright.files import append_log
from benchwright.files.append_log import AppendLog


def full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


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
    lines = [append_log._line(entry) for entry in entries]
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


@given(st.lists(objects, min_size=1, max_size=4), st.data())
def test_a_changed_byte_is_never_read_as_data(
    tmp_path_factory: pytest.TempPathFactory, entries: list[dict[str, object]], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("log") / "log.jsonl"
    raw = bytearray(b"".join(append_log._line(entry) for entry in entries))
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(raw)
    read = AppendLog.read(path)
    assert read == entries[: len(read)]
    assert len(read) < len(entries)


def test_a_damaged_middle_is_kept_beside_the_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    lines = [append_log._line({"n": n}) for n in range(3)]
    bad = lines[1].replace(b'"n":1', b'"n":7')
    path.write_bytes(lines[0] + bad + lines[2])
    assert AppendLog.scan(path) == append_log.LogContent([{"n": 0}], len(lines[0]), len(bad + lines[2]), torn=False)
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

    monkeypatch.setattr(append_log.os, "write", short)
    with pytest.raises(StorageError, match="No space left"):
        log.append({"n": 2})
    assert path.read_bytes() == whole
    monkeypatch.setattr(append_log.os, "write", real_write)
    log.append({"n": 3})
    assert AppendLog.read(path) == [{"n": 1}, {"n": 3}]


def test_a_tail_that_cannot_be_cut_off_is_never_written_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    path.write_bytes(append_log._line({"n": 1}) + b'{"n":')
    log = AppendLog(path)
    with monkeypatch.context() as patched:
        patched.setattr(append_log.os, "ftruncate", full_disk)
        for _ in range(2):
            with pytest.raises(StorageError):
                log.append({"n": 2})
    log.append({"n": 3})
    assert path.read_bytes() == append_log._line({"n": 1}) + append_log._line({"n": 3})


def test_threads_append_whole_lines(tmp_path: Path) -> None:
    log = AppendLog(tmp_path / "log")
    threads = [threading.Thread(target=lambda n=n: [log.append({"n": n, "i": i}) for i in range(20)]) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    read = AppendLog.read(tmp_path / "log")
    assert [[entry["i"] for entry in read if entry["n"] == n] for n in range(4)] == [list(range(20))] * 4
