"""Retrievers and systems given as objects: called, named, asked anew, and each mistake of theirs is one line."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from handmade import RIVER, benchmark

from benchwright.errors import StoppedError, UsageError
from benchwright.evaluate.systems.base import GivenSystem, given_systems
from benchwright.workflows.answers import AnswersSetup, evaluate_answers
from benchwright.workflows.evaluate import evaluate_retrieval, evaluate_systems
from benchwright.workflows.evaluation_files import Evaluation
from benchwright.workflows.judging import JudgingOptions

Search = Callable[[str, int], Any]


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return benchmark(tmp_path)


def river_first(query: str, k: int) -> list[str]:
    return ["river", "lake"][:k]


class LakeFirst:
    async def __call__(self, query: str, k: int) -> list[dict[str, Any]]:
        await asyncio.sleep(0)
        return [{"source": "lake", "score": 2.0}, {"text": RIVER, "score": 1.0}][:k]


def recalls(done: Evaluation) -> dict[str, float | None]:
    return {name: done.summary.mean(name, "recall@1") for name in done.summary.systems}


def test_functions_and_objects_plain_and_async_are_asked(bench: Path) -> None:
    """At rank 1, river-first finds all of the river's question and half of the one on both; so does lake-first."""
    done = evaluate_retrieval(str(bench), [river_first, LakeFirst(), "bm25"], k=[1])
    assert recalls(done) == {"river_first": 0.5, "LakeFirst": 0.5, "bm25": 0.8333333333333334}
    assert [one.spec for one in done.scores.systems] == ["object river_first", "object LakeFirst", "bm25"]


def test_one_several_or_a_mapping_may_be_given(bench: Path, tmp_path: Path) -> None:
    assert recalls(evaluate_retrieval(bench, river_first, k=[1], to=tmp_path / "one")) == {"river_first": 0.5}
    assert recalls(evaluate_retrieval(bench, "bm25", k=[1], to=str(tmp_path / "text"))) == {"bm25": 0.8333333333333334}
    named = evaluate_retrieval(bench, {"mine, new": river_first, "words": "bm25"}, k=[1], to=tmp_path / "named")
    assert recalls(named) == {"mine, new": 0.5, "words": 0.8333333333333334}


def test_what_is_given_has_a_name() -> None:
    given = [lambda query, k: [], partial(partial(river_first), k=3), LakeFirst(), "bm25", Path("runs/one.trec")]
    listed = given_systems(given)
    assert [one if isinstance(one, str) else one.name for one in listed] == [
        "lambda", "river_first", "LakeFirst", "bm25", "runs/one.trec",
    ]  # fmt: skip
    (named,) = given_systems({" mine ": river_first})
    assert isinstance(named, GivenSystem)
    assert (named.name, named.target) == ("mine", river_first)
    for label in (3, " "):
        with pytest.raises(UsageError, match="of a system is not a text"):
            given_systems({label: river_first})


def test_two_of_one_name_are_refused(bench: Path) -> None:
    with pytest.raises(UsageError) as error:
        evaluate_retrieval(bench, [lambda query, k: ["river"], lambda query, k: ["lake"]])
    assert error.value.line() == (
        "two systems are called 'lambda' — give one another name: other=..., in Python {'other': ...}"
    )


def test_an_object_is_asked_anew_unless_the_caller_resumes(bench: Path) -> None:
    asked: list[str] = []

    def search(query: str, k: int) -> list[str]:
        asked.append(query)
        return ["river" if len(asked) <= 3 else "lake"]

    first = evaluate_retrieval(bench, search, k=[1], modality="open")
    kept = evaluate_retrieval(bench, search, k=[1], modality="open", resume=True)
    assert len(asked) == 3
    second = evaluate_retrieval(bench, search, k=[1], modality="open")
    assert len(asked) == 6

    def hits(done: Evaluation) -> list[float]:
        values = done.scores.system("search").measure("recall@1")
        assert values is not None
        return values.values.tolist()

    assert hits(first) == hits(kept) == [1.0, 0.0, 0.5]  # river, lake, both
    assert hits(second) == [0.0, 1.0, 0.5]
    logs = sorted(path.name for path in (bench.with_name("bench-scores") / "replies").glob("*.before"))
    assert len(logs) == 1  # the replies before are not lost


