"""Estimates: a pilot in the benchmark's own folder, what is done counted as done, a guess where nothing was tried."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from calls import reply, request
from dialect_servers import CANARY, DialectServer, scripted_reply
from handmade import EXAMPLES
from toymaker import toy_corpus, toy_makers

from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import LOG, CellReport, begin
from benchwright.cli import main
from benchwright.cli.estimate import amount, lines_of
from benchwright.errors import UsageError
from benchwright.files.append_log import AppendLog
from benchwright.makers.written.call_forecast import ASSUMED, steps_of
from benchwright.models import Usage
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.plan import read_plan
from benchwright.records import Outcome, Status
from benchwright.run import Ending
from benchwright.run.forecast import NO_USE, ForecastRange, RemainingQuota, ResourceUse, from_samples
from benchwright.run.model_session import SpendingCaps
from benchwright.run.report import GenerateReport, RunSpending
from benchwright.workflows.attempt_samples import samples_of_benchmark
from benchwright.workflows.estimate import DERIVED, bounds_of, estimate
from benchwright.workflows.generate import generate

PLAN = """\
name: paid
corpus: corpus
writer: openai/gpt-4.1-mini
verifier: openai/gpt-4.1
sampling: {candidates: entity}
cells:
  - {style: compound, modalities: [2text, text+table], count: 10}
  - {style: multi-hop, modalities: [text+image], count: 5}
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    toy_corpus(tmp_path / "corpus")
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN)
    return path


def pilot_of(
    accepted: Callable[[str, int], bool], usd: float | None = 0.01, ending: Ending = Ending.LIMITED, calls: int = 10
) -> Callable[..., GenerateReport]:
    """What stands for `generate`: attempts of `calls` calls each, in the folder's log and ledger."""

    def make(path: Path, to: Path, *, per_cell: int, **_: Any) -> GenerateReport:
        read = read_plan(path)
        folder = Path(to)
        folder.mkdir(exist_ok=True)
        begin(folder, read.name, path.read_text(), InputFingerprints("c", "f", {}, {}, {}))
        outcomes, paid = [], []
        for place, cell in enumerate(read.cells()):
            for number in range(per_cell):
                asked = [request(1000 * place + 100 * number + step) for step in range(calls)]
                paid += [(one, reply(0, usd=usd, usage=Usage(1000, 50))) for one in asked]
                status = Status.ACCEPTED if accepted(cell.style, number) else Status.REFUSED
                outcomes.append(Outcome(cell.key, number, status, "why", calls=tuple(one.key for one in asked)))
        with AppendLog(folder / LOG) as log, Ledger.open(folder / LEDGER) as ledger:
            log.append_many(one.to_json() for one in outcomes)
            ledger.put_all(paid)
        return GenerateReport(folder, ending, 25, (), spent=RunSpending(len(paid), 1050 * len(paid), 1.0))

    return make


def test_a_pilot_says_how_the_rest_will_go(plan: Path, tmp_path: Path) -> None:
    found = estimate(plan, to=tmp_path / "bench", pilot=4, make=pilot_of(lambda style, number: number < 2))
    rows = {cell.label: cell for cell in found.cells}
    one = rows["compound 2text"]
    assert (one.quota, one.accepted, one.attempts, one.missing, one.paid) == (10, 2, 4, 8, True)
    # both compound cells had 2 of 4; with the borrowed (5 / 10) the rate is 0.5: 8 / 0.5 attempts of 10 calls
    assert one.forecast.rate.mid == pytest.approx(0.5)
    assert one.forecast.attempts.mid == pytest.approx(16)
    assert one.forecast.take.calls.mid == pytest.approx(160)
    assert one.forecast.take.input.mid == pytest.approx(160_000)
    assert one.forecast.take.usd is not None
    assert one.forecast.take.usd.mid == pytest.approx(1.6)
    # multi-hop: 3 missing, 2 of 4 and its own kind's 3 / 6
    assert rows["multi-hop text+image"].forecast.attempts.mid == pytest.approx(6)
    assert found.attempts.mid == pytest.approx(16 + 16 + 6)
    assert found.take.calls.low <= 380 <= found.take.calls.high
    assert (found.spent.calls, found.pilot.calls, found.whole, found.assumed) == (120, 120, True, ())


