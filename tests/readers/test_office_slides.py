"""PPTX: each slide a page; places, order, tables, groups, notes, charts."""

from pathlib import Path

import pytest
from office_files import document, drops, items, paragraphs, pictures, png, tables
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.readers.base import Area, Document, Heading, InputFile, Item, Limits, Paragraph
from benchwright.readers.inputs import ReadContext
from benchwright.readers.office import read_office
from benchwright.readers.office.shape_places import in_reading_order
from benchwright.readers.read_task import IngestOptions
from benchwright.records import Drop, Table

OAK = "The oak is a tree that may live for a thousand years and more. " * 4


def save(made: object, folder: Path, name: str = "talk.pptx") -> Path:
    path = folder / name
    made.save(str(path))  # type: ignore[attr-defined]
    return path


def read(path: Path) -> tuple[Document, list[tuple[str, str, str]]]:
    found = items(path.parent, path.read_bytes(), path.name)
    return document(found), drops(found)


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Four slides of ten inches by seven and a half: words and notes; a picture and a table; no title; hidden."""
    made = Presentation()
    one = made.slides.add_slide(made.slide_layouts[1])
    one.shapes.title.text = "Oaks"
    one.placeholders[1].text = f"{OAK}\nSecond line"
    one.notes_slide.notes_text_frame.text = "Say this"
    two = made.slides.add_slide(made.slide_layouts[5])
    caption = two.shapes.add_textbox(Inches(1), Inches(4), Inches(3), Inches(0.5))
    caption.text_frame.text = "Figure 1. A red oak"
    picture = two.shapes.add_picture(png("red"), Inches(1), Inches(2), Inches(3), Inches(1.5))
    picture._element.nvPicPr.cNvPr.set("descr", "All red")
    table = two.shapes.add_table(3, 2, Inches(5), Inches(5), Inches(4), Inches(2)).table
    for at, said in enumerate(("tree", "age", "oak", "900", "", "800")):
        table.cell(at // 2, at % 2).text = said
    table.cell(1, 0).merge(table.cell(2, 0))
    two.shapes.title.text = "Pictures"
    three = made.slides.add_slide(made.slide_layouts[6])
    low = three.shapes.add_textbox(Inches(1), Inches(5), Inches(2), Inches(1))
    low.text_frame.text = "low"
    group = three.shapes.add_group_shape()
    for left, said in ((6, "right"), (1, "left")):
        group.shapes.add_textbox(Inches(left), Inches(1), Inches(2), Inches(1)).text_frame.text = said
    four = made.slides.add_slide(made.slide_layouts[5])
    four.shapes.title.text = "Secret"
    four._element.set("show", "0")
    return save(made, tmp_path)


def test_text_pages_and_order(talk: Path) -> None:
    made, lost = read(talk)
    assert made.text == f"Oaks\n\n{OAK.strip()}\nSecond line\n\nSay this\n\nPictures\n\nleft\n\nright\n\nlow"
    assert lost == [("hidden", "1 hidden slides", "Secret")]
    assert made.title == "Oaks"
    assert [made.text[start : start + 4] for start in made.pages[:3]] == ["Oaks", "Pict", "left"]
    assert made.pages[3] == len(made.text)
    assert [(b.level, b.page) for b in made.blocks if isinstance(b, Heading)] == [(1, 1), (1, 2)]


def test_every_paragraph_has_its_page_and_box(talk: Path) -> None:
    made, _ = read(talk)
    found = [b for b in made.blocks if isinstance(b, Paragraph)]
    body = (0.05, 0.2333, 0.95, 0.8933)  # of the layout's placeholder: 0.5 in of 10, 1.75 in of 7.5
    assert found[0].areas == (Area(found[0].start, found[0].end, 1, body),)
    assert [(b.areas[0].page, b.areas[0].box, b.headings) for b in found[1:]] == [
        (1, body, ("Oaks",)),
        (1, (0.0, 0.0, 1.0, 1.0), ("Oaks",)),
        (3, (0.1, 0.1333, 0.3, 0.2667), ()),
        (3, (0.6, 0.1333, 0.8, 0.2667), ()),
        (3, (0.1, 0.6667, 0.3, 0.8), ()),
    ]
    assert paragraphs(made)[1:] == ["Second line", "Say this", "left", "right", "low"]


def test_pictures_and_tables(talk: Path) -> None:
    made, _ = read(talk)
    (picture,) = pictures(made)
    assert (picture.caption, picture.alt, picture.page) == ("Figure 1. A red oak", "All red", 2)
    assert picture.box == (0.1, 0.2667, 0.4, 0.4667)
    assert picture.data == png("red").getvalue()
    (block,) = tables(made)
    assert block.table == Table((("tree", "age"),), (("oak", "900"), ("oak", "800")))
    assert (block.page, block.headings, block.box) == (2, ("Pictures",), (0.5, 0.6667, 0.9, 0.9333))


def test_ingested(talk: Path, tmp_path: Path) -> None:
    report = ingest_paths([talk], tmp_path / "corpus", IngestOptions())
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.ids == ["talk.pptx#p0", "talk.pptx#t0", "talk.pptx#i0"]
    passage, table, image = corpus.sources()
    assert (passage.place.page, passage.place.box) == (1, (0.0, 0.0, 1.0, 1.0))
    assert (passage.place.start, passage.text[:7], passage.text[-3:]) == (6, "The oak", "low")
    assert (table.title, table.place.page) == ("Pictures", 2)
    assert (image.title, image.text, image.place.page) == ("Pictures", "Figure 1. A red oak\nAll red", 2)
    assert report.drops == {"hidden": 1}


def test_charts_become_tables(tmp_path: Path) -> None:
    made = Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    data = CategoryChartData()
    data.categories = ["oak", "elm"]
    data.add_series("2020", (0.1 + 0.2, 2))
    data.add_series("2021", (3, 4.5))
    place = (Inches(1), Inches(1), Inches(5), Inches(3))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Growth"
    read_back, lost = read(save(made, tmp_path))
    (block,) = tables(read_back)
    assert block.table == Table((("", "2020", "2021"),), (("oak", "0.3", "3"), ("elm", "2", "4.5")))
    assert (block.caption, block.page, lost) == ("Growth", 1, [])


def test_footers_and_numbers_are_counted(tmp_path: Path) -> None:
    made = Presentation()
    slide = made.slides.add_slide(made.slide_layouts[5])
    slide.shapes.title.text = "Oaks"
    footer = slide.shapes.add_textbox(Inches(1), Inches(7), Inches(2), Inches(0.4))
    footer.text_frame.text = "Trees Ltd"
    holder = footer._element.nvSpPr.nvPr.makeelement(
        "{http://schemas.openxmlformats.org/presentationml/2006/main}ph", {"type": "ftr"}
    )
    footer._element.nvSpPr.nvPr.append(holder)
    read_back, lost = read(save(made, tmp_path))
    assert read_back.text == "Oaks"
    assert lost == [("running-head", "1 footers, dates and slide numbers", "Trees Ltd")]


def test_groups_in_groups_keep_their_places(tmp_path: Path) -> None:
    """A group drawn at half size: what is 4 in wide inside is 2 in wide on the slide."""
    made = Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    group = slide.shapes.add_group_shape()
    inner = group.shapes.add_group_shape()
    inner.shapes.add_textbox(Inches(0), Inches(0), Inches(4), Inches(3)).text_frame.text = "half"
    group.left, group.top, group.width, group.height = Inches(1), Inches(1.5), Inches(2), Inches(1.5)
    read_back, _ = read(save(made, tmp_path))
    (paragraph,) = [b for b in read_back.blocks if isinstance(b, Paragraph)]
    assert paragraph.areas[0].box == (0.1, 0.2, 0.3, 0.4)


def test_one_bad_slide_costs_itself(talk: Path) -> None:
    limits = Limits()
    around = ReadContext(avoid={"slide 2": "worker-timeout"})
    found: list[Item] = list(read_office(InputFile(talk, talk.name, talk.parent, limits, around=around), limits))
    made = document(found)
    assert [one.reason for one in found if isinstance(one, Drop)] == ["worker-timeout", "hidden"]
    assert "Pictures" not in made.text
    assert "low" in made.text
    assert len(made.pages) == 4


def test_rows_then_columns() -> None:
    from xml.etree.ElementTree import Element

    boxes = [(0.5, 0.11, 1.0, 0.2), (0.0, 0.13, 0.4, 0.2), (0.0, 0.0, 1.0, 0.05), (0.2, 0.5, 0.3, 0.6)]
    order = in_reading_order([(box, Element("p:sp")) for box in boxes])
    assert [box for box, _ in order] == [boxes[2], boxes[1], boxes[0], boxes[3]]


def test_struck_out_words_are_counted_and_join_nothing(tmp_path: Path) -> None:
    made = Presentation()
    frame = made.slides.add_slide(made.slide_layouts[6]).shapes.add_textbox(0, 0, Inches(4), Inches(2)).text_frame
    for text, strike in (("10", "sngStrike"), ("15 oaks, 1", "noStrike"), ("0", "dblStrike"), ("5 elms", None)):
        run = frame.paragraphs[0].add_run()
        run.text = text
        if strike:
            run.font._element.set("strike", strike)
    made.save(str(tmp_path / "s.pptx"))
    found = items(tmp_path, (tmp_path / "s.pptx").read_bytes(), "s.pptx")
    assert paragraphs(document(found)) == ["15 oaks, 1\n5 elms"]
    assert drops(found) == [("struck-out", "2 runs of struck-out words", "10")]


def test_a_raised_note_of_a_cell_is_no_digit(tmp_path: Path) -> None:
    made = Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    table = slide.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(4), Inches(2)).table
    for column, text in enumerate(("city", "people")):
        table.cell(0, column).text = text
        words = table.cell(1, column).text_frame
        words.text = ("Sucre", "700000")[column]
        note = words.paragraphs[0].add_run()
        note.text = "2"
        note.font._element.set("baseline", "30000")
    table.cell(1, 0).text_frame.add_paragraph().text = "La Paz"
    made.save(str(tmp_path / "n.pptx"))
    (block,) = tables(document(items(tmp_path, (tmp_path / "n.pptx").read_bytes(), "n.pptx")))
    assert block.table == Table((("city", "people"),), (("Sucre; La Paz", "700000"),))
