"""Any benchmark is split, and measured by its parts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from handmade import LAKE_QUESTION, RIVER_QUESTION, benchmark

from benchwright.benchmark.splits import read_splits
from benchwright.cli import main
from benchwright.errors import UsageError
from benchwright.evaluate.score_folder import load_scores
from benchwright.evaluate.target import EvaluationTarget
from benchwright.records import Answer, Example
from benchwright.workflows.split import PartSize
from benchwright.workflows.split import split as workflow


def many(count: int = 10) -> list[Example]:
    """Questions on the river and on the lake, in turn; four share an entity, and every second one a relation."""
    made = []
    for number in range(count):
        one = (RIVER_QUESTION, LAKE_QUESTION)[number % 2]
        facts = [{"id": f"f{number}", "subject": f"Thing {number // 4}", "relation": f"r{number % 2}"}]
        text = f"How deep is it at {number}?"
        made.append(replace(one, id=f"q{number}", question=text, derivation={"facts": facts}))
    return made


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return benchmark(tmp_path, many())


def told(capsys: pytest.CaptureFixture[str], command: Sequence[str]) -> dict[str, object]:
    assert main([*command, "--json"]) in (0, 1)
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_split_lies_beside_the_benchmark_and_is_not_overwritten(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["split", str(bench), "--size", "test=4", "--size", "dev=20%"]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert "train: 4 questions (4 information-extraction)" in out
    file = bench.with_name("bench-splits.json")
    parts = read_splits(file)
    assert {name: len(ids) for name, ids in parts.items()} == {"train": 4, "dev": 2, "test": 4}
    before = file.read_bytes()
    assert main(command) == 2
    assert "replace it: --replace" in capsys.readouterr().err
    assert main([*command, "--replace"]) == 0
    assert file.read_bytes() == before
    assert main([*command, "--replace", "--seed", "99"]) == 0
    assert file.read_bytes() != before


def test_the_file_has_the_whole_name_of_the_benchmark(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = bench.rename(bench.with_name("v1.2"))
    monkeypatch.chdir(bench)
    assert main(["split", "."]) == 0
    assert bench.with_name("v1.2-splits.json").is_file()


@pytest.mark.parametrize(("kind", "groups"), [("document", 2), ("source", 2), ("entity", 3), ("relation", 2)])
def test_what_questions_share_stays_in_one_part(
    bench: Path, kind: str, groups: int, capsys: pytest.CaptureFixture[str]
) -> None:
    found = told(capsys, ["split", str(bench), "--by", kind, "--size", "test=0.5"])
    assert found["clusters"] == groups
    assert found["left_out"] == {}
    parts = read_splits(bench.with_name("bench-splits.json"))
    group = {"document": 2, "source": 2, "relation": 2}.get(kind)
    sides = [{int(id[1:]) % group if group else int(id[1:]) // 4 for id in parts[part]} for part in ("train", "test")]
    assert not sides[0] & sides[1]
    assert all(sides)


def test_a_part_of_named_cells_has_no_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mixed = [replace(one, style="numerical") if place < 4 else one for place, one in enumerate(many())]
    bench = benchmark(tmp_path, mixed)
    found = told(
        capsys, ["split", str(bench), "--size", "test:numerical=3", "--size", "train:information-extraction=2"]
    )
    assert found["parts"] == {"train": {"information-extraction, text": 2}, "test": {"numerical, text": 3}}
    assert found["left_out"] == {"beyond-size": 5}
    assert main(["split", str(bench), "--size", "test:list=3", "--replace"]) == 2
    assert "there are no questions of 'list'" in capsys.readouterr().err
    assert main(["split", str(bench), "--size", "test=11", "--replace"]) == 2
    assert "and there are" in capsys.readouterr().err


def test_too_few_questions_for_a_number_and_an_empty_part_are_shortfalls(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["split", str(bench), "--by", "document", "--size", "test=9"]) == 1
    assert "test lacks 4 questions" in capsys.readouterr().out


def test_the_number_of_a_part_includes_those_of_its_cells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of ten questions four are numerical, and two of these shall be among the five of the test part."""
    mixed = [replace(one, style="numerical") if place < 4 else one for place, one in enumerate(many())]
    command = ["split", str(benchmark(tmp_path, mixed)), "--replace"]
    found = told(capsys, [*command, "--size", "test=5", "--size", "test:numerical=2"])
    assert found["parts"] == {
        "train": {"information-extraction, text": 3, "numerical, text": 2},
        "test": {"information-extraction, text": 3, "numerical, text": 2},
    }
    assert found["short"] == {}
    share = told(capsys, [*command, "--size", "test=50%", "--size", "test:numerical=1"])
    assert share["parts"]["test"] == {"information-extraction, text": 3, "numerical, text": 1}  # type: ignore[index]
    assert main([*command, "--size", "test=1", "--size", "test:numerical=2"]) == 2
    error = "--size test=1, and the other sizes of test give it 2 of these questions"
    assert error in capsys.readouterr().err
    sizes = ["test=9", "test:numerical=2", "test:information-extraction=3"]
    assert main([*command, *(word for size in sizes for word in ("--size", size))]) == 2
    assert "or write test=5" in capsys.readouterr().err


def test_a_cell_that_a_group_does_not_have_is_a_shortfall_and_other_cells_do_not_make_up_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The numerical questions are all on the river; with dev's share of it none is left for the test part."""
    mixed = [replace(one, style="numerical") if place == 0 else one for place, one in enumerate(many())]
    command = ["split", str(benchmark(tmp_path, mixed)), "--by", "document"]
    found = told(capsys, [*command, "--size", "test:numerical=1", "--size", "dev:information-extraction=5"])
    assert set(found["parts"]["test"]) <= {"numerical, text"}  # type: ignore[index]
    assert set(found["parts"]["dev"]) <= {"information-extraction, text"}  # type: ignore[index]


