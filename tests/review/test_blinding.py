"""Items of two benchmarks that are mixed look alike: nothing that is shown has names of one of them only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from towns_bench import towns_bench

from benchwright import cli
from benchwright.benchmark.store import EXAMPLES, Benchmark
from benchwright.errors import PlanError
from benchwright.review.items import ItemRole
from benchwright.review.open_study import OpenStudy
from benchwright.review.results import study_results
from benchwright.workflows.review import open_study

STUDY = {"name": "mixed", "task": "five-metrics", "items": {"count": 20}, "form": {"items": 10, "tests": 2}}


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return towns_bench(tmp_path)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The same questions under the names of another benchmark."""
    folder = towns_bench(tmp_path / "other")
    lines = [json.loads(line) for line in (folder / EXAMPLES).read_text().splitlines()]
    told = [json.dumps({**one, "style": f"Their {one['style']}"}) for one in lines]
    (folder / EXAMPLES).write_text("\n".join(told) + "\n")
    return folder


def begun(bench: Path, other: Path, said: list[str], **reference: object) -> OpenStudy:
    path = bench.parent / "study.yaml"
    path.write_text(json.dumps({**STUDY, "reference": {"count": 20, **reference}}))
    return open_study(bench, str(path), reference=other, notify=said.append)


def test_styles_of_one_benchmark_only_are_not_shown_and_not_asked_about(bench: Path, other: Path) -> None:
    said: list[str] = []
    study = begun(bench, other, said)
    assert "style" not in [field.name for field in study.task.fields]
    assert {item.origin for item in study.items(ItemRole.REAL)} == {"own", "reference"}
    assert {study.shown(item).style for item in study.items()} == {""}
    assert not [item for item in study.items() if "style" in item.expected]
    assert said[-1].startswith("styles are not shown or asked about, as only the reference has some of them (Their ")
    study.close()


def test_styles_that_are_renamed_are_those_of_the_benchmark_with_their_description(bench: Path, other: Path) -> None:
    own = {one.style for one in Benchmark.open(bench)}
    study = begun(bench, other, [], styles={f"Their {name}": name for name in own})
    real = study.items(ItemRole.REAL)
    assert {study.shown(item).style for item in real} == own
    abouts = {(item.style, study.shown(item).style_about) for item in real}
    assert len(abouts) == len(own)  # one description a style, whichever benchmark an item is from
    who = study.add_annotator()
    study.work(who.id)
    groups = {(row.by, row.group) for row in study_results(study).rows}
    assert not [name for by, name in groups if by == "style" and "Their" in name]
    study.close()


def test_names_that_are_none_are_one_line(bench: Path, other: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PlanError, match="the reference has no style 'compose'"):
        begun(bench, other, [], styles={"compose": "list"})
    style = next(iter(Benchmark.open(other))).style
    with pytest.raises(PlanError, match=f"{style} cannot be 'nonsense'"):
        begun(bench, other, [], styles={style: "nonsense"})
    command = ["review", "estimate", str(bench), "--study", "smmqg", "--reference", str(other)]
    assert cli.main(command) == 0
    assert "styles are not shown" in capsys.readouterr().out
