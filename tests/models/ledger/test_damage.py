"""A damaged file is mended or refused, and never gives a wrong reply."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest
from calls import reply, request

from benchwright.errors import StorageError, UsageError
from benchwright.models import Reply
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.models.ledger.recover import RECOVERED, beside

PAGE = 4096
COUNT = 60


def original(number: int) -> Reply:
    """Every third reply is longer than a page, so that it lies on several."""
    noise = Random(number).randbytes(6000 if number % 3 == 0 else 300)
    return reply(number, text=noise.hex())


ORIGINALS = {request(number).key: original(number) for number in range(COUNT)}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ledger") / LEDGER

    async def fill() -> None:
        for number in range(COUNT):
            await ledger.put(request(number), original(number))

    with Ledger.open(path) as ledger:
        asyncio.run(fill())
    return path


@pytest.fixture(scope="module")
def with_log(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger as a kill leaves it: half of its calls lie in the log only."""
    path = tmp_path_factory.mktemp("killed") / LEDGER
    half = list(ORIGINALS)[: COUNT // 2]
    with Ledger.open(path) as ledger:
        ledger.put_all((request(number), original(number)) for number in range(COUNT // 2))
    assert len(half) == COUNT // 2
    with Ledger.open(path) as ledger:
        ledger.put_all((request(number), original(number)) for number in range(COUNT // 2, COUNT))
        for end in ("", "-wal"):
            shutil.copy(beside(path, end), beside(path, f"{end}.copy"))
    for end in ("", "-wal"):
        beside(path, f"{end}.copy").rename(beside(path, end))
    return path


def kept(path: Path) -> tuple[int | None, int]:
    """Open a damaged file and ask for every reply: how many were recovered, how many are there. None is wrong."""
    said: list[str] = []
    with Ledger.open(path, notify=said.append) as ledger:
        found = {key: ledger.get(key) for key in ORIGINALS}
        there = {key: one for key, one in found.items() if one is not None}
        assert there == {key: ORIGINALS[key] for key in there}
        assert set(ledger.keys()) <= set(ORIGINALS)
        if ledger.recovered is not None:
            assert said == [
                f"{path} was damaged: {ledger.recovered} replies were kept; the old file is {LEDGER}.damaged"
            ]
            assert beside(path, ".damaged").exists()
            assert len(there) == ledger.recovered
        # It takes what was lost, and is then as it was.
        ledger.put_all((request(number), original(number)) for number in range(COUNT))
        assert {key: ledger.get(key) for key in ORIGINALS} == ORIGINALS
        return ledger.recovered, len(there)


def test_cut_off_at_every_page_it_is_recovered_or_new(whole: Path, tmp_path: Path) -> None:
    data = whole.read_bytes()
    pages = len(data) // PAGE
    assert pages > 40
    counts = []
    for cut in range(pages):
        path = tmp_path / str(cut) / LEDGER
        path.parent.mkdir()
        path.write_bytes(data[: cut * PAGE])
        recovered, there = kept(path)
        assert recovered == (there if cut else None)
        counts.append(there)
        shutil.rmtree(path.parent)
    assert counts == sorted(counts)  # a longer part never gives less
    assert counts[0] == 0
    assert counts[-1] >= COUNT - 6  # short replies share a page


def test_cut_off_anywhere_within_a_page(whole: Path, tmp_path: Path) -> None:
    data, rng = whole.read_bytes(), Random(2)
    for cut in [1, 16, 50, 71, 72, 99, 100, 511, 512, 4095, *(rng.randrange(len(data)) for _ in range(20))]:
        path = tmp_path / str(cut) / LEDGER
        path.parent.mkdir()
        path.write_bytes(data[:cut])
        if cut < 72:  # nothing is left that says what it was
            with pytest.raises(UsageError, match="is no ledger"):
                Ledger.open(path)
        else:
            recovered, there = kept(path)
            assert recovered == there


@pytest.mark.parametrize("seed", range(4))
def test_with_bytes_flipped_anywhere(whole: Path, tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    for round_ in range(15):
        data = bytearray(whole.read_bytes())
        for _ in range(rng.choice([1, 1, 3, 30])):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path = tmp_path / str(round_) / LEDGER
        path.parent.mkdir()
        path.write_bytes(data)
        _, there = kept(path)
        assert there >= COUNT - 35


def test_with_any_byte_of_the_header_changed(whole: Path, tmp_path: Path) -> None:
    data = whole.read_bytes()
    for at in range(100):
        path = tmp_path / str(at) / LEDGER
        path.parent.mkdir()
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x15]) + data[at + 1 :])
        if at in range(60, 64):  # the version of the table
            with pytest.raises(UsageError, match="newer version"):
                Ledger.open(path)
        else:
            assert kept(path)[1] == COUNT


def test_with_whole_pages_overwritten(whole: Path, tmp_path: Path) -> None:
    data, rng = whole.read_bytes(), Random(5)
    pages = len(data) // PAGE
    for page in rng.sample(range(pages), 15):
        path = tmp_path / str(page) / LEDGER
        path.parent.mkdir()
        path.write_bytes(data[: page * PAGE] + rng.randbytes(PAGE) + data[(page + 1) * PAGE :])
        _, there = kept(path)
        assert there >= COUNT - 20


def test_the_log_of_a_killed_one_is_read_though_the_file_is_cut_off(with_log: Path, tmp_path: Path) -> None:
    data, log = with_log.read_bytes(), beside(with_log, "-wal").read_bytes()
    with Ledger.view(with_log) as ledger:
        assert len(ledger.keys()) == COUNT
    for cut in range(0, len(data) // PAGE, 3):
        path = tmp_path / str(cut) / LEDGER
        path.parent.mkdir()
        path.write_bytes(data[: cut * PAGE])
        beside(path, "-wal").write_bytes(log)
        _, there = kept(path)
        assert there >= COUNT // 2


def test_a_log_that_is_cut_off_or_changed_loses_its_end_only(with_log: Path, tmp_path: Path) -> None:
    data, log, rng = with_log.read_bytes(), beside(with_log, "-wal").read_bytes(), Random(6)
    for round_ in range(20):
        path = tmp_path / str(round_) / LEDGER
        path.parent.mkdir()
        path.write_bytes(data)
        changed = bytearray(log[: rng.randrange(len(log))] if round_ % 2 else log)
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        beside(path, "-wal").write_bytes(changed)
        _, there = kept(path)
        assert there >= COUNT // 2


def test_a_row_that_was_changed_by_hand_is_as_good_as_none(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    shutil.copy(whole, path)
    one, two, three = sorted(ORIGINALS)[:3]
    connection = sqlite3.connect(path)
    connection.execute("UPDATE calls SET usd = 9.5 WHERE key = ?", (bytes.fromhex(one),))
    connection.execute("DELETE FROM calls WHERE key = ?", (bytes.fromhex(three),))
    # A whole row under another's name: its own seal is broken by it.
    connection.execute("UPDATE calls SET key = ? WHERE key = ?", (bytes.fromhex(three), bytes.fromhex(two)))
    connection.commit()
    connection.close()
    with Ledger.open(path) as ledger:
        assert ledger.get(one) is None
        assert ledger.get(two) is None
        assert ledger.get(three) is None
        assert ledger.damaged == 2
        assert ledger.stats().damaged == 2
        assert len(ledger.keys()) == COUNT - 3
        numbers = {request(number).key: number for number in range(COUNT)}
        assert ledger.put_all((request(numbers[key]), ORIGINALS[key]) for key in (one, two, three)) == 3
        assert {key: ledger.get(key) for key in ORIGINALS} == ORIGINALS


def test_a_row_whose_words_are_no_words_any_more_can_be_put_anew(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    shutil.copy(whole, path)
    with Ledger.open(path) as ledger:
        connection = sqlite3.connect(path)
        connection.execute("UPDATE calls SET model = CAST(x'6fff' AS TEXT)")
        connection.commit()
        connection.close()
        assert ledger.keys() == []
        assert ledger.stats().damaged == COUNT
        assert ledger.put_all((request(number), original(number)) for number in range(COUNT)) == COUNT
        assert {key: ledger.get(key) for key in ORIGINALS} == ORIGINALS
        assert ledger.stats().damaged == 0


def test_what_says_nothing_of_the_file_is_no_damage(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    shutil.copy(whole, path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StorageError, match="database is locked"):
        Ledger.open(path)
    connection.close()
    assert not beside(path, ".damaged").exists()


def test_looking_at_a_damaged_one_changes_nothing(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    path.write_bytes(whole.read_bytes()[: 30 * PAGE])
    before = path.read_bytes()
    with Ledger.view(path) as ledger:
        assert ledger.recovered is not None
        assert 0 < ledger.recovered < COUNT
        assert len(ledger.keys()) == ledger.recovered
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_recovery_that_was_killed_is_gone_on_with(whole: Path, with_log: Path, tmp_path: Path) -> None:
    """Killed just before the new file takes the old one's place, with the old one's log still there or gone."""
    log = beside(with_log, "-wal").read_bytes()
    for name in ("log", "gone"):
        path = tmp_path / name / LEDGER
        path.parent.mkdir()
        path.write_bytes(with_log.read_bytes()[: 3 * PAGE])
        if name == "log":
            beside(path, "-wal").write_bytes(log)
        shutil.copy(whole, beside(path, RECOVERED))
        with Ledger.open(path) as ledger:
            assert {key: ledger.get(key) for key in ORIGINALS} == ORIGINALS
        assert beside(path, ".damaged").stat().st_size == 3 * PAGE
        assert beside(path, ".damaged-wal").exists() == (name == "log")
        assert not beside(path, RECOVERED).exists()
