"""Retrievers and systems of somebody else's, from a benchmark to its scores: every figure is counted by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pyarrow.parquet as pq
import pytest
from handmade import BOTH_QUESTION, DOCUMENTS, EXAMPLES, LAKE_QUESTION, benchmark
from small_rag import SmallRag
from systems_server import RETRIEVER, SystemsServer, hang, status

from benchwright.errors import BenchmarkError, CorpusError, FolderMovedError, UsageError
from benchwright.evaluate.answers_file import read_answers
from benchwright.evaluate.comparison import compare
from benchwright.evaluate.run_files import Form, read_qrels
from benchwright.evaluate.score_folder import load_scores
from benchwright.evaluate.score_retrievers import SystemResult
from benchwright.evaluate.summary import Slice
from benchwright.publish.notes import notes
from benchwright.records import Answer, Modalities
from benchwright.workflows import evaluate as evaluate_module
from benchwright.workflows import evaluation_files as files_module
from benchwright.workflows.evaluate import evaluate_retrieval, evaluate_systems
from benchwright.workflows.evaluation_files import Evaluation


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return benchmark(tmp_path)


def values(done: Evaluation, system: str, measure: str) -> list[float | None]:
    """By question, in the order of the benchmark: None where it is not scored."""
    one = done.scores.system(system).measure(measure)
    assert one is not None
    return [float(value) if known else None for value, known in zip(one.values, one.scored, strict=True)]


def mean(done: Evaluation, system: str, measure: str) -> float | None:
    cell = done.summary.cell(system, measure, Slice("all"))
    assert cell is not None
    return cell.estimate.mean


def test_precision_says_the_most_that_these_questions_let_it_reach(bench: Path) -> None:
    """Two questions of one source, one of two: (1/2 + 1/2 + 1) / 3 and (1/4 + 1/4 + 2/4) / 3."""
    done = evaluate_retrieval(bench, ["oracle"], measures=["precision@2", "precision@4"])
    assert done.scores.systems[0].described["ceilings"] == {"precision@2": 0.6667, "precision@4": 0.3333}
    assert values(done, "oracle", "precision@2") == [0.5, 0.5, 1.0]
    assert any(one.startswith("precision@4 can be at most 0.33 here") for one in done.summary.remarks)


def test_a_chunker_that_is_not_ours_scores_as_counted(bench: Path) -> None:
    # Words shared with the three chunks (river's first, river's rest, lake's):
    #   river: What is the longest river of Switzerland? -> 6, 1 (is), 2 (is, the): river's first, lake's
    #   lake:  How deep is Lake Thun?                    -> 1, 1, 4: lake's, then river's first (it comes first)
    #   both:  Which is the longest river, and how deep is Lake Thun?
    #          -> 4 and "and" (cold and clear): 5; is, and: 2; is, the, lake, deep, thun: 5. River's first, lake's
    rag = SmallRag(dict(DOCUMENTS), k=2)
    with SystemsServer(rag.search, members=RETRIEVER) as server:
        names = ("recall@1", "recall@2", "all@1", "precision@2", "MRR@2")
        done = evaluate_retrieval(bench, [f"mine={server.url}"], measures=names)
    assert values(done, "mine", "recall@1") == [1.0, 1.0, 0.5]
    assert values(done, "mine", "recall@2") == [1.0, 1.0, 1.0]
    assert values(done, "mine", "all@1") == [1.0, 1.0, 0.0]
    assert values(done, "mine", "precision@2") == [0.5, 0.5, 1.0]
    assert values(done, "mine", "MRR@2") == [1.0, 1.0, 1.0]
    assert done.whole
    assert server.wrong == []


def test_what_is_secret_in_an_address_is_in_no_file(bench: Path) -> None:
    with SystemsServer(lambda asked: {"hits": ["river"]}, members=RETRIEVER) as server:
        secret = f"{server.url}/hush4hush4hush?key=hush-hush"
        done = evaluate_retrieval(bench, [secret, f"hybrid(bm25,{secret})", f"mine=hybrid(oracle,{secret})"], k=(1,))
    shown = f"{server.url}/...?..."
    assert [one.spec for one in done.scores.systems] == [shown, f"hybrid(bm25,{shown})", f"hybrid(oracle,{shown})"]
    files = [path for path in done.path.rglob("*") if path.is_file()]
    assert len(files) > 8
    for secret in ("hush-hush", "hush4hush4hush"):
        assert not [path for path in files if secret in path.name or secret.encode() in path.read_bytes()]


def test_contexts_that_are_ids_as_plain_strings_are_those_sources(bench: Path) -> None:
    reply = {"answer": "x", "contexts": ["river", "nowhere"], "citations": ["river"]}
    with SystemsServer(lambda asked: reply) as server:
        done = evaluate_systems(bench, [f"mine={server.url}"], k=(1,))
    assert values(done, "mine", "recall@1") == [1.0, 0.0, 0.5]
    assert values(done, "mine", "citation-recall") == [1.0, 0.0, 0.5]
    assert done.summary.notes["mine"]["short chunks"] == 3  # "nowhere" is no source


def test_published_measures_stand_beside_ours(bench: Path) -> None:
    with SystemsServer(SmallRag(dict(DOCUMENTS), k=2).answer) as server:
        done = evaluate_systems(bench, [f"mine={server.url}"], measures=("SQuAD-F1", "answer-F1", "WebQA-accuracy"))
    assert [one.measure for one in done.scores.systems[0].values] == ["answer-F1", "SQuAD-F1", "WebQA-accuracy"]
    assert values(done, "mine", "SQuAD-F1") == values(done, "mine", "answer-F1")
    assert done.summary.unscored["mine"] == {"WebQA-accuracy": {"no category or no keywords of WebQA's": 3}}
    assert "Rajpurkar et al., 2016" in done.page.read_text()


def test_untried_combinations_of_evidence_are_told_of_systems_too(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchwright.evaluate.gold.LIMIT", 0)
    monkeypatch.setattr("benchwright.evaluate.gold._part_sources", lambda choices: False)
    with SystemsServer(SmallRag(dict(DOCUMENTS), k=2).answer) as server:
        done = evaluate_systems(bench, [f"mine={server.url}"])
    assert any(remark.startswith("3 questions have more than") for remark in done.summary.remarks)


def test_a_small_http_system_scores_as_counted(bench: Path) -> None:
    rag = SmallRag(dict(DOCUMENTS), k=2)
    with SystemsServer(rag.answer) as server:
        done = evaluate_systems(bench, [f"mine={server.url}"], k=(1, 2))
    # It answers "The Aare is the longest river of Switzerland.": 6 words without articles, of which gold has one;
    # "The lake is 217 metres deep.": 5 words, gold 2 of them; for both the sentence with most words of the question:
    # the Aare's has is, the, longest, river (4); gold: aare and 217 metres (4 words), shared: aare
    assert values(done, "mine", "answer-F1") == pytest.approx([2 / 7, 4 / 7, 2 * 1 / (6 + 4)])
    assert values(done, "mine", "exact-match") == [0.0, 0.0, 0.0]
    # It cites the chunk of its sentence: river's first, lake's, and of both one of the two
    assert values(done, "mine", "citation-precision") == [1.0, 1.0, 1.0]
    assert values(done, "mine", "citation-recall") == [1.0, 1.0, 0.5]
    assert values(done, "mine", "recall@1") == [1.0, 1.0, 0.5]
    assert all(value is not None and 0 < value < 30 for value in values(done, "mine", "latency"))


def test_a_failing_question_is_counted_and_never_dropped(bench: Path) -> None:
    rag = SmallRag(dict(DOCUMENTS), k=2)
    with SystemsServer(rag.answer, faults={"lake": [hang()], "both": [status(500)] * 9}) as server:
        done = evaluate_systems(bench, [f"mine={server.url}"], timeout=0.5)
    assert values(done, "mine", "answer-F1") == pytest.approx([2 / 7, 0.0, 0.0])
    assert values(done, "mine", "citation-recall") == [1.0, 0.0, 0.0]
    assert values(done, "mine", "latency")[1:] == [None, None]
    assert done.failed == {"mine": 2}
    assert not done.whole
    assert done.scores.system("mine").failed["lake"] == "did not answer within 0.5 s"
    assert done.summary.notes["mine"]["failed"] == 2


def test_what_was_answered_is_not_asked_again_unless_told(bench: Path) -> None:
    rag = SmallRag(dict(DOCUMENTS), k=2)
    with SystemsServer(rag.answer) as server:
        first = evaluate_systems(bench, [f"mine={server.url}"])
        asked = server.asked.total()
        second = evaluate_systems(bench, [f"mine={server.url}"])
        assert (asked, server.asked.total()) == (3, 3)
        assert values(first, "mine", "latency") == values(second, "mine", "latency")
        for total in (6, 9):
            evaluate_systems(bench, [f"mine={server.url}"], again=True)
            assert server.asked.total() == total


def test_asking_two_systems_again_goes_on_at_the_one_that_was_down(bench: Path) -> None:
    rag = SmallRag(dict(DOCUMENTS), k=2)
    with SystemsServer(rag.answer) as server:
        with SystemsServer(rag.answer) as other:
            systems = [f"mine={server.url}", f"other={other.url}"]
            evaluate_systems(bench, systems)
        for _ in range(2):
            with pytest.raises(UsageError, match="cannot be reached"):
                evaluate_systems(bench, systems, again=True)
        assert server.asked.total() == 6


def test_of_replies_that_nobody_judges_the_answers_are_kept_alone(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[SystemResult] = []
    conclude = evaluate_module.conclude

    def noting(*given: Any, **more: Any) -> Evaluation:
        kept.extend(given[4])
        return conclude(*given, **more)

    monkeypatch.setattr(evaluate_module, "conclude", noting)
    rag = SmallRag(dict(DOCUMENTS), k=2)
    with SystemsServer(rag.answer) as server:
        done = evaluate_systems(bench, [f"mine={server.url}"])
    (result,) = kept
    assert len(result.run) == 6  # two contexts for each question were measured ...
    assert {reply.contexts for reply in result.replies.values()} == {()}  # ... and are gone
    assert {id: "; ".join(reply.answers) for id, reply in result.replies.items()} == {
        one.question: one.answer for one in read_answers(done.path)
    }
    scored = zip(done.scores.questions, values(done, "mine", "answer-parts"), strict=True)
    wrong = {one.id for one, value in scored if value != 1.0}
    assert set(result.scores.causes) == wrong


def test_bounds_are_known_by_what_was_asked_for(bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`low` is the floor; a run of somebody's own that is called `oracle` is no ceiling."""
    (tmp_path / "oracle.trec").write_text("lake Q0 river 1 1.0 mine\n")
    asked = ["low=random", f"oracle=run:{tmp_path / 'oracle.trec'}", "bm25"]
    shown = files_module.disagreements
    monkeypatch.setattr(files_module, "disagreements", lambda *given, **more: shown(*given, **more)[:1])
    done = evaluate_retrieval(bench, asked, k=(1,), ties="trec")
    assert done.summary.bounds == ("low",)
    assert {(pair.a, pair.b) for pair in done.summary.pairs} == {("oracle", "bm25")}
    assert done.summary.settings["ties"] == "trec"
    page = done.page.read_text("utf-8")
    assert "2 more differ and are left out here" in page  # bm25 scores on three, the other one on none
    assert "as trec_eval has it" in page


