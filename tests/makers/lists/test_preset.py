"""The test set of the paper as a plan (QAMPARI, section 2.4)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchwright.cli import main
from benchwright.plan import read_plan


def test_the_papers_test_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", str(tmp_path / "lists"), "--preset", "qampari-2000", "--json"]) == 0
    commands = json.loads(capsys.readouterr().out)["next"]
    corpus, bench = tmp_path / "lists" / "corpus", tmp_path / "lists" / "bench"
    assert commands == [
        f"benchwright ingest YOUR-DOCUMENTS... --to {corpus}",
        f"benchwright graph load YOUR-GRAPH... --to {corpus}",
        f"benchwright generate {tmp_path / 'lists' / 'plan.yaml'} --to {bench}",
        f"benchwright graph split {bench} --to {tmp_path / 'lists' / 'splits.json'}",
    ]
    plan = read_plan(tmp_path / "lists" / "plan.yaml")
    assert plan.name == "lists"
    assert {cell.kind: cell.count for cell in plan.cells()} == {
        "simple": 830,
        "intersection": 400,
        "composition": 400,
        "table-simple": 170,
        "table-composition": 200,
    }
    assert sum(cell.count for cell in plan.cells()) == 2000
    assert {(cell.style, cell.maker, cell.modalities.total) for cell in plan.cells()} == {("list", "qampari", 0)}
    lists = plan.lists
    assert (lists.part, lists.both_ways, lists.mixed) == ("test", False, "train")
    assert (lists.min_answers, lists.max_answers, lists.validated) == (5, 200, 0.8)
