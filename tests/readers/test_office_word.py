"""DOCX: what becomes of each kind of paragraph, table, picture and note."""

from pathlib import Path

import docx
import pytest
from docx.oxml import parse_xml
from docx.shared import Inches
from office_files import (
    DECLARED,
    document,
    drops,
    items,
    paragraphs,
    pictures,
    png,
    relationships,
    tables,
    word_parts,
    zipped,
)

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.readers.base import Heading, ImageBlock, Paragraph, TableBlock
from benchwright.readers.read_task import IngestOptions
from benchwright.records import Modality, Table


def text_of(folder: Path, body: str, **parts: str) -> str:
    return document(items(folder, zipped(word_parts(body, **parts)))).text


def run(text: str, look: str = "") -> str:
    return f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def words(text: str, look: str = "") -> str:
    return f"<w:p><w:pPr>{look}</w:pPr>{run(text)}</w:p>"


def test_a_whole_file(tmp_path: Path) -> None:
    """What python-docx writes: title, headings, runs, lists, a merged table, a picture with caption and words."""
    made = docx.Document()
    made.core_properties.title = "Old trees"
    made.core_properties.author = "Nobody"
    made.sections[0].header.paragraphs[0].text = "RUNNING"
    made.add_heading("Trees", 0)
    made.add_heading("Oaks", 1)
    line = made.add_paragraph("Water is H")
    line.add_run("2").font.subscript = True
    line.add_run("O, ").bold = True
    line.add_run("mostly.")
    for style in ("List Bullet", "List Bullet 2", "List Number"):
        made.add_paragraph(f"in {style}", style=style)
    made.add_heading("Age", 2)
    made.add_picture(png("green"), width=Inches(1))
    made.inline_shapes[0]._inline.docPr.set("descr", "An oak")
    made.add_paragraph("Figure 1. An oak in June", style="Caption")
    made.add_paragraph("Behind the figure.")
    made.add_paragraph("Table 1. Ages", style="Caption")
    table = made.add_table(rows=3, cols=3)
    for row, cells in enumerate([["tree", "age", "height"], ["oak", "900", "40"], ["", "400", "30"]]):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    table.cell(1, 0).merge(table.cell(2, 0))
    made.add_heading("Elms", 1)
    made.add_paragraph("An elm.")
    path = tmp_path / "made.docx"
    made.save(str(path))

    found = items(tmp_path, path.read_bytes())
    read = document(found)
    assert drops(found) == [("running-head", "1 headers and footers", "RUNNING")]
    assert read.title == "Old trees"
    assert read.text == (
        "Trees\n\nOaks\n\nWater is H2O, mostly.\n\nin List Bullet\nin List Bullet 2\n1. in List Number\n\nAge\n\n"
        "Behind the figure.\n\nElms\n\nAn elm."
    )
    assert [(b.level, read.text[b.start : b.end]) for b in read.blocks if isinstance(b, Heading)] == [
        (1, "Trees"),
        (1, "Oaks"),
        (2, "Age"),
        (1, "Elms"),
    ]
    assert [b.headings for b in read.blocks if isinstance(b, Paragraph)] == [("Oaks",)] * 4 + [
        ("Oaks", "Age"),
        ("Elms",),
    ]
    (picture,) = pictures(read)
    assert (picture.caption, picture.alt, picture.headings) == ("Figure 1. An oak in June", "An oak", ("Oaks", "Age"))
    assert picture.data == png("green").getvalue()
    assert read.text[: picture.at].endswith("Age")
    (block,) = tables(read)
    assert block.table == Table((("tree", "age", "height"),), (("oak", "900", "40"), ("oak", "400", "30")))
    assert (block.caption, block.headings) == ("Table 1. Ages", ("Oaks", "Age"))
    assert read.text[: block.at].endswith("Behind the figure.")