def test_built_in_retrievers_and_the_bounds(bench: Path, tmp_path: Path) -> None:
    done = evaluate_retrieval(bench, ["bm25", "dense:wordllama", "oracle", "random"], k=(1, 2))
    assert mean(done, "oracle", "recall@2") == 1.0
    assert mean(done, "oracle", "recall@1") == pytest.approx((1 + 1 + 0.5) / 3)
    assert values(done, "bm25", "recall@1") == [1.0, 1.0, 0.5]
    folder = tmp_path / "bench-scores"
    assert done.path == folder
    names = {path.name for path in folder.iterdir()}
    assert names >= {
        "manifest.json",
        "scores.parquet",
        "summary.json",
        "scores.csv",
        "table.tex",
        "report.html",
        "qrels.trec",
        "runs",
        "figures",
    }
    drawn = sorted((folder / "figures").iterdir())
    made = ["curves.svg", "differences.svg", "modalities.svg", "question-prefixes.svg", "style.svg"]
    assert [path.name for path in drawn] == made
    assert all(path.read_bytes().startswith(b"<svg") for path in drawn)
    rows = pq.read_table(folder / "scores.parquet").num_rows
    assert rows == 4 * 3 * len(done.scores.measures)
    assert (folder / "qrels.trec").read_text() == "river 0 river 1\nlake 0 lake 1\nboth 0 lake 1\nboth 0 river 1\n"
    assert json.loads((folder / "summary.json").read_text()) == done.summary.to_json()


