"""Caps over whole runs, by the server's own account: they hold, the run says so in one line, and the same command with
a higher cap goes on without paying anything twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from dialect_faults import Fault, rate_limit, shared
from whole_runs import Meter, World, mind_server, shuffled

from benchwright.cli import main
from benchwright.run import Ending
from benchwright.run.model_session import SpendingCaps
from benchwright.run.report import GenerateReport
from benchwright.workflows.generate import generate

pytestmark = pytest.mark.usefixtures("keys")

PRICES = (3.0, 15.0)
"""Dollars for a million tokens, input and output."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World.made(tmp_path_factory.mktemp("atlas"))


def line_of(report: GenerateReport) -> str:
    """The one thing that held the run, without what the next call would have taken."""
    (said,) = {line.partition(" used up")[0] for line in report.held_by}
    return said


def test_a_cap_on_calls_holds_and_the_next_run_goes_on(world: World) -> None:
    with mind_server(meter := Meter(), latency=shuffled(1)) as server:
        plan, bench = world.plan(server), world.bench("calls")
        report = generate(plan, bench, concurrency=64, caps=SpendingCaps(calls=30))
        assert (report.ending, report.spent.calls, server.requests, meter.calls) == (Ending.HELD, 30, 30, 30)
        assert line_of(report) == "the budget of 30 calls is"
        again = generate(plan, bench, concurrency=64, caps=SpendingCaps(calls=31))
        # Caps are for one run of the command: this one has 31 of its own, and what was paid for before is replayed.
        assert (again.ending, server.requests) == (Ending.HELD, 61)
        assert again.spent.replayed >= 10
        assert generate(plan, bench, concurrency=64, caps=SpendingCaps(calls=1000)).filled
        assert server.requests == server.billed == world.stored("calls")
        generate(plan, world.bench("whole"), concurrency=8)
    assert world.examples("calls") == world.examples("whole")


def test_a_cap_on_tokens_holds_by_the_servers_count(world: World) -> None:
    with mind_server(meter := Meter(), latency=shuffled(2)) as server:
        report = generate(world.plan(server), world.bench("tokens"), concurrency=64, caps=SpendingCaps(tokens=120_000))
    assert report.ending is Ending.HELD
    assert line_of(report) == "the budget of 120,000 tokens is"
    assert meter.tokens == report.spent.tokens
    assert 60_000 < meter.tokens <= 120_000


def test_a_cap_on_dollars_holds_under_faults(world: World) -> None:
    """Replies that are lost on their way are charged all the same."""
    faults = shared(5, {"limit": (0.05, rate_limit("0")), "lost": (0.05, Fault("half_body"))})
    with mind_server(meter := Meter(), latency=shuffled(3), faults=faults) as server:
        plan = world.plan(server, usd_per_million=PRICES)
        report = generate(plan, world.bench("dollars"), concurrency=64, caps=SpendingCaps(usd=0.6))
    assert report.ending is Ending.HELD
    assert line_of(report) == "the budget of $0.6000 is"
    assert report.spent.usd is not None
    assert 0.2 < meter.usd(*PRICES) <= report.spent.usd <= 0.6


def test_the_plans_caps_hold_too(world: World) -> None:
    with mind_server() as server:
        plan = world.plan(server, more="budget: {calls: 12}")
        report = generate(plan, world.bench("planned"), caps=SpendingCaps(calls=500))
        assert (report.ending, server.requests) == (Ending.HELD, 12)


def test_what_was_capped_is_said_in_one_line(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    with mind_server() as server:
        argv = ["generate", str(world.plan(server)), "--to", str(world.bench("said")), "--max-tokens", "100000"]
        assert main(argv) == 1
    told = capsys.readouterr().out
    assert told.count("is used up") == 1
    assert "raise --max-tokens (budget.tokens in the plan); what was paid for is kept" in told


def test_dollars_need_a_price_before_anything_is_spent(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """Also if only the last model that would be asked has none."""
    with mind_server() as server:
        plan = world.plan(server)
        known = plan.read_text().replace('"}', '", "usd_per_million": [1, 2]}', 2)
        plan.write_text(known)
        argv = ["generate", str(plan), "--to", str(world.bench("unpriced")), "--max-usd", "1"]
        assert main(argv) == 2
        assert capsys.readouterr().err == (
            "error: the price of anthropic/judge is not known, so that a cap on dollars cannot hold — cap tokens with "
            "--max-tokens (budget.tokens in the plan), or say the price under models: usd_per_million: [input, "
            "output]\n"
        )
        assert server.requests == 0
        assert main([*argv, "--max-tokens", "50000"]) == 1
        assert server.requests > 0


def test_a_limit_bounds_the_attempts_of_one_run(world: World, tmp_path: Path) -> None:
    with mind_server() as server:
        plan, bench = world.plan(server), world.bench("limited")
        first = generate(plan, bench, limit=4)
        assert (first.ending, first.attempts, len(world.outcomes("limited"))) == (Ending.LIMITED, 4, 4)
        second = generate(plan, bench, limit=3)
        assert (second.attempts, len(world.outcomes("limited"))) == (3, 7)
        assert generate(plan, bench).filled
        assert server.requests == world.stored("limited")
