"""A benchmark's ledger: counted and written out while nothing is changed, and pruned by what outcomes refer to."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from calls import reply, request
from toymaker import toy_makers, toy_plan

from benchwright.benchmark import Benchmark
from benchwright.benchmark.store import LOG
from benchwright.benchmark.validate import validate
from benchwright.errors import LockedError, UsageError
from benchwright.files.append_log import AppendLog
from benchwright.files.locks import folder_lock
from benchwright.models import Reply, Request
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.records import Status
from benchwright.workflows.generate import generate
from benchwright.workflows.ledger import ledger_export, ledger_prune, ledger_stats

WRITE = request(1, nonce="first attempt", temperature=1.0)
CHECK = request(2)
STALE = request(3, nonce="first attempt", temperature=1.0)
PENDING = request(4, nonce="another attempt", temperature=1.0)
UNNAMED = request(5)


def fill(folder: Path, requests: Sequence[Request]) -> None:
    with Ledger.open(folder / LEDGER) as ledger:
        ledger.put_all((one, reply(number)) for number, one in enumerate(requests))


def called(folder: Path, *requests: Request, which: int = 0, status: Status = Status.ACCEPTED) -> str:
    """Let the attempt of one example have made these calls, and have ended so; the example's id."""
    example = Benchmark.open(folder).examples[which]
    outcomes = [
        replace(one, calls=tuple(asked.key for asked in requests), status=status)
        if (one.cell, one.number) == (example.origin.cell, example.origin.attempt)
        else one
        for one in Benchmark.open(folder).outcomes()
    ]
    (folder / LOG).unlink()
    with AppendLog(folder / LOG) as log:
        log.append_many(one.to_json() for one in outcomes)
    return example.id


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made")
    generate(toy_plan(path), path / "bench", makers=toy_makers())
    return path / "bench"


@pytest.fixture
def bench(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "bench"))


def keys(folder: Path) -> list[str]:
    with Ledger.view(folder / LEDGER) as ledger:
        return ledger.keys()


def sorted_keys(*requests: Request) -> list[str]:
    return sorted(one.key for one in requests)


def test_counting_and_writing_out_leave_the_folder_as_it_is(bench: Path, tmp_path: Path) -> None:
    fill(bench, [WRITE, CHECK])
    before = {path: path.read_bytes() for path in bench.rglob("*") if path.is_file()}
    for place in (bench, bench / LEDGER):
        counted = ledger_stats(place)
        assert (counted.stats.total.spent.calls, counted.stats.total.spent.input) == (2, 201)
        assert not counted.stats.damaged
    assert ledger_export(bench, tmp_path / "calls.jsonl") == 2
    assert {path: path.read_bytes() for path in bench.rglob("*") if path.is_file()} == before


def test_a_ledger_is_not_overwritten_by_its_export(bench: Path) -> None:
    fill(bench, [WRITE])
    with pytest.raises(UsageError, match="is the ledger itself"):
        ledger_export(bench, bench / LEDGER)
    assert keys(bench) == [WRITE.key]


def test_a_benchmark_without_a_ledger_says_so(bench: Path) -> None:
    for function in (ledger_stats, ledger_prune):
        with pytest.raises(UsageError, match="no ledger at"):
            function(bench)


def test_pruning_forgets_what_an_ended_attempt_no_longer_refers_to(bench: Path) -> None:
    called(bench, WRITE, CHECK)
    fill(bench, [WRITE, CHECK, STALE, PENDING, UNNAMED])
    done = ledger_prune(bench)
    assert (done.forgotten, done.kept) == (1, 4)
    assert keys(bench) == sorted_keys(WRITE, CHECK, PENDING, UNNAMED)


CUT = replace(WRITE, max_tokens=500)
LONGER = replace(WRITE, max_tokens=3_000)


@pytest.mark.parametrize(
    ("status", "first", "kept"),
    [
        (Status.REFUSED, replace(reply(), status="truncated"), True),  # with a larger token limit it is made again
        (Status.FAILED, reply(), True),  # with --retry-failed
        (Status.REFUSED, reply(), False),
        (Status.ACCEPTED, replace(reply(), status="truncated"), False),
    ],
)
def test_calls_of_an_attempt_that_is_being_made_again_are_kept(
    bench: Path, status: Status, first: Reply, kept: bool
) -> None:
    """The run was killed before the attempt's new outcome was written, so that the old one stands."""
    called(bench, CUT, status=status)
    with Ledger.open(bench / LEDGER) as ledger:
        ledger.put_all([(CUT, first), (LONGER, reply(1)), (UNNAMED, reply(2))])
    ledger_prune(bench)
    assert keys(bench) == sorted_keys(CUT, *((LONGER, UNNAMED) if kept else ()))
    ledger_prune(bench, everything=True)
    assert keys(bench) == sorted_keys(CUT)


