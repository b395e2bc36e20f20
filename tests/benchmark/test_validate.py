from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from toymaker import toy_makers, toy_plan

from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.errors import BenchmarkError
from benchwright.workflows.generate import generate

Data = dict[str, Any]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    generate(toy_plan(folder), folder / "bench", makers=toy_makers())
    return folder


@pytest.fixture
def bench(made: Path, tmp_path: Path) -> Path:
    """A copy, which a test may change."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "bench"


def faults(bench: Path) -> list[str]:
    return [str(fault) for fault in validate(Benchmark.open(bench))]


def change(bench: Path, edit: Callable[[Data], None], which: int = 0) -> str:
    """Edit one example as a hand would, and return its id (as it was)."""
    path = bench / "examples.jsonl"
    lines = path.read_text("utf-8").splitlines()
    data: Data = json.loads(lines[which])
    name = str(data["id"])
    edit(data)
    lines[which] = json.dumps(data)
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return name


def of_kind(bench: Path, modalities: str) -> int:
    examples = Benchmark.open(bench).examples
    return next(index for index, one in enumerate(examples) if str(one.modalities) == modalities)


def test_a_sound_folder_has_no_fault(bench: Path) -> None:
    assert faults(bench) == []


def first_span(data: Data) -> Data:
    span: Data = data["answers"][0]["evidence"][0][0]
    return span


def undecided(text: str, span: Data | None = None, **told: object) -> Data:
    """An undecided answer, with a span like another one as its evidence."""
    return {"text": text, "aliases": [], "evidence": [] if span is None else [[{**span, **told}]]}


@pytest.mark.parametrize(
    ("kind", "edit", "message"),
    [
        ("text", lambda data: data.update(question=" "), "has no question"),
        ("text", lambda data: data["answers"][0].update(text=""), "has no answer"),
        ("text", lambda data: data.update(answer="another"), "its answer is not what its answers are"),
        ("text", lambda data: data.update(undecided=[undecided("7")]), "'7' is an answer, and undecided too"),
        ("text", lambda data: data.update(undecided=[undecided(" ")]), "an undecided answer has no words"),
        (
            "text",
            lambda data: data.update(undecided=[undecided("8", first_span(data), end=5000)]),
            "goes from 0 to 5000",
        ),
        ("text", lambda data: data.update(undecided=[undecided("8", first_span(data), source="x")]), "evidence in 'x'"),
        ("text", lambda data: data["answers"][0].update(evidence=[]), "the answer '7' has no evidence"),
        ("text", lambda data: data.update(sources=["x"]), "source 'x' is not in sources.parquet"),
        ("text", lambda data: data.update(distractors=["x"]), "source 'x' is not in sources.parquet"),
        (
            "text",
            lambda data: data.update(modalities={"text": 0, "table": 1, "image": 0}),
            "says table, and its sources are text",
        ),
        ("text", lambda data: data["checks"][0].update(verdict="fail"), "its check modalities failed"),
        ("text", lambda data: data["origin"].update(attempt=77), "attempt 77 is not in attempts.jsonl"),
        ("text", lambda data: data.update(schema_version=9), "schema version 9, not 1"),
        ("text", lambda data: first_span(data).update(start=None), "has no beginning or no end"),
        ("text", lambda data: first_span(data).update(end=5000), "goes from 0 to 5000, and the text is "),
        ("text", lambda data: first_span(data).update(start=3, end=4), "is blank"),
        ("text", lambda data: first_span(data).update(cells=[[0, 0]]), "names cells, and the source is no table"),
        (
            "text",
            lambda data: first_span(data).update(read="pixels"),
            "is read from pixels, and the source is no image",
        ),
        ("table", lambda data: first_span(data).update(cells=[]), "names no cell"),
        ("table", lambda data: first_span(data).update(cells=[[3, 0]]), "names the cell 3, 0, which the table has not"),
        ("table", lambda data: first_span(data).update(cells=[[-2, 0]]), "names the cell -2, 0, which the table"),
        ("image", lambda data: first_span(data).update(box=[0.5, 0, 0.2, 1]), "has a box that is not within"),
        (
            "text",
            lambda data: data.update(hops=[{"question": "Who?", "answer": "A", "sources": ["b0"]}]),
            "the hop 'Who?' uses a source that the example does not list",
        ),
    ],
)
def test_each_fault_of_an_example_is_told(bench: Path, kind: str, edit: Callable[[Data], None], message: str) -> None:
    name = change(bench, edit, of_kind(bench, kind))
    found = faults(bench)
    assert any(fault.startswith(f"{name}: ") and message in fault for fault in found), found
    assert "examples.jsonl: is not as it was written" in found


def test_header_cells_are_inside(bench: Path) -> None:
    change(bench, lambda data: first_span(data).update(cells=[[-1, 1]]), of_kind(bench, "table"))
    assert not any("which the table has not" in fault for fault in faults(bench))


def test_a_check_that_the_plan_only_tags_may_have_failed(bench: Path) -> None:
    def fail(data: Data) -> None:
        data["checks"].append({"name": "needed", "verdict": "fail", "reason": "", "score": None, "by": ""})

    name = change(bench, fail)
    assert f"{name}: its check needed failed" in faults(bench)
    plan = bench / "plan.yaml"
    tagged = re.sub(r"(?m)^checks:.*(?:\n +.*)*", "checks: {needed: tag}", plan.read_text("utf-8"))
    plan.write_text(tagged, "utf-8")
    assert f"{name}: its check needed failed" not in faults(bench)


def test_an_example_that_is_not_what_its_attempt_gave(bench: Path) -> None:
    name = change(bench, lambda data: data.update(question="Who?"))
    assert f"{name}: is not what attempt 0 gave" in faults(bench)


def test_a_source_that_is_a_distractor_too(bench: Path) -> None:
    name = change(bench, lambda data: data.update(distractors=data["sources"]))
    assert any(fault.startswith(f"{name}: ") and "both a source and a distractor" in fault for fault in faults(bench))


def test_a_distractor_that_tells_an_undecided_answer(bench: Path) -> None:
    other = Benchmark.open(bench).examples[1].sources[0]

    def edit(data: Data) -> None:
        data.update(distractors=[other], undecided=[undecided("8", first_span(data), source=other)])

    name = change(bench, edit)
    assert f"{name}: {other!r} is a distractor and tells an undecided answer" in faults(bench)


def test_facts_that_are_not_read_from_their_spans_again(bench: Path) -> None:
    which = of_kind(bench, "table")
    source = Benchmark.open(bench).examples[which].sources[0]
    facts = [{"id": f"{source}#r1c1", "value": "8"}]
    name = change(bench, lambda data: data.update(derivation={"facts": facts}), which)
    assert f"{name}: its evidence in {source!r} no longer states a fact of it: ((1, 1),)" in faults(bench)


def test_two_examples_with_one_id_and_a_line_that_is_none(bench: Path) -> None:
    path = bench / "examples.jsonl"
    first = path.read_text("utf-8").splitlines()[0]
    with open(path, "a", encoding="utf-8") as file:
        file.write(f"{first}\n{{}}\nhello\n")
    found = faults(bench)
    assert f"{json.loads(first)['id']}: two examples have this id" in found
    assert any(fault.startswith("examples.jsonl, line 30: is not an example: id: Field required") for fault in found)
    assert any(fault.startswith("examples.jsonl, line 31: is not an example: Expecting value") for fault in found)
    assert any("counts 4 examples, and there are 5" in fault for fault in found)
    assert any("has 5 examples for a quota of 4" in fault for fault in found)


def test_files_that_are_missing_changed_or_strange(bench: Path) -> None:
    images = sorted((bench / "images").iterdir())
    images[0].write_bytes(b"other")
    (bench / "images" / "note.txt").write_text("mine")
    (bench / "sources.parquet").write_bytes(b"PAR1 no more")
    (bench / "plan.yaml").unlink()
    with open(bench / "attempts.jsonl", "ab") as file:
        file.write(b'{"torn')
    found = faults(bench)
    assert "images/note.txt: belongs to no source" in found
    assert "sources.parquet: is not as it was written" in found
    assert any(fault.startswith("sources.parquet: ") and "is damaged" in fault for fault in found)
    assert any(fault.startswith("plan.yaml: ") and "cannot be read" in fault for fault in found)
    assert "attempts.jsonl: its last 6 bytes are not a whole line" in found


def test_image_bytes_are_hashed(bench: Path) -> None:
    image = sorted((bench / "images").iterdir())[0]
    image.write_bytes(b"other")
    assert faults(bench) == [f"images/{image.name}: is not as it was written"]
    image.unlink()
    assert len(faults(bench)) == 1


def test_a_run_that_was_not_finished_and_quotas_that_differ(bench: Path) -> None:
    path = bench / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["complete"] = False
    manifest["examples"] += 1
    manifest["cells"][0]["quota"] = 9
    manifest["cells"][1]["attempts"] += 2
    path.write_text(json.dumps(manifest))
    found = faults(bench)
    assert "manifest.json: the run that fills this folder was not finished" in found
    assert any(re.match(r"manifest.json: counts \d+ examples, and there are \d+", one) for one in found)
    assert "plan.yaml: its quotas are not those of manifest.json" in found
    assert "information-extraction table: its funnel does not add up: 2 attempts are not accounted for" in found


def test_what_is_no_benchmark_is_refused(tmp_path: Path, bench: Path) -> None:
    with pytest.raises(BenchmarkError, match="is not a benchmark"):
        Benchmark.open(tmp_path)
    with pytest.raises(BenchmarkError, match="is not a benchmark"):
        Benchmark.open(tmp_path / "corpus")
    (bench / "manifest.json").write_text("{")
    with pytest.raises(BenchmarkError, match="cannot be read"):
        Benchmark.open(bench)
    (bench / "manifest.json").write_text('{"kind": "benchmark", "schema_version": 1, "complete": true}\n')
    with pytest.raises(BenchmarkError, match="pins: Field required"):
        Benchmark.open(bench)


def test_only_used_sources_are_kept(bench: Path) -> None:
    opened = Benchmark.open(bench)
    used = {name for one in opened.examples for name in (*one.sources, *one.distractors)}
    assert set(pq.read_table(bench / "sources.parquet").column("id").to_pylist()) == used
    assert opened.example(opened.examples[3].id) == opened.examples[3]
    with pytest.raises(BenchmarkError, match="has no example 'zzz'"):
        opened.example("zzz")
    with pytest.raises(BenchmarkError, match="have ids that begin with 'information'"):
        opened.example("information")
