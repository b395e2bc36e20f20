"""Through a batch service: requests go, replies come, and what goes wrong with them is told or mended."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path

import pytest
from batch_asking import MemoryLedger, ask_folder, request, run
from batch_bench import SERVICES, Bench, questions, replies
from batch_servers import CANARY, Batch, BatchServer, Fault, Row

from benchwright.errors import (
    BatchPendingError,
    ModelUsageError,
    RequestError,
    StoppedError,
    TransientError,
    UsageError,
)
from benchwright.models import ModelSettings, Reply
from benchwright.models.batch import BatchService, FileLimits, PollTimes
from benchwright.models.batch.services import client
from benchwright.models.keys import Keys


@pytest.mark.parametrize("service", SERVICES)
def test_requests_go_and_replies_come(tmp_path: Path, service: str) -> None:
    with BatchServer(looks=3, edit=lambda rows: random.Random(4).sample(rows, len(rows))) as server:
        bench = Bench(tmp_path, server, service, questions(service))
        found = bench.go()
    assert bench.texts() == replies(bench)
    assert all(isinstance(reply, Reply) for reply in found.values())
    assert [sorted(batch.ids) for batch in server.batches] == [sorted(one.key for one in bench.asked)]
    statuses = [bench.ledger.replies[one.key].status for one in bench.asked]
    assert statuses == ["ok", "unparsed"] * 3  # as if called: every second has a schema, and got words
    assert (bench.reports[1].usage.input, bench.reports[1].usage.output) == (60, 24)
    assert not list((tmp_path / "batches").glob("requests-*"))
    assert any("6 requests" in line for line in bench.told)
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert CANARY.encode() not in written
    # A second run asks nothing and sends nothing.
    with BatchServer() as empty:
        bench.server = empty
        bench.go()
        assert empty.batches == []


@pytest.mark.parametrize("service", SERVICES)
def test_a_file_over_the_limits_is_two_batches(tmp_path: Path, service: str) -> None:
    with BatchServer() as server:
        bench = Bench(tmp_path, server, service, questions(service), limits=FileLimits(rows=4))
        bench.go()
    assert [len(batch.rows) for batch in server.batches] == [4, 2]
    assert bench.texts() == replies(bench)


@pytest.mark.parametrize("service", SERVICES)
def test_rows_that_fail_are_sent_again_or_fail_their_attempt(tmp_path: Path, service: str) -> None:
    asked = questions(service)
    again, never = asked[0].key, asked[1].key

    def answer(key: str, row: Row) -> str | Fault:
        if key == never:
            return Fault(400, "not like this")
        return Fault(429) if key == again and len(server.batches) == 1 else "fine"

    with BatchServer(answer=answer) as server:
        bench = Bench(tmp_path, server, service, asked)
        found = bench.go()
    assert [len(batch.rows) for batch in server.batches] == [6, 1]
    assert isinstance(found[never], RequestError)
    assert "not like this" in str(found[never])
    assert sum(isinstance(reply, Reply) for reply in found.values()) == 5


@pytest.mark.parametrize("service", SERVICES)
def test_rows_that_are_lost_or_repeated(tmp_path: Path, service: str) -> None:
    def edit(rows: list[Row]) -> list[Row]:
        return [*rows[1:], *rows[1:3]] if len(server.batches) == 1 else rows

    with BatchServer(edit=edit) as server:
        bench = Bench(tmp_path, server, service, questions(service))
        bench.go()
    assert [len(batch.rows) for batch in server.batches] == [6, 1]
    assert bench.texts() == replies(bench)
    assert bench.reports[1].failed == {"lost": 1}
    assert bench.reports[1].repeated == 2


@pytest.mark.parametrize("service", ["openai", "anthropic"])
def test_what_did_not_run_in_time_is_sent_again(tmp_path: Path, service: str) -> None:
    with BatchServer(outcome="expired") as server:
        bench = Bench(tmp_path, server, service, questions(service))
        bench.go(passes=2)
        late = sum(int(one.key, 16) % 2 for one in bench.asked)
        assert bench.reports[1].failed == {"expired": late}
        server.outcome = "completed"
        bench.go()
    assert bench.texts() == replies(bench)
    assert [len(batch.rows) for batch in server.batches] == [6, late]


@pytest.mark.parametrize("service", SERVICES)
def test_a_batch_that_somebody_cancelled_stops_the_run(tmp_path: Path, service: str) -> None:
    with BatchServer(outcome="cancelled") as server:
        bench = Bench(tmp_path, server, service, questions(service))
        with pytest.raises(ModelUsageError, match="cancelled at the service"):
            bench.go()
        server.outcome = "completed"
        bench.go()
    assert bench.texts() == replies(bench)
    paid = [key for batch in server.batches for key in batch.ids]
    assert len(server.batches) == 2
    assert len(paid) == 6 + len(server.batches[1].rows)


@pytest.mark.parametrize("service", ["openai", "google"])
def test_a_batch_that_is_refused_says_why(tmp_path: Path, service: str) -> None:
    with BatchServer(outcome="failed") as server:
        bench = Bench(tmp_path, server, service, questions(service))
        with pytest.raises(ModelUsageError, match="no such model" if service == "openai" else "no reason given"):
            bench.go()
        server.outcome = "completed"
        bench.go()
    assert bench.texts() == replies(bench)


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_that_stumbles_is_asked_again(tmp_path: Path, service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PAUSE", 0.001)
    statuses = {f"GET /{service}": [0, 503, 0, 500, 0, 502]}
    with BatchServer(looks=4, statuses=statuses) as server:
        bench = Bench(tmp_path, server, service, questions(service))
        bench.go()
    assert len(server.batches) == 1
    assert bench.texts() == replies(bench)


@pytest.mark.parametrize("service", SERVICES)
def test_a_wrong_key_is_told_without_the_key(tmp_path: Path, service: str) -> None:
    with BatchServer(statuses={f"/{service}": [401] * 9}) as server:
        bench = Bench(tmp_path, server, service, questions(service))
        with pytest.raises(ModelUsageError) as caught:
            bench.go()
    assert CANARY not in caught.value.line()
    assert "401" in str(caught.value)
    assert server.batches == []


def test_a_rate_limit_on_sending_is_no_doubt(tmp_path: Path) -> None:
    with BatchServer(statuses={"POST /openai/v1/batches": [429]}) as server:
        bench = Bench(tmp_path, server, "openai", questions("openai"))
        with pytest.raises(TransientError, match="429"):
            bench.go()
        bench.go()
    assert len(server.batches) == 1


def test_a_stop_leaves_the_batch_and_the_next_run_takes_it_in(tmp_path: Path) -> None:
    stop = threading.Event()
    with BatchServer(looks=3) as server:
        bench = Bench(tmp_path, server, "openai", questions("openai"))

        async def stopped() -> None:
            settings = server.settings("openai")
            async with BatchService(
                "openai", server.keys(), tmp_path, bench.ledger, settings, waits=PollTimes(first=30)
            ) as service:
                await ask_folder(service.queue, bench.ledger, bench.asked)
                asyncio.get_running_loop().call_later(0.1, stop.set)
                await service.exchange(stop)

        with pytest.raises(StoppedError):
            run(stopped())
        bench.go()
    assert len(server.batches) == 1
    assert bench.texts() == replies(bench)


@pytest.mark.parametrize("service", SERVICES)
def test_a_stop_between_two_files_leaves_the_second_unsent(tmp_path: Path, service: str) -> None:
    stop = threading.Event()
    with BatchServer(created=lambda batch: stop.set()) as server:
        bench = Bench(tmp_path, server, service, questions(service), limits=FileLimits(rows=4))
        with pytest.raises(StoppedError):
            bench.go(stop=stop)
        assert [len(batch.rows) for batch in server.batches] == [4]
        bench.go()
    assert [len(batch.rows) for batch in server.batches] == [4, 2]
    assert bench.texts() == replies(bench)


@pytest.mark.parametrize("service", SERVICES)
def test_rows_that_fail_in_the_same_words_each_time_are_sent_again_each_time(tmp_path: Path, service: str) -> None:
    """Anthropic and Google write the same line for the same failure."""

    def answer(key: str, row: Row) -> str | Fault:
        return Fault(429, "not now") if key == late and len(server.batches) <= 3 else "fine"

    with BatchServer(answer=answer) as server:
        bench = Bench(tmp_path, server, service, questions(service))
        late = bench.asked[0].key
        bench.go(waits=PollTimes(first=0.01, longest=0.01, settle=0.03, fruitless=9))
    assert [len(batch.rows) for batch in server.batches] == [6, 1, 1, 1]
    assert [report.failed for report in bench.reports[1:]] == [{"rate_limit": 1}] * 3 + [{}]
    assert bench.ledger.replies[late].text == "fine"


def test_what_expires_again_and_again_is_called_so(tmp_path: Path) -> None:
    with BatchServer(outcome="expired") as server:
        bench = Bench(tmp_path, server, "anthropic", questions("anthropic"))
        with pytest.raises(TransientError, match=r"expired"):
            bench.go(passes=9)
    assert {kind for report in bench.reports for kind in (*report.failed, *report.refused)} == {"expired"}


def test_models_of_another_provider_are_refused(tmp_path: Path) -> None:
    with BatchServer() as server:
        bench = Bench(tmp_path, server, "openai", [request("q", "anthropic/m")])
        found = bench.go(passes=1)
    assert isinstance(found[bench.asked[0].key], ModelUsageError)


def test_what_never_comes_through_ends_the_run(tmp_path: Path) -> None:
    def answer(key: str, row: Row) -> Fault:
        return Fault(status, "sorry")

    with BatchServer(answer=answer) as server:
        bench = Bench(tmp_path, server, "openai", questions("openai"))
        status = 429
        with pytest.raises(TransientError, match="none of 6 requests"):
            bench.go()
        assert len(server.batches) == 3
        status = 404
        with pytest.raises(ModelUsageError, match="none of 6 requests"):
            bench.go()
        assert len(server.batches) == 4


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "no key"),
        ({"openai/a": ModelSettings(base_url="http://a/v1"), "openai/b": ModelSettings()}, "different addresses"),
    ],
)
def test_an_account_that_cannot_be_used_is_told_at_once(
    tmp_path: Path, settings: dict[str, ModelSettings], words: str
) -> None:
    with pytest.raises(ModelUsageError, match=words):
        BatchService("openai", Keys({}), tmp_path, MemoryLedger(), settings)


def test_an_unknown_service_is_told(tmp_path: Path) -> None:
    with BatchServer() as server, pytest.raises(UsageError, match="is not a batch service"):
        BatchService("mistral", server.keys(), tmp_path, MemoryLedger(), {})


def test_asking_waits(tmp_path: Path) -> None:
    with BatchServer() as server:
        bench = Bench(tmp_path, server, "openai", questions("openai", 1))
        found = bench.go(passes=1)
    assert isinstance(found[bench.asked[0].key], BatchPendingError)


def test_what_a_batch_cost_is_counted(tmp_path: Path) -> None:
    with BatchServer() as server:
        bench = Bench(tmp_path, server, "openai", questions("openai", 2))
        bench.go(price_of=lambda asked, reply: 1.5)
    assert [reply.usd for reply in bench.ledger.replies.values()] == [1.5, 1.5]
    assert bench.reports[1].usd == 3.0


def test_files_that_the_account_has_no_room_for_go_after_the_others(tmp_path: Path) -> None:
    """Three files, one batch at a time: the service takes a second one and then does not run it."""

    def created(batch: Batch) -> None:
        running = [one for one in server.batches[:-1] if one.looks > 0 and one.outcome == "completed"]
        batch.outcome = "full" if running else "completed"
        batch.looks = 1 if running else 3

    with BatchServer(created=created) as server:
        bench = Bench(tmp_path, server, "openai", questions("openai"), limits=FileLimits(rows=2))
        bench.go()
    assert bench.texts() == replies(bench)
    ran = [key for batch in server.batches if batch.outcome == "completed" for key in batch.ids]
    assert len(ran) == len(set(ran)) == 6
    assert any(batch.outcome == "full" for batch in server.batches)


def test_a_file_that_is_too_much_by_itself_is_told(tmp_path: Path) -> None:
    with BatchServer(outcome="full") as server:
        bench = Bench(tmp_path, server, "openai", questions("openai"))
        with pytest.raises(ModelUsageError, match="Enqueued token limit reached"):
            bench.go()
    assert len(server.batches) == 1
