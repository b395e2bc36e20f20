"""Published benchmarks become folders of ours; what is wrong with them is told."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from published import beir, node, ottqa, traced, write_lines

from benchwright.benchmark import store
from benchwright.benchmark.store import Benchmark
from benchwright.cli import main
from benchwright.errors import BenchmarkError, UsageError
from benchwright.evaluate.gold import gold_of
from benchwright.plan import read_plan
from benchwright.records import Modalities, Span
from benchwright.workflows import importing
from benchwright.workflows.importing import import_benchmark
from benchwright.workflows.validate import validate

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))


def test_beir_becomes_a_benchmark(tmp_path: Path) -> None:
    report = import_benchmark(beir(tmp_path / "beir"), tmp_path / "bench", "beir")
    assert (report.questions, report.sources["text"], report.whole, report.fresh) == (2, 4, True, True)
    assert (report.dropped, report.left_out) == ({}, {"not-in-split": 1})
    bench = Benchmark.open(tmp_path / "bench")
    first, second = bench.examples
    assert (first.id, first.question, first.answers, first.style) == ("q1", "How do bees talk?", (), "imported")
    assert (first.sources, first.grades, first.modalities) == (("d1", "4"), {"d1": 2}, Modalities(text=2))
    assert (second.sources, second.grades) == (("d2",), {})
    assert set(bench.sources) == {"d1", "d2", "4"}
    assert read_plan(bench.path / "plan.yaml").corpus_path == bench.path / "corpus"
    assert validate(bench.path) == []


def test_ottqa_keeps_every_place_of_an_answer(tmp_path: Path) -> None:
    report = import_benchmark(ottqa(tmp_path / "ottqa"), tmp_path / "bench", "ottqa")
    assert (report.questions, report.left_out, report.whole) == (2, {"no-trace": 1}, True)
    bench = Benchmark.open(tmp_path / "bench")
    first, second = bench.examples
    assert first.sources == ("Clubs_0", "/wiki/Genk")
    cell, words = first.answers[0].evidence[0]
    assert cell == Span("Clubs_0", "cell", cells=((0, 0),))
    assert bench.sources["/wiki/Genk"].text[words.start : words.end] == "1988"
    assert second.modalities == Modalities(table=1)
    table_alone, with_passage = second.answers[0].evidence
    assert table_alone == (Span("Clubs_0", "cell", cells=((1, 1),)),)
    # "5" is not in the passage: the trace says that it is there, not where.
    assert with_passage[1] == Span("/wiki/Ghent", "text", 0, len("Ghent was founded in 1900 ."))
    gold = gold_of("b", "f", bench.examples, _Documents())
    assert [question.gold_sets for question in gold] == [
        (frozenset({"Clubs_0", "/wiki/Genk"}),),
        (frozenset({"Clubs_0"}),),
    ]
    assert validate(bench.path) == []


class _Documents:
    def document(self, source_id: str, /) -> str:
        return source_id


def test_what_cannot_be_used_is_counted_and_listed(tmp_path: Path) -> None:
    queries = [
        {"_id": "q1", "text": "one"}, {"_id": "q1", "text": "one again"}, {"_id": "q2", "text": "two"},
        {"_id": 7, "text": "a number is an id too"},
    ]  # fmt: skip
    qrels = "q1\td1\t1\nq1\td1\t3\nq1\tgone\t1\nq2\td2\t0\nq9\td1\t1\n7\td3\t1\n"
    folder = beir(tmp_path / "beir", queries=queries, qrels=qrels)
    report = import_benchmark(folder, tmp_path / "bench", "beir")
    assert report.dropped == {
        "id-repeated": 1,
        "judged-twice": 1,
        "no-relevant": 1,
        "unknown-query": 1,
        "unknown-source": 1,
    }
    assert not report.whole
    examples = Benchmark.open(tmp_path / "bench").examples
    assert [(one.id, one.sources, one.grades) for one in examples] == [("q1", ("d1",), {"d1": 3}), ("7", ("d3",), {})]
    listed = [json.loads(line) for line in (tmp_path / "bench/drops.jsonl").read_text("utf-8").splitlines()]
    assert {
        "document": "qrels/test.tsv",
        "reason": "unknown-query",
        "detail": "'q9' is not in queries.jsonl",
        "text": "",
    } in listed
    assert len(listed) == 5


def test_ottqa_s_lost_passages_tables_and_repeats_are_counted(tmp_path: Path) -> None:
    questions = [
        traced("a", "one ?", "5", [node(1, 1, None), node(0, 0, "/wiki/Gone")]),
        traced("a", "again ?", "5", [node(1, 1, None)]),
        traced("b", "two ?", "5", [node(0, 0, "/wiki/Gone")]),
        traced("c", "three ?", "5", [node(0, 0, None)], table="Gone_0"),
        traced("d", "four ?", "5", [node(9, 9, None)]),
    ]
    report = import_benchmark(ottqa(tmp_path / "ottqa", questions), tmp_path / "bench", "ottqa")
    assert report.dropped == {"id-repeated": 1, "no-evidence": 1, "unknown-passage": 2, "unknown-source": 1}
    examples = Benchmark.open(tmp_path / "bench").examples
    assert [one.id for one in examples] == ["a", "d"]
    # A cell that the table has not is no place: the whole table stands for it.
    assert examples[1].answers[0].evidence[0][0].read == "text"
    assert validate(tmp_path / "bench") == []


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda at: beir(at, queries=[{"_id": "q1", "text": "one"}, "{oops"]), "queries.jsonl, line 2 is not JSON"),
        (lambda at: beir(at, queries=["[1]"]), "queries.jsonl, line 1 is not a JSON object"),
        (lambda at: beir(at, queries=[{"text": "one"}]), "queries.jsonl, line 1 has no _id"),
        (lambda at: beir(at, queries=[{"_id": "q1", "text": " "}]), "queries.jsonl, line 1 has no text"),
        (lambda at: beir(at, qrels="q1\td1\t1.0\n"), "test.tsv, line 1 has the score '1.0', which is not"),
        (lambda at: beir(at, qrels="a\tb\tc\nq1\td1\n"), "test.tsv, line 2 has 2 columns between tabs, not 3"),
        (lambda at: beir(at, qrels="a\tb\tc\nq1\td1\tmuch\n"), "test.tsv, line 2 has the score 'much'"),
        (lambda at: beir(at, qrels="\td1\t1\n"), "has 2 columns"),
        (lambda at: beir(at, qrels="q9\td1\t1\n"), "no question of .* can be used"),
    ],
)  # fmt: skip
def test_a_malformed_file_is_told_by_its_line(tmp_path: Path, make: Callable[[Path], Path], message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        import_benchmark(make(tmp_path / "beir"), tmp_path / "bench", "beir")
    assert "\n" not in caught.value.line()
    assert not Benchmark.open(tmp_path / "bench").complete


def test_ottqa_s_nodes_must_be_nodes(tmp_path: Path) -> None:
    for number, nodes in enumerate(("x", [["a", [0], None, "table"]], [["a", [0, 0], None, "passage"]], [[]])):
        folder = ottqa(tmp_path / str(number), [traced("a", "one ?", "5", nodes)])  # type: ignore[arg-type]
        with pytest.raises(UsageError, match=r"questions\.jsonl, line 1 has an answer-node that is"):
            import_benchmark(folder, tmp_path / f"bench{number}", "ottqa")


def test_folders_that_are_not_of_the_format_are_refused(tmp_path: Path) -> None:
    folder = beir(tmp_path / "beir")
    for format, split, message in (
        ("bier", "", "unknown format 'bier'"),
        ("ottqa", "", "is not a folder of OTT-QA"),
        ("beir", "train", "has no split 'train'"),
    ):
        with pytest.raises(UsageError, match=message):
            import_benchmark(folder, tmp_path / "bench", format, split=split)
    shutil.copy(folder / "qrels/test.tsv", folder / "qrels/dev.tsv")
    assert import_benchmark(folder, tmp_path / "dev", "beir", split="dev").questions == 2
    (folder / "qrels/test.tsv").rename(folder / "qrels/train.tsv")
    with pytest.raises(UsageError, match="has several splits"):
        import_benchmark(folder, tmp_path / "bench", "beir")
    assert not (tmp_path / "bench").exists()


def test_the_same_again_does_nothing_and_another_import_is_refused(tmp_path: Path) -> None:
    folder = beir(tmp_path / "beir")
    import_benchmark(folder, tmp_path / "bench", "beir")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "bench").rglob("*") if path.name != ".lock"}
    assert not import_benchmark(folder, tmp_path / "bench", "beir").fresh
    assert {path: path.stat().st_mtime_ns for path in before} == before
    with pytest.raises(BenchmarkError, match="was imported otherwise: its limit differs"):
        import_benchmark(folder, tmp_path / "bench", "beir", limit=1)
    (tmp_path / "own").mkdir()
    (tmp_path / "own/thesis.txt").write_text("mine")
    with pytest.raises(BenchmarkError, match=r"holds something else \(thesis.txt\)"):
        import_benchmark(folder, tmp_path / "own", "beir")
    assert import_benchmark(folder, tmp_path / "one", "beir", limit=1).questions == 1


@pytest.mark.parametrize("at", ["ingest_paths", "write_atomic", "finish", "InputFingerprints"])
def test_a_stopped_import_looks_unfinished_and_the_same_command_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    folder = beir(tmp_path / "beir")
    import_benchmark(folder, tmp_path / "whole", "beir")

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(importing, at, stop)
        with pytest.raises(KeyboardInterrupt):
            import_benchmark(folder, tmp_path / "bench", "beir")
    assert not Benchmark.open(tmp_path / "bench").complete
    assert validate(tmp_path / "bench") != []
    import_benchmark(folder, tmp_path / "bench", "beir")
    for name in ("examples.jsonl", "sources.parquet", "drops.jsonl", "corpus/sources.parquet"):
        assert (tmp_path / "bench" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("examples.jsonl", "examples.jsonl: is not as it was written"),
        ("drops.jsonl", "drops.jsonl: is not as it was written"),
        ("corpus/sources.parquet", "corpus"),
        ("corpus/manifest.json", "corpus: "),
    ],
)
def test_validate_catches_damage_of_an_import(tmp_path: Path, name: str, fault: str) -> None:
    import_benchmark(beir(tmp_path / "beir"), tmp_path / "bench", "beir")
    path = tmp_path / "bench" / name
    data = bytearray(path.read_bytes())
    at = data.find(b'"fingerprint"') + 20 if name.endswith("manifest.json") else len(data) // 2
    data[at] ^= 1
    path.write_bytes(data)
    assert any(str(one).startswith(fault) for one in validate(tmp_path / "bench"))
    path.unlink()
    assert any(one.where in (name, "corpus", f"corpus/{name}") for one in validate(tmp_path / "bench"))


def test_validate_catches_references_and_grades_that_are_wrong(tmp_path: Path) -> None:
    import_benchmark(beir(tmp_path / "beir"), tmp_path / "bench", "beir")
    path = tmp_path / "bench/examples.jsonl"
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    lines[0]["grades"] = {"d2": 2, "d1": 0}
    lines[1]["sources"] = []
    write_lines(path, lines)
    said = {str(one) for one in validate(tmp_path / "bench")}
    assert "q1: grades 'd2', which is none of its sources" in said
    assert "q1: grades 'd1' with 0, and a source's grade is 1 at least" in said
    assert "q2: has no source" in said
    lines[1]["sources"] = ["gone"]
    write_lines(path, lines)
    assert "q2: source 'gone' is not in its corpus" in {str(one) for one in validate(tmp_path / "bench")}


def test_the_command_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = beir(tmp_path / "beir", qrels="q1\td1\t1\nq2\tgone\t1\n")
    command = ["import", str(folder), "--format", "beir", "--split", "test", "--to", str(tmp_path / "bench")]
    assert main(command) == 1
    out = capsys.readouterr().out
    assert "1 questions over 4 sources (4 text, 0 table, 0 image)" in out
    assert "dropped 1 unknown-source" in out
    assert "left out 1 not-in-split" in out
    assert main(["validate", str(tmp_path / "bench")]) == 0
    assert main(["show", str(tmp_path / "bench")]) == 0
    drops = tmp_path / "bench" / "drops.jsonl"
    assert capsys.readouterr().out.splitlines() == [
        "evidence of 1 question is checked for its position only: their facts are not stored",
        "sound",
        "bench: 1 questions, imported (beir, split test)",
        "",
        "questions by modalities of their evidence:",
        "      1  text",
        "",
        f"dropped (each is listed in {drops}):",
        "      1  no-relevant",
        "      1  unknown-source",
        "",
        f"left out by the format (each is listed in {drops}):",
        "      1  not-in-split",
    ]
    assert main(["show", str(tmp_path / "bench"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["imported"] == {
        "format": "beir",
        "split": "test",
        "modalities": {"text": 1},
        "dropped": {"no-relevant": 1, "unknown-source": 1},
        "left_out": {"not-in-split": 1},
    }
    assert main(["generate", str(tmp_path / "bench/plan.yaml"), "--to", str(tmp_path / "more")]) == 2
    assert "asks for no question" in capsys.readouterr().err
    assert main(["import", str(tmp_path / "nowhere"), "--format", "beir", "--to", str(tmp_path / "b2"), "--json"]) == 2
    assert "is no folder" in capsys.readouterr().err


@pytest.mark.skipif(not (DATA / "scifact/beir").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_scifact_s_bm25_is_anserini_s(tmp_path: Path) -> None:
    """nDCG@10 of BM25 (k1 0.9, b 0.4, title and text as one field): 0.6789 in Anserini's regressions."""
    from ir_measures import Qrel, ScoredDoc, calc_aggregate, nDCG
    from lexicon import ask

    from benchwright.corpus.store import Corpus
    from benchwright.evaluate.retrievers.base import Query, RetrieverContext
    from benchwright.evaluate.retrievers.spec import open_retriever

    report = import_benchmark(DATA / "scifact/beir", tmp_path / "bench", "beir")
    assert (report.questions, report.sources["text"], report.whole) == (300, 5183, True)
    corpus, bench = Corpus.open(tmp_path / "bench/corpus"), Benchmark.open(tmp_path / "bench")
    gold = gold_of("scifact", "f", bench.examples, corpus)
    run = ask(open_retriever("bm25", RetrieverContext(corpus, gold)), [Query(one.id, one.text) for one in gold], 100)
    docs = [
        ScoredDoc(id, source, score)
        for id in run.questions
        for source, score in zip(run.sources[run.hits(id)], run.scores[run.hits(id)].tolist(), strict=True)
    ]
    qrels = [Qrel(one.id, source, 1) for one in gold for source in one.evidence]
    measured = calc_aggregate([nDCG @ 10], qrels, docs)[nDCG @ 10]
    assert measured == pytest.approx(0.6789, abs=0.005)


@pytest.mark.skipif(not (DATA / "ottqa/small").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_ottqa_s_own_questions_come_over(tmp_path: Path) -> None:
    report = import_benchmark(DATA / "ottqa/small", tmp_path / "bench", "ottqa")
    assert (report.questions, report.dropped, report.left_out) == (136, {}, {})
    assert validate(tmp_path / "bench") == []
    assert store.CORPUS in {path.name for path in (tmp_path / "bench").iterdir()}
