"""Models that refuse everything, agree with everything, or repeat one question: each run ends within
`max_attempts_per_question`, and says why."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from atlas import PERFECT, Asked, Mind, parted
from dialect_servers import CANARY, DialectServer
from dialect_wire import Answer, ParsedRequest
from whole_runs import World

from benchwright.run import Ending
from benchwright.run.report import GenerateReport
from benchwright.workflows.generate import generate

ONE = {"writer": "openai/writer", "verifier": "openai/judge"}
MOST, COUNT = 4, 2
TEXT = f"  - {{style: information-extraction, modalities: [text], count: {COUNT}}}\n"
BOTH = f"  - {{style: compound, modalities: [text+table], count: {COUNT}}}\n"
HOPS = f"  - {{style: multi-hop, modalities: [text+table], count: {COUNT}}}\n"

Reply = Callable[[ParsedRequest], Answer]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World.made(tmp_path_factory.mktemp("atlas"))


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)


def run(world: World, name: str, mind: Reply, cells: str) -> tuple[GenerateReport, Counter[str]]:
    """The report of a run, and how often its attempts ended with which reason."""
    with DialectServer(mind) as server:
        plan = world.plan(server, name, roles=ONE, cells=cells, more=f"max_attempts_per_question: {MOST}")
        report = generate(plan, world.bench(name))
    outcomes = world.outcomes(name)
    assert len(outcomes) <= MOST * COUNT
    return report, Counter(outcome["reason"] for outcome in outcomes)


def changing(purpose: str, **fields: object) -> Reply:
    """A diligent model, but for these fields of its replies to one prompt."""

    def reply(request: ParsedRequest) -> Answer:
        answer = Mind(PERFECT)(request)
        if Asked.of(request).prompt != purpose:
            return answer
        said = json.loads(answer.text)
        return Answer(json.dumps(said | {name: value for name, value in fields.items() if name in said}))

    return reply


@pytest.mark.parametrize(("cells", "purpose"), [(TEXT, "write"), (BOTH, "write"), (HOPS, "hop_about")])
def test_a_writer_that_refuses_everything(world: World, cells: str, purpose: str) -> None:
    mind = changing(purpose, plan="Nothing here.", refusal="nothing_to_ask")
    report, reasons = run(world, f"refusing-{len(cells)}-{purpose}", mind, cells)
    assert (report.examples, report.ending) == (0, Ending.FINISHED)
    assert set(reasons) == {"nothing_to_ask"}
    assert reasons["nothing_to_ask"] == MOST * COUNT


def test_a_writer_with_one_question_for_everything(world: World) -> None:
    question = "What is told of the island that everybody knows?"
    report, _ = run(world, "repeating", changing("write", question=question, draft_question=question), TEXT)
    assert (report.examples, report.ending) == (1, Ending.FINISHED)
    assert report.cells[0].reasons == {"rejected:duplicate": MOST * COUNT - 1}


def test_a_verifier_that_knows_and_agrees_with_everything(world: World) -> None:
    """It answers without the sources too, and finds every answer the same: then no source is needed."""
    agreeing = changing("same_answer", same=True)

    def reply(request: ParsedRequest) -> Answer:
        answer = agreeing(request)
        if Asked.of(request).prompt != "answer":
            return answer
        parts = json.loads(answer.text)["parts"]
        return Answer(json.dumps(parted(["what everybody knows of it"] * len(parts), "told")))

    report, reasons = run(world, "knowing", reply, BOTH)
    assert (report.examples, report.ending) == (0, Ending.FINISHED)
    assert reasons == {"needed": MOST * COUNT}
