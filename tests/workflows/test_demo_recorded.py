"""A model's recorded run, made again out of its replies alone: the same bytes, anywhere and at any time."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from benchwright.benchmark.store import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.cli import main
from benchwright.workflows.demo import DemoReport, demo

MODEL = "openai-compatible/claude"
BYTES = {
    "countries": "81fea53159d860002c113d365c513502e299584ee5e91f87972754aa66321b6c",
    "biology": "454e6796cec8fc9f4c2f65c1824016372f5408117c51dcc99e442190f8443a7a",
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recorded")


@pytest.fixture(scope="module")
def report(runs: Path) -> DemoReport:
    return demo(runs, recorded=True)


def test_it_gives_the_bytes_that_were_recorded(report: DemoReport, runs: Path) -> None:
    assert [(part.name, part.examples, part.written_by) for part in report.parts] == [
        ("countries", 36, MODEL),
        ("biology", 9, MODEL),
    ]
    assert report.filled
    for name, digest in BYTES.items():
        data = (runs / f"recorded-{name}" / "examples.jsonl").read_bytes()
        assert hashlib.sha256(data).hexdigest() == digest


def test_all_styles_are_there_and_questions_across_kinds(report: DemoReport, runs: Path) -> None:
    examples = [one for name in BYTES for one in Benchmark.open(runs / f"recorded-{name}").examples]
    assert Counter(one.style for one in examples) == {
        "information-extraction": 15,
        "compound": 9,
        "multi-hop": 9,
        "compare-contrast": 6,
        "numerical": 6,
    }
    assert Counter(str(one.modalities) for one in examples if len(set(str(one.modalities).split("+"))) > 1) == {
        "text+image": 7,
        "text+table": 6,
    }
    for one in examples:
        assert set(one.origin.models.values()) == {MODEL}
        assert all(check.verdict == "pass" for check in one.checks)


def test_ten_made_up_answers_are_judged_out_of_recorded_replies(report: DemoReport) -> None:
    judged = report.evaluations[-1]
    assert judged.judging is not None
    assert judged.whole
    assert (judged.judging.judged, judged.judging.verdicts, judged.judging.spent.replayed) == (10, 20, 18)
    assert judged.judging.unscored == {"no answer": 1}  # the answer that abstains, of which nothing is asked
    means = {name: judged.summary.mean("made-up", f"{name}@{MODEL}") for name in ("judged-correctness", "faithfulness")}
    # five right, four in part, one abstains; of the claims of nine answers 1, 0, 0, 1, 1/2, 0, 1, 1, 1
    means = {name: judged.summary.mean("made-up", f"{name}@{MODEL}") for name in ("judged-correctness", "faithfulness")}
    # four right, four in part, one wrong, one abstains; of the claims of nine answers 1, 0, 1, 1, 1/2, 1/2, 1, 1, 1/2
    means = {name: judged.summary.mean("made-up", f"{name}@{MODEL}") for name in ("judged-correctness", "faithfulness")}
    # five right, four in part, one abstains; of the claims of nine answers 1/2, 1, 0, 1/2, 1/2, 1/2, 1/3, 1, 1
    assert means == {"judged-correctness": pytest.approx(0.7), "faithfulness": pytest.approx(5.5 / 9)}


def test_nothing_was_asked_and_the_folders_are_sound(report: DemoReport, runs: Path) -> None:
    for part in report.parts:
        assert part.report.spent.calls == 0
        assert validate(Benchmark.open(part.report.path)) == []


@pytest.mark.soak  # test_demo.py shows it of the other parts
def test_again_nothing_is_left_to_do(report: DemoReport, runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--recorded", "--to", str(runs), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["examples"], told["fresh"]) == (45, False)