def test_the_first_heading_is_the_title_where_none_is_told(tmp_path: Path) -> None:
    body = words("Before") + words("Oaks &amp; elms", '<w:outlineLvl w:val="0"/>')
    assert document(items(tmp_path, zipped(word_parts(body)))).title == "Oaks & elms"


STYLES = """<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:style w:styleId="U2"><w:name w:val="heading 2"/></w:style>
<w:style w:styleId="Mine"><w:name w:val="My own"/><w:basedOn w:val="U2"/></w:style>
<w:style w:styleId="Out"><w:name w:val="Out"/><w:pPr><w:outlineLvl w:val="3"/></w:pPr></w:style>
<w:style w:styleId="Not"><w:name w:val="Not"/><w:basedOn w:val="U2"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
<w:style w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style>
<w:style w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style>
<w:style w:styleId="T1"><w:name w:val="toc 1"/></w:style>
<w:style w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>
</w:styles>"""


def test_headings_by_style_and_by_outline(tmp_path: Path) -> None:
    body = "".join(words(name, f'<w:pStyle w:val="{name}"/>') for name in ("U2", "Mine", "Out", "Not", "A", "none"))
    body += words("Own", '<w:pStyle w:val="Not"/><w:outlineLvl w:val="0"/>')
    made = document(items(tmp_path, zipped(word_parts(body, word__styles_xml=STYLES))))
    levels = [(made.text[b.start : b.end], b.level) for b in made.blocks if isinstance(b, Heading)]
    assert levels == [("U2", 2), ("Mine", 2), ("Out", 4), ("Own", 1)]
    assert paragraphs(made) == ["Not", "A", "none"]


def test_tracked_changes(tmp_path: Path) -> None:
    body = (
        f"<w:p>{run('Kept ')}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>{run('new')}</w:ins>"
        f"<w:moveFrom>{run('moved')}</w:moveFrom><w:moveTo>{run(' here')}</w:moveTo></w:p>"
    )
    found = items(tmp_path, zipped(word_parts(body)))
    assert document(found).text == "Kept new here"
    assert drops(found) == [("deleted", "2 pieces of text that a tracked change has deleted or moved", "gone")]


def test_struck_out_words_are_counted_and_join_nothing(tmp_path: Path) -> None:
    strike, off = "<w:strike/>", '<w:strike w:val="0"/><w:dstrike w:val="false"/>'
    body = (
        f"<w:p>{run('About ')}{run('10', strike)}{run('15 oaks, 1')}{run('0', '<w:dstrike/>')}{run('5')}"
        f"{run(' elms', off)}</w:p>" + words("all of it", '<w:pStyle w:val="Struck"/>')
    )
    body += f"<w:tbl>{row(cell('a'), cell('b'))}<w:tr><w:tc><w:p>{run('1')}</w:p></w:tc>"
    body += f"<w:tc><w:p>{run('7', strike)}{run('8')}</w:p></w:tc></w:tr></w:tbl>"
    styles = STYLES.replace(
        "</w:styles>", '<w:style w:styleId="Struck"><w:rPr><w:strike/></w:rPr></w:style></w:styles>'
    )
    found = items(tmp_path, zipped(word_parts(body, word__styles_xml=styles)))
    assert paragraphs(document(found)) == ["About 15 oaks, 1\n5 elms"]
    assert tables(document(found))[0].table.rows == (("1", "8"),)
    assert drops(found) == [("struck-out", "4 runs of struck-out words", "10")]


def test_a_style_may_show_what_its_base_hides(tmp_path: Path) -> None:
    based = '<w:style w:styleId="{}"><w:basedOn w:val="{}"/><w:rPr><w:vanish w:val="{}"/></w:rPr></w:style>'
    styles = STYLES.replace(
        "</w:styles>", based.format("Gone", "", 1) + based.format("Back", "Gone", 0) + "</w:styles>"
    )
    body = words("gone", '<w:pStyle w:val="Gone"/>') + words("back", '<w:pStyle w:val="Back"/>')
    assert text_of(tmp_path, body, word__styles_xml=styles) == "back"


