"""What is put is there: whole, final, through a kill; and nothing else is in the file."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from calls import replies, reply, request, requests
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import LockedError, StorageError, UsageError
from benchwright.models import Reply, Request, Usage
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.models.ledger.writer import GroupWriter


def put(ledger: Ledger, *calls: tuple[Request, Reply]) -> list[Reply]:
    async def all_at_once() -> list[Reply]:
        return list(await asyncio.gather(*(ledger.put(*call) for call in calls)))

    return asyncio.run(all_at_once())


def filled(path: Path, count: int) -> None:
    with Ledger.open(path) as ledger:
        put(ledger, *((request(number), reply(number)) for number in range(count)))


def test_what_is_put_is_there_now_and_after_opening_again(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / LEDGER) as ledger:
        assert ledger.get(request(1).key) is None
        assert put(ledger, (request(1), reply(1))) == [reply(1)]
        assert ledger.get(request(1).key) == reply(1)
    with Ledger.open(tmp_path / LEDGER) as ledger:
        assert ledger.get(request(1).key) == reply(1)
        assert ledger.keys() == [request(1).key]
        row = ledger.row(request(1).key)
        assert row is not None
        call = row.call()
        assert (call.key, call.request, call.reply) == (request(1).key, request(1).to_json(), reply(1))
    assert sorted(path.name for path in tmp_path.iterdir()) == [".ledger.sqlite.lock", "ledger.sqlite"]


@given(st.lists(st.tuples(requests, replies), max_size=4))
def test_any_call_comes_back_as_it_was(calls: list[tuple[Request, Reply]]) -> None:
    first = {asked.key: answer for asked, answer in reversed(calls)}
    with tempfile.TemporaryDirectory() as folder:
        with Ledger.open(Path(folder, LEDGER)) as ledger:
            put(ledger, *calls)
        if not calls:
            assert os.listdir(folder) == []
            return
        with Ledger.view(Path(folder, LEDGER)) as ledger:
            assert ledger.keys() == sorted(first)
            assert {key: repr(ledger.get(key)) for key in first} == {key: repr(one) for key, one in first.items()}
            assert {call.key: call.request for call in ledger.calls()} == {
                asked.key: json.loads(asked.canonical.decode("utf-8", "surrogatepass")) for asked, _ in calls
            }


def test_a_reply_is_final(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / LEDGER) as ledger:
        assert put(ledger, (request(), reply(1)), (request(), reply(2))) == [reply(1), reply(1)]
        assert put(ledger, (request(), reply(3))) == [reply(1)]
        assert ledger.put_all([(request(), reply(4)), (request(5).to_json(), reply(5))]) == 1
        assert ledger.get(request().key) == reply(1)
        assert ledger.get(request(5).key) == reply(5)


@pytest.mark.parametrize("key", ["", "no key", "ab", "é" * 64, request().key])
def test_what_is_not_there_is_none(tmp_path: Path, key: str) -> None:
    with Ledger.open(tmp_path / LEDGER) as ledger:
        assert ledger.get(key) is None
        assert ledger.row(key) is None
        assert ledger.damaged == 0


def test_a_reply_that_json_cannot_hold_is_refused_alone(tmp_path: Path) -> None:
    async def both(ledger: Ledger) -> list[Reply | BaseException]:
        bad = ledger.put(request(1), reply(data={"x": float("nan")}))
        return await asyncio.gather(bad, ledger.put(request(2), reply(2)), return_exceptions=True)

    with Ledger.open(tmp_path / LEDGER) as ledger:
        wrong, right = asyncio.run(both(ledger))
        assert isinstance(wrong, ValueError)
        assert right == reply(2)
        assert ledger.keys() == [request(2).key]


def test_a_put_is_done_though_the_one_who_waits_goes_away(tmp_path: Path) -> None:
    async def leave(ledger: Ledger) -> None:
        task = asyncio.create_task(ledger.put(request(), reply()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with Ledger.open(tmp_path / LEDGER) as ledger:
        asyncio.run(leave(ledger))
    with Ledger.view(tmp_path / LEDGER) as ledger:
        assert ledger.get(request().key) == reply()


def test_a_closed_ledger_and_one_to_read_take_nothing(tmp_path: Path) -> None:
    ledger = Ledger.open(tmp_path / LEDGER)
    put(ledger, (request(), reply()))
    ledger.close()
    ledger.close()
    with pytest.raises(RuntimeError):
        put(ledger, (request(), reply()))
    with Ledger.view(tmp_path / LEDGER) as viewed, pytest.raises(ValueError, match="to read only"):
        viewed.prune([])


def test_one_without_a_call_is_removed_unless_it_was_there_before(tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    Ledger.open(path).close()
    assert os.listdir(tmp_path) == []
    with Ledger.open(path) as ledger:
        put(ledger, (request(), reply()))
    with Ledger.open(path) as ledger:
        ledger.prune([])
    assert path.is_file()


def test_only_one_has_it_open_and_others_may_look(tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    with Ledger.open(path) as ledger:
        with pytest.raises(LockedError, match=f"ledger.sqlite is in use by process {os.getpid()}"):
            Ledger.open(path)
        put(ledger, (request(), reply()))
        with Ledger.view(path) as viewed:
            assert viewed.get(request().key) == reply()
    Ledger.open(path).close()


@pytest.mark.parametrize("counts", [(2**63, 1), (1, 2**70), (-5, 1), (3, -(2**63)), (10, 1, -7), (10, 1, 11)])
def test_a_count_that_no_call_has_spoils_no_other_reply(tmp_path: Path, counts: tuple[int, ...]) -> None:
    async def all_at_once(ledger: Ledger) -> None:
        odd = ledger.put(request(1), reply(usage=Usage(*counts)), patience=0.02)
        await asyncio.gather(odd, *(ledger.put(request(number), reply(number)) for number in range(2, 6)))

    with Ledger.open(tmp_path / LEDGER) as ledger:
        asyncio.run(all_at_once(ledger))
        assert len(ledger.keys()) == 5
        spent = ledger.stats().total.spent
        assert min(spent.input - 414, spent.output - 40, spent.cached) == 0
        row = ledger.row(request(1).key)
        assert row is not None
        assert (row.input is None) == (counts[:2] != (10, 1))


def test_a_value_that_cannot_be_written_ends_no_other_job(tmp_path: Path) -> None:
    def job(value: object) -> Callable[[sqlite3.Connection], None]:
        def insert(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO numbers VALUES (?)", (value,))

        return insert

    async def all_at_once(writer: GroupWriter) -> list[BaseException | None]:
        jobs = [writer.share(job(value), 0.02) for value in (1, 2**63, 3, object(), 5)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    connection = sqlite3.connect(tmp_path / "numbers.sqlite", check_same_thread=False, isolation_level=None)
    connection.execute("CREATE TABLE numbers (number)")
    writer = GroupWriter(connection, "numbers")
    ended = asyncio.run(all_at_once(writer))
    assert [type(one) for one in ended] == [type(None), OverflowError, type(None), sqlite3.ProgrammingError, type(None)]
    assert asyncio.run(all_at_once(writer))[0] is None  # nor one of the next group
    writer.close()
    with closing(sqlite3.connect(tmp_path / "numbers.sqlite")) as read:
        assert [row[0] for row in read.execute("SELECT number FROM numbers")] == [1, 3, 5] * 2


# ------------------------------------------------------------------ what is refused
def test_a_foreign_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    words, other = tmp_path / "words.sqlite", tmp_path / "other.sqlite"
    words.write_text("no database at all")
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE calls (key)")
    connection.commit()
    connection.close()
    for path in (words, other):
        before = path.read_bytes()
        with pytest.raises(UsageError, match="is not a ledger"):
            Ledger.open(path)
        with pytest.raises(UsageError, match="is not a ledger"):
            Ledger.view(path)
        assert path.read_bytes() == before


def test_a_newer_ledger_is_refused(tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    filled(path, 1)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 3")
    connection.close()
    with pytest.raises(UsageError, match="newer version"):
        Ledger.open(path)


def test_where_there_is_none_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no ledger at"):
        Ledger.view(tmp_path / LEDGER)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_its_place_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / LEDGER).mkdir()
    with pytest.raises(StorageError, match="cannot open"):
        Ledger.open(tmp_path / LEDGER)


def test_a_full_disk_is_a_storage_error_and_what_was_put_stays(tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    script = f"""
import asyncio, resource, signal, sys
sys.path[:0] = {sys.path!r}
from calls import request, reply
from benchwright.errors import StorageError
from benchwright.models.ledger import Ledger
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
async def main():
    with Ledger.open({str(path)!r}) as ledger:
        for number in range(1000):
            try:
                await ledger.put(request(number), reply(number))
            except StorageError as error:
                print(number, error, flush=True)
                break
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    number, said = done.stdout.split(" ", 1)
    assert said.startswith(f"cannot write {path}: ")
    with Ledger.open(path) as ledger:
        assert ledger.keys() == sorted(request(one).key for one in range(int(number)))


