"""Precision against the benchmark, and with the answers that people found missing, counted by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from reviewing import all_right, labour
from towns_bench import MAYORS, towns_bench

from benchwright.workflows.evaluate import evaluate_systems
from benchwright.workflows.review import open_study
from benchwright.workflows.review_results import review_results


def test_a_right_answer_that_the_benchmark_lacks_counts_once_people_found_it(tmp_path: Path) -> None:
    bench = towns_bench(tmp_path, "information-extraction")
    rows = [f'{{"id": "mayor-Ardon", "answer": "{MAYORS[0]}"}}', '{"id": "mayor-Belmont", "answer": "Zoe Quist"}']
    rows += ['{"id": "mayor-Cresta", "answer": "Yan Wolf"}']
    (tmp_path / "mine.jsonl").write_text("\n".join(rows) + "\n")
    evaluate_systems(bench, [f"mine={tmp_path / 'mine.jsonl'}"])
    (tmp_path / "study.yaml").write_text('{"name": "gaps", "task": "completeness", "form": {"items": 24}}')
    study = open_study(bench, str(tmp_path / "study.yaml"))
    labour(
        study,
        study.add_annotator("Ada").id,
        lambda study, item, place: {
            **all_right(study.task),
            **({"missing": ["Zoe Quist", "Xia Voss"]} if item.example == "mayor-Belmont" else {}),
        },
    )
    study.close()
    (mine,) = review_results(bench).precisions
    assert mine.system == "mine"
    assert (mine.precision.n, mine.precision.mean) == (3, pytest.approx(1 / 3))
    assert mine.true.mean == pytest.approx(2 / 3)
    assert mine.line().startswith("mine: precision 33.3%, 66.7%")