def test_what_is_done_needs_nothing_more(plan: Path, tmp_path: Path) -> None:
    found = estimate(plan, to=tmp_path / "bench", pilot=10, make=pilot_of(lambda *_: True))
    assert (found.take, found.attempts.high) == (NO_USE, 0)
    again = estimate(plan, to=tmp_path / "bench", pilot=0)
    assert (again.take, again.ending, again.pilot) == (NO_USE, None, RunSpending())


def test_what_shares_took_is_not_there_and_is_still_to_be_paid(plan: Path, tmp_path: Path) -> None:
    """Every attempt of ten was accepted; the run that looked at eight of them held on to four."""
    bench = tmp_path / "bench"
    estimate(plan, to=bench, pilot=10, make=pilot_of(lambda *_: True))
    first, kept = read_plan(plan).cells()[0], []
    entries = AppendLog.read(bench / LOG)
    (bench / LOG).unlink()
    with AppendLog(bench / LOG) as log:
        for entry in entries:
            example = replace(EXAMPLES[0], id=f"{entry['cell']} {entry['number']}").to_json()
            log.append({key: value for key, value in entry.items() if key != "crc32"} | {"example": example})
            if entry["cell"] == first.key and entry["number"] in (0, 2, 3, 7):
                kept.append(example)
    (bench / "examples.jsonl").write_text("".join(json.dumps(one) + "\n" for one in kept))
    manifest = json.loads((bench / "manifest.json").read_text())
    manifest["cells"] = [CellReport(first.key, 10, 4, 8, 40, {"rejected:share:family": 4}).to_json()]
    (bench / "manifest.json").write_text(json.dumps(manifest))
    found = estimate(plan, to=bench, pilot=0)
    cell, other = found.cells[0], found.cells[1]
    assert (cell.accepted, cell.missing, cell.attempts) == (4 + 2, 4, 10)  # two were not looked at
    assert (other.accepted, other.missing) == (10, 0)
    assert cell.forecast.rate.mid < other.forecast.rate.mid
    assert cell.forecast.take.calls.low >= 40


def test_what_the_benchmark_holds_is_what_is_told(tmp_path: Path) -> None:
    toy_corpus(tmp_path / "corpus")
    path = tmp_path / "plan.yaml"
    path.write_text(
        "corpus: corpus\nwriter: toy\nmax_share: {family: 0.4, document: 0.1}\nmax_attempts_per_question: 5\n"
        "cells:\n  - {style: numerical, modalities: [table], count: 40}\n"
        "  - {style: compound, modalities: [2text], count: 1}\n"
    )
    report = generate(path, tmp_path / "bench", makers=toy_makers(attempts=60))
    short, whole = estimate(path, to=tmp_path / "bench", pilot=0).cells
    assert [short.accepted, whole.accepted] == [cell.committed for cell in report.cells]
    logged = [one for one in AppendLog.read(tmp_path / "bench" / LOG) if one["cell"] == short.key]
    assert short.accepted < sum(one["status"] == "accepted" for one in logged)


def test_without_a_pilot_what_the_folder_holds_says_the_rest(plan: Path, tmp_path: Path) -> None:
    first = estimate(plan, to=tmp_path / "bench", pilot=3, make=pilot_of(lambda style, number: number == 0))
    again = estimate(plan, to=tmp_path / "bench", pilot=0)
    assert (again.cells, again.take) == (first.cells, first.take)
    assert (again.spent, again.assumed) == (first.spent, ())


def test_an_unknown_price_is_said_and_never_nothing(plan: Path, tmp_path: Path) -> None:
    found = estimate(plan, to=tmp_path / "bench", make=pilot_of(lambda *_: False, usd=None))
    assert found.take.usd is None
    assert found.notes[1:] == (
        "dollars are not known: set usd_per_million for openai/some-model under the plan's models",
    )
    text = "\n".join(lines_of(found))
    assert text.splitlines()[1].endswith("  ?")
    assert "\nmay run out of attempts: compound 2text, compound text+table, " in text
    assert found.to_json()["usd"] is None