def test_a_run_that_was_stopped_starts_anew_or_goes_on(bench: Path) -> None:
    import threading

    stop, asked = threading.Event(), []

    def search(query: str, k: int) -> list[str]:
        asked.append(query)
        if len(asked) == 2:
            stop.set()
        return ["river"]

    with pytest.raises(StoppedError):
        evaluate_retrieval(bench, search, k=[1], modality="open", concurrency=1, stop=stop)
    assert len(asked) == 2
    evaluate_retrieval(bench, search, k=[1], modality="open", resume=True)
    assert len(asked) == 3
    evaluate_retrieval(bench, search, k=[1], modality="open")
    assert len(asked) == 6


def test_systems_may_be_functions(bench: Path) -> None:
    async def answer(question: str) -> dict[str, Any]:
        return {"answer": "the Aare" if "longest" in question else "217 metres", "contexts": ["river"]}

    done = evaluate_systems(bench, {"mine": answer}, measures=["exact-match", "recall@10"])
    assert done.summary.mean("mine", "exact-match") == pytest.approx(2 / 3)
    assert done.summary.mean("mine", "recall@10") == 0.5  # all of one, none of one, half of the third


def test_everything_works_in_a_running_loop(bench: Path, tmp_path: Path) -> None:
    async def notebook() -> Evaluation:
        return evaluate_retrieval(bench, {"plain": river_first, "async": LakeFirst()}, k=[1], to=tmp_path / "scores")

    assert recalls(asyncio.run(notebook())) == {"plain": 0.5, "async": 0.5}


def test_a_callable_of_the_running_loop_is_told_so_in_a_line(bench: Path) -> None:
    async def notebook() -> Evaluation:
        loop = asyncio.get_running_loop()

        async def search(query: str, k: int) -> list[str]:
            return [await loop.create_future()]

        return evaluate_retrieval(bench, search, k=[1], timeout=5)

    done = asyncio.run(notebook())
    assert done.failed == {"search": 3}
    for line in done.questions_to_arrow()["failure"].to_pylist():
        assert line.startswith("raised RuntimeError: Task ")
        assert "attached to a different loop" in line or len(line) > 150  # long words are cut
        assert "\n" not in line


def blocks(query: str, k: int) -> list[str]:
    time.sleep(0.5)
    return []


@pytest.mark.parametrize(
    ("search", "line"),
    [
        (lambda query, k: 1 / 0, "lambda raised ZeroDivisionError: division by zero ("),
        (lambda query, k: 3, "lambda: hits is 3, and is to be a list ("),
        (lambda query, k: [RIVER.encode()], "lambda: hits[0] is a bytes, and is to be the id of a source"),
        (lambda query, k: {"hits": [{"sorce": "x"}]}, "lambda: hits[0].sorce is not known: did you mean 'source'? ("),
        (blocks, "blocks did not answer within 0.05 s (every question) — give it more time with"),
    ],
)
def test_each_mistake_of_a_callable_is_one_line(bench: Path, search: Search, line: str) -> None:
    asked = {"bench": bench, "retrievers": search, "k": [1], "timeout": 0.05 if search is blocks else 5}
    if search is not blocks:  # three questions are too few to tell a fault of all from a fault of each
        asked["bench"] = benchmark(bench.parent / "more", _six())
    with pytest.raises(UsageError) as error:
        evaluate_retrieval(**asked)
    assert error.value.line().startswith(line)
    assert not (bench.parent / "more-scores").exists()


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (lambda query: [], "lambda(query) cannot be called with (query, k): too many positional arguments"),
        (LakeFirst, "LakeFirst is a class — make an object of it, and name that"),
        (3, "int cannot be called (its type is int) — a function, or an object of LangChain, LlamaIndex or Haystack"),
        ([], "no retriever is named — for example"),
    ],
)
def test_what_cannot_be_called_is_refused_before_anything_is_asked(bench: Path, given: object, line: str) -> None:
    with pytest.raises(UsageError) as error:
        evaluate_retrieval(bench, given)
    assert error.value.line().startswith(line)


