"""Finding the inputs: names of files that are no UTF-8."""

from __future__ import annotations

import os
from pathlib import Path

from benchwright.corpus.discover import discover
from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.read import READERS
from benchwright.corpus.store import Corpus


def test_names_that_are_no_utf8_stay_apart(tmp_path: Path) -> None:
    for name in (b"a\xfe.md", b"a\xff.md"):
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name))).write_text("words")
    assert [item.name for item in discover([tmp_path], READERS).inputs] == ["a\\xfe.md", "a\\xff.md"]


def test_files_whose_names_are_no_utf8_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name in (b"a\xfe.txt", b"a\xff.txt"):
        Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_text(
            "Oaks may live for a thousand years. " * 9
        )
    for _ in range(2):
        assert ingest_paths([folder], tmp_path / "corpus").sources["text"] == 2
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.ids == ["a\\xfe.txt#p0", "a\\xff.txt#p0"]
    assert list(corpus.titles) == ["a\\xfe", "a\\xff"]
