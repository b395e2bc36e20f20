"""Words in pictures: what becomes a fact, with a reader that stands in for the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.facts.ocr import facts_of_ocr
from benchwright.readers.ocr import OcrLine
from benchwright.records import Modality, Place, Source
from benchwright.records.sources import Image

LOGO = Source("logo-1", Modality.IMAGE, "", "", Place("x"), image=Image("0" * 64, "png", 9, 9, "Logo of Acme Works."))
UPPER = OcrLine("ACME", 0.99, (0.1, 0.2, 0.6, 0.4))
LOWER = OcrLine("Works Ltd", 0.98, (0.2, 0.5, 0.9, 0.7))


def test_all_lines_are_one_fact() -> None:
    (fact,) = facts_of_ocr(LOGO, Path("logo.png"), lambda _: (UPPER, LOWER))
    assert (fact.id, fact.subject, fact.value) == ("logo-1#logo_text", "Acme Works", "ACME Works Ltd")
    assert (fact.span.read, fact.span.box) == ("ocr", (0.1, 0.2, 0.9, 0.7))


@pytest.mark.parametrize(
    "lines", [(), (UPPER, OcrLine("Wo?ks", 0.6, (0, 0, 1, 1))), (OcrLine("1871", 0.99, (0, 0, 1, 1)),), (UPPER,) * 20]
)
def test_doubtful_words_are_none(lines: tuple[OcrLine, ...]) -> None:
    assert list(facts_of_ocr(LOGO, Path("logo.png"), lambda _: lines)) == []


def test_a_picture_without_a_name_is_not_read() -> None:
    def read(path: Path) -> tuple[OcrLine, ...]:
        raise AssertionError("read")

    source = Source("fig-1", Modality.IMAGE, "", "", Place("x"), image=Image("0" * 64, "png", 9, 9, "A river otter."))
    assert list(facts_of_ocr(source, Path("fig.png"), read)) == []
