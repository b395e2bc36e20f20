"""Each word of a PDF file's text layer is in a source or among the drops."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest
from reportlab.pdfgen.canvas import Canvas

PERF = Path(__file__).parents[2] / "perf"
DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent")) / "pdf"
PDFS = sorted([*Path(__file__).parents[1].joinpath("data").rglob("*.pdf"), *DATA.rglob("*.pdf")])


def script(name: str) -> ModuleType:
    """A script of perf/, which is no package. Last on the path, for some are called as other packages are."""
    sys.path.append(str(PERF))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(PERF))


words = script("pdf_words")


def drawn(path: Path) -> Path:
    """Three pages with a running head, a table, a curve with labels, and a word that is turned."""
    canvas = Canvas(str(path), pagesize=(400, 600))
    canvas.setFont("Helvetica", 10)
    for page in range(3):
        canvas.drawString(50, 570, f"Of trees, page {page}")
        for line in range(12):
            canvas.drawString(
                50, 500 - 12 * line, f"The oak {page} {line} stands on a hill above this quiet village and"
            )
        canvas.drawString(50, 340, f"Table {page + 1}: Oaks by village")
        for row in range(5):
            for column in range(3):
                canvas.rect(50 + 90 * column, 310 - 20 * row, 90, 20)
                canvas.drawString(54 + 90 * column, 316 - 20 * row, f"cell {row} {column}")
        for step in range(9):
            canvas.bezier(80 + 20 * step, 100, 90 + 20 * step, 190, 95 + 20 * step, 60, 100 + 20 * step, 150 - step)
        canvas.drawString(120, 150, "metres")
        canvas.drawString(50, 40, f"Figure {page + 1}: How oaks grow")
        canvas.saveState()
        canvas.translate(20, 300)
        canvas.rotate(90)
        canvas.drawString(0, 0, "stamped")
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return path


def test_each_word_is_in_a_source_or_a_drop(tmp_path: Path) -> None:
    result = words.account(drawn(tmp_path / "oaks.pdf"))
    assert (result.nowhere, result.new) == ({}, {})
    assert result.floor == result.sources + result.drops
    assert result.reasons == {"running-head": 12, "turned-text": 3, "figure-words": 3}


def test_words_that_are_cut_in_other_places_are_the_same() -> None:
    # A hyphen at the end of a line, letters that are set apart, a formula in another order; one word is lost.
    lost, count, new = words.matched(
        ["cali", "bration", "latex", "2\u03c3", "oak"], ["calibration", "la", "tex", "\u03c32", "elm"]
    )
    assert (lost, count, new) == (["oak"], 4, ["elm"])


@pytest.mark.soak
@pytest.mark.parametrize("path", PDFS, ids=lambda path: path.name)
def test_each_word_of_published_files(path: Path) -> None:
    assert words.account(path).share >= 0.995
