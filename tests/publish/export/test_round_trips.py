"""SQuAD, WebQA and MultiModalQA: what is written is imported again with the same questions and answers."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from exported import AGES, EXAMPLES, PICTURES, SOURCES, asked, benchmark, records
from exported import text as passage
from hypothesis import given, settings
from hypothesis import strategies as st

from benchwright.benchmark.importers import get_importer
from benchwright.benchmark.store import Benchmark
from benchwright.corpus.store import write_corpus
from benchwright.evaluate.gold import Gold
from benchwright.publish.export import ExportData, ExportFolder, get_exporter
from benchwright.readers.base import InputFile, Limits
from benchwright.records import Answer, Example, Source, Span
from benchwright.workflows.export import export
from benchwright.workflows.importing import import_benchmark

BY_ID = {one.id: one for one in EXAMPLES}


def test_squad_holds_words_of_one_passage(tmp_path: Path) -> None:
    report = export(benchmark(tmp_path), tmp_path / "out", "squad", include_unlicensed=True)
    assert report.questions == {"dev": 2}
    assert report.left_out == {"not-one-text": 3, "several-answers": 1}
    data = json.loads((tmp_path / "out/dev-v2.0.json").read_text("utf-8"))
    assert [one["title"] for one in data["data"]] == ["Elm", "Notes"]
    (paragraph,) = data["data"][0]["paragraphs"]
    assert paragraph["context"] == SOURCES[0].text
    assert paragraph["qas"][0]["answers"] == [
        {"text": "a disease", "answer_start": 21},
        {"text": "disease", "answer_start": 23},
    ]
    import_benchmark(tmp_path / "out", tmp_path / "again", "squad")
    again = Benchmark.open(tmp_path / "again")
    assert [one.id for one in again.examples] == ["what ails", "=oak"]
    for one in again.examples:
        before = BY_ID[one.id].answers[0]
        assert (one.question, one.answers[0].text) == (BY_ID[one.id].question, before.text)
        assert one.answers[0].aliases == before.aliases
        assert one.answers[0].evidence[0][0].start == before.evidence[0][0].start


def test_an_answer_that_is_not_in_its_text_is_left_out(tmp_path: Path) -> None:
    answers = [Answer("an illness", ("disease",), ((Span("elm", "text", 0, 10),),))]
    bench = benchmark(tmp_path, [asked("a", "What?", "information-extraction", answers), EXAMPLES[0]])
    report = export(bench, tmp_path / "out", "squad")
    assert report.left_out == {"answer-not-in-text": 1}
    assert records(tmp_path / "out/left_out.jsonl") == [{"id": "a", "reason": "answer-not-in-text"}]


def test_webqa_comes_back_with_its_facts_and_pictures(tmp_path: Path) -> None:
    report = export(benchmark(tmp_path), tmp_path / "out", "webqa", include_unlicensed=True)
    assert (report.questions, report.left_out) == ({"dev": 5}, {"several-answers": 1})
    lines = (tmp_path / "out/imgs.tsv").read_bytes().splitlines()
    assert [base64.b64decode(line.split(b"\t")[1]) for line in lines] == list(PICTURES.values())
    starts = [int(line) for line in (tmp_path / "out/imgs.lineidx").read_text().split()]
    assert starts == [0, len(lines[0]) + 1]
    imported = import_benchmark(tmp_path / "out", tmp_path / "again", "webqa")
    assert imported.whole
    again = Benchmark.open(tmp_path / "again")
    names = {"30000000": "green", "30000001": "red"}
    for one in again.examples:
        before = BY_ID[one.id]
        assert (one.question, one.answers[0].text) == (before.question, before.answers[0].text)
        assert one.answers[0].aliases == before.answers[0].aliases
        assert {names.get(id, id) for id in one.sources} == set(before.sources)
        assert {names.get(id, id) for id in one.distractors} == set(before.distractors)
    assert [one.id for one in again.examples] == ["what ails", "old", "hop", "=oak", "shown"]
    assert again.examples[0].columns["topic"] == "trees"
    pictures = {names[one.id]: again.image_path(one).read_bytes() for one in again.sources.values() if one.image}
    assert pictures == PICTURES


def test_mmqa_comes_back_with_tables_cells_and_pictures(tmp_path: Path) -> None:
    report = export(benchmark(tmp_path), tmp_path / "out", "mmqa", include_unlicensed=True)
    assert (report.questions, report.left_out) == ({"dev": 6}, {})
    imported = import_benchmark(tmp_path / "out", tmp_path / "again", "mmqa")
    assert imported.whole
    again = Benchmark.open(tmp_path / "again")
    for one, before in zip(again.examples, EXAMPLES, strict=True):
        assert (one.id, one.question) == (before.id, before.question)
        assert [answer.text for answer in one.answers] == [answer.text for answer in before.answers]
        assert (set(one.sources), set(one.distractors)) == (set(before.sources), set(before.distractors))
        assert one.modalities == before.modalities
    assert again.examples[1].answers[0].evidence == ((Span("ages", "cell", cells=((1, 1),)),),)
    assert again.examples[3].style == "multi-hop"
    table = again.sources["ages"]
    assert (table.title, table.table) == ("Trees — Ages", AGES)
    pictures = {one.id: again.image_path(one).read_bytes() for one in again.sources.values() if one.image}
    assert pictures == PICTURES
    assert imported.sources == {"text": 4, "table": 1, "image": 2}  # the beech, which nobody asks about, among them


words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12)


@st.composite
def questions(draw: st.DrawFn) -> tuple[Sequence[Example], Sequence[Source]]:
    """Questions over one text each, whose answer stands in it, with texts in any script."""
    texts = draw(st.lists(st.lists(words, min_size=2, max_size=6), min_size=1, max_size=4))
    sources = [
        passage(f"s{number}", f"T{number}", " ".join(parts), document=f"d{number}")
        for number, parts in enumerate(texts)
    ]
    listed = []
    for number, (source, parts) in enumerate(zip(sources, texts, strict=True)):
        answer = draw(st.sampled_from(parts))
        at = source.text.index(answer)
        span = Span(source.id, "text", at, at + len(answer))
        one = asked(f"q{number}", draw(words) + "?", "information-extraction", [])
        answers = (Answer(answer, (), ((span,),)),)
        listed.append(Example(**{**{name: getattr(one, name) for name in one.__slots__},
                                 "answers": answers, "sources": (source.id,)}))  # fmt: skip
    return listed, sources


@pytest.mark.parametrize("format", ["squad", "webqa", "mmqa"])
@settings(max_examples=15)
@given(questions())
def test_any_words_come_back(format: str, made: tuple[Sequence[Example], Sequence[Source]]) -> None:
    examples, sources = made
    importer = get_importer(format)
    with TemporaryDirectory() as name:
        folder = Path(name)
        bench = Benchmark(folder, {"complete": True, "name": "words"})
        bench.__dict__["examples"] = tuple(examples)
        bench.__dict__["sources"] = {source.id: source for source in sources}
        data = ExportData(bench, None, Gold("b", "", ()), {"dev": tuple(examples)})
        (folder / "out").mkdir()
        get_exporter(format).write(data, ExportFolder(folder / "out"))
        file = InputFile(folder / "out", "out", folder)
        read = [one for one in importer.reader.read(file, Limits()) if isinstance(one, Source)]
        corpus = write_corpus(folder / "corpus", read, [])
        found = importer.read(folder / "out", importer.files(folder / "out", ""), corpus)
    assert found.drops == ()
    told = {one.id: (one.question, one.answers[0].text) for one in found.examples}
    assert told == {one.id: (one.question, one.answers[0].text) for one in examples}
