"""The journal of resumable work: what was committed stays, what a kill leaves goes, what is damaged is reported."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import StorageError
from benchwright.files.journal import Journal

ABOUT = {"of": "a test"}

additions = st.lists(st.tuples(st.lists(st.binary(max_size=5), max_size=3), st.booleans()), max_size=6)
"""Blobs of each entry, and whether a commit follows it."""


def filled(folder: Path, work: Sequence[tuple[list[bytes], bool]]) -> list[list[bytes]]:
    """Add entries; the blobs of those that were committed."""
    held: list[list[bytes]] = []
    committed: list[list[bytes]] = []
    with Journal(folder, ABOUT) as journal:
        for number, (blobs, commits) in enumerate(work):
            journal.add({"number": number}, blobs)
            held.append(blobs)
            if commits:
                places = journal.commit()
                assert [entry["number"] for _, entry in places] == [*range(len(committed), number + 1)]
                assert all(journal.entry_at(place) == entry for place, entry in places)
                committed = list(held)
    return committed


def content(folder: Path) -> list[list[bytes]]:
    with Journal(folder, ABOUT) as journal:
        entries = [entry for _, entry in journal.entries()]
        assert [entry["number"] for entry in entries] == [*range(len(entries))]
        return [[journal.blob(entry, at) for at in range(len(entry.get("blobs", [0, []])[1]))] for entry in entries]


@given(additions)
def test_what_was_committed_is_there_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, work: list[tuple[list[bytes], bool]]
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    committed = filled(folder, work)
    assert content(folder) == committed
    data = folder / "journal.data"
    assert (data.read_bytes() if data.exists() else b"") == b"".join(blob for blobs in committed for blob in blobs)


@given(additions, st.data())
def test_a_journal_that_was_cut_anywhere_keeps_its_first_entries_and_goes_on(
    tmp_path_factory: pytest.TempPathFactory, work: list[tuple[list[bytes], bool]], draw: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    committed = filled(folder, [*work, ([b"last"], True)])
    log = folder / "journal.jsonl"
    log.write_bytes(log.read_bytes()[: draw.draw(st.integers(0, log.stat().st_size))])
    with (folder / "journal.data").open("ab") as data:
        data.write(b"written and not committed")
    kept = content(folder)
    assert kept == committed[: len(kept)]
    with Journal(folder, ABOUT) as journal:
        assert journal.resumed == log.exists() is True or not kept
        journal.add({"number": len(kept)}, [b"more"])
        journal.commit()
    assert content(folder) == [*kept, [b"more"]]


@given(additions, st.data())
def test_a_changed_byte_of_the_data_is_reported_and_can_be_cut_off(
    tmp_path_factory: pytest.TempPathFactory, work: list[tuple[list[bytes], bool]], draw: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    committed = filled(folder, [*work, ([b"last"], True)])
    raw = bytearray((folder / "journal.data").read_bytes())
    raw[draw.draw(st.integers(0, len(raw) - 1))] ^= 1 << draw.draw(st.integers(0, 7))
    (folder / "journal.data").write_bytes(raw)
    with pytest.raises(StorageError, match="is damaged"):
        content(folder)
    with Journal(folder, ABOUT) as journal:
        for number, (place, entry) in enumerate(journal.entries()):
            try:
                assert [journal.blob(entry, at) for at in range(len(committed[number]))] == committed[number]
            except StorageError:
                journal.cut(place)
                break
        journal.add({"number": number})
        journal.commit()
    assert content(folder) == [*committed[:number], []]


def test_data_that_is_too_short_is_damaged_and_does_not_move_what_comes(tmp_path: Path) -> None:
    filled(tmp_path, [([b"one"], True), ([b"two"], True)])
    os.truncate(tmp_path / "journal.data", 2)
    with Journal(tmp_path, ABOUT) as journal:
        journal.add({"number": 2}, [b"three"])
        journal.commit()
        entries = [entry for _, entry in journal.entries()]
        assert journal.blob(entries[2]) == b"three"
        for entry in entries[:2]:
            with pytest.raises(StorageError, match="is damaged"):
                journal.blob(entry)


def test_another_work_begins_anew(tmp_path: Path) -> None:
    filled(tmp_path, [([b"one"], True)])
    with Journal(tmp_path, {"of": "another"}) as journal:
        assert not journal.resumed
        assert list(journal.entries()) == []
    assert (tmp_path / "journal.data").read_bytes() == b""


def test_files_that_no_entry_names_are_removed(tmp_path: Path) -> None:
    with Journal(tmp_path, ABOUT, files="parts") as journal:
        (tmp_path / "parts").mkdir()
        for name in ("one", "two"):
            (tmp_path / "parts" / name).write_text(name)
        journal.add({"number": 0}, files=["one"])
        journal.commit()
    with Journal(tmp_path, ABOUT, files="parts") as journal:
        assert journal.resumed
    assert [path.name for path in (tmp_path / "parts").iterdir()] == ["one"]
    with Journal(tmp_path, {"of": "another"}, files="parts"):
        assert list((tmp_path / "parts").iterdir()) == []


def test_a_named_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path, ABOUT, files="parts") as journal:
        journal.add({"number": 0}, files=["one"])
        with pytest.raises(StorageError, match="cannot write"):
            journal.commit()
        assert list(journal.entries()) == []


def test_a_refused_commit_leaves_nothing_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with Journal(tmp_path, ABOUT) as journal:
        journal.add({"number": 0}, [b"one"])
        journal.commit()
        journal.add({"number": 1}, [b"two"])
        with monkeypatch.context() as patch:
            patch.setattr("benchwright.files.journal.os.fsync", full)
            with pytest.raises(StorageError, match="No space left"):
                journal.commit()
        journal.add({"number": 1}, [b"three"])
        journal.commit()
    assert content(tmp_path) == [[b"one"], [b"three"]]


def test_an_entry_may_not_use_the_journals_own_keys(tmp_path: Path) -> None:
    with Journal(tmp_path, ABOUT) as journal, pytest.raises(ValueError, match="the journal's own"):
        journal.add({"blobs": 1})


def test_removing_takes_the_folder_away(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "work", ABOUT)
    journal.add({"number": 0}, [b"one"])
    journal.commit()
    journal.remove()
    assert list(tmp_path.iterdir()) == []
