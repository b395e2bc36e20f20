"""A PDF file's bytes -> pages: places as shown, what is drawn, metadata, and files that cannot be read."""

import io
from collections.abc import Callable

import pytest
from PIL import Image as Pillow
from reportlab.lib import pdfencrypt
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from benchwright.errors import ReadError
from benchwright.readers.base import Limits
from benchwright.readers.pdf.page import PageContent, Rect
from benchwright.readers.pdf.pdf_file import Metadata, open_pdf


def pdf(draw: Callable[[Canvas], None], **options: object) -> bytes:
    """One page of 400 x 600 points."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(400, 600), **options)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def first(data: bytes) -> PageContent:
    with open_pdf(data, Limits()) as file:
        return file.content(1)


def rounded(rect: Rect) -> tuple[int, int, int, int]:
    return round(rect.left), round(rect.top), round(rect.right), round(rect.bottom)


def oak(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 10)
    canvas.drawString(100, 500, "An oak")
    canvas.setFont("Courier-BoldOblique", 20)
    canvas.drawString(100, 400, "code")


def test_words_with_places_and_faces() -> None:
    content = first(pdf(oak))
    assert (content.number, content.width, content.height) == (1, 400.0, 600.0)
    assert [(word.text, word.font, word.size) for word in content.words] == [
        ("An", "Helvetica", 10.0),
        ("oak", "Helvetica", 10.0),
        ("code", "Courier-BoldOblique", 20.0),
    ]
    # 0.8 of the size above the baseline at 600 - 500, 0.2 below; a letter of Courier is 0.6 wide.
    code = content.words[2]
    assert rounded(content.words[0].rect) == (100, 92, 112, 102)
    assert rounded(code.rect) == (100, 184, 148, 204)
    assert (code.bold, code.italic, code.mono, code.upright) == (True, True, True, True)
    assert not any((content.words[0].bold, content.words[0].italic, content.words[0].mono))


def test_cropped_page_counts_from_what_is_shown() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setCropBox((50, 100, 350, 550))
        oak(canvas)

    content = first(pdf(draw))
    assert (content.width, content.height) == (300.0, 450.0)
    assert rounded(content.words[0].rect) == (50, 42, 62, 52)


@pytest.mark.parametrize(
    ("turn", "expected"),
    [(0, (100, 60)), (90, (300, 100)), (180, (300, 300)), (270, (60, 500))],
)
def test_turned_page(turn: int, expected: tuple[int, int]) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(turn)  # at 90 and 270 the page itself is 600 wide and 400 high
        canvas.rect(100, 300 if turn else 500, 0.4, 40, stroke=0, fill=1)

    content = first(pdf(draw))
    assert (content.width, content.height) == (400.0, 600.0)
    assert rounded(content.rules[0].rect)[:2] == expected


def test_text_turned_against_its_page_is_upright() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(90)
        canvas.translate(200, 100)
        canvas.rotate(90)
        canvas.setFont("Helvetica", 10)
        canvas.drawString(0, 0, "along")

    (word,) = first(pdf(draw)).words
    # Drawn upwards from (200, 100); the page is shown turned to the right: it begins at x = 100, on baseline 200.
    assert word.upright
    assert (round(word.rect.left), round(word.rect.bottom)) == (100, 202)


def test_rules_drawings_rasters() -> None:
    picture = ImageReader(Pillow.new("RGB", (8, 4), "red"))

    def draw(canvas: Canvas) -> None:
        canvas.setLineWidth(1)
        canvas.line(50, 500, 350, 500)
        canvas.rect(50, 300, 100, 80, stroke=1, fill=0)
        canvas.circle(300, 340, 20, stroke=0, fill=1)
        canvas.drawImage(picture, 100, 100, 80, 40)
        grid = canvas.beginPath()
        for x in (200, 250, 300):
            grid.moveTo(x, 200)
            grid.lineTo(x, 250)
        canvas.drawPath(grid)

    content = first(pdf(draw))
    assert [rounded(rule.rect) for rule in content.rules if rule.across] == [(50, 100, 350, 100)]
    assert [rounded(rule.rect) for rule in content.rules if not rule.across] == [
        (200, 350, 200, 400),
        (250, 350, 250, 400),
        (300, 350, 300, 400),
    ]
    assert [(drawing.filled, rounded(drawing.rect)) for drawing in content.drawings] == [
        (False, (49, 219, 151, 301)),  # with its stroke
        (True, (280, 240, 320, 280)),
    ]
    assert [(rounded(raster.rect), raster.width, raster.height) for raster in content.rasters] == [
        ((100, 460, 180, 500), 8, 4)
    ]


def test_things_in_forms_in_forms() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.beginForm("inner")
        canvas.rect(0, 0, 10, 10, stroke=0, fill=1)
        canvas.drawString(0, 20, "inside")
        canvas.endForm()
        canvas.beginForm("outer")
        canvas.translate(100, 0)
        canvas.doForm("inner")
        canvas.endForm()
        canvas.translate(0, 300)
        canvas.scale(2, 2)
        canvas.doForm("outer")

    content = first(pdf(draw))
    assert [rounded(drawing.rect) for drawing in content.drawings] == [(200, 280, 220, 300)]
    (word,) = content.words
    assert (word.text, round(word.rect.left), word.size) == ("inside", 200, 24.0)


def test_drawings_end_where_their_clipping_paths_end() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.beginForm("clipped")
        path = canvas.beginPath()
        path.rect(10, 10, 20, 20)
        canvas.clipPath(path, stroke=0, fill=0)
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(0, 0, 200, 15, stroke=0, fill=1)
        canvas.rect(100, 100, 20, 20, stroke=0, fill=1)  # outside
        canvas.endForm()
        path = canvas.beginPath()
        path.rect(0, 0, 350, 600)
        canvas.clipPath(path, stroke=0, fill=0)
        canvas.translate(100, 300)
        canvas.scale(10, 10)
        canvas.doForm("clipped")

    assert [rounded(drawing.rect) for drawing in first(pdf(draw)).drawings] == [(200, 150, 350, 200)]


def test_white_shapes_are_paper() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillColorRGB(1, 1, 1)
        canvas.rect(20, 20, 300, 500, stroke=0, fill=1)
        canvas.rect(50, 300, 100, 80, stroke=1, fill=1)

    assert [rounded(drawing.rect) for drawing in first(pdf(draw)).drawings] == [(49, 219, 151, 301)]


def test_render_whole_and_part() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(100, 500, 100, 50, stroke=0, fill=1)

    with open_pdf(pdf(draw), Limits()) as file:
        whole = Pillow.open(io.BytesIO(file.render(1, None, 72)))
        part = Pillow.open(io.BytesIO(file.render(1, Rect(100, 50, 200, 100), 144)))
        with pytest.raises(ReadError) as nothing:
            file.render(1, Rect(900, 900, 950, 950), 72)
    assert (whole.size, part.size) == ((400, 600), (200, 100))
    assert whole.getpixel((150, 75)) == (255, 0, 0)
    assert whole.getpixel((50, 75)) == (255, 255, 255)
    assert part.getpixel((3, 3)) == (255, 0, 0) == part.getpixel((196, 96))
    assert nothing.value.reason == "page-damaged"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Of Oaks", "Of Oaks"),
        ("Microsoft Word - oaks_final2.doc", ""),
        ("untitled", ""),
        ("Untitled Document", ""),
        ("oaks.tex", ""),
        ("  Of \n Elms ", "Of Elms"),
    ],
)
def test_titles_that_programs_write_are_none(title: str, expected: str) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setTitle(title)
        canvas.setAuthor("A. Tree")

    with open_pdf(pdf(draw), Limits()) as file:
        assert file.metadata == Metadata(expected, "A. Tree", "")


def test_licence_of_the_newest_packet() -> None:
    def packet(rights: str) -> bytes:
        inner = f'<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">{rights}</rdf:li></rdf:Alt></dc:rights>'
        return f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{inner}</x:xmpmeta>".encode()

    data = pdf(oak) + packet("All rights reserved") + packet("CC BY 4.0 &amp; more")
    with open_pdf(data, Limits()) as file:
        assert file.metadata.licence == "CC BY 4.0 & more"


def test_files_that_cannot_be_read() -> None:
    def reason(data: bytes) -> str:
        with pytest.raises(ReadError) as caught:
            open_pdf(data, Limits()).close()
        return caught.value.reason

    assert reason(pdf(oak, encrypt=pdfencrypt.StandardEncryption("secret", strength=128))) == "encrypted"
    assert reason(b"%PDF-1.4 and then nothing") == "damaged"
    assert reason(b"") == "damaged"
    with open_pdf(pdf(oak, encrypt=pdfencrypt.StandardEncryption("", strength=128)), Limits()) as file:
        assert len(file) == 1  # an empty password asks for nothing


def test_a_picture_of_too_many_pixels_is_not_unpacked() -> None:
    """The words beside it are read, and a part without it is drawn."""
    canvas_of = io.BytesIO()
    canvas = Canvas(canvas_of, pagesize=(200, 200), invariant=1)
    canvas.drawString(10, 180, "Oak")
    canvas.drawImage(ImageReader(Pillow.new("L", (11, 10))), 100, 0, 100, 100)
    canvas.save()
    with open_pdf(canvas_of.getvalue(), Limits(image_pixels=109)) as pdf:
        assert [word.text for word in pdf.content(1).words] == ["Oak"]
        with pytest.raises(ReadError, match="more than 109 pixels") as caught:
            pdf.render(1)
        assert caught.value.reason == "image-too-large"
        assert pdf.render(1, Rect(0, 0, 90, 200))[:4] == b"\x89PNG"
    with open_pdf(canvas_of.getvalue(), Limits(image_pixels=110)) as pdf:
        pdf.content(1)
        assert pdf.render(1)[:4] == b"\x89PNG"


def test_a_file_without_pages_is_damaged_whatever_was_opened_before() -> None:
    locked = io.BytesIO()
    canvas = Canvas(locked, encrypt=pdfencrypt.StandardEncryption("secret", "owner"))
    canvas.drawString(10, 10, "Oak")
    canvas.save()
    none = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
    none += b"2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n"
    found = []
    for data in (none + b"trailer\n<< /Root 1 0 R >>\n%%EOF", locked.getvalue()) * 2:
        with pytest.raises(ReadError) as caught:
            open_pdf(data, Limits())
        found.append(caught.value.reason)
    assert found == ["damaged", "encrypted"] * 2


def test_page_numbers_and_labels() -> None:
    with open_pdf(pdf(oak), Limits()) as file:
        assert file.label(1) == "1"
        with pytest.raises(ReadError) as caught:
            file.content(2)
    assert caught.value.reason == "page-damaged"
