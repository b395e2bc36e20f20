"""Runs over items: what counts as refused, what is held for the next run, and how a run ends."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from benchwright.errors import (
    BatchPendingError,
    BudgetError,
    ContextError,
    ModelUsageError,
    RequestError,
    TransientError,
    UsageError,
)
from benchwright.run import Ending
from benchwright.run.dispatch import RecordedDispatch
from benchwright.run.item_run import CallOptions, ItemProgress, ItemRun, settings_and_caps
from benchwright.run.model_session import SpendingCaps


def run(folder: Path, **options: object) -> ItemRun:
    return ItemRun(folder, CallOptions(dispatch=RecordedDispatch(folder), **options), "answers")  # type: ignore[arg-type]


def test_a_reason_and_a_refused_request_end_an_item_and_a_passing_failure_holds_it(tmp_path: Path) -> None:
    seen: list[ItemProgress] = []

    async def one(item: int) -> str:
        if item == 3:
            raise RequestError("the image is too wide")
        if item == 4:
            raise ContextError("too long")
        if item in (5, 6):
            raise TransientError("overloaded")
        if item == 7:
            raise BatchPendingError("in a batch")
        return "" if item < 2 else "empty"

    result = run(tmp_path, progress=seen.append).ask(range(8), one, tmp_path / "ledger.sqlite")
    assert result.ending is Ending.HELD
    assert result.refused == {2: "empty", 3: "request: the image is too wide", 4: "context: too long"}
    assert list(result.held) == [5, 6, 7]
    assert len(result.held_by) == 2
    assert (seen[-1].items, seen[-1].done, seen[-1].total, seen[-1].refused) == ("answers", 5, 8, 3)


def test_refusals_are_counted_by_reason_the_most_frequent_first(tmp_path: Path) -> None:
    async def one(item: str) -> str:
        return "late" if item == "a" else "empty"

    result = run(tmp_path).ask(["a", "b", "c"], one, tmp_path / "ledger.sqlite")
    assert result.ending is Ending.FINISHED
    assert list(result.refusals.items()) == [("empty", 2), ("late", 1)]


def test_a_spent_budget_holds_all_that_is_left(tmp_path: Path) -> None:
    async def one(item: int) -> str:
        if item >= 1:
            raise BudgetError("spent")
        return ""

    result = run(tmp_path, concurrency=1).ask(range(5), one, tmp_path / "ledger.sqlite")
    assert (result.ending, set(result.held)) == (Ending.HELD, {1, 2, 3, 4})


def test_a_stop_ends_the_run_and_keeps_what_was_answered(tmp_path: Path) -> None:
    stop = threading.Event()
    answered = []

    async def one(item: int) -> str:
        answered.append(item)
        stop.set()
        return ""

    result = run(tmp_path, concurrency=1, stop=stop).ask(range(50), one, tmp_path / "ledger.sqlite")
    assert result.ending is Ending.STOPPED
    assert set(result.held) == set(range(50)) - set(answered)


def test_any_other_error_ends_the_run(tmp_path: Path) -> None:
    async def one(item: int) -> str:
        raise ModelUsageError("the key is wrong")

    with pytest.raises(ModelUsageError, match="the key is wrong"):
        run(tmp_path).ask(range(3), one, tmp_path / "ledger.sqlite")


def test_options_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="concurrency must be at least 1"):
        run(tmp_path, concurrency=0)
    with pytest.raises(UsageError, match="both a batch folder and a batch service"):
        ItemRun(tmp_path, CallOptions(batch_dir=tmp_path, batch="openai"))


def test_the_budget_of_a_plan_holds_beside_that_of_the_command(tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("corpus: c\nbudget: {calls: 3, usd: 5}\ncells: [{style: numerical, count: 1}]\n")
    assert settings_and_caps([], plan, None, None)[1] == SpendingCaps(usd=5, calls=3)
    assert settings_and_caps([], plan, None, SpendingCaps(usd=1, tokens=9))[1] == SpendingCaps(usd=1, calls=3, tokens=9)
    assert settings_and_caps([], None, None, SpendingCaps(calls=7))[1] == SpendingCaps(calls=7)
