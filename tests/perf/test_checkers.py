"""How checkers of evidence are measured side by side: the lot, the tables, and a judge by batch files."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.support.scripted_models import ScriptedModel

from benchwright.checks.judged.entails import Entailment
from benchwright.errors import RequestError
from benchwright.graphs.book import open_book
from benchwright.graphs.relations import GraphRelation, Things
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.models import Request
from benchwright.prompts.asking import Actor

PERF = Path(__file__).resolve().parents[2] / "perf"


def script(name: str) -> ModuleType:
    """A script of perf/, which is no package. Last on the path, for some are called as other packages are."""
    sys.path.append(str(PERF))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(PERF))


labels, verdicts, judging, checkers = map(script, ("evidence_labels", "verdicts", "judging", "checkers"))
BORN = GraphRelation(
    "P19", "born in", Things("person", "people"), Things("place", "places"), "{subject} was born in {object}."
)
DIED = replace(BORN, id="P20", label="died in", hypothesis="{subject} died in {object}.")


def made(number: int, true: bool, relation: GraphRelation = BORN, weight: float = 0.0, page: str = "") -> Any:
    statement = Statement(relation, f"Person {number}", "Lund", "subject", "In Lund.", (0, 8), (3, 7), title=page)
    return labels.Labelled(statement, true, held=True, weight=weight)


def said(*rows: bool | None, name: str = "one") -> Any:
    return verdicts.Verdicts(name, rows)


def test_a_lot_knows_no_labels_and_a_larger_one_begins_with_the_same() -> None:
    data = [made(number, number % 3 == 0) for number in range(60)]
    ten = verdicts.drawn(data, 10, 11)
    assert ten == verdicts.drawn(data, 40, 11)[:10] == verdicts.drawn(reversed(data), 10, 11)
    other = verdicts.drawn([replace(one, true=not one.true) for one in data], 10, 11)
    assert [one.statement for one in other] == [one.statement for one in ten]
    assert verdicts.drawn(data, 10, 12) != ten
    assert sorted(one.statement.subject for one in verdicts.drawn(data, 100, 11)) == sorted(
        one.statement.subject for one in data
    )


def test_a_statement_that_comes_twice_counts_once() -> None:
    twice = [made(1, True), made(2, False), made(1, True), made(1, False, DIED)]
    assert verdicts.unlike(twice) == [twice[0], twice[1], twice[3]]


def test_no_verdict_is_not_stated_and_is_counted() -> None:
    data = [made(number, true) for number, true in enumerate((True, True, True, False, False))]
    head, row = verdicts.table(data, [said(True, True, None, True, None)])
    assert head.split() == ["pos", "neg", "precision", "recall", "F1", "no", "verdict"]
    assert row.split() == ["one", "3", "2", *["0.667", "[0.208,", "0.939]"] * 2, "0.667", "2"]


def test_labels_weigh_as_much_as_they_stand_for() -> None:
    data = [made(1, True, weight=6.0), made(2, True, weight=2.0), made(3, False, weight=2.0)]
    (row,) = verdicts.weighted(data, [said(True, False, True)])
    precision, recall = re.findall(r"(\S+) \[(\S+), (\S+)\]", row)
    assert (precision[0], recall[0]) == ("0.750", "0.750")
    # 6 and 2 tell as much as 64 / 40 = 1.6 statements of equal weight
    assert precision == recall == tuple(f"{one:.3f}" for one in verdicts.wilson(1.2, 1.6))


def test_an_interval_stays_within_0_and_1() -> None:
    assert verdicts.wilson(0, 7)[:2] == (0.0, 0.0)
    assert verdicts.wilson(7, 7)[2] == 1.0
    assert verdicts.wilson(5, 10) == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)


def test_two_checkers_are_compared_by_what_only_one_gets_right() -> None:
    data = [made(number, number < 6, page=f"page {number}") for number in range(10)]
    first = said(*[True] * 6, *[False] * 3, True)
    second = said(*[False] * 5, None, *[False] * 4, name="two")
    found = verdicts.compared(data, first, second)
    assert (found.first_only, found.second_only) == (6, 1)
    assert found.mcnemar == pytest.approx(2 * (1 + 7) / 2**7)
    # Each statement stands on a page of its own: all 128 swaps are tried, and half of those that are as extreme count.
    assert found.p == pytest.approx(found.mcnemar - 7 / 2**7)
    assert found.difference == pytest.approx(0.5)
    assert found.low < 0.5 < found.high
    rows = list(verdicts.comparison(data, first, second))
    assert rows[0] == "  one - two"
    assert [row.split("right alone")[1][:6] for row in rows[1:]] == [" 6 : 1", " 6 : 0", " 0 : 1"]
    same = verdicts.compared(data, first, first)
    assert (same.mcnemar, same.p, same.difference) == (1.0, 1.0, 0.0)


def test_statements_of_one_page_go_together() -> None:
    data = [made(number, True, page=f"page {number // 3}") for number in range(6)]
    found = verdicts.compared(data, said(*[True] * 6), said(*[False] * 6))
    assert (found.mcnemar, found.p) == (2 / 2**6, 0.25)


def test_relations_with_most_mistakes_are_told_first() -> None:
    data = [made(1, True), made(2, True, DIED), made(3, False, DIED), made(4, True, replace(BORN, id="P1"))]
    rows = list(verdicts.worst(data, said(False, False, True, True)))
    assert [row.split()[0] for row in rows] == ["P20", "P19"]
    assert rows[0].endswith("2 wrong")


def test_the_threshold_of_the_best_f1_is_found_and_of_equal_ones_the_highest() -> None:
    data = [made(number, number < 2) for number in range(4)]
    assert checkers.best(data, [0.72, 0.93, 0.31, 0.69]) == 0.7
    assert checkers.best(data, [0.99, 0.99, 0.001, 0.001]) == 0.99


def test_a_call_that_fails_for_good_takes_no_other_with_it() -> None:
    def reply(request: Request) -> dict[str, object] | Exception:
        if "Person 3 was" in str(request.messages[-1]):
            return RequestError("no", kind="refused")
        return {"verdicts": [{"source": "S1", "reason": "", "stated": True}]}

    model = ScriptedModel(reply)
    found = asyncio.run(judging.answers([made(n, True).statement for n in range(9)], Actor("openai/x", model)))
    assert found.said == [*[None] * 8, True]
    assert (dict(found.failed), found.held) == ({"refused": 1}, "")
    assert (len(model.asked), len(found.calls)) == (2, 1)


def answered(file: Path, results: Path, true: dict[str, bool], left_out: str) -> list[Any]:
    """Writes a reply to each request that says the truth of every statement but one; the requests."""
    requests = [json.loads(row) for row in file.read_text("utf-8").splitlines()]
    rows = []
    for one in requests:
        words = one["body"]["messages"][-1]["content"]
        told = [
            {"source": source, "reason": "", "stated": true[statement]}
            for source, statement in re.findall(r"^(S\d+): (.+)$", words, re.M)
            if statement != left_out
        ]
        rows.append(json.dumps({"custom_id": one["custom_id"], "text": json.dumps({"verdicts": told})}))
    results.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return requests


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["checkers.py", "--sample", "12", *words])
    code: int = checkers.main()
    return code


def test_a_judge_is_measured_by_batch_files_which_hold_no_label(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ("--judge", "openai/by-hand", "--to", str(tmp_path / "out"), "--batch-dir")
    calls = tmp_path / "calls"
    assert run(monkeypatch, *told, str(calls)) == 1
    assert f"replies are waited for: 2 requests in {calls}" in capsys.readouterr().out
    (file,) = calls.glob("requests-*.jsonl")

    book = open_book("freebase", Path())
    every = list(labels.stated(book))
    flipped = [replace(one, true=not one.true, weight=2 * one.weight) for one in every]
    monkeypatch.setattr(checkers, "stated", lambda book: flipped)
    assert run(monkeypatch, *told[:2], "--to", str(tmp_path / "else"), "--batch-dir", str(tmp_path / "flipped")) == 1
    assert (tmp_path / "flipped" / file.name).read_bytes() == file.read_bytes()
    monkeypatch.undo()
    capsys.readouterr()

    sample = verdicts.drawn(verdicts.unlike(one for one in every if one.held), 12, labels.SEED)
    true = {one.statement.hypothesis: one.true for one in sample}
    left_out = next(statement for statement, stated in true.items() if not stated)
    requests = answered(file, calls / "results.jsonl", true, left_out)
    assert sorted(len(re.findall(r"^S\d+: ", one["body"]["messages"][-1]["content"], re.M)) for one in requests) == [
        4,
        8,
    ]
    assert run(monkeypatch, *told, str(calls)) == 0
    out = capsys.readouterr().out
    row = next(row for row in out.splitlines() if row.startswith("  judge openai/by-hand  "))
    count = sum(true.values())
    assert row.split()[2:4] == [str(count), str(12 - count)]
    assert (row.split()[4], row.split()[-2:]) == ("1.000", ["1.000", "1"])
    assert "judge openai/by-hand: 2 calls; " in out
    assert "(2 of them guessed by their length); price not known" in out
    rows = [json.loads(row) for row in (tmp_path / "out" / "verdicts.jsonl").read_text("utf-8").splitlines()]
    assert [one["said"]["judge openai/by-hand"] for one in rows] == [
        None if one["statement"] == left_out else one["stated"] for one in rows
    ]
    assert run(monkeypatch, *told, str(calls)) == 0
    assert capsys.readouterr().out.endswith(out[out.index("\na graph's triples") :])


def test_thresholds_of_an_nli_model_are_tried_on_the_first_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    true = {one.statement.hypothesis: one.true for one in labels.stated(open_book("freebase", Path()))}

    def score(pairs: Sequence[tuple[str, str]]) -> list[float]:
        return [0.31 if true[hypothesis] else 0.12 for _, hypothesis in pairs]

    monkeypatch.setattr(checkers, "open_entailment", lambda model: Entailment(score, model))
    assert run(monkeypatch, "--nli", "made/model", "--to", str(tmp_path / "out")) == 0
    rows = {row[:35].strip(): row.split() for row in capsys.readouterr().out.split("weighted")[0].splitlines()}
    assert rows["the best F1 at 0.3; 24 statements"]
    assert rows["nli made/model, 0.3"][-1] == "1.000"
    assert rows["nli made/model, 0.5"][-1] == "0.000"
