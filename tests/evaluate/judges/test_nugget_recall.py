"""Nuggets are listed once a question, and the vital ones that an answer holds in full are counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from benchwright.evaluate.judges.judge_case import JudgeCase
from benchwright.evaluate.judges.judged_measure import JudgeCall, JudgedScore
from benchwright.evaluate.judges.nugget_recall import NUGGET_RECALL, nugget_fault, support_fault

CASE = JudgeCase("q", "Why did it close?", "The rails were worn out.", ("The rails were worn out. It had no money.",))
NUGGETS = [
    {"nugget": "The rails were\nworn out.", "importance": "vital"},
    {"nugget": "It had no money.", "importance": "vital"},
    {"nugget": "It closed in 1957.", "importance": "okay"},
]


def verdicts(*support: str) -> dict[str, Any]:
    rows = [{"nugget": f"N{number}", "support": how} for number, how in enumerate(support, 1)]
    return {"reasoning": "So.", "verdicts": rows}


def score(*support: str) -> JudgedScore:
    first = NUGGET_RECALL.step(CASE, {})
    assert isinstance(first, JudgeCall)
    replies: dict[JudgeCall, Any] = {first: {"reasoning": "So.", "nuggets": NUGGETS}}
    second = NUGGET_RECALL.step(CASE, replies)
    assert isinstance(second, JudgeCall)
    assert (
        dict(second.values)["nuggets"] == "N1: The rails were worn out.\nN2: It had no money.\nN3: It closed in 1957."
    )
    found = NUGGET_RECALL.step(CASE, {**replies, second: verdicts(*support)})
    assert isinstance(found, JudgedScore)
    return found


@pytest.mark.parametrize(
    ("support", "value"),
    [(("full", "full", "none"), 1.0), (("full", "partial", "full"), 0.5), (("none", "none", "full"), 0.0)],
)
def test_the_vital_ones_held_in_full_count(support: tuple[str, ...], value: float) -> None:
    found = score(*support)
    assert found.score == value
    assert [one["support"] for one in found.details["nuggets"]] == list(support)


def test_the_list_of_nuggets_does_not_depend_on_the_answer() -> None:
    assert NUGGET_RECALL.step(CASE, {}) == NUGGET_RECALL.step(replace(CASE, answer="Another."), {})


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"references": ()}, JudgedScore(None, "no gold answers")),
        ({"references": ("a", "b")}, JudgedScore(None, "a list of answers: set-recall scores it")),
        ({"answer": ""}, JudgedScore(0.0, "no answer")),
    ],
)
def test_what_a_rule_decides_is_not_asked(change: dict[str, Any], found: JudgedScore) -> None:
    assert NUGGET_RECALL.step(replace(CASE, **change), {}) == found


def test_lists_of_the_wrong_form_are_faults() -> None:
    assert nugget_fault({"nuggets": NUGGETS}) == ""
    assert "1 to 20" in nugget_fault({"nuggets": []})
    assert "1 to 20" in nugget_fault({"nuggets": NUGGETS * 7})
    assert nugget_fault({"nuggets": NUGGETS[2:]}) == "no nugget is vital"
    assert nugget_fault({"nuggets": [{"nugget": " ", "importance": "vital"}]}) == "a nugget is empty"
    assert support_fault(NUGGETS, verdicts("full", "none", "partial")) == ""
    assert "N1, N2, N3" in support_fault(NUGGETS, verdicts("full", "none"))
    wrong = verdicts("full", "none", "none")
    wrong["verdicts"].reverse()
    assert "in this order" in support_fault(NUGGETS, wrong)
