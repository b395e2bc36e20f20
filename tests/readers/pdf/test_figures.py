"""Figures on pages that were drawn for it: what is cut out, and what is left alone."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from tests.support.sheets import HEIGHT, Sheet, seen, whole

from benchwright.readers.pdf.figures import find_figures
from benchwright.readers.pdf.page import Drawing, PageFigure, Rect
from benchwright.readers.pdf.tables import find_tables

Places = list[tuple[str, tuple[int, int, int, int]]]


def figures(draw: Callable[[Sheet], None]) -> tuple[PageFigure, ...]:
    content, lines = seen(draw)
    return find_figures(content, lines, find_tables(content, lines))


def places(draw: Callable[[Sheet], None]) -> Places:
    return [(figure.caption, whole(figure.rect)) for figure in figures(draw)]


def photo(sheet: Sheet, left: float, top: float, wide: float, high: float, colour: str = "teal") -> None:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, "PNG")
    out.seek(0)
    sheet.canvas.drawImage(ImageReader(out), left, HEIGHT - top - high, wide, high)


def plot(sheet: Sheet, left: float, top: float) -> None:
    """Axes of 160 x 120 points, a curve, points, numbers left and below, a turned name of the axis."""
    sheet.rule(left, top, left, top + 120)
    sheet.rule(left, top + 120, left + 160, top + 120)
    path = sheet.canvas.beginPath()
    path.moveTo(left, HEIGHT - top - 120)
    for step in range(1, 17):
        path.curveTo(*([left + 10 * step, HEIGHT - top - 120 + 7 * step] * 3))
    sheet.canvas.drawPath(path)
    for step in range(1, 9):
        sheet.canvas.circle(left + 15 * step, HEIGHT - top - 60, 2)
    for step in range(4):
        sheet.text(left + 40 * step, top + 130, str(step), "Helvetica", 7)
        sheet.text(left - 9, top + 120 - 30 * step, str(step), "Helvetica", 7)
    sheet.canvas.saveState()
    sheet.canvas.translate(left - 14, HEIGHT - top - 90)
    sheet.canvas.rotate(90)
    sheet.canvas.setFont("Helvetica", 8)
    sheet.canvas.drawString(0, 0, "Height")
    sheet.canvas.restoreState()


def test_a_photo_with_its_caption_below() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 6)
        photo(sheet, 150, 160, 300, 200)
        sheet.text(150, 380, "Figure 1: A teal field.", size=9)
        sheet.prose(60, 420, 6)

    assert places(draw) == [("Figure 1: A teal field.", (148, 158, 452, 362))]


def test_captions_above() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 4)
        for number, top in ((1, 150), (2, 350)):
            sheet.text(150, top - 10, f"Figure {number}: A field.", size=9)
            photo(sheet, 150, top, 200, 150)
        sheet.prose(60, 560, 4)

    assert places(draw) == [
        ("Figure 1: A field.", (148, 148, 352, 302)),
        ("Figure 2: A field.", (148, 348, 352, 502)),
    ]


def test_figures_beside_each_other() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 4)
        photo(sheet, 60, 150, 200, 150)
        photo(sheet, 330, 150, 200, 150)
        sheet.text(60, 320, "Figure 1: On the left.", size=9)
        sheet.text(330, 320, "Figure 2: On the right.", size=9)

    assert places(draw) == [
        ("Figure 1: On the left.", (58, 148, 262, 302)),
        ("Figure 2: On the right.", (328, 148, 532, 302)),
    ]


def test_parts_with_letters_are_one_figure() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 4)
        photo(sheet, 60, 150, 200, 150)
        photo(sheet, 330, 150, 200, 150)
        sheet.text(150, 312, "(a)", size=9)
        sheet.text(420, 312, "(b)", size=9)
        sheet.text(240, 335, "Figure 1: Two fields.", size=9)

    ((caption, place),) = places(draw)
    assert (caption, place) == ("Figure 1: Two fields.", (58, 148, 532, 316))


def test_a_plot_keeps_its_numbers_and_names() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 8)
        plot(sheet, 200, 180)
        sheet.text(180, 340, "Figure 1. Growth.", size=9)
        sheet.prose(60, 380, 8)

    ((caption, (left, top, right, bottom)),) = places(draw)
    assert caption == "Figure 1. Growth."
    assert 174 <= left <= 184
    assert (top, right, bottom) == (178, 362, 313)


def test_the_last_line_of_a_paragraph_is_no_label() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 4)
        sheet.text(60, 108, "to the sea.")
        photo(sheet, 60, 114, 300, 200)
        sheet.text(60, 330, "Figure 1: A field.", size=9)

    assert places(draw) == [("Figure 1: A field.", (58, 112, 362, 316))]


def test_figures_in_two_columns() -> None:
    text = "Rivers carry sand and silt from the hills to the sea"

    def draw(sheet: Sheet) -> None:
        sheet.prose(40, 60, 14, text)
        photo(sheet, 60, 250, 180, 120)
        sheet.text(40, 390, "Figure 1: In the left column.", size=9)
        sheet.prose(40, 420, 20, text)
        sheet.prose(320, 60, 30, text)
        plot(sheet, 380, 450)
        sheet.text(320, 605, "Figure 2: In the right column.", size=9)
        sheet.prose(320, 630, 5, text)

    first, second = places(draw)
    assert first == ("Figure 1: In the left column.", (58, 248, 242, 372))
    assert second[0] == "Figure 2: In the right column."
    assert second[1][1:] == (448, 542, 583)


def test_without_a_caption_only_what_is_large() -> None:
    def draw(sheet: Sheet) -> None:
        photo(sheet, 40, 20, 150, 50)  # a logo in the head
        photo(sheet, 40, 120, 20, 20)  # an icon
        sheet.prose(60, 160, 6)
        photo(sheet, 150, 260, 250, 200)
        plot(sheet, 200, 520)

    (first, second) = places(draw)
    assert first == ("", (148, 258, 402, 462))
    assert second[1][1:] == (518, 362, 653)


def test_what_is_no_figure() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.canvas.setFillGray(0.9)
        sheet.canvas.rect(50, 560, 500, 140, fill=1)  # behind text
        sheet.canvas.setFillGray(0)
        sheet.prose(60, 115, 11)
        sheet.canvas.rect(60, 400, 400, 100)  # a box of code
        for number in range(7):
            sheet.text(64, 312 + 12 * number, "for river in rivers: measure(river)", "Courier")
        for number in range(5):  # a ruled table
            sheet.rule(60, 500 + 20 * number, 260, 500 + 20 * number)
        for x in (60, 160, 260):
            sheet.rule(x, 500, x, 580)
        for number in range(4):
            sheet.cells((64, 164), 514 + 20 * number, (f"a{number}", f"b{number}"))
        sheet.rule(60, 700, 200, 700)

    assert places(draw) == []


def test_a_scanned_page_is_no_figure() -> None:
    assert places(lambda sheet: photo(sheet, 0, 0, 600, 800)) == []


def test_a_caption_that_has_nothing_drawn_makes_no_figure() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 6)
        sheet.text(60, 160, "Figure 1: A poem without lines.", size=9)
        sheet.prose(60, 190, 6)
        photo(sheet, 150, 300, 200, 150)

    assert places(draw) == [("", (148, 298, 352, 452))]


def test_many_tiny_drawings_take_seconds() -> None:
    content, lines = seen(lambda sheet: sheet.text(60, 640, "Figure 1: Many points."))
    points = [(60 + n * 7919 % 4800 / 10, 60 + n * 104_729 % 5600 / 10) for n in range(20_000)]
    content = replace(content, drawings=tuple(Drawing(Rect(x, y, x + 2, y + 2), filled=True) for x, y in points))
    (figure,) = find_figures(content, lines, ())
    assert whole(figure.rect) == (58, 58, 544, 624)


def prose(sheet: Sheet) -> None:
    for line in range(12):
        sheet.text(60, 500 + 12 * line, "the river runs through the old town and under seven bridges", size=10)


def test_a_picture_over_both_columns_with_its_caption_at_the_left() -> None:
    def draw(sheet: Sheet) -> None:
        for line in range(12):
            for left in (60, 320):
                sheet.text(left, 400 + 12 * line, "the river runs through the old town and", size=10)
        photo(sheet, 60, 100, 475, 200)
        sheet.text(60, 312, "Figure 2: The town", size=10)

    assert places(draw) == [("Figure 2: The town", (58, 98, 537, 302))]


def test_small_words_under_a_picture_are_its_caption() -> None:
    def draw(sheet: Sheet) -> None:
        photo(sheet, 60, 100, 200, 150)
        sheet.text(60, 260, "The market at noon. Photograph: A. Weir", size=7)
        prose(sheet)

    assert places(draw) == [("The market at noon. Photograph: A. Weir", (58, 98, 262, 252))]


def test_a_line_between_axes() -> None:
    def draw(sheet: Sheet) -> None:
        for step in range(5):
            sheet.rule(100, 100 + 40 * step, 300, 100 + 40 * step)
            sheet.rule(100 + 50 * step, 100, 100 + 50 * step, 260)
        path = sheet.canvas.beginPath()
        path.moveTo(100, HEIGHT - 260)
        path.curveTo(150, HEIGHT - 260, 250, HEIGHT - 200, 300, HEIGHT - 100)
        sheet.canvas.drawPath(path)
        prose(sheet)

    assert places(draw) == [("", (98, 97, 303, 262))]  # a point for the width of the curve


def test_a_picture_in_a_cell_is_a_figure_too() -> None:
    def draw(sheet: Sheet) -> None:
        for down in range(4):
            sheet.rule(60, 100 + 60 * down, 360, 100 + 60 * down)
        for across in range(4):
            sheet.rule(60 + 100 * across, 100, 60 + 100 * across, 280)
        for row in range(3):
            sheet.text(70, 130 + 60 * row, f"Fish {row}", size=10)
            sheet.text(170, 130 + 60 * row, str(10 * row), size=10)
        sheet.text(270, 130, "Looks", size=10)
        photo(sheet, 270, 170, 40, 40)

    assert places(draw) == [("", (268, 168, 312, 212))]
    content, lines = seen(draw)
    assert len(find_tables(content, lines)) == 1


def test_bands_over_the_whole_width_of_the_paper_are_no_figures() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.canvas.setFillColorRGB(0.9, 0.8, 0.7)
        sheet.canvas.rect(-5, HEIGHT - 180, 620, 185, stroke=0, fill=1)
        for step in range(8):
            sheet.rule(380, 40 + 10 * step, 560, 40 + 10 * step)
        sheet.canvas.rect(100, HEIGHT - 400, 400, 212, stroke=1, fill=1)
        sheet.prose(110, 210, 12)

    assert places(draw) == []


def test_panels_and_names_of_axes_down_to_the_caption_are_one_figure() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 6)
        for top in (160, 360):
            plot(sheet, 200, top)
            sheet.text(265, top + 150, "Years", "Helvetica", 8)
        sheet.text(180, 560, "Figure 1: Rivers in two years.")
        sheet.prose(60, 600, 6)

    ((caption, (_, top, _, bottom)),) = places(draw)
    assert caption == "Figure 1: Rivers in two years."
    assert (top, bottom) == (158, 514)


def test_numbers_at_axes_are_no_running_text() -> None:
    def draw(sheet: Sheet) -> None:
        for left in (100, 300):
            for top in (160, 330):
                plot(sheet, left, top)
                for step in range(10):
                    sheet.text(left + 16 * step, top + 130, f"{step}.0", "Helvetica", 7)
        sheet.text(100, 500, "Figure 1: Four plots.")

    assert [caption for caption, _ in places(draw)] == ["Figure 1: Four plots."]


@pytest.mark.parametrize(("font", "top"), [("Helvetica-Bold", 271), ("Times-Roman", 298)])
def test_a_title_over_a_plot_is_in_its_font(font: str, top: int) -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 4)
        sheet.text(210, 280, "Growth", font, 9)
        plot(sheet, 200, 300)
        sheet.text(200, 450, "Figure 1: Growth of trees.", "Times-Roman", 10)
        sheet.prose(60, 480, 4)

    ((caption, (_, upper, _, _)),) = places(draw)
    assert (caption, upper) == ("Figure 1: Growth of trees.", top)
