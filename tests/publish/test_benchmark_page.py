"""The report of a benchmark as HTML: its figures, by hand, and that nothing of others' words is more than words."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hostile_bench import ATTACKS, hostile_bench
from page_safety import faults_of
from selectolax.lexbor import LexborHTMLParser, LexborNode
from towns_bench import examples, towns_bench

from benchwright.benchmark.corpus_coverage import CorpusCoverage, DocumentCoverage, corpus_coverage
from benchwright.benchmark.store import Benchmark
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.evaluate.effective_size import effective_size
from benchwright.evaluate.questions.near_duplicates import near_duplicates
from benchwright.publish.benchmark_page import draw_examples
from benchwright.publish.benchmark_page.benchmark_views import count_grid
from benchwright.publish.benchmark_page.corpus_map import corpus_map
from benchwright.records import Modality
from benchwright.retrieval.encoders import get_encoder
from benchwright.workflows.importing import import_benchmark
from benchwright.workflows.report import report


def words(node: LexborNode | None) -> str:
    assert node is not None
    return " ".join(node.text(separator=" ").split())


def rows(page: LexborHTMLParser, label: str) -> list[list[str]]:
    """The rows of the table in the box with this label."""
    (box,) = [one for one in page.css(".box") if one.attributes["aria-label"] == label]
    return [[words(cell) for cell in row.css("th,td")] for row in box.css("tbody tr")]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> LexborHTMLParser:
    bench = towns_bench(tmp_path_factory.mktemp("towns"))
    made = report(bench, bench.with_name("page.html"))
    assert (made.questions, made.examples, made.scores, made.remarks) == (56, 30, (), ())
    return LexborHTMLParser((bench.with_name("page.html")).read_text("utf-8"))


def test_the_lead_says_what_is_asked_about(page: LexborHTMLParser) -> None:
    assert words(page.css_first("h1")) == "towns"
    assert words(page.css_first(".lead")) == "56 questions ask about 25 of 25 documents."


def test_quotas_and_attempts_are_counted(page: LexborHTMLParser) -> None:
    assert [row[:2] for row in rows(page, "Quotas by cell")] == [
        ["numerical table", "24 of 24"],
        ["information-extraction text", "24 of 24"],
        ["comparison table", "8 of 8"],
    ]
    assert [[row[0], row[1], row[3]] for row in rows(page, "How attempts ended, by reason")] == [
        ["accepted", "56", "100.0%"]
    ]


def test_spare_attempts_are_told_apart(tmp_path: Path) -> None:
    made = report(hostile_bench(tmp_path))
    page = LexborHTMLParser(made.path.read_text("utf-8"))
    spare = 3 * len(ATTACKS) - 2 * len(ATTACKS)  # of the log, and counted by the cell
    assert f"{spare} more attempts ran ahead" in words(page.css_first("#funnel p"))


def test_styles_stand_over_modalities_with_their_quotas(page: LexborHTMLParser) -> None:
    assert rows(page, "Questions by style and modalities") == [
        ["numerical", "24 of 24", "no question"],
        ["information-extraction", "no question", "24 of 24"],
        ["comparison", "8 of 8", "no question"],
    ]


def test_the_map_has_a_tile_for_each_document(page: LexborHTMLParser) -> None:
    assert len(page.css(".mosaic i")) == 25
    table = page.css_first(".mosaic .m5")
    assert table is not None
    assert table.attributes["title"] == "towns.csv: 32 questions"
    assert len(page.css(".mosaic .m1")) == 24
    assert rows(page, "Documents with the most questions")[0] == ["towns.csv", "32", "1 of 1"]
    assert rows(page, "Sources needed, by kind") == [["text", "24", "24", "100.0%"], ["table", "1", "1", "100.0%"]]


def test_examples_are_drawn_evenly_and_show_their_evidence(page: LexborHTMLParser) -> None:
    cards = page.css(".question")
    assert len(cards) == 30
    styles = [one.attributes["data-style"] for one in cards]
    assert {style: styles.count(style) for style in set(styles)} == {
        "numerical": 11,
        "information-extraction": 11,
        "comparison": 8,
    }
    assert all(one.css("mark") for one in cards)


def test_a_drawing_depends_on_its_seed_alone() -> None:
    every = examples()
    first = draw_examples(every, 10, 1)
    assert first == draw_examples(every, 10, 1)
    assert first != draw_examples(every, 10, 2)
    assert draw_examples(every, 1000, 1) == tuple(every)
    assert draw_examples([], 10, 1) == ()


def test_the_same_benchmark_gives_the_same_bytes(tmp_path: Path) -> None:
    bench = towns_bench(tmp_path)
    report(bench, tmp_path / "a.html")
    report(bench, tmp_path / "b.html")
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_a_report_takes_the_place_of_a_report_only(tmp_path: Path) -> None:
    bench = hostile_bench(tmp_path)
    mine = tmp_path / "mine.txt"
    mine.write_text("notes")
    with pytest.raises(UsageError, match=r"mine\.txt is not a report"):
        report(bench, mine)
    assert mine.read_text() == "notes"
    first = report(bench).path.read_bytes()
    assert report(bench).path.read_bytes() == first


def test_without_its_corpus_the_map_is_left_out_and_the_page_says_so(tmp_path: Path) -> None:
    bench = towns_bench(tmp_path)
    (tmp_path / "corpus").rename(tmp_path / "elsewhere")
    made = report(bench)
    assert made.path == tmp_path / "bench-report.html"
    assert "There is no map of the corpus" in made.remarks[0]
    page = LexborHTMLParser(made.path.read_text("utf-8"))
    assert "There is no map of the corpus" in words(page.css_first(".detail"))
    assert not page.css("#map")
    assert words(page.css_first(".lead")) == "56 questions over 25 documents."
    assert not report(bench, corpus=tmp_path / "elsewhere").remarks


def test_coverage_counts_documents_and_their_sources(tmp_path: Path) -> None:
    bench = Benchmark.open(towns_bench(tmp_path))
    corpus = Corpus.open(tmp_path / "corpus")
    coverage = corpus_coverage(bench.examples[:2], corpus)
    assert coverage.asked == (DocumentCoverage("Ardon.txt", 1, 1, 1), DocumentCoverage("towns.csv", 1, 1, 1))
    assert len(coverage.never_asked) == 23
    assert coverage.sources == {Modality.TEXT: (24, 1), Modality.TABLE: (1, 1)}


def test_a_large_corpus_shares_tiles() -> None:
    documents = tuple(DocumentCoverage(f"d/{n % 2}/{n:05}.txt", 1, n < 3000, 3 * (n < 3000)) for n in range(6000))
    drawn = corpus_map(CorpusCoverage(documents, {Modality.TEXT: (6000, 3000)}))
    assert drawn.each == 2
    assert [(one.name, one.told, len(one.tiles)) for one in drawn.folders] == [
        ("0/", "1,500 of 3,000 documents", 1500),
        ("1/", "1,500 of 3,000 documents", 1500),
    ]
    assert [tile.step for tile in drawn.folders[0].tiles] == [5] * 750 + [0] * 750
    assert drawn.folders[0].tiles[0].told == "d/0/00000.txt … d/0/00002.txt: 2 of 2"
    assert drawn.told == "3,000 of 6,000 documents are asked about, 3,000 are not."


def test_documents_of_unequal_size_count_as_fewer() -> None:
    size = effective_size(["a"] * 6 + ["b"] * 2)
    assert (size.questions, size.documents, size.even_documents) == (8, 2, 1.6)  # 8 squared by 36 + 4
    told = {one.correlation: one.questions for one in size.rows}
    assert told[0.0] == 8
    assert told[1.0] == pytest.approx(1.6)
    assert told[0.1] == pytest.approx(8 / 1.4)  # the usual question has 4 others beside it
    assert effective_size([]).rows == ()


def test_a_repeated_question_is_named_with_its_first(tmp_path: Path) -> None:
    every = [one for one in examples() if one.id in ("size-Ardon", "mayor-Ardon", "mayor-Selby")]
    again = replace(every[0], id="again", question="How many inhabitants does Ardon have?")
    found = near_duplicates([*every, again], get_encoder("wordllama"))
    assert found.repeated == 1
    assert (found.pairs[0].first, found.pairs[0].second, found.pairs[0].repeats) == ("size-Ardon", "again", True)
    assert [one.repeats for one in found.pairs[1:]] == [False, False]
    assert near_duplicates([], get_encoder("wordllama")).pairs == ()


def test_an_empty_cell_of_the_grid_is_no_zero() -> None:
    grid = count_grid(examples(), ())
    assert grid.heads == ("table", "text")
    assert dict(grid.rows)["comparison"][1] == ("", "", -1)


def test_no_word_of_a_hostile_benchmark_becomes_markup(tmp_path: Path) -> None:
    bench = hostile_bench(tmp_path)
    made = report(bench)
    html = made.path.read_text("utf-8")
    assert made.examples == len(ATTACKS)
    assert faults_of(html, scripts=1) == []
    assert "&lt;iframe srcdoc=" in html
    calls = len(ATTACKS)
    assert words(LexborHTMLParser(html).css_first("#cost p")) == (
        f"{calls} calls, {12 * calls} tokens, at least ${0.5 * calls:.2f}; "
        "1 more call is no longer in the ledger: cost unknown."
    )
    assert len(html) < 2_000_000


def test_an_imported_benchmark_has_neither_quotas_nor_costs(tmp_path: Path) -> None:
    published = tmp_path / "published"
    published.mkdir()
    lines = [json.dumps({"question": f"who was number {n}", "answer": ["Ada"]}) for n in range(3)]
    (published / "dev.jsonl").write_text("\n".join(lines), "utf-8")
    import_benchmark(published, tmp_path / "bench", "nq-open")
    page = LexborHTMLParser(report(tmp_path / "bench").path.read_text("utf-8"))
    assert words(page.css_first(".lead")) == "3 questions."
    assert [one.attributes["id"] for one in page.css("section")] == ["grid", "size", "asked", "near", "examples"]
    assert [words(one) for one in page.css("#grid thead th")] == ["Style", "no source"]
