"""Words in pictures: what becomes a fact, with a reader that stands in for the engine, and the engine if it is here."""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from benchwright.errors import MissingExtraError
from benchwright.facts import ocr
from benchwright.facts.ocr import Line, facts_of_ocr, lines_in, ocr_installed
from benchwright.records import Modality, Place, Source
from benchwright.records.sources import Image

LOGO = Source("logo-1", Modality.IMAGE, "", "", Place("x"), image=Image("0" * 64, "png", 9, 9, "Logo of Acme Works."))
UPPER = Line("ACME", 0.99, (0.1, 0.2, 0.6, 0.4))
LOWER = Line("Works Ltd", 0.98, (0.2, 0.5, 0.9, 0.7))


def test_all_lines_are_one_fact() -> None:
    (fact,) = facts_of_ocr(LOGO, Path("logo.png"), lambda _: (UPPER, LOWER))
    assert (fact.id, fact.subject, fact.value) == ("logo-1#logo_text", "Acme Works", "ACME Works Ltd")
    assert (fact.span.read, fact.span.box) == ("ocr", (0.1, 0.2, 0.9, 0.7))


@pytest.mark.parametrize(
    "lines", [(), (UPPER, Line("Wo?ks", 0.6, (0, 0, 1, 1))), (Line("1871", 0.99, (0, 0, 1, 1)),), (UPPER,) * 20]
)
def test_doubtful_words_are_none(lines: tuple[Line, ...]) -> None:
    assert list(facts_of_ocr(LOGO, Path("logo.png"), lambda _: lines)) == []


def test_a_picture_without_a_name_is_not_read() -> None:
    def read(path: Path) -> tuple[Line, ...]:
        raise AssertionError("read")

    source = Source("fig-1", Modality.IMAGE, "", "", Place("x"), image=Image("0" * 64, "png", 9, 9, "A river otter."))
    assert list(facts_of_ocr(source, Path("fig.png"), read)) == []


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(ocr, "find_spec", nothing)
    assert not ocr_installed()
    with pytest.raises(MissingExtraError, match="ocr") as raised:
        lines_in(Path("logo.png"))
    assert raised.value.hint == "install it with: pip install 'benchwright[ocr]'"


@pytest.mark.skipif(not ocr_installed(), reason="the extra ocr is not installed")
@pytest.mark.filterwarnings("default")
def test_the_engine_reads_large_print(tmp_path: Path) -> None:
    picture = Pictures.new("RGB", (400, 120), "white")
    ImageDraw.Draw(picture).text((40, 30), "ACME WORKS", fill="black", font=ImageFont.load_default(48))
    picture.save(tmp_path / "logo.png")
    (line,) = lines_in(tmp_path / "logo.png")
    assert line.text.replace(" ", "") == "ACMEWORKS"
    (tmp_path / "logo.png").write_bytes(b"no picture")
    assert lines_in(tmp_path / "logo.png") == ()
