"""QAMPARI's JSON Lines: written, read again, and written again the same."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import handmade
import pytest
from hypothesis import given
from hypothesis import strategies as st
from listmade import benchmark, passage, question, some_answers, whole

from benchwright.benchmark.importers.qampari import question_files, read_qampari
from benchwright.benchmark.store import Benchmark
from benchwright.cli import main
from benchwright.corpus.store import write_corpus
from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.publish.export import ExportData, ExportFolder
from benchwright.publish.export.qampari import FILES, export_qampari
from benchwright.readers.base import InputFile, Limits
from benchwright.readers.layouts.qampari import PASSAGES, READER
from benchwright.records import Answer, Example, Json, Source
from benchwright.workflows.export import export
from benchwright.workflows.importing import import_benchmark
from benchwright.workflows.validate import validate

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))
SOURCES = [passage(f"p{n}", f"Film {n}", f"Film {n} is a film.", f"https://x.org/wiki/Film_{n}") for n in range(6)]
IDA: Json = {"view": {"relation": "P57", "side": "subjects"}, "given": {"id": "Q234", "label": "Ida Lupino"}}


def made(folder: Path) -> Path:
    both = [
        (
            Answer(f"The {one.title}", (), ((whole(one), whole(SOURCES[5])), (whole(SOURCES[4]),))),
            {"id": "", "url": "u"},
        )
        for one in SOURCES[:5]
    ]
    return benchmark(
        folder,
        [
            question("a", "simple", ["P57"], "What did Ida direct?", some_answers(SOURCES), query=IDA),
            question("b", "composition", ["P57", "P19"], "Where were they born?", both, query={"first": IDA}),
            question("c", "table-simple", ["List of films"], "What are the films?", some_answers(SOURCES)),
        ],
        SOURCES,
    )


def records(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_question_is_written_as_qampari_has_them(tmp_path: Path) -> None:
    report = export(made(tmp_path), tmp_path / "out", "qampari")
    assert (report.questions, report.left_out) == ({"test": 3}, {})
    simple, composed, table = records(tmp_path / "out" / "test_data.jsonl")
    assert [simple["qid"], composed["qid"], table["qid"]] == [
        "0__wikidata_simple__test",
        "1__wikidata_comp__test",
        "2__wikitables_simple__test",
    ]
    assert simple["entities"] == composed["entities"] == [{"entity_text": "Ida Lupino", "entity_id": "Q234"}]
    assert simple["answer_list"][0] == {
        "answer_text": "The Film 0",
        "aliases": ["Film 0"],
        "aid": "Q0",
        "answer_url": "",
        "proof": [
            {"proof_text": "Film 0 is a film.", "pid": "p0", "found_in_url": "https://x.org/wiki/Film_0"},
        ],
    }
    proofs = composed["answer_list"][0]["proof"]
    assert [(proof["pid"], proof["sets"]) for proof in proofs] == [("p0", [0]), ("p5", [0]), ("p4", [1])]


def test_what_was_written_is_imported_and_written_the_same(tmp_path: Path) -> None:
    export(made(tmp_path), tmp_path / "out", "qampari")
    report = import_benchmark(tmp_path / "out", tmp_path / "again", "qampari")
    assert (report.questions, report.sources["text"], report.whole) == (3, 6, True)
    bench = Benchmark.open(tmp_path / "again")
    simple, composed, _ = bench.examples
    assert (simple.id, simple.answers[0].text, simple.answers[0].aliases) == (
        "0__wikidata_simple__test", "The Film 0", ("Film 0",),
    )  # fmt: skip
    assert bench.sources["p0"].title == "Film 0"
    assert [len(answer.evidence) for answer in simple.answers] == [1] * 6
    assert [[span.source for span in spans] for spans in composed.answers[0].evidence] == [["p0", "p5"], ["p4"]]
    assert composed.derivation is not None
    assert composed.derivation["answers"][0] == {"id": "", "url": "u"}
    assert validate(bench.path) == []
    export(bench.path, tmp_path / "out2", "qampari")
    name = "test_data.jsonl"
    assert (tmp_path / "out2" / name).read_bytes() == (tmp_path / "out" / name).read_bytes()


def test_undecided_answers_have_a_list_of_their_own(tmp_path: Path) -> None:
    answers = some_answers(SOURCES)
    plain = question("a", "simple", ["P57"], "What did Ida direct?", answers[:5], query=IDA)
    bench = benchmark(tmp_path, [with_undecided(plain, answers[5:]), replace(plain, id="b")], SOURCES)
    export(bench, tmp_path / "out", "qampari")
    first, second = records(tmp_path / "out" / "test_data.jsonl")
    assert "undecided_list" not in second
    assert [one["answer_text"] for one in first["answer_list"]] == [one.text for one, _ in answers[:5]]
    assert [(one["answer_text"], one["aid"], len(one["proof"])) for one in first["undecided_list"]] == [
        ("perhaps The Film 5", "Q5", 1), ("none", "Q9", 0),
    ]  # fmt: skip
    import_benchmark(tmp_path / "out", tmp_path / "again", "qampari")
    example, other = Benchmark.open(tmp_path / "again").examples
    assert [(one.text, one.aliases) for one in example.undecided] == [
        ("perhaps The Film 5", ("Film 5",)), ("none", ("nobody",)),
    ]  # fmt: skip
    assert [span.source for span in example.undecided[0].evidence[0]] == ["p5"]
    assert other.undecided == ()
    assert validate(tmp_path / "again") == []
    export(tmp_path / "again", tmp_path / "out2", "qampari")
    assert read_all(tmp_path / "out2") == read_all(tmp_path / "out")


def test_a_split_makes_a_file_a_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench, splits = made(tmp_path), tmp_path / "s.json"
    parts = {"train": ["b"], "dev": ["a"], "test": []}
    splits.write_text(json.dumps({"format": "benchwright-splits", "version": 1, "parts": parts}), "utf-8")
    command = ["export", str(bench), "--format", "qampari", "--to", str(tmp_path / "out"), "--split", str(splits)]
    assert main([*command, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["questions"] == {"train": 1, "dev": 1}
    assert told["left_out"] == {"in-no-part": 1}
    assert records(tmp_path / "out" / "train_data.jsonl")[0]["qid"] == "1__wikidata_comp__train"
    bench = tmp_path / "both"
    assert import_benchmark(tmp_path / "out", bench, "qampari").questions == 2
    assert [example.id for example in Benchmark.open(bench).examples] == [
        "0__wikidata_simple__dev", "1__wikidata_comp__train",
    ]  # fmt: skip
    export(bench, tmp_path / "out2", "qampari")
    assert read_all(tmp_path / "out2") == read_all(tmp_path / "out")
    report = import_benchmark(tmp_path / "out", tmp_path / "dev", "qampari", split="dev")
    assert (report.questions, report.sources["text"]) == (1, 6)  # all proofs, the questions of dev
    with pytest.raises(UsageError, match="no split 'test'"):
        import_benchmark(tmp_path / "out", tmp_path / "test", "qampari", split="test")


def test_a_file_goes_back_into_the_part_that_it_is_named_for(tmp_path: Path) -> None:
    export(made(tmp_path), tmp_path / "out", "qampari")
    lines = (tmp_path / "out" / "test_data.jsonl").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "in").mkdir()
    for name, line in zip(("train_1.jsonl", "dev_1.jsonl", "more.jsonl"), lines, strict=True):
        (tmp_path / "in" / name).write_text(line, "utf-8")
    import_benchmark(tmp_path / "in", tmp_path / "parts", "qampari")
    export(tmp_path / "parts", tmp_path / "again", "qampari", include_unlicensed=True)
    told = [(tmp_path / "again" / f"{part}_data.jsonl").read_text("utf-8") for part in ("train", "dev", "test")]
    assert told == lines


def test_an_export_is_not_mixed_with_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench, out = made(tmp_path), tmp_path / "out"
    out.mkdir()
    command = ["export", str(bench), "--format", "qampari", "--to", str(out)]
    assert main(command) == 0
    once = {path.name: path.read_bytes() for path in out.iterdir()}
    assert main(command) == 2
    assert "is an export already" in capsys.readouterr().err
    assert main([*command, "--replace"]) == 0
    assert {path.name: path.read_bytes() for path in out.iterdir()} == once
    (out / "mine.jsonl").write_text("mine")
    assert main([*command, "--replace"]) == 2
    assert "holds something else (mine.jsonl)" in capsys.readouterr().err
    (out / "manifest.json").unlink()
    assert main([*command, "--replace"]) == 2
    assert (out / "mine.jsonl").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".tmp")] == []


def test_a_format_that_there_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(made(tmp_path)), "--format", "quampari", "--to", str(tmp_path / "out")]) == 2
    assert "did you mean 'qampari'?" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_cannot_be_used_is_counted(tmp_path: Path) -> None:
    export(made(tmp_path), tmp_path / "out", "qampari")
    file = tmp_path / "out" / "test_data.jsonl"
    first, second, third = records(file)
    second["answer_list"][1]["proof"] = []
    third["answer_list"] = [{**answer, "proof": []} for answer in third["answer_list"]]
    file.write_text("".join(json.dumps(one) + "\n" for one in (first, first, second, third)), "utf-8")
    report = import_benchmark(tmp_path / "out", tmp_path / "again", "qampari")
    assert (report.questions, report.dropped, report.whole) == (2, {"id-repeated": 1, "no-proof": 1}, False)
    assert report.left_out == {"answers-without-proof": 1}
    kept = Benchmark.open(tmp_path / "again").examples[1]
    assert [len(answer.evidence) for answer in kept.answers] == [2, 0, 2, 2, 2]
    assert validate(tmp_path / "again") == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"qid": "1", "answer_list": []}', "line 1 has no question_text"),
        ('{"qid": "1", "question_text": "Who?", "answer_list": []}', "answer_list that is not a list of answers"),
        ('{"qid": "1", "question_text": "Who?", "answer_list": [{"aliases": []}]}', "line 1 has no answer_text"),
    ],
)
def test_a_line_that_is_not_as_it_should_be_is_named(tmp_path: Path, line: str, said: str) -> None:
    export(made(tmp_path), tmp_path / "in", "qampari")
    (tmp_path / "in" / "dev_data.jsonl").write_text(line + "\n", "utf-8")
    with pytest.raises(UsageError, match=said):
        import_benchmark(tmp_path / "in", tmp_path / "imported", "qampari")


def test_the_reduced_form_has_answers_and_no_sources(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    listed = [
        {"id": "8__wikidata_simple__dev", "question": "Who?", "answers": [["Ada", "A. L."], ["Bo"]], "answer": ""}
    ]
    (tmp_path / "in" / "dev.json").write_text(json.dumps(listed), "utf-8")
    report = import_benchmark(tmp_path / "in", tmp_path / "bench", "qampari")
    assert (report.questions, dict(report.sources), report.whole) == (1, {"text": 0, "table": 0, "image": 0}, True)
    (only,) = Benchmark.open(tmp_path / "bench").examples
    assert only.answers == (Answer("Ada", ("A. L.",)), Answer("Bo"))
    assert validate(tmp_path / "bench") == []
    export(tmp_path / "bench", tmp_path / "out", "qampari")
    assert [answer["proof"] for answer in records(tmp_path / "out" / "dev_data.jsonl")[0]["answer_list"]] == [[], []]
    assert import_benchmark(tmp_path / "out", tmp_path / "bench2", "qampari").whole
    assert validate(tmp_path / "bench2") == []
    export(tmp_path / "bench2", tmp_path / "out2", "qampari")
    assert read_all(tmp_path / "out2") == read_all(tmp_path / "out")


@pytest.mark.skipif(not (DATA / "qampari").is_dir(), reason="needs the data")
def test_the_published_sample_is_imported(tmp_path: Path) -> None:
    report = import_benchmark(DATA / "qampari", tmp_path / "bench", "qampari")
    assert (report.questions, report.whole) == (300, True)
    bench = Benchmark.open(tmp_path / "bench")
    assert sum(len(example.answers) for example in bench.examples) > 300 * 5
    assert validate(bench.path) == []


words = st.text(st.characters(blacklist_categories=["Cs"]), min_size=1, max_size=12).filter(lambda text: text.strip())


def with_undecided(example: Example, told: Sequence[tuple[Answer, Json]]) -> Example:
    """The example with answers that are neither right nor wrong: some with evidence, one without."""
    listed = [*(replace(answer, text=f"perhaps {answer.text}") for answer, _ in told), Answer("none", ("nobody",))]
    derivation = {**(example.derivation or {}), "undecided": [*(one for _, one in told), {"id": "Q9", "url": "u9"}]}
    return replace(example, undecided=tuple(listed), derivation=derivation)


@st.composite
def benchmarks(draw: st.DrawFn) -> tuple[list[Example], list[Source]]:
    count = draw(st.integers(1, 6))
    sources = [
        passage(f"p{n}", f"T{n}", draw(words), draw(st.sampled_from(["", "https://x.org/wiki/A%20b", "u"])))
        for n in range(count)
    ]
    spans = st.lists(st.sampled_from(sources), min_size=1, max_size=3)
    made = []
    for number in range(draw(st.integers(1, 4))):
        answers = [
            (
                Answer(
                    draw(words),
                    tuple(draw(st.lists(st.text(max_size=5).filter(str.isprintable), max_size=3))),
                    tuple(tuple(map(whole, chosen)) for chosen in draw(st.lists(spans, min_size=1, max_size=2))),
                ),
                draw(st.sampled_from([{}, {"id": "Q1"}, {"id": "Q2", "url": "https://x.org/Q2"}])),
            )
            for _ in range(draw(st.integers(1, 3)))
        ]
        kind = draw(st.sampled_from(["simple", "intersection", "composition", "table-simple", "table-composition"]))
        one = question(f"e{number}", kind, ["P57"], draw(words), answers, query={"parts": [IDA, IDA]})
        made.append(one if draw(st.booleans()) else with_undecided(one, answers[:2]))
    return made, sources


OWN = {*FILES.values(), PASSAGES}


def read_all(folder: Path) -> dict[str, bytes]:
    """The files of the format itself: the README and the manifest name the benchmark."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name in OWN}


