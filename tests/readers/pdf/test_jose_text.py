"""The running text of five papers of the Journal of Open Source Education, held against what was counted by hand."""

import os
import re
import unicodedata
from functools import lru_cache
from pathlib import Path

import pytest

from benchwright.readers.base import Document, Heading, ImageBlock, InputFile, Item, Limits, Paragraph, TableBlock
from benchwright.readers.pdf.document import read_pdf
from benchwright.readers.pdf.pdf_file import open_pdf
from benchwright.readers.pdf.words_to_lines import make_lines
from benchwright.records import Drop

PAPERS = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent")) / "pdf"
pytestmark = pytest.mark.skipif(not PAPERS.is_dir(), reason="needs the papers: set BENCHWRIGHT_TEST_DATA")

Section = tuple[int, str, int, str, str]
"""Level, heading, how many paragraphs (list items, pieces of code and footnotes too), first and last words."""

BY_HAND: dict[str, tuple[Section, ...]] = {
    "jose.00015": (
        (
            1,
            ("Pynamical: Model and visualize discrete nonlinear dynamical systems, chaos, and fractals"),
            0,
            "",
            "",
        ),
        (2, "Summary", 3, "Pynamical is", "at https://pynamical.readthedocs.io."),
        (2, "Statement of Need", 1, "These visualization", "and patterns."),
        (2, "References", 15, "Alpigini, James", "IEEE. https://doi.org/10.1109/ICCSA.2008.7."),
    ),
    "jose.00029": (
        (1, "Mikrokosmos: an educational lambda calculus interpreter", 0, "", ""),
        (2, "Description", 5, "Mikrokosmos is", "¹http://codemirror.net/"),
        (2, "Statement of need", 5, "When teaching", "²https://hackage.haskell.org/package/mikrokosmos"),
        (2, "Acknowledgments", 1, "This development", "and encouragement."),
        (2, "References", 10, "Barendregt, H.", "75–84. doi:10.1145/2699407"),
    ),
    "jose.00049": (
        (
            1,
            (
                "A graduate student-led participatory live-coding quantitative methods "
                "course in R: Experiences on initiating, developing, and teaching"
            ),
            0,
            "",
            "",
        ),
        (2, "Introduction", 1, "We present", "for instructors."),
        (2, "Statement of Need", 2, "In traditional", "own purposes."),
        (2, "Learning Objectives and Content", 4, "The overarching", "(lessons 14-15)."),
        (2, "Instructional Design", 6, "Drawing on", "future research."),
        (2, "Teaching Experience", 3, "For the", "needed assistance."),
        (2, "Story of the project", 3, "While there", "level course."),
        (2, "Contributions", 1, "LWJ, MB-F,", "final draft."),
        (2, "References", 23, "Allaire, J.,", "from https://yihui.name/knitr/"),
    ),
    "jose.00115": (
        (1, "Take a moderndive into introductory linear regression with R", 0, "", ""),
        (2, "Summary", 1, "We present", "for short."),
        (2, "Statement of Need", 1, "Linear regression", "in mind."),
        (2, "Introduction", 7, "Let’s load", "6 students.²"),
        (3, "Regression analysis the “good old-fashioned” way", 7, "Let’s fit", "study (2005)."),
        (3, "Regression analysis using moderndive", 12, "As an", '= "Ethnicity")'),
        (2, "Repository README", 10, "In the", "in regression."),
        (2, "Author contributions", 1, "Albert Y.", "manuscript writing."),
        (2, "Acknowledgments", 1, "Many thanks", "to disclose."),
        (2, "References", 6, "American Statistical", "graphics. https://doi.org/10.1007/978-0-387-98141-3"),
    ),
    "jose.00175": (
        (
            1,
            (
                "What and How of Machine Learning Transparency: Building Bespoke "
                "Explainability Tools with Interoperable Algorithmic Components"
            ),
            0,
            "",
            "",
        ),
        (2, "Summary", 1, "Explainability techniques", "al., 2019)."),
        (2, "Modular Surrogate Explainers", 10, "The training", "¹https://fat-forensics.org/"),
        (2, "Statement of Need", 12, "The training", "⁶https://rise.readthedocs.io/"),
        (2, "Acknowledgements", 1, "This work", "number CE200100005)."),
        (2, "References", 13, "Breiman, L.", "(ICLR). https://doi.org/10.48550/arXiv.1710.09412"),
    ),
}

