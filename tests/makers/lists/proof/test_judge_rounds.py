"""List questions whose evidence a model judges, and whose words are a model's: whole runs, in any order of replies."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dialect_servers import DialectServer
from tests.makers.lists.drawn import sorted_edges
from tests.support.judged_lists import Reader, judged_world, plan_of
from whole_runs import mind_server, shuffled

from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.errors import PlanError
from benchwright.graphs.relations import GraphRelation, Things
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.knowledge.knowledge_base import ProofPlace
from benchwright.makers.lists.proof.judge_rounds import (
    MOST_WAYS,
    EvidenceCandidate,
    JudgedEvidence,
    StatementVerdict,
    reading,
)
from benchwright.makers.lists.queries.query_types import Composition, Conditions, Simple
from benchwright.records import Span
from benchwright.workflows.generate import generate

pytestmark = pytest.mark.usefixtures("keys")


def server_of(seed: int = 0) -> DialectServer:
    return mind_server(Reader(), latency=shuffled(seed))  # type: ignore[arg-type]


def rows(bench: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (bench / "examples.jsonl").read_text("utf-8").splitlines()]


def test_a_model_has_the_last_word_and_its_words_are_held_to_the_list(tmp_path: Path) -> None:
    judged_world(tmp_path)
    said: list[str] = []
    with server_of() as server:
        plan = plan_of(tmp_path, "plan", server.url, cells="simple: 2")
        assert generate(plan, tmp_path / "one", concurrency=1, notify=said.append).filled
    assert any("2 of 2 relations do not declare their kind" in line for line in said)
    found = {row["question"]: row for row in rows(tmp_path / "one")}
    directed = found["What films did Ida Holm direct?"]
    assert [answer["text"] for answer in directed["answers"]] == [
        "Black Rook", "Blue Tit", "Brown Owl", "Grey Heron", "Red Kite", "White Stork"]  # fmt: skip
    assert directed["derivation"]["found"] == 7
    assert directed["derivation"]["judged"] == {"read": 8, "accepted": 6, "unscored": 0}
    sampling = Benchmark.open(tmp_path / "one").manifest["sampling"]
    (evidence,) = {json.dumps(cell["evidence"]) for cell in sampling.values()}
    assert json.loads(evidence) == {
        "checker": "judge", "by": "judge/1 openai/judge", "measured": "not measured",
        "undeclared": {"relations": 2, "first": ["cast", "directed"]},
    }  # fmt: skip
    assert directed["derivation"]["composed"] == "Which films were directed by Ida Holm?"
    checks = {check["name"]: check for check in directed["checks"]}
    assert (checks["entails"]["by"], checks["entails"]["score"]) == ("judge/1 openai/judge", 1.0)
    assert checks["answers"]["score"] == pytest.approx(6 / 7)
    assert checks["paraphrase"]["verdict"] == "pass"
    heron = next(answer for answer in directed["answers"] if answer["text"] == "Grey Heron")
    assert text_of(tmp_path / "one", heron["evidence"][0][0]).startswith("In the end")
    played = found["Which films have Joan Reed as a cast member?"]  # "starring" is not the same
    check = next(one for one in played["checks"] if one["name"] == "paraphrase")
    assert check["verdict"] == "fail"
    assert check["reason"].startswith("asks for another list: read both")
    assert played["origin"]["models"] == {"paraphraser": "openai/rewriter", "verifier": "openai/judge"}
    assert validate(Benchmark.open(tmp_path / "one")) == []


def text_of(bench: Path, span: dict[str, Any]) -> str:
    text: str = Benchmark.open(bench).sources[span["source"]].text[span["start"] : span["end"]]
    return text


def test_the_order_of_replies_changes_nothing_nor_does_a_stop(tmp_path: Path) -> None:
    judged_world(tmp_path)
    with server_of(1) as server:
        plan = plan_of(tmp_path, "plan", server.url)
        generate(plan, tmp_path / "one", concurrency=1)
        generate(plan, tmp_path / "many", concurrency=16)
        for _ in range(6):
            generate(plan, tmp_path / "steps", concurrency=16, limit=1)
    whole = (tmp_path / "one" / "examples.jsonl").read_bytes()
    assert whole == (tmp_path / "many" / "examples.jsonl").read_bytes()
    assert whole == (tmp_path / "steps" / "examples.jsonl").read_bytes()


def test_batch_files_give_the_same_bytes(tmp_path: Path) -> None:
    judged_world(tmp_path)
    with server_of(2) as server:
        plan = plan_of(tmp_path, "plan", server.url)
        generate(plan, tmp_path / "one")
    folder, answered = tmp_path / "files", set[str]()
    for number in range(12):
        report = generate(plan, tmp_path / "batch", batch_dir=folder)
        if not report.waiting:
            break
        results = []
        for file in folder.glob("requests-*.jsonl"):
            for line in file.read_text("utf-8").splitlines():
                request = json.loads(line)
                if request["custom_id"] not in answered:
                    answered.add(request["custom_id"])
                    turn = request["body"]["messages"][-1]["content"]
                    words = turn if isinstance(turn, str) else "\n".join(part["text"] for part in turn)
                    said = json.dumps(Reader().said("", words))
                    results.append(json.dumps({"custom_id": request["custom_id"], "text": said}))
        (folder / f"results-{number}.jsonl").write_text("\n".join(results) + "\n", encoding="utf-8")
    assert not report.waiting
    assert number <= 5  # two rounds of reading, a rewording, a comparison
    assert (tmp_path / "one" / "examples.jsonl").read_bytes() == (tmp_path / "batch" / "examples.jsonl").read_bytes()


def test_what_was_not_reworded_may_be_rejected(tmp_path: Path) -> None:
    judged_world(tmp_path)
    with server_of() as server:
        plan = plan_of(tmp_path, "plan", server.url, "checks: {paraphrase: reject}", "simple: 2")
        report = generate(plan, tmp_path / "one")
    assert [row["question"] for row in rows(tmp_path / "one")] == ["What films did Ida Holm direct?"]
    assert report.cells[0].reasons["rejected:paraphrase"] == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("verifier: openai/judge\n", "", "checker: judge needs a model"),
        ("checker: judge", "checker: judge, threshold: 0.5", "threshold does not apply to the checker judge"),
    ],
)
def test_a_judge_needs_a_model_and_no_threshold(tmp_path: Path, old: str, new: str, said: str) -> None:
    judged_world(tmp_path)
    plan = plan_of(tmp_path, "plan", "http://127.0.0.1:9")
    plan.write_text(plan.read_text("utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(PlanError, match=said):
        generate(plan, tmp_path / "bench")


class Two:
    """Two candidates for every triple, the better one first."""

    def __call__(self, triple: int) -> list[EvidenceCandidate]:
        found = []
        for nth in range(2):
            span = Span(f"p{triple}", "text", nth, nth + 1)
            statement = Statement(RELATION, str(triple), str(nth), "subject", "x", (0, 1), (0, 1))
            found.append(EvidenceCandidate(ProofPlace(span, 0.9 - nth / 10, ""), statement))
        return found


RELATION = GraphRelation("r", "r", Things("a", "as"), Things("b", "bs"), "{subject} {object}.")


def read_of(said: Callable[[Statement], bool | None], validated: float = 0.5) -> tuple[JudgedEvidence, list[int]]:
    """What is read of a query with six answers, and how many statements each round had."""
    codes = np.arange(1, 7, dtype=np.int32)
    zero, proven = np.zeros(6, np.int32), np.ones(6, np.bool_)
    edges = sorted_edges(zero, zero, codes, np.arange(6, dtype=np.int64), proven, views=1, entities=7)
    rounds = reading(Simple(0, 0), edges, Two(), Conditions(min_answers=2, validated=validated), "me")
    sizes = []
    try:
        statements = next(rounds)
        while True:
            sizes.append(len(statements))
            statements = rounds.send([StatementVerdict(said(one), 0.8) for one in statements])
    except StopIteration as ended:
        return ended.value, sizes


def test_the_next_place_is_read_where_one_was_turned_down_and_no_verdict_is_no_yes() -> None:
    whole, sizes = read_of(lambda one: None if one.subject == "5" else one.subject != "2" or one.object == "1")
    assert sizes == [6, 2]
    assert sorted(whole.proven) == [0, 1, 2, 3, 4]
    assert whole.proven[2].span.start == 1
    assert (whole.read, whole.accepted, whole.unscored) == (8, 5, 2)
    assert {(one.score, one.by) for one in whole.proven.values()} == {(0.8, "me")}


def test_reading_ends_when_too_few_can_be_proven() -> None:
    whole, sizes = read_of(lambda one: one.subject in "012", validated=0.8)
    assert sizes == [6, 3]  # after the second round three of six are lost
    assert len(whole.proven) == 3


class Ranked:
    """One candidate for every triple; of the second step that by the sixth thing in between is the best."""

    def __call__(self, triple: int) -> list[EvidenceCandidate]:
        span = Span(f"p{triple}", "text", 0, 1)
        statement = Statement(RELATION, str(triple), "", "subject", "x", (0, 1), (0, 1))
        return [EvidenceCandidate(ProofPlace(span, 0.9 if triple < 6 else (triple - 5) / 10, ""), statement)]


@pytest.mark.parametrize(("accepted", "proven"), [("5 11", {5, 11}), ("2 8", {2, 8}), ("1 7", set[int]())])
def test_of_many_ways_to_an_answer_the_most_promising_are_read(accepted: str, proven: set[int]) -> None:
    between = np.arange(1, 7, dtype=np.int32)
    view = np.repeat(np.array([0, 1], np.int32), 6)
    given = np.concatenate([np.zeros(6, np.int32), between])
    answer = np.concatenate([between, np.full(6, 9, np.int32)])
    edges = sorted_edges(
        view, given, answer, np.arange(12, dtype=np.int64), np.ones(12, np.bool_), views=2, entities=10
    )
    rounds = reading(Composition(Simple(0, 0), 1), edges, Ranked(), Conditions(min_answers=1), "me")
    asked: list[list[str]] = []
    try:
        statements = next(rounds)
        while True:
            asked.append(sorted(one.subject for one in statements))
            statements = rounds.send([StatementVerdict(one.subject in accepted.split(), 0.8) for one in statements])
    except StopIteration as ended:
        whole: JudgedEvidence = ended.value
    assert asked[0] == ["11", "5"]
    assert set(whole.proven) == proven
    assert len(asked) == (1 if proven == {5, 11} else MOST_WAYS)
