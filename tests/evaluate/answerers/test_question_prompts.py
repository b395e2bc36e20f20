"""The messages by which other programs ask a benchmark's questions."""

from __future__ import annotations

from pathlib import Path

import pytest
from exported import benchmark as exported_benchmark
from handmade import LAKE, benchmark

from benchwright.errors import UsageError
from benchwright.evaluate.answerers.question_prompts import question_prompts
from benchwright.evaluate.target import EvaluationTarget
from benchwright.models import PromptImage, Text


def words(one: object) -> str:
    return "\n".join(part.text for part in one.messages[-1].parts if isinstance(part, Text))  # type: ignore[attr-defined]


def test_each_question_is_asked_over_its_sources(tmp_path: Path) -> None:
    target = EvaluationTarget.open(benchmark(tmp_path))
    gold = {one.question.id: one for one in question_prompts(target, "gold")}
    assert list(gold) == ["river", "lake", "both"]
    assert gold["lake"].contexts == ({"source": "lake"},)
    assert LAKE in words(gold["lake"])
    assert "How deep is Lake Thun?" in words(gold["lake"])
    assert "JSON" not in "".join(words(one) for one in gold.values())
    assert [len(one.contexts) for one in question_prompts(target, "bm25:2")] == [1, 1, 2]  # hits that share a word
    assert all(one.contexts == () and "<source" not in words(one) for one in question_prompts(target, "none"))


def test_images_are_shown_or_their_captions_alone(tmp_path: Path) -> None:
    target = EvaluationTarget.open(exported_benchmark(tmp_path))

    def pictures(images: bool) -> int:
        prompts = question_prompts(target, "gold", images=images)
        return sum(isinstance(part, PromptImage) for one in prompts for part in one.messages[-1].parts)

    assert pictures(True) == sum(id in ("green", "red") for one in target.gold for id in one.gold_sets[0])
    assert pictures(False) == 0


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    target = EvaluationTarget.open(benchmark(tmp_path))
    with pytest.raises(UsageError, match="has no page images"):
        list(question_prompts(target, "gold", pages=True))
    with pytest.raises(UsageError, match="does not say how many sources are shown"):
        list(question_prompts(target, "bm25"))
    (tmp_path / "broken_search.py").write_text("def search(query, k):\n    raise ValueError('no index')\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        with pytest.raises(UsageError, match="broken_search"):
            list(question_prompts(target, "broken_search:search:1"))
