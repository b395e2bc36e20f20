"""Runs with models that are killed, interrupted and stopped: the same bytes, and nothing is paid twice."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest
from killing import end_over_and_over, kill_over_and_over
from nursery import Nursery
from whole_runs import CELLS, KEYS, World, mind_server, shuffled

from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.workflows.generate import generate

pytestmark = pytest.mark.usefixtures("keys")

CONCURRENCY = 8


def whole_run(folder: Path, cells: str) -> World:
    """A world with a benchmark `whole` that was made in one go."""
    world = World.made(folder)
    with pytest.MonkeyPatch.context() as patch, mind_server(latency=shuffled(0)) as server:
        for name, value in KEYS.items():
            patch.setenv(name, value)
        assert generate(world.plan(server, cells=cells), world.bench("whole"), concurrency=CONCURRENCY).filled
    return world


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return whole_run(tmp_path_factory.mktemp("atlas"), CELLS)


def check_kills(world: World, nursery: Nursery, cells: str, kills: int, seed: int) -> None:
    """A run that is killed at random moments one after the other, and then let end."""
    needed = world.stored("whole")
    with mind_server(latency=shuffled(seed, 0.03)) as server:
        plan = world.plan(server, cells=cells)
        argv = ["generate", str(plan), "--to", str(world.bench("killed")), "--concurrency", str(CONCURRENCY)]
        done = kill_over_and_over(world, server, nursery, argv, "killed", kills=kills, calls=needed, seed=seed)
        stored = world.stored("killed")
        # Only what was under way at a kill is paid for and lost: what was sent, and what had just come and was being
        # written while the disk was waited for.
        assert all(0 <= lost <= 3 * CONCURRENCY for lost in done.lost), done.lost
        assert server.billed <= server.requests == stored + sum(done.lost)
        # Nor does going on make more attempts than one run does, but for how far it reaches ahead.
        assert stored <= 1.25 * needed
    assert done.hits >= 0.7 * kills
    assert world.examples("killed") == world.examples("whole")
    assert validate(Benchmark.open(world.bench("killed"))) == []


def test_killed_twice_gives_the_same_bytes_and_pays_nothing_twice(world: World, nursery: Nursery) -> None:
    check_kills(world, nursery, CELLS, kills=2, seed=1)


@pytest.mark.soak
def test_an_interrupt_keeps_what_is_under_way(world: World, nursery: Nursery) -> None:
    told = world.folder / "interrupted.txt"
    with mind_server(latency=shuffled(3, 0.03)) as server:
        argv = ["generate", str(world.plan(server)), "--to", str(world.bench("stopped")), "--concurrency", "8"]
        command = nursery.start(argv, told)
        while server.requests < 40:
            time.sleep(0.001)
        command.signal(signal.SIGINT)
        assert command.wait() == 130
        assert command.text.endswith("stopped; finished work is saved, and the same command continues\n")
        assert "Traceback" not in command.text
        assert server.requests == server.billed == world.stored("stopped")
        assert 40 <= server.requests <= 60
        assert nursery.run(argv, told)[0] == 0
        assert server.requests == server.billed == world.stored("stopped")
    assert world.examples("stopped") == world.examples("whole")


def check_ends(world: World, nursery: Nursery, cells: str, ends: int, seed: int) -> None:
    with mind_server(latency=shuffled(seed, 0.03)) as server:
        argv = [
            "generate",
            str(world.plan(server, cells=cells)),
            "--to",
            str(world.bench("ended")),
            "--concurrency",
            "8",
        ]
        ways = end_over_and_over(
            world, server, nursery, argv, "ended", ends=ends, calls=world.stored("whole"), seed=seed
        )
        assert server.billed == world.stored("ended")
    assert {"interrupt: 130", "limit: 1", "wrong key: 2"} <= set(ways)
    assert world.examples("ended") == world.examples("whole")
    assert validate(Benchmark.open(world.bench("ended"))) == []


def test_no_reply_is_lost_to_ctrl_c_a_limit_or_a_user_s_error(world: World, nursery: Nursery) -> None:
    check_ends(world, nursery, CELLS, ends=3, seed=4)


@pytest.mark.soak
def test_no_reply_is_lost_over_thirty_ends(tmp_path: Path, nursery: Nursery) -> None:
    cells = CELLS.replace("count: 1", "count: 4")
    check_ends(whole_run(tmp_path, cells), nursery, cells, ends=30, seed=5)


@pytest.mark.soak
def test_killed_a_hundred_times_gives_the_same_bytes_and_pays_nothing_twice(tmp_path: Path, nursery: Nursery) -> None:
    cells = CELLS.replace("count: 1", "count: 6")
    check_kills(whole_run(tmp_path, cells), nursery, cells, kills=100, seed=2)
