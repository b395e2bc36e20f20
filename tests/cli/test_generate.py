"""`benchwright generate`, `show` and `validate`: what they print, and their exit codes."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest
from rich.console import Console
from toymaker import PLAN, ToyMaker, toy_plan

from benchwright.benchmark import Benchmark
from benchwright.benchmark.render import example_parts
from benchwright.cli import main
from benchwright.cli.generate import displaced_line, progress_line, progress_table
from benchwright.records import Outcome
from benchwright.run import RunProgress
from benchwright.run.commit import CellState, Quota
from benchwright.run.makers import MAKERS

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(MAKERS._items, "toy", lambda plan, corpus, facts, models: ToyMaker(corpus, plan.seed))
    return toy_plan(tmp_path)


def test_filled_quotas_exit_0(plan: Path, tmp_path: Path, capsys: Capture) -> None:
    bench = tmp_path / "bench"
    assert main(["generate", str(plan), "--to", str(bench), "--concurrency", "4"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("information-extraction text      4/4    ")
    assert out[-1] == f"28 of 28 questions in {bench}"


def test_a_shortfall_exits_1_and_says_why(plan: Path, tmp_path: Path, capsys: Capture) -> None:
    plan.write_text(
        PLAN.replace("total: 6", "total: 40") + "  - {style: multi-hop, modalities: [2text], count: 3}\n"
        "max_attempts_per_question: 1\n"
    )
    assert main(["generate", str(plan), "--to", str(tmp_path / "bench")]) == 1
    out = capsys.readouterr().out
    assert "no attempts are possible for: multi-hop 2text\n" in out
    assert "multi-hop 2text                  0/3    no question family covers it in this corpus\n" in out
    numerical = next(line for line in out.splitlines() if line.startswith("numerical table"))
    assert "/40   40 attempts of 1000: " in numerical
    assert "refused:no_fact" in numerical


def test_json_is_one_object(plan: Path, tmp_path: Path, capsys: Capture) -> None:
    bench = tmp_path / "bench"
    assert main(["generate", str(plan), "--to", str(bench), "--json"]) == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert (answer["filled"], answer["examples"], answer["wanted"], len(answer["cells"])) == (True, 28, 28, 6)
    assert captured.err == ""
    assert main(["validate", str(bench), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"benchmark": str(bench), "ok": True, "faults": []}
    assert main(["show", str(bench), "--json"]) == 0
    overview = json.loads(capsys.readouterr().out)
    assert overview["examples"] == 28
    assert overview["read"] == {"text": 4}
    assert sum(overview["families"].values()) == 28


def test_misuse_exits_2_in_one_line(plan: Path, tmp_path: Path, capsys: Capture) -> None:
    plan.write_text(PLAN + "sead: 1\n")
    assert main(["generate", str(plan), "--to", str(tmp_path / "bench")]) == 2
    assert capsys.readouterr().err == "error: plan.yaml, line 9: unknown key 'sead' — did you mean 'seed'?\n"
    assert main(["show", str(tmp_path)]) == 2
    assert "is not a benchmark — make one with: benchwright generate PLAN --to" in capsys.readouterr().err


def test_show_and_validate(plan: Path, tmp_path: Path, capsys: Capture) -> None:
    bench = tmp_path / "bench"
    main(["generate", str(plan), "--to", str(bench)])
    capsys.readouterr()
    assert main(["show", str(bench)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("toy: 28 of 28 questions\n")
    assert "\nrejected and failed attempts, by reason:\n" in out
    assert "\nquestions on images, by reading method:\n      4  text\n" in out
    assert main(["validate", str(bench)]) == 0
    evidence = "evidence of 28 questions is checked for its position only: their facts are not stored"
    assert capsys.readouterr().out == f"{evidence}\nsound\n"
    (bench / "examples.jsonl").write_text("")
    assert main(["validate", str(bench)]) == 1
    assert capsys.readouterr().out.splitlines()[0] == "examples.jsonl: is not as it was written"


def test_show_one_example(plan: Path, tmp_path: Path, capsys: Capture) -> None:
    bench = tmp_path / "bench"
    main(["generate", str(plan), "--to", str(bench)])
    capsys.readouterr()
    example = next(one for one in Benchmark.open(bench).examples if str(one.modalities) == "2text")
    assert main(["show", str(bench), example.id]) == 0
    out = capsys.readouterr().out
    assert f"question   {example.question}\nanswer     7\n" in out
    assert "  «The tower of Village " in out
    assert "  pass     modalities   (toy)\n  pass     duplicate   (toy)\n" in out
    table = next(one for one in Benchmark.open(bench).examples if str(one.modalities) == "table")
    main(["show", str(bench), table.id])
    assert " | «7»\n" in capsys.readouterr().out
    image = next(one for one in Benchmark.open(bench).examples if str(one.modalities) == "image")
    main(["show", str(bench), image.id])
    assert ".png, 8 x 6 pixels\n  caption: Flag " in capsys.readouterr().out
    main(["show", str(bench), image.id, "--json"])
    assert json.loads(capsys.readouterr().out)["sources"][0]["id"] == image.sources[0]


@dataclass(frozen=True)
class Interrupted(ToyMaker):
    """Presses Ctrl-C at its fourth attempt, so that there is something before it and something behind it."""

    begun: Iterator[int] = field(default_factory=lambda: count(1))

    def attempt(self, cell_key: str, number: int) -> Outcome:
        if next(self.begun) == 4:
            os.kill(os.getpid(), signal.SIGINT)
        return super().attempt(cell_key, number)


def test_ctrl_c_stops_cleanly_and_the_same_command_continues(
    plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    bench, begun = tmp_path / "bench", count(1)
    monkeypatch.setitem(
        MAKERS._items,
        "toy",
        lambda plan, corpus, facts, models: Interrupted(corpus, plan.seed, pause=0.05, begun=begun),
    )
    assert main(["generate", str(plan), "--to", str(bench), "--json"]) == 130
    captured = capsys.readouterr()
    assert captured.err == "stopped; finished work is saved, and the same command continues\n"
    stopped = json.loads(captured.out)
    assert (stopped["ending"], stopped["filled"]) == ("stopped", False)
    assert main(["show", str(bench)]) == 0
    assert "of 28 questions (not finished: run the same generate command again)" in capsys.readouterr().out
    assert main(["validate", str(bench)]) == 1
    assert capsys.readouterr().out == "manifest.json: the run that fills this folder was not finished\n1 fault\n"
    assert main(["generate", str(plan), "--to", str(bench), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["examples"] == 28


def test_n_questions_are_told_as_they_were_asked_for(
    plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    bench = tmp_path / "bench"
    monkeypatch.setattr("benchwright.workflows.open_run.DEFAULT_MAKER", "toy")
    monkeypatch.setattr("benchwright.makers.share_groups.FAMILY_SHARE", 0.5)  # the toy has three families
    assert main(["generate", str(plan.parent / "corpus"), "-n", "30", "--to", str(bench)]) == 0
    capsys.readouterr()
    main(["show", str(bench)])
    assert capsys.readouterr().out.startswith("corpus: 30 of 30 questions\n")


def test_an_example_on_a_terminal(plan: Path, tmp_path: Path, capsys: Capture) -> None:
    main(["generate", str(plan), "--to", str(tmp_path / "bench")])
    capsys.readouterr()
    bench = Benchmark.open(tmp_path / "bench")
    console = Console(width=100, no_color=True)
    with console.capture() as captured:
        for example in bench.examples:
            console.print(*(part for _, part in example_parts(example, bench.sources)), sep="\n")
    shown = captured.get()
    assert bench.examples[0].question in shown
    assert "«" not in shown


def progress() -> RunProgress:
    key = '{"maker":"toy","modalities":"text","style":"compound"}'
    state = CellState(Quota(key, 10, 100), seen=8, committed=4, accepted=[0, 2, 5, 7])
    return RunProgress((state,), attempts=8, seconds=4.0)


def test_at_most_five_displaced_examples_are_named() -> None:
    ids = [f"{number:x}" * 16 for number in range(7)]
    assert displaced_line(ids[:1]) == f"1 example of the previous run displaced: {ids[0]}"
    assert displaced_line(ids[:5]) == f"5 examples of the previous run displaced: {', '.join(ids[:5])}"
    assert displaced_line(ids) == f"7 examples of the previous run displaced: {', '.join(ids[:5])} and 2 more"


def test_progress_tells_rate_and_time_left() -> None:
    # 6 missing at (4 + 1) / (8 + 2) = one in two: 12 attempts, at 2 a second
    assert progress_line(progress()) == "4/10 accepted, 8 attempts, 2.0/s, about 6 s left"
    console = Console(width=80)
    with console.capture() as captured:
        console.print(progress_table(progress()))
    assert "compound text" in captured.get()


def test_progress_goes_to_standard_error_in_plain_lines(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    module = import_module("benchwright.cli.generate")  # the package's attribute of this name is the function
    monkeypatch.setattr(module, "LINE_SECONDS", 0.0)
    with module.progress_display(quiet=False) as told:
        told(progress())
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "4/10 accepted, 8 attempts, 2.0/s, about 6 s left\n")