def test_cells_deleted_under_tracked_changes(tmp_path: Path) -> None:
    rows = row(cell("a"), cell("b")), row(cell("1"), cell("old", "<w:cellDel/>"), cell("2"))
    found = items(tmp_path, zipped(word_parts(f"<w:tbl>{''.join(rows)}</w:tbl>")))
    assert tables(document(found))[0].table == Table((("a", "b"),), (("1", "2"),))
    assert [reason for reason, _, _ in drops(found)] == ["deleted"]


def test_what_is_sunk_or_raised_by_itself_or_by_its_style_is_no_digit(tmp_path: Path) -> None:
    style = '<w:style w:styleId="Up"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>'
    styled, sunk = '<w:rStyle w:val="Up"/>', '<w:vertAlign w:val="subscript"/>'
    runs = [run("1010"), run("2", sunk), run(" of 10"), run("6", styled), run(" H"), run("2", sunk), run("O")]
    body = f"<w:p>{''.join(runs)}</w:p>"
    styles = STYLES.replace("</w:styles>", style)
    assert text_of(tmp_path, body, word__styles_xml=styles) == "1010₂ of 10⁶ H2O"


def test_a_symbol_without_a_character_is_counted_and_joins_nothing(tmp_path: Path) -> None:
    symbol = '<w:r><w:sym w:font="Symbol" w:char="F0B1"/></w:r>'
    found = items(tmp_path, zipped(word_parts(f"<w:p>{run('10')}{symbol}{run('2')}</w:p>")))
    assert document(found).text == "10\n2"
    assert drops(found) == [("no-text-layer", "1 symbols that are no characters", "Symbol")]


def test_a_minus_of_the_font_of_symbols_is_a_minus(tmp_path: Path) -> None:
    symbol = '<w:r><w:sym w:font="Symbol" w:char="F02D"/></w:r>'
    assert text_of(tmp_path, f"<w:p>{symbol}{run('2.1')}</w:p>") == "−2.1"


def test_prompts_of_empty_fields_are_no_text(tmp_path: Path) -> None:
    field = "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>"
    body = f"<w:p>{run('Name:')}{field.format(run('Click here.'))}</w:p>{field.format(words('Choose a date.'))}"
    found = items(tmp_path, zipped(word_parts(body)))
    assert document(found).text == "Name:"
    assert drops(found) == [("hidden", "2 prompts of empty fields", "Click here.")]


def test_hidden_words(tmp_path: Path) -> None:
    off, styled = '<w:vanish w:val="0"/>', '<w:rStyle w:val="Secret"/>'
    body = (
        f"<w:p>{run('Seen')}{run(' secret', '<w:vanish/>')}{run(' too', off)}</w:p>"
        + words("all of it", '<w:pStyle w:val="Secret"/>')
        + f"<w:p>{run('one', styled)}</w:p>"
    )
    found = items(tmp_path, zipped(word_parts(body, word__styles_xml=STYLES)))
    assert document(found).text == "Seen too"
    assert drops(found) == [("hidden", "3 runs of hidden words", "secret")]


def test_contents_and_comments_are_counted(tmp_path: Path) -> None:
    comments = f"<w:comments {DECLARED}><w:comment>{words('Really?')}</w:comment></w:comments>"
    body = words("Oaks\t7", '<w:pStyle w:val="T1"/>') + words("Text")
    found = items(tmp_path, zipped(word_parts(body, word__styles_xml=STYLES, word__comments_xml=comments)))
    assert document(found).text == "Text"
    assert drops(found) == [
        ("comment", "1 comments", "Really?"),
        ("contents", "1 lines of tables of contents", "Oaks\t7".replace("\t", " ")),
    ]


