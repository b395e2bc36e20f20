"""Estimates for lists whose evidence a model judges and whose words are a model's."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.judged_lists import Reader, judged_world, plan_of
from whole_runs import mind_server

from benchwright.errors import PlanError
from benchwright.makers.lists.call_forecast import ASSUMED_OF_LISTS, ListModelRoles, calls_of, model_roles
from benchwright.makers.written.call_forecast import ASSUMED
from benchwright.plan import read_plan
from benchwright.run.forecast import NO_USE, ForecastRange
from benchwright.workflows.estimate import CellEstimate, estimate
from benchwright.workflows.generate import generate

pytestmark = pytest.mark.usefixtures("keys")

NOWHERE = "http://127.0.0.1:9"
PRICED = "  openai/{}: {{base_url: '{}/v1', usd_per_million: [1, 2]}}"


def changed(path: Path, *pairs: tuple[str, str]) -> Path:
    text = path.read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path


def cells_of(path: Path) -> dict[str, CellEstimate]:
    return {cell.label: cell for cell in estimate(path, pilot=0).cells}


NO_JUDGE = ("checker: judge", "checker: lexical")
NO_PARAPHRASER = ("paraphraser: openai/rewriter\n", "")


def test_without_attempts_the_calls_of_all_three_are_a_range(tmp_path: Path) -> None:
    judged_world(tmp_path)
    plan = plan_of(tmp_path, "plan", NOWHERE, cells="simple: 4, intersection: 4, table-simple: 4")
    found = estimate(plan, pilot=0)
    simple, both, table = found.cells
    # 4 / 0.6 attempts of 10 statements, in two calls; 4 rewordings, 9 of 10 of them compared
    assert simple.forecast.attempts.mid == pytest.approx(4 / 0.6)
    assert simple.forecast.take.calls.mid == pytest.approx(4 / 0.6 * 2 + 4 * 1.9)
    assert both.forecast.take.calls.mid == pytest.approx(4 / 0.6 * 3 + 4 * 1.9)
    assert table.forecast.take.calls.mid == pytest.approx(4 * 1.9)  # its rows are proven without a judge
    assert 4 * 1.5 <= table.forecast.take.calls.low < table.forecast.take.calls.high
    assert simple.forecast.take.calls.low < 13 < 40 < simple.forecast.take.calls.high
    assert [cell.paid for cell in found.cells] == [True] * 3
    assert found.assumed == (*ASSUMED_OF_LISTS, *ASSUMED[2:])
    assert found.take.usd is None  # no price is told for these models


def test_prices_and_passages_make_dollars_and_tokens(tmp_path: Path) -> None:
    judged_world(tmp_path)
    lines = [
        (f"  openai/{one}: {{base_url: '{NOWHERE}/v1'}}", PRICED.format(one, NOWHERE)) for one in ("judge", "rewriter")
    ]
    plan = changed(plan_of(tmp_path, "plan", NOWHERE, cells="simple: 4"), NO_PARAPHRASER, lines[0])
    (cell,) = estimate(plan, pilot=0).cells
    take = cell.forecast.take
    assert take.usd is not None
    assert take.usd.mid == pytest.approx((take.input.mid + 2 * take.output.mid) / 1e6, rel=1e-3)
    assert take.output.mid == pytest.approx(320 * take.calls.mid)
    assert 200 < take.input.mid / take.calls.mid < 3000  # eight sentences, and the worked example


@pytest.mark.parametrize(
    ("changes", "asks"),
    [
        ((), ListModelRoles(judge=True, paraphraser=True)),
        ((NO_PARAPHRASER,), ListModelRoles(judge=True, paraphraser=False)),
        ((NO_JUDGE,), ListModelRoles(judge=False, paraphraser=True)),
        ((("checker: judge", "checker: nli"),), ListModelRoles(judge=False, paraphraser=True)),
        ((("graph: made", "graph: facts"),), ListModelRoles(judge=False, paraphraser=True)),
        ((NO_JUDGE, NO_PARAPHRASER), ListModelRoles(judge=False, paraphraser=False)),
    ],
)
def test_only_models_that_the_plan_asks_are_counted(
    tmp_path: Path, changes: tuple[tuple[str, str], ...], asks: ListModelRoles
) -> None:
    judged_world(tmp_path)
    plan = changed(plan_of(tmp_path, "plan", NOWHERE, cells="simple: 4"), *changes)
    read = read_plan(plan)
    assert model_roles(read, read.cells()[0]) == asks
    (cell,) = cells_of(plan).values()
    judged, reworded = 4 / 0.6 * 2 * asks.judge, 4 * 1.9 * asks.paraphraser
    assert cell.forecast.take.calls.mid == pytest.approx(judged + reworded)
    if not asks:
        assert (cell.paid, cell.note, cell.forecast.take) == (False, "no model is asked", NO_USE)


def test_nothing_is_assumed_of_a_judge_that_is_not_asked(tmp_path: Path) -> None:
    judged_world(tmp_path)
    plan = changed(plan_of(tmp_path, "plan", NOWHERE), ("graph: made", "graph: facts"))
    accepted, _, reworded = ASSUMED_OF_LISTS
    assert estimate(plan, pilot=0).assumed == (accepted, reworded, *ASSUMED[2:])


def test_the_bounds_on_answers_bound_the_calls(tmp_path: Path) -> None:
    judged_world(tmp_path)
    few = read_plan(plan_of(tmp_path, "few", NOWHERE))
    assert [calls_of(few, cell) for cell in few.cells()] == [ForecastRange(1, 2, 5), ForecastRange(2, 3, 10)]
    bounds = ("checker: judge", "checker: judge, min_answers: 80, max_answers: 100")
    many = read_plan(changed(plan_of(tmp_path, "many", NOWHERE), bounds))
    assert [calls_of(many, cell) for cell in many.cells()] == [ForecastRange(10, 16, 16), ForecastRange(20, 32, 32)]


def test_only_reworded_questions_may_take_a_rewording_each_attempt(tmp_path: Path) -> None:
    judged_world(tmp_path)
    tagged = cells_of(changed(plan_of(tmp_path, "a", NOWHERE, cells="simple: 4"), NO_JUDGE))["list simple"]
    wanted = plan_of(tmp_path, "b", NOWHERE, "checks: {paraphrase: reject}", "simple: 4")
    kept = cells_of(changed(wanted, NO_JUDGE))["list simple"]
    assert kept.forecast.take.calls.high > 1.5 * tagged.forecast.take.calls.high


def test_a_judge_without_a_model_is_told(tmp_path: Path) -> None:
    judged_world(tmp_path)
    plan = changed(plan_of(tmp_path, "plan", NOWHERE), ("verifier: openai/judge\n", ""), NO_PARAPHRASER)
    with pytest.raises(PlanError, match="checker: judge needs a model"):
        estimate(plan, pilot=0)


def test_a_pilot_of_lists_is_kept_and_says_the_rest(tmp_path: Path) -> None:
    judged_world(tmp_path)
    with mind_server(Reader()) as server:  # type: ignore[arg-type]
        # with this seed the two simple lists take as many calls, which is all that a pilot of one can foresee
        plan = plan_of(tmp_path, "plan", server.url, "seed: 2", "simple: 2, intersection: 1")
        guess = estimate(plan, pilot=0)
        assert server.billed == 0
        first = estimate(plan, to=tmp_path / "bench", pilot=1)
        assert (server.billed, first.pilot.calls) == (first.spent.calls, first.spent.calls)
        assert first.spent.calls > 4  # two lists are read, two are reworded and compared
        assert [(cell.attempts, cell.paid) for cell in first.cells] == [(1, True), (1, True)]
        assert first.assumed == ()
        again = estimate(plan, to=tmp_path / "bench", pilot=1)
        assert (again.take, again.pilot.calls) == (first.take, 0)
        generate(plan, tmp_path / "bench")
        left = server.billed - first.spent.calls
    assert first.take.calls.low <= left <= first.take.calls.high
    # none falls, and they are about as short as lists may be: no run takes less
    assert 0.9 * guess.take.calls.low <= server.billed <= guess.take.calls.mid
