"""BEIR, TREC and CSV: what each file says, and what comes back."""

from __future__ import annotations

import csv
from pathlib import Path

from exported import AGES, EXAMPLES, PICTURES, SOURCES, benchmark, records

from benchwright.benchmark.store import Benchmark
from benchwright.evaluate.run_files import read_qrels
from benchwright.records import dump_line
from benchwright.workflows.export import export
from benchwright.workflows.importing import import_benchmark

GRADES = {
    "what ails": {"elm": 1, "yew": 0},
    "old": {"ages": 1, "green": 0, "elm": 0},
    "colours": {"green": 1, "red": 1},  # beech proves an undecided answer
    "hop": {"yew": 1, "ages": 1},
    "=oak": {"our notes": 1},
    "shown": {"green": 1, "red": 0, "yew": 0},
}


def test_beir_comes_back_with_the_same_questions(tmp_path: Path) -> None:
    report = export(benchmark(tmp_path), tmp_path / "out", "beir")
    assert report.questions == {"test": 6}
    assert read_qrels(tmp_path / "out/qrels/test.tsv") == GRADES
    documents = {one["_id"]: one for one in records(tmp_path / "out/corpus.jsonl")}
    assert list(documents) == [source.id for source in SOURCES]
    assert documents["elm"]["text"] == SOURCES[0].text
    assert (documents["our notes"]["text"], documents["our notes"]["title"]) == ("", "Notes")
    assert documents["elm"]["metadata"]["licence"] == "CC BY-SA 4.0"
    queries = records(tmp_path / "out/queries.jsonl")
    assert queries[0]["metadata"]["answers"] == [["a disease", "disease"]]
    import_benchmark(tmp_path / "out", tmp_path / "again", "beir")
    again = Benchmark.open(tmp_path / "again").examples
    assert [(one.id, one.question) for one in again] == [(one.id, one.question) for one in EXAMPLES]
    assert [set(one.sources) for one in again] == [set(one.sources) for one in EXAMPLES]


def test_trec_encodes_ids_alike_in_all_files(tmp_path: Path) -> None:
    export(benchmark(tmp_path), tmp_path / "out", "trec")
    lines = (tmp_path / "out/qrels.test.txt").read_text("utf-8").splitlines()
    assert lines[:2] == ["what%20ails 0 elm 1", "what%20ails 0 yew 0"]
    topics = dict(line.split("\t") for line in (tmp_path / "out/topics.test.tsv").read_text("utf-8").splitlines())
    assert topics["what%20ails"] == "What ails the elm?"
    assert {line.split()[0] for line in lines} == set(topics)
    documents = {one["id"]: one["contents"] for one in records(tmp_path / "out/documents.jsonl")}
    assert {line.split()[2] for line in lines} <= set(documents)
    assert documents["our%20notes"] == "Notes"
    assert documents["yew"] == "Yew\nThe yew stands in churchyards."


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_csv_holds_every_span_and_every_image(tmp_path: Path) -> None:
    export(benchmark(tmp_path), tmp_path / "out", "csv")
    questions = rows(tmp_path / "out/questions.csv")
    assert [one["id"] for one in questions] == ["what ails", "old", "colours", "hop", "'=oak", "shown"]
    assert questions[4]["question"] == 'How old is the "oak" in our yard?'
    answers = rows(tmp_path / "out/answers.csv")
    assert [(one["text"], one["decided"]) for one in answers if one["question"] == "colours"] == [
        ("elm", "1"), ("yew", "1"), ("beech", "0"),
    ]  # fmt: skip
    assert next(one["text"] for one in answers if one["question"] == "shown") == "-5"  # a number is no formula
    spans = rows(tmp_path / "out/evidence.csv")
    assert len(spans) == 9
    assert (spans[0]["start"], spans[0]["end"]) == ("21", "30")
    assert [one["cells"] for one in spans if one["read"] == "cell"] == ["[[1,1]]", "[[1,1]]"]
    judged = rows(tmp_path / "out/judgements.csv")
    assert {one["source"]: one["role"] for one in judged if one["question"] == "old"} == {
        "ages": "gold", "green": "distractor", "elm": "distractor",
    }  # fmt: skip
    sources = {one["id"]: one for one in rows(tmp_path / "out/sources.csv")}
    assert sources["ages"]["table"] == dump_line(AGES.to_json())
    assert (sources["our notes"]["text"], sources["our notes"]["passed_on"]) == ("", "0")
    assert {name: (tmp_path / "out" / sources[name]["image"]).read_bytes() for name in PICTURES} == PICTURES
