"""What systems are measured on: a benchmark with the corpus that it was made of, in its words."""

from __future__ import annotations

from pathlib import Path

import pytest
from toymaker import PLAN, toy_makers, toy_plan

from benchwright.corpus.descriptions import ImageDescription, write_descriptions
from benchwright.corpus.store import Corpus
from benchwright.errors import CorpusError
from benchwright.evaluate.target import EvaluationTarget
from benchwright.workflows.generate import generate

MODEL = "openai/eye-1"


def describe(corpus: Corpus, text: str) -> None:
    image = corpus.source("i1").image
    assert image is not None
    write_descriptions(corpus, MODEL, [ImageDescription("i1", image.sha256, text, MODEL, "f" * 64, "eye-1-of-may")])


def test_a_benchmark_over_described_images_is_measured_on_them(tmp_path: Path) -> None:
    plan = toy_plan(tmp_path, f"descriptions: {MODEL}\n{PLAN}")
    corpus = Corpus.open(tmp_path / "corpus")
    describe(corpus, "A brown field.")
    generate(plan, tmp_path / "bench", makers=toy_makers())
    assert "A brown field." in EvaluationTarget.open(tmp_path / "bench").corpus.source("i1").text
    describe(corpus, "Another field.")
    with pytest.raises(CorpusError, match="it has changed since"):
        EvaluationTarget.open(tmp_path / "bench")
