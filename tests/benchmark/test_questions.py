from __future__ import annotations

from pathlib import Path

import pytest
from toymaker import toy_makers, toy_plan

from benchwright.benchmark.questions import Selection
from benchwright.benchmark.store import Benchmark
from benchwright.errors import BenchmarkError, UsageError
from benchwright.records import Answer, Example, Image, Modalities, Modality, Origin, Place, Source
from benchwright.workflows.generate import generate


def example(id: str, style: str, modalities: str, sources: tuple[str, ...], **columns: str) -> Example:
    return Example(
        id=id,
        question=f"What is <b>{id}</b>?",
        answers=(Answer("one"), Answer("two")),
        style=style,
        modalities=Modalities.parse(modalities),
        sources=sources,
        distractors=("t9",),
        entity="it",
        family="look_up",
        checks=(),
        origin=Origin("derive", "{}", 0, 13),
        columns=columns,
    )


SOURCES = {
    "p1": Source("p1", Modality.TEXT, "P", "words", Place("a.md")),
    "t9": Source("t9", Modality.TABLE, "T", "a | b", Place("b.md")),
    "i1": Source("i1", Modality.IMAGE, "I", "", Place("a.md"), image=Image("ab12", "png", 4, 4)),
}


@pytest.fixture
def questions(tmp_path: Path) -> Selection:
    examples = (
        example("aa1", "numerical", "text", ("p1",), level="hard"),
        example("ab2", "compound", "text+image", ("p1", "i1")),
        example("bc3", "compound", "table", ("t9",)),
    )
    return Selection(tmp_path, examples, SOURCES)


def test_a_benchmark_is_a_sequence_of_its_examples(questions: Selection) -> None:
    assert len(questions) == 3
    assert [one.id for one in questions] == ["aa1", "ab2", "bc3"]
    assert questions[-1].id == "bc3"
    assert questions["b"].id == "bc3"
    assert questions[0] in questions
    assert [one.id for one in questions[1:]] == ["ab2", "bc3"]


def test_a_selection_does_not_pass_for_its_whole_benchmark(questions: Selection) -> None:
    with pytest.raises(UsageError, match="has no folder of its own"):
        Path(questions)


def test_an_id_that_is_not_there_or_not_clear_is_refused(questions: Selection) -> None:
    with pytest.raises(BenchmarkError, match="begin with 'a'"):
        questions["a"]
    with pytest.raises(BenchmarkError, match="has no example ''"):
        questions[""]


@pytest.mark.parametrize(
    ("condition", "ids"),
    [
        ({"style": "compound"}, ["ab2", "bc3"]),
        ({"style": ["compound", "numerical"]}, ["aa1", "ab2", "bc3"]),
        ({"modality": "text"}, ["aa1", "ab2"]),
        ({"modality": Modality.IMAGE}, ["ab2"]),
        ({"modalities": "text"}, ["aa1"]),
        ({"modalities": Modalities(text=1, image=1)}, ["ab2"]),
        ({"document": "b.md"}, ["bc3"]),
        ({"style": "compound", "document": "a.md"}, ["ab2"]),
        ({"ids": ["bc3", "aa1"]}, ["aa1", "bc3"]),
        ({"where": lambda one: one.id > "ab"}, ["ab2", "bc3"]),
    ],
)
def test_a_filter_keeps_what_meets_every_condition(
    questions: Selection, condition: dict[str, object], ids: list[str]
) -> None:
    assert [one.id for one in questions.filter(**condition)] == ids  # type: ignore[arg-type]


def test_a_filter_by_something_that_no_question_has_is_refused(questions: Selection) -> None:
    with pytest.raises(UsageError) as caught:
        questions.filter(style="multihop")
    assert caught.value.line() == "no question has the style 'multihop' — there are: compound, numerical"


def test_sources_and_images_of_a_question_come_in_one_call(questions: Selection) -> None:
    assert [one.id for one in questions.sources_of("ab2")] == ["p1", "i1"]
    assert questions.images_of("ab2") == {"i1": questions.path / "images/ab12.png"}
    assert questions.images_of(questions[0]) == {}


def test_a_table_has_one_row_a_question(questions: Selection) -> None:
    frame = questions.filter(style="compound").to_pandas()
    assert list(frame["id"]) == ["ab2", "bc3"]
    assert list(frame["modalities"]) == ["text+image", "table"]
    assert list(frame["answer"]) == ["one; two"] * 2
    assert [list(one) for one in frame["documents"]] == [["a.md"], ["b.md"]]
    assert questions.to_arrow()["level"].to_pylist() == ["hard", None, None]


def test_polars_reads_the_same_table(questions: Selection) -> None:
    pytest.importorskip("polars")
    assert questions.to_polars()["id"].to_list() == ["aa1", "ab2", "bc3"]


def test_it_is_shown_in_one_line_and_escaped_in_notebooks(questions: Selection) -> None:
    assert repr(questions) == f"<Selection {questions.path}: 3 questions (2 compound, 1 numerical)>"
    assert repr(questions[:1]).endswith(": 1 question (1 numerical)>")
    page = questions._repr_html_()
    assert "What is &lt;b&gt;aa1&lt;/b&gt;?" in page
    assert "<b>" not in page


def test_an_opened_folder_is_read_in_the_same_way(tmp_path: Path) -> None:
    generate(toy_plan(tmp_path), tmp_path / "bench", makers=toy_makers())
    bench = Benchmark.open(str(tmp_path / "bench"))
    assert len(bench) == len(bench.examples) > 0
    assert bench.to_arrow()["id"].to_pylist() == [one.id for one in bench]
    assert repr(bench).startswith(f"<Benchmark {bench.path}: {len(bench)} questions (")
