"""A folder stands under its name whole, or not at all."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchwright.errors import StorageError
from benchwright.files.atomic_folder import atomic_folder


def listed(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_a_folder_appears_when_it_is_whole(tmp_path: Path) -> None:
    with atomic_folder(tmp_path / "deep/out") as staging:
        (staging / "sub").mkdir()
        (staging / "sub/a").write_text("a")
        assert not (tmp_path / "deep/out").exists()
    assert listed(tmp_path) == ["deep", "deep/out", "deep/out/sub", "deep/out/sub/a"]


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/old").write_text("old")
    with pytest.raises(FileNotFoundError), atomic_folder(tmp_path / "out") as staging:
        (staging / "missing/new").write_text("new")
    assert listed(tmp_path) == ["out", "out/old"]
    with atomic_folder(tmp_path / "out") as staging:
        (staging / "new").write_text("new")
    assert listed(tmp_path) == ["out", "out/new"]


def test_a_full_disk_is_a_storage_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(StorageError, match="cannot write"), atomic_folder(tmp_path / "out"):
        raise OSError(errno.ENOSPC, "No space left on device")
    (tmp_path / "out").mkdir()
    (tmp_path / "out/old").write_text("old")
    replace = os.replace

    def refuse(source: Path, target: Path) -> None:
        if target.name == "out" and source.name.endswith(".tmp"):
            raise OSError(errno.EIO, "Input/output error")
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(StorageError), atomic_folder(tmp_path / "out") as staging:
        (staging / "new").write_text("new")
    assert listed(tmp_path) == ["out", "out/old"]
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError), atomic_folder(tmp_path / "file/out"):
        pass


def test_what_a_kill_left_is_removed_and_what_is_being_filled_stays(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path\n"
        "from benchwright.files.atomic_folder import atomic_folder\n"
        "with atomic_folder(Path(sys.argv[1])) as staging:\n"
        "    (staging / 'half').write_text('half'); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "out")], check=False)
    assert done.returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    assert [path.name for path in left.iterdir()] == ["half"]
    with atomic_folder(tmp_path / "out") as first:
        assert not left.exists()
        (first / "a").write_text("a")
        with atomic_folder(tmp_path / "out") as second:
            (second / "b").write_text("b")
        assert (first / "a").read_text() == "a"
    assert listed(tmp_path) == ["out", "out/a"]
