"""Files that are no study of this version are told in one line, and nothing is changed in them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.review.study_file import VERSION, StudyFile, make_file


def test_a_file_of_another_version_or_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "review.sqlite"
    with pytest.raises(UsageError, match="is missing"):
        StudyFile(path)
    path.write_bytes(b"not a database, and long enough to be read as one" * 20)
    with pytest.raises(UsageError, match="cannot be read"):
        StudyFile(path)
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE mine (name TEXT)")
    with pytest.raises(UsageError, match="is not the file of a study"):
        StudyFile(path)
    path.unlink()
    for version, age in ((VERSION - 1, "an older"), (VERSION + 1, "a newer")):
        make_file(path, lambda connection: None)
        with closing(sqlite3.connect(path)) as study:
            study.execute(f"PRAGMA user_version = {version}")
        with pytest.raises(UsageError, match=f"was made by {age} version"):
            StudyFile(path)
