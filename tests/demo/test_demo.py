"""The demo corpora: complete, small, licensed, and with no fact told where it must not be."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
from PIL import Image

from benchwright.demo import corpora, licences

COUNTRIES = corpora()["countries"]
ARTICLES = sorted(COUNTRIES.glob("*.md"))
TABLES = sorted((COUNTRIES / "tables").rglob("*.md"))
COLOUR = r"(?:red|white|blue|green|yellow|black|gold|orange)"


def body(path: Path) -> str:
    return path.read_text("utf-8").split("---\n", 2)[2]


def grid(path: Path) -> list[list[str]]:
    lines = [line.strip("|\n").split("|") for line in body(path).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line] for line in (lines[0], *lines[2:])]


def figures_of(name: str, slug: str) -> set[str]:
    """Every number that a table holds for one country, as written, if it is long enough to be recognised."""
    cells: list[str] = []
    for path in TABLES:
        header, *rows = grid(path)
        if header[0] == "Country":
            cells += [cell for row in rows if row[0] == name for cell in row[1:]]
        elif path.parent.name == slug:
            cells += [cell for row in rows for cell in (row[1:2] if header[0] == "Measure" else row[1:])]
    return {cell for cell in cells if len(re.sub(r"\D", "", cell).rstrip("0")) >= 3}


def test_forty_countries_with_article_flag_and_tables() -> None:
    assert len(ARTICLES) == 40
    for article in ARTICLES:
        name = json.loads(re.search(r"^title: (.*)$", article.read_text("utf-8"), re.MULTILINE)[1])  # type: ignore[index]
        sidecar = json.loads((COUNTRIES / "flags" / f"{article.stem}.json").read_text("utf-8"))
        assert sidecar["caption"] == f"Flag of {name}."
        with Image.open(COUNTRIES / "flags" / f"{article.stem}.png") as flag:
            flag.load()
            assert flag.width == 250
        assert len(list((COUNTRIES / "tables" / article.stem).glob("*.md"))) in {2, 3}
    assert len(list((COUNTRIES / "flags").iterdir())) == 80


def test_both_corpora_stay_small_and_licensed() -> None:
    root = licences().parent
    assert (
        sum(path.stat().st_size for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts) < 6e6
    )
    assert {path.name for path in licences().iterdir()} == {
        "NOTICE.md",
        "country-flags-README.md",
        "factbook-CC0-1.0.md",
        "mledoze-countries-ODbL-1.0.txt",
        "openstax-biology-CC-BY-3.0.txt",
    }
    assert "Creative Commons Attribution 3.0" in (corpora()["biology"] / "LICENSE.txt").read_text("utf-8")
    for path in (*ARTICLES, *TABLES):
        assert re.search(r'^licence: "Public domain.*"\nurl: https://', path.read_text("utf-8"), re.MULTILINE), path


@pytest.mark.parametrize("article", ARTICLES, ids=lambda path: path.stem)
def test_no_article_speaks_of_flags(article: Path) -> None:
    text = body(article)
    assert not re.search(r"\bflags?\b|national colou?rs?|coat of arms|\bbanner\b", text, re.IGNORECASE)
    assert not re.search(rf"\b{COLOUR}\b[^.;]{{0,25}}\b(?:stripes?|bands?|stars?|crescent|disk)\b", text, re.IGNORECASE)


@pytest.mark.parametrize("article", ARTICLES, ids=lambda path: path.stem)
def test_no_article_tells_a_figure_of_the_tables(article: Path) -> None:
    text = body(article)
    known = figures_of(re.search(r"^# (.*)$", text, re.MULTILINE)[1], article.stem)  # type: ignore[index]
    assert len(known) > 20
    numbers = set(re.findall(r"(?<![\d.,-])\d[\d,]*(?:\.\d+)?(?![\d])", text))
    assert {number.rstrip(",") for number in numbers} & known == set()


@pytest.mark.parametrize("article", ARTICLES, ids=lambda path: path.stem)
def test_articles_are_clean_english(article: Path) -> None:
    text = body(article)
    assert not re.search(r"<[^>]+>|&[a-z]+;|\xa0|  ", text)
    prose, profile = text.split("## Profile\n")
    for paragraph in prose.split("\n\n"):
        if paragraph.strip() and not paragraph.strip().startswith("#"):
            assert re.search(r"[.!?][\"”’)]?$", paragraph.strip()), paragraph
            assert paragraph.strip()[0].isupper() or not paragraph.strip()[0].isalpha(), paragraph
    lines = profile.strip().splitlines()
    assert len(lines) >= 14
    assert all(re.match(r"- [A-Z][A-Za-z ]+: \S", line) for line in lines)


def test_each_measure_of_a_country_stands_in_one_table() -> None:
    seen: set[tuple[str, str]] = set()
    for path in TABLES:
        header, *rows = grid(path)
        assert all(len(row) == len(header) and all(row) for row in rows), path
        if header[0] == "Country":
            assert 5 <= len(rows) <= 12
            found = {(row[0], re.sub(r" \(.*", "", column)) for row in rows for column in header[1:]}
        else:
            name = re.search(r"^# (.*?): ", body(path), re.MULTILINE)[1]  # type: ignore[index]
            measures = [row[0] for row in rows] if header[0] == "Measure" else header[1:]
            found = {(name, re.sub(r" \(.*", "", measure)) for measure in measures}
        assert not found & seen, path
        seen |= found
    assert len(seen) > 40 * 30


def test_known_values() -> None:
    kenya = body(COUNTRIES / "kenya.md")
    assert "- Capital: Nairobi\n" in kenya
    assert "- Independence: 12 December 1963 (from the United Kingdom)\n" in kenya
    assert "- Highest point: Mount Kenya, 5,199 m\n" in kenya
    assert "- Lowest point: Laguna del Carbón, -105 m\n" in body(COUNTRIES / "argentina.md")
    header, *rows = grid(next(path for path in TABLES if path.stem.startswith("countries-of-africa-area")))
    assert header == ["Country", "Population", "Area (sq km)", "Land boundaries (km)", "Coastline (km)"]
    assert ["Kenya", "55,751,717", "580,367", "3,457", "536"] in rows
    economy = {row[0]: row[1] for row in grid(next(path for path in TABLES if "africa-economy" in path.stem))}
    assert Decimal(economy["Egypt"].replace(",", "")) == 1958  # 1.958 trillion dollars, in billions


def test_the_chapter_keeps_its_layout() -> None:
    chapter = corpora()["biology"]
    figures = [json.loads(line) for line in (chapter / "figures.jsonl").read_text("utf-8").splitlines()]
    assert all((chapter / figure["image_file"]).is_file() for figure in figures if figure.get("image_file"))
    assert len((chapter / "passages.jsonl").read_text("utf-8").splitlines()) == 145
    assert len((chapter / "tables.jsonl").read_text("utf-8").splitlines()) == 2