@pytest.mark.parametrize("form", ["trec", "beir"])
def test_a_run_that_was_written_scores_the_same_when_it_is_read(bench: Path, tmp_path: Path, form: Form) -> None:
    first = evaluate_retrieval(bench, ["bm25"], k=(1, 2), form=form)
    (written,) = (tmp_path / "bench-scores" / "runs").iterdir()
    (qrels,) = (tmp_path / "bench-scores").glob("qrels.*")
    wanted = {"river": {"river": 1}, "lake": {"lake": 1}, "both": {"lake": 1, "river": 1}}
    assert read_qrels(qrels) == wanted
    again = evaluate_retrieval(bench, [f"file=run:{written}"], k=(1, 2), to=tmp_path / "other")
    for measure in first.scores.measures:
        assert values(again, "file", measure) == values(first, "bm25", measure)


def test_a_run_file_is_not_looked_at_further_down_than_others(bench: Path, tmp_path: Path) -> None:
    for name, hits in (("long", (("river", 0.9), ("lake", 0.6))), ("short", (("river", 0.9),))):
        lines = [f"{one} Q0 {hit} 1 {score} r\n" for one in ("river", "lake", "both") for hit, score in hits]
        (tmp_path / f"{name}.trec").write_text("".join(lines))
    runs = [str(tmp_path / "long.trec"), str(tmp_path / "short.trec")]
    first, second = (
        evaluate_retrieval(bench, runs, k=(k,), to=tmp_path / f"k{k}", measures=["F1@threshold", f"recall@{k}"])
        for k in (1, 2)
    )
    assert values(first, "long", "F1@threshold") == values(first, "short", "F1@threshold")
    assert values(second, "long", "F1@threshold") != values(second, "short", "F1@threshold")
    with pytest.raises(UsageError, match="is of the first 1 hits of long"):
        compare(f"{first.path}::long", f"{second.path}::long", measure="F1@threshold")