def test_where_no_attempt_is_pending_a_call_that_names_none_is_of_no_use(bench: Path) -> None:
    called(bench, WRITE, CHECK)
    fill(bench, [WRITE, CHECK, STALE, UNNAMED])
    assert ledger_prune(bench).forgotten == 2
    assert keys(bench) == sorted_keys(WRITE, CHECK)


def test_a_run_that_was_not_finished_keeps_what_names_no_attempt(bench: Path) -> None:
    called(bench, WRITE, CHECK)
    fill(bench, [WRITE, CHECK, UNNAMED])
    manifest = bench / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"complete": true', '"complete": false'), "utf-8")
    assert ledger_prune(bench).forgotten == 0
    assert keys(bench) == sorted_keys(WRITE, CHECK, UNNAMED)


def test_all_forgets_the_pending_too(bench: Path) -> None:
    called(bench, WRITE, CHECK)
    fill(bench, [WRITE, CHECK, STALE, PENDING, UNNAMED])
    done = ledger_prune(bench, everything=True)
    assert (done.forgotten, done.kept) == (3, 2)
    assert keys(bench) == sorted_keys(WRITE, CHECK)


def test_pruning_gives_room_back(bench: Path) -> None:
    fill(bench, [request(number) for number in range(300)])
    done = ledger_prune(bench, everything=True)
    assert (done.forgotten, done.kept) == (300, 0)
    assert done.bytes_after < done.bytes_before / 4
    assert done.bytes_after == (bench / LEDGER).stat().st_size


def test_pruning_waits_for_no_one_and_needs_a_benchmark(bench: Path, tmp_path: Path) -> None:
    fill(bench, [WRITE])
    fill(tmp_path, [WRITE])
    with folder_lock(bench), pytest.raises(LockedError):
        ledger_prune(bench)
    with pytest.raises(UsageError, match="belongs to no benchmark"):
        ledger_prune(tmp_path)
    damaged = (bench / LOG).read_bytes().replace(b'"number"', b'"nomber"', 1)
    (bench / LOG).write_bytes(damaged)
    with pytest.raises(UsageError, match="is damaged"):
        ledger_prune(bench)
    assert keys(bench) == [WRITE.key]


# ------------------------------------------------------------------ validate
def test_a_sound_ledger_is_no_fault(bench: Path) -> None:
    called(bench, WRITE, CHECK)
    fill(bench, [WRITE, CHECK, PENDING])
    assert validate(Benchmark.open(bench)) == []


def test_a_call_that_is_not_in_the_ledger_is_a_fault_of_its_example(bench: Path) -> None:
    one = called(bench, WRITE, CHECK)
    fill(bench, [CHECK])
    other = called(bench, STALE, PENDING, which=1)
    assert [str(fault) for fault in validate(Benchmark.open(bench))] == [
        f"{one}: ledger.sqlite lacks the call {WRITE.key[:12]} of its attempt",
        f"{other}: ledger.sqlite lacks the call {STALE.key[:12]} of its attempt, nor 1 more",
    ]
    (bench / LEDGER).unlink()
    assert validate(Benchmark.open(bench)) == []


def test_a_damaged_ledger_is_a_fault(bench: Path) -> None:
    fill(bench, [request(number) for number in range(100)])
    whole = (bench / LEDGER).read_bytes()
    (bench / LEDGER).write_bytes(whole[:-4096])
    (fault,) = validate(Benchmark.open(bench))
    assert str(fault).endswith("ledger.sqlite is damaged")
    (bench / LEDGER).write_bytes(whole.replace(b"openai/some-model", b"openai/same-model", 1))
    (fault,) = validate(Benchmark.open(bench))
    assert str(fault) == "ledger.sqlite: 1 replies are damaged"
    (bench / LEDGER).write_text("nothing of the kind", "utf-8")
    (fault,) = validate(Benchmark.open(bench))
    assert str(fault).startswith("ledger.sqlite: ")
    assert "is not a ledger" in str(fault)


def test_a_ledger_alone_does_not_keep_a_run_from_beginning(tmp_path: Path) -> None:
    fill(tmp_path / "bench", [WRITE])
    assert generate(toy_plan(tmp_path), tmp_path / "bench", makers=toy_makers()).path == tmp_path / "bench"
