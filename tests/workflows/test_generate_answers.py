"""Whole runs of questions to given answers: kills, budgets, batch files, drift, estimates, and too few pairs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from atlas import ISLANDS, PERFECT, Faults, Mind
from killing import kill_over_and_over
from nursery import Nursery
from whole_runs import KEYS, Meter, World, answer_batches, mind_server, one_line, shuffled

from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.cli import main
from benchwright.errors import BenchmarkError
from benchwright.run import Ending
from benchwright.run.model_session import SpendingCaps
from benchwright.workflows.estimate import estimate
from benchwright.workflows.generate import generate

pytestmark = pytest.mark.usefixtures("keys")

ROLES = {"writer": "one-prompt:openai/writer", "verifier": "openai/judge"}
CELLS = """\
  - {style: information-extraction, modalities: [text], count: 6}
  - {style: compound, modalities: [text+table], count: 2}
"""
GIVEN = "answers: pairs.jsonl"
CONCURRENCY = 8


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The atlas, with a pair for one passage of each island, and a benchmark `whole` that was made in one go."""
    world = World.made(tmp_path_factory.mktemp("atlas"))
    rows = [{"source": f"{name.lower()}-first", "answer": name, "aliases": [f"{name} Island"]} for name in ISLANDS]
    (world.folder / "pairs.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    with pytest.MonkeyPatch.context() as patch, mind_server(Mind(PERFECT)) as server:
        for name, value in KEYS.items():
            patch.setenv(name, value)
        plan = world.plan(server, roles=ROLES, cells=CELLS, more=GIVEN)
        assert generate(plan, world.bench("whole"), concurrency=CONCURRENCY).filled
    return world


def test_each_pair_is_asked_for_with_its_answer(world: World) -> None:
    bench = Benchmark.open(world.bench("whole"))
    assert validate(bench) == []
    of_texts = [one for one in bench.examples if str(one.modalities) == "text"]
    assert len({one.answer for one in of_texts}) == len(of_texts) == 6
    for one in bench.examples:
        assert one.sources[0] == f"{one.answer.lower()}-first"
        assert one.answers[0].aliases == (f"{one.answer} Island",)
        assert set(one.origin.models.values()) == {"openai/writer", "openai/judge"}
    assert bench.manifest["sampling"] == {
        "text": {"pairs": len(ISLANDS), "left_out": {}},
        "text+table": {"pairs": len(ISLANDS), "left_out": {}},
    }
    assert {name for one in bench.examples for name in one.origin.prompts} == {"one_prompt", "verify", "answer"}


def test_a_kill_gives_the_same_bytes_and_pays_nothing_twice(world: World, nursery: Nursery) -> None:
    needed = world.stored("whole")
    with mind_server(Mind(PERFECT), latency=shuffled(1, 0.03)) as server:
        plan = world.plan(server, roles=ROLES, cells=CELLS, more=GIVEN)
        argv = ["generate", str(plan), "--to", str(world.bench("killed")), "--concurrency", str(CONCURRENCY)]
        done = kill_over_and_over(world, server, nursery, argv, "killed", kills=1, calls=needed // 2, seed=1)
        assert done.hits == 1
        assert all(0 <= lost <= 3 * CONCURRENCY for lost in done.lost), done.lost
        assert server.requests == world.stored("killed") + sum(done.lost)
    assert world.examples("killed") == world.examples("whole")


def test_a_budget_holds_and_the_next_run_goes_on(world: World) -> None:
    with mind_server(meter := Meter(Mind(PERFECT)), latency=shuffled(2)) as server:
        plan = world.plan(server, roles=ROLES, cells=CELLS, more=GIVEN)
        report = generate(plan, world.bench("capped"), caps=SpendingCaps(calls=15))
        assert (report.ending, report.spent.calls, meter.calls) == (Ending.HELD, 15, 15)
        assert generate(plan, world.bench("capped")).filled
        assert server.billed == world.stored("capped")
    assert world.examples("capped") == world.examples("whole")


def test_batch_files_give_the_same_questions(world: World, tmp_path: Path) -> None:
    plan = world.plan("http://127.0.0.1:9", "filed", roles=ROLES, cells=CELLS, more=GIVEN)
    answered, rounds = set[str](), 0
    while generate(plan, world.bench("filed"), batch_dir=tmp_path).waiting:
        answer_batches(tmp_path, answered, Mind(PERFECT))
        rounds += 1
    assert rounds <= 4  # the question, its checks, and comparisons: no round for an entity
    assert len(answered) == world.stored("filed")
    assert world.examples("filed") == world.examples("whole")


def test_another_file_is_drift(world: World, tmp_path: Path) -> None:
    other = World.made(tmp_path)
    pairs = (world.folder / "pairs.jsonl").read_text()
    (tmp_path / "pairs.jsonl").write_text(pairs)
    cells = "  - {style: information-extraction, modalities: [text], count: 1}\n"
    with mind_server(Mind(PERFECT)) as server:
        plan = other.plan(server, roles=ROLES, cells=cells, more=GIVEN)
        assert generate(plan, other.bench("bench")).filled
        (tmp_path / "pairs.jsonl").write_text(pairs.replace("Malta Island", "Malta Isle"))
        with pytest.raises(BenchmarkError, match=r"the answers in pairs\.jsonl changed"):
            generate(plan, other.bench("bench"))
        without = other.plan(server, roles=ROLES, cells=cells)
        with pytest.raises(BenchmarkError, match=r'answers was "pairs\.jsonl" and is null'):
            generate(without, other.bench("bench"))


def test_more_questions_than_pairs(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """The run says so before it begins, tries every pair once, and says so again."""
    rows = (world.folder / "pairs.jsonl").read_text().splitlines()[:5]
    rows += [rows[0], json.dumps({"source": "malta-first", "answer": "Gozo"})]
    (world.folder / "few.jsonl").write_text("\n".join(rows))
    cells = "  - {style: information-extraction, modalities: [text, table], count: 9}\n"
    with mind_server(Mind(Faults(refuse=0.3))) as server:
        plan = world.plan(server, "few", roles=ROLES, cells=cells, more="answers: few.jsonl")
        assert main(["generate", str(plan), "--to", str(world.bench("few"))]) == 1
    err, bench = capsys.readouterr().err, Benchmark.open(world.bench("few"))
    assert "few.jsonl: 5 of 7 pairs can be used; left out: 1 not-stated (line 7), 1 repeated (line 6)" in err
    assert "information-extraction text: the count is 9, and few.jsonl has pairs for 5" in err
    text, table = bench.cells
    assert (text.attempts, text.available, text.committed + sum(text.reasons.values())) == (5, 5, 5)
    assert text.why == "each of its 5 pairs in few.jsonl was tried once"
    assert (table.available, table.why) == (0, "few.jsonl has no pair for it")
    assert len(world.outcomes("few")) == 5
    main(["show", str(world.bench("few"))])
    shown = capsys.readouterr().out
    assert "given answers:\n  for text: 5 pairs; left out: 1 not-stated, 1 repeated\n" in shown
    assert "seed sources" not in shown


def test_estimates_count_pairs(world: World) -> None:
    cells = "  - {style: information-extraction, modalities: [text, table], count: 40}\n"
    plan = world.plan("http://127.0.0.1:9", "many", roles=ROLES, cells=cells, more=GIVEN)
    found = estimate(plan, pilot=0)
    text, table = found.cells
    assert (text.forecast.attempts.mid, text.note) == (len(ISLANDS), "will run out of attempts")
    assert (table.forecast.attempts.high, table.note) == (0, "nothing can fill it")
    assert found.notes[-2:] == (
        f"information-extraction text: the count is 40, and pairs.jsonl has pairs for {len(ISLANDS)}",
        "information-extraction table: the count is 40, and pairs.jsonl has pairs for 0",
    )
    calls = text.forecast.take.calls.mid / len(ISLANDS)
    free = world.plan("http://127.0.0.1:9", "free", roles=ROLES, cells=cells)
    # to name an entity takes one call more; attempts are taken to make 85 % of their calls
    entity = estimate(free, pilot=0).cells[0].forecast
    assert entity.take.calls.mid / entity.attempts.mid == pytest.approx(calls + 0.85)


def test_a_file_that_cannot_be_used_is_one_line(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    (world.folder / "empty.jsonl").write_text("")
    plan = world.plan("http://127.0.0.1:9", "empty", roles=ROLES, cells=CELLS, more="answers: empty.jsonl")
    for argv in (["generate", str(plan), "--to", str(world.bench("empty"))], ["estimate", str(plan), "--pilot", "0"]):
        assert main(argv) == 2
        assert one_line(capsys.readouterr().err).startswith("error: answers: empty.jsonl is empty")
    assert not world.bench("empty").exists()