# ------------------------------------------------------------------ kills
_PUTTING = """
import asyncio, sys
sys.path[:0] = {path!r}
from calls import request, reply
from benchwright.models.ledger import Ledger
async def putting(ledger, lane):
    for number in range({start}, 10**6):
        await ledger.put(request(number, nonce=str(lane)), reply(number))
        print(number, lane, flush=True)
async def main():
    with Ledger.open({ledger!r}) as ledger:
        await asyncio.gather(*(putting(ledger, lane) for lane in range(8)))
asyncio.run(main())
"""


def test_a_kill_loses_nothing_that_was_put(tmp_path: Path) -> None:
    path, rng, written = tmp_path / LEDGER, Random(1), set[tuple[int, str]]()
    for kill in range(3):
        script = _PUTTING.format(path=sys.path, ledger=str(path), start=1000 * kill)
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for _ in range(rng.randrange(1, 60)):
                number, lane = child.stdout.readline().split()
                written.add((int(number), lane))
            child.send_signal(signal.SIGKILL)
            for line in child.stdout:
                if line.endswith("\n"):
                    number, lane = line.split()
                    written.add((int(number), lane))
        if kill == 0:  # a look while the log of the killed one is still there
            with Ledger.view(path) as ledger:
                assert ledger.stats().damaged == 0
    with Ledger.open(path) as ledger:
        for number, lane in written:
            assert ledger.get(request(number, nonce=lane).key) == reply(number)
        assert ledger.stats().damaged == 0
    assert len(written) > 30


