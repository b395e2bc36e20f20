"""People's decisions make revisions: the originals stay, validate knows them, and generate fills what was rejected."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from multimodal import mmqa
from toymaker import toy_makers, toy_plan

from benchwright.benchmark import Benchmark
from benchwright.benchmark.created_questions import is_peoples, people_cell
from benchwright.benchmark.revise import revise
from benchwright.benchmark.revisions import Decision, Revisions
from benchwright.benchmark.validate import validate
from benchwright.errors import BenchmarkError
from benchwright.records import Answer, Modalities, Origin
from benchwright.workflows.generate import generate
from benchwright.workflows.importing import import_benchmark


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("toy")
    generate(toy_plan(folder), folder / "bench", makers=toy_makers())
    return folder


@pytest.fixture
def bench(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "copy")
    return tmp_path / "copy" / "bench"


def ids(bench: Path) -> list[str]:
    return [one.id for one in Benchmark.open(bench).examples]


def faults(bench: Path) -> list[str]:
    return [str(one) for one in validate(Benchmark.open(bench))]


def test_rejected_questions_go_and_edited_ones_change_and_the_originals_stay(bench: Path) -> None:
    before, text = ids(bench), (bench / "examples.jsonl").read_bytes()
    decisions = [
        Decision(before[0], "rejected", why="correctness", reviewers=3),
        Decision(before[1], "edited", question="What is asked now?", reviewers=1),
        Decision(before[2], "accepted", reviewers=2),
    ]
    revisions = revise(bench, "smmqg", decisions)
    now = Benchmark.open(bench)
    assert [one.id for one in now.examples] == before[1:]
    assert now.examples[0].question == "What is asked now?"
    assert (bench / "revisions" / "examples-0.jsonl").read_bytes() == text
    assert now.manifest["review"] == {"number": 1, "accepted": 1, "rejected": 1, "edited": 1}
    assert sum(cell.committed for cell in now.cells) == 27
    assert [cell.reasons.get("rejected:review") for cell in now.cells if cell.missing] == [1]
    assert list(revisions.decisions.values()) == decisions
    assert faults(bench) == []


def test_the_same_decisions_again_are_no_revision(bench: Path) -> None:
    decision = Decision(ids(bench)[0], "rejected")
    revise(bench, "smmqg", [decision])
    manifest = (bench / "manifest.json").read_bytes()
    assert len(revise(bench, "smmqg", [decision])) == 1
    assert (bench / "manifest.json").read_bytes() == manifest


def test_generate_replaces_what_was_rejected(bench: Path) -> None:
    before = ids(bench)
    rejected = before[2:12:3]
    revise(bench, "qampari", [Decision(one, "rejected") for one in rejected])
    report = generate(bench.parent / "plan.yaml", bench, makers=toy_makers())
    assert report.filled
    now = Benchmark.open(bench)
    kept = [one for one in before if one not in rejected]
    assert [one.id for one in now.examples if one.id in before] == kept
    added = [one.id for one in now.examples if one.id not in before]
    assert len(added) == len(rejected)
    assert now.revisions[1].added == tuple(added)
    assert now.manifest["review"]["number"] == 2
    assert len(json.loads((bench / "manifest.json").read_text())["files"]) == 4
    assert faults(bench) == []
    again = generate(bench.parent / "plan.yaml", bench, makers=toy_makers())
    assert (again.attempts, ids(bench)) == (0, [one.id for one in now.examples])
    assert len(Benchmark.open(bench).revisions) == 2


def test_an_edited_question_stays_edited_when_generate_runs_again(bench: Path) -> None:
    first, second = ids(bench)[:2]
    revise(bench, "qampari", [Decision(first, "edited", question="Reworded?"), Decision(second, "rejected")])
    generate(bench.parent / "plan.yaml", bench, makers=toy_makers())
    assert Benchmark.open(bench).example(first).question == "Reworded?"
    assert faults(bench) == []


def test_an_overruled_rejection_comes_back_only_while_there_is_room(bench: Path) -> None:
    before = ids(bench)
    revise(bench, "a", [Decision(before[0], "rejected"), Decision(before[1], "rejected")])
    revise(bench, "a", [Decision(before[0], "accepted")])
    assert set(ids(bench)) == set(before) - {before[1]}
    assert faults(bench) == []
    generate(bench.parent / "plan.yaml", bench, makers=toy_makers())
    filled = ids(bench)
    revise(bench, "a", [Decision(before[1], "accepted")])
    assert ids(bench) == filled
    assert before[1] in Benchmark.open(bench).revisions.rejected


def test_a_kill_between_log_and_examples_is_mended_by_the_same_call(bench: Path) -> None:
    before = {name: (bench / name).read_bytes() for name in ("examples.jsonl", "manifest.json")}
    decision = Decision(ids(bench)[3], "rejected")
    revise(bench, "a", [decision])
    after = {name: (bench / name).read_bytes() for name in before}
    for name, data in before.items():
        (bench / name).write_bytes(data)
    assert any("people rejected it" in one for one in faults(bench))
    revise(bench, "a", [decision])
    assert {name: (bench / name).read_bytes() for name in before} == after
    assert faults(bench) == []


def test_a_rejected_question_that_is_there_and_a_changed_review_are_faults(bench: Path) -> None:
    revise(bench, "a", [Decision(ids(bench)[0], "rejected")])
    original = (bench / "revisions" / "examples-0.jsonl").read_bytes()
    (bench / "examples.jsonl").write_bytes(original)
    told = faults(bench)
    assert any(one.endswith(": people rejected it") for one in told)
    (bench / "reviews.jsonl").write_bytes(b"{}\n")
    assert "reviews.jsonl: is not as it was written" in faults(bench)


def test_what_cannot_be_revised_is_told(bench: Path) -> None:
    with pytest.raises(BenchmarkError):
        revise(bench.parent / "nothing", "a", [])
    revise(bench, "a", [Decision("unknown", "rejected")])
    assert len(Revisions.read(bench)) == 0
    revise(bench, "a", [Decision(ids(bench)[0], "rejected")])
    line = (bench / "reviews.jsonl").read_bytes()
    (bench / "reviews.jsonl").write_bytes(line.replace(b'"number":1', b'"number":"x"'))
    assert any("reviews.jsonl" in one for one in faults(bench))


def test_an_imported_benchmark_is_revised_too(tmp_path: Path) -> None:
    folder, bench = mmqa(tmp_path / "mmqa"), tmp_path / "imported"
    import_benchmark(folder, bench, "mmqa")
    before = Benchmark.open(bench)
    first, second = before.examples[:2]
    revise(bench, "smmqg", [Decision(first.id, "rejected"), Decision(second.id, "edited", question="Which one?")])
    now = Benchmark.open(bench)
    assert [one.id for one in now] == [one.id for one in before][1:]
    assert now.example(second.id).question == "Which one?"
    assert faults(bench) == []
    import_benchmark(folder, bench, "mmqa")  # it stands as people left it
    assert Benchmark.open(bench).manifest == now.manifest


def test_a_wrong_answer_goes_with_the_source_that_only_it_needed(tmp_path: Path) -> None:
    folder, bench = mmqa(tmp_path / "mmqa"), tmp_path / "imported"
    import_benchmark(folder, bench, "mmqa")
    opened = Benchmark.open(bench)
    example = next(one for one in opened if len(one.sources) > 1 and one.answers[0].evidence)
    span = example.answers[0].evidence[0][0]
    other = next(name for name in example.sources if name != span.source)
    whole = replace(
        example,
        sources=(span.source, other),
        answers=(Answer("right", (), ((span,),)), Answer("wrong", (), ((replace(span, source=other),),))),
    )
    edited = Decision(example.id, "edited", without=("wrong",)).edited(
        whole, lambda name: opened.sources[name].modality
    )
    assert [one.text for one in edited.answers] == ["right"]
    assert edited.sources == (span.source,)
    assert edited.modalities == Modalities.of([opened.sources[span.source].modality])


def test_questions_of_people_stay_beside_those_that_generate_makes(bench: Path) -> None:
    before = Benchmark.open(bench).examples
    cell = people_cell("pair-creation", before[0].modalities)
    origin = Origin("people", cell, 1, 13)
    written = [replace(one, id=f"people{place}", origin=origin) for place, one in enumerate(before[:2])]
    written = [replace(one, question=f"What do people ask ({one.id})?", derivation=None) for one in written]
    revise(bench, "pairs", [], written, {cell: {"leak": 3}})
    revise(bench, "qampari", [Decision(before[0].id, "rejected"), Decision("people0", "rejected")])
    generate(bench.parent / "plan.yaml", bench, makers=toy_makers())
    now = Benchmark.open(bench)
    assert (len(now), now.examples[-1].id) == (len(before) + 1, "people1")
    (report,) = [one for one in now.cells if is_peoples(one.key)]
    assert (report.quota, report.committed, report.attempts) == (1, 1, 5)
    assert report.reasons == {"rejected:leak": 3, "rejected:review": 1}
    assert now.manifest["review"] == {"number": 3, "rejected": 2, "written by people": 2}
    assert faults(bench) == []
    state = {name: (bench / name).read_bytes() for name in ("examples.jsonl", "manifest.json")}
    revise(bench, "pairs", [], written, {cell: {"leak": 3}})
    generate(bench.parent / "plan.yaml", bench, makers=toy_makers())
    assert {name: (bench / name).read_bytes() for name in state} == state
