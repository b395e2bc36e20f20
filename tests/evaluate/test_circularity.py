"""Which families of models have several roles in one measurement."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from benchwright.evaluate.circularity import circularity
from benchwright.evaluate.measure_values import scored
from benchwright.evaluate.score_folder import ScoredQuestion, Scores, SystemScores
from benchwright.models.names import model_family


def example(**models: str) -> Any:
    return SimpleNamespace(origin=SimpleNamespace(models=models))


def scores(*answerers: str, judge: str = "") -> Scores:
    measures = ["answer-F1", *([f"judged-correctness@{judge}"] if judge else [])]
    systems = tuple(
        SystemScores(
            f"s{place}",
            "x",
            tuple(scored(name, [1.0]) for name in measures),
            described={"answerer": model} if model else {},
        )
        for place, model in enumerate(answerers)
    )
    return Scores("b", "f", "system", {}, (ScoredQuestion("q", "numerical", "text", "d"),), systems)


def found(examples: list[Any], of: Scores) -> list[str]:
    return [one.sentence for one in circularity(cast(Any, examples), of)]


def test_a_family_with_three_roles_is_told_once() -> None:
    written = [
        example(writer="openai/gpt-4.1"),
        example(writer="openai/gpt-4.1", verifier="anthropic/claude-x"),
        example(),
    ]
    told = found(written, scores("openai/o3", "ollama/llama3", "", judge="openai/gpt-4.1-mini"))
    assert told == [
        "One family of models (gpt) has several roles: openai/gpt-4.1 wrote 2 of the questions, openai/o3 answered and "
        "openai/gpt-4.1-mini judged; its questions are easier for its own family, a judge prefers answers of its own "
        "family and a judge shares its family's mistakes in questions."
    ]


def test_different_families_are_not_circular() -> None:
    assert found([example(writer="openai/gpt-4.1")], scores("anthropic/claude-x", judge="google/gemini-2")) == []
    assert found([example(verifier="openai/gpt-4.1")], scores("openai/gpt-4.1")) == []
    assert found([], scores("")) == []


def test_who_serves_a_model_does_not_matter() -> None:
    told = found([], scores("ollama/llama3:8b", judge="openai-compatible/meta-llama/Llama-3.3-70B"))
    assert len(told) == 1
    assert told[0].endswith(
        "ollama/llama3:8b answered and openai-compatible/meta-llama/Llama-3.3-70B judged; a judge "
        "prefers answers of its own family."
    )


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("openai/gpt-4.1", "gpt"),
        ("openai/chatgpt-4o", "gpt"),
        ("openai/o3-mini", "gpt"),
        ("anthropic/claude-sonnet-4", "claude"),
        ("openai-compatible/Qwen/Qwen3-8B", "qwen"),
        ("ollama/llama3:8b", "llama"),
        ("ollama/7b", "7b"),
    ],
)
def test_families_are_known_by_the_models_own_name(name: str, family: str) -> None:
    assert model_family(name) == family
