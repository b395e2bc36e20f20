"""From a log of users' questions to a plan, its styles, a benchmark that they make, and the comparison with the log."""

from __future__ import annotations

import io
import json
import os
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from atlas import Mind
from dialect_servers import CANARY, DialectServer
from dialect_wire import Answer, ParsedRequest
from users_log import BILLING, DELIVERY, made_log, write_log
from whole_runs import KEYS, World

from benchwright.benchmark.store import Benchmark
from benchwright.cli import main
from benchwright.errors import UsageError
from benchwright.plan import read_plan
from benchwright.prompts.load import load_style, styles
from benchwright.query_log.masked_log import LogFormatOptions
from benchwright.run import Ending
from benchwright.run.item_run import CallOptions, settings_and_caps
from benchwright.run.model_session import SpendingCaps
from benchwright.workflows.generate import generate
from benchwright.workflows.show import show
from benchwright.workflows.style_compare import compare_styles
from benchwright.workflows.style_draft import DraftSettings, draft_styles, estimate_style_draft

MODEL = "openai/writer"
GOOD = {
    "sensible": True,
    "name": "monthly bills",
    "description": "Asks about a bill.",
    "rules": ["The answer is in the bill."],
    "writing": ["Say my."],
}


class UsersMind:
    """A writer that describes groups, and writes questions of a drafted style as those of its built-in style."""

    def __init__(self, wording: dict[str, Any] | None = None) -> None:
        self._mind = Mind()
        self._wording = GOOD if wording is None else wording
        self.described = 0

    def __call__(self, request: ParsedRequest) -> Answer:
        if "You describe groups of questions" in request.system:
            self.described += 1
            return Answer(json.dumps(self._wording))
        drafted = {"monthly-bills": "information-extraction", "information-extraction-1": "information-extraction"}
        system = request.system
        for name, built_in in drafted.items():
            system = system.replace(f"# The style: {name}\n", f"# The style: {built_in}\n")
        return self._mind(replace(request, system=system))


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)


def serving(mind: UsersMind) -> DialectServer:
    return DialectServer(mind, key=CANARY)


def options(server: DialectServer, **caps: Any) -> CallOptions:
    return CallOptions(*settings_and_caps([MODEL], None, f"{server.url}/v1", SpendingCaps(**caps)))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_without_a_model_the_built_in_styles_have_the_shares(tmp_path: Path) -> None:
    log = write_log(tmp_path / "queries.jsonl")
    report = draft_styles(log, settings=DraftSettings(tmp_path / "corpus", questions=50))
    assert report.to == tmp_path / "queries-draft"
    counts = Counter({one.group.kind: 0 for one in report.groups})
    for one in report.groups:
        counts[one.group.kind] += one.group.asked
    assert counts == {"information-extraction": 61, "numerical": 30, "compare-contrast": 20, "keywords": 15}
    plan = read_plan(report.to / "plan.yaml")
    cells = Counter[str]()
    for cell in plan.cells():
        cells[cell.style] += cell.count
    assert set(cells) == {"information-extraction", "numerical", "compare-contrast"}
    assert cells.total() == 50
    for one in report.groups:
        exact = 50 * one.group.asked / 111 if one.group.style else 0
        assert abs(one.count - exact) < 1  # the largest remainder never gives or takes a whole question
    for style, count in cells.items():
        assert count == sum(one.count for one in report.groups if one.group.style == style)
    assert plan.corpus_path.resolve() == tmp_path / "corpus"
    assert plan.queries_path == report.to / "queries.jsonl"
    for one in report.groups:
        assert bool(one.style_file) == bool(one.group.style)
        if one.style_file:
            style = load_style(report.to / one.style_file)
            assert style.rules == styles()[one.group.style].rules
            assert set(style.examples) <= set(made_log())
    told = json.loads((report.to / "draft.json").read_text())
    assert told["log"]["questions"] == 126
    assert "spent" not in told


