"""Judging from the command line, over a server that holds every request against the service's own types: what is said,
what a budget and batch files leave, and what a kill costs."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from batch_asking import lines, result, write_lines
from dialect_servers import CANARY, DialectServer
from dialect_wire import ParsedRequest
from handmade import LAKE, RIVER, benchmark
from nursery import Nursery
from scripted_judge import blocks_of, judged

from benchwright.cli import main
from benchwright.evaluate.judges.judgements_file import JUDGEMENTS
from benchwright.evaluate.score_folder import load_scores
from benchwright.models.ledger import Ledger

pytestmark = pytest.mark.usefixtures("keys")

JUDGE = "openai/judge"
PREDICTIONS = [
    {"id": "river", "answer": "The Aare is the longest river of Switzerland.", "contexts": [{"source": "river"}]},
    {"id": "lake", "answer": "The lake is 217 metres deep.", "contexts": [{"source": "lake"}]},
    {"id": "both", "answer": "The Aare. It is 300 metres deep.", "contexts": [{"source": "river"}, {"source": "lake"}]},
]
assert PREDICTIONS[0]["answer"] in RIVER
assert PREDICTIONS[1]["answer"] in LAKE


def judge(request: ParsedRequest) -> Mapping[str, Any]:
    return judged(*blocks_of(request.messages[-1][1]), request.schema)


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, PREDICTIONS)))
    return benchmark(tmp_path)


def command(bench: Path, *options: str, to: str = "scores") -> list[str]:
    folder = bench.parent
    argv = ["evaluate", "system", str(bench), "-s", str(folder / "mine.jsonl"), "--to", str(folder / to)]
    return [*argv, "--judge", JUDGE, "--judged", "judged-correctness,faithfulness,answer-relevance", *options]


def test_the_command_shows_judged_columns_and_what_they_cost(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with DialectServer(judge, key=CANARY) as server:
        assert main(command(bench, "--base-url", f"{server.url}/v1")) == 0
        shown = capsys.readouterr().out
        assert main(command(bench, "--base-url", f"{server.url}/v1", "--json")) == 0
        again = json.loads(capsys.readouterr().out)
        assert server.requests == 6  # a grade and the claims of each answer
    assert "uncertified)" in shown
    assert re.search(r"3 of 3 answers judged, 9 verdicts; 6 calls, .* tokens", shown)
    assert (again["judging"]["judged"], again["judging"]["spent"]["replayed"]) == (3, 6)
    cells = {cell["measure"]: cell["mean"] for cell in again["summary"]["cells"] if cell["slice"]["kind"] == "all"}
    assert cells[f"judged-correctness@{JUDGE}"] == pytest.approx((1 + 1 + 0.5) / 3)
    assert cells[f"faithfulness@{JUDGE}"] == pytest.approx(2 / 3)  # the third claims what stands nowhere


def test_a_cap_on_calls_holds_the_rest_and_the_same_command_goes_on(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with DialectServer(judge, key=CANARY) as server:
        base = ("--base-url", f"{server.url}/v1")
        assert main(command(bench, *base, "--max-calls", "2", "--judge-concurrency", "1")) == 1
        assert "the same command continues" in capsys.readouterr().out
        assert server.requests == 2
        assert main(command(bench, *base)) == 0
        assert server.requests == 6


def test_batch_files_bring_the_verdicts_on_the_next_run(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = bench.parent / "batch"
    assert main(command(bench, "--batch-dir", str(folder))) == 1
    assert "6 requests" in capsys.readouterr().out
    asked = [line for path in folder.rglob("*.jsonl") for line in lines(path) if "custom_id" in line]
    replies = []
    for line in asked:
        body = line["body"]
        schema = body["response_format"]["json_schema"]["schema"]
        found = judged(*blocks_of(body["messages"][-1]["content"]), schema)
        replies.append(result(line["custom_id"], json.dumps(found)))
    write_lines(folder / "out.jsonl", replies)
    assert main(command(bench, "--batch-dir", str(folder))) == 0
    assert len(lines(bench.parent / "scores" / JUDGEMENTS)) == 9


def test_killed_while_it_judges_nothing_that_was_kept_is_paid_again(bench: Path, nursery: Nursery) -> None:
    folder = bench.parent
    with DialectServer(judge, key=CANARY) as calm:
        assert main(command(bench, "--base-url", f"{calm.url}/v1", "--json", to="whole")) == 0
        assert calm.requests == 6
    with DialectServer(judge, latency=lambda number, request: 0.02 * (number % 3), key=CANARY) as server:
        argv = command(bench, "--base-url", f"{server.url}/v1", "--judge-concurrency", "1", to="killed")
        ledger, told = folder / "killed" / "ledger.sqlite", folder / "told.txt"
        process = nursery.start(argv, told)
        while server.requests < 2 and not process.over:
            threading.Event().wait(0.001)
        process.signal(9)
        process.wait()
        while server.in_flight:
            threading.Event().wait(0.001)
        stored = len(Ledger.view(ledger).keys()) if ledger.exists() else 0
        lost = server.requests - stored
        assert nursery.start(argv, told).wait() == 0, told.read_text()
        assert 0 <= lost <= 2
        assert server.requests == 6 + lost
    whole, killed = (load_scores(folder / name) for name in ("whole", "killed"))
    for name in whole.settings["judged"]:
        one, other = whole.systems[0].measure(name), killed.systems[0].measure(name)
        assert one is not None
        assert other is not None
        assert one.values.tolist() == other.values.tolist()


@pytest.mark.parametrize("option", [("--limit", "5"), ("--max-usd", "1"), ("--judged", "faithfulness")])
def test_options_of_judges_are_not_passed_over_without_one(
    bench: Path, option: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", "system", str(bench), "-s", str(bench.parent / "mine.jsonl"), *option]) == 2
    assert f"{option[0]} says something of a judge" in capsys.readouterr().err


def estimated(argv: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main([*argv, "--estimate", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_an_estimate_counts_the_calls_that_are_not_stored_and_sends_nothing(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with DialectServer(judge, key=CANARY) as server:
        argv = command(bench, "--base-url", f"{server.url}/v1")
        before = estimated(argv, capsys)
        assert (before["answers"], before["judged"], before["unanswered"]) == (3, 0, 0)
        assert (before["use"]["calls"]["mid"], server.requests) == (6, 0)
        assert not (bench.parent / "scores" / "ledger.sqlite").exists()
        assert main([*argv, "--max-calls", "2", "--judge-concurrency", "1"]) == 1
        capsys.readouterr()
        assert estimated(argv, capsys)["use"]["calls"]["mid"] == 6 - server.requests == 4
        assert main(argv) == 0
        capsys.readouterr()
        after = estimated(argv, capsys)
        assert (after["judged"], after["use"]["calls"]["mid"], server.requests) == (3, 0, 6)


def test_an_estimate_of_nuggets_counts_the_list_once_and_each_answer(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = bench.parent
    other = [{**one, "answer": f"{one['answer']} Perhaps."} for one in PREDICTIONS]
    (folder / "other.jsonl").write_text("\n".join(map(json.dumps, other)))
    argv = [*command(bench), "-s", str(folder / "other.jsonl"), "--judged", "nugget-recall"]
    assert estimated(argv, capsys)["use"]["calls"]["mid"] == 3 + 6


def test_an_estimate_asks_no_system_and_says_what_it_assumes(
    bench: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bench.parent)
    monkeypatch.syspath_prepend(str(bench.parent))
    (bench.parent / "estimated_rag.py").write_text("def answer(question):\n    raise SystemExit('asked')\n")
    argv = ["evaluate", "system", str(bench), "-s", "estimated_rag:answer", "--judge", JUDGE, "--estimate"]
    assert main(argv) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("3 answers to judge, 0 of them judged already or without a call\n")
    assert "\nto come of judges: 6 calls, " in shown
    assert "assumed: 3 of these answers are not there yet; an answer that is not there yet is as long as" in shown
    assert main([*argv[:5], "--estimate"]) == 2
    assert "--estimate says what judges will take, and none is named" in capsys.readouterr().err


def test_an_estimate_of_answers_and_judges_shrinks_by_what_is_stored(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["evaluate", "answers", str(bench), "--model", "openai/reader", "--sources", "gold", "--sources", "none"]
    argv += ["--judge", JUDGE, "--judged", "judged-correctness", "--base-url"]

    def reply(request: ParsedRequest) -> Mapping[str, Any]:
        if "candidate" in request.text or "grade" in str(request.schema):
            return judge(request)
        return {"working": "", "abstains": False, "answers": ["the Aare"], "sources": []}

    with DialectServer(reply, key=CANARY) as server:
        argv += [f"{server.url}/v1"]
        before = estimated(argv, capsys)
        assert (before["asked"], before["kept"], before["use"]["calls"]["mid"]) == (6, 0, 6)
        assert (before["judging"]["unanswered"], before["judging"]["use"]["calls"]["mid"]) == (6, 6)
        assert server.requests == 0
        assert main(argv) == 0
        capsys.readouterr()
        after = estimated(argv, capsys)
        assert (after["kept"], after["use"]["calls"]["mid"]) == (6, 0)
        assert (after["judging"]["judged"], after["judging"]["use"]["calls"]["mid"]) == (6, 0)
