"""Callables and endpoints as retrievers: asked with k, cut at k, kept, and counted as failing where they fail."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from lexicon import corpus_of, gold_over
from systems_server import RETRIEVER, SystemsServer, body, status

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Query, Retriever, RetrieverContext, retrievers
from benchwright.evaluate.retrievers.outside import open_http, open_python
from benchwright.evaluate.retrievers.spec import open_retriever
from benchwright.evaluate.runs import Run, TextChunk
from benchwright.evaluate.score_direction import ScoreKind
from benchwright.evaluate.systems.base import AskingOptions
from benchwright.models.keys import Keys
from benchwright.records import Modality

QUERIES = [Query("q1", "first"), Query("q2", "second"), Query("q3", "third")]
CODE = """
calls = []
def search(query, k):
    calls.append((query, k))
    if query == "second": raise ValueError("no index")
    return [("a", 0.5), ("b", 0.75), ("c", 0.25)] if query == "first" else ["d"]
def wide(query, k, *, modalities=None, id=""):
    calls.append((query, modalities, id))
    return [{"text": "some words", "document": "guide.md"}, "b"]
async def later(query, k):
    return {"hits": [query] * k}
def distances(query, k):
    return {"first": [("a", 0.1), ("b", 0.2)], "second": [("c", 0.1)], "third": ["a", "d"]}[query]