def test_the_same_log_gives_the_same_bytes_and_an_earlier_draft_is_kept(tmp_path: Path) -> None:
    log = write_log(tmp_path / "q.jsonl")
    settings = DraftSettings(tmp_path / "corpus")
    first = contents(draft_styles(log, tmp_path / "a" / "d", settings=settings).to)
    assert contents(draft_styles(log, tmp_path / "b" / "d", settings=settings).to) == first
    (tmp_path / "a" / "d" / "plan.yaml").write_text("mine")
    with pytest.raises(UsageError, match="is there already") as raised:
        draft_styles(log, tmp_path / "a" / "d", settings=settings)
    assert raised.value.hint == "name another --to, or replace it: --force"
    assert (tmp_path / "a" / "d" / "plan.yaml").read_text() == "mine"
    write_log(log, BILLING())
    draft_styles(log, tmp_path / "a" / "d", settings=settings, force=True)
    kinds = {path.name.rpartition("-")[0] for path in (tmp_path / "a" / "d" / "styles").iterdir()}
    assert kinds == {"information-extraction"}


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    log = write_log(tmp_path / "q.jsonl")
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "thesis.txt").write_text("x")
    for force in (False, True):
        with pytest.raises(UsageError, match="holds something else"):
            draft_styles(log, tmp_path / "d", force=force)
    with pytest.raises(UsageError, match="has no place"):
        draft_styles("-")
    with pytest.raises(UsageError, match="not the name of a model"):
        draft_styles(log, tmp_path / "e", settings=DraftSettings(writer="gpt"))
    for settings in (DraftSettings(questions=0), DraftSettings(least=1)):
        with pytest.raises(UsageError, match="must be at least"):
            draft_styles(log, tmp_path / "e", settings=settings)
    assert not (tmp_path / "e").exists()


def test_a_log_without_a_group_makes_no_plan(tmp_path: Path) -> None:
    log = write_log(tmp_path / "q.jsonl", ["pump manual", "valve manual", "Who is it?"])
    with pytest.raises(UsageError, match="no group of questions that a plan can ask for") as raised:
        draft_styles(log, tmp_path / "d")
    assert raised.value.hint == "a group needs 10 different questions: --min-group, or a longer log"
    with pytest.raises(UsageError, match="no group of questions"):  # no model is asked for nothing
        draft_styles(log, tmp_path / "d", model="openai/gpt-4.1-mini")
    assert not (tmp_path / "d").exists()


def test_nothing_personal_is_stored_or_sent(tmp_path: Path) -> None:
    texts = [f"Where is the order {10**9 + number} of bob{number}@example.org now?" for number in range(20)]
    texts += [f"My name is Erika Mustermann, where is the {thing}?" for thing in ("bill", "order", "fee")]
    log = write_log(tmp_path / "q.jsonl", [*texts, *BILLING()])
    mind = UsersMind()
    with serving(mind) as server:
        report = draft_styles(log, tmp_path / "d", model=MODEL, options=options(server))
        sent = json.dumps([body for _, body in server.bodies], default=str)
    assert report.log.masked == {"email": 20 + 1, "number": 20 + 1, "name": 3}
    stored = b"".join(contents(tmp_path / "d").values())
    for secret in ("Erika", "example.org", "100000000"):
        assert secret.encode() not in stored
        assert secret not in sent
    assert mind.described == len([one for one in report.groups if one.style_file])


def test_a_model_words_the_groups_once(tmp_path: Path) -> None:
    log = write_log(tmp_path / "q.jsonl", BILLING())
    mind = UsersMind()
    settings = DraftSettings(tmp_path / "corpus", questions=10, least=20)
    with serving(mind) as server:
        before = estimate_style_draft(log, tmp_path / "d", model=MODEL, settings=settings, options=options(server))
        assert (mind.described, (tmp_path / "d").exists()) == (0, False)
        report = draft_styles(log, tmp_path / "d", model=MODEL, settings=settings, options=options(server))
        asked = mind.described
        again = estimate_style_draft(log, tmp_path / "d", model=MODEL, settings=settings, options=options(server))
        draft_styles(log, tmp_path / "d", model=MODEL, settings=settings, options=options(server), force=True)
    assert (before.groups, before.kept, before.use.calls.mid) == (len(report.groups), 0, float(asked))
    assert (again.kept, again.use.calls.mid) == (asked, 0.0)
    assert mind.described == asked == report.by_model
    style = load_style(tmp_path / "d" / "styles" / "monthly-bills.yaml")
    assert style.description == "Asks about a bill."
    assert style.rules == (*styles()["information-extraction"].rules, "The answer is in the bill.")
    plan = read_plan(tmp_path / "d" / "plan.yaml")
    assert plan.writer == MODEL
    assert plan.models[MODEL].base_url == f"{server.url}/v1"
    assert "monthly-bills" in {cell.style for cell in plan.cells()}
    groups = {json.loads(line)["group"] for line in (tmp_path / "d" / "queries.jsonl").read_text().splitlines()}
    assert groups == {one.name for one in report.groups}


def test_a_reply_that_cannot_be_taken_leaves_the_groups_own_wording(tmp_path: Path) -> None:
    log = write_log(tmp_path / "q.jsonl", BILLING())
    with serving(UsersMind(GOOD | {"name": "numerical"})) as server:
        report = draft_styles(
            log, tmp_path / "d", model=MODEL, settings=DraftSettings(least=40), options=options(server)
        )
    assert (report.by_model, report.kept) == (0, {"not-a-style": 1})
    assert [one.name for one in report.groups] == ["information-extraction-1"]


