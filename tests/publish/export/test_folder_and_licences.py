"""What every export has: a folder that is whole or not there, licences, attribution, a README, the same bytes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from exported import EXAMPLES, OPEN, SOURCES, benchmark, content, records

from benchwright.benchmark.canary import canary
from benchwright.benchmark.store import Benchmark
from benchwright.cli import main
from benchwright.demo import corpora
from benchwright.errors import BenchmarkError, UsageError
from benchwright.publish.export import EXPORTERS
from benchwright.publish.export.licences import hub_licence, may_pass_on
from benchwright.workflows.export import export

FORMATS = sorted(set(EXPORTERS) - {"qampari", "vidore"})
"""Those that hold questions over texts, tables and images; lists and pages have tests of their own."""


@pytest.mark.parametrize("format", FORMATS)
def test_every_export_is_the_same_twice_and_tells_what_it_lost(tmp_path: Path, format: str) -> None:
    bench = benchmark(tmp_path)
    report = export(bench, tmp_path / "out", format)
    assert export(bench, tmp_path / "again", format) is not None
    assert content(tmp_path / "out") == content(tmp_path / "again")
    assert sum(report.questions.values()) + sum(report.left_out.values()) == len(EXAMPLES)
    listed = records(tmp_path / "out/left_out.jsonl") if report.left_out else []
    assert len(listed) == sum(report.left_out.values())
    told = (tmp_path / "out/README.md").read_text("utf-8")
    assert all(one in told for one in EXPORTERS[format].cannot_hold)
    assert EXPORTERS[format].loads in told
    assert canary(Benchmark.open(bench)) in told
    manifest = json.loads((tmp_path / "out/manifest.json").read_text("utf-8"))
    assert {*manifest["files"], "manifest.json"} == set(content(tmp_path / "out"))
    assert manifest["questions"] == report.questions


@pytest.mark.parametrize("format", FORMATS)
def test_what_may_not_be_passed_on_is_in_no_file(tmp_path: Path, format: str) -> None:
    bench = benchmark(tmp_path)
    report = export(bench, tmp_path / "out", format)
    words = b"The oak in our yard"
    assert not [name for name, data in content(tmp_path / "out").items() if words in data]
    rows = {row["id"]: row for row in records(tmp_path / "out/attribution.jsonl")}
    assert rows["elm"]["licence"] == OPEN
    assert rows["elm"]["url"] == "https://en.wikipedia.org/wiki/Elm"
    if "our notes" in rows:
        assert rows["our notes"]["passed_on"] is False
        assert report.by_reference == {"unknown": 1}
    else:
        assert report.left_out["source-by-reference"] == 1
    assert all("our notes" in rows for _ in range(EXPORTERS[format].whole_corpus))
    export(bench, tmp_path / "all", format, include_unlicensed=True)
    rows = {row["id"]: row for row in records(tmp_path / "all/attribution.jsonl")}
    assert rows["our notes"]["passed_on"] is True


def test_licences_are_known_by_any_of_their_names() -> None:
    for known in ("CC BY-SA 4.0", "cc-by-sa-4.0", "MIT", "Apache 2.0", "CC BY 4.0, ODC-By 1.0", "MIT AND CC0-1.0"):
        assert may_pass_on(known), known
    with_odbl = (
        "Public domain (CC0 1.0); official languages, currency and calling code from mledoze/countries (ODbL 1.0)"
    )
    assert may_pass_on(with_odbl)
    assert not may_pass_on(f"{with_odbl}; and more")
    assert hub_licence([with_odbl]) == "other"
    for unknown in ("", " ", "All rights reserved", "CC BY 4.0, mine", "CC BY 9.9", ","):
        assert not may_pass_on(unknown), unknown
    assert hub_licence(["CC BY 4.0", "CC-BY-4.0"]) == "cc-by-4.0"
    assert hub_licence(["CC BY 4.0", "MIT"]) == "other"
    assert hub_licence(["CC BY 4.0", ""]) == "unknown"
    assert hub_licence([]) == "unknown"


def test_a_failed_export_leaves_nothing(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    first, second = sorted((bench / "images").iterdir())
    data = first.read_bytes()
    first.unlink()
    with pytest.raises(BenchmarkError, match="cannot be read"):
        export(bench, tmp_path / "out", "csv")
    first.write_bytes(data)
    second.write_bytes(data)
    with pytest.raises(BenchmarkError, match="has changed since it was read"):
        export(bench, tmp_path / "out", "csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bench", "corpus"]


def test_questions_are_chosen_by_style_modality_and_part(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)

    def ids(name: str, **chosen: object) -> list[str]:
        export(bench, tmp_path / name, "beir", **chosen)  # type: ignore[arg-type]
        return [one["_id"] for one in records(tmp_path / name / "queries.jsonl")]

    assert ids("a", styles=["compound", "multi-hop"]) == ["colours", "hop"]
    assert ids("b", modalities=["image"]) == ["colours", "shown"]
    assert ids("c", modalities=["text+table", "2image"]) == ["colours", "hop"]
    splits = tmp_path / "s.json"
    parts = {"train": ["old"], "dev": ["hop"], "test": ["shown", "colours"]}
    splits.write_text(json.dumps({"format": "benchwright-splits", "version": 1, "parts": parts}), "utf-8")
    assert ids("d", split=f"{splits}:test") == ["colours", "shown"]
    assert ids("e", split=str(splits), styles=["multi-hop"]) == ["hop"]
    assert sorted(path.name for path in (tmp_path / "d/qrels").iterdir()) == ["test.tsv"]
    for chosen, said in (({"styles": ["x"]}, "no question has that style"), ({"modalities": ["x"]}, "'x' is not a")):
        with pytest.raises(UsageError, match=said):
            ids("f", **chosen)


def test_formats_are_listed_with_what_they_cannot_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--formats"]) == 0
    printed = capsys.readouterr().out
    assert all(f"{name}: " in printed for name in EXPORTERS)
    assert "  cannot hold images: only their captions and descriptions" in printed
    assert main(["export", "bench"]) == 2


def test_the_corpus_is_the_one_that_the_benchmark_was_made_of(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    (tmp_path / "corpus").rename(tmp_path / "moved")
    with pytest.raises(UsageError, match="is not where its plan says"):
        export(bench, tmp_path / "out", "beir")
    export(bench, tmp_path / "out", "beir", corpus=tmp_path / "moved")
    assert len(records(tmp_path / "out/corpus.jsonl")) == len(SOURCES)
    export(bench, tmp_path / "csv", "csv")  # needs only the sources of the questions


def test_the_demo_s_documents_may_be_passed_on() -> None:
    told = re.compile(r'^\s*"?licence"?: "([^"]*)"', re.MULTILINE)
    files = (path for path in corpora()["countries"].rglob("*.*") if path.suffix in (".md", ".json", ".jsonl"))
    licences = {licence for path in files for licence in told.findall(path.read_text("utf-8"))}
    assert len(licences) == 3
    assert all(map(may_pass_on, licences)), licences
