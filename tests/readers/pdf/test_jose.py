"""Five papers of the Journal of Open Source Education, counted by hand: tables (rows x columns, header among them) and
figures, page by page, with their places in points."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from benchwright.readers.base import Limits
from benchwright.readers.pdf.figures import find_figures
from benchwright.readers.pdf.page import PageFigure, PageTable, Rect
from benchwright.readers.pdf.pdf_file import open_pdf
from benchwright.readers.pdf.tables import find_tables
from benchwright.readers.pdf.words_to_lines import make_lines

PAPERS = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent")) / "pdf"
pytestmark = pytest.mark.skipif(not PAPERS.is_dir(), reason="needs the papers: set BENCHWRIGHT_TEST_DATA")

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Paper:
    """By hand: (page, rows, columns, beginning of the caption, place) and (page, beginning of the caption, place)."""

    tables: tuple[tuple[int, int, int, str, Box], ...] = ()
    figures: tuple[tuple[int, str, Box], ...] = ()


BY_HAND = {
    "00059": Paper(
        figures=(
            (2, "Figure 1: The Node class", (167, 166, 285, 223)),
            (2, "Figure 2: The CostFunction class", (167, 243, 452, 308)),
            (2, "Figure 3: The DataReader class", (167, 429, 391, 483)),
            (2, "Figure 4: The Optimizer class", (167, 503, 389, 585)),
        )
    ),
    "00068": Paper(
        tables=((3, 4, 4, "Table 1 : Overview of sessions", (167, 515, 574, 749)), (4, 6, 4, "", (167, 100, 577, 349))),
        figures=((3, "Figure 1: 7-steps", (167, 99, 553, 270)),),
    ),
    "00115": Paper(
        tables=((2, 6, 9, "", (173, 299, 547, 381)),),
        figures=(
            (4, "Figure 1: Visualization of interaction model.", (165, 280, 555, 498)),
            (5, "Figure 2: Visualization of parallel slopes model.", (165, 97, 555, 316)),
        ),
    ),
    "00118": Paper(
        tables=(
            (
                3,
                6,
                3,
                "Table 1. 2021 Neuromatch Academy Topics. Organized chron",
                (167, 473, 561, 591),
            ),
            (4, 8, 4, "", (167, 512, 571, 758)),
            (5, 11, 4, "Table 2. Data sets for group projects. Many", (167, 100, 571, 409)),
            (7, 6, 2, "", (167, 272, 559, 649)),
            (8, 9, 2, "Table A1: Contributions of Neuromatch Academy content creators.", (167, 100, 559, 684)),
        )
    ),
    "00192": Paper(
        tables=(
            (2, 2, 3, "Table 1: Summary of course material.", (167, 709, 565, 751)),
            (3, 10, 3, "", (167, 100, 565, 313)),
        ),
        figures=(
            (
                4,
                "Figure 1: Example of how a Mentimeter poll can be directly",
                (167, 99, 553, 301),
            ),
        ),
    ),
}


@lru_cache(maxsize=8)
def read(name: str) -> tuple[tuple[tuple[int, PageTable], ...], tuple[tuple[int, PageFigure], ...]]:
    path = PAPERS / f"jose.{name}" / f"10.21105.jose.{name}.pdf"
    tables, figures = [], []
    with open_pdf(path.read_bytes(), Limits()) as pdf:
        for number in range(1, len(pdf) + 1):
            content = pdf.content(number)
            lines = make_lines(content)
            found = find_tables(content, lines)
            tables.extend((number, table) for table in found)
            figures.extend((number, figure) for figure in find_figures(content, lines, found))
    return tuple(tables), tuple(figures)


def near(rect: Rect, box: Box) -> bool:
    return all(
        abs(one - other) <= 6 for one, other in zip((rect.left, rect.top, rect.right, rect.bottom), box, strict=True)
    )


@pytest.mark.parametrize("name", sorted(BY_HAND))
def test_tables_and_figures_as_counted_by_hand(name: str) -> None:
    tables, figures = read(name)
    paper = BY_HAND[name]
    assert [(page, len(table.grid), len(table.grid[0])) for page, table in tables] == [
        each[:3] for each in paper.tables
    ]
    assert all(table.header_rows == 1 for _, table in tables)
    for (_, table), (_, _, _, caption, box) in zip(tables, paper.tables, strict=True):
        assert table.caption.startswith(caption)
        assert bool(table.caption) == bool(caption)
        assert near(table.rect, box)
    assert [page for page, _ in figures] == [page for page, _, _ in paper.figures]
    for (_, figure), (_, caption, box) in zip(figures, paper.figures, strict=True):
        assert figure.caption.startswith(caption)
        assert near(figure.rect, box)


@pytest.mark.parametrize(
    ("name", "table", "row", "cells"),
    [
        ("00068", 0, 0, ("Title", "Session", "Description", "Tools")),
        (
            "00068",
            1,
            2,
            (
                "I\u2019ve got the power!",
                "5",
                "Parallel computing and use of a computer cluster",
                "Snakemake, slurm, Singularity, ascp",
            ),
        ),
        ("00115", 0, 2, ("109", "19", "4.7", "46", "4.333", "female", "not minority", "english", "tenured")),
        (
            "00118",
            0,
            4,
            ("W1D4 Generalized Linear Models", "W2D4 Dynamic Networks", "W3D4 Reinforcement Learning"),
        ),
        (
            "00118",
            2,
            4,
            (
                "ECoG/EEG",
                "Miller face/house data (Kai J. Miller et al., 2016, 2015, 2017)",
                "2021",
                "ECoG recordings from participants watching faces and houses",
            ),
        ),
        ("00118", 4, 8, ("Mandarin Translations", "Chen R; Chow HM; Dai Y; Fan H; Guo Y; Guo Z; Lin Y; Liu S; Wang P")),
        ("00192", 1, 9, ("10", "Applications III: Nuclear magnetic resonance (NMR) data", "Unit 10 Notebook")),
    ],
)
def test_cells_as_read_by_eye(name: str, table: int, row: int, cells: tuple[str, ...]) -> None:
    assert read(name)[0][table][1].grid[row] == cells