def test_a_spent_budget_stops_and_the_same_call_continues(tmp_path: Path) -> None:
    log = write_log(tmp_path / "q.jsonl")
    mind = UsersMind()
    with serving(mind) as server:
        held = draft_styles(log, tmp_path / "d", model=MODEL, options=options(server, calls=1))
        assert (held.ending, held.whole, mind.described) == (Ending.HELD, False, 1)
        assert not (tmp_path / "d" / "plan.yaml").exists()
        report = draft_styles(log, tmp_path / "d", model=MODEL, options=options(server))
    assert report.whole
    assert mind.described == report.by_model == len([one for one in report.groups if one.style_file])
    assert report.spent.replayed == 1


def test_a_draft_makes_a_benchmark_that_is_compared_with_its_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The drafted styles are asked by the maker as any user's own."""
    world = World.made(tmp_path)
    log = write_log(tmp_path / "q.jsonl", BILLING())
    with serving(UsersMind()) as server:
        settings = DraftSettings(tmp_path / "corpus", questions=4, least=40, writer=MODEL)
        report = draft_styles(log, tmp_path / "users", settings=settings, options=options(server))
        plan = read_plan(report.to / "plan.yaml")
        assert [str(cell.modalities) for cell in plan.cells()] == ["text", "table"]
        made = generate(report.to / "plan.yaml", world.bench("bench"))
    assert made.filled
    bench = Benchmark.open(world.bench("bench"))
    assert {example.style for example in bench.examples} == {"information-extraction-1"}
    seen = show(world.bench("bench"))
    assert seen.queries is not None
    assert [(one.name, one.log, one.benchmark) for one in seen.queries.groups] == [
        ("information-extraction-1", 1.0, 1.0)
    ]
    assert (seen.queries.log_questions, seen.queries.benchmark_questions) == (61, 4)
    assert main(["show", str(world.bench("bench"))]) == 0
    out = capsys.readouterr().out
    assert "users' questions: 61 in " in out
    assert "Too few different questions to tell" in out
    assert main(["show", str(world.bench("bench")), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["queries"]["verdict"] == "undecided"
    (report.to / "queries.jsonl").unlink()
    assert main(["show", str(world.bench("bench"))]) == 0
    assert "not compared with the users' questions: log " in capsys.readouterr().out
    raw = write_log(tmp_path / "raw.jsonl", DELIVERY())
    found = compare_styles(world.bench("bench"), raw)
    assert (found.groups, found.log_questions) == ((), 61)


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    log = write_log(tmp_path / "q.jsonl", [*made_log(), "Wie kann ich die Rechnung für den Mai noch einmal bekommen?"])
    monkeypatch.chdir(tmp_path)
    assert main(["style", "draft", "q.jsonl"]) == 0
    out = capsys.readouterr().out
    assert "q.jsonl: 126 questions, 125 of them different" in out
    assert "left out: 1 in other languages" in out
    assert "keywords, no style asks these" in out
    assert main(["style", "draft", "q.jsonl"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["style", "draft", "q.jsonl", "--force", "--json", "-n", "7"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(one["count"] for one in told["groups"]) == 7
    assert main(["style", "draft", "q.jsonl", "--estimate"]) == 2
    assert "name one: --model" in capsys.readouterr().err
    arguments = ["style", "draft", "q.jsonl", "--estimate", "--model", "openai/gpt-4.1-mini", "--to", "new"]
    assert main(arguments) == 0
    assert "groups to describe, 0 of them in the ledger" in capsys.readouterr().out
    assert not (tmp_path / "new").exists()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(log.read_bytes())))
    assert main(["style", "draft", "-", "--to", "piped", "--format", "jsonl", "--field", "question"]) == 0
    assert (tmp_path / "piped" / "plan.yaml").is_file()
    assert main(["style", "compare", "piped", "q.jsonl"]) == 2
    assert "piped is not a benchmark" in capsys.readouterr().err


def test_a_sample_is_a_log_again(tmp_path: Path) -> None:
    first = draft_styles(write_log(tmp_path / "q.jsonl"), tmp_path / "a")
    second = draft_styles(tmp_path / "a" / "queries.jsonl", tmp_path / "b")
    assert second.log.questions == first.log.questions == 126
    assert [one.to_json() for one in second.groups] == [one.to_json() for one in first.groups]
    assert (tmp_path / "b" / "queries.jsonl").read_bytes() == (tmp_path / "a" / "queries.jsonl").read_bytes()


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "q.jsonl")
    with pytest.raises(UsageError, match="cannot be read"):
        draft_styles(tmp_path / "q.jsonl", settings=DraftSettings(format=LogFormatOptions(field="q")))
