"""`benchwright review` on a study of 56 questions: what it can find, its results, its tasks, models beside people."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
from reviewing import all_right, attentive, labour, noisy
from towns_bench import towns_bench

from benchwright import cli
from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.errors import UsageError
from benchwright.evaluate.judges.labels_file import read_labels
from benchwright.evaluate.target import EvaluationTarget
from benchwright.models.callable_model import CallableModel
from benchwright.publish.card.card_records import CardRecords
from benchwright.publish.card.data_sheet import recorded_answers
from benchwright.review.items import ItemRole
from benchwright.review.task import tasks
from benchwright.workflows.evaluate import evaluate_systems
from benchwright.workflows.review import open_study
from benchwright.workflows.review_models import review_annotate
from benchwright.workflows.review_results import review_results

STUDY = {
    "name": "mine",
    "task": "five-metrics",
    "items": {"count": 20, "even": ["style"]},
    "form": {"items": 10, "tests": 2},
}


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    (tmp_path / "study.yaml").write_text(json.dumps(STUDY))
    return towns_bench(tmp_path)


def test_an_estimate_says_what_a_study_finds_and_writes_nothing(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["review", "estimate", str(bench), "--study", "qampari"]) == 0
    out = capsys.readouterr().out
    assert "qampari: 56 items, 1 annotator each, about 0.5 hours of work; controls: 7 injected" in out
    assert "a share of 90.0% is known to [79.4%, 95.5%]" in out
    assert not (bench / "review").exists()
    command = ["review", "estimate", str(bench), "--study", "smmqg", "--reference", str(bench), "--json"]
    assert cli.main(command) == 0
    whole = json.loads(capsys.readouterr().out)["power"][0]
    assert (whole["group"], whole["items"], whole["reference"]) == ("all items", 56, 56)
    assert 0.6 < whole["share"] < 0.75
    assert cli.main(["review", "estimate", str(bench)]) == 0
    assert "no other benchmark is mixed in (--reference)" in capsys.readouterr().out


def test_tasks_are_listed_and_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["review", "task"]) == 0
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == list(tasks())
    assert cli.main(["review", "task", "paraphrase", "--to", str(tmp_path / "mine.yaml")]) == 0
    assert (tmp_path / "mine.yaml").read_text().startswith("# Put a question into natural words")
    capsys.readouterr()
    assert cli.main(["review", "task", "paraphrase", "--to", str(tmp_path / "mine.yaml")]) == 2
    assert "is there already" in capsys.readouterr().err


def test_results_are_printed_written_and_applied(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["review", "results", str(bench)]) == 2
    assert "holds no study" in capsys.readouterr().err
    study = open_study(bench, str(tmp_path / "study.yaml"))
    wrong = study.items(ItemRole.REAL)[0].example
    labour(
        study,
        study.add_annotator("Ada").id,
        lambda study, item, place: {
            **attentive(study, item, place),
            **({"correctness": "no"} if item.example == wrong and item.role is ItemRole.REAL else {}),
        },
    )
    study.close()
    assert cli.main(["review", "results", str(bench)]) == 0
    out = capsys.readouterr().out
    assert "mine: 20 of 20 reviews of 20 items, 10 s each (median)" in out
    assert "Questions of the benchmark: 19 accepted, 1 rejected" in out
    assert "Ada        person  working  20       4 of 4" in out
    folder = bench / "review" / "mine"
    with (folder / "labels.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 20
    assert {row["label"] for row in rows if row["question"] == wrong} == {"0"}
    assert {(row["annotator"], row["contexts"], row["system"]) for row in rows} == {("Ada", "gold", "")}
    with (folder / "items.csv").open() as file:
        assert {row["question"]: row["verdict"] for row in csv.DictReader(file)}[wrong] == "rejected"
    assert json.loads((folder / "results.json").read_text())["verdicts"] == {"accepted": 19, "rejected": 1}
    assert len(Benchmark.open(bench)) == 56
    assert cli.main(["review", "results", str(bench), "--apply", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["revision"] == {"number": 1, "accepted": 19, "rejected": 1}
    now = Benchmark.open(bench)
    assert wrong not in [one.id for one in now]
    assert not [one for one in validate(now) if "rejected" in one.what or "review" in one.what]
    assert cli.main(["show", str(bench)]) == 0
    assert "revision 1: 19 accepted, 1 rejected" in capsys.readouterr().out
    assert "personal data" in recorded_answers(CardRecords(now))["workers"].text


def test_a_study_that_was_begun_stays_as_it_was(bench: Path, tmp_path: Path) -> None:
    first = open_study(bench, str(tmp_path / "study.yaml"))
    listed, token = first.items(), first.owner_token()
    first.close()
    (tmp_path / "study.yaml").write_text(json.dumps({**STUDY, "seed": 14}))
    (bench / "examples.jsonl").read_text()
    said: list[str] = []
    again = open_study(bench, str(tmp_path / "study.yaml"), notify=said.append)
    assert (again.items(), again.owner_token()) == (listed, token)
    assert said == [f"{bench / 'review' / 'mine'} was begun with other settings; they stay as they were"]
    again.close()


def test_two_studies_have_to_be_told_apart(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("qampari", "webqa"):
        open_study(bench, name).close()
    assert cli.main(["review", "results", str(bench)]) == 2
    assert "has 2 studies" in capsys.readouterr().err
    assert cli.main(["review", "results", str(bench / "review" / "qampari"), "--apply"]) == 2
    assert "nobody has reviewed a question of the study qampari yet" in capsys.readouterr().err


def test_a_reference_is_mixed_in_and_compared(bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = {**STUDY, "reference": {"count": 20}, "items": {"count": 20}, "form": {"items": 40}}
    (tmp_path / "study.yaml").write_text(json.dumps(settings))
    study = open_study(bench, str(tmp_path / "study.yaml"), reference=bench)
    assert all(source.place.document == "" for item in study.items() for source in study.shown(item).sources)
    worse = noisy(0.5, 3, lambda item: all_right(study.task))

    def fill(study, item, place):  # type: ignore[no-untyped-def]
        return worse(study, item, place) if item.origin == "reference" else all_right(study.task)

    labour(study, study.add_annotator("Ada").id, fill)
    study.close()
    assert cli.main(["review", "results", str(bench), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["means"]
    own, other = (
        next(one for one in rows if (one["by"], one["origin"]) == ("all", name)) for name in ("own", "reference")
    )
    assert (own["items"], other["items"]) == (20, 20)
    p = {one["field"]: one["p"] for one in own["means"]}
    assert p["fluency"] < 0.01
    assert p["correctness"] < 0.05
    assert all(one["p"] is None for one in other["means"])


def test_labels_of_a_study_are_read_for_a_judges_certificate(bench: Path, tmp_path: Path) -> None:
    """Grades 0, 1 and 2 of two people and a model become labels of answers of systems, the model's not."""
    rows = [json.dumps({"id": one.id, "answer": f"It is {one.answer}."}) for one in Benchmark.open(bench)]
    (tmp_path / "mine.jsonl").write_text("\n".join(rows) + "\n")
    evaluate_systems(bench, [f"mine={tmp_path / 'mine.jsonl'}"])
    settings = {"name": "grades", "task": "reply-grades", "items": {"count": 12}, "annotators_per_item": 2}
    (tmp_path / "study.yaml").write_text(json.dumps(settings))
    study = open_study(bench, str(tmp_path / "study.yaml"))
    for name, grade in (("Ada", 2), ("Ben", 1)):
        labour(study, study.add_annotator(name).id, lambda study, item, place, grade=grade: {"grade": grade})
    study.close()
    review_annotate(bench, CallableModel("reader", lambda messages: '{"reasoning": "", "grade": "0"}'))
    assert review_results(bench).labels == 24
    gold = EvaluationTarget.open(bench).gold
    found = read_labels(bench / "review" / "grades" / "labels.csv", gold, ["gold"], unstated=False)
    assert len(found.answers) == 12
    assert (found.dropped, found.contradicted) == ({}, {})
    for one in found.answers:
        assert one.answer.startswith("It is ")
        assert one.truth == 0.75
        assert one.labels == {"Ada": 1.0, "Ben": 0.5}
        assert one.systems == ("mine",)