def test_the_tables_have_the_numbers_of_the_summary(bench: Path) -> None:
    done = evaluate_retrieval(bench, {"<b>": river_first, "words": "bm25"}, k=[1], measures=["recall@1", "all@1"])
    means = done.to_arrow()
    assert means.num_rows == 4
    for row in means.to_pylist():
        cell = done.summary.cell(row["system"], row["measure"])
        assert cell is not None
        assert (row["mean"], row["low"], row["high"]) == (cell.estimate.mean, cell.estimate.low, cell.estimate.high)
        assert (row["n"], row["style"], row["value"]) == (3, "", "")
    styles = done.to_pandas(by="style")
    compound = styles[(styles["style"] == "compound") & (styles["measure"] == "recall@1")]
    assert compound["mean"].tolist() == [0.5, 0.5]
    assert done.to_arrow("").num_rows == len(done.summary.cells)
    with pytest.raises(UsageError, match="no slices by 'colour'"):
        done.to_arrow("colour")
    questions = done.questions_to_pandas()
    assert list(questions.columns) == [
        "system", "question", "style", "modalities", "document", "recall@1", "all@1", "failure",
    ]  # fmt: skip
    assert questions["recall@1"].tolist() == [1.0, 0.0, 0.5, 1.0, 1.0, 0.5]
    saved = json.loads((done.path / "summary.json").read_text("utf-8"))
    assert [one["mean"] for one in saved["cells"] if one["slice"]["kind"] == "all"] == means["mean"].to_pylist()


def test_a_notebook_shows_a_table_with_everything_escaped(bench: Path) -> None:
    done = evaluate_retrieval(bench, {"<b>": river_first}, k=[1], measures=["recall@1"])
    assert repr(done) == f"<Evaluation {done.path}: 1 system, 3 questions, recall@1: <b> 0.500>"
    html = done._repr_html_()
    assert "<th>&lt;b&gt;</th><td>0.500" in html
    assert "<b>" not in html


def test_a_question_that_fails_is_named_in_the_table(bench: Path) -> None:
    def search(query: str, k: int) -> list[str]:
        if "deep" in query:
            raise KeyError("deep")
        return ["river"]

    done = evaluate_retrieval(bench, search, k=[1])
    failures = done.questions_to_arrow()["failure"].to_pylist()
    assert failures[0] is None
    assert all(one is not None and one.startswith("raised KeyError: 'deep'") for one in failures[1:])
    assert done.failed == {"search": 2}
    assert "search failed on 2 questions" in done._repr_html_()


def _six() -> tuple[Any, ...]:
    from dataclasses import replace

    from handmade import EXAMPLES

    return tuple(replace(one, id=f"{one.id}{turn}") for turn in range(2) for one in EXAMPLES)


def test_a_text_that_a_function_returns_is_its_answer(bench: Path, tmp_path: Path) -> None:
    async def later(question: str) -> str:
        return "217 metres" if "Thun" in question else "the Aare"

    def alone(question: str) -> str:
        return "the Aare"

    done = evaluate_systems(bench, [alone, later], k=[1], to=tmp_path / "scores")
    alone_scores, later_scores = (done.scores.system(name).measure("answer-parts") for name in ("alone", "later"))
    assert alone_scores is not None
    assert later_scores is not None
    assert alone_scores.values.tolist()[:2] == [1.0, 0.0]  # river, lake
    assert later_scores.values.tolist()[:2] == [1.0, 1.0]
    assert done.failed == {}


def test_failures_show_where_scores_are_shown(bench: Path) -> None:
    def half(query: str, k: int) -> list[str]:
        if "Thun" in query:
            raise ValueError("no index")
        return ["river"]

    done = evaluate_retrieval(bench, half, k=[1], modality="open")
    assert repr(done).endswith("recall@1: half 0.333 (failed on 2 questions)>")


def test_a_single_value_where_a_list_is_wanted_is_one_line(bench: Path) -> None:
    with pytest.raises(UsageError) as error:
        evaluate_retrieval(bench, "bm25", k=10)  # type: ignore[arg-type]
    assert error.value.line() == "k is 10, and is to be a list — write k=[10]"
    with pytest.raises(UsageError) as error:
        evaluate_systems(bench, river_first, measures="answer-parts")
    assert error.value.line() == ("measures is 'answer-parts', and is to be a list — write measures=['answer-parts']")
    with pytest.raises(UsageError, match="answerers is 'extractive', and is to be a list"):
        evaluate_answers(bench, AnswersSetup("extractive", ["gold"]))
    with pytest.raises(UsageError, match="sources is 'gold', and is to be a list"):
        evaluate_answers(bench, AnswersSetup(["extractive"], "gold"))
    with pytest.raises(UsageError, match="judges is 'openai/x', and is to be a list"):
        evaluate_systems(bench, river_first, judging=JudgingOptions("openai/x"))
    with pytest.raises(UsageError) as error:
        evaluate_answers(bench, AnswersSetup([river_first], ["gold"]))  # type: ignore[list-item]
    assert error.value.line() == 'a function is not a model — wrap what is called: CallableModel("my-model", call)'
