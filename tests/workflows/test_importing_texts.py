"""HotpotQA, SQuAD and NQ-open become benchmarks; samples are drawn evenly over styles and modalities."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.benchmark.importers.base import cell_key
from benchwright.benchmark.importers.even_sample import even_sample, kinds_of
from benchwright.benchmark.store import Benchmark
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.records import Answer, Example, Modalities, Origin, Span
from benchwright.workflows.importing import import_benchmark
from benchwright.workflows.validate import validate

ELM = ["Elm", ["The elm is a tree.", " It grows in parks."]]
YEW = ["Yew", ["The yew is a tree.", " It grows for 2,000 years."]]
OAK = ["Oak", ["The oak is a tree."]]


def hotpot(id: str, answer: str = "yes", **fields: object) -> dict[str, object]:
    known: dict[str, object] = {
        "_id": id, "question": f"Question {id}?", "answer": answer, "type": "comparison", "level": "hard",
        "supporting_facts": [["Elm", 1], ["Yew", 1]], "context": [ELM, OAK, YEW],
    }  # fmt: skip
    return {**known, **fields}


def hotpotqa(folder: Path, *questions: object, name: str = "hotpot_dev_distractor_v1.json") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(json.dumps(list(questions)))
    return folder


def squad(folder: Path, *paragraphs: object) -> Path:
    folder.mkdir(exist_ok=True)
    data = {"version": "1.1", "data": [{"title": "Old_Trees", "paragraphs": list(paragraphs)}]}
    (folder / "dev-v1.1.json").write_text(json.dumps(data))
    return folder


def asked(id: str, *answers: tuple[str, int]) -> dict[str, object]:
    return {"id": id, "question": f"{id}?", "answers": [{"text": text, "answer_start": at} for text, at in answers]}


def test_hotpotqa_becomes_a_benchmark(tmp_path: Path) -> None:
    bridge = hotpot("b", "Yew", type="bridge", supporting_facts=[["Yew", 0]])
    report = import_benchmark(hotpotqa(tmp_path / "h", hotpot("a"), bridge), tmp_path / "bench", "hotpotqa")
    assert (report.questions, dict(report.sources), report.whole) == (2, {"text": 3, "table": 0, "image": 0}, True)
    first, second = Benchmark.open(tmp_path / "bench").examples
    assert (first.style, first.sources, first.distractors) == ("comparison", ("Elm", "Yew"), ("Oak",))
    assert first.answers == (Answer("yes", (), ((Span("Elm", "text", 19, 37), Span("Yew", "text", 19, 44)),)),)
    assert first.columns == {"type": "comparison", "level": "hard"}
    assert (second.style, second.modalities) == ("multi-hop", Modalities(text=1))
    corpus = Corpus.open(tmp_path / "bench" / "corpus")
    assert corpus.source("Yew").text[19:44] == "It grows for 2,000 years."
    assert validate(tmp_path / "bench") == []


def test_what_of_hotpotqa_cannot_be_used_is_counted(tmp_path: Path) -> None:
    blind = hotpot("c")
    del blind["answer"]
    other = hotpot("d", context=[["Elm", ["Another elm."]], YEW], supporting_facts=[["Elm", 0], ["Yew", 0]])
    lost = hotpot("e", supporting_facts=[["Ash", 0], ["Elm", 9]])
    report = import_benchmark(
        hotpotqa(tmp_path / "h", hotpot("a"), blind, other, lost, 7, hotpot("a")), tmp_path / "bench", "hotpotqa"
    )
    assert (report.left_out, report.dropped) == ({"no-trace": 2}, {"bad-record": 1, "id-repeated": 1})
    assert report.corpus_drops == {"bad-record": 1, "fact-differs": 1}
    _, second = Benchmark.open(tmp_path / "bench").examples
    assert second.answers[0].evidence[0][0] == Span("Elm", "text", 0, 37)  # in other words here: the whole paragraph
    assert validate(tmp_path / "bench") == []


def in_columns(question: dict[str, object]) -> dict[str, object]:
    """The question in the form of Hugging Face; a single sentence stands without a list, as some exports write it."""
    titles, sentences = zip(*question["context"], strict=True)  # type: ignore[call-overload]
    listed = [one if len(one) > 1 else one[0] for one in sentences]
    facts, numbers = zip(*question["supporting_facts"], strict=True)  # type: ignore[call-overload]
    columns = {
        "id": question["_id"],
        "context": {"title": list(titles), "sentences": listed},
        "supporting_facts": {"title": list(facts), "sent_id": list(numbers)},
    }
    return {name: value for name, value in {**question, **columns}.items() if name != "_id"}


def test_hotpotqa_in_the_form_of_hugging_face_is_the_same_benchmark(tmp_path: Path) -> None:
    questions = [hotpot("a"), hotpot("b", "Yew", type="bridge", supporting_facts=[["Yew", 0]])]
    import_benchmark(hotpotqa(tmp_path / "h", *questions), tmp_path / "lists", "hotpotqa")
    folder = hotpotqa(tmp_path / "c", *map(in_columns, questions))
    report = import_benchmark(folder, tmp_path / "columns", "hotpotqa")
    assert (report.questions, report.left_out, report.corpus_drops, report.whole) == (2, {}, {}, True)
    lists, columns = (Benchmark.open(tmp_path / name) for name in ("lists", "columns"))
    assert columns.examples == lists.examples
    assert columns.sources == lists.sources
    assert validate(tmp_path / "columns") == []


def test_hotpotqa_in_another_form_is_a_shortfall(tmp_path: Path) -> None:
    yew_too = [["Yew", 0]]
    questions = (
        hotpot("a"),
        hotpot("b", context={"title": ["Ash", "Fir"], "sentences": [["The ash is a tree."]]}),
        hotpot("c", context="The ash is a tree."),
        hotpot("d", supporting_facts={"title": ["Elm"], "sent_id": 1}),
        hotpot("e", supporting_facts=[["Elm", "1"], *yew_too]),
        hotpot("f", context=[YEW, ["Ash", [5]]], supporting_facts=yew_too),
        hotpot("g", supporting_facts=None),
    )
    report = import_benchmark(hotpotqa(tmp_path / "h", *questions), tmp_path / "bench", "hotpotqa")
    assert (report.questions, report.left_out, report.dropped) == (2, {"no-trace": 1}, {"bad-record": 4})
    assert report.corpus_drops == {"bad-record": 3}  # b, c, and one paragraph of f
    assert not report.whole
    assert [one.id for one in Benchmark.open(tmp_path / "bench").examples] == ["a", "f"]


def test_squad_becomes_a_benchmark(tmp_path: Path) -> None:
    text = "The yew grows for 2,000 years. The oak grows for 900 years."
    paragraphs = (
        {"context": text, "qas": [asked("a", ("2,000", 18), ("2,000 years", 18), ("2,000", 18)), asked("b")]},
        {"context": "The elm is a tree.", "qas": [asked("c", ("elm", 4))]},
    )
    report = import_benchmark(squad(tmp_path / "s", *paragraphs), tmp_path / "bench", "squad")
    assert (report.questions, report.left_out, report.dropped) == (2, {"no-answer": 1}, {})
    first, second = Benchmark.open(tmp_path / "bench").examples
    assert (first.style, first.sources) == ("information-extraction", ("Old_Trees#1",))
    evidence = ((Span("Old_Trees#1", "text", 18, 23),), (Span("Old_Trees#1", "text", 18, 29),))
    assert first.answers == (Answer("2,000", ("2,000 years",), evidence),)
    assert second.sources == ("Old_Trees#2",)
    assert validate(tmp_path / "bench") == []


def test_nq_open_has_answers_and_no_documents(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    folder.mkdir()
    rows = [{"question": "who wrote it", "answer": ["Ada", "Ada L."]}, {"question": "when", "answer": []}]
    (folder / "NQ-open.dev.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = import_benchmark(folder, tmp_path / "bench", "nq-open")
    assert (report.questions, sum(report.sources.values()), report.left_out) == (1, 0, {"no-answer": 1})
    (only,) = Benchmark.open(tmp_path / "bench").examples
    assert (only.id, only.answers, only.sources) == ("nq1", (Answer("Ada", ("Ada L.",)),), ())
    assert validate(tmp_path / "bench") == []


@pytest.mark.parametrize(
    ("format", "message"),
    [("hotpotqa", "is not a folder of HotpotQA"), ("squad", "is not a folder of SQuAD"), ("nq-open", "of NQ-open")],
)
def test_a_folder_of_another_kind_is_refused(tmp_path: Path, format: str, message: str) -> None:
    (tmp_path / "a.json").write_text('{"data": 5}')
    (tmp_path / "b.json").write_text("[" * 1000)
    (tmp_path / "c.jsonl").write_text('{"question": "?"}\n')
    with pytest.raises(UsageError, match=message):
        import_benchmark(tmp_path, tmp_path / "bench", format)


def test_several_files_need_a_split(tmp_path: Path) -> None:
    hotpotqa(tmp_path / "h", hotpot("a"), name="hotpot_train.json")
    folder = hotpotqa(tmp_path / "h", hotpot("b"), name="hotpot_dev.json")
    with pytest.raises(UsageError, match="has several splits") as told:
        import_benchmark(folder, tmp_path / "bench", "hotpotqa")
    assert told.value.hint == "write --split with a part of one name: hotpot_dev.json, hotpot_train.json"
    assert import_benchmark(folder, tmp_path / "bench", "hotpotqa", split="train").questions == 1


def test_a_sample_has_the_styles_of_another_benchmark(tmp_path: Path) -> None:
    questions = [hotpot(f"{kind}{number}", type=kind) for kind in ("bridge", "comparison") for number in range(6)]
    folder = hotpotqa(tmp_path / "h", *questions)
    even = import_benchmark(folder, tmp_path / "even", "hotpotqa", sample=5)
    assert even.questions == 5
    kinds = Counter(one.style for one in Benchmark.open(tmp_path / "even").examples)
    assert kinds == {"comparison": 3, "multi-hop": 2}
    only = hotpotqa(tmp_path / "only", hotpot("x", type="bridge"))
    import_benchmark(only, tmp_path / "other", "hotpotqa")
    like = import_benchmark(folder, tmp_path / "like", "hotpotqa", sample=4, like=tmp_path / "other")
    assert like.questions == 4
    assert {one.style for one in Benchmark.open(tmp_path / "like").examples} == {"multi-hop"}
    assert like.short == {}
    few = import_benchmark(folder, tmp_path / "few", "hotpotqa", sample=20, like=tmp_path / "other")
    assert (few.questions, few.short) == (6, {"multi-hop": 14})
    assert import_benchmark(folder, tmp_path / "all", "hotpotqa", sample=20).short == {"": 8}
    with pytest.raises(UsageError, match="--like says how a sample is drawn"):
        import_benchmark(folder, tmp_path / "no", "hotpotqa", like=tmp_path / "other")


def example(number: int, style: str, modalities: Modalities) -> Example:
    origin = Origin("import", cell_key(modalities, style), number, 0)
    return Example(str(number), "?", (), style, modalities, (), (), "", "", (), origin)


def test_a_sample_is_even_over_kinds_of_sources_however_many_there_are() -> None:
    listed = [Modalities(image=1 + number % 9) for number in range(27)] + [Modalities(text=1)] * 9
    drawn = even_sample([example(number, "a", one) for number, one in enumerate(listed)], 10, 1)
    assert Counter(map(kinds_of, drawn)) == {"image": 5, "text": 5}


kinds = st.tuples(
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from([Modalities(1), Modalities(0, 1), Modalities(0, 0, 1), Modalities(0, 0, 7)]),
)


@given(st.lists(kinds, max_size=40), st.integers(1, 30), st.integers(0, 5))
def test_a_sample_is_even_over_modalities_and_in_order(listed, count, seed):
    examples = [example(number, *kind) for number, kind in enumerate(listed)]
    drawn = even_sample(examples, count, seed)
    assert len(drawn) <= count
    assert drawn == [one for one in examples if one in drawn]
    assert drawn == even_sample(examples, count, seed)
    for style in {one.style for one in drawn}:
        have = Counter(kinds_of(one) for one in examples if one.style == style)
        took = Counter(kinds_of(one) for one in drawn if one.style == style)
        least = min((took[name] for name in have if took[name] < have[name]), default=count)
        assert all(number <= least + 1 for number in took.values())
