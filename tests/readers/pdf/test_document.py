"""A whole PDF file -> a document: two columns, headings, footnotes, running heads, lists, code, pages."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image as Pillow
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from benchwright.readers.base import (
    Document,
    Heading,
    ImageBlock,
    InputFile,
    Item,
    Limits,
    PageImage,
    Paragraph,
    ReaderOptions,
    ReadError,
    TableBlock,
)
from benchwright.readers.inputs import ReadContext
from benchwright.readers.passages import chunk
from benchwright.readers.pdf.document import read_pdf
from benchwright.records import Drop

Draw = Callable[[Canvas], None]
BODY = "the old oak stands on the hill above the quiet village now"


def read(folder: Path, pages: list[Draw], options: ReaderOptions | None = None, avoid: str = "") -> list[Item]:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(400, 600))
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    path = folder / "oaks_and_elms.pdf"
    path.write_bytes(out.getvalue())
    around = ReadContext(avoid={avoid: "worker-timeout"} if avoid else {})
    file = InputFile(path, path.name, folder, options=options or ReaderOptions(), around=around)
    return list(read_pdf(file, Limits()))


def say(canvas: Canvas, x: float, top: float, text: str, size: float = 10, font: str = "Helvetica") -> None:
    canvas.setFont(font, size)
    canvas.drawString(x, 600 - top, text)


def lines(canvas: Canvas, x: float, top: float, texts: list[str], size: float = 10) -> None:
    for at, text in enumerate(texts):
        say(canvas, x, top + 12 * at, text, size)


def body(canvas: Canvas, top: float, first: str = "The oak") -> None:
    lines(canvas, 50, top, [f"{first} begins here and {BODY[:40]}", BODY, BODY, "and it stays there."])


def document(items: list[Item]) -> Document:
    (found,) = [item for item in items if isinstance(item, Document)]
    return found


def texts(found: Document, kind: type[Heading] | type[Paragraph]) -> list[str]:
    return [found.text[block.start : block.end] for block in found.blocks if isinstance(block, kind)]


def test_title_headings_and_paragraphs(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 50, 60, "Of Oaks and Elms", 20)
        say(canvas, 50, 100, "Summary", 14, "Helvetica-Bold")
        body(canvas, 130)
        body(canvas, 190, "The elm")
        say(canvas, 50, 270, "2.1 The Growth of Oaks", 10, "Helvetica-Bold")
        body(canvas, 295)

    found = document(read(tmp_path, [draw]))
    heads = [(block.level, found.text[block.start : block.end]) for block in found.blocks if isinstance(block, Heading)]
    assert heads == [(1, "Of Oaks and Elms"), (2, "Summary"), (3, "2.1 The Growth of Oaks")]
    assert [text[:7] for text in texts(found, Paragraph)] == ["The oak", "The elm", "The oak"]
    assert all(text.endswith("and it stays there.") for text in texts(found, Paragraph))
    assert (found.title, found.pages) == ("Of Oaks and Elms", (0,))
    last = [block for block in found.blocks if isinstance(block, Paragraph)][-1]
    assert last.headings == ("Of Oaks and Elms", "Summary", "2.1 The Growth of Oaks")
    assert len(last.areas) == 4
    # The first line: 50 of 400 points from the left, its baseline 295 of 600 from the top.
    assert (last.areas[0].page, last.areas[0].box[:2]) == (1, (0.125, round((295 - 8) / 600, 4)))


def front(canvas: Canvas, *names: str) -> None:
    say(canvas, 50, 60, "Of Oaks and Elms", 20)
    for at, name in enumerate(names):
        say(canvas, 60, 90 + 24 * at, name)
    body(canvas, 180)


def test_names_and_addresses_are_no_text(tmp_path: Path) -> None:
    names = ("Ann Elm* and Bo Oak", "Department of Trees, University of Wood", "ann@wood.org", "Abstract")
    items = read(tmp_path, [lambda canvas: front(canvas, *names)])
    (drop,) = [item for item in items if isinstance(item, Drop)]
    assert (drop.reason, drop.text) == ("title-block", "\n".join(names[:3]))
    assert [text[:8] for text in texts(document(items), Paragraph)] == ["Abstract", "The oak "]


def test_lines_under_a_title_are_kept_where_nothing_tells_of_authors(tmp_path: Path) -> None:
    items = read(tmp_path, [lambda canvas: front(canvas, "Model P-200, 50 m²", "Order Number 17", "In Stock")])
    assert [item for item in items if isinstance(item, Drop)] == []
    assert len(texts(document(items), Paragraph)) == 4


def test_the_number_of_an_equation_stands_in_its_line(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for at in range(3):
            body(canvas, 60 + 100 * at)
            say(canvas, 150, 130 + 100 * at, "a = b + c")
            say(canvas, 330, 130 + 100 * at, f"({at + 1})")

    found = document(read(tmp_path, [draw]))
    assert [text for text in texts(found, Paragraph) if "=" in text] == [f"a = b + c ({at})" for at in (1, 2, 3)]
    assert texts(found, Heading) == []


def test_words_that_lines_part_in_captions_and_cells(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 50, "A lower oak, triangular elms")
        lines(canvas, 50, 126, ["Table 1: All quantities of this work are in lower-", "triangular infor-", "mation"])
        for row, cells in enumerate((("Name", "Of"), ("oak", "a lower-|triangular|infor-|mation"), ("elm", "tree"))):
            for column, cell in enumerate(cells):
                canvas.rect(50 + 120 * column, 380 - 60 * row, 120, 60)
                lines(canvas, 54 + 120 * column, 180 + 60 * row, cell.split("|"))

    (table,) = (block for block in document(read(tmp_path, [draw])).blocks if isinstance(block, TableBlock))
    assert table.caption == "Table 1: All quantities of this work are in lower-triangular information"
    assert table.table.rows == (("oak", "a lower-triangular information"), ("elm", "tree"))


def test_code_is_an_entry(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 60)
        for at, text in enumerate(["for oak in wood:", "    fell(oak)"]):
            say(canvas, 50, 190 + 12 * at, text, 10, "Courier")

    found = document(read(tmp_path, [draw]))
    assert [(entry.kind, found.text[slice(*entry.body)]) for entry in found.entries] == [
        ("code", "for oak in wood:\n    fell(oak)")
    ]


def test_code_goes_on_on_the_next_page(tmp_path: Path) -> None:
    def page(*texts: str) -> Draw:
        def draw(canvas: Canvas) -> None:
            for at, text in enumerate(texts):
                say(canvas, 50, 60 + 12 * at, text, 10, "Courier")

        return draw

    found = document(read(tmp_path, [page("for oak in wood:", "  fell(oak)"), page("for elm in wood:", "  fell(elm)")]))
    assert texts(found, Paragraph) == ["for oak in wood:\n  fell(oak)\nfor elm in wood:\n  fell(elm)"]


def test_numbers_of_pages_stand_in_the_lines_of_contents(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for at, (name, number) in enumerate((("Of oaks", 3), ("Of elms", 7), ("Of limes and ashes", 9))):
            say(canvas, 50, 60 + 12 * at, name)
            say(canvas, 340, 60 + 12 * at, str(number))

    found = document(read(tmp_path, [draw])).text
    assert [name in found for name in ("Of oaks 3", "Of elms 7", "Of limes and ashes 9")] == [True] * 3


def test_a_foot_of_one_page_interrupts_no_sentence(tmp_path: Path) -> None:
    def first(canvas: Canvas) -> None:
        lines(canvas, 50, 500, [BODY, f"the {BODY}"])
        lines(canvas, 50, 560, ["Press of the Wood, 2016."], 8)

    items = read(tmp_path, [first, lambda canvas: lines(canvas, 50, 60, ["and it ends here.", BODY])])
    said = texts(document(items), Paragraph)
    assert any(f"{BODY} and it ends here." in text for text in said)
    assert "Press of the Wood, 2016." in said


def test_a_reference_is_an_entry(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 50, 60, "References", 14, "Helvetica-Bold")
        for at, name in enumerate(
            ("Elm, A. (2016). Of oaks and of all that", "Oak, B. (2019). Why elms are no oaks and")
        ):
            say(canvas, 50, 90 + 30 * at, f"{name} stands beside them")
            say(canvas, 70, 102 + 30 * at, "in this wood of ours. Wood Press.")

    found = document(read(tmp_path, [draw]))
    assert [block.whole for block in found.blocks if isinstance(block, Paragraph)] == [True, True]
    ends = {passage.end for passage in chunk(found.text, found.blocks, words=22, shortest=0).kept}
    assert all(found.text[end - 6 : end] == "Press." for end in ends)


def test_two_columns_with_a_word_broken_between_them(tmp_path: Path) -> None:
    left = ["A tree of old in-", "formation grows", "where no tree", "has been in a", "century of infor-"]
    right = ["mation about the", "hills above this", "village of ours", "and nobody can", "tell who did it."]

    def draw(canvas: Canvas) -> None:
        for at in range(5):  # line by line over both columns, as some programs write
            say(canvas, 50, 100 + 12 * at, left[at])
            say(canvas, 220, 100 + 12 * at, right[at])

    (paragraph,) = texts(document(read(tmp_path, [draw])), Paragraph)
    assert paragraph == (
        "A tree of old information grows where no tree has been in a century of information about the hills above this"
        " village of ours and nobody can tell who did it."
    )


def test_running_heads_and_a_paragraph_over_the_page(tmp_path: Path) -> None:
    def page(number: int) -> Draw:
        def draw(canvas: Canvas) -> None:
            say(canvas, 50, 30, "Of Trees", 8)
            say(canvas, 200, 580, str(number), 8)
            lines(canvas, 50, 200, [BODY, f"page {number} has no end"])

        return draw

    items = read(tmp_path, [page(1), page(2), page(3)])
    found = document(items)
    (drop,) = [item for item in items if isinstance(item, Drop)]
    assert (drop.reason, drop.text) == ("running-head", "Of Trees\n1\nOf Trees\n2\nOf Trees\n3")
    assert drop.detail == "6 running heads, feet and page numbers on 3 pages, the first on 1"
    assert [found.text[start : start + 12] for start in found.pages] == ["the old oak "] * 3
    assert found.title == "oaks and elms"


def test_rows_of_data_at_the_edge_of_every_page_are_read(tmp_path: Path) -> None:
    def page(number: int) -> Draw:
        def draw(canvas: Canvas) -> None:
            say(canvas, 50, 20, f"Of Trees - page {number}", 8)
            lines(canvas, 50, 60, [f"Oak number {at}: {number * number * 17 + at} years." for at in range(43)])

        return draw

    items = read(tmp_path, [page(1), page(2), page(3), page(4)])
    found = document(items)
    assert [item.reason for item in items if isinstance(item, Drop)] == ["running-head"]
    assert "page" not in found.text
    for number in range(1, 5):
        assert all(f"{at}: {number * number * 17 + at} years." in found.text for at in range(43))


def test_footnote_stands_behind_its_section(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        say(canvas, 50, 80, "Oaks", 14, "Helvetica-Bold")
        body(canvas, 110)
        canvas.setLineWidth(0.4)
        canvas.line(50, 92, 150, 92)
        say(canvas, 50, 516, "1", 5)
        say(canvas, 53, 520, "A note on oaks.", 8)

    def second(canvas: Canvas) -> None:
        body(canvas, 80, "Another oak")
        say(canvas, 50, 160, "Elms", 14, "Helvetica-Bold")
        body(canvas, 190, "The elm")

    found = document(read(tmp_path, [draw, second]))
    assert [text[:11] for text in texts(found, Paragraph)] == [
        "The oak beg",
        "Another oak",
        "¹A note on ",
        "The elm beg",
    ]
    assert found.text[found.pages[1] :].startswith("Another oak")


def test_list_and_code(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 60)
        lines(canvas, 60, 130, ["1. first of the items,", "2. second of the items."])
        for at, (x, text) in enumerate([(50, "for oak in wood:"), (74, "fell(oak)")]):
            say(canvas, x, 190 + 12 * at, text, 10, "Courier")
        body(canvas, 240)

    found = document(read(tmp_path, [draw]))
    assert texts(found, Paragraph)[1:4] == [
        "1. first of the items,",
        "2. second of the items.",
        "for oak in wood:\n    fell(oak)",
    ]
    assert "items,\n2. second" in found.text


def test_figure_waits_until_its_paragraph_has_ended(tmp_path: Path) -> None:
    picture = ImageReader(Pillow.new("RGB", (200, 100), "red"))

    def first(canvas: Canvas) -> None:
        lines(canvas, 50, 400, [BODY, BODY])

    def second(canvas: Canvas) -> None:
        canvas.drawImage(picture, 100, 400, 200, 100)
        say(canvas, 100, 220, "Figure 1: A red field.", 9)
        lines(canvas, 50, 260, ["and the hill stays where it is.", "There is"])

    found = document(read(tmp_path, [first, second]))
    kinds = [type(block).__name__ for block in found.blocks]
    (image,) = [block for block in found.blocks if isinstance(block, ImageBlock)]
    assert kinds.index("ImageBlock") >= 1
    assert (image.page, image.caption) == (2, "Figure 1: A red field.")
    assert f"{BODY} and the hill stays" in found.text
    assert "Figure" not in found.text


def test_pages_as_pictures_and_pages_that_cannot_be_read(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 100)

    items = read(tmp_path, [draw, draw], ReaderOptions(pages=True), avoid="page 1")
    assert [(item.reason, item.detail[:7]) for item in items if isinstance(item, Drop)] == [
        ("worker-timeout", "page 1:")
    ]
    assert [item.page for item in items if isinstance(item, PageImage)] == [2]
    found = document(items)
    assert found.pages == (0, 0)
    assert len(texts(found, Paragraph)) == 1


def test_what_is_turned_or_beyond_the_edges_is_listed(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 100)
        say(canvas, 900, 100, "hidden")
        canvas.rotate(90)
        canvas.drawString(200, -20, "arXiv:1234")

    items = read(tmp_path, [draw])
    drops = {item.reason: item.text for item in items if isinstance(item, Drop)}
    assert drops == {"off-page": "hidden", "turned-text": "arXiv:1234"}
    assert "arXiv" not in document(items).text


def test_page_that_is_only_a_picture(tmp_path: Path) -> None:
    picture = ImageReader(Pillow.new("RGB", (40, 60), "grey"))

    def scan(canvas: Canvas) -> None:
        canvas.drawImage(picture, 0, 0, 400, 600)

    items = read(tmp_path, [scan])
    assert [item.reason for item in items if isinstance(item, Drop)] == ["scanned-page"]
    assert document(items).text == ""


def test_same_bytes_give_the_same_items(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 100)

    first = read(tmp_path, [draw])
    path = tmp_path / "oaks_and_elms.pdf"
    again = list(read_pdf(InputFile(path, path.name, tmp_path), Limits()))
    assert first == again


def picture(canvas: Canvas, colour: tuple[int, int, int], left: float, top: float, wide: float, high: float) -> None:
    canvas.drawImage(ImageReader(Pillow.new("RGB", (300, 200), colour)), left, 600 - top - high, wide, high)


def images(found: Document) -> list[ImageBlock]:
    return [block for block in found.blocks if isinstance(block, ImageBlock)]


def test_a_picture_that_stands_on_many_pages_is_a_logo(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 400)
        picture(canvas, (200, 0, 0), 250, 200, 100, 80)
        if canvas.getPageNumber() == 2:
            picture(canvas, (0, 200, 0), 50, 200, 150, 120)

    items = read(tmp_path, [draw, draw, draw, draw])
    (drop,) = [item for item in items if isinstance(item, Drop) and item.reason == "repeated-picture"]
    assert drop.detail == "4 pictures that are the same on 4 pages; for example on 1"
    (image,) = images(document(items))
    assert (image.page, image.target) == (2, "figure 1 on page 2")


def test_figures_are_drawn_when_they_are_asked_for_and_each_has_its_own_name(tmp_path: Path) -> None:
    begun: list[str] = []

    def draw(canvas: Canvas) -> None:
        body(canvas, 500)
        picture(canvas, (200, 0, 0), 50, 100, 150, 120)
        picture(canvas, (0, 200, 0), 50, 300, 150, 120)

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(400, 600))
    draw(canvas)
    canvas.save()
    path = tmp_path / "two.pdf"
    path.write_bytes(out.getvalue())
    around = ReadContext(begin=begun.append, avoid={"figure 1 on page 1": "worker-timeout"})
    for item in read_pdf(InputFile(path, path.name, tmp_path, around=around), Limits()):
        if isinstance(item, Document):
            assert begun == ["page 1"]
            first, second = images(item)
            assert first.draw is not None
            assert second.draw is not None
            with pytest.raises(ReadError, match="killed the process") as error:
                first.draw()
            assert error.value.reason == "worker-timeout"
            size = Pillow.open(io.BytesIO(second.draw())).size
            assert size == (321, 258)  # 154 x 124 points at 150 dots an inch
            assert begun == ["page 1", "figure 2 on page 1"]


def test_lists_with_the_marks_of_office_fonts_and_columns_that_do_not_stand_level(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for line in range(9):
            say(canvas, 40, 100 + 12.5 * line, "the oak stands here and")
            say(canvas, 220, 110 + 12.5 * line, "the elm stands there and")

    found = document(read(tmp_path, [draw]))
    assert [len(text.split()) for text in texts(found, Paragraph)] == [90]


@pytest.mark.parametrize("shaded", [(100,), (124, 172)])
def test_a_shaded_table_that_cannot_be_read_is_a_picture_and_its_words_are_listed(
    tmp_path: Path, shaded: tuple[int, ...]
) -> None:
    rows = (
        ("Site", "Tasks"),
        ("Leeds", "runs the museum of"),
        ("Hull", "leads the harbour of"),
        ("Dover", "shows ships"),
    )

    def draw(canvas: Canvas) -> None:
        body(canvas, 40)
        say(canvas, 150, 90, "Table 1. Sites of the house")
        canvas.setFillGray(0.85)
        for top in shaded:
            canvas.rect(50, 600 - top - 24, 300, 24, stroke=0, fill=1)
        canvas.setFillGray(0)
        for at, (name, task) in enumerate(rows):
            middle = 115 + 24 * at
            say(canvas, 56, middle, name)
            say(canvas, 180, middle - 6, task)
            say(canvas, 180, middle + 6, "the old town")  # two lines beside the middle of one
        body(canvas, 230, "The elm")

    items = read(tmp_path, [draw])
    found = document(items)
    assert [image.caption for image in images(found)] == ["Table 1. Sites of the house"]
    assert not [text for text in texts(found, Paragraph) if "Leeds" in text or "old town" in text]
    (drop,) = (item for item in items if isinstance(item, Drop))
    assert drop.reason == "table-words"
    assert drop.text.split() == [word for name, task in rows for word in (*task.split(), name, "the", "old", "town")]


@pytest.mark.parametrize("shaded", [True, False])
def test_a_box_that_floats_beside_text_is_no_part_of_it(tmp_path: Path, shaded: bool) -> None:
    beside = [BODY[:35], "and nobody knows how old it is, for", "it has stood there since the times of", "kings."]

    def draw(canvas: Canvas) -> None:
        say(canvas, 50, 40, "Prices", 14, "Helvetica-Bold")
        canvas.setFillGray(0.9)
        canvas.rect(240, 600 - 120, 120, 50, stroke=not shaded, fill=shaded)
        canvas.setFillGray(0)
        lines(canvas, 50, 70, beside)
        lines(canvas, 256, 88, ["Breakfast costs $12.", "Dogs cost $5."])
        body(canvas, 140)
        say(canvas, 50, 220, "Walks", 14, "Helvetica-Bold")
        body(canvas, 240)

    found = document(read(tmp_path, [draw]))
    paragraphs = texts(found, Paragraph)
    assert " ".join(paragraphs).startswith(" ".join(beside))
    assert "Breakfast costs $12. Dogs cost $5." in paragraphs
    (block,) = [each for each in found.blocks if found.text[each.start :].startswith("Breakfast")]
    assert isinstance(block, Paragraph)
    assert block.headings[-1] == "Prices"


def test_boxes_beside_each_other_and_what_reaches_over_an_edge_are_read_where_they_stand(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 40)
        for x, name in ((50, "Oaks"), (200, "Elms")):
            canvas.rect(x, 600 - 150, 130, 50, stroke=1, fill=0)
            lines(canvas, x + 6, 118, [f"{name} are tall trees", "that stand on hills."])
        body(canvas, 180, "The elm")

    paragraphs = " ".join(texts(document(read(tmp_path, [draw])), Paragraph))
    assert paragraphs.index("Oaks are") < paragraphs.index("Elms are") < paragraphs.index("The elm begins")


@pytest.mark.parametrize("caption", ["Figure 1: Trees in their places.", ""])
def test_a_grid_among_the_drawings_of_a_figure_with_a_caption_is_no_table(tmp_path: Path, caption: str) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 40)
        for step in range(12):
            canvas.circle(70 + 20 * step, 600 - 120, 8)
            canvas.circle(70 + 20 * step, 600 - 280, 8)
        for row in range(3):
            for column in range(3):
                canvas.rect(90 + 60 * column, 600 - 180 - 20 * row, 60, 20)
                say(canvas, 94 + 60 * column, 174 + 20 * row, f"cell {row}{column}", 8)
        say(canvas, 60, 310, caption, 9)
        body(canvas, 350, "The elm")

    blocks = document(read(tmp_path, [draw])).blocks
    tables = [block for block in blocks if isinstance(block, TableBlock)]
    captions = [block.caption for block in blocks if isinstance(block, ImageBlock)]
    assert (captions, len(tables)) == ([caption], 0) if caption else len(tables) == 1