def test_systems_of_an_earlier_call_stay_and_can_be_compared(bench: Path, tmp_path: Path) -> None:
    evaluate_retrieval(bench, ["bm25"], k=(1, 2))
    done = evaluate_retrieval(bench, ["oracle", "low=random"], k=(1, 2))
    assert done.summary.systems == ("bm25", "oracle", "low")
    found = compare(f"{done.path}::bm25", "bm25", measure="recall@2")
    assert (found.a, found.b) == ("bm25 (A)", "bm25 (B)")
    assert found.overall.difference.mean == 0.0
    assert found.verdict == "no difference between bm25 (A) and bm25 (B) on recall@2 is shown"
    with pytest.raises(UsageError, match="has several systems"):
        compare(done.path, "bm25")
    with pytest.raises(UsageError, match="no scores of 'bm52'"):
        compare(f"{done.path}::bm25", "bm52")
    ceiling = compare(f"{done.path}::oracle", "low", measure="recall@2")  # asked for, so that they are contenders
    assert (ceiling.a, ceiling.b, ceiling.overall.p is None) == ("oracle", "low", False)
    only = evaluate_retrieval(bench, ["bm25"], k=(2,), to=tmp_path / "k2")
    assert compare(only.path, f"{done.path}::bm25").measure == "recall@2"
    told: list[str] = []
    anew = evaluate_retrieval(bench, ["oracle"], k=(2, 3), notify=told.append)
    assert anew.summary.systems == ("oracle",)
    assert [one.partition(" had ")[2] for one in told] == [
        "scores of bm25, oracle, low, of other questions or measured in another way: they are replaced"
    ]


