from __future__ import annotations

from benchwright.benchmark import CellReport
from benchwright.benchmark.render import funnel_lines, heading, source_text
from benchwright.records import Image, Modality, Place, Source, Span, Table


def passage(text: str) -> Source:
    return Source("s1", Modality.TEXT, "Tower", text, Place("book.md", page=3))


def test_evidence_in_text_is_marked_once_where_it_overlaps() -> None:
    source = passage("The tower is 81 metres high.")
    spans = [Span("s1", "text", 13, 15), Span("s1", "text", 14, 22), Span("s1", "text", 0, 3), Span("s2", "text", 4, 9)]
    assert source_text(source, spans) == "«The» tower is «81 metres» high."
    assert source_text(source) == "The tower is 81 metres high."
    assert heading(source) == "text 'Tower' [s1] — book.md, page 3"


def test_a_long_table_shows_its_header_the_first_rows_and_the_evidence() -> None:
    rows = tuple((f"r{number}", str(number)) for number in range(40))
    source = Source("t1", Modality.TABLE, "T", "", Place("t1"), table=Table((("name", "n"),), rows))
    lines = source_text(source, [Span("t1", "cell", cells=((30, 1), (-1, 1)))]).splitlines()
    assert lines[0] == "name | «n»"
    assert lines[1:12] == [f"r{number} | {number}" for number in range(11)]
    assert lines[12:] == ["r30 | «30»", "... 28 more rows"]
    assert heading(source) == "table 'T' [t1]"


def test_an_image_is_its_file_and_its_words() -> None:
    image = Image("ab", "png", 8, 6, caption="A flag", alt="red")
    source = Source("i1", Modality.IMAGE, "Flag", "", Place("i1"), image=image)
    assert source_text(source) == "images/ab.png, 8 x 6 pixels\ncaption: A flag\nalt text: red"


def test_the_funnel_names_the_largest_reason_first() -> None:
    cells = [
        CellReport('{"style":"numerical","modalities":"table"}', 6, 2, 9, 9, {"refused:a": 2, "rejected:b": 5}),
        CellReport('{"style":"multi-hop","modalities":"2text"}', 3, 0, 0, 0),
        CellReport('{"style":"compound","modalities":"text"}', 1, 1, 1, 500),
    ]
    assert funnel_lines(cells) == [
        "numerical table     2/6    9 attempts of 9: 5 rejected:b, 2 refused:a",
        "multi-hop 2text     0/3    no question family covers it in this corpus",
        "compound text       1/1    1 attempts of 500",
    ]
