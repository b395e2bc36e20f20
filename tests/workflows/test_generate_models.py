"""Whole runs with models: the same bytes whatever the concurrency, the faults, the order of replies and the way they
travel."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from atlas import Mind
from dialect_faults import Fault
from dialect_wire import DIALECTS
from whole_runs import CELLS, KEYS, PASSING, World, answer_batches, every, mind_server, shuffled

from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.run import Ending
from benchwright.run.model_session import NOT_CAPPED, SpendingCaps
from benchwright.run.report import GenerateReport
from benchwright.workflows.generate import generate

pytestmark = pytest.mark.usefixtures("keys")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A corpus, and `whole`, a benchmark that was made in one go by three models of three dialects."""
    world = World.made(tmp_path_factory.mktemp("atlas"))
    with pytest.MonkeyPatch.context() as patch, mind_server(latency=shuffled(0)) as server:
        for name, value in KEYS.items():
            patch.setenv(name, value)
        report = generate(world.plan(server), world.bench("whole"), concurrency=8)
    assert report.filled
    assert server.billed == server.requests == world.stored("whole") == report.spent.calls
    assert {dialect for dialect, _ in server.bodies} == set(DIALECTS)
    return world


def test_every_style_is_filled_and_the_benchmark_is_sound(world: World) -> None:
    bench = Benchmark.open(world.bench("whole"))
    assert validate(bench) == []
    assert bench.complete
    assert [(cell.label, cell.quota, cell.committed) for cell in bench.cells] == [
        ("information-extraction text", 1, 1),
        ("information-extraction image", 1, 1),
        ("numerical table", 1, 1),
        ("numerical text+image", 1, 1),
        ("compare-contrast 2text", 1, 1),
        ("comparison text+table", 1, 1),
        ("compound 2text", 1, 1),
        ("compound text+image", 1, 1),
        ("multi-hop text+table", 1, 1),
        ("multi-hop text+image", 1, 1),
    ]
    assert {name for one in bench.examples for name in one.origin.models.values()} == {
        "openai/writer",
        "google/seer",
        "anthropic/judge",
    }


def test_all_that_can_become_of_an_attempt_has(world: World) -> None:
    """Else the other tests would prove nothing about refusals and rejections."""
    ends = Counter(outcome["status"] for outcome in world.outcomes("whole"))
    assert set(ends) >= {"accepted", "refused", "rejected"}
    assert ends["accepted"] >= 10


@pytest.mark.parametrize("concurrency", [1, 64])
def test_any_concurrency_gives_the_same_bytes(world: World, concurrency: int) -> None:
    name = f"at-{concurrency}"
    with mind_server(latency=shuffled(concurrency, 0.001 if concurrency == 1 else 0.02)) as server:
        report = generate(world.plan(server), world.bench(name), concurrency=concurrency)
    assert report.filled
    assert server.max_in_flight <= concurrency
    assert server.billed == world.stored(name)
    assert world.examples(name) == world.examples("whole")


def test_faults_cost_calls_and_change_nothing(world: World) -> None:
    """One in five calls fails, in every way that passes, and one is never answered: no reply is lost."""
    with mind_server(faults=every(PASSING, hang=(33,)), latency=shuffled(3)) as server:
        report = generate(world.plan(server, timeout=2.0), world.bench("faults"), concurrency=16)
    assert report.filled
    assert set(server.faults) == {fault.name for fault in (*PASSING, Fault("hang"))}
    assert server.faults.total() >= len(PASSING) + 1
    assert world.examples("faults") == world.examples("whole")
    unreadable = server.faults["invalid_json"] + server.faults["empty"]  # sent whole, and no replies
    assert server.billed - unreadable == world.stored("faults")
    assert server.requests - world.stored("faults") <= 1.1 * (server.faults.total() - server.faults["drip"])


def passes(
    world: World, name: str, mind: Mind, rng: random.Random | None = None, cells: str = CELLS, **options: float
) -> Iterator[GenerateReport]:
    """A run through a batch folder, pass by pass, whose files are answered in between."""
    folder = world.folder / f"{name}-files"
    answered: set[str] = set()
    plan = world.plan("http://127.0.0.1:9", name, cells=cells)  # nobody listens there
    per_cell = int(options.pop("per_cell", 0)) or None
    while True:
        report = generate(plan, world.bench(name), batch_dir=folder, per_cell=per_cell)
        yield report
        if not report.waiting:
            return
        answer_batches(folder, answered, mind, rng, **options)


def test_a_cap_is_said_not_to_bound_batches(world: World) -> None:
    plan = world.plan("http://127.0.0.1:9", "uncapped")
    told: list[str] = []
    options = {"batch_dir": world.folder / "uncapped-files", "per_cell": 1, "notify": told.append}
    generate(plan, world.bench("uncapped"), caps=SpendingCaps(usd=1.0), **options)
    assert told.count(NOT_CAPPED) == 1
    told.clear()
    generate(plan, world.bench("uncapped"), **options)
    assert NOT_CAPPED not in told


def test_batch_files_give_the_same_bytes(world: World) -> None:
    """Replies arrive in any order, some late, some as failures, some twice, and some that nobody asked for."""
    reports = list(passes(world, "files", Mind(), random.Random(3), missing=0.1, failing=0.05))
    assert reports[-1].filled
    assert all(report.ending is Ending.HELD for report in reports[:-1])
    assert world.examples("files") == world.examples("whole")


def test_a_wave_of_attempts_takes_at_most_six_rounds(world: World) -> None:
    more = CELLS.replace("count: 1", "count: 4")  # than a wave can fill
    reports = list(passes(world, "wave", Mind(), cells=more, per_cell=3))
    assert reports[-1].ending is Ending.LIMITED
    assert reports[-1].attempts >= 1
    assert len(world.outcomes("wave")) == 30  # three of each cell, all in one wave
    assert len(reports) - 1 <= 6


def test_a_recorded_run_is_made_again_without_any_service(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it reaches further ahead than the recorded one did."""
    for name in KEYS:
        monkeypatch.delenv(name)
    again = world.bench("recorded")
    again.mkdir()
    shutil.copy(world.bench("whole") / "ledger.sqlite", again)
    report = generate(world.plan("http://127.0.0.1:9", "recorded"), again, concurrency=8, recorded=True)
    assert report.filled
    assert (report.spent.calls, world.stored("recorded")) == (0, world.stored("whole"))
    assert world.examples("recorded") == world.examples("whole")


def test_what_a_recording_lacks_holds_the_run(world: World) -> None:
    report = generate(world.plan("http://127.0.0.1:9", "empty"), world.bench("empty"), recorded=True)
    assert (report.ending, report.examples, report.spent.calls) == (Ending.HELD, 0, 0)
    assert set(report.held_by) == {
        f"the recording holds no reply of {model} to this entity request — "
        "it was made for the plan, the documents and the version that came with it"
        for model in ("openai/writer", "google/seer")
    }


@pytest.mark.soak
@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_dialect_gives_the_same_bytes_with_and_without_faults(tmp_path: Path, dialect: str) -> None:
    world = World.made(tmp_path)
    roles = {"writer": f"{dialect}/writer", "verifier": f"{dialect}/judge"}
    with mind_server(latency=shuffled(1)) as server:
        assert generate(world.plan(server, roles=roles), world.bench("whole"), concurrency=1).filled
    with mind_server(faults=every(PASSING, hang=(33,)), latency=shuffled(2, 0.02)) as server:
        plan = world.plan(server, roles=roles, timeout=2.0)
        assert generate(plan, world.bench("faults"), concurrency=64).filled
    assert world.examples("faults") == world.examples("whole")
