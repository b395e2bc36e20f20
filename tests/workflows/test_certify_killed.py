"""A certification that is killed at random moments: the same certificate, and nothing is paid twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from dialect_servers import CANARY, DialectServer, ParsedRequest
from killing import kill_over_and_over
from nursery import Nursery
from town_judge import TownJudge
from towns_bench import towns_bench
from verifier import given
from whole_runs import World

from benchwright.cli import main

JUDGE = TownJudge(misses=0.2, slips=0.1)
MODEL = "openai/town-judge"
CONCURRENCY, ANSWERS = 4, 60


def answer(request: ParsedRequest) -> Mapping[str, str]:
    words = request.messages[-1][1]
    right = JUDGE.says(given(words, "question"), given(words, "candidate"))
    return {"reasoning": "Looked it up.", "grade": "2" if right else "0"}


def command(server: DialectServer, bench: Path, to: Path) -> list[str]:
    return [
        *("judge", "certify", str(bench), "--judge", MODEL, "--base-url", f"{server.url}/v1", "--to", str(to)),
        *("--limit", str(ANSWERS), "--concurrency", str(CONCURRENCY)),
    ]


@pytest.mark.soak
def test_killed_twice_gives_the_same_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    whole, killed = towns_bench(tmp_path / "one"), towns_bench(tmp_path / "two")
    certificates = [tmp_path / "whole.json", tmp_path / "killed.json"]
    with DialectServer(answer, key=CANARY) as server:
        assert main(command(server, whole, certificates[0])) == 0
        assert server.billed == ANSWERS
    with Nursery({}) as nursery, DialectServer(answer, key=CANARY, latency=lambda *_: 0.01) as server:
        argv, world = command(server, killed, certificates[1]), World(killed.parent)
        done = kill_over_and_over(world, server, nursery, argv, "bench-judges", kills=2, calls=ANSWERS, seed=4)
        assert all(0 <= lost <= 3 * CONCURRENCY for lost in done.lost), done.lost
        assert server.requests == ANSWERS + sum(done.lost)
    assert done.hits
    made = [json.loads(path.read_text("utf-8")) for path in certificates]
    for one in made:
        del one["issued"]
    assert made[0] == made[1]