def test_footnotes_close_the_section_that_cites_them(tmp_path: Path) -> None:
    notes = (
        f'<w:footnotes {DECLARED}><w:footnote w:type="separator" w:id="0">{words("---")}</w:footnote>'
        f'<w:footnote w:id="1">{words("See Smith.")}</w:footnote><w:footnote w:id="2">{words("Never cited.")}'
        "</w:footnote></w:footnotes>"
    )
    cite = '<w:r><w:footnoteReference w:id="1"/></w:r>'
    body = (
        words("Oaks", '<w:outlineLvl w:val="0"/>')
        + f"<w:p>{run('They are old')}{cite}{run('.')}</w:p><w:p>{run('Again')}{cite}</w:p>"
        + words("Elms", '<w:outlineLvl w:val="0"/>')
        + words("Sick.")
    )
    made = document(items(tmp_path, zipped(word_parts(body, word__footnotes_xml=notes))))
    assert made.text == "Oaks\n\nThey are old.\n\nAgain\n\nSee Smith.\n\nElms\n\nSick."
    assert [b.headings for b in made.blocks if isinstance(b, Paragraph)] == [("Oaks",)] * 3 + [("Elms",)]


def test_text_boxes_once_behind_their_paragraph(tmp_path: Path) -> None:
    inside = f"<w:txbxContent>{words('In the box')}</w:txbxContent>"
    body = (
        f"<w:p>{run('Around')}<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wp:inline><wps:txbx>"
        f"{inside}</wps:txbx></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{inside}</v:textbox>"
        f"</w:pict></mc:Fallback></mc:AlternateContent></w:r>{run(' it')}</w:p>"
    )
    assert text_of(tmp_path, body) == "Around it\n\nIn the box"


def test_breaks_symbols_fields_and_links(tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/>"
        '<w:sym w:font="X" w:char="2192"/><w:sym w:font="Wingdings" w:char="F04A"/></w:r>'
        '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText></w:r>'
        f'<w:fldSimple w:instr="X">{run("7")}</w:fldSimple><w:hyperlink>{run(" link")}</w:hyperlink>'
        f"<w:sdt><w:sdtContent>{run(' held')}</w:sdtContent></w:sdt></w:p>"
    )
    assert text_of(tmp_path, body) == "a b\nc-d→ 7 link held"


def cell(text: str, look: str = "") -> str:
    return f"<w:tc><w:tcPr>{look}</w:tcPr>{words(text)}</w:tc>"


def row(*cells: str, look: str = "") -> str:
    return f"<w:tr><w:trPr>{look}</w:trPr>{''.join(cells)}</w:tr>"


def table_of(folder: Path, *rows: str) -> TableBlock:
    (block,) = tables(document(items(folder, zipped(word_parts(f"<w:tbl>{''.join(rows)}</w:tbl>")))))
    return block


def test_header_rows_and_merged_cells(tmp_path: Path) -> None:
    block = table_of(
        tmp_path,
        row(
            cell(
                "",
            ),
            cell("size", '<w:gridSpan w:val="2"/>'),
            look="<w:tblHeader/>",
        ),
        row(cell("tree"), cell("high"), cell("wide"), look="<w:tblHeader/>"),
        row(cell("oak", '<w:vMerge w:val="restart"/>'), cell("40"), cell("9")),
        row(cell("", "<w:vMerge/>"), cell("41"), cell("8")),
        row(cell("gone"), cell("x"), cell("y"), look="<w:del/>"),
        row(cell("late"), cell("5"), look='<w:gridBefore w:val="1"/>'),
    )
    assert block.table == Table(
        (("", "size", "size"), ("tree", "high", "wide")), (("oak", "40", "9"), ("oak", "41", "8"), ("", "late", "5"))
    )