# ------------------------------------------------------------------ counting, exporting, pruning
def test_calls_are_counted_by_model_and_purpose(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / LEDGER) as ledger:
        put(
            ledger,
            (request(1), reply(usage=Usage(100, 10, 40), usd=0.1)),
            (request(2), reply(usage=Usage(50, 5), usd=0.2, status="refused")),
            (request(3), reply(usage=Usage(known=False), usd=None, status="unparsed")),
            (request(4, purpose="verify"), reply(usage=Usage(7, 3), usd=None)),
        )
        stats = ledger.stats()
    verify, write = stats.counts
    assert (verify.model, verify.purpose, verify.spent.calls, verify.spent.input, verify.spent.output) == (
        "openai/some-model",
        "verify",
        1,
        7,
        3,
    )
    assert (verify.spent.usd, verify.spent.unpriced) == (0.0, 1)
    assert (write.purpose, write.spent.calls, write.statuses) == ("write", 3, {"ok": 1, "refused": 1, "unparsed": 1})
    spent, total = write.spent, stats.total.spent
    assert (spent.input, spent.output, spent.cached, spent.uncounted) == (150, 15, 40, 1)
    assert spent.usd == pytest.approx(0.3)
    assert spent.unpriced == 1
    assert (total.calls, total.input, total.unpriced, stats.damaged) == (4, 157, 2, 0)
    assert stats.bytes > 8000


