"""How yields on anyone's documents are counted, and how blind readers' answers are merged."""

from __future__ import annotations

import importlib
import json
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PERF = Path(__file__).parents[2] / "perf"


def script(name: str) -> ModuleType:
    """A script of perf/, which is no package. Last on the path, for some are called as other packages are."""
    sys.path.append(str(PERF))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(PERF))


reading, measuring = map(script, ("read_blind", "open_questions"))


def test_bars_of_a_large_corpus_hold_at_their_bounds() -> None:
    families = {"a": 30, "b": 30, "c": 20, "d": 10, "e": 10}
    counts = measuring.CorpusYield(
        "site", "40", 40, {"text": 300}, questions=100, documents_used=20, families=families,
        styles={"x": 50, "y": 30, "z": 20}, largest_document=0.10,
    )  # fmt: skip
    assert all(counts.bars(100).values())
    assert len(counts.bars(100)) == 6
    worse = replace(
        counts, questions=99, documents_used=19, families={"a": 31, "b": 69}, styles={"x": 1, "y": 1},
        largest_document=0.11,
    )  # fmt: skip
    assert not any(worse.bars(100).values())


def test_a_small_folder_and_a_single_file_have_a_bar_of_their_own() -> None:
    small = measuring.CorpusYield("shop", "10", 10, {"text": 50}, questions=19)
    assert small.bars(100) == {"questions": False}
    assert measuring.CorpusYield("a.csv", "1", 1, {"table": 1}, questions=10).bars(100) == {"questions": True}


def test_a_sample_keeps_the_pictures_that_its_pages_name(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for number in range(9):
        (site / f"{number}.md").write_text(f"![a figure](p{number}.png)")
        (site / f"p{number}.png").write_bytes(b"")
    (site / "again.md").symlink_to("0.md")
    elsewhere = tmp_path / "elsewhere.md"
    elsewhere.write_text("Text")
    (site / "linked.md").symlink_to(elsewhere)
    assert measuring.stage(site, tmp_path / "all", 11, 7) == "11"
    assert (tmp_path / "all" / "again.md").is_symlink()
    assert not (tmp_path / "all" / "linked.md").is_symlink()
    assert measuring.stage(site, tmp_path / "some", 4, 7) == "4 of 11"
    pages = {path.stem for path in (tmp_path / "some").glob("[0-9].md")}
    assert {path.stem for path in (tmp_path / "some").glob("*.png")} == {f"p{page}" for page in pages}


def item(number: int, family: str) -> dict[str, Any]:
    source = {
        "id": f"s{number}",
        "document": "site/page",
        "title": "T",
        "headings": [],
        "modality": "text",
        "text": "x",
    }
    return {
        "corpus": "site", "id": f"q{number}", "family": family, "style": "list", "modalities": "text",
        "question": f"Which {number}?", "answer": str(number), "sources": [source],
    }  # fmt: skip


def test_sheets_say_nothing_of_families_or_folders(tmp_path: Path) -> None:
    reading.write_sheets([item(number, "secret") for number in range(8)], tmp_path, 2, 2, 3, 7)
    sheets = [path.read_text() for path in sorted(tmp_path.glob("sheet-*.json"))]
    assert len(sheets) == 4
    assert not any(word in sheet for sheet in sheets for word in ("secret", "site", "planted", "q1"))
    first, second = (
        [one["item"] for sheet in half for one in json.loads(sheet)["items"]] for half in (sheets[:2], sheets[2:])
    )
    assert sorted(first) == sorted(second)
    assert first != second
    key = json.loads((tmp_path / "key.json").read_text())
    planted = [one for one in key.values() if one["planted"]]
    assert len(planted) == 3
    assert all(one["answer"] not in one["question"] for one in planted)


def test_most_readers_decide_and_planted_items_are_left_out(tmp_path: Path) -> None:
    key = {"a1": item(1, "define") | {"planted": False}, "a2": item(2, "define") | {"planted": False}}
    key["a3"] = item(3, "define") | {"planted": True}
    (tmp_path / "key.json").write_text(json.dumps(key))
    for reader, wrong in enumerate(("a1", "a2", "a2"), 1):
        lines = [
            reading.SAMPLE | {"item": name, "fluency": 4, "correct": "no" if name in (wrong, "a3") else "Yes"}
            for name in key
        ]
        reading.write_lines(tmp_path / f"answers-{reader}.jsonl", lines)
    text = reading.table(key, reading.read_answers(tmp_path, key))
    assert "| define | 2 | 4.00 | 100.0% | 100.0% | 100.0% | 100.0% | 50.0% * | 100.0% | 50.0% |" in text
    assert "reader 3: 1 of 1 planted" in text
    assert "a2 | define | site | correct" in text
    assert "a1 | define" not in text
    reading.write_lines(tmp_path / "answers-1b.jsonl", [reading.SAMPLE | {"item": "a1", "needed": "perhaps"}])
    with pytest.raises(ValueError, match="item a1: needed is 'perhaps'"):
        reading.read_answers(tmp_path, key)