"""


@pytest.fixture
def context(tmp_path: Path) -> RetrieverContext:
    texts = {"a": "one", "b": "two", "c": "three", "d": "four"}
    return RetrieverContext(
        corpus_of(tmp_path / "corpus", texts),
        gold_over({"q1": [["a"]]}),
        asking=AskingOptions(tmp_path / "replies", scores_are="similarities"),
    )


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A module of theirs in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if one])
    (tmp_path / "theirs_to_search.py").write_text(CODE, "utf-8")
    yield "theirs_to_search"
    sys.modules.pop("theirs_to_search", None)


def retrieved(retriever: Retriever, k: int = 2, queries: list[Query] = QUERIES) -> Run:
    return retriever.retrieve(queries, k, lambda done, total: None)


def hits(run: Run, question: str) -> list[tuple[str, float]]:
    part = run.hits(question)
    return list(zip(run.sources[part], run.scores[part].tolist(), strict=True))


def test_a_callable_is_a_retriever(theirs: str, context: RetrieverContext) -> None:
    retriever = open_retriever(f"{theirs}:search", context)
    assert (retriever.name, retriever.restricts) == ("theirs_to_search:search", False)
    run = retrieved(retriever)
    assert run.questions == ("q1", "q2", "q3")
    assert hits(run, "q1") == [("a", 0.5), ("b", 0.75)]
    assert hits(run, "q2") == []
    assert hits(run, "q3") == [("d", -1.0)]
    assert run.failed == {"q2": "raised ValueError: no index (theirs_to_search.py, line 5)"}
    assert run.notes == {"failed: raised": 1, "cut past k": 1, "rising scores": 1}
    calls = sys.modules[theirs].calls
    assert sorted(calls) == [("first", 2), ("second", 2), ("third", 2)]
    again = retrieved(open_retriever(f"python:{theirs}:search", context))  # all is kept
    assert (again.failed, again.notes, hits(again, "q1")) == (run.failed, run.notes, hits(run, "q1"))
    assert len(calls) == 3


def test_distances_are_turned_round_only_where_they_are_said_to_be_distances(
    theirs: str, context: RetrieverContext
) -> None:
    def measured(scores_are: ScoreKind, queries: list[Query] = QUERIES[:2]) -> Run:
        asking = replace(context.asking, scores_are=scores_are)
        return retrieved(open_retriever(f"{theirs}:distances", replace(context, asking=asking)), queries=queries)

    with pytest.raises(UsageError, match="rise along every list") as refusal:
        measured("")
    assert "--scores-are distances" in refusal.value.hint
    assert "--scores-are similarities" in refusal.value.hint
    turned = measured("distances")
    assert (hits(turned, "q1"), hits(turned, "q2")) == ([("a", -0.1), ("b", -0.2)], [("c", -0.1)])
    assert (turned.notes, turned.described["scores"]) == ({}, "distances")
    believed = measured("similarities")
    assert (hits(believed, "q1"), believed.notes) == ([("a", 0.1), ("b", 0.2)], {"rising scores": 1})
    assert hits(measured("distances", QUERIES[2:]), "q3") == [
        ("a", -1.0),
        ("d", -2.0),
    ]  # a list without scores says its order


def test_a_callable_that_takes_modalities_restricts_itself(theirs: str, context: RetrieverContext) -> None:
    retriever = open_python((f"{theirs}:wide",), context)
    assert retriever.restricts
    run = retrieved(retriever, queries=[Query("q1", "first", (Modality.TABLE,))])
    assert run.sources.tolist() == ["", "b"]
    assert list(run.chunks) == [TextChunk("some words", "guide.md"), None]
    retrieved(retriever, queries=[Query("q1", "first")])  # the same retriever again, and another question
    assert sys.modules[theirs].calls == [("first", ["table"], "q1"), ("first", None, "q1")]


def test_an_async_callable_may_return_an_object(theirs: str, context: RetrieverContext) -> None:
    run = retrieved(open_python((f"{theirs}:later",), context))
    assert hits(run, "q2") == [("second", -1.0), ("second", -2.0)]


def test_another_k_is_another_thing_and_has_a_file_of_its_own(theirs: str, context: RetrieverContext) -> None:
    assert context.asking.folder is not None
    for k in (1, 2, 1):
        retrieved(open_python((f"{theirs}:later",), context), k=k)
    assert len(list(context.asking.folder.glob("*.jsonl"))) == 2


def test_an_endpoint_is_a_retriever(context: RetrieverContext) -> None:
    def answer(asked: dict[str, object]) -> object:
        if asked["query"] == "third":
            return ["d", "unknown"]
        return {"hits": [{"source": "a", "score": 2}, {"text": "two words", "document": "b", "start": 0, "end": 9}]}

    faults = {"q2": [body(b"<html>Sign in</html>")]}
    with SystemsServer(answer, faults=faults, members=RETRIEVER, optional=frozenset({"modalities"})) as server:
        retriever = open_retriever(server.url, context)
        assert (retriever.name, retriever.restricts) == (server.url, False)
        run = retrieved(retriever, k=3)
        assert {asked["id"]: asked for asked in server.bodies}["q1"] == {"id": "q1", "query": "first", "k": 3}
        assert run.sources.tolist() == ["a", "", "d", "unknown"]
        assert run.scores.tolist() == [-1.0, -2.0, -1.0, -2.0]  # one of the first list has no score
        assert run.chunks[1] == TextChunk("two words", "b", 0, 9)
        assert run.failed == {"q2": "answered with a web page (status 200), not with JSON"}
        retrieved(retriever, k=3, queries=[Query("q1", "first", (Modality.TEXT, Modality.IMAGE))])
        assert server.bodies[-1] == {"id": "q1", "query": "first", "k": 3, "modalities": ["text", "image"]}
        assert server.asked.total() == 4


def test_an_endpoint_that_is_slow_refuses_or_wants_a_key(tmp_path: Path, context: RetrieverContext) -> None:
    keyed = RetrieverContext(
        context.corpus,
        context.gold,
        asking=AskingOptions(keys=Keys({"SEARCH_KEY": "canary-0123456789"}), key_env="SEARCH_KEY"),
    )
    with SystemsServer(lambda asked: ["a"], members=RETRIEVER, token="canary-0123456789") as server:
        assert len(retrieved(open_http((server.url,), keyed))) == 3
    refusal = status(401, '{"error": "wrong key canary-0123456789"}')
    denied = SystemsServer(lambda asked: ["a"], always=refusal, members=RETRIEVER, token="canary-0123456789")
    with denied as server, pytest.raises(UsageError) as refused:
        retrieved(open_http((server.url,), keyed))
    assert refused.value.line() == (
        f"{server.url} answered with status 401: wrong key [key] (every question)"
        " — mend it, then run the same command again"
    )


def test_they_are_registered_and_take_one_argument(context: RetrieverContext) -> None:
    assert (retrievers.get("python"), retrievers.get("http")) == (open_python, open_http)
    for open_one in (open_python, open_http):
        with pytest.raises(UsageError):
            open_one((), context)
