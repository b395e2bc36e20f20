"""PDF files -> pictures of their pages -> questions -> a retriever of pages: every figure is counted by hand."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from corpus_faults import corpus_faults
from dialect_servers import CANARY, DialectServer
from dialect_wire import ParsedRequest
from PIL import Image as Pillow
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Table
from systems_server import RETRIEVER, SystemsServer

from benchwright.benchmark import Benchmark
from benchwright.benchmark.render import heading
from benchwright.corpus.store import Corpus
from benchwright.readers.base import ReaderOptions
from benchwright.readers.read_task import IngestOptions
from benchwright.records import Modality
from benchwright.run.item_run import CallOptions
from benchwright.workflows.answers import AnswersSetup, evaluate_answers
from benchwright.workflows.evaluate import evaluate_retrieval
from benchwright.workflows.evaluation_files import Evaluation
from benchwright.workflows.generate import generate
from benchwright.workflows.ingest import ingest

LANDS = {
    "Vorland": ("Arnholt", "3 May 1921", "Mount Orr, 2,110 m", "8,100"),
    "Sellia": ("Brigham", "9 June 1905", "Sell Peak, 3,020 m", "20,400"),
    "Ostmark": ("Dunmere", "12 March 1933", "Mount Ost, 940 m", "11,900"),
}
"""Capital, day of independence, highest point; area."""

ABOUT = (
    "The people of the north live from wool, timber and fish, and trade with the islands when the sea is free of ice."
)
CLIMATE = "Climate: Cold winters with much snow, and short summers with long days and little rain in the valleys; fog."
TERRAIN = "Terrain: Low hills with many lakes, forests of birch and pine, and bare uplands along the coast."


def write(path: Path, title: str, *pages: list[Flowable]) -> None:
    parts = [part for page in pages for part in (*page, PageBreak())]
    SimpleDocTemplate(str(path), pagesize=A5, title=title, invariant=1).build(parts[:-1])


def documents(folder: Path) -> Path:
    """Three lands, each with its profile on the second page, and a table on the third page of another file."""
    folder.mkdir()
    sheet = getSampleStyleSheet()

    def said(words: str, style: str = "BodyText") -> Paragraph:
        return Paragraph(words, sheet[style])

    for name, (capital, since, top, _) in LANDS.items():
        lines = (f"Capital: {capital}.", f"Independence: {since}.", f"Highest point: {top}.", CLIMATE, TERRAIN)
        first = [said(name, "Title"), said("Introduction", "Heading2"), said(f"{name} is old. {ABOUT} {ABOUT}")]
        write(folder / f"{name.lower()}.pdf", name, first, [said("Profile", "Heading2"), *map(said, lines)])
    rows = [("Country", "Area (sq km)"), *((name, land[3]) for name, land in LANDS.items())]
    grid = Table(rows, style=[("GRID", (0, 0), (-1, -1), 0.5, "black")])
    heading = "Countries of the North: area, 2024"
    text = [said(f"Surveys were made with chains. {ABOUT} {ABOUT}")]
    write(folder / "lands.pdf", "The North", text, text, [said(heading, "Heading2"), grid])
    return folder


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Questions that need a land's profile and the table."""
    folder = tmp_path_factory.mktemp("pages")
    options = IngestOptions(read=ReaderOptions(pages=True))
    report = ingest(documents(folder / "docs"), folder / "corpus", options, workers=0)
    assert (report.pages, report.sources["table"]) == (3 * 2 + 3, 1)
    (folder / "plan.yaml").write_text(
        "name: lands\ncorpus: corpus\nseed: 13\nmax_share: {family: 1.0, document: 1.0}\ncells:\n"
        "  - {style: multi-hop, modalities: [text+table], count: 3}\n",
        encoding="utf-8",
    )
    assert generate(folder / "plan.yaml", folder / "bench").examples == 3
    return folder / "bench"


def pages_of(bench: Path) -> dict[str, set[tuple[str, int | None]]]:
    """By question: the pages that its evidence stands on."""
    sources = Benchmark.open(bench).sources
    return {
        example.question: {(sources[id].document, sources[id].place.page) for id in example.sources}
        for example in Benchmark.open(bench).examples
    }


