"""Hits that are whole pages: what stands on a page is shown, and of a passage across a page break its part."""

import hashlib

import numpy as np
import pytest

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.match import match_chunks, resolve_ids
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.runs import RunHit, TextChunk, run_of
from benchwright.readers.source_columns import DocumentText
from benchwright.readers.table_records import table_text
from benchwright.records import Answer, Image, Modalities, Modality, Place, Source, Span, Table

PAPER = "papers/lakes.pdf"
FIRST = "Lake Orrin is 388 m deep at its northern end, "
SECOND = "and its level fell by two metres after 1961."
ACROSS = FIRST + SECOND  # the page break stands behind "end, "
LAST = "Ferries run daily from the eastern pier."
TEXT = f"{ACROSS}\n\n{LAST}"
PAGES = (0, len(FIRST), len(TEXT))  # the third page holds no text: a table alone
TABLE = Table((("Lake", "Depth"),), (("Orrin", "388"),))
MAP = Image(hashlib.sha256(b"map").hexdigest(), "png", 9, 9, "Figure 1: the lakes.")


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    sources = [
        Source("across", Modality.TEXT, "Lakes", ACROSS, Place(PAPER, 0, len(ACROSS), 1)),
        Source("last", Modality.TEXT, "Lakes", LAST, Place(PAPER, len(ACROSS) + 2, len(TEXT), 2)),
        Source("table", Modality.TABLE, "Depths", table_text("Depths", TABLE), Place(PAPER, page=3), table=TABLE),
        Source("map", Modality.IMAGE, "Map", MAP.caption, Place(PAPER, page=2), image=MAP),
        Source("odd#page1", Modality.TEXT, "Odd", "An id that looks like a page.", Place("odd#page1", 0, 29)),
    ]
    return write_corpus(tmp_path_factory.mktemp("papers"), sources, [DocumentText(PAPER, "Lakes", TEXT, pages=PAGES)])


def asked(*spans: Span) -> Question:
    sources = frozenset(span.source for span in spans)
    return Question("q", "?", "x", Modalities(text=1), (Answer("a", (), (tuple(spans),)),), (sources,), PAPER, (PAPER,))


def words(source: str, said: str) -> Span:
    at = {"across": ACROSS, "last": LAST}[source].index(said)
    return Span(source, "text", at, at + len(said))


def found(papers: Corpus, question: Question, *hits: RunHit) -> list[tuple[str, ...]]:
    run = resolve_ids(run_of("pages", [("q", hits)]), papers)
    return [*match_chunks(run, Gold("lakes", "0", (question,)), papers).gains]


def page(number: int) -> RunHit:
    return RunHit(f"{PAPER}#page{number}")


def test_a_page_shows_the_part_of_a_passage_that_stands_on_it(papers: Corpus) -> None:
    assert found(papers, asked(words("across", "388 m")), page(1)) == [("across",)]
    assert found(papers, asked(words("across", "388 m")), page(2)) == [()]
    assert found(papers, asked(words("across", "two metres")), page(1), page(2)) == [(), ("across",)]
    assert found(papers, asked(words("across", "two metres")), page(3), page(4)) == [(), ()]


def test_evidence_across_the_break_takes_both_pages(papers: Corpus) -> None:
    both = asked(words("across", "northern end, and its level"))
    assert found(papers, both, page(2)) == [()]
    assert found(papers, both, page(2), page(1)) == [(), ("across",)]


def test_tables_and_pictures_are_found_by_their_page(papers: Corpus) -> None:
    cell = Span("table", "cell", cells=((0, 1),))
    assert found(papers, asked(cell), page(2), page(3)) == [(), ("table",)]
    assert found(papers, asked(Span("map", "pixels")), page(3), page(2)) == [(), ("map",)]


def test_the_forms_that_a_page_may_be_named_in(papers: Corpus) -> None:
    question = asked(words("last", "eastern pier"))
    assert found(papers, question, RunHit(chunk=TextChunk(document=PAPER, page=2))) == [("last",)]
    assert found(papers, question, RunHit(chunk=TextChunk(document="lakes.pdf#page2"))) == [("last",)]
    assert found(papers, question, RunHit("lakes.pdf#page2")) == [("last",)]
    assert found(papers, question, page(1), RunHit("other.pdf#page2")) == [(), ()]


def test_ids_of_the_corpus_stay_and_a_run_without_pages_is_itself(papers: Corpus) -> None:
    plain = run_of(
        "ids",
        [("q", [RunHit("odd#page1"), RunHit("last"), RunHit("x#page0"), RunHit("#page1")])],
    )
    assert resolve_ids(plain, papers) is plain
    mixed = resolve_ids(run_of("ids", [("q", [RunHit("last"), page(3)])]), papers)
    assert mixed.sources.tolist() == ["last", ""]
    assert mixed.chunks == (None, TextChunk(document=PAPER, page=3))
    np.testing.assert_array_equal(mixed.starts, [0, 2])
    question = asked(words("last", "eastern pier"))
    assert [*match_sources(plain, Gold("lakes", "0", (question,)), papers).gains] == [(), ("last",), (), ()]


def test_document_ranges_of_pages() -> None:
    document = DocumentText(PAPER, "Lakes", TEXT, pages=PAGES)
    assert [document.page_range(number) for number in (0, 1, 2, 3, 4)] == [
        None,
        (0, len(FIRST)),
        (len(FIRST), len(TEXT)),
        (len(TEXT), len(TEXT)),
        None,
    ]
    assert DocumentText("a", "A", "text").page_range(1) is None