@pytest.mark.parametrize("size", ["test", "best=3", "test=1.5", "test=x", "test=-1", "test=120%", "test=", "test=²"])
def test_a_size_is_a_number_or_a_share(size: str) -> None:
    with pytest.raises(UsageError):
        PartSize.parse(size)


def test_questions_that_name_nothing_are_left_out_and_all_of_them_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = [replace(one, derivation=None) if place < 3 else one for place, one in enumerate(many())]
    bench = benchmark(tmp_path, questions)
    report = workflow(bench, by=["entity"])
    assert report.left_out == {"names-no-entity": 3}
    other = benchmark(tmp_path / "other", [replace(one, derivation=None) for one in many()])
    assert main(["split", str(other), "--by", "relation"]) == 2
    assert "no question of" in capsys.readouterr().err
    assert main(["split", str(other), "--by", "colour"]) == 2


def test_an_adversarial_test_part_has_no_answer_that_the_first_words_give_away(tmp_path: Path) -> None:
    """Twelve of twenty questions that begin alike have one answer; the others have their own."""
    proof = RIVER_QUESTION.answers[0].evidence
    questions = [
        replace(
            one,
            question=f"What colour is roof {place}?",
            answers=(Answer("red" if place < 12 else f"c{place}", (), proof),),
            sources=("river",),
        )
        for place, one in enumerate(many(20))
    ]
    bench = benchmark(tmp_path, questions)
    size = [PartSize.parse("test=8")]
    plain = workflow(bench, tmp_path / "plain.json", sizes=size)
    hard = workflow(bench, tmp_path / "hard.json", sizes=size, adversarial=True)
    assert plain.shortcut["test"] > 0
    assert hard.shortcut == {"test": 0.0}
    assert set(read_splits(tmp_path / "hard.json")["test"]) == {f"q{n}" for n in range(12, 20)}


def test_a_published_split_is_taken_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "val", "test", "dev", "", "odd"]
    questions = [replace(one, columns={"split": words[place % 6]}) for place, one in enumerate(many(12))]
    bench = benchmark(tmp_path, questions)
    found = told(capsys, ["split", str(bench), "--published"])
    assert found["left_out"] == {"names-no-part": 4}
    parts = read_splits(bench.with_name("bench-splits.json"))
    assert parts == {"train": ("q0", "q6"), "dev": ("q1", "q3", "q7", "q9"), "test": ("q2", "q8")}
    assert main(["split", str(bench), "--published", "--by", "document", "--replace"]) == 2
    assert "parts of its own" in capsys.readouterr().err
    assert main(["split", str(benchmark(tmp_path / "plain")), "--published"]) == 2
    assert "does not say which split" in capsys.readouterr().err


def test_one_part_is_measured_or_all_with_the_part_as_a_slice(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workflow(bench, sizes=[PartSize.parse("test=4")])
    file = bench.with_name("bench-splits.json")
    scores = tmp_path / "scores"
    command = ["evaluate", "retrieval", str(bench), "-r", "bm25", "--modality", "open", "--to", str(scores)]
    assert main([*command, "--split", f"{file}:test"]) == 0
    assert "(test): 4 questions" in capsys.readouterr().out
    assert {one.id for one in load_scores(scores).questions} == set(read_splits(file)["test"])
    assert main([*command, "--split", str(file)]) == 0
    assert {one.facets["part"] for one in load_scores(scores).questions} == {"train", "test"}
    assert main([*command[:-2], "--split", f"{file}:test"]) == 0
    assert len(load_scores(bench.with_name("bench-test-scores")).questions) == 4
    assert main([*command, "--split", f"{file}:dev"]) == 2
    assert "the part dev of" in capsys.readouterr().err
    assert main([*command, "--split", f"{file}:best"]) == 2
    assert "a split has no part 'best'" in capsys.readouterr().err


def test_answers_systems_and_estimates_take_a_part(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workflow(bench, sizes=[PartSize.parse("test=4")])
    part = ["--split", f"{bench.with_name('bench-splits.json')}:test"]
    assert main(["evaluate", "answers", str(bench), "--answerer", "extractive", "--sources", "gold", *part]) == 0
    assert len(load_scores(bench.with_name("bench-test-system-scores")).questions) == 4
    predictions = tmp_path / "all.jsonl"
    predictions.write_text("".join(json.dumps({"id": f"q{n}", "answer": "the Aare"}) + "\n" for n in range(10)))
    system = ["evaluate", "system", str(bench), "-s", f"old={predictions}", *part]
    capsys.readouterr()
    found = told(
        capsys, [*system, "--judge", "openai-compatible/judge", "--base-url", "http://127.0.0.1:9", "--estimate"]
    )
    assert found["answers"] == 4
    assert main(system) == 0
    assert "6 predictions" in " ".join(capsys.readouterr().out.split())


def test_scores_of_another_split_are_not_joined(bench: Path, tmp_path: Path) -> None:
    one = workflow(bench, tmp_path / "one.json", sizes=[PartSize.parse("test=4")], seed=1).path
    other = workflow(bench, tmp_path / "other.json", sizes=[PartSize.parse("test=4")], seed=2).path
    targets = [EvaluationTarget.open(bench, split=f"{path}{part}") for path in (one, other) for part in (":test", "")]
    targets.append(EvaluationTarget.open(bench))
    assert len({target.gold.fingerprint for target in targets}) == 5
    assert [len(target.examples) for target in targets] == [4, 10, 4, 10, 10]
