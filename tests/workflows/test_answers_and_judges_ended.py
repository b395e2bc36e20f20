"""Models that answer and judges that are certified, ended in every way: by a kill, Ctrl-C, a limit, a wrong key and the
end of a budget. No reply that the service sent is lost, none is paid twice, and the result is that of a whole run."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Literal

import pytest
from dialect_servers import CANARY, DialectServer, ParsedRequest
from dialect_wire import Answer
from killing import end_over_and_over, kill_over_and_over
from nursery import Nursery
from town_judge import TownJudge
from towns_bench import towns_bench
from verifier import given
from whole_runs import Meter, World, shuffled

from benchwright.cli import main

pytestmark = pytest.mark.usefixtures("keys")

MODEL, PRICES = "openai/town", (3.0, 15.0)
What = Literal["answers", "certify"]
JUDGE = TownJudge(misses=0.2, slips=0.1)
KEYS = {"OPENAI_API_KEY": CANARY}


def answer(request: ParsedRequest) -> Answer:
    """Grades an answer, or gives one: the question's last word."""
    words = request.messages[-1][1]
    if "grade" in str(request.schema):
        right = JUDGE.says(given(words, "question"), given(words, "candidate"))
        return Answer(json.dumps({"reasoning": "Looked it up.", "grade": "2" if right else "0"}))
    said = given(words, "question").split()[-1]
    return Answer(json.dumps({"working": "Read.", "abstains": False, "answers": [said], "sources": ["S1"]}))


class Town:
    """A benchmark of towns in a folder of its own, and the command on it."""

    def __init__(self, folder: Path, what: What) -> None:
        self.what, self.world = what, World(folder)
        towns_bench(folder)
        self.name = "scores" if what == "answers" else "bench-judges"

    @property
    def made(self) -> bytes:
        """What the whole run is to come to, without the day of issue."""
        if self.what == "answers":
            return (self.world.folder / self.name / "scores.parquet").read_bytes()
        found = json.loads((self.world.folder / "certificate.json").read_text())
        del found["issued"]
        return json.dumps(found).encode()

    def command(self, server: DialectServer, *more: str) -> list[str]:
        folder = self.world.folder
        plan = folder / "models.yaml"
        settings = json.dumps({"base_url": f"{server.url}/v1", "usd_per_million": PRICES})
        plan.write_text(f"corpus: corpus\nmodels:\n  {MODEL}: {settings}\ncells: [{{style: compound, count: 1}}]\n")
        asked = (
            ["evaluate", "answers", str(folder / "bench"), "--model", MODEL, "--sources", "gold"]
            if self.what == "answers"
            else ["judge", "certify", str(folder / "bench"), "--judge", MODEL]
        )
        to = str(folder / ("scores" if self.what == "answers" else "certificate.json"))
        return [*asked, "--to", to, "--plan", str(plan), "--concurrency", "4", *more]


@pytest.fixture(params=["answers", "certify"])
def town(request: pytest.FixtureRequest, tmp_path: Path) -> Town:
    return Town(tmp_path, request.param)


def whole(town: Town, folder: Path) -> tuple[bytes, int]:
    """What a run without an end in between comes to, and its calls."""
    straight = Town(folder, town.what)
    with DialectServer(answer, key=CANARY) as server:
        assert main(straight.command(server)) == 0
        return straight.made, server.requests


def test_ctrl_c_keeps_every_reply_and_the_same_command_goes_on(town: Town, nursery: Nursery, tmp_path: Path) -> None:
    made, calls = whole(town, tmp_path / "whole")
    told = tmp_path / "told.txt"
    with DialectServer(answer, key=CANARY, latency=shuffled(3, 0.02)) as server:
        argv = town.command(server)
        command = nursery.start(argv, told)
        while server.requests < 20 and not command.over:
            time.sleep(0.001)
        command.signal(signal.SIGINT)
        assert command.wait() == 130
        assert command.text.endswith("stopped; finished work is saved, and the same command continues\n")
        assert "Traceback" not in command.text
        assert 20 <= server.requests == server.billed == town.world.stored(town.name) < calls
        assert nursery.start(argv, told).wait() == 0
        assert server.requests == calls
    assert town.made == made


@pytest.mark.soak
def test_no_reply_is_lost_however_it_ends(town: Town, nursery: Nursery, tmp_path: Path) -> None:
    made, calls = whole(town, tmp_path / "whole")
    with DialectServer(answer, key=CANARY, latency=shuffled(5, 0.02)) as server:
        argv = town.command(server)
        ways = end_over_and_over(
            town.world, server, nursery, argv, town.name, ends=9, calls=calls, seed=6, limits=(2, 12)
        )
        assert server.billed == town.world.stored(town.name)
    assert {"interrupt: 130", "limit: 0", "wrong key: 2"} <= set(ways)
    assert town.made == made


@pytest.mark.soak
def test_killed_again_and_again_it_comes_to_the_same(town: Town, nursery: Nursery, tmp_path: Path) -> None:
    made, calls = whole(town, tmp_path / "whole")
    with DialectServer(answer, key=CANARY, latency=lambda *_: 0.01) as server:
        argv = town.command(server)
        done = kill_over_and_over(town.world, server, nursery, argv, town.name, kills=6, calls=calls, seed=4)
        assert all(0 <= lost <= 3 * 4 for lost in done.lost), done.lost
        assert server.requests == calls + sum(done.lost)
    assert done.hits
    assert town.made == made


@pytest.mark.parametrize(
    ("option", "cap", "said"),
    [
        pytest.param("--max-calls", 12, "the budget of 12 calls is used up", marks=pytest.mark.soak),
        pytest.param("--max-tokens", 30_000, "the budget of 30,000 tokens is used up", marks=pytest.mark.soak),
        ("--max-usd", 0.1, "the budget of $0.1000 is used up"),
    ],
)
def test_a_budget_holds_by_the_servers_count_and_the_next_run_goes_on(
    town: Town, option: str, cap: float, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made, calls = whole(town, tmp_path / "whole")
    capsys.readouterr()
    meter = Meter(answer)
    with DialectServer(meter, key=CANARY) as server:
        assert main(town.command(server, option, str(cap))) == 1
        shown = capsys.readouterr().out
        assert said in shown
        assert "the same command continues" in shown
        spent = {"--max-calls": meter.calls, "--max-tokens": meter.tokens, "--max-usd": meter.usd(*PRICES)}[option]
        assert 0 < spent <= cap
        assert 0 < server.requests == town.world.stored(town.name) < calls
        assert main(town.command(server)) == 0
        assert server.requests == calls
    assert town.made == made


def test_a_larger_limit_asks_only_what_the_smaller_did_not(town: Town) -> None:
    with DialectServer(answer, key=CANARY) as server:
        assert main(town.command(server, "--limit", "8")) == 0
        assert server.requests == 8
        assert main(town.command(server, "--limit", "20")) == 0
        assert server.requests == 20