def written(
    bench: Benchmark, splits: Mapping[str, Sequence[str]], folder: Path, *, is_split: bool = True
) -> dict[str, bytes]:
    """The files that the exporter writes, in a folder of their own."""
    parts = {part: tuple(one for one in bench.examples if one.id in ids) for part, ids in splits.items()}
    export_qampari(ExportData(bench, None, Gold("bench", "", ()), parts, is_split=is_split), ExportFolder(folder))
    return read_all(folder)


def imported(folder: Path, corpus: Path) -> Benchmark:
    """What an import makes of a folder, read in this process and kept in memory: no worker, no benchmark folder."""
    file = InputFile(folder, folder.name, folder.parent)
    read = READER.read(file, Limits())
    made = write_corpus(corpus, [one for one in read if isinstance(one, Source)], [])
    found = read_qampari(folder, question_files(folder, ""), made)
    assert found.drops == ()
    bench = Benchmark(corpus, {"complete": True, "imported": {"format": "qampari"}})
    bench.__dict__["examples"] = found.examples
    bench.__dict__["sources"] = {source.id: source for source in made.sources()}
    return bench


def evidence(bench: Benchmark) -> list[list[list[frozenset[str]]]]:
    """Of each answer of each question its sets of sources, each set once."""
    return [
        [
            list(dict.fromkeys(frozenset(span.source for span in spans) for spans in answer.evidence))
            for answer in (*example.answers, *example.undecided)
        ]
        for example in sorted(bench.examples, key=lambda one: one.id)
    ]