def test_results_outlive_the_benchmark(bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = open_study(bench, str(tmp_path / "study.yaml"), to=tmp_path / "apart")
    labour(study, study.add_annotator("Ada").id, attentive)
    study.close()
    bench.rename(tmp_path / "elsewhere")
    assert cli.main(["review", "results", str(tmp_path / "apart")]) == 0
    assert "20 accepted" in capsys.readouterr().out
    assert cli.main(["review", "results", str(tmp_path / "apart"), "--apply"]) == 2
    assert "is not a benchmark" in capsys.readouterr().err


def test_the_folder_of_another_benchmarks_study_is_refused(bench: Path, tmp_path: Path) -> None:
    study = str(tmp_path / "study.yaml")
    open_study(bench, study).close()
    other = tmp_path / "other"
    shutil.copytree(bench, other)
    open_study(other, study).close()  # the study went with the folder
    manifest = (other / "manifest.json").read_text()
    digest = Benchmark.open(other).examples_digest
    (other / "manifest.json").write_text(manifest.replace(digest, "0" * 64))
    with pytest.raises(UsageError, match=f"is a study of {bench}"):
        open_study(other, study, to=bench / "review" / "mine")


def test_files_that_are_no_reviews_are_one_line(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_study(bench, str(tmp_path / "study.yaml")).close()
    (tmp_path / "labels.csv").write_text("question,answer,label,annotator\n")
    for file, problem in (
        (tmp_path / "labels.csv", "has no column 'item'"),
        (tmp_path / "gone.csv", "cannot be read as CSV: No such file or directory"),
        (bench, "cannot be read as CSV"),
    ):
        assert cli.main(["review", "import", str(bench), str(file)]) == 2
        err = capsys.readouterr().err
        assert problem in err
        assert len(err.splitlines()) == 1
    assert cli.main(["review", "prolific", str(bench), "--to", str(tmp_path / "out")]) == 2
    assert "nobody came to the study mine from Prolific" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