def test_the_modality_ceiling_is_told(bench: Path) -> None:
    done = evaluate_retrieval(bench, ["bm25"], k=(1,))
    told = {row.wanted: (row.questions, row.shares, row.open, row.known) for row in done.summary.confusions}
    assert told["all"] == (3, {"text": 1.0, "table": 0.0, "image": 0.0}, pytest.approx(2.5 / 3), pytest.approx(2.5 / 3))
    assert evaluate_retrieval(bench, ["bm25"], k=(1,), modality="open").summary.confusions == ()


def test_alternative_evidence_counts_as_found(tmp_path: Path) -> None:
    answer = LAKE_QUESTION.answers[0]
    elsewhere = replace(answer, evidence=(*answer.evidence, BOTH_QUESTION.answers[0].evidence[0][:1]))
    told = replace(LAKE_QUESTION, answers=(elsewhere,), sources=("lake",))
    bench = benchmark(tmp_path, [told])
    (tmp_path / "river.trec").write_text("lake Q0 river 1 1.0 mine\n")
    done = evaluate_retrieval(bench, [f"mine=run:{tmp_path / 'river.trec'}"], k=(1,))
    assert values(done, "mine", "recall@1") == [1.0]
    assert values(done, "mine", "nDCG@1") == [1.0]


def test_a_constant_scorer_gains_nothing(bench: Path, tmp_path: Path) -> None:
    rows = [f"{one.id} Q0 {source} 1 0.5 flat\n" for one in EXAMPLES for source in ("lake", "river")]
    (tmp_path / "flat.trec").write_text("".join(rows))
    done = evaluate_retrieval(bench, [f"flat=run:{tmp_path / 'flat.trec'}"], k=(1, 2))
    assert values(done, "flat", "recall@1") == [0.0, 0.0, 0.5]  # both sources are evidence of the third
    assert done.summary.notes["flat"]["constant"] == 3