@given(benchmarks(), st.randoms(use_true_random=False))
def test_round_trip_is_byte_for_byte(found: tuple[Sequence[Example], Sequence[Source]], chance: Random) -> None:
    examples, sources = found
    with TemporaryDirectory() as name:
        folder = Path(name)
        bench = Benchmark(folder, {"complete": True})
        bench.__dict__["examples"] = tuple(examples)
        bench.__dict__["sources"] = {source.id: source for source in sources}
        splits: dict[str, list[str]] = {"train": [], "dev": [], "test": []}
        for example in examples:
            splits[chance.choice(["train", "dev", "test"])].append(example.id)
        once = written(bench, splits, folder / "once")
        again = imported(folder / "once", folder / "corpus")
        assert written(again, {"test": [one.id for one in again.examples]}, folder / "again", is_split=False) == once
        by_number = sorted(again.examples, key=lambda one: int(one.id.partition("__")[0]))
        again.__dict__["examples"] = tuple(by_number)
        assert evidence(again) == evidence(bench)


def test_a_benchmark_without_lists_is_told_which_questions_are_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        export(handmade.benchmark(tmp_path), tmp_path / "out", "qampari")
    assert caught.value.line() == (
        f"no question of {tmp_path / 'bench'} can be written as qampari — "
        "it is for list questions alone: cells of style list"
    )
    assert not (tmp_path / "out").exists()
