"""The engine that reads words in pictures, where it is installed, and what is said where it is not."""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from benchwright.errors import MissingExtraError
from benchwright.readers import ocr
from benchwright.readers.ocr import lines_in, ocr_installed


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
