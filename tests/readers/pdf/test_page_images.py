"""What is cut out of a page: a raster's own file, or a drawing of the part, never with too many pixels."""

from __future__ import annotations

import io
from collections.abc import Callable

from PIL import Image
from reportlab.lib.utils import ImageReader
from tests.support.sheets import HEIGHT, Sheet

from benchwright.readers.base import Limits
from benchwright.readers.pdf.page import Rect
from benchwright.readers.pdf.page_images import cut_figure, page_picture
from benchwright.readers.pdf.pdf_file import Pdf, open_pdf

PART = Rect(98, 98, 302, 252)


def photo(kind: str, width: int, height: int, mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.new(mode, (width, height), "teal" if mode == "RGB" else 0).save(out, kind)
    return out.getvalue()


def opened(*draw: Callable[[Sheet], None]) -> Pdf:
    sheet = Sheet()
    for each in draw:
        each(sheet)
    return open_pdf(sheet.bytes(), Limits())


def placed(data: bytes) -> Callable[[Sheet], None]:
    """The picture at 100, 100, of 200 x 150 points."""
    return lambda sheet: sheet.canvas.drawImage(ImageReader(io.BytesIO(data)), 100, HEIGHT - 250, 200, 150)


def size(data: bytes) -> tuple[str | None, int, int]:
    with Image.open(io.BytesIO(data)) as image:
        return image.format, image.width, image.height


def test_a_fine_jpeg_is_given_as_it_is() -> None:
    data = photo("JPEG", 800, 600)
    with opened(placed(data)) as pdf:
        assert cut_figure(pdf, 1, PART) == data


def test_a_coarse_jpeg_or_one_with_words_on_it_is_drawn() -> None:
    fine, coarse = photo("JPEG", 800, 600), photo("JPEG", 100, 75)
    with opened(placed(coarse)) as pdf:
        assert size(cut_figure(pdf, 1, PART)) == ("PNG", 424, 320)  # 204 x 154 points at 150 dots an inch
    with opened(placed(fine), lambda sheet: sheet.text(150, 150, "North")) as pdf:
        assert size(cut_figure(pdf, 1, PART))[0] == "PNG"


def test_a_fine_png_is_drawn_as_fine_as_it_is() -> None:
    with opened(placed(photo("PNG", 600, 450))) as pdf:
        assert size(cut_figure(pdf, 1, PART)) == ("PNG", 612, 462)  # 216 dots an inch
    with opened(placed(photo("PNG", 2400, 1800))) as pdf:
        assert size(cut_figure(pdf, 1, PART)) == ("PNG", 849, 641)  # 300 at most


def test_a_turned_jpeg_is_drawn() -> None:
    def turned(sheet: Sheet) -> None:
        sheet.canvas.translate(300, HEIGHT - 250)
        sheet.canvas.rotate(90)
        sheet.canvas.drawImage(ImageReader(io.BytesIO(photo("JPEG", 600, 800))), 0, 0, 150, 200)

    with opened(turned) as pdf:
        assert size(cut_figure(pdf, 1, PART))[0] == "PNG"


def test_a_drawing_has_150_dots_an_inch() -> None:
    with opened(lambda sheet: sheet.rule(100, 100, 300, 250)) as pdf:
        assert size(cut_figure(pdf, 1, PART)) == ("PNG", 424, 320)


def test_a_page_has_144() -> None:
    with opened(lambda sheet: sheet.prose(60, 60, 3)) as pdf:
        assert size(page_picture(pdf, 1)) == ("PNG", 1200, 1600)


def test_a_page_of_absurd_size_is_made_smaller() -> None:
    def huge(sheet: Sheet) -> None:
        sheet.canvas.setPageSize((14_400, 14_400))

    with opened(huge) as pdf:
        _, width, height = size(page_picture(pdf, 1))
    assert 20_000_000 < width * height < 25_100_000
