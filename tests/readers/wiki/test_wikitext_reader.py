"""One page of wikitext: its words, headings, tables with their links, pictures, and what is counted as left out."""

from pathlib import Path

import pytest

from benchwright.errors import ReadError
from benchwright.readers.base import Document, Heading, ImageBlock, InputFile, Item, Limits, Paragraph, TableBlock
from benchwright.readers.wiki import WIKITEXT_READER as READER
from benchwright.records import Drop, Table


def items(tmp_path: Path, text: str) -> list[Item]:
    path = tmp_path / "Old_oak.wiki"
    path.write_text(text, encoding="utf-8")
    return list(READER.read(InputFile(path, path.name, tmp_path), Limits()))


def read(tmp_path: Path, text: str) -> Document:
    (document,) = [item for item in items(tmp_path, text) if isinstance(item, Document)]
    return document


def tables(document: Document) -> list[TableBlock]:
    return [block for block in document.blocks if isinstance(block, TableBlock)]


def test_a_page_has_headings_paragraphs_and_items(tmp_path: Path) -> None:
    document = read(
        tmp_path,
        "An '''oak''' is a\n[[tree]].\n\n== Uses ==\n* [[wood]]\n* ''cork''\n** stoppers\nPlain.\n===In art===\n"
        ": A line.<br>Another.\n----\nLast.",
    )
    assert (document.name, document.title, document.url, document.licence) == ("Old_oak.wiki", "Old oak", "", "")
    assert document.text == (
        "An oak is a tree.\n\nUses\n\nwood\ncork\nstoppers\n\nPlain.\n\nIn art\n\nA line.\nAnother.\n\nLast."
    )
    assert [(document.text[b.start : b.end], b.level) for b in document.blocks if isinstance(b, Heading)] == [
        ("Uses", 2),
        ("In art", 3),
    ]
    assert [b.headings for b in document.blocks if isinstance(b, Paragraph)][-1] == ("Uses", "In art")


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("[[Oak]]s and [[Oak#Bark|the bark]]", "Oaks and the bark"),
        ("[[:Category:Trees]] [[wikt:oak|oak]] [[#Uses]]", "Category:Trees oak #Uses"),
        ("Oak.[[Category:Trees]][[fr:Chêne]][[pt-br:Carvalho]]", "Oak."),
        ("see [https://example.org/a?b=c the list] and [https://example.org]", "see the list and"),
        ("old<ref>Smith [[x]] {{cite}}</ref> oaks<ref name=a /> stand<REF>y</REF >.", "old oaks stand."),
        ("a <!-- not [[shown --> b", "a b"),
        ("a\n<!-- alone on its line -->\nb", "a b"),
        ("<nowiki>[[x]] ''y'' &amp;</nowiki> z", "[[x]] ''y'' & z"),
        ("so <math>a^2 + b^2</math> holds", "so a^2 + b^2 holds"),
        ("x &lt; y &amp; z&nbsp;m", "x < y & z m"),
        ("if x <y and z> w", "if x <y and z> w"),
        ('<span class="a">b</span> H<sub>2</sub>O', "b H2O"),
        ("__NOTOC__oak __init__", "oak __init__"),
        ("Oak ({{IPA|x}}) is", "Oak is"),
        ("Oak ({{IPA|x}}; from {{lang|la|quercus}}) is", "Oak (from quercus) is"),
        ("f() and g ( ) x", "f() and g x"),
        ("an open [[link and {{template", "an open [[link and {{template"),
        ("closed ]] and }} only", "closed ]] and }} only"),
        ("{{a|[[b}} c", "c"),
        ("{{{name|default}}} {{{other}}}", "default"),
        ("[[a\nb]]", "[[a b]]"),
        ("<pre>\nx  y\n [[z]]\n</pre>", "x y\n[[z]]"),
        ("<div>a</div><div>b</div>", "a\n\nb"),
        ("#REDIRECT", "REDIRECT"),
        ("a = 1 = 2", "a = 1 = 2"),
    ],
)
def test_inline_markup(tmp_path: Path, wikitext: str, text: str) -> None:
    assert read(tmp_path, wikitext).text == text


def test_a_table_with_spans_and_links(tmp_path: Path) -> None:
    document = read(
        tmp_path,
        """Before.
{| class="wikitable sortable" style="x"
|+ class="c" | Tall [[oak]]s
|-
! scope="col" | Name !! Where
! Height
|- style="background: #fff"
| [[English oak|English]] || [[Kent]], [[Essex]] || align=right | 20 m<ref>x</ref>
|-
! [[Cork oak]]
| rowspan="2" | [[Spain]] || 15
|-
| ''Holm'' oak || {{nowrap|[[Metre|12 m]]}}
|-
| colspan=3 | all | of them
|}
After.""",
    )
    (block,) = tables(document)
    assert (block.title, block.caption, block.at) == ("Old oak — Tall oaks", "Tall oaks", 7)
    assert block.table == Table(
        (("Name", "Where", "Height"),),
        (
            ("English", "Kent, Essex", "20 m"),
            ("Cork oak", "Spain", "15"),
            ("Holm oak", "Spain", "12 m"),
            ("all | of them",) * 3,
        ),
        (
            (0, 0, "/wiki/English_oak"),
            (0, 1, "/wiki/Kent"),
            (0, 1, "/wiki/Essex"),
            (1, 0, "/wiki/Cork_oak"),
            (1, 1, "/wiki/Spain"),
            (2, 1, "/wiki/Spain"),
            (2, 2, "/wiki/Metre"),
        ),
    )
    assert document.text == "Before.\n\nAfter."


