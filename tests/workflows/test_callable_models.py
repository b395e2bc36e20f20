"""Callables as models: they answer, judge and write through the same ledger as services."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from atlas import Mind
from dialect_wire import ParsedRequest
from handmade import benchmark
from scripted_judge import blocks_of, judged
from towns_bench import towns_bench
from whole_runs import World

from benchwright.errors import ModelUsageError, UsageError
from benchwright.models.callable_model import CallableModel
from benchwright.run import Ending
from benchwright.run.item_run import CallOptions
from benchwright.run.model_session import SpendingCaps
from benchwright.workflows.answers import AnswersReport, AnswersSetup, estimate_answers, evaluate_answers
from benchwright.workflows.certify import certify
from benchwright.workflows.evaluate import evaluate_systems
from benchwright.workflows.generate import generate
from benchwright.workflows.judging import JudgingOptions

Messages = list[dict[str, Any]]


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return benchmark(tmp_path)


class Reader:
    """Answers what the shown sources state, and counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, messages: Messages) -> str:
        self.calls += 1
        shown = messages[-1]["content"]
        place = {title: label for label, title in re.findall(r"<source (S\d+) [^>]*>\nTitle: (\w+)", shown)}
        question = re.findall(r"<question code=\w+>\n(.*)\n</question", shown)[-1]
        facts = {"River": ("longest", "the Aare"), "Lake": ("deep", "217 metres")}
        stated = [(place[title], fact) for title, (word, fact) in facts.items() if word in question and title in place]
        answer = [", and ".join(fact for _, fact in stated)] if stated else []
        sources = [label for label, _ in stated]
        return json.dumps({"working": "", "abstains": not answer, "answers": answer, "sources": sources})


def exact(done: AnswersReport, system: str) -> list[float]:
    assert done.evaluation is not None
    one = done.evaluation.scores.system(system).measure("exact-match")
    assert one is not None
    return one.values.tolist()


def test_a_callable_answers_and_is_asked_again_only_under_another_version(bench: Path) -> None:
    reader = Reader()
    setup = AnswersSetup([CallableModel("reader", reader)], ["gold"])
    first = evaluate_answers(bench, setup)
    assert exact(first, "python/reader@1, gold") == [1.0, 1.0, 1.0]
    assert reader.calls == 3

    other = CallableModel("reader", lambda messages: "not asked", version="1")
    kept = evaluate_answers(bench, AnswersSetup([other], ["gold"]))  # the ledger knows name and version, no code
    assert exact(kept, "python/reader@1, gold") == [1.0, 1.0, 1.0]

    second = evaluate_answers(bench, AnswersSetup([CallableModel("reader", reader, version="2")], ["gold"]))
    assert reader.calls == 6
    assert second.evaluation is not None
    assert second.evaluation.summary.systems == ("python/reader@1, gold", "python/reader@2, gold")


def test_sources_may_come_from_a_retriever_that_is_an_object(bench: Path) -> None:
    def search(query: str, k: int) -> list[str]:
        return ["river", "lake"][:k]

    reader = CallableModel("reader", Reader())
    done = evaluate_answers(bench, AnswersSetup([reader], [(search, 1), ("bm25", 2)]))
    assert exact(done, "python/reader@1, search:1") == [1.0, 0.0, 0.0]
    assert exact(done, "python/reader@1, bm25:2") == [1.0, 1.0, 1.0]
    for wrong, line in (
        (search, "a function does not say how many sources are shown — write (retriever, 5)"),
        ((search, True), "a tuple does not say how many sources are shown — write (retriever, 5)"),
        ((search, 0), "'search' shows 0 sources — choose from 1 to 100"),
    ):
        with pytest.raises(UsageError) as error:
            evaluate_answers(bench, AnswersSetup([reader], [wrong]))  # type: ignore[list-item]
        assert error.value.line() == line


def test_it_may_be_async_and_the_caller_in_a_running_loop(bench: Path) -> None:
    reader = Reader()

    async def call(messages: Messages, temperature: float) -> str:
        assert temperature == 0.0
        await asyncio.sleep(0)
        return reader(messages)

    async def notebook() -> AnswersReport:
        return evaluate_answers(bench, AnswersSetup([CallableModel("waits", call)], ["gold"]))

    assert exact(asyncio.run(notebook()), "python/waits@1, gold") == [1.0, 1.0, 1.0]


def judge_call(messages: Messages, schema: Mapping[str, Any]) -> str:
    return json.dumps(judged(*blocks_of(messages[-1]["content"]), schema))


def test_a_callable_judges(bench: Path) -> None:
    judge = CallableModel("judge", judge_call)
    answers = {"What is": "the Aare", "How dee": "217 metres", "Which i": "the Aare"}
    done = evaluate_systems(
        bench,
        {"mine": lambda question: {"answer": answers[question[:7]], "contexts": ["river"]}},
        judging=JudgingOptions([judge], ["judged-correctness"]),
    )
    assert done.judging is not None
    assert done.judging.whole
    column = done.scores.system("mine").measure("judged-correctness@python/judge@1")
    assert column is not None
    assert column.values.tolist() == [1.0, 1.0, 0.5]


def test_a_callable_is_certified_under_its_name_and_version(tmp_path: Path) -> None:
    judge = CallableModel("judge", judge_call, version="2026-11")
    report = certify(towns_bench(tmp_path), judge, limit=12)
    assert report.certificate is not None
    assert report.certificate.model == "python/judge@2026-11"
    assert report.asked == 12


