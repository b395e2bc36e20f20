"""Finding the inputs: names of files that are no UTF-8."""

from __future__ import annotations

import os
from pathlib import Path

from benchwright.corpus.discover import discover
from benchwright.corpus.read import READERS


def test_names_that_are_no_utf8_stay_apart(tmp_path: Path) -> None:
    for name in (b"a\xfe.md", b"a\xff.md"):
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name))).write_text("words")
    assert [item.name for item in discover([tmp_path], READERS).inputs] == ["a\\xfe.md", "a\\xff.md"]