@pytest.mark.parametrize("name", ["calls.jsonl", "calls.jsonl.zst"])
def test_an_export_is_sorted_and_can_be_carried_into_another(tmp_path: Path, name: str) -> None:
    halves = (request(9, nonce="\ud83d"), reply(9, text="half \ud83d"))
    with Ledger.open(tmp_path / "a" / LEDGER) as ledger:
        put(ledger, *((request(number), reply(number)) for number in range(5)), halves)
        assert ledger.export(tmp_path / name) == 6
        keys, calls = ledger.keys(), list(ledger.calls())
    with Ledger.open(tmp_path / "b" / LEDGER) as ledger:
        assert ledger.import_lines(tmp_path / name) == 6
        assert ledger.import_lines(tmp_path / name) == 0
        assert ledger.keys() == keys == sorted(keys)
        assert list(ledger.calls()) == calls
        ledger.export(tmp_path / f"again-{name}")
    assert (tmp_path / name).read_bytes() == (tmp_path / f"again-{name}").read_bytes()
    if name.endswith(".jsonl"):
        lines = (tmp_path / name).read_text("utf-8").splitlines()
        assert [list(json.loads(line)) for line in lines] == [["key", "request", "reply"]] * 6
        assert [json.loads(line)["key"] for line in lines] == keys


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2 is no call"),
        ("[]", "line 2 is no call"),
        ('{"key": "00"}', "line 2 is no call"),
        (None, "line 2: the request is not the one that its key names"),
    ],
)
def test_a_line_that_is_no_call_is_refused(tmp_path: Path, line: str | None, said: str) -> None:
    with Ledger.open(tmp_path / LEDGER) as ledger:
        put(ledger, (request(1), reply(1)))
        ledger.export(tmp_path / "calls.jsonl")
        whole = (tmp_path / "calls.jsonl").read_text("utf-8")
        changed = whole.replace("Source 1.", "Source 2.") if line is None else line + "\n"
        (tmp_path / "calls.jsonl").write_text(whole + changed, "utf-8")
        with pytest.raises(UsageError, match=said):
            ledger.import_lines(tmp_path / "calls.jsonl")


def test_files_that_cannot_be_read_in_are_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl.zst").write_bytes(b"no zstandard")
    with Ledger.open(tmp_path / LEDGER) as ledger:
        for name in ("missing.jsonl", "bad.jsonl.zst"):
            with pytest.raises(UsageError, match=f"cannot read .*{name}"):
                ledger.import_lines(tmp_path / name)


def test_pruning_keeps_what_is_named_and_gives_the_room_back(tmp_path: Path) -> None:
    path = tmp_path / LEDGER
    noise = Random(1)
    with Ledger.open(path) as ledger:
        put(ledger, *((request(n), reply(n, text=noise.randbytes(3000).hex())) for n in range(200)))
        before = ledger.bytes
        assert ledger.prune([request(n).key for n in (3, 5, 999)]) == 198
        assert ledger.keys() == sorted([request(3).key, request(5).key])
        assert ledger.bytes < before / 10
        assert put(ledger, (request(4), reply(4))) == [reply(4)]
    with Ledger.open(path) as ledger:
        assert len(ledger.keys()) == 3


def test_calls_that_have_time_share_a_commit_and_a_closing_ledger_does_not_wait(tmp_path: Path) -> None:
    async def put_some(ledger: Ledger, patience: float) -> None:
        first = asyncio.create_task(ledger.put(request(0), reply(), patience=patience))
        await asyncio.sleep(0.02)
        second = asyncio.create_task(ledger.put(request(1), reply()))
        await second
        assert first.done()

    with Ledger.open(tmp_path / "a.sqlite") as ledger:
        asyncio.run(put_some(ledger, 0.1))

    async def close_early() -> None:
        ledger = Ledger.open(tmp_path / "b.sqlite")
        waits = asyncio.create_task(ledger.put(request(0), reply(), patience=3600.0))
        await asyncio.sleep(0.02)
        await asyncio.to_thread(ledger.close)
        assert await waits == reply()

    asyncio.run(close_early())
    with Ledger.open(tmp_path / "b.sqlite") as ledger:
        assert len(ledger.keys()) == 1