class Mine:
    """A mind that writes and verifies, behind messages."""

    def __init__(self) -> None:
        self.mind, self.calls = Mind(), 0

    def __call__(self, messages: Messages, schema: Mapping[str, Any] | None, max_tokens: int) -> str:
        self.calls += 1
        words, pictures = [], []
        for one in messages:
            parts = one["content"] if isinstance(one["content"], list) else [{"type": "text", "text": one["content"]}]
            words.append((one["role"], "\n".join(part["text"] for part in parts if part["type"] == "text")))
            pictures += [Path(part["path"]).read_bytes() for part in parts if part["type"] == "image"]
        system = "\n".join(text for role, text in words if role == "system")
        turns = tuple(pair for pair in words if pair[0] != "system")
        asked = ParsedRequest("openai", "mine", system, turns, tuple(pictures), schema, 0.0, max_tokens, {})
        return self.mind(asked).text


def test_callables_write_and_verify_a_benchmark(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    mine = Mine()
    writer = CallableModel("writer", mine, vision=True)
    verifier = CallableModel("verifier", mine, vision=True)
    cells = "  - {style: information-extraction, modalities: [text, image], count: 1}\n"
    roles = {"writer": writer.full_name, "vision_writer": writer.full_name, "verifier": verifier.full_name}
    plan = world.plan("http://nowhere.invalid", roles=roles, cells=cells)
    plan.write_text(re.sub(r"models:\n(  python.*\n)+", "", plan.read_text("utf-8")), "utf-8")
    report = generate(plan, tmp_path / "bench", models=[writer, verifier])
    assert report.filled
    assert report.spent.calls == mine.calls > 4
    asked = mine.calls
    assert generate(plan, tmp_path / "bench", models=[writer, verifier]).filled
    assert mine.calls == asked


def test_an_estimate_asks_nothing(bench: Path) -> None:
    reader = Reader()
    found = estimate_answers(bench, AnswersSetup([CallableModel("reader", reader)], ["gold"]))
    assert (found.asked, found.kept, reader.calls) == (3, 0, 0)
    assert found.use.calls.high == 3


def test_what_it_raises_and_returns_is_one_line(bench: Path) -> None:
    def fails(messages: Messages) -> str:
        raise KeyError("token")

    with pytest.raises(ModelUsageError) as error:
        evaluate_answers(bench, AnswersSetup([CallableModel("fails", fails)], ["gold"]))
    assert str(error.value).startswith(
        "3 requests in a row were refused alike, the last one: python/fails@1 raised KeyError: 'token'"
    )
    assert "\n" not in error.value.line()

    with pytest.raises(ModelUsageError) as error:
        evaluate_answers(bench, AnswersSetup([CallableModel("counts", lambda messages: 3)], ["gold"]))
    assert (
        error.value.line() == "python/counts@1 returned no text (its type is int) — let it return the text of the reply"
    )


def test_what_cannot_be_a_model_is_refused_at_once(bench: Path, tmp_path: Path) -> None:
    for make, line in (
        (lambda: CallableModel("my model", str), "the name of a model is 'my model'"),
        (lambda: CallableModel("mine", str, version=""), "the version of a model is ''"),
        (lambda: CallableModel("mine", 3), "python/mine@1 cannot be called (its type is int)"),  # type: ignore[arg-type]
        (lambda: CallableModel("mine", lambda: ""), "python/mine@1 cannot be called with a list of messages: too many"),
    ):
        with pytest.raises(UsageError) as error:
            make()
        assert error.value.line().startswith(line)
    two = [CallableModel("mine", lambda messages: "a"), CallableModel("mine", lambda messages: "b")]
    with pytest.raises(UsageError, match="two models are called python/mine@1"):
        evaluate_answers(bench, AnswersSetup(two, ["gold"]))
    with pytest.raises(UsageError) as error:
        evaluate_answers(bench, AnswersSetup(two[:1], ["gold"]), CallOptions(batch_dir=tmp_path / "batch"))
    assert error.value.line() == "python/mine@1 is a callable, and is asked without batches — leave the batch out"
    with pytest.raises(ModelUsageError) as error:
        evaluate_answers(bench, AnswersSetup(["python/mine@1"], ["gold"]))
    assert error.value.line() == (
        "python/mine@1 is a callable, and was not given — pass the CallableModel in Python, under this name"
    )
    with pytest.raises(UsageError, match="price"):
        evaluate_answers(bench, AnswersSetup(two[:1], ["gold"]), CallOptions(caps=SpendingCaps(usd=1.0)))


def test_one_that_blocks_is_tried_again_and_held(bench: Path) -> None:
    import threading

    stop = threading.Event()
    tries: list[int] = []

    def blocks(messages: Messages) -> str:
        tries.append(1)
        stop.set()  # as Ctrl-C would: a time-out may pass, and the next run asks again
        threading.Event().wait(0.3)
        return "late"

    model = CallableModel("slow", blocks, timeout=0.05)
    done = evaluate_answers(bench, AnswersSetup([model], ["gold"], limit=1), CallOptions(stop=stop))
    assert done.ending is Ending.STOPPED
    assert not done.whole
    assert not (bench.with_name("bench-system-scores") / "ledger.sqlite").exists()  # no call was completed


def test_one_that_always_blocks_ends_the_run_after_two_tries(bench: Path) -> None:
    import threading

    tries: list[int] = []

    def blocks(messages: Messages) -> str:
        tries.append(1)
        threading.Event().wait(0.2)
        return "late"

    done = evaluate_answers(bench, AnswersSetup([CallableModel("slow", blocks, timeout=0.05)], ["gold"], limit=1))
    assert (done.ending, len(tries)) == (Ending.HELD, 2)
    assert done.held_by == ("python/slow@1 did not answer within 0.05 s",)
