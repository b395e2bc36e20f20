"""What systems are measured on: a benchmark with the corpus that it was made of, in its words."""

from __future__ import annotations

from pathlib import Path

import pytest
from toymaker import PLAN, toy_makers, toy_plan

from benchwright.corpus.descriptions import SourceDescription, write_descriptions
from benchwright.corpus.store import Corpus
from benchwright.errors import CorpusError
from benchwright.evaluate.target import EvaluationTarget
from benchwright.workflows.generate import generate
from benchwright.workflows.validate import validate

MODEL = "openai/eye-1"


def describe(corpus: Corpus, text: str) -> None:
    image = corpus.source("i1").image
    assert image is not None
    write_descriptions(corpus, MODEL, [SourceDescription("i1", image.sha256, text, MODEL, "f" * 64, "eye-1-of-may")])


STYLE = "name: dates\ndescription: Asks when.\nrules: []\nmodalities: [text]\n"


def test_a_benchmark_in_a_style_of_the_users_own_is_measured_without_its_file(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    plan = toy_plan(tmp_path / "here", "corpus: corpus\nwriter: toy\ncells: [{style: dates.yaml, count: 3}]\n")
    (tmp_path / "here" / "dates.yaml").write_text(STYLE)
    generate(plan, tmp_path / "here" / "bench", makers=toy_makers())
    assert not [fault for fault in validate(tmp_path / "here" / "bench") if fault.where == "plan.yaml"]
    bench = (tmp_path / "here" / "bench").rename(tmp_path / "bench")
    corpus = (tmp_path / "here" / "corpus").rename(tmp_path / "there")
    assert len(EvaluationTarget.open(bench, corpus).gold) == 3
    assert not [fault for fault in validate(bench) if fault.where == "plan.yaml"]
    (bench / "plan.yaml").write_text((bench / "plan.yaml").read_text().replace("count: 3", "count: 4"))
    assert "its quotas are not those of manifest.json" in {fault.what for fault in validate(bench)}


def test_a_corpus_is_where_it_was_behind_a_linked_output_folder(tmp_path: Path) -> None:
    plan = toy_plan(tmp_path)
    (tmp_path / "disk" / "deep" / "bench").mkdir(parents=True)
    (tmp_path / "bench").symlink_to(tmp_path / "disk" / "deep" / "bench")
    generate(plan, tmp_path / "bench", makers=toy_makers())
    for bench in (tmp_path / "bench", tmp_path / "disk" / "deep" / "bench"):
        assert EvaluationTarget.open(bench).corpus.path.samefile(tmp_path / "corpus")


def test_a_benchmark_over_described_images_is_measured_on_them(tmp_path: Path) -> None:
    plan = toy_plan(tmp_path, f"descriptions: {MODEL}\n{PLAN}")
    corpus = Corpus.open(tmp_path / "corpus")
    describe(corpus, "A brown field.")
    generate(plan, tmp_path / "bench", makers=toy_makers())
    assert "A brown field." in EvaluationTarget.open(tmp_path / "bench").corpus.source("i1").text
    describe(corpus, "Another field.")
    with pytest.raises(CorpusError, match="it has changed since"):
        EvaluationTarget.open(tmp_path / "bench")
