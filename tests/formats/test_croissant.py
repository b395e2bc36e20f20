"""`mlcroissant` validates the descriptions of a benchmark and of its export, and loads the files by them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from exported import EXAMPLES, PICTURES, SOURCES, benchmark

from benchwright.workflows.card import card


def loaded(description: Path) -> dict[str, list[dict[str, Any]]]:
    """The records by record set, the columns by their names in the file. Fails where a file has another hash."""
    mlcroissant = pytest.importorskip("mlcroissant")
    told = json.loads(description.read_text("utf-8"))
    for file in told["distribution"]:
        assert hashlib.sha256((description.parent / file["contentUrl"]).read_bytes()).hexdigest() == file["sha256"]
    dataset = mlcroissant.Dataset(jsonld=description)
    assert dataset.metadata.conforms_to == ["http://mlcommons.org/croissant/1.1"]
    assert not dataset.metadata.issues.errors
    found = {}
    for records in dataset.metadata.record_sets:
        rows = list(dataset.records(record_set=records.name))
        found[records.name] = [{name.rpartition("/")[2]: value for name, value in row.items()} for row in rows]
    return found


def words(value: Any) -> Any:
    """Text as mlcroissant gives it: bytes."""
    return [words(one) for one in value] if isinstance(value, list) else value.decode("utf-8")


def test_the_card_s_description_loads_the_benchmark(tmp_path: Path) -> None:
    found = loaded(card(benchmark(tmp_path)).path / "croissant.json")
    assert {name: len(rows) for name, rows in found.items()} == {
        "questions": len(EXAMPLES),
        "sources": len(found["attribution"]),
        "attribution": len(found["sources"]),
    }
    for row, example in zip(found["questions"], EXAMPLES, strict=True):
        assert words(row["question"]) == example.question
        assert words(row["answers"]) == [one.text for one in example.answers]
        assert words(row["sources"]) == list(example.sources)
    texts = {one.id: one.text for one in SOURCES}
    assert all(words(row["text"]) == texts[words(row["id"])] for row in found["sources"])


def test_the_export_s_description_loads_questions_and_images(exported_as: Callable[..., Path]) -> None:
    found = loaded(exported_as("hf") / "croissant.json")
    assert [words(row["id"]) for row in found["questions-test-00000"]] == [one.id for one in EXAMPLES]
    answers = [words(row["answers"]) for row in found["questions-test-00000"]]
    assert answers == [[one.text for one in example.answers] for example in EXAMPLES]
    assert [words(row["id"]) for row in found["corpus-00000"]] == [one.id for one in SOURCES]
    sizes = {words(row["id"]): row["image"].size for row in found["corpus-00000"] if row["image"] is not None}
    assert sizes == dict.fromkeys(PICTURES, (8, 8))
