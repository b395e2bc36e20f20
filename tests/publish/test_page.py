"""The page as HTML: its values, its bounds, and that nothing of others' words gets to be more than words."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from disagreements import disagreements, image_source, picture, table_source, text_source
from PIL import Image
from selectolax.lexbor import LexborHTMLParser, LexborNode
from summaries import COMBINATIONS, SYSTEMS, summary

from benchwright.evaluate.summary import Slice
from benchwright.publish.csv_table import csv_text
from benchwright.publish.disagreements import Disagreement, EvidenceSource, ListedHit
from benchwright.publish.latex_table import latex
from benchwright.publish.page import page_html, question_views, write_page
from benchwright.publish.page.inline_images import SIDE, inline_picture
from benchwright.publish.page.source_views import source_view
from benchwright.records import Modality, Place, Source, Span, Table

SHORT = ["hybrid(bm25,…:wordllama)", "dense:wordllama", "bm25", "random"]
HOSTILE = [
    "</script><script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "{{ 7 * 7 }}{% raw %}",
    "</style><!-- <script>",
    "a\u202egpj.exe\x00\x1b[2J\ud800",
    "w" * 100_000,
    "javascript:alert(1)",
]


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> str:
    return page_html(summary(), disagreements(tmp_path_factory.mktemp("page")), differing=125)


@pytest.fixture(scope="module")
def page(html: str) -> LexborHTMLParser:
    return LexborHTMLParser(html)


def words(node: LexborNode | None) -> str:
    assert node is not None
    return " ".join(node.text(separator=" ").split())


def texts(page: LexborHTMLParser | LexborNode, selector: str) -> list[str]:
    return [words(node) for node in page.css(selector)]


def test_the_result_is_told_first(page: LexborHTMLParser) -> None:
    assert words(page.css_first("h1")) == "countries"
    assert words(page.css_first(".lead")) == (
        "hybrid(bm25,dense:wordllama) has the best recall@5, 0.74, "
        "but 155 questions do not show that it is better than dense:wordllama (0.71)."
    )
    assert "p = 0.46 after correction" in words(page.css_first(".detail"))


def test_the_grid_has_every_value_with_its_interval(page: LexborHTMLParser) -> None:
    assert [node.text() for node in page.css(".grid thead .column")] == list(summary().measures)
    rows = [[words(cell) for cell in row.css("td")] for row in page.css(".grid tbody tr")]
    assert [row[0] for row in rows] == [
        "0.74 [0.67, 0.81]",
        "0.71 [0.64, 0.78]",
        "0.62 [0.55, 0.69]",
        "~0.03 [0.00, 0.10]",
    ]
    assert [row[6] for row in rows][:2] == ["0.67 best [0.60, 0.73]", "0.64 [0.57, 0.71]"]
    assert rows[0][7] == "0.031 s [0.028, 0.037]"
    assert len(page.css(".grid .crown")) == 1
    first = page.css_first(".grid tbody td .bar .fill")
    assert first is not None
    assert first.attributes["width"] == "74.0"


def test_slices_are_drawn_and_told(page: LexborHTMLParser) -> None:
    assert texts(page, ".bars .slice")[:2] == ["information-extraction n = 31", "compare-contrast n = 31"]
    assert len(page.css(".bars .slice")) == 5 + 6
    assert len(page.css(".bars td.told")) == 11 * 4
    assert len(page.css(".heat")) == 4
    assert len(page.css("#slices > .heats .heat")) == 3  # that of `random` is folded
    grid = page.css(".heat")[0]
    assert texts(page, ".heat thead th")[1:7] == list(COMBINATIONS)
    assert len(grid.css("tbody tr")) == 5
    assert len(grid.css("td.none")) == 7  # compound and multi-hop have no single modality, numerical no 2image
    assert grid.css("td.few")


def test_differences_say_whether_they_are_real(page: LexborHTMLParser) -> None:
    forest = page.css(".forest")[0]
    rows = [[words(cell) for cell in row.css("th,td")] for row in forest.css("tbody tr")]
    assert [row[-1] for row in rows] == ["not shown", "real", "real"]
    assert rows[0][2] == "+0.03 [−0.02, +0.08]"
    titles = ["Differences from the bounds (3 real of 3)", "Differences within slices (1 real of 2)"]
    assert texts(page, "#differences .more > summary") == titles
    bounds, inside = page.css(".forest")[1:]
    assert [words(one) for one in bounds.css("td.p")] == ["p < 0.001"] * 3
    assert [words(row.css_first("th")).split()[0] for row in inside.css("tbody tr")] == ["multi-hop", "image"]
    assert words(page.css_first(".power")).startswith(
        "155 questions from 40 documents can show a difference of about 0.08"
    )


def test_many_differences_are_cut_and_counted() -> None:
    told = summary()
    pairs = tuple(replace(told.pairs[0], a=f"a{number}") for number in range(152))
    page = LexborHTMLParser(page_html(replace(told, pairs=pairs)))
    assert len(page.css(".forest tbody tr")) == 150
    assert words(page.css_first("#differences .legend")) == "2 more stand in the summary."


def test_curves_have_their_names_at_their_ends(page: LexborHTMLParser) -> None:
    labels = [words(one).split()[0] for one in page.css(".curves.wide .label")]
    assert labels == ["hybrid(bm25,…:wordllama)", "dense:wordllama", "bm25", "random"]
    heights = sorted(float(one.attributes["y"] or 0) for one in page.css(".curves.wide .label"))
    assert min(b - a for a, b in pairwise(heights)) >= 16
    assert texts(page, "#curves table thead th")[1:] == [f"k = {k}" for k in (1, 2, 3, 5, 10, 20)]


def test_confusion_tells_what_knowing_the_modality_would_bring(page: LexborHTMLParser) -> None:
    whole, *within = page.css(".confusion")
    assert [node.text().strip() for node in whole.css("tbody th")] == SHORT[:3]
    first = [words(cell) for cell in whole.css("tbody tr")[0].css("td")]
    assert first == ["155", "61 %", "32 %", "7 %", "0.67", "0.80"]
    assert len(within) == 3
    assert texts(within[0], "tbody th") == ["text", "table", "image"]
    row = [words(cell) for cell in within[0].css("tbody tr")[2].css("td")]
    assert row == ["33", "58 %", "22 %", "20 %", "0.30", "0.35"]
    assert len(page.css("#confusion details:not([open]) table")) == 3


def test_bounds_stand_last_everywhere() -> None:
    """Whatever place they were asked for at."""
    told = summary()
    turned = replace(told, systems=("random", *SYSTEMS[:3]))
    page = LexborHTMLParser(page_html(turned))
    for table in (".grid", ".bars"):
        assert [node.text().strip() for node in page.css(f"{table} tbody th")][:4] == SHORT
    assert texts(page, ".systems li")[-1] == "random"
    assert texts(page, ".curves.wide .label")[-1].startswith("random")
    assert len(page.css("#slices details .heat")) == 1


def test_heat_grids_with_many_columns_take_the_whole_width() -> None:
    told = summary()
    assert not LexborHTMLParser(page_html(told)).css(".heats.whole")
    more = (*told.slices, Slice("modalities", "", "text+table+image"))
    assert len(LexborHTMLParser(page_html(replace(told, slices=more))).css(".heats.whole")) == 2


def test_a_question_has_its_sources_and_what_came_instead(page: LexborHTMLParser) -> None:
    assert len(page.css(".question")) == 40
    assert "85 more differ and are left out here" in words(page.css_first("#questions > p"))
    first = page.css(".question")[0]
    assert [words(one) for one in first.css(".source h4")] == ["text Aland", "table Peaks", "image Flag"]
    assert [words(one) for one in first.css("mark")] == ["Its capital is Mariehamn", "200 m"]
    assert [words(one) for one in first.css(".data .evidence")] == ["200 m"]
    assert words(first.css_first(".source .where")) == "aland.md · page 3 · https://example.org/aland"
    assert [words(one) for one in first.css(".lists .gold")] == ["✓ evidence: Hit 2 text"] * 4
    assert [words(one) for one in first.css(".scored.top b")] == ["1.00"]
    assert first.attributes["data-best"] == "3"
    assert not page.css("main a[href], article a")


def test_a_picture_is_small_and_has_only_its_pixels(page: LexborHTMLParser) -> None:
    shown = page.css_first(".question img")
    assert shown is not None
    assert (shown.attributes["width"], shown.attributes["height"]) == (str(SIDE), "320")
    assert shown.attributes["alt"] == "Three vertical stripes"
    data = base64.b64decode((shown.attributes["src"] or "").split(",", 1)[1])
    with Image.open(io.BytesIO(data)) as image:
        assert image.size == (SIDE, 320)
        assert image.getpixel((20, 20)) == (0, 85, 164)
    assert b"secret-metadata" not in data
    box = page.css_first(".frame rect")
    assert box is not None
    assert (box.attributes["x"], box.attributes["width"]) == ("0.0", "33.0")


def test_headings_tables_and_pictures_can_be_read_aloud(page: LexborHTMLParser) -> None:
    assert len(page.css("h1")) == 1
    levels = [int(node.tag[1]) for node in page.css("h1,h2,h3,h4,h5")]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(head.attributes.get("scope") for head in page.css("main th"))
    assert all("alt" in image.attributes for image in page.css("img"))
    assert all(
        drawing.attributes.get("aria-hidden") == "true" or drawing.attributes.get("aria-label")
        for drawing in page.css("svg")
    )
    ids = [node.attributes["id"] for node in page.css("[id]")]
    assert len(ids) == len(set(ids))


def test_the_policy_allows_what_is_inlined_and_nothing_else(html: str, page: LexborHTMLParser) -> None:
    policy = page.css_first("meta[http-equiv='Content-Security-Policy']")
    assert policy is not None
    told = dict(part.strip().split(" ", 1) for part in (policy.attributes["content"] or "").split(";"))
    assert told["default-src"] == "'none'"
    assert told["img-src"] == "data:"
    for tag, rule in (("style", "style-src"), ("script", "script-src")):
        (inside,) = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.S)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert told[rule] == f"'sha256-{digest}'"
    assert not page.css("[style], [onclick], link[rel=stylesheet], script[src], iframe, object, embed, base")
    assert re.findall(r"(?:src|href)=\"(?!data:|#)([^\"]*)\"", html) == []


def test_what_is_copied_is_the_csv_and_the_latex(page: LexborHTMLParser) -> None:
    node = page.css_first("#copies")
    assert node is not None
    assert json.loads(node.text()) == {"csv": csv_text(summary()), "latex": latex(summary())}


@pytest.mark.parametrize("evil", HOSTILE)
def test_hostile_words_stay_words(evil: str, tmp_path: Path) -> None:
    told = summary()
    names = tuple(evil if name == "bm25" else name for name in SYSTEMS)
    cells = tuple(replace(one, system=evil) if one.system == "bm25" else one for one in told.cells)
    told = replace(told, benchmark=evil, systems=names, cells=cells, remarks=(evil,), notes={evil: {evil: 3}})
    source = Source(evil, Modality.TEXT, evil, evil, Place(evil), url=evil)
    table = Source("t", Modality.TABLE, evil, evil, Place(evil), table=Table(((evil,),), ((evil,),)))
    sources = (EvidenceSource(source, (Span(evil, "text", 0, 9**6),)), EvidenceSource(table))
    hits = {evil: (ListedHit(evil, evil, True),)}
    one = Disagreement(evil, evil, evil, evil, evil, {evil: 1.0, "random": 0.0}, sources, hits)
    write_page(told, (one,), tmp_path / "page.html")
    html = (tmp_path / "page.html").read_text("utf-8")
    page, plain = LexborHTMLParser(html), LexborHTMLParser(page_html(summary()))
    for tag in ("script", "style", "meta", "link"):
        assert len(page.css(tag)) == len(plain.css(tag))
    assert not page.css("img, iframe, a:not([href^='#'])")
    assert all(not name.startswith("on") for node in page.css("*") for name in node.attributes)
    assert html.count("<!--") == 0
    if evil == HOSTILE[2]:
        assert evil in html
    assert "\u202e" not in html
    assert "\x1b" not in html
    assert len(html) < 1_000_000


def test_the_page_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = disagreements(tmp_path, 80)
    page = LexborHTMLParser(page_html(summary(), told))
    assert len(page.css(".question")) == question_views.MOST == 60
    assert "20 more differ and are left out here" in words(page.css_first("#questions > p"))
    monkeypatch.setattr(question_views, "BYTES", 60_000)
    page = LexborHTMLParser(page_html(summary(), told))
    shown = len(page.css(".question"))
    assert 5 < shown < 40
    assert f"{80 - shown} more differ" in words(page.css_first("#questions > p"))


def test_a_page_of_nothing_is_a_page() -> None:
    bare = replace(
        summary(), cells=(), pairs=(), slices=(), confusions=(), curves={}, notes={}, unscored={}, remarks=()
    )
    page = LexborHTMLParser(page_html(bare))
    assert words(page.css_first(".lead")) == "No system has a score for recall@5."
    assert [one.attributes["id"] for one in page.css("section")] == ["scores", "method"]
    assert "nan" not in page_html(bare).lower().replace("nano", "")


def test_the_same_records_give_the_same_bytes(tmp_path: Path) -> None:
    told = disagreements(tmp_path)
    assert page_html(summary(), told) == page_html(summary(), told)


def test_a_long_table_shows_the_rows_that_matter() -> None:
    view = source_view(table_source(), inline_picture)
    assert [row.cells[0].text for row in view.rows] == ["Country", *(f"Country {n}" for n in (1, 2, 3, 4, 5, 6, 7, 20))]
    assert [row.gap for row in view.rows] == [False] * 8 + [True]
    assert view.cut == "Shown: 8 of 30 rows."
    wide = Table((tuple("abcdefghijklmnop"),), (tuple("0123456789ABCDEF"),))
    shown = table_source()
    view = source_view(
        EvidenceSource(replace(shown.source, table=wide), (Span("peaks#t0", "cell", cells=((0, 15),)),)), inline_picture
    )
    assert "".join(cell.text for cell in view.rows[1].cells) == "0123456789AF"
    assert view.cut == "Shown: 12 of 16 columns."


def test_a_long_text_shows_what_stands_around_the_evidence() -> None:
    shown = text_source()
    text = "x " * 5000 + "the evidence" + " y" * 5000
    view = source_view(
        EvidenceSource(replace(shown.source, text=text), (Span("aland#1", "text", 10_000, 10_012),)), inline_picture
    )
    assert [piece.text for piece in view.words if piece.evidence] == ["the evidence"]
    assert sum(len(piece.text) for piece in view.words) < 1500


def test_pictures_that_cannot_be_shown_are_said_to_be_missing(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.png"
    damaged.write_bytes(picture(tmp_path).read_bytes()[:200])
    for path in (None, tmp_path / "gone.png", damaged):
        view = source_view(image_source(path), inline_picture)
        assert (view.picture, view.missing) == (None, "The picture cannot be shown: its file is missing or damaged.")
    photograph = inline_picture(picture(tmp_path, form="JPEG"))
    assert photograph is not None
    assert photograph.uri.startswith("data:image/jpeg;base64,")