def test_questions_over_files_with_pages_tell_the_pages(bench: Path) -> None:
    asked = pages_of(bench)
    lands = {(f"{name.lower()}.pdf", 2) for name in LANDS}
    for places in asked.values():
        assert ("lands.pdf", 3) in places
        assert len(places) == 2
        assert places - {("lands.pdf", 3)} <= lands
    told = [heading(source) for source in Benchmark.open(bench).sources.values() if source.modality is Modality.TABLE]
    assert told == ["table 'Countries of the North: area, 2024' [lands.pdf#t0] — lands.pdf, page 3"]


def test_every_page_has_its_picture(bench: Path) -> None:
    corpus = Corpus.open(bench.parent / "corpus")
    files = ("lands.pdf", "lands.pdf", "lands.pdf", "ostmark.pdf", "ostmark.pdf", "sellia.pdf", "sellia.pdf")
    assert [document for document, _ in corpus.pages][:7] == list(files)
    assert [page for _, page in corpus.pages][:5] == [1, 2, 3, 1, 2]
    with Pillow.open(corpus.page_path("lands.pdf", 3)) as picture:
        # A5 is 419.5 x 595.3 points; at 144 dots an inch twice as many.
        assert picture.size == pytest.approx((839, 1191), abs=1)
    assert corpus_faults(corpus) == []


def values(done: Evaluation, measure: str) -> list[float]:
    one = done.scores.systems[0].measure(measure)
    assert one is not None
    return [float(value) for value in one.values]


def land_of(bench: Path) -> list[str]:
    """The file that tells of the land of each question, in the order of the benchmark."""
    return [next(document for document, page in places if page == 2) for places in pages_of(bench).values()]


def test_a_run_of_pages_scores_as_counted(bench: Path, tmp_path: Path) -> None:
    run = tmp_path / "pages.trec"
    ranked = ("lands.pdf#page3", "vorland.pdf#page2", "sellia.pdf#page1", "sellia.pdf#page2")
    lines = StringIO()
    for example in Benchmark.open(bench).examples:
        for rank, page in enumerate(ranked, 1):
            print(example.id, "Q0", page, rank, 10.0 - rank, "pages", file=lines)
    run.write_text(lines.getvalue())
    done = evaluate_retrieval(bench, [f"run:{run}"], k=(1, 2, 4), to=tmp_path / "scores")
    lands = land_of(bench)
    assert set(lands) <= {"vorland.pdf", "sellia.pdf", "ostmark.pdf"}
    # The table's page is one of two gold sources; the land's own page is the second, third (no: page 1) or fourth.
    assert values(done, "recall@1") == [0.5, 0.5, 0.5]
    assert values(done, "recall@2") == [{"vorland.pdf": 1.0}.get(land, 0.5) for land in lands]
    assert values(done, "recall@4") == [{"ostmark.pdf": 0.5}.get(land, 1.0) for land in lands]
    assert values(done, "all@2") == [{"vorland.pdf": 1.0}.get(land, 0.0) for land in lands]


def test_a_system_that_names_document_and_page_scores_as_counted(bench: Path, tmp_path: Path) -> None:
    found = [{"document": "ostmark.pdf", "page": 2}, {"document": "lands.pdf", "page": 3}]
    with SystemsServer(lambda asked: {"hits": found}, members=RETRIEVER) as server:
        done = evaluate_retrieval(bench, [f"mine={server.url}"], k=(1, 2), to=tmp_path / "scores")
    lands = land_of(bench)
    assert values(done, "recall@1") == [{"ostmark.pdf": 0.5}.get(land, 0.0) for land in lands]
    assert values(done, "recall@2") == [{"ostmark.pdf": 1.0}.get(land, 0.5) for land in lands]


def test_models_are_shown_the_pages_of_the_sources(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    reply = {"working": "w", "abstains": False, "answers": ["8,100 square kilometres"], "sources": ["S1"]}
    pictures: list[int] = []

    def answer(request: ParsedRequest) -> dict[str, object]:
        pictures.append(len(request.pictures))
        return reply

    with DialectServer(answer, key=CANARY) as server:
        for pages in (True, False):
            setup = AnswersSetup(("openai/reader",), ("gold",), pages=pages, to=tmp_path / "scores")
            done = evaluate_answers(bench, setup, CallOptions({"openai/reader": server.settings("openai")}))
    # the table's page and the land's; without pages there are no images in these files
    assert pictures == [2, 2, 2, 0, 0, 0]
    assert done.evaluation is not None
    assert [one.name for one in done.evaluation.scores.systems] == ["openai/reader, gold, pages", "openai/reader, gold"]
