"""`benchwright show` where models wrote: calls and their cost, and pictures on a terminal."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from calls import reply, request
from toymaker import ToyMaker, toy_plan

from benchwright.benchmark import Benchmark
from benchwright.cli import main
from benchwright.cli.show import _imported_lines, _list_line
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.records import Outcome
from benchwright.run.makers import MAKERS
from benchwright.workflows.show import ImportSummary, Overview

Capture = pytest.CaptureFixture[str]


@dataclass(frozen=True)
class Calling(ToyMaker):
    """The toy, as if every attempt had made two calls, the second of them in common."""

    def attempt(self, cell_key: str, number: int) -> Outcome:
        outcome = super().attempt(cell_key, number)
        return replace(outcome, calls=(request(number).key, request(9999).key))


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    monkeypatch.setitem(MAKERS._items, "toy", lambda plan, corpus, *_: Calling(corpus, plan.seed))
    folder = tmp_path / "bench"
    assert main(["generate", str(toy_plan(tmp_path)), "--to", str(folder)]) == 0
    capsys.readouterr()
    return folder


def fill(bench: Path) -> None:
    """A ledger with every call of every attempt."""
    calls = [(request(number), reply(0, usd=0.25)) for number in range(60)]
    with Ledger.open(bench / LEDGER) as ledger:
        ledger.put_all([*calls, (request(9999), reply(0, usd=None, status="refused"))])


def test_a_bench_without_its_ledger_says_what_is_gone(bench: Path, capsys: Capture) -> None:
    example = Benchmark.open(bench).examples[0]
    assert main(["show", str(bench), example.id]) == 0
    assert capsys.readouterr().out.endswith("\n2 calls of this attempt are no longer in the ledger: cost unknown\n")
    assert main(["show", str(bench)]) == 0
    out = capsys.readouterr().out
    assert re.search(
        r"\ncost: 0 calls, 0 \+ 0 tokens, price unknown; \d+ calls are no longer in the ledger: cost unknown\n", out
    )
    assert "$0.00" not in out


def test_an_example_shows_its_calls_and_their_sum(bench: Path, capsys: Capture) -> None:
    fill(bench)
    example = Benchmark.open(bench).examples[0]
    assert main(["show", str(bench), example.id]) == 0
    assert capsys.readouterr().out.endswith(
        "\ncalls: 2 calls, 200 + 20 tokens, at least $0.25\n"
        "  write  openai/some-model  ok         100 + 10  $0.25\n"
        "  write  openai/some-model  refused    100 + 10  price unknown\n"
    )
    assert main(["show", str(bench), example.id, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [one["status"] for one in answer["calls"]] == ["ok", "refused"]
    assert (answer["cost"]["calls"], answer["cost"]["usd"], answer["cost"]["usd_at_least"]) == (2, None, 0.25)
    assert answer["sources"][0]["id"] == example.sources[0]


def test_a_benchmark_shows_what_a_question_costs(bench: Path, capsys: Capture) -> None:
    fill(bench)
    main(["show", str(bench), "--json"])
    told = json.loads(capsys.readouterr().out)["costs"]
    attempts = len(Benchmark.open(bench).outcomes())
    numbers = {one.number for one in Benchmark.open(bench).outcomes()}
    assert (told["total"]["attempts"], told["total"]["accepted"]) == (attempts, 28)
    assert told["total"]["calls"] == len(numbers) + 1
    assert told["pending"]["calls"] == 60 - len(numbers)
    assert {row["name"] for row in told["styles"]} == {"information-extraction", "compound", "numerical"}
    main(["show", str(bench)])
    out = capsys.readouterr().out
    share = f"{28 / attempts:.0%}"
    assert f"  28 accepted of {attempts} attempts ({share}), {len(numbers) + 1} calls; per question " in out
    assert "by cell:\n  compound 2text: 5 accepted of " in out
    assert f"by prompt:\n  {len(numbers) + 1:5}  write; per question {(len(numbers) + 1) / 28:.1f} calls, " in out


def on_terminal(monkeypatch: pytest.MonkeyPatch, **environment: str) -> None:
    for name in ("KITTY_WINDOW_ID", "TERM_PROGRAM", "LC_TERMINAL", "TMUX", "STY", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"COLORTERM": "truecolor", "COLUMNS": "100", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)


def image_example(bench: Path) -> str:
    return next(one for one in Benchmark.open(bench).examples if str(one.modalities) == "image").id


@pytest.mark.parametrize(
    ("environment", "option", "sent"),
    [
        ({"TERM": "xterm-kitty"}, "auto", "\x1b_Ga=T,f=100"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "auto", "\x1b]1337;File=inline=1"),
        ({"TERM": "foot"}, "auto", '\x1bPq"1;1;8;6'),
        ({"TERM": "xterm-256color"}, "auto", "▀▀▀"),
        ({"TERM": "xterm-256color"}, "kitty", "\x1b_Ga=T,f=100"),
    ],
)
def test_an_image_is_drawn_as_the_terminal_can(
    bench: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, environment: dict[str, str], option: str, sent: str
) -> None:
    on_terminal(monkeypatch, **environment)
    assert main(["show", str(bench), image_example(bench), "--picture", option]) == 0
    out = capsys.readouterr().out
    assert sent in out
    assert out.index(".png, 8 x 6 pixels") < out.index(sent)


def test_without_colours_or_on_request_only_the_path(
    bench: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    on_terminal(monkeypatch, TERM="xterm-kitty")
    name = image_example(bench)
    main(["show", str(bench), name, "--picture", "path"])
    assert "\x1b_G" not in capsys.readouterr().out
    on_terminal(monkeypatch, TERM="dumb")
    main(["show", str(bench), name])
    assert "▀" not in capsys.readouterr().out


def test_a_broken_picture_is_said_and_sends_nothing(
    bench: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    on_terminal(monkeypatch, TERM="xterm-kitty")
    for path in (bench / "images").iterdir():
        path.write_bytes(b"\x1b]0;owned\x07")
    assert main(["show", str(bench), image_example(bench)]) == 0
    out = capsys.readouterr().out
    assert "no picture: the bytes are not a PNG" in out
    assert "\x1b_G" not in out
    assert "owned" not in out


def test_an_unknown_way_is_refused(bench: Path, capsys: Capture) -> None:
    assert main(["show", str(bench), "--picture", "ascii"]) == 2
    assert "--picture cannot be 'ascii'" in capsys.readouterr().err


def test_escapes_in_sources_stay_escaped_on_a_terminal(
    bench: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    path = bench / "examples.jsonl"
    lines = path.read_text("utf-8").splitlines()
    first = json.loads(lines[0])
    first["question"] = "What\x1b]0;owned\x07 is it?"
    path.write_text("\n".join([json.dumps(first), *lines[1:]]) + "\n", "utf-8")
    on_terminal(monkeypatch, TERM="xterm-256color")
    main(["show", str(bench), first["id"]])
    shown = capsys.readouterr().out
    assert "\x1b]0" not in shown
    assert "What\\x1b]0;owned is it?" in shown


def test_what_lists_were_drawn_from_is_told() -> None:
    graph = {"knowledge": "kg", "kept": 1_200, "relations": 9, "share": 0.5, "left_out": {"about-itself": 2, "x": 30}}
    assert _list_line(graph) == (
        "from 1,200 queries about 9 relations of kg (50.0% of the starting points were used);"
        " left out: 30 x, 2 about-itself"
    )
    assert _list_line({"tables": 3, "left_out": {}}) == "from 3 tables"
    assert _list_line({"pairs": 1_003, "left_out": {"repeated": 2}}) == "1,003 pairs; left out: 2 repeated"
    typed = {"knowledge": "kg", "kept": 8, "relations": 2, "typed": 5}
    assert _list_line(typed) == "from 8 queries about 2 relations of kg (5 by type)"
    assert _list_line(typed | {"typed": 2}) == "from 8 queries about 2 relations of kg"


def test_an_overview_of_a_run_with_lists(bench: Path, capsys: Capture) -> None:
    manifest = json.loads((bench / "manifest.json").read_text())
    manifest["sampling"] = {"list table-simple": {"tables": 3, "left_out": {"no-title": 2}}}
    (bench / "manifest.json").write_text(json.dumps(manifest))
    assert main(["show", str(bench)]) == 0
    assert "list questions:\n  for list table-simple: from 3 tables; left out: 2 no-title\n" in capsys.readouterr().out


def test_imported_questions_that_name_no_evidence_have_a_line_with_words(tmp_path: Path) -> None:
    imported = ImportSummary("qampari", "dev", {"text": 2, "": 3}, {}, {})
    overview = Overview(tmp_path, "lists", True, 5, (), {}, {}, {}, 0, imported=imported)
    assert _imported_lines(overview, imported)[-2:] == ["      2  text", "      3  none named"]
