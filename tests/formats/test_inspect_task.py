"""The task of Inspect, run by Inspect itself with a model that is a function, and its log evaluated again."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from exported import benchmark as exported_benchmark
from handmade import EXAMPLES, benchmark

from benchwright.errors import UsageError
from benchwright.records import Answer
from benchwright.workflows.evaluate import evaluate_systems

ANSWERS = {"river": "It is the Aare.", "lake": "About 300 metres.", "both": "217 metres, and the Aare"}
Reply = Callable[[list[Any]], str]


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    """Streams that Inspect leaves open warn when they are collected: here, where its warnings are no errors."""
    yield
    gc.collect()


def answer(messages: list[Any]) -> str:
    """The answer to the question that the last message asks."""
    (id,) = [one.id for one in EXAMPLES if f"\n{one.question}\n" in messages[-1].text]
    return ANSWERS[id]


def evaluate(logs: Path, reply: Reply, *, epochs: int = 1, log_format: str = "eval", **arguments: object) -> Any:
    """The log of a run of the task by its registered name."""
    inspect_ai, model = pytest.importorskip("inspect_ai"), pytest.importorskip("inspect_ai.model")

    def outputs(messages: list[Any], *_: object) -> Any:
        usage = model.ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else it is counted over the network
        return model.ModelOutput.from_content("mockllm", reply(messages)).model_copy(update={"usage": usage})

    mock = model.get_model("mockllm/model", custom_outputs=outputs, memoize=False)
    (log,) = inspect_ai.eval(
        "benchwright/benchmark",
        task_args=arguments,
        model=mock,
        model_roles={"grader": mock},
        epochs=epochs,
        log_dir=str(logs),
        log_format=log_format,
        display="none",
    )
    assert log.status == "success", log.error
    return log


def metrics(log: Any, scorer: str) -> dict[str, float]:
    (found,) = [one for one in log.results.scores if one.name == scorer]
    return {name: metric.value for name, metric in found.metrics.items()}


@pytest.mark.parametrize("log_format", ["eval", "json"])
def test_its_log_gives_the_same_scores(tmp_path: Path, log_format: str) -> None:
    bench = benchmark(tmp_path)
    log = evaluate(tmp_path / "logs", answer, log_format=log_format, path=str(bench), sources="bm25:1")
    found = metrics(log, "answer-parts")
    by_question = {one.id: one.scores["answer-parts"].value for one in log.samples}
    assert by_question["river"] == 1.0
    assert by_question["lake"] == 0.0
    assert found["mean"] == pytest.approx(sum(by_question.values()) / 3)
    assert found["style: information-extraction"] == 0.5
    assert found["modalities: text"] == 0.5
    again = evaluate_systems(bench, {"logged": str(log.location)}, k=[1], to=tmp_path / "scores")
    assert again.summary.mean("logged", "answer-parts") == pytest.approx(found["mean"])
    scored = {row["question"]: row["answer-parts"] for row in again.questions_to_arrow().to_pylist()}
    assert scored == by_question
    assert again.summary.mean("logged", "recall@1") == pytest.approx(5 / 6)  # the contexts that the samples showed


def test_samples_have_the_question_its_sources_and_what_scores_are_sliced_by(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    log = evaluate(tmp_path / "logs", answer, path=str(bench), sources="gold")
    samples = {one.id: one for one in log.samples}
    assert "Lake Thun lies above Interlaken." in samples["lake"].input[-1].text
    assert "The Aare is" not in samples["lake"].input[-1].text
    assert samples["lake"].target == ["217 metres"]
    metadata = samples["both"].metadata
    assert (metadata["style"], metadata["modalities"]) == ("compound", "2text")
    assert metadata["contexts"] == [{"source": "lake"}, {"source": "river"}]
    assert metadata["document"] in ("lake.txt", "river.txt")
    blind = evaluate(tmp_path / "blind", answer, path=str(bench), sources="none")
    assert "<source" not in blind.samples[0].input[-1].text


def test_images_are_shown_unless_the_model_is_blind(tmp_path: Path) -> None:
    bench = exported_benchmark(tmp_path)
    seen: list[int] = []

    def look(messages: list[Any]) -> str:
        content = messages[-1].content
        parts = [] if isinstance(content, str) else content
        seen.append(sum(part.type == "image" and part.image.startswith("data:image/png;base64,") for part in parts))
        return "green"

    evaluate(tmp_path / "logs", look, path=str(bench))
    with_images = sum(seen)
    seen.clear()
    evaluate(tmp_path / "blind", look, path=str(bench), images=False)
    assert (with_images > 0, sum(seen)) == (True, 0)


def test_what_only_a_judge_can_tell_is_unscored_and_judged(tmp_path: Path) -> None:
    sentence = Answer("It is the longest one and it flows through Bern.", (), EXAMPLES[0].answers[0].evidence)
    bench = benchmark(tmp_path, (replace(EXAMPLES[0], answers=(sentence,)), *EXAMPLES[1:]))
    grades = {"lake": '{"reasoning": "far off", "grade": "0"}', "river": '{"reasoning": "half", "grade": "1"}'}

    def judge_or_answer(messages: list[Any]) -> str:
        if "grade" not in messages[0].text:
            return answer(messages)
        whole = "\n".join(message.text for message in messages)  # a reply that cannot be read is asked for again
        (id,) = [one.id for one in EXAMPLES if f"\n{one.question}\n" in whole]
        return grades.get(id, "no grade at all")

    log = evaluate(tmp_path / "logs", judge_or_answer, path=str(bench), judge="grader")
    parts, judged = (
        {one.id: one.scores[name] for one in log.samples} for name in ("answer-parts", "judged-correctness")
    )
    assert parts["river"].value != parts["river"].value  # NaN
    assert parts["river"].reason == "the reference answer is a sentence"
    assert metrics(log, "answer-parts")["mean"] == parts["both"].as_float() / 2
    assert (judged["lake"].value, judged["river"].value) == (0.0, 0.5)
    assert judged["both"].reason == "the judge's reply could not be read"
    assert metrics(log, "judged-correctness")["mean"] == 0.25
    again = evaluate_systems(bench, {"logged": str(log.location)}, k=[1], to=tmp_path / "scores")
    assert again.summary.mean("logged", "answer-parts") == metrics(log, "answer-parts")["mean"]


def test_a_log_of_several_epochs_is_refused(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    log = evaluate(tmp_path / "logs", answer, epochs=2, path=str(bench))
    assert len(log.samples) == 6
    with pytest.raises(UsageError, match="it has several epochs"):
        evaluate_systems(bench, {"logged": str(log.location)}, to=tmp_path / "scores")


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    click = pytest.importorskip("click")
    bench = benchmark(tmp_path)
    with pytest.raises(click.ClickException, match="nowhere is not a benchmark"):
        evaluate(tmp_path / "logs", answer, path=str(tmp_path / "nowhere"))
    with pytest.raises(click.ClickException, match="does not say how many sources are shown"):
        evaluate(tmp_path / "logs", answer, path=str(bench), sources="bm25")
