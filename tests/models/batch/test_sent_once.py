"""Whatever is lost, late or killed between us and a batch service: each batch is made once, or the user is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from batch_asking import MemoryLedger, request
from batch_bench import SERVICES, Bench, KilledError, killed_after_creation, questions, replies
from batch_servers import Batch, BatchServer

from benchwright.errors import ModelUsageError, UsageError
from benchwright.models.batch.journal import SubmissionJournal

STEPS = {
    "before the intent": ("note", "intent", False),
    "after the intent": ("note", "intent", True),
    "before the id": ("note", "sent", False),
    "after the id": ("note", "sent", True),
    "before the end": ("note", "done", False),
    "after the end": ("note", "done", True),
}


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_step_sends_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: str, step: str
) -> None:
    name, event, after = STEPS[step]
    real = getattr(SubmissionJournal, name)

    def dies(self: SubmissionJournal, told: str, *args: Any, **fields: Any) -> Any:
        if told != event:
            return real(self, told, *args, **fields)
        if after:
            real(self, told, *args, **fields)
        raise KilledError

    with BatchServer() as server:
        bench = Bench(tmp_path, server, service, questions(service))
        with monkeypatch.context() as patch:
            patch.setattr(SubmissionJournal, name, dies)
            with pytest.raises(KilledError):
                bench.go()
        bench.go()
    assert [len(batch.rows) for batch in server.batches] == [6]
    assert bench.texts() == replies(bench)


@pytest.mark.parametrize("service", SERVICES)
def test_an_answer_that_never_came_is_looked_for(tmp_path: Path, service: str) -> None:
    def created(batch: Batch) -> None:
        if len(server.batches) == 1:
            raise BrokenPipeError

    with BatchServer(created=created) as server:
        bench = Bench(tmp_path, server, service, questions(service))
        bench.go()
    assert len(server.batches) == 1
    assert bench.texts() == replies(bench)


@pytest.mark.parametrize("service", SERVICES)
def test_a_submission_that_was_not_made_is_made(tmp_path: Path, service: str) -> None:
    part = {"openai": "POST /openai/v1/batches", "anthropic": "POST /anthropic", "google": ":batchGenerateContent"}
    with BatchServer(statuses={part[service]: [500]}) as server:
        bench = Bench(tmp_path, server, service, questions(service))
        bench.go()
    assert len(server.batches) == 1
    assert bench.texts() == replies(bench)


def test_a_batch_of_somebody_else_is_not_taken_for_ours(tmp_path: Path) -> None:
    with BatchServer(looks=2) as server:
        mine = Bench(tmp_path / "mine", server, "anthropic", questions("anthropic"))
        killed_after_creation(mine)
        server.batches.clear()  # ours never arrived; somebody else's of the same size did
        other = Bench(tmp_path / "other", server, "anthropic", [request(f"x{i}", "anthropic/m") for i in range(6)])
        other.go(passes=2)
        mine.go()
    assert len(server.batches) == 2
    assert mine.texts() == replies(mine)


def test_what_cannot_be_decided_is_asked(tmp_path: Path) -> None:
    with BatchServer() as server:
        mine = Bench(tmp_path / "mine", server, "anthropic", questions("anthropic"))
        killed_after_creation(mine)
        other = Bench(tmp_path / "other", server, "anthropic", [request(f"x{i}", "anthropic/m") for i in range(6)])
        other.go()
        with pytest.raises(UsageError, match="may have been sent") as caught:
            mine.go()
        assert "anthropic-1" in str(caught.value)
        assert "--batch-attach ID" in caught.value.hint
        with pytest.raises(ModelUsageError, match="no such batch"):
            mine.go(attach="anthropic-9")
        mine.go(attach="anthropic-1")
        assert len(server.batches) == 2
        assert mine.texts() == replies(mine)


def test_the_user_may_say_that_it_was_not_sent(tmp_path: Path) -> None:
    with BatchServer() as server:
        mine = Bench(tmp_path / "mine", server, "anthropic", questions("anthropic"))
        killed_after_creation(mine)
        mine.go(resend=True)
    assert len(server.batches) == 2
    assert mine.texts() == replies(mine)


def test_two_batches_with_our_tag_are_never_guessed_between(tmp_path: Path) -> None:
    with BatchServer() as server:
        mine = Bench(tmp_path, server, "openai", questions("openai"))
        killed_after_creation(mine)
        first = server.batches[0]
        server.batches.append(Batch("openai-2", "openai", first.rows, first.tag, "completed", 1))
        with pytest.raises(UsageError, match="openai-2, openai-1"):
            mine.go()
        mine.go(attach="openai-2")
    assert mine.texts() == replies(mine)
    assert len(server.batches) == 2


def test_a_list_that_lags_is_looked_at_again(tmp_path: Path) -> None:
    lists: list[int] = []

    def listed(batch: Batch) -> bool:
        lists.append(1)
        return len(lists) > 2

    with BatchServer(listed=listed) as server:
        mine = Bench(tmp_path, server, "google", questions("google"))
        killed_after_creation(mine)
        mine.go()
    assert len(server.batches) == 1


def test_a_batch_of_another_service_is_waited_for_by_its_own(tmp_path: Path) -> None:
    with BatchServer(looks=99) as server:
        first = Bench(tmp_path, server, "openai", questions("openai"))
        killed_after_creation(first)
        second = Bench(tmp_path, server, "google", questions("google"))
        with pytest.raises(UsageError, match="under way in this folder") as caught:
            second.go()
        assert "--batch openai" in caught.value.line()


def test_a_lost_folder_is_no_reason_to_pay_twice_or_to_wait_for_ever(tmp_path: Path) -> None:
    with BatchServer() as server:
        bench = Bench(tmp_path, server, "openai", questions("openai"))
        bench.go()
        (tmp_path / "batches" / "waiting.log").unlink()
        bench.ledger = MemoryLedger()
        bench.go()
        assert len(server.batches) == 1  # the results were still there
        assert bench.texts() == replies(bench)
        bench.asked.append(request("one more", "openai/m"))
        bench.go()
    assert [len(batch.rows) for batch in server.batches] == [6, 1]


def test_a_damaged_journal_is_not_taken_for_the_truth(tmp_path: Path) -> None:
    with BatchServer(looks=9) as server:
        bench = Bench(tmp_path, server, "openai", questions("openai"))
        killed_after_creation(bench)
        path = tmp_path / "batches.jsonl"
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(lines[0].replace(b"intent", b"intend") + b"".join(lines[1:]))
        with pytest.raises(UsageError, match="damaged after line 0"):
            bench.go()
        path.write_bytes(b"".join(lines) + b'{"event":"sent","ta')  # torn by a kill
        bench.go()
    assert len(server.batches) == 1


def test_results_that_are_no_longer_kept_leave_it_open(tmp_path: Path) -> None:
    """The only batch that may be ours has no results to tell by: neither taken for ours nor sent again unasked."""
    with BatchServer(edit=lambda rows: []) as server:
        mine = Bench(tmp_path, server, "anthropic", questions("anthropic"))
        killed_after_creation(mine)
        with pytest.raises(UsageError, match="may have been sent"):
            mine.go()
        server.edit = lambda rows: rows
        mine.go(resend=True)
    assert len(server.batches) == 2
    assert mine.texts() == replies(mine)


def test_a_request_file_that_is_gone_is_written_anew(tmp_path: Path) -> None:
    with BatchServer() as server:
        mine = Bench(tmp_path, server, "openai", questions("openai"))
        killed_after_creation(mine)
        server.batches.clear()
        for path in (tmp_path / "batches").glob("requests-*"):
            path.unlink()
        mine.go()
    assert [len(batch.rows) for batch in server.batches] == [6]
    assert mine.texts() == replies(mine)
