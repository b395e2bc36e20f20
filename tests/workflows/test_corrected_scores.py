"""From a certificate to corrected scores: a system whose share of right answers is known, and a judge that errs."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from town_judge import TownJudge
from towns_bench import examples, towns_bench

from benchwright.cli import main
from benchwright.evaluate.answers_file import read_answers
from benchwright.evaluate.judges.certificate_file import Certificate
from benchwright.evaluate.judges.judge_trials import details_of
from benchwright.evaluate.judges.verdict_strata import verdict_strata
from benchwright.evaluate.score_folder import load_scores
from benchwright.evaluate.summary import ALL, CorrectedScore, Slice
from benchwright.publish.terminal_table import table_text
from benchwright.run.item_run import CallOptions
from benchwright.workflows.certify import certify
from benchwright.workflows.evaluate import evaluate_systems
from benchwright.workflows.evaluation_files import Evaluation
from benchwright.workflows.judging import JudgingOptions

MODEL = "openai-compatible/town-judge"
COLUMN = f"judged-correctness@{MODEL}"
JUDGE = {"misses": 0.15, "slips": 0.25}


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return towns_bench(tmp_path)


def predictions(folder: Path, right: int) -> Path:
    """Answers to all questions, of which the first `right` of every five are right; the others are another's."""
    every = examples()
    lines = []
    for place, one in enumerate(every):
        answer = one.answer if place % 5 < right else "42 people" if one.answer != "42 people" else "none"
        lines.append(json.dumps({"id": one.id, "answer": answer}))
    path = folder / f"right{right}.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


def certified(bench: Path, name: str = "gold.json", **more: object) -> Path:
    report = certify(
        bench,
        MODEL,
        to=bench.parent / name,
        calls=CallOptions(dispatch=TownJudge(**JUDGE)),
        **more,  # type: ignore[arg-type]
    )
    assert report.whole
    return report.path


def evaluated(bench: Path, *certificates: Path, right: int = 3) -> Evaluation:
    judging = JudgingOptions(
        [MODEL],
        ["judged-correctness"],
        certificates=certificates,
        calls=CallOptions(dispatch=TownJudge(**JUDGE)),
    )
    return evaluate_systems(bench, [f"mine={predictions(bench.parent, right)}"], main=COLUMN, k=(1,), judging=judging)


def corrected(done: Evaluation, slice_: Slice = ALL) -> CorrectedScore:
    (found,) = [one for one in done.summary.corrected if one.slice == slice_]
    assert (found.system, found.measure) == ("mine", COLUMN)
    return found


def judged_mean(done: Evaluation) -> float:
    mean = done.summary.mean("mine", COLUMN)
    assert mean is not None
    return mean


def test_the_judges_errors_are_taken_out(bench: Path) -> None:
    """By hand: of the answers judged here p are seen as right, of gold ones s, of wrong ones m: (p - m) / (s - m)."""
    path = certified(bench)
    done = evaluated(bench, path, right=1)
    found = corrected(done)
    kept = load_scores(done.path).certificates[COLUMN]
    scores = {True: [], False: []}  # type: dict[bool, list[float]]
    for one in kept.details["trials"]:
        if not one["known"]["base"]:  # no system's answers are like probes
            scores[one["known"]["truth"] == 1.0].append(one["scores"][0])
    sensitivity, mistaken = (sum(scores[side]) / len(scores[side]) for side in (True, False))
    expected = (judged_mean(done) - mistaken) / (sensitivity - mistaken)
    assert found.method == "errors"
    assert found.known == 165
    assert found.estimate.mean == pytest.approx(expected)
    assert found.estimate.low is not None
    assert found.estimate.high is not None
    truth = 12 / 56  # one of every five, and the last one
    assert found.estimate.low < truth < found.estimate.high
    assert abs(expected - truth) < abs(judged_mean(done) - truth)


def test_without_a_certificate_nothing_is_corrected(bench: Path) -> None:
    done = evaluated(bench)
    assert done.summary.corrected == ()
    assert "corrected" not in table_text(done.summary)


def test_a_slice_with_too_few_answers_says_why(bench: Path) -> None:
    done = evaluated(bench, certified(bench, limit=40))
    slices = {one.slice.label: one for one in done.summary.corrected if one.slice.kind == "style"}
    comparison = slices["comparison"]
    assert (comparison.method, comparison.estimate.mean) == ("", None)
    assert "and 10 are the least" in comparison.estimate.why
    assert slices["numerical"].method in ("errors", "")
    page = done.page.read_text("utf-8")
    table = table_text(done.summary)
    for shown in (page, table):
        assert "corrected" in shown
        assert "not corrected" in shown
    assert "and 10 are the least" in " ".join(table.split())
    assert 'id="corrected"' in page


def test_a_certificate_of_another_benchmark_corrects_nothing(bench: Path) -> None:
    path = certified(bench)
    content = json.loads(path.read_text("utf-8"))
    content["benchmark"]["examples_sha256"] = "0" * 64
    path.write_text(json.dumps(content), "utf-8")
    found = corrected(evaluated(bench, path))
    assert (found.method, found.estimate.mean) == ("", None)
    assert "another benchmark" in found.estimate.why