def test_tables_without_header_cells_nested_ones_and_layout(tmp_path: Path) -> None:
    document = read(
        tmp_path,
        "== Sizes ==\n{|\n|Tree||Size\n|-\n|[[Oak]]||20\n{|\n!a!!b\n|-\n|1||2\n|}\n|}\n"
        "{|\n| One cell\nof ''text''\n|}\n"
        "{|\n| cut || off\n|-\n| by || the end",
    )
    first, nested, last = tables(document)
    assert first.table == Table((("Tree", "Size"),), (("Oak", "20"),), ((0, 0, "/wiki/Oak"),))
    assert nested.table == Table((("a", "b"),), (("1", "2"),))
    assert last.table == Table((("cut", "off"),), (("by", "the end"),))
    assert (first.title, first.headings) == ("Old oak — Sizes", ("Sizes",))
    assert document.text == "Sizes\n\nOne cell of text"


def test_a_table_without_data_is_running_text(tmp_path: Path) -> None:
    document = read(
        tmp_path, "{|\n|\n* left\n|\n* right\n|}\n{|\n| Title\n|-\n| a || b\n|}\n{|\n! c !! {{x}}\n|-\n| {{x}}\n|}"
    )
    assert tables(document) == []
    assert document.text == "left\nright\n\nTitle\n\na\n\nb\n\nc"


def test_an_infobox_is_a_table_of_fields(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "Old_oak.jpg").write_bytes(b"x")
    document = read(
        tmp_path,
        """{{Infobox plant
| name = Old oak
| image = Old oak.jpg
| image_size = 200px
| caption = The [[oak]] in spring
| height_m = {{convert|20|m|ft}}
| regions = {{plainlist|
* [[Kent]]
* [[Essex]]
}}
| empty =
}}
'''Old oak''' is a tree.""",
    )
    (block,) = tables(document)
    assert block.title == "Old oak — Infobox plant"
    assert block.table == Table(
        (("Field", "Value"),),
        (("Name", "Old oak"), ("Height m", "20 m"), ("Regions", "Kent, Essex")),
        ((2, 1, "/wiki/Kent"), (2, 1, "/wiki/Essex")),
    )
    assert [(b.target, b.caption) for b in document.blocks if isinstance(b, ImageBlock)] == [
        ("images/Old_oak.jpg", "The oak in spring")
    ]
    assert document.text == "Old oak is a tree."


def test_pictures_beside_the_page_and_those_that_are_not(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a leaf.PNG").write_bytes(b"x")
    found = items(
        tmp_path,
        "[[File:A_leaf.PNG|thumb|left|200x100px|alt=A [[leaf]]|''Leaf'' of an [[oak]]]] Oak [[image:b.jpg]] wood.\n"
        "<gallery>\nc.jpg|C\nFile:D.svg\n</gallery>\n[[File:song.ogg|thumb|A song]]",
    )
    document = next(item for item in found if isinstance(item, Document))
    assert document.text == "Oak wood.\n\nA song"
    assert [(b.target, b.caption, b.alt, b.at) for b in document.blocks if isinstance(b, ImageBlock)] == [
        ("images/a leaf.PNG", "Leaf of an oak", "A leaf", 0)
    ]
    assert found[-1] == Drop(
        "Old_oak.wiki", "image-missing", "3 pictures are not in images/ beside this file", "b.jpg, c.jpg, D.svg"
    )


def test_what_templates_leave_out_is_counted_once(tmp_path: Path) -> None:
    *_, drop = items(tmp_path, "{{Short description|x}}{{Main|A}} a {{sfn|b}} {{Sfn |c}} {{DEFAULTSORT:x}}" + "w " * 9)
    assert drop == Drop("Old_oak.wiki", "wiki-templates", "3 templates gave no text; most often sfn (2), main (1)")


@pytest.mark.parametrize("opener", ["{{", "[[", "{{a|", "[[a|", "\n{|\n|", "{{{", "<ref>", "<b>", "<!--"])
def test_brackets_that_would_take_long_to_parse_are_refused(tmp_path: Path, opener: str) -> None:
    with pytest.raises(ReadError, match="are not closed") as caught:
        items(tmp_path, opener * 20_000)
    assert caught.value.reason == "nested-too-deep"


@pytest.mark.parametrize("opener", ["{{a|", "[[a|", "<b>", "{{{a|", "<ref>"])
def test_a_few_open_brackets_are_read_as_they_stand(tmp_path: Path, opener: str) -> None:
    assert read(tmp_path, f"Oak. {opener * 100}\n\nThe end.").text.endswith("The end.")


@pytest.mark.parametrize(
    "text",
    [
        *("[http:a " * 20_000, "{|\n" + "|a" * 30_000, "'" * 50_000, "=" * 50_000),
        *(
            "\n" + " " * 90_000,
            "( ;" * 20_000,
            "{{a|" * 90 + "|b" * 2_000,
            "}}{{" * 2_000,
            "{{a|" * 2_000 + "}}" * 2_000,
        ),
        "{|" + "\n|colspan=1000 rowspan=1000|a\n|-" * 3_000,
    ],
)
def test_hostile_pages_are_read(tmp_path: Path, text: str) -> None:
    assert isinstance(items(tmp_path, "x" + text)[0], Document)


def test_tables_inside_tables_stand_behind_them(tmp_path: Path) -> None:
    inner = "{|\n! a !! b\n|-\n| 1 || 2\n|}"
    document = read(tmp_path, f"{{|\n! A !! B\n|-\n| [[Oak]] || {{{{Infobox tree|height=2}}}}\n{inner}\n|}}")
    assert [block.table.rows for block in tables(document)] == [(("Oak", ""),), (("Height", "2"),), (("1", "2"),)]