def test_a_pilot_that_was_not_whole_is_said(plan: Path, tmp_path: Path) -> None:
    def held(*given: Any, **options: Any) -> GenerateReport:
        made = pilot_of(lambda *_: True, ending=Ending.HELD)(*given, **options)
        return replace(made, held_by=("the budget of $1 is spent",))

    found = estimate(plan, to=tmp_path / "bench", make=held)
    assert not found.whole
    assert "the pilot is not whole: the budget of $1 is spent" in found.notes


def test_a_pilot_needs_a_folder(plan: Path) -> None:
    with pytest.raises(UsageError, match="a pilot needs the benchmark's folder"):
        estimate(plan)
    with pytest.raises(UsageError, match="pilot cannot be -1"):
        estimate(plan, pilot=-1)


def test_a_plan_without_models_costs_nothing(tmp_path: Path) -> None:
    toy_corpus(tmp_path / "corpus")
    path = tmp_path / "plan.yaml"
    path.write_text("corpus: corpus\ncells: [{style: compound, modalities: 2text, count: 4}]\n")
    found = estimate(path)
    assert (found.take, found.ending, [cell.note for cell in found.cells]) == (NO_USE, None, ["no model is asked"])


def test_derived_questions_that_models_reword_are_not_said_to_cost_nothing(tmp_path: Path) -> None:
    toy_corpus(tmp_path / "corpus")
    path = tmp_path / "plan.yaml"
    path.write_text("corpus: corpus\nparaphraser: openai/x\ncells: [{style: compound, modalities: 2text, count: 4}]\n")
    found = estimate(path)
    assert [cell.note for cell in found.cells] == [DERIVED]
    row = lines_of(found)[1]
    assert row.split()[-3:] == ["?", "?", "?"]


def test_a_guess_counts_calls_and_renders_prompts(plan: Path) -> None:
    found = estimate(plan, pilot=0)
    assert found.assumed == ASSUMED
    compound = found.cells[0].forecast
    read = read_plan(plan)
    calls = sum(step.count for step in steps_of(read, read.cells()[0]))
    # entity, write, verify, two ablations, closed book, and half of the three answers compared
    assert calls == 1 + 1 + 1 + 2 + 1 + 1.5
    linked = read.model_copy(update={"sampling": read.sampling.model_copy(update={"candidates": "linked"})})
    assert [step.prompt for step in steps_of(linked, read.cells()[0])][:2] == ["write", "verify"]
    assert [step.prompt for step in steps_of(linked, read.cells()[2])][:3] == ["hop_first", "hop_join", "verify"]
    assert compound.take.calls.mid == pytest.approx(10 / (224 / 605) * calls * 0.85)
    assert compound.take.input.low < compound.take.input.mid < compound.take.input.high
    assert compound.take.usd is not None  # both models are listed
    assert 0.01 < compound.take.usd.mid < 10
    hop = found.cells[2].forecast
    assert hop.take.calls.mid / hop.attempts.mid > calls * 0.85
    # a picture takes more than its caption
    assert hop.take.input.mid / hop.take.calls.mid > 500


def test_more_of_everything_costs_more(plan: Path) -> None:
    lean = estimate(plan, pilot=0)
    plan.write_text(PLAN.replace("cells:", "candidates_per_source: 6\nchecks: {pman: reject}\ncells:"))
    rich = estimate(plan, pilot=0)
    assert rich.take.input.mid > lean.take.input.mid
    assert rich.take.calls.mid > lean.take.calls.mid


def test_caps_are_compared_with_the_range() -> None:
    take = ResourceUse(
        ForecastRange(10, 20, 40), ForecastRange(1000, 2000, 4000), ForecastRange(100, 200, 400), ForecastRange(1, 2, 4)
    )
    assert bounds_of(SpendingCaps(usd=4, calls=20, tokens=1000), take) == {
        "usd": "enough",
        "calls": "may not be enough",
        "tokens": "not enough",
    }
    assert bounds_of(SpendingCaps(usd=4), replace(take, usd=None)) == {}


