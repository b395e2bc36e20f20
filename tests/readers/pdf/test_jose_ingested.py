"""Sources of each kind that five papers give through ingest, against counts by hand.

How they were counted: every page was drawn as a picture and gone through by eye. A table is
a grid of cells on one page: one that goes on over the page counts on each (its head is printed on each). A figure is
what is drawn or shown above a caption "Figure 1"; the journal's logo at the head of every page is none, nor are pieces
of code and what it prints. A section is what stands under one heading, the names and addresses under the title
too; one whose heading is followed by another at once has no text of its own. With passages longer than any section,
ingest gives a passage a section that has text.
"""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from corpus_faults import corpus_faults

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.readers.read_task import IngestOptions
from benchwright.records import Modality, Source

PAPERS = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent")) / "pdf"
pytestmark = pytest.mark.skipif(not PAPERS.is_dir(), reason="needs the papers: set BENCHWRIGHT_TEST_DATA")

LONGEST = 1_000_000
"""Words of a passage: more than any section has."""


@dataclass(frozen=True, slots=True)
class Counted:
    """By hand: pages; (section, page that it begins on) of each with text; page that each table begins on; page of
    each figure."""

    pages: int
    sections: tuple[tuple[str, int], ...]
    tables: tuple[int, ...] = ()
    figures: tuple[int, ...] = ()


BY_HAND = {
    "00059": Counted(
        4,
        (
            ("Abstract", 1),
            ("Introduction", 1),
            ("Statement of Need", 1),
            ("Architecture of mLEARn", 1),
            ("Use in Teaching and Learning Context", 2),
            ("Acknowledgements", 3),
            ("References", 3),
        ),
        figures=(2, 2, 2, 2),
    ),
    "00068": Counted(
        5,
        (
            ("Summary", 1),
            ("How to use", 1),
            ("Statement of Need", 2),
            ("Target audience", 2),
            ("Learning Objectives and Content", 2),
            ("Instructor notes", 3),
            ("Conclusion and Perspectives", 4),
            ("References", 4),
        ),
        tables=(3,),
        figures=(3,),
    ),
    "00115": Counted(
        6,
        (
            ("Summary", 1),
            ("Statement of Need", 1),
            ("Introduction", 1),
            ("Regression analysis the “good old-fashioned” way", 2),
            ("Regression analysis using moderndive", 3),
            ("Repository README", 5),
            ("Author contributions", 5),
            ("Acknowledgments", 5),
            ("References", 6),
        ),
        tables=(2,),
        figures=(4, 5),
    ),
    "00118": Counted(
        10,
        (
            ("Summary", 3),
            ("Need for training", 5),
            ("Need for accessible materials", 5),
            ("Experience", 6),
            ("Acknowledgements", 7),
            ("References", 9),
        ),
        tables=(3, 4, 7),
    ),
    "00192": Counted(
        6,
        (
            ("Summary", 1),
            ("Statement of Need", 1),
            ("Target Audience", 2),
            ("Content", 2),
            ("Assessment and feedback", 3),
            ("Conclusion", 4),
            ("Author’s Contribution", 4),
            ("Acknowledgements", 5),
            ("References", 5),
        ),
        tables=(2,),
        figures=(4,),
    ),
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    papers = [PAPERS / f"jose.{name}" / f"10.21105.jose.{name}.pdf" for name in BY_HAND]
    to = tmp_path_factory.mktemp("ingested") / "corpus"
    ingest_paths(papers, to, IngestOptions(words=LONGEST, shortest=0), workers=1)
    return Corpus.open(to)


def sources(corpus: Corpus, name: str, kind: Modality) -> list[Source]:
    return [
        source
        for source in corpus.sources()
        if source.modality is kind and source.document == f"10.21105.jose.{name}.pdf"
    ]


@pytest.mark.parametrize("name", BY_HAND)
def test_sources_of_each_kind_as_counted_by_hand(corpus: Corpus, name: str) -> None:
    counted = BY_HAND[name]
    passages = sources(corpus, name, Modality.TEXT)
    assert [(source.place.headings[-1], source.place.page) for source in passages] == list(counted.sections)
    assert tuple(source.place.page for source in sources(corpus, name, Modality.TABLE)) == counted.tables
    assert tuple(source.place.page for source in sources(corpus, name, Modality.IMAGE)) == counted.figures
    assert len(corpus.documents[f"10.21105.jose.{name}.pdf"].pages) == counted.pages


def test_every_figure_has_its_bytes_and_a_caption(corpus: Corpus) -> None:
    figures = [source for name in BY_HAND for source in sources(corpus, name, Modality.IMAGE)]
    assert len(figures) == 8
    assert all(corpus.image_path(source).is_file() for source in figures)
    assert all(source.image is not None and source.image.caption.startswith("Figure ") for source in figures)
    assert corpus_faults(corpus) == []
