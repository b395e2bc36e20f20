"""The demo, small: checked questions from the built-in countries, and a second call that has nothing to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from benchwright.cli import main
from benchwright.cli.demo import quotes
from benchwright.errors import PlanError
from benchwright.records import Image, Modality, Place, Source, Span, Table
from benchwright.workflows import demo as module
from benchwright.workflows.demo import DemoReport, demo
from benchwright.workflows.generate import GenerateReport

SCHEMA = Path(__file__).parents[2] / "docs" / "example.schema.json"
FEW = {"countries": 6}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def report(runs: Path) -> DemoReport:
    return demo(runs, questions=FEW)


def test_it_gives_what_was_asked(report: DemoReport, runs: Path) -> None:
    assert [(part.name, part.examples) for part in report.parts] == list(FEW.items())
    assert report.filled
    assert not report.stopped
    assert (runs / "demo-countries" / "examples.jsonl").read_text("utf-8").count("\n") == 6


def test_every_example_fits_the_schema_and_the_benchmarks_are_valid(report: DemoReport) -> None:
    validator = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    (part,) = report.parts
    assert part.report is not None
    lines = (part.report.path / "examples.jsonl").read_text("utf-8").splitlines()
    assert [error.message for line in lines for error in validator.iter_errors(json.loads(line))] == []
    assert main(["validate", str(part.report.path)]) == 0


def test_three_different_questions_are_shown_with_their_sources(report: DemoReport) -> None:
    assert len(report.shown) == 3
    assert len({one.example.style for one in report.shown}) > 1
    for one in report.shown:
        assert tuple(source.id for source in one.sources) == one.example.sources


def test_the_same_call_again_changes_nothing(
    report: DemoReport, runs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (runs / "demo-countries" / "examples.jsonl").read_bytes()
    monkeypatch.setattr(module, "QUESTIONS", FEW)
    assert main(["demo", "--to", str(runs)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("countries: 6 of 6 questions from ")
    assert "\n1. " in out
    assert "\n3. " in out
    assert (runs / "demo-countries" / "examples.jsonl").read_bytes() == before


def test_a_corpus_that_no_family_covers_is_said_and_the_others_shown(
    report: DemoReport, runs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = module.generate

    def no_biology(plan: Path, to: Path, **settings: Any) -> GenerateReport:
        if to.name == "demo-biology":
            raise PlanError("no question family covers the corpus")
        return real(plan, to, **settings)

    monkeypatch.setattr(module, "generate", no_biology)
    monkeypatch.setattr(module, "QUESTIONS", {**FEW, "biology": 2})
    assert main(["demo", "--to", str(runs)]) == 1
    out = capsys.readouterr().out
    assert "\nbiology: 0 of 2 questions from 181 sources and " in out
    assert "\n  no question family covers the corpus\n" in out
    assert "\n3. " in out


def test_quotes_of_a_passage_a_table_and_an_image() -> None:
    place = Place("d")
    passage = Source("p", Modality.TEXT, "Aare", f"{'word ' * 40}is 288 km long{' word' * 40}", place)
    (quote,) = quotes(passage, [Span("p", "text", passage.text.index("288"), passage.text.index("288") + 6)])
    assert quote.startswith("… word word")
    assert "word is «288 km» long word" in quote
    assert quote.endswith("word …")
    table = Source("t", Modality.TABLE, "Rivers", "", place, Table((("Name", "Length"),), (("Aare", "288 km"),)))
    assert quotes(table, [Span("t", "cell", cells=((-1, 1), (0, 1)))]) == ["Aare, Length = «288 km»"]
    assert quotes(table, [Span("t", "cell", cells=((0, 0),))]) == ["Name = «Aare»"]
    image = Source("i", Modality.IMAGE, "Flag", "", place, image=Image("ab", "png", 4, 3))
    assert quotes(image, [Span("i", "pixels")]) == ["images/ab.png (pixels)"]
