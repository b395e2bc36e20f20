"""Figures: what they say, and the same bytes each time."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from summaries import summary

from benchwright.publish.figures import figures, write_figures


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return dict(figures(summary()))


def words(data: str) -> list[str]:
    tree = ET.fromstring(data)
    return ["".join(node.itertext()).strip() for node in tree.iter("{http://www.w3.org/2000/svg}text")]


def test_every_figure_says_what_it_shows(drawn: dict[str, str]) -> None:
    assert list(drawn) == ["style", "modalities", "curves", "differences"]
    assert "information-extraction  (n = 31)" in words(drawn["style"])
    assert "recall@5" in words(drawn["style"])
    assert "text+table  (n = 26)" in words(drawn["modalities"])
    assert {"dense:wordllama", "bm25", "random", "recall@k", "20"} <= set(words(drawn["curves"]))
    assert "dense:wordllama − bm25" in words(drawn["differences"])


def test_figures_have_no_date_and_load_nothing(drawn: dict[str, str]) -> None:
    for data in drawn.values():
        text = data
        assert "<dc:date>" not in text
        assert not re.search(r"(?:href|src)=\"(?!#)", text)
        assert "<script" not in text


def test_another_process_draws_the_same_bytes(tmp_path: Path, drawn: dict[str, str]) -> None:
    script = (
        "import sys; sys.path[:0] = sys.argv[2:]\n"
        "from dataclasses import replace; from summaries import summary\n"
        "from benchwright.publish.figures import write_figures\n"
        "write_figures(replace(summary(), slices=summary().slices[:6]), sys.argv[1])\n"
    )
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", script, str(tmp_path), str(root / "tests" / "support"), str(root / "src")]
    subprocess.run(command, check=True)
    found = {path.stem: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert found == {name: drawn[name] for name in ("style", "curves", "differences")}


def test_names_are_words_and_not_formulas(tmp_path: Path) -> None:
    evil = "$x_1$ <script>&\u202e"
    told = summary()
    pairs = tuple(replace(pair, a=evil) for pair in told.pairs if pair.slice.kind == "all")
    bare = replace(told, systems=(evil, *told.systems[1:]), pairs=pairs, slices=(), curves={evil: ((1, 0.1), (2, 0.2))})
    (tmp_path / "style.svg").write_bytes(b"of an earlier summary")
    found = write_figures(bare, tmp_path)
    assert sorted(tmp_path.iterdir()) == found
    assert [path.name for path in found] == ["curves.svg", "differences.svg"]
    assert "$x_1$ <script>&\\u202e" in words(found[0].read_text("utf-8"))


def test_a_name_in_any_script_is_written() -> None:
    told = summary()
    bare = replace(
        told, systems=("日本語", *told.systems[1:]), pairs=(), slices=(), curves={"日本語": ((1, 0.1), (2, 0.2))}
    )
    assert "日本語" in words(figures(bare)["curves"])


def test_a_summary_without_slices_curves_and_pairs_has_no_figure() -> None:
    assert figures(replace(summary(), slices=(), curves={}, pairs=())) == {}
