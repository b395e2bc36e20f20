"""Models that answer a benchmark by script, from chosen sources: what they are shown, what is scored, paid and kept."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from batch_asking import lines, result, write_lines
from dialect_faults import Fault, numbered
from dialect_servers import CANARY, DialectServer
from dialect_wire import Answer as WireAnswer
from dialect_wire import ParsedRequest
from handmade import EXAMPLES, benchmark
from nursery import Nursery

from benchwright.cli import main
from benchwright.errors import ModelUsageError, UsageError
from benchwright.evaluate.score_folder import load_scores
from benchwright.models.ledger import Ledger
from benchwright.publish.notes import notes
from benchwright.publish.terminal_table import table_text
from benchwright.run import Ending
from benchwright.run.item_run import CallOptions
from benchwright.run.model_session import SpendingCaps
from benchwright.workflows.answers import AnswersReport, AnswersSetup, estimate_answers, evaluate_answers
from benchwright.workflows.evaluation_files import Evaluation

pytestmark = pytest.mark.usefixtures("keys")

MODEL = "openai/reader"
GOLD = f"{MODEL}, gold"
KEYS = {"OPENAI_API_KEY": CANARY}


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return benchmark(tmp_path)


def said(*answers: str, cites: tuple[str, ...] = (), working: str = "Read.") -> dict[str, Any]:
    return {"working": working, "abstains": not answers, "answers": list(answers), "sources": list(cites)}


def question_of(request: ParsedRequest) -> str:
    return re.findall(r"<question code=\w+>\n(.*)\n</question", request.text)[-1]


def read(request: ParsedRequest) -> Mapping[str, Any]:
    """Reads the shown sources honestly: states what stands in them, cites it, and abstains without them."""
    shown = request.messages[-1][1]
    places = dict(re.findall(r"<source (S\d+) [^>]*>\nTitle: (\w+)", shown))
    label = {title: name for name, title in places.items()}
    facts = {"River": "the Aare", "Lake": "217 metres"}
    wanted = {"What is": ["River"], "How dee": ["Lake"], "Which i": ["River", "Lake"]}[question_of(request)[:7]]
    found = [title for title in wanted if title in label]
    return said(*filter(None, [", and ".join(facts[one] for one in found)]), cites=tuple(label[one] for one in found))


@pytest.fixture
def server() -> Iterator[DialectServer]:
    with DialectServer(read, key=CANARY) as server:
        yield server


def run(bench: Path, server: DialectServer, *sources: str, **options: Any) -> AnswersReport:
    setup = AnswersSetup((MODEL,), sources or ("gold",), **options.pop("setup", {}))
    return evaluate_answers(bench, setup, CallOptions({MODEL: server.settings("openai")}, **options))


def values(done: AnswersReport, system: str, measure: str) -> list[float | None]:
    assert done.evaluation is not None
    one = done.evaluation.scores.system(system).measure(measure)
    assert one is not None
    return [float(value) if known else None for value, known in zip(one.values, one.scored, strict=True)]


def evaluation(done: AnswersReport) -> Evaluation:
    assert done.evaluation is not None
    return done.evaluation


def test_gold_retrieved_and_no_sources_score_as_counted(bench: Path, server: DialectServer) -> None:
    done = run(bench, server, "gold", "bm25:1", "none")
    assert (done.ending, done.whole, done.asked) == (Ending.FINISHED, True, 3)
    assert done.answered == {GOLD: 3, f"{MODEL}, bm25:1": 3, f"{MODEL}, no sources": 3}
    # questions: river, lake, both (compound, one reference answer of both). bm25 gives one of the two sources for both:
    # the river, whose long passage has "is" and "and" and "longest river", or the lake
    assert values(done, GOLD, "exact-match") == [1.0, 1.0, 1.0]
    assert values(done, GOLD, "recall@10") == [1.0, 1.0, 1.0]
    assert values(done, GOLD, "citation-recall") == [1.0, 1.0, 1.0]
    assert values(done, f"{MODEL}, bm25:1", "exact-match") == [1.0, 1.0, 0.0]
    assert values(done, f"{MODEL}, bm25:1", "recall@10") == [1.0, 1.0, 0.5]
    assert values(done, f"{MODEL}, no sources", "exact-match") == [0.0, 0.0, 0.0]
    assert values(done, f"{MODEL}, no sources", "recall@10") == [None, None, None]
    # river and lake are asked alike from gold and from bm25:1: those requests are shared
    assert (server.requests, done.spent.calls) == (7, 7)


def test_wrong_answers_have_causes_and_retrieval_its_cost(bench: Path, server: DialectServer) -> None:
    done = run(bench, server, "gold", "bm25:1", "none")
    retrieved, nothing = f"{MODEL}, bm25:1", f"{MODEL}, no sources"
    causes = {
        one.name: {id: found.cause for id, found in one.causes.items()} for one in evaluation(done).scores.systems
    }
    # bm25 ranks both sources of the last question, of which one is shown; without sources there is no list at all
    assert causes == {
        GOLD: {},
        retrieved: {"both": "below-cut-off"},
        nothing: dict.fromkeys(("river", "lake", "both"), "not-retrieved"),
    }
    rows = [json.loads(line) for line in (done.path / "causes.jsonl").read_text().splitlines()]
    assert (rows[0]["system"], rows[0]["question"], len(rows)) == (retrieved, "both", 4)
    assert "at rank 2; 1 were shown" in rows[0]["evidence"]
    costs = {one.system: one.difference.mean for one in evaluation(done).causes.fixes}
    scores = {
        name: mean
        for name in (GOLD, retrieved, nothing)
        if (mean := evaluation(done).summary.mean(name, "answer-parts"))
    }
    assert costs[retrieved] == pytest.approx(scores[GOLD] - scores[retrieved])
    assert costs[nothing] == pytest.approx(scores[GOLD])
    assert "retrieval costs" in evaluation(done).page.read_text()
    summary = json.loads((done.path / "summary.json").read_text())
    assert {one["cause"] for one in summary["causes"]["shares"]} == {"below-cut-off", "not-retrieved"}


def test_sources_stand_in_rank_order_between_their_fences(bench: Path, server: DialectServer) -> None:
    run(bench, server, "bm25:2")
    texts = [body["messages"][-1]["content"] for _, body in server.bodies]
    both = next(text for text in texts if "and how deep is Lake Thun?" in text)
    assert re.findall(r"<source (S\d) kind=text code=\w+>\nTitle: (\w+)", both) in (
        [("S1", "River"), ("S2", "Lake")],
        [("S1", "Lake"), ("S2", "River")],
    )
    assert {body["temperature"] for _, body in server.bodies} == {0.0}


def test_what_was_answered_is_not_paid_again_and_stays_beside_other_systems(bench: Path, server: DialectServer) -> None:
    run(bench, server, "gold")
    again = run(bench, server, "gold", "none")
    assert (server.requests, again.spent.calls, again.spent.replayed) == (6, 3, 3)
    path = next((bench.parent / "bench-system-scores" / "answers").glob("*gold*.jsonl"))
    done = evaluate_answers(bench, AnswersSetup(predictions=(f"file={path}",)))
    names = [one.name for one in load_scores(done.path).systems]
    assert names == [GOLD, f"{MODEL}, no sources", "file"]
    for measure in ("exact-match", "recall@10", "citation-recall", "answer-parts"):
        assert values(done, "file", measure) == values(again, GOLD, measure)


def test_a_label_that_no_source_has_is_a_wrong_citation(bench: Path) -> None:
    with DialectServer(lambda request: said("217 metres", cites=("S1", "S9", "S9"))) as server:
        done = run(bench, server, "gold")
    # the third question has two sources: of S1 and S9 one is evidence
    assert values(done, GOLD, "citation-precision") == [0.5, 0.5, 0.5]


def test_replies_without_an_answer_fail_and_are_counted_by_reason(bench: Path) -> None:
    def answer(request: ParsedRequest) -> WireAnswer | Mapping[str, Any] | str:
        if "how deep is" in question_of(request):
            return "This is no JSON."
        return said() if question_of(request).startswith("How") else said("the Aare", cites=("S1",))

    with DialectServer(answer) as server:
        done = run(bench, server, "gold")
        assert (server.requests, done.ending, done.whole) == (4, Ending.FINISHED, False)  # one repair
    assert [reason.partition(":")[0] for reason in done.refused] == ["unparsed"]
    assert evaluation(done).failed == {GOLD: 1}
    assert values(done, GOLD, "exact-match") == [1.0, 0.0, 0.0]  # to abstain is no failure, and scores 0


def test_a_spent_budget_holds_the_rest_and_scores_only_what_is_whole(bench: Path, server: DialectServer) -> None:
    held = run(bench, server, "gold", "none", caps=SpendingCaps(calls=4), concurrency=1)
    # question by question: river and lake from both, then nothing
    assert (held.ending, held.answered, held.evaluation) == (Ending.HELD, {GOLD: 2, f"{MODEL}, no sources": 2}, None)
    assert held.held_by
    done = run(bench, server, "gold", "none")
    assert (done.whole, done.spent.calls, server.requests) == (True, 2, 6)


def test_a_limit_draws_questions_and_a_larger_one_keeps_them(bench: Path, server: DialectServer) -> None:
    two = run(bench, server, setup={"limit": 2})
    assert (two.asked, server.requests) == (2, 2)
    scored = [value is not None for value in values(two, GOLD, "exact-match")]
    assert sum(scored) == 2
    assert evaluation(two).summary.unscored[GOLD]["exact-match"] == {"not asked": 1}
    assert "2 of 3 questions were asked, drawn by seed 13." in evaluation(two).summary.remarks
    told = [one.text for one in notes(evaluation(two).summary) if "--limit" in one.text or "missing" in one.text]
    assert told == ["1 question not scored: left out by --limit."]
    one = run(bench, server, setup={"limit": 1, "to": bench.parent / "one"})
    for value, known in zip(values(one, GOLD, "exact-match"), scored, strict=True):
        assert value is None or known
    assert run(bench, server, setup={"limit": 3}).asked == 3
    assert server.requests == 2 + 1 + 1


def test_batch_files_bring_the_answers_on_the_next_run(bench: Path, tmp_path: Path) -> None:
    folder = tmp_path / "batch"
    setup, options = AnswersSetup((MODEL,), ("gold", "none")), CallOptions(batch_dir=folder)
    first = evaluate_answers(bench, setup, options)
    assert (first.ending, first.waiting, first.evaluation) == (Ending.HELD, (f"6 requests in {folder}",), None)
    asked = [line for path in folder.rglob("*.jsonl") for line in lines(path) if "custom_id" in line]
    write_lines(folder / "out.jsonl", [result(line["custom_id"], json.dumps(said("217 metres"))) for line in asked])
    second = evaluate_answers(bench, setup, options)
    assert (second.ending, second.whole) == (Ending.FINISHED, True)
    assert values(second, GOLD, "exact-match") == [0.0, 1.0, 0.0]


def test_an_estimate_counts_exactly_what_is_left_and_sends_nothing(bench: Path, server: DialectServer) -> None:
    setup = AnswersSetup((MODEL,), ("gold", "bm25:1", "none"))
    options = CallOptions({MODEL: replace(server.settings("openai"), usd_per_million=(1.0, 2.0))})
    before = estimate_answers(bench, setup, options)
    assert (before.asked, before.kept, before.use.calls.mid, server.requests) == (9, 0, 7.0, 0)
    assert before.use.usd is not None
    assert before.use.usd.low > 0
    evaluate_answers(bench, setup, options)
    after = estimate_answers(bench, setup, options)
    assert (after.kept, after.use.calls.mid, server.requests) == (9, 0.0, 7)


def test_extraction_needs_no_key_and_no_network(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    done = evaluate_answers(bench, AnswersSetup(("extractive",), ("gold", "none")))
    # "The Aare is the longest river of Switzerland.": 6 words without articles, one of the gold's. Of the lake's two
    # sentences the first shares "Lake Thun", the second "lake" and "deep", which weighs the same: the first wins
    assert values(done, "extractive, gold", "answer-F1")[:2] == pytest.approx([2 / 7, 0.0])
    assert values(done, "extractive, gold", "citation-recall")[:2] == [1.0, 1.0]
    assert values(done, "extractive, no sources", "answer-F1") == [0.0, 0.0, 0.0]
    assert not (done.path / "ledger.sqlite").exists()


def test_misuse_is_told_before_anything_is_asked(bench: Path, server: DialectServer) -> None:
    with pytest.raises(UsageError, match="is not the name of a model"):
        evaluate_answers(bench, AnswersSetup(("reader",), ("gold",)))
    for sources, words in (
        (("bm25",), "does not say how many"),
        (("bm25:0",), "shows 0 sources"),
        (("nonsense:5",), "unknown retriever"),
        (("gold", "gold"), "two systems are called"),
        ((), "models without sources"),
    ):
        with pytest.raises(UsageError, match=words):
            evaluate_answers(bench, AnswersSetup((MODEL,), sources), CallOptions({MODEL: server.settings("openai")}))
    with pytest.raises(UsageError, match="has no page images"):
        run(bench, server, setup={"pages": True})
    with pytest.raises(UsageError, match="limit must be at least 1"):
        run(bench, server, setup={"limit": 0})
    with pytest.raises(UsageError, match="nobody is named"):
        evaluate_answers(bench, AnswersSetup())
    assert server.requests == 0


def test_a_wrong_key_ends_the_run_in_one_line_without_the_key(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-wrong-0123456789")
    with DialectServer(read, key=CANARY) as server, pytest.raises(ModelUsageError) as caught:
        run(bench, server)
    assert "sk-wrong" not in caught.value.line()


def test_a_stop_keeps_what_was_answered(bench: Path, server: DialectServer) -> None:
    stop = threading.Event()
    server.latency = lambda number, request: stop.set() or 0.0  # type: ignore[func-returns-value]
    stopped = run(bench, server, "gold", "none", stop=stop, concurrency=1)
    assert stopped.ending is Ending.STOPPED
    paid = server.requests
    done = run(bench, server, "gold", "none")
    assert (done.whole, server.requests, done.spent.replayed) == (True, 6, paid)


def test_faults_cost_one_try_each(bench: Path) -> None:
    with DialectServer(read, faults=numbered({2: Fault("reset")}), key=CANARY) as server:
        done = run(bench, server, concurrency=1)
        assert (server.requests, done.whole, done.refused) == (4, True, {})


def test_the_command_says_what_came_of_it(
    bench: Path, server: DialectServer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    plan = tmp_path / "models.yaml"
    plan.write_text(
        f"corpus: corpus\nmodels:\n  {MODEL}: {{base_url: '{server.url}/v1'}}\ncells: [{{style: compound, count: 1}}]\n"
    )
    argv = ["evaluate", "answers", str(bench), "--model", MODEL, "--plan", str(plan), "--sources", "gold"]
    assert main([*argv, "--estimate"]) == 0
    assert "3 answers of models, 0 of them in the ledger\nto come: 3 calls" in capsys.readouterr().out
    assert main([*argv, "--max-calls", "1"]) == 1
    assert f"{GOLD}: 1 of 3 answers has arrived; scores follow once all have" in capsys.readouterr().out
    assert main(argv) == 0
    out = capsys.readouterr().out
    assert "page: " in out
    assert "2 calls" in out
    assert main([*argv, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["whole"], found["answered"], found["ending"]) == (True, {GOLD: 3}, "finished")
    assert main(["evaluate", "answers", str(bench), "--answerer", "wise", "--sources", "gold"]) == 2
    assert "there is no answerer 'wise'" in capsys.readouterr().err


def test_a_family_that_writes_answers_and_judges_is_told_on_the_terminal_and_the_page(
    tmp_path: Path, server: DialectServer
) -> None:
    """The questions were written by a model of the family that answers them."""
    wrote = replace(EXAMPLES[0].origin, models={"writer": MODEL})
    bench = benchmark(tmp_path, [replace(one, origin=wrote) for one in EXAMPLES])
    done = evaluation(run(bench, server))
    (told,) = [one for one in done.summary.remarks if "several roles" in one]
    assert "openai/reader wrote 3 of the questions and openai/reader answered" in told
    assert told in " ".join(table_text(done.summary).split())
    assert "several roles" in done.page.read_text("utf-8")


def test_killed_while_it_answers_nothing_that_was_kept_is_paid_again(
    bench: Path, nursery: Nursery, tmp_path: Path
) -> None:
    whole = tmp_path / "whole"
    with DialectServer(read, key=CANARY) as calm:
        run(bench, calm, "gold", "bm25:1", "none", setup={"to": whole})
    with DialectServer(read, latency=lambda number, request: 0.02 * (number % 3), key=CANARY) as server:
        plan, told = tmp_path / "models.yaml", tmp_path / "told.txt"
        plan.write_text(
            f"corpus: corpus\nmodels:\n  {MODEL}: {{base_url: '{server.url}/v1'}}\n"
            "cells: [{style: compound, count: 1}]\n"
        )
        argv = ["evaluate", "answers", str(bench), "--model", MODEL, "--plan", str(plan), "--concurrency", "1"]
        argv += ["--sources", "gold", "--sources", "bm25:1", "--sources", "none", "--to", str(tmp_path / "killed")]
        ledger = tmp_path / "killed" / "ledger.sqlite"
        lost = 0
        for kill in range(3):
            arrived = server.requests
            stored = len(Ledger.view(ledger).keys()) if ledger.exists() else 0
            command = nursery.start(argv, told)
            while server.requests < arrived + 1 + kill % 2 and not command.over:
                threading.Event().wait(0.001)
            command.signal(9)
            command.wait()
            while server.in_flight:
                threading.Event().wait(0.001)
            lost += server.requests - arrived - (len(Ledger.view(ledger).keys()) - stored)
        assert nursery.start(argv, told).wait() == 0, told.read_text()
        assert 0 <= lost <= 3 * 2
        assert server.requests == 7 + lost
    one, other = load_scores(whole), load_scores(tmp_path / "killed")
    assert [system.to_json() for system in one.systems] == [system.to_json() for system in other.systems]
    for name in ("scores.parquet", "scores.csv"):
        assert (whole / name).read_bytes() == (tmp_path / "killed" / name).read_bytes()