@pytest.mark.parametrize(
    ("wanted", "options", "message"),
    [
        ([], {}, "no retriever is named"),
        (["bm52"], {}, "unknown retriever 'bm52'"),
        (["bm25", "bm25"], {}, "two systems are called 'bm25'"),
        (["bm25"], {"measures": ["recal@5"]}, "there is no measure 'recal@5'"),
        (["bm25"], {"measures": ["answer-F1"]}, "answer-F1 needs answers"),
        (["bm25"], {"main": "MAP@77"}, "'MAP@77' is not among the measures"),
        (["bm25"], {"corpus": "nowhere"}, "nowhere is not a corpus"),
    ],
)
def test_what_cannot_be_asked_for_is_one_line(
    bench: Path, wanted: list[str], options: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        evaluate_retrieval(bench, wanted, **options)  # type: ignore[arg-type]
    assert not (bench.parent / "bench-scores" / "runs").exists()  # it is said before anything is asked


def test_a_changed_corpus_and_an_empty_benchmark_are_refused(bench: Path, tmp_path: Path) -> None:
    other = benchmark(tmp_path / "other", EXAMPLES[:1])
    (tmp_path / "corpus").rename(tmp_path / "gone")
    with pytest.raises(CorpusError, match="is not where its plan says"):
        evaluate_retrieval(bench, ["bm25"])
    assert evaluate_retrieval(bench, ["oracle"], corpus=tmp_path / "gone", k=(1,)).whole
    manifest = json.loads((other / "manifest.json").read_text())
    manifest["pins"]["corpus"] = "0" * 64
    (other / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(CorpusError, match="is not the corpus that"):
        evaluate_retrieval(other, ["bm25"])
    empty = benchmark(tmp_path / "empty", ())
    with pytest.raises(BenchmarkError, match="has no questions"):
        evaluate_retrieval(empty, ["bm25"])


def test_a_folder_of_something_else_is_not_written_into(bench: Path) -> None:
    with pytest.raises(UsageError, match="holds something else"):
        evaluate_retrieval(bench, ["bm25"], to=bench)
    (bench.parent / "mine").mkdir()
    (bench.parent / "mine" / "report.html").write_text("the user's own")
    with pytest.raises(UsageError, match=r"mine holds something else \(report.html\)"):
        evaluate_retrieval(bench, ["bm25"], to=bench.parent / "mine")
    assert (bench.parent / "mine" / "report.html").read_text() == "the user's own"


def test_what_a_stopped_evaluation_left_is_no_stranger(bench: Path, tmp_path: Path) -> None:
    (tmp_path / "begun" / "replies").mkdir(parents=True)
    for name in (".lock", "qrels.trec", "scores.parquet"):
        (tmp_path / "begun" / name).touch()
    (tmp_path / "begun" / ".scores.parquet.0123456789ab.tmp").touch()
    done = evaluate_retrieval(bench, ["bm25"], to=tmp_path / "begun")
    assert done.whole
    assert (done.path / "figures" / "curves.svg").read_bytes().startswith(b"<svg")


def test_damaged_scores_are_told_before_anything_is_asked(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "not_asked.py").write_text("def search(query, k): open('searched', 'w')\n")
    done = evaluate_retrieval(bench, ["oracle"])
    with (done.path / "scores.parquet").open("ab") as rows:
        rows.write(b"x")
    with pytest.raises(UsageError, match=r"scores\.parquet is not as it was written"):
        evaluate_retrieval(bench, ["not_asked:search"])
    assert not (tmp_path / "searched").exists()


def test_a_wrong_main_measure_is_told_before_anything_is_asked(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "never_asked.py").write_text("def answer(question): open('asked', 'w')\n")
    with pytest.raises(UsageError, match="'MAP@77' is not among the measures"):
        evaluate_systems(bench, ["never_asked:answer"], main="MAP@77")
    assert not (tmp_path / "asked").exists()


def test_scores_are_the_same_every_time(bench: Path, tmp_path: Path) -> None:
    first = evaluate_retrieval(bench, ["bm25", "random"], to=tmp_path / "a")
    second = evaluate_retrieval(bench, ["bm25", "random"], to=tmp_path / "b")
    for name in ("scores.parquet", "summary.json", "scores.csv", "table.tex", "report.html", "manifest.json"):
        assert (first.path / name).read_bytes() == (second.path / name).read_bytes(), name
    assert load_scores(first.path).systems[0].name == "bm25"


def test_a_system_without_contexts_is_measured_by_its_answers_alone(bench: Path) -> None:
    def answer(asked: dict[str, object]) -> dict[str, object]:
        return {"answer": "the Aare", "contexts": [], "citations": []}

    with SystemsServer(answer) as server:
        done = evaluate_systems(bench, [f"mine={server.url}"])
    assert values(done, "mine", "exact-match") == [1.0, 0.0, 0.0]
    assert values(done, "mine", "recall@10") == [None, None, None]
    assert done.summary.unscored["mine"]["recall@10"] == {"no contexts": 3}
    assert done.summary.notes.get("mine", {}) == {}
    assert mean(done, "mine", "recall@10") is None


def test_questions_without_contexts_are_told_as_that(bench: Path) -> None:
    rag = SmallRag(dict(DOCUMENTS), k=2)
    first = (bench / "examples.jsonl").read_text("utf-8").splitlines()[0]

    def answer(asked: dict[str, object]) -> dict[str, object]:
        told = rag.answer(asked)
        return {**told, "contexts": [], "citations": []} if str(asked["id"]) in first else told

    with SystemsServer(answer) as server:
        done = evaluate_systems(bench, [f"mine={server.url}"])
    assert (done.summary.notes["mine"]["without contexts"], "no hits" in done.summary.notes["mine"]) == (1, False)


def test_citations_of_what_is_not_there_are_wrong(bench: Path) -> None:
    rag = SmallRag(dict(DOCUMENTS), k=2)
    with SystemsServer(lambda asked: {**rag.answer(asked), "citations": [7]}) as server:
        done = evaluate_systems(bench, [f"mine={server.url}"])
    assert values(done, "mine", "citation-precision") == [0.0, 0.0, 0.0]
    assert values(done, "mine", "citation-recall") == [0.0, 0.0, 0.0]
    assert values(done, "mine", "recall@10") == [1.0, 1.0, 1.0]


def test_the_length_of_what_came_back_is_told_where_chunks_differ(bench: Path) -> None:
    rag = SmallRag(dict(DOCUMENTS), k=2)
    with SystemsServer(rag.search, members=RETRIEVER) as server:
        done = evaluate_retrieval(bench, ["bm25", f"mine={server.url}"], k=(2,))
    # mine: river's first chunk and lake's for each question, 512 + 61
    assert done.scores.system("mine").described["characters"] == 573.0
    (remark,) = done.summary.remarks
    assert "573 with mine (first 2)" in remark


@pytest.mark.parametrize("modality", ["both", "known"])
def test_a_run_of_other_modalities_alone_finds_nothing_and_is_no_slip(
    tmp_path: Path, modality: Literal["both", "known"]
) -> None:
    pictured = replace(LAKE_QUESTION, modalities=Modalities(image=1))
    bench = benchmark(tmp_path, [pictured])
    (tmp_path / "texts.trec").write_text("lake Q0 lake 1 1.0 mine\n")
    done = evaluate_retrieval(bench, [f"mine=run:{tmp_path / 'texts.trec'}"], k=(1,), modality=modality)
    assert values(done, "mine", "recall@1") == [1.0 if modality == "both" else 0.0]
    assert [row.known for row in done.summary.confusions] == ([0.0] if modality == "both" else [])


def test_what_is_neither_right_nor_wrong_is_left_out_and_told(tmp_path: Path) -> None:
    rivers = Answer("Reuss"), Answer("Limmat", ("the Limmat",))
    first = replace(EXAMPLES[0], answers=(*EXAMPLES[0].answers, Answer("Rhine")), undecided=rivers)
    bench = benchmark(tmp_path, [first, *EXAMPLES[1:]])

    def answer(asked: dict[str, object]) -> dict[str, object]:
        return {"answer": ["Limmat", "the Aare", "Thun", "Reuss"], "contexts": [], "citations": []}

    with SystemsServer(answer) as server:
        done = evaluate_systems(bench, [f"mine={server.url}"])
    assert values(done, "mine", "set-precision")[0] == 0.5  # of the Aare and Thun; with all four it would be 1/4
    assert values(done, "mine", "set-recall")[0] == 0.5
    assert load_scores(done.path).system("mine").undecided == {first.id: 2}
    assert [note.text for note in notes(done.summary) if "neither" in note.text] == [
        "2 answers of the system's that are neither right nor wrong: left out."
    ]
    assert "Neither right nor wrong" not in (done.path / "report.html").read_text("utf-8")  # one system: no difference


def test_a_folder_that_is_renamed_meanwhile_ends_the_run_in_one_line(bench: Path, tmp_path: Path) -> None:
    rag = SmallRag(dict(DOCUMENTS), k=2)
    folder, elsewhere = tmp_path / "scores", tmp_path / "renamed"

    def answer(asked: dict[str, object]) -> dict[str, object]:
        if folder.exists():
            folder.rename(elsewhere)
        return rag.answer(asked)

    with SystemsServer(answer) as server, pytest.raises(FolderMovedError, match="was moved, replaced or removed"):
        evaluate_systems(bench, [f"mine={server.url}"], to=folder)
    assert elsewhere.is_dir()
    assert not folder.exists()  # nothing was written under the old name


def test_a_folder_that_is_renamed_while_retrievers_are_measured_ends_the_run(bench: Path, tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "scores", tmp_path / "renamed"

    def rename_folder(system: str, done: int, total: int) -> None:
        if folder.exists():
            folder.rename(elsewhere)

    with pytest.raises(FolderMovedError, match="was moved, replaced or removed"):
        evaluate_retrieval(bench, ["oracle"], to=folder, progress=rename_folder)
    assert elsewhere.is_dir()
    assert not folder.exists()  # nothing was written under the old name
    assert not (elsewhere / "scores.parquet").exists()
