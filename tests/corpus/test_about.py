"""What a table or an image says of itself before its first row."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchwright.benchmark.spans import faults_of_span
from benchwright.corpus.about import about_line
from benchwright.corpus.store import write_corpus
from benchwright.prompts.fence import show
from benchwright.readers.source_columns import INTRODUCED_SOURCES, source_of_row, source_table
from benchwright.records import Image, Modality, Place, Source, Span, Table

RAIN = Source(
    "rain",
    Modality.TABLE,
    "Rainfall",
    "Rainfall\nMonth | mm\nMay | 40",
    Place("climate.md", headings=("Lund", "Climate", "Rainfall")),
    Table((("Month", "mm"),), (("May", "40"),)),
    referred_by=("before", "gone"),
)
LEAD = "Lund is wet. It has rained for long.\n\nThe table gives the rain of 2019, in millimetres:"
BEFORE = Source("before", Modality.TEXT, "Lund", LEAD, Place("climate.md"))
MAP = Source("map", Modality.IMAGE, "Lund", "", Place("maps"), image=Image("0" * 64, "png", 2, 2))


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (RAIN, "Lund › Climate. The table gives the rain of 2019, in millimetres:"),
        (replace(RAIN, title="Table 2. Rain in Lund"), "Lund › Climate › Rainfall"),  # its caption says enough
        (replace(RAIN, place=Place("Rainfall")), "The table gives the rain of 2019, in millimetres:"),
        (replace(RAIN, place=Place("Skåne")), ""),  # a caption again, and files are not named to models
        (MAP, "The table gives the rain of 2019, in millimetres:"),
        (replace(MAP, image=Image("0" * 64, "png", 2, 2, caption="Lund")), ""),
        (BEFORE, ""),
    ],
)
def test_headings_and_a_lead_in_introduce_what_no_caption_names(source: Source, line: str) -> None:
    assert about_line(source, [LEAD]) == line


def test_a_sentence_leads_over_only_with_a_colon_and_if_it_is_short() -> None:
    assert about_line(RAIN, ["It rains.", "Much rain:", "It stops."]) == "Lund › Climate. Much rain:"
    assert about_line(RAIN, ["It rains.", f"{'Much ' * 60}rain:"]) == "Lund › Climate"


def test_a_corpus_introduces_its_sources_and_a_benchmark_keeps_the_line(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "c", [BEFORE, RAIN])
    rain = corpus.source("rain")
    assert rain.about == "Lund › Climate. The table gives the rain of 2019, in millimetres:"
    assert (rain, corpus.source("before").about) == (RAIN, "")
    (shown,) = show((rain,), corpus.picture)
    assert shown.text == f"About: {rain.about}\nMonth | mm\nMay | 40"
    (row,) = source_table([rain], "", INTRODUCED_SOURCES).to_pylist()
    assert source_of_row(row).about == rain.about
    assert Source.from_json(rain.to_json()).about == rain.about
    span = Span("rain", "about")
    assert list(faults_of_span(span, rain)) == []
    assert list(faults_of_span(span, RAIN)) == ["evidence in 'rain' is read from its about, and it has none"]
    assert list(faults_of_span(Span("rain", "title"), RAIN)) == []


def test_the_line_is_kept_however_short_a_source_is_cut() -> None:
    long = replace(RAIN, text="Rainfall\nMonth | mm\n" + "\n".join(f"{day} | 1" for day in range(2000)), about="Lund")
    (shown,) = show((long,), lambda _: None, 300)
    assert shown.text.startswith("About: Lund\nMonth | mm\n0 | 1\n")
    assert len(shown.text) <= 300 + len("About: Lund\n")
    assert shown.cut > 10_000