MENDED = {
    "jose.00175": ("customisability", "explanations", "independent", "insights", "Learning"),
    "jose.00029": ("untyped", "Turing-complete"),
    "jose.00115": ("tidyverse-friendly", "geom_parallel_slopes()", "Modern-Dive"),
    "jose.00049": ("initiating", "expectation"),
    "jose.00015": ("Self-Similarity", "Pynamical"),
}
"""Words that the papers break at a line's end; names and compounds keep their hyphen, the others lose it."""


@lru_cache
def items(name: str) -> tuple[Item, ...]:
    (path,) = (PAPERS / name).glob("*.pdf")
    return tuple(read_pdf(InputFile(path, path.name, path.parent), Limits()))


def document(name: str) -> Document:
    found = items(name)[-1]
    assert isinstance(found, Document)
    return found


@pytest.mark.parametrize("name", BY_HAND)
def test_headings_and_paragraphs(name: str) -> None:
    read = document(name)
    sections: list[tuple[int, str, list[str]]] = []
    for block in read.blocks:
        if isinstance(block, Heading):
            sections.append((block.level, read.text[block.start : block.end], []))
        elif isinstance(block, Paragraph):
            sections[-1][2].append(read.text[block.start : block.end])
    found = [
        (level, title, len(said), " ".join(" ".join(said[:1]).split()[:2]), " ".join(" ".join(said[-1:]).split()[-2:]))
        for level, title, said in sections
    ]
    assert found == list(BY_HAND[name])
    assert read.title == BY_HAND[name][0][1]


@pytest.mark.parametrize("name", BY_HAND)
def test_no_running_head_stands_in_the_text(name: str) -> None:
    # Every page has the same foot: a citation of the paper in two lines, and the number of the page.
    (drop,) = [item for item in items(name) if isinstance(item, Drop) and item.reason == "running-head"]
    assert f"on {len(document(name).pages)} pages" in drop.detail
    assert "Journal of Open Source Education" in drop.text
    assert "Journal of Open Source Education, " not in document(name).text


@pytest.mark.parametrize("name", MENDED)
def test_hyphens(name: str) -> None:
    words = set(re.findall(r"[\w()-]+", document(name).text))
    assert [word for word in MENDED[name] if word not in words] == []
    assert not re.search(r"[a-z]- [a-z]", document(name).text.replace("- and ", ""))


def plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text))


@pytest.mark.parametrize("name", BY_HAND)
def test_no_word_is_lost(name: str) -> None:
    """Every line of a page is in the text, in a table, in a caption or among the drops; or a figure shows it."""
    read = document(name)
    parts = [read.text, *(item.text for item in items(name) if isinstance(item, Drop))]
    figures: dict[int, list[tuple[float, float, float, float]]] = {}
    cells = ""
    for block in read.blocks:
        if isinstance(block, TableBlock):
            parts.append(block.caption)
            cells += " ".join(cell for row in (*block.table.header, *block.table.rows) for cell in row)
        elif isinstance(block, ImageBlock):
            parts.append(block.caption)
            assert block.page is not None
            assert block.box is not None
            figures.setdefault(block.page, []).append(block.box)
    said, told = plain(" ".join(parts)), plain(cells)
    (path,) = (PAPERS / name).glob("*.pdf")
    lost = []
    with open_pdf(path.read_bytes(), Limits()) as pdf:
        for number in range(1, len(pdf) + 1):
            content = pdf.content(number)
            for line in make_lines(content):
                left, top, right, bottom = content.box(line.rect)
                x, y = (left + right) / 2, (top + bottom) / 2
                shown = any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for box in figures.get(number, ()))
                foot = top > 0.92
                missing = plain(line.text) not in said and any(plain(word.text) not in told for word in line.words)
                if missing and not shown and not foot:
                    lost.append((number, line.text))
    assert lost == []


@pytest.mark.parametrize("name", BY_HAND)
def test_pages_and_areas(name: str) -> None:
    read = document(name)
    assert read.pages[0] == 0
    assert list(read.pages) == sorted(read.pages)
    for block in read.blocks:
        if isinstance(block, Paragraph):
            assert block.areas[0].start == block.start
            assert block.areas[-1].end == block.end
            assert all(area.start < area.end for area in block.areas)