def test_superscripts_and_paragraphs_in_cells_are_not_read_as_digits(tmp_path: Path) -> None:
    note = run("2", '<w:vertAlign w:val="superscript"/>')
    low = run("2", '<w:vertAlign w:val="subscript"/>')
    block = table_of(
        tmp_path,
        row(cell("City"), cell("People"), cell("Air")),
        row(
            f"<w:tc>{words('Sucre')}{words('La Paz')}</w:tc>",
            f"<w:tc><w:p>{run('700000')}{note}</w:p></w:tc>",
            f"<w:tc><w:p>{run('CO')}{low}</w:p></w:tc>",
        ),
        row(
            f"<w:tc><w:p>{run('Bern')}<w:r><w:br/></w:r>{run('Brig')}</w:p></w:tc>",
            f"<w:tc>{words('5379475')}{words('2020')}</w:tc>",
            f"<w:tc><w:p>{run('51 km')}{note}</w:p></w:tc>",
        ),
    )
    assert block.table.rows == (("Sucre; La Paz", "700000", "CO2"), ("Bern; Brig", "5379475; 2020", "51 km²"))
    prose = f"<w:p>{run('about 10')}{note} trees</w:p>"
    assert text_of(tmp_path, prose.replace(" trees", run(" trees"))) == "about 10² trees"


def test_a_cell_across_the_top_names_the_table(tmp_path: Path) -> None:
    block = table_of(
        tmp_path, row(cell("Trees", '<w:gridSpan w:val="2"/>')), row(cell("a"), cell("b")), row(cell("1"), cell("2"))
    )
    assert (block.caption, block.table) == ("Trees", Table((("a", "b"),), (("1", "2"),)))


def test_tables_that_only_lay_out_are_text(tmp_path: Path) -> None:
    one = f"<w:tbl>{row(cell('alone'))}{row(cell('below'))}</w:tbl>"
    inner = f"<w:tbl>{row(cell('a'), cell('b'))}{row(cell('1'), cell('2'))}</w:tbl>"
    left = "<w:tc>" + words("left") + inner + "</w:tc>"
    outer = f"<w:tbl>{row(left, cell('right'))}</w:tbl>"
    made = document(items(tmp_path, zipped(word_parts(one + outer))))
    assert made.text == "alone\n\nbelow\n\nleft\n\nright"
    assert [b.table for b in tables(made)] == [Table((("a", "b"),), (("1", "2"),))]


def test_a_span_that_would_flood(tmp_path: Path) -> None:
    wide = '<w:gridSpan w:val="999999999"/>'
    body = "".join(row(cell(f"r{at}", wide), cell("x")) for at in range(250))
    made = document(items(tmp_path, zipped(word_parts(f"<w:tbl>{body}</w:tbl>"))))
    assert tables(made) == []
    assert len(paragraphs(made)) == 500


def test_vml_pictures_and_missing_ones(tmp_path: Path) -> None:
    body = "<w:p><w:r><w:pict><v:shape alt='Old way'><v:imagedata r:id='k9'/></v:shape></w:pict></w:r></w:p>"
    parts: dict[str, str | bytes] = dict(word_parts(body * 2 + body.replace("k9", "none")))
    rels = str(parts["word/_rels/document.xml.rels"])
    parts["word/_rels/document.xml.rels"] = rels.replace(
        "</Rel", '<Relationship Id="k9" Type="x/image" Target="/word/media/a.png"/></Rel', 1
    )
    data = png("red").getvalue()
    found = items(tmp_path, zipped(parts | {"word/media/a.png": data}))
    assert [(one.data, one.alt) for one in pictures(document(found))] == [(data, "Old way")] * 2
    assert drops(found) == [("image-missing", "1 pictures that are not in the file", "Old way")]


