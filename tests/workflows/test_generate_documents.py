"""A folder of the user's own documents is all that a first benchmark needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.corpus.store import Corpus
from benchwright.demo import corpora
from benchwright.errors import BenchmarkError, CorpusError, UsageError
from benchwright.evaluate.target import EvaluationTarget
from benchwright.workflows.generate import generate


def test_documents_are_ingested_beside_the_benchmark_and_asked_about(tmp_path: Path) -> None:
    said: list[str] = []
    report = generate(corpora()["biology"], tmp_path / "bench", n=3, notify=said.append)
    assert report.examples == 3
    corpus = Corpus.open(tmp_path / "bench-corpus")
    assert said[0].startswith(f"{tmp_path / 'bench-corpus'}: {len(corpus)} sources (")
    assert validate(Benchmark.open(tmp_path / "bench")) == []
    again = generate(corpora()["biology"], tmp_path / "bench", n=3)
    assert (again.examples, again.attempts) == (3, 0)


def test_other_documents_leave_the_corpus_of_the_benchmark_as_it_is(tmp_path: Path) -> None:
    """Else the benchmark that was made of it could not be measured any more."""
    documents, bench, corpus = tmp_path / "documents", tmp_path / "bench", tmp_path / "bench-corpus"
    documents.mkdir()
    rows = [f"{'Sun' if at % 3 else 'Sat'},{at + 7}.5,{at % 9 + 1}" for at in range(50)]
    (documents / "Tips of a week.csv").write_text("\n".join(["day,bill,tip", *rows]), encoding="utf-8")
    generate(documents, bench, n=3)
    files = ("manifest.json", "sources.parquet", "documents.parquet", "drops.jsonl")
    before = {name: (corpus / name).read_bytes() for name in files}
    (documents / "more.md").write_text("# More\n\n" + "Cells of a new kind were found in the lake. " * 9, "utf-8")
    with pytest.raises(BenchmarkError, match="was begun with other documents than"):
        generate(documents, bench, n=3)
    assert {name: (corpus / name).read_bytes() for name in files} == before
    EvaluationTarget.open(bench)
    generate(documents, tmp_path / "new", n=3)
    assert (tmp_path / "new-corpus" / "manifest.json").read_bytes() != before["manifest.json"]
    (documents / "more.md").unlink()
    generate(documents, bench, n=4)


def test_a_folder_without_a_document_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="empty"):
        generate(tmp_path / "empty", tmp_path / "bench")
    assert not (tmp_path / "bench").exists()


def test_a_benchmark_is_not_taken_for_documents(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"kind": "benchmark"}')
    with pytest.raises(CorpusError, match="is not a corpus"):
        generate(tmp_path, tmp_path / "bench")


def test_one_table_is_enough_for_ten_questions(tmp_path: Path) -> None:
    rows = [f"{'Sun' if at % 3 else 'Sat'},{at + 7}.5,{at % 9 + 1}" for at in range(250)]
    (tmp_path / "Tips of a week.csv").write_text("\n".join(["day,bill,tip", *rows]), encoding="utf-8")
    report = generate(tmp_path / "Tips of a week.csv", tmp_path / "bench", n=20)
    assert report.filled or sum(cell.committed for cell in report.cells) >= 10
    questions = {example.question: example.answer for example in Benchmark.open(tmp_path / "bench").examples}
    assert any("Tips of a week" in question and answer == "256.5" for question, answer in questions.items())


def test_a_table_that_gives_no_question_says_why(tmp_path: Path) -> None:
    (tmp_path / "yeast.csv").write_text("x1,x2\n" + "\n".join(f"{at},{at * 7 % 5}" for at in range(30)), "utf-8")
    with pytest.raises(UsageError, match="1 of 1 tables gave no fact: 1 whose headers are codes, not words"):
        generate(tmp_path / "yeast.csv", tmp_path / "bench")
