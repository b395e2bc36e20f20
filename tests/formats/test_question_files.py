"""Files of questions, opened with the libraries that they are for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from exported import EXAMPLES, PICTURES, SOURCES

Exported = Callable[..., Path]


def test_datasets_opens_squad(exported_as: Exported, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    file = str(exported_as("squad") / "dev-v2.0.json")
    articles = datasets.load_dataset(
        "json", data_files=file, field="data", split="train", cache_dir=str(tmp_path / "cache")
    )
    questions = [qa for article in articles for paragraph in article["paragraphs"] for qa in paragraph["qas"]]
    assert [one["id"] for one in questions] == ["what ails", "=oak"]
    for article in articles:
        for paragraph in article["paragraphs"]:
            for answer in (answer for qa in paragraph["qas"] for answer in qa["answers"]):
                at = answer["answer_start"]
                assert paragraph["context"][at : at + len(answer["text"])] == answer["text"]


def test_datasets_opens_mmqa_and_its_images_are_the_same(exported_as: Exported, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    folder = exported_as("mmqa")
    cache = str(tmp_path / "cache")

    def rows(name: str) -> list[dict[str, object]]:
        return list(datasets.load_dataset("json", data_files=str(folder / name), split="train", cache_dir=cache))

    assert [one["qid"] for one in rows("MMQA_dev.jsonl")] == [one.id for one in EXAMPLES]
    counts = {part: len(rows(f"MMQA_{part}.jsonl")) for part in ("texts", "tables", "images")}
    assert sum(counts.values()) == len(SOURCES)
    images = {str(one["id"]): folder / "final_dataset_images" / str(one["path"]) for one in rows("MMQA_images.jsonl")}
    assert {id: path.read_bytes() for id, path in images.items()} == PICTURES