def labelled(bench: Path, count: int, *run: str) -> Path:
    """Labels of the answers that `judge next` proposes, by people who know."""
    path = bench.parent / "labels.csv"
    argv = ["judge", "next", str(bench), *run, "-n", str(count), "--to", str(path)]
    assert main(argv) == 0
    assert main(argv) == 2  # labels are not overwritten
    truth = {one.id: one.answer for one in examples()}
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == count
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        for row in rows:
            label = "right" if row["answer"] == truth[row["question"]] else "wrong"
            writer.writerow({**row, "label": label, "annotator": "Ada"})
    return path


def test_labels_of_a_systems_own_answers_come_first(bench: Path) -> None:
    evaluated(bench)
    path = certified(bench, "labels.json", labels=labelled(bench, 30))
    done = evaluated(bench, path)
    found = corrected(done)
    assert (found.method, found.known) == ("labels", 30)
    assert found.weight is not None
    assert 0 <= found.weight <= 1
    assert found.estimate.low is not None
    assert found.estimate.high is not None
    assert found.estimate.low < 34 / 56 < found.estimate.high
    assert "fewer than 100 labels" in found.estimate.why
    other = evaluated(bench, path, right=1)  # the same name, and other answers: most labels are not about these
    assert corrected(other).method != "labels"


def test_proposals_are_nested_and_leave_out_what_is_labelled(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = evaluated(bench).path
    assert len(read_answers(scores)) == 56
    assert main(["judge", "next", str(scores), "-n", "5"]) == 0
    five = capsys.readouterr().out.splitlines()
    assert five[0] == "question,answer,label,annotator,system,contexts,stratum"
    assert main(["judge", "next", str(bench), "-n", "20"]) == 0
    assert capsys.readouterr().out.splitlines()[:6] == five
    path = bench.parent / "done.csv"
    done = next(csv.DictReader(five))
    path.write_text(f'question,answer,label,annotator\n{done["question"]},"{done["answer"]}",1,Ada\n')
    assert main(["judge", "next", str(scores), "-n", "5", "--labels", str(path)]) == 0
    shown = capsys.readouterr()
    assert shown.out.splitlines()[1:5] == five[2:]
    assert "1 of 56 are labelled already" in shown.err
    assert main(["judge", "next", str(scores), "-n", "100"]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["-n", "0"], "at least 1"), (["yours"], "no scores of 'yours'"), (["--measure", "x"], "no judged measure")],
)
def test_misuse_of_next_is_one_line(
    bench: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = evaluated(bench).path
    assert main(["judge", "next", str(scores), *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert main(["judge", "next", str(bench.parent / "corpus")]) == 2
    assert "holds no scores" in capsys.readouterr().err


def test_labels_of_one_run_are_drawn_by_verdicts_and_count_by_their_strata(bench: Path) -> None:
    """By hand: each kind of verdict has the mean of its labels, weighted by its share of the answers."""
    first = evaluated(bench)
    labels = labelled(bench, 30, "mine")
    with labels.open(newline="") as file:
        rows = list(csv.DictReader(file))
    strata = verdict_strata(first.scores.system("mine"), "judged-correctness")
    code = {question.id: one.code for question, one in zip(first.scores.questions, strata, strict=True) if one}
    assert len(code) == 56
    assert [row["stratum"] for row in rows] == [code[row["question"]] for row in rows]
    sizes, drawn = Counter(code.values()), Counter(row["stratum"] for row in rows)
    assert all(drawn[one] >= 2 for one, size in sizes.items() if size >= 2)
    path = certified(bench, "labels.json", labels=labels)
    found = corrected(evaluated(bench, path))
    right = Counter(row["stratum"] for row in rows if row["label"] == "right")
    assert (found.method, found.known) == ("labels", 30)
    assert found.estimate.mean == pytest.approx(sum(sizes[one] * right[one] / drawn[one] for one in sizes) / 56)
    assert found.estimate.low is not None
    assert found.estimate.high is not None
    assert found.estimate.low < 34 / 56 < found.estimate.high
    certificate = Certificate.read(path)
    assert (certificate.n_right, certificate.n_wrong) == (0, 0)  # no fair sample of how often the judge is right
    assert any("no fair sample" in why for why in details_of(certificate).not_measured.values())


def test_labels_that_are_there_are_not_proposed_again(bench: Path) -> None:
    evaluated(bench)
    labels = labelled(bench, 20, "mine")
    more = bench.parent / "more.csv"
    argv = ["judge", "next", str(bench), "mine", "-n", "50", "--labels", str(labels), "--to", str(more)]
    assert main(argv) == 1  # there are 36 left
    with more.open(newline="") as new, labels.open(newline="") as old:
        pairs = [(row["question"], row["answer"]) for row in (*csv.DictReader(new), *csv.DictReader(old))]
    assert len(pairs) == len(set(pairs)) == 56
