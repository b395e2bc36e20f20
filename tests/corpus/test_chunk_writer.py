"""What the writer of chunks says when the disk refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.corpus.ingest import ingest_paths
from benchwright.errors import StorageError
from benchwright.readers.input_records import FOLDER

FULL = Path("/dev/full")
"""A device that takes nothing: every byte is refused as on a full disk."""


@pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")
def test_a_full_disk_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("A sentence about a tree that stands alone. " * 20)
    corpus = tmp_path / "corpus"
    (corpus / FOLDER).mkdir(parents=True)
    (corpus / FOLDER / "journal.data").symlink_to(FULL)
    with pytest.raises(StorageError, match=r"cannot write .*journal\.data: No space left on device") as caught:
        ingest_paths([tmp_path / "a.md"], corpus, workers=0)
    assert caught.value.hint.startswith("make room and run the same command again")
