"""A damaged file is refused, a damaged row answers nothing, and neither ever gives a wrong reply."""

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

PAGE = 4096
COUNT = 60


def beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


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


def held(path: Path) -> int | None:
    """Open a file that may be damaged and ask for every reply: how many are there, None if it is refused, and then
    nothing of it is changed. None is wrong, and what was lost can be put anew."""
    before = path.read_bytes()
    try:
        ledger = Ledger.open(path)
    except UsageError:
        assert path.read_bytes() == before
        return None
    with ledger:
        replies = {key: reply for key in ORIGINALS if (reply := ledger.get(key)) is not None}
        assert replies == {key: ORIGINALS[key] for key in replies}
        assert set(ledger.keys()) <= set(ORIGINALS)
        ledger.put_all((request(number), original(number)) for number in range(COUNT))
        assert {key: ledger.get(key) for key in ORIGINALS} == ORIGINALS
    return len(replies)


def test_a_file_that_is_cut_off_is_refused(whole: Path, tmp_path: Path) -> None:
    data, path = whole.read_bytes(), tmp_path / LEDGER
    for cut in (1, 16, 72, 100, 512, PAGE - 1, PAGE, PAGE + 1, 10 * PAGE, len(data) - PAGE, len(data) - 1):
        path.write_bytes(data[:cut])
        words = "is not a ledger" if cut < 72 else "is damaged"
        for opened in (Ledger.open, Ledger.view):
            with pytest.raises(UsageError, match=words):
                opened(path)
        assert path.read_bytes() == data[:cut]
    path.write_bytes(b"")  # killed before the first page was written
    assert held(path) == 0


def test_the_refusal_says_what_to_do(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    path.write_bytes(whole.read_bytes()[: 10 * PAGE])
    with pytest.raises(UsageError) as caught:
        Ledger.open(path)
    assert caught.value.line() == (
        f"{path} is damaged — restore a copy of it, or move it aside: the calls in it are then paid for again "
        "(`sqlite3 ledger.sqlite .recover` may save them)"
    )


@pytest.mark.parametrize("seed", range(2))
def test_bytes_flipped_anywhere_give_no_wrong_reply(whole: Path, tmp_path: Path, seed: int) -> None:
    rng, path = Random(seed), tmp_path / LEDGER
    for _ in range(15):
        data = bytearray(whole.read_bytes())
        for _ in range(rng.choice([1, 1, 3, 30])):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        count = held(path)
        assert count is None or count >= COUNT - 30
        beside(path, "-wal").unlink(missing_ok=True)
        beside(path, "-shm").unlink(missing_ok=True)


def test_a_byte_of_the_header_changed_gives_no_wrong_reply(whole: Path, tmp_path: Path) -> None:
    data = whole.read_bytes()
    for at in sorted({*range(0, 100, 4), 18, 61}):
        path = tmp_path / str(at) / LEDGER
        path.parent.mkdir()
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x15]) + data[at + 1 :])
        if at in range(60, 64):  # the version of the table
            with pytest.raises(UsageError, match="newer version"):
                Ledger.open(path)
        elif at not in (18, 19):  # who may write it: the disk is said to refuse
            assert held(path) in (None, COUNT)


def test_an_overwritten_page_is_noticed(whole: Path, tmp_path: Path) -> None:
    data, rng, path = whole.read_bytes(), Random(5), tmp_path / LEDGER
    for page in rng.sample(range(len(data) // PAGE), 5):
        path.write_bytes(data[: page * PAGE] + rng.randbytes(PAGE) + data[(page + 1) * PAGE :])
        count = held(path)
        assert count is None or count >= COUNT - 2


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
        count = held(path)
        assert count is None or count >= COUNT // 2


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
