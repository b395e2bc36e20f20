"""Atomic writes, logs cut at every byte, locks across processes, paths that try to leave their folder."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from benchwright.errors import ReadError, StorageError
from benchwright.files import atomic
from benchwright.files.atomic import atomic_path, remove_leftovers, sha256_bytes, sha256_file, write_atomic, write_json

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
        half(lambda: signal.default_int_handler(signal.SIGINT, None))
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


# Hashes and paths


def test_hashes(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert sha256_bytes(b"") == sha256_file(tmp_path / "empty") == EMPTY_SHA
    with pytest.raises(ReadError) as caught:
        sha256_file(tmp_path / "missing")
    assert caught.value.reason == "unreadable"