@pytest.mark.parametrize(
    ("value", "dollars", "said"),
    [
        (ForecastRange(150, 240, 410.4), False, "240 (150 to 410)"),
        (ForecastRange(0, 0, 0), False, "0"),
        (ForecastRange(0, 0, 0), True, "$0"),
        (ForecastRange(5, 5, 5), False, "5"),
        (ForecastRange(9_500, 54_321, 1_234_567), False, "54.3k (9,500 to 1.23M)"),
        (ForecastRange(0.004, 0.5, 123.4), True, "$0.50 ($0.004 to $123)"),
    ],
)
def test_amounts_are_short(value: ForecastRange, dollars: bool, said: str) -> None:
    assert amount(value, dollars=dollars) == said


def test_the_command(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["estimate", str(plan), "--pilot", "0"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("cell                  accepted  rate")
    assert "\ntotal                 0/25" in out
    assert f"\nassumed: {ASSUMED[0]}\n" in out
    assert main(["estimate", str(plan), "--pilot", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["calls"]["mid"] > 100
    assert main(["estimate", str(plan)]) == 2
    assert "add --to BENCH, or --pilot 0" in capsys.readouterr().err


def test_the_run_after_a_pilot_pays_for_none_of_it_again(
    plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    with DialectServer(lambda asked: scripted_reply(asked.text, asked.schema, {"refusal": "nothing_to_ask"})) as server:
        address = f"{{base_url: {server.url}/v1}}"
        models = f"models:\n  openai/gpt-4.1-mini: {address}\n  openai/gpt-4.1: {address}\n"
        plan.write_text(f"{PLAN}max_attempts_per_question: 1\n{models}")
        first = estimate(plan, to=tmp_path / "bench", pilot=2)
        # two attempts a cell: an entity and a question that the model refuses to write, or two of them for the hops
        assert (server.billed, first.spent.calls, first.pilot.calls, first.ending) == (14, 14, 14, Ending.LIMITED)
        assert [cell.attempts for cell in first.cells] == [2, 2, 2]
        again = estimate(plan, to=tmp_path / "bench", pilot=2)
        assert (server.billed, again.take) == (14, first.take)
        # as many attempts are left as there is room for: 8 and 8 of two calls, 3 of three
        assert first.take.calls.mid == pytest.approx(41)
        generate(plan, tmp_path / "bench")
        assert server.billed == 14 + 41


def test_a_pilot_keeps_to_its_caps(plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    with DialectServer(lambda asked: scripted_reply(asked.text, asked.schema, {"refusal": "nothing_to_ask"})) as server:
        address = f"{{base_url: {server.url}/v1}}"
        plan.write_text(f"{PLAN}models:\n  openai/gpt-4.1-mini: {address}\n  openai/gpt-4.1: {address}\n")
        found = estimate(plan, to=tmp_path / "bench", pilot=3, caps=SpendingCaps(calls=5))
        assert server.billed <= 5
    assert (found.whole, found.ending, found.spent.calls) == (False, Ending.HELD, server.billed)
    assert any(line.startswith("the pilot is not whole: ") for line in found.notes)


def test_another_benchmark_says_how_a_plan_will_go(plan: Path, tmp_path: Path) -> None:
    bench = tmp_path / "bench"
    estimate(plan, to=bench, pilot=4, make=pilot_of(lambda style, number: False, calls=7))
    with pytest.raises(UsageError, match=r"not a benchmark|tells no costs|no finished"):
        estimate(plan, pilot=0, like=tmp_path / "none")
    samples = samples_of_benchmark(bench)
    assert {style: len(listed) for style, listed in samples.items()} == {"compound": 8, "multi-hop": 4}
    needs = {"a": RemainingQuota(5, 100, "compound"), "b": RemainingQuota(5, 100, "numerical")}
    found = from_samples(needs, {}, samples)
    assert found["a"].take.calls.mid == pytest.approx(7 * found["a"].attempts.mid)
    assert found["a"].rate.mid < 0.2  # eight of its kind, and none accepted
    assert found["b"].rate.mid < 0.1  # twelve of all


def test_a_model_that_refuses_everything_is_told(plan: Path, tmp_path: Path) -> None:
    found = estimate(plan, to=tmp_path / "bench", pilot=3, make=pilot_of(lambda *_: False))
    assert "none of 9 attempts gave a question, mostly refused:why: mend that before you pay for more" in found.notes
    fine = estimate(plan, to=tmp_path / "fine", pilot=3, make=pilot_of(lambda *_: True))
    assert found.take.calls.mid > 3 * fine.take.calls.mid
