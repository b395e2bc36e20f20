"""Scanned pages: which they are, and what becomes of the lines that an engine reads."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from tests.support.sheets import Sheet, seen

from benchwright.readers.base import Document, InputFile, Limits, ReaderOptions
from benchwright.readers.ocr import OcrLine, ocr_installed
from benchwright.readers.pdf import scanned
from benchwright.readers.pdf.document import READER
from benchwright.readers.pdf.pdf_file import open_pdf
from benchwright.readers.pdf.scanned import is_scanned, read_scan, why_not_read
from benchwright.readers.pdf.words_to_lines import make_lines
from benchwright.records import Drop


def paper(*texts: str) -> ImageReader:
    """A white sheet of 1,200 x 1,600 pixels with lines of large print."""
    picture = Image.new("L", (1200, 1600), 255)
    draw = ImageDraw.Draw(picture)
    for number, text in enumerate(texts):
        draw.text((150, 150 + 80 * number), text, fill=0, font=ImageFont.load_default(40))
    out = io.BytesIO()
    picture.save(out, "PNG")
    out.seek(0)
    return ImageReader(out)


def scan(sheet: Sheet) -> None:
    sheet.canvas.drawImage(paper("Rivers carry sand", "from the hills"), 0, 0, 600, 800)


def test_which_pages_are_scans() -> None:
    def stripes(sheet: Sheet) -> None:
        for number in range(4):
            sheet.canvas.drawImage(paper(), 20, 20 + 190 * number, 560, 190)
        sheet.text(280, 790, "17")

    def garbage(sheet: Sheet) -> None:
        scan(sheet)
        for number in range(30):
            sheet.text(60, 60 + 20 * number, "~, ;: ]| ._ {( '' ^. ,,")

    def with_text_layer(sheet: Sheet) -> None:
        scan(sheet)
        sheet.prose(60, 60, 20)

    def photo(sheet: Sheet) -> None:
        sheet.canvas.drawImage(paper(), 100, 300, 400, 300)

    pages = (scan, stripes, garbage, with_text_layer, photo, lambda sheet: sheet.prose(60, 60, 2))
    assert [is_scanned(seen(page)[0]) for page in pages] == [True, True, True, False, False, False]


def test_lines_become_words_with_places() -> None:
    sheet = Sheet()
    scan(sheet)
    told: list[bytes] = []

    def engine(picture: bytes) -> tuple[OcrLine, ...]:
        told.append(picture)
        return (
            OcrLine("Rivers carry", 0.99, (0.1, 0.1, 0.34, 0.1125)),
            OcrLine("sm~dge", 0.3, (0.1, 0.2, 0.3, 0.22)),
            OcrLine("sand", 0.7, (0.1, 0.12, 0.18, 0.1325)),
        )

    with open_pdf(sheet.bytes(), Limits()) as pdf:
        content = pdf.content(1)
        read = read_scan(pdf, content, engine)
    assert Image.open(io.BytesIO(told[0])).size == (1250, 1667)  # 150 dots an inch
    assert read.doubtful == ("sm~dge",)
    assert [(word.text, word.size, word.font) for word in read.content.words] == [
        ("Rivers", 8.0, "ocr"),
        ("carry", 8.0, "ocr"),
        ("sand", 8.0, "ocr"),
    ]
    first, second, _ = (word.rect for word in read.content.words)
    assert (first.left, round(first.right), round(second.left), round(second.right)) == (60.0, 132, 144, 204)
    assert [line.text for line in make_lines(read.content)] == ["Rivers carry", "sand"]
    assert (read.content.number, read.content.rasters) == (1, ())


def test_what_keeps_a_scan_from_being_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanned, "ocr_installed", lambda: False)
    assert why_not_read(True) == "to read it, install the extra: pip install 'benchwright[ocr]'"
    monkeypatch.setattr(scanned, "ocr_installed", lambda: True)
    assert why_not_read(False) == "--ocr reads it"
    assert why_not_read(True) is None


def test_a_document_with_a_scan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet()
    sheet.prose(60, 60, 20)
    sheet.canvas.showPage()
    scan(sheet)
    path = tmp_path / "rivers.pdf"
    path.write_bytes(sheet.bytes())

    def items(ocr: bool) -> tuple[list[Drop], Document]:
        file = InputFile(path, path.name, tmp_path, options=ReaderOptions(ocr=ocr))
        found = list(READER.read(file, Limits()))
        (document,) = (item for item in found if isinstance(item, Document))
        return [item for item in found if isinstance(item, Drop)], document

    monkeypatch.setattr(scanned, "ocr_installed", lambda: True)
    (drop,), document = items(ocr=False)
    assert (drop.reason, drop.detail[:7], drop.detail[-16:]) == ("scanned-page", "page 2:", "; --ocr reads it")
    assert "mud" not in document.text

    def engine(picture: bytes) -> tuple[OcrLine, ...]:
        return OcrLine("Rivers carry mud.", 0.99, (0.1, 0.1, 0.5, 0.12)), OcrLine("sm~dge", 0.3, (0.1, 0.2, 0.3, 0.22))

    monkeypatch.setattr(scanned, "lines_in", engine)
    (drop,), document = items(ocr=True)
    assert (drop.reason, drop.text) == ("ocr-doubtful", "sm~dge")
    assert document.text.endswith("Rivers carry mud.")


@pytest.mark.skipif(not ocr_installed(), reason="the extra ocr is not installed")
@pytest.mark.filterwarnings("default")
def test_the_engine_reads_a_page() -> None:
    sheet = Sheet()
    scan(sheet)
    with open_pdf(sheet.bytes(), Limits()) as pdf:
        read = read_scan(pdf, pdf.content(1))
    assert [line.text for line in make_lines(read.content)] == ["Rivers carry sand", "from the hills"]
