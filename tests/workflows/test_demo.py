"""The demo, small: checked questions from the built-in countries, and a second call that has nothing to do."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import card_reader
import pytest
from jsonschema import Draft202012Validator

from benchwright.cli import main
from benchwright.cli.demo import quotes
from benchwright.demo import corpora
from benchwright.demo import plans as plans_of_the_demo
from benchwright.makers.composed.coverage import coverage
from benchwright.plan import read_plan
from benchwright.records import Image, Modalities, Modality, Place, Source, Span, Table
from benchwright.workflows import demo as module
from benchwright.workflows.card import card
from benchwright.workflows.demo import DemoReport, demo

SCHEMA = Path(__file__).parents[2] / "docs" / "example.schema.json"
FEW = """
name: few
corpus: corpora/countries
max_share: {family: 1, document: 1}
cells:
  - {style: numerical, modalities: [table], count: 3}
  - {style: multi-hop, modalities: [text+table], count: 3}
"""


@pytest.fixture(scope="module")
def plans(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    path = tmp_path_factory.mktemp("plans") / "few.yaml"
    path.write_text(FEW, "utf-8")
    return {"countries": path}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def report(runs: Path, plans: dict[str, Path]) -> DemoReport:
    return demo(runs, plans=plans)


def test_it_gives_what_was_asked(report: DemoReport, runs: Path) -> None:
    assert [(part.name, part.examples, part.wanted) for part in report.parts] == [("countries", 6, 6)]
    assert report.filled
    assert report.fresh
    assert not report.stopped
    assert (runs / "countries.yaml").read_text("utf-8") == FEW
    assert (runs / "demo-countries" / "examples.jsonl").read_text("utf-8").count("\n") == 6


def test_every_example_fits_the_schema_and_the_benchmarks_are_valid(report: DemoReport) -> None:
    validator = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    (part,) = report.parts
    assert part.report is not None
    lines = (part.report.path / "examples.jsonl").read_text("utf-8").splitlines()
    assert [error.message for line in lines for error in validator.iter_errors(json.loads(line))] == []
    assert main(["validate", str(part.report.path)]) == 0


def test_its_card_has_no_invented_line(report: DemoReport) -> None:
    (part,) = report.parts
    assert part.report is not None
    bench = part.report.path
    made = card(bench)
    claims = json.loads((bench / "card" / "card.json").read_text("utf-8"))["claims"]
    assert len(claims) == made.figures > 40
    assert [card_reader.value(bench, one) for one in claims] == [one["value"] for one in claims]
    for page in ("README.md", "datasheet.md"):
        text = (bench / "card" / page).read_text("utf-8")
        told = [one for one in claims if one["in"].startswith(page)]
        values = [f"{one['value']:,}" if isinstance(one["value"], int) else one["value"] for one in told]
        assert [value for _, value in card_reader.rows(text)] == values
        assert [line for line in card_reader.prose(text) if any(map(str.isdigit, line))] == []
    assert card(bench, check=True).faults == ()
    assert main(["validate", str(bench)]) == 0


def test_three_different_questions_are_shown_with_their_sources(report: DemoReport) -> None:
    assert len(report.shown) == 3
    assert len({one.example.style for one in report.shown}) > 1
    for one in report.shown:
        assert tuple(source.id for source in one.sources) == one.example.sources


def test_the_same_call_again_changes_nothing(
    report: DemoReport,
    runs: Path,
    plans: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = (runs / "demo-countries" / "examples.jsonl").read_bytes()
    monkeypatch.setattr(module, "built_in_plans", lambda: plans)
    assert main(["demo", "--to", str(runs)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("countries: 6 of 6 questions from ")
    assert "\n1. " in out
    assert "\n3. " in out
    assert "\neverything existed already; nothing was made\n" in out
    assert (runs / "demo-countries" / "examples.jsonl").read_bytes() == before


def test_what_no_family_covers_is_named_and_is_no_shortfall(
    report: DemoReport, runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "none.yaml"
    plan.write_text(FEW.replace("corpora/countries", "corpora/biology"), "utf-8")  # no country, no ranking there
    monkeypatch.setattr(module, "built_in_plans", lambda: {"biology": plan})
    monkeypatch.setattr(module, "uncovered", lambda: {"numerical": (Modalities.parse("text+image"),)})
    assert main(["demo", "--to", str(runs)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("biology: 0 of 0 questions from 181 sources and ")
    assert "\n  no question family covers here: numerical table, multi-hop text+table\n" in out
    assert "\nno question family covers, in any corpus:\n  numerical: text+image\n" in out


def test_a_quota_that_a_family_covers_and_does_not_fill_is_a_shortfall(report: DemoReport) -> None:
    (part,) = report.parts
    cells = (replace(part.report.cells[0], committed=2), *part.report.cells[1:])
    short = replace(report, parts=(replace(part, report=replace(part.report, cells=cells)),))
    assert not short.filled
    assert short.parts[0].wanted == 6


def test_the_plans_of_the_demo_ask_for_what_the_demo_promises() -> None:
    read = {name: read_plan(path) for name, path in plans_of_the_demo().items()}
    assert {name: plan.corpus_path.name for name, plan in read.items()} == {name: name for name in corpora()}
    cells = [cell for plan in read.values() for cell in plan.cells()]
    assert sum(cell.count for cell in cells) >= 120
    assert {cell.style for cell in cells} == {*coverage(), "list"}
    assert sum(cell.count for cell in cells if cell.style == "list") >= 12
    assert len({str(cell.modalities) for cell in cells}) >= 8


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