OAK = "The oak is a tree that may live for a thousand years and more. " * 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    made = docx.Document()
    made.core_properties.title = "Old trees"
    made.add_heading("Oaks", 1)
    made.add_paragraph(OAK + "See Figure 1 and Table 1.")
    made.add_picture(png("green"))
    made.add_paragraph("Figure 1. An oak", style="Caption")
    made.add_paragraph("Table 1. Ages", style="Caption")
    table = made.add_table(rows=2, cols=2)
    for at, said in enumerate(("tree", "age", "oak", "900")):
        table.cell(at // 2, at % 2).text = said
    picture = made.add_paragraph()
    picture._p.append(
        parse_xml(f"<w:r {DECLARED}><w:pict><v:shape alt='Drawn'><v:imagedata r:id='rId77'/></v:shape></w:pict></w:r>")
    )
    made.part.load_rel(
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image",
        "http://nowhere.example/x.png",
        "rId77",
        is_external=True,
    )
    made.save(str(docs / "trees.docx"))
    return docs


def test_ingested(folder: Path, tmp_path: Path) -> None:
    """Sources of each kind, with their places, captions and who refers to them; a remote picture is one drop."""
    report = ingest_paths([folder], tmp_path / "corpus", IngestOptions())
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.ids == ["trees.docx#p0", "trees.docx#t0", "trees.docx#i0"]
    passage, table, image = corpus.sources()
    assert (passage.place.start, passage.place.headings, passage.text[:7]) == (6, ("Oaks",), "The oak")
    assert (table.modality, table.title, table.text) == (Modality.TABLE, "Ages", "Ages\ntree | age\noak | 900")
    assert image.image is not None
    assert (image.image.caption, image.image.width) == ("Figure 1. An oak", 6)
    assert table.referred_by == image.referred_by == ("trees.docx#p0",)
    assert report.drops == {"image-remote": 1}


def test_images_are_blocks(folder: Path) -> None:
    made = document(items(folder, (folder / "trees.docx").read_bytes()))
    assert [type(one) for one in made.blocks] == [Heading, Paragraph, ImageBlock, TableBlock, ImageBlock]


def test_whose_words_describe_a_picture(tmp_path: Path) -> None:
    """A lone picture's are those of its drawing, where the other ones are the name of its file; a group has its own."""

    def picture(description: str) -> str:
        return (
            f'<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr>'
            f'<pic:cNvPr id="1" name="x" descr="{description}"/></pic:nvPicPr>'
            f'<pic:blipFill><a:blip r:embed="k9"/></pic:blipFill></pic:pic>'
        )

    def drawing(description: str, *inside: str) -> str:
        around = f'<wp:docPr id="1" name="x" descr="{description}"/>{"".join(inside)}'
        return f"<w:p><w:r><w:drawing><wp:inline>{around}</wp:inline></w:drawing></w:r></w:p>"

    body = (
        drawing("A green oak", picture("C:/pictures/old oak.JPG"))
        + drawing("", picture("An elm"))
        + drawing("Three trees", picture("An ash"), picture("ash.png"), picture("A beech"))
        + drawing("oak.png", picture("Picture 3"))
    )
    parts = word_parts(body) | {
        "word/media/a.png": png("green").getvalue(),
        "word/_rels/document.xml.rels": relationships(("k9", "image", "media/a.png")),
    }
    read = document(items(tmp_path, zipped(parts)))
    assert [one.alt for one in pictures(read)] == ["A green oak", "An elm", "An ash", "Three trees", "A beech", ""]


BASED = '<w:basedOn w:val="T"/>'


def test_only_a_style_of_titles_makes_a_title(tmp_path: Path) -> None:
    """Pandoc bases the style of authors on that of the title."""
    styles = "".join(
        f'<w:style w:styleId="{one}"><w:name w:val="{name}"/>{base}</w:style>'
        for one, name, base in (
            ("T", "Title", ""),
            ("A", "Author", BASED),
            ("S", "Subtitle", BASED),
            ("M", "My title", BASED),
        )
    )
    body = "".join(words(one, f'<w:pStyle w:val="{one}"/>') for one in "ASMT")
    parts = word_parts(body, word__styles_xml=f"<w:styles {DECLARED}>{styles}</w:styles>")
    read = document(items(tmp_path, zipped(parts)))
    assert [(b.level, read.text[b.start : b.end]) for b in read.blocks if isinstance(b, Heading)] == [
        (1, "M"),
        (1, "T"),
    ]
    assert paragraphs(read) == ["A", "S"]
    assert read.title == "M"
