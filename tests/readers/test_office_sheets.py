"""XLSX: blocks of cells as tables, what a cell shows, and ranges that claim more than they hold."""

import time
import tracemalloc
from collections.abc import Mapping
from datetime import date, datetime
from datetime import time as clock
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from office_files import document, drops, items, paragraphs, pictures, png, relationships, tables, zipped
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image as Picture
from openpyxl.styles import Font

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError
from benchwright.readers.base import Document, Heading, Limits
from benchwright.readers.office.cell_text import shown_text
from benchwright.readers.office.sheets import blocks_of
from benchwright.readers.read_task import IngestOptions
from benchwright.records import Cut, Table

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def read(made: Workbook, folder: Path) -> tuple[Document, list[tuple[str, str, str]]]:
    path = folder / "ages.xlsx"
    made.save(path)
    found = items(folder, path.read_bytes(), path.name)
    return document(found), drops(found)


def book(**sheets: list[list[object]]) -> Workbook:
    made = Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return made


def raw(sheet: str, files: Mapping[str, str] = MappingProxyType({}), **parts: str) -> bytes:
    """A workbook of one sheet, its XML as given inside `<worksheet>`."""
    named = {f"xl/{name}.xml": text for name, text in parts.items()}
    links = [("a", "worksheet", "sheet1.xml"), *((name, name, f"{name}.xml") for name in parts)]
    return zipped(
        {
            "_rels/.rels": relationships(("r", "officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/'
            'relationships"><sheets><sheet name="Ages" r:id="a"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relationships(*links),
            "xl/sheet1.xml": f'<worksheet xmlns="{MAIN}">{sheet}</worksheet>',
        }
        | named
        | files
    )


def test_a_sheet_is_a_table_of_its_name(tmp_path: Path) -> None:
    rows = [["tree", "age", "share"], ["oak", 900, 0.25], ["elm", 400.5, None]]
    made, lost = read(book(Ages=rows), tmp_path)
    (block,) = tables(made)
    assert block.table == Table((("tree", "age", "share"),), (("oak", "900", "0.25"), ("elm", "400.5", "")))
    assert (block.title, block.headings, block.page, made.text, lost) == ("Ages", ("Ages",), None, "Ages", [])
    assert made.title == "ages"
    assert [made.text[b.start : b.end] for b in made.blocks if isinstance(b, Heading)] == ["Ages"]


def test_a_sheet_named_by_a_number_names_nothing(tmp_path: Path) -> None:
    made, _ = read(book(Sheet1=[["a", "b"], ["1", "2"]]), tmp_path)
    assert (made.text, tables(made)[0].title, tables(made)[0].headings) == ("", "", ())


def test_dates_and_numbers_as_shown(tmp_path: Path) -> None:
    made = book(Ages=[["a", "b", "c", "d", "e", "f", "g"]])
    sheet = made["Ages"]
    dates = [date(1900, 5, 1), datetime(1950, 1, 1, 12, 30), clock(7, 5)]
    sheet.append([*dates, 0.256, 1234567.891, True, "  two\n words"])
    sheet["B2"].number_format = "dd/mm/yyyy hh:mm"
    sheet["C2"].number_format = "h:mm"
    sheet["D2"].number_format = "0.0%"
    sheet["E2"].number_format = '"$"#,##0.00'
    read_back, _ = read(made, tmp_path)
    (row,) = tables(read_back)[0].table.rows
    assert row == ("1900-05-01", "1950-01-01 12:30", "07:05", "25.6%", "$1,234,567.89", "TRUE", "two; words")


@pytest.mark.parametrize(
    ("number", "code", "text"),
    [
        ("0.30000000000000004", "", "0.3"),
        ("900", "General", "900"),
        ("1E+20", "", "1E+20"),
        ("-0.5", "", "-0.5"),
        ("0.5", "0%", "50%"),
        ("1234.5", "#,##0", "1,235"),
        ("-1234.5", "#,##0.00;(#,##0.00)", "(1,234.50)"),
        ("0", '0;-0;"none"', None),
        ("5", "000", "005"),
        ("0.5", "#.##", ".5"),
        ("2", "0.##", "2"),
        ("12", '0" kg"', "12 kg"),
        ("12", "[$€-407] #,##0.00", "€ 12.00"),
        ("12", '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-', "12.00"),
        ("0", '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', "$0"),
        ("0", '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-', "0"),
        ("12345", "0.00E+00", "1.23E+04"),
        ("0.5", "# ?/?", "0.5"),
        ("0.5", "0", "1"),  # halves go up; 0.045 is a little less in binary, and is not shown so
        ("-0.5", "0", "-1"),
        ("0.045", "0.00", "0.05"),
        ("1.005", "0%", "101%"),
        ("1234567.891", "#,##0,", "1,235 thousand"),
        ("1234567.891", '#,##0.0,,"M"', "1.2M"),
        ("0", '0;-0;"zero"', "zero"),
        ("7", '"n/a"', "n/a"),
        ("7", "abc", "7"),
        ("-1", "[>1000]#,##0;0.0", "-1"),
        ("123456789", "000-00-0000", "123-45-6789"),
        ("-1234.5", "(000) 000-0000", "-(000) 000-1235"),
        ("12345678901", "000-00-0000", "12345-67-8901"),
        ("1e22", "00-00", "1E+22"),
        ("-39179", "yyyy-mm-dd", "1792-09-22"),  # as LibreOffice writes days before 1900
        ("-115859", "yyyy-mm-dd", "-115859"),
        ("61", "yyyy-mm-dd", "1900-03-01"),
        ("1", "d/m/yy", "1900-01-01"),
        ("18628", "mmm yyyy", "1950-12"),
        ("18628", "yyyy", "1950"),
        ("1.5", "[h]:mm", "36:00:00"),
        ("0.75", "h:mm AM/PM", "18:00"),
        ("-3", "yyyy", "-3"),
        ("9e99", "yyyy", "9E+99"),
        ("nan", "0.0", "nan"),
        ("1_0", "0", "1_0"),
        ("x", "0", "x"),
        ("7", '[<5]"few";0', "7"),
        ("-0.001", "0.0", "0.0"),
    ],
)
def test_formats(number: str, code: str, text: str | None) -> None:
    if text is not None:
        assert shown_text(number, code) == text


def test_dates_since_1904() -> None:
    assert shown_text("0", "yyyy-mm-dd", since_1904=True) == "1904-01-01"


@given(st.floats().map(repr) | st.text(max_size=20), st.text(alphabet='0#?.,%E+-;"\\_*[]$@/ymdhsABx ', max_size=25))
def test_any_format_shows_something(number: str, code: str) -> None:
    assert isinstance(shown_text(number, code), str)


def test_blocks_apart_are_tables_of_their_own(tmp_path: Path) -> None:
    made = book(Ages=[["a", "b", None, "x", "y"], [1, 2, None, 3, 4]])
    sheet = made["Ages"]
    sheet["A5"], sheet["A6"], sheet["B6"], sheet["A7"], sheet["B7"] = "Table 1: Low", "c", "d", 5, 6
    sheet["A10"] = "A lone remark."
    sheet["D12"], sheet["D13"] = "one", "two"
    read_back, _ = read(made, tmp_path)
    assert [(b.table.header[0], b.table.rows, b.caption, b.title) for b in tables(read_back)] == [
        (("a", "b"), (("1", "2"),), "", "Ages"),
        (("x", "y"), (("3", "4"),), "", "Ages"),
        (("c", "d"), (("5", "6"),), "Table 1: Low", "Ages: Table 1: Low"),
    ]
    assert read_back.text == "Ages\n\nA lone remark.\n\none\ntwo"


def test_a_lone_cell_above_is_the_caption(tmp_path: Path) -> None:
    rows: list[list[object]] = [["Trees of 1950"], [None], ["a", "b"], [1, 2]]
    made = book(Ages=rows)
    read_back, _ = read(made, tmp_path)
    (block,) = tables(read_back)
    assert (block.caption, block.title, paragraphs(read_back)) == ("Trees of 1950", "Ages: Trees of 1950", [])


def test_merged_cells_are_repeated(tmp_path: Path) -> None:
    made = book(Ages=[["kind", "size", None], [None, "high", "wide"], ["oak", 1, 2], [None, 3, 4]])
    made["Ages"].merge_cells("B1:C1")
    made["Ages"].merge_cells("A3:A4")
    read_back, _ = read(made, tmp_path)
    assert tables(read_back)[0].table == Table(
        (("kind", "size", "size"), ("kind", "high", "wide")), (("oak", "1", "2"), ("oak", "3", "4"))
    )


def test_formulas_are_never_calculated(tmp_path: Path) -> None:
    made = book(Ages=[["a", "b"], [1, "=1+1"]])
    read_back, lost = read(made, tmp_path)
    assert tables(read_back)[0].table.rows == (("1", ""),)
    assert lost == [("formula", "1 sheets with formulas that keep no result (Ages: 1)", "")]
    rows = (
        '<row><c t="str"><v>a</v></c><c t="str"><v>b</v></c></row><row><c><v>1</v></c><c><f>1+1</f><v>3</v></c></row>'
    )
    assert tables(document(items(tmp_path, raw(f"<sheetData>{rows}</sheetData>"), "f.xlsx")))[0].table.rows == (
        ("1", "3"),
    )


def test_what_is_hidden_is_counted(tmp_path: Path) -> None:
    made = book(Ages=[["a", "b", "c"], [1, 2, 3], [4, 5, 6]], Gone=[["x", "y"], [1, 2]])
    made["Gone"].sheet_state = "veryHidden"
    made["Ages"].column_dimensions["B"].hidden = True
    made["Ages"].row_dimensions[3].hidden = True
    made["Ages"]["A1"].comment = Comment("why", "me")
    read_back, lost = read(made, tmp_path)
    assert tables(read_back)[0].table == Table((("a", "c"),), (("1", "3"),))
    assert paragraphs(read_back) == []
    assert lost == [
        ("comment", "1 sheets with comments", "Ages"),
        ("hidden", "1 hidden sheets", "Gone"),
        ("hidden", "1 sheets with cells in hidden rows or columns (Ages: 5)", "b"),
    ]


@given(
    st.integers(2, 5),
    st.integers(2, 4),
    st.sets(st.integers(1, 4), max_size=3),
    st.sets(st.integers(0, 3), max_size=2),
)
def test_hiding_rows_or_columns_never_changes_what_is_read_of_the_others(
    height: int, width: int, rows: set[int], columns: set[int]
) -> None:
    cells = [[f"{'name' if row == 0 else 'cell'} {row} {column}" for column in range(width)] for row in range(height)]
    made = book(Ages=[list[object](line) for line in cells])
    for row in rows:
        made["Ages"].row_dimensions[row + 1].hidden = True
    for column in columns:
        made["Ages"].column_dimensions["ABCDE"[column]].hidden = True
    with TemporaryDirectory() as folder:
        read_back, _ = read(made, Path(folder))
    grid = [
        tuple(cell for column, cell in enumerate(line) if column not in columns)
        for row, line in enumerate(cells)
        if row not in rows
    ]
    if len(grid) > 1 and len(grid[0]) > 1:
        (block,) = tables(read_back)
        assert [*block.table.header, *block.table.rows] == grid


def test_pictures_and_charts(tmp_path: Path) -> None:
    made = book(Ages=[["a", "b"], ["x", 2]])
    sheet = made["Ages"]
    sheet.add_image(Picture(png("blue")), "J9")
    sheet.add_image(Picture(png("red")), "A4")
    chart = BarChart()
    chart.add_data(Reference(sheet, 2, 1, 2, 2), titles_from_data=True)
    sheet.add_chart(chart, "C9")
    read_back, lost = read(made, tmp_path)
    assert [(one.data, one.alt, one.headings) for one in pictures(read_back)] == [
        (png("red").getvalue(), "", ("Ages",)),
        (png("blue").getvalue(), "", ("Ages",)),
    ]
    assert lost == [("chart", "1 charts (the cells that they draw are read as tables)", "")]


def test_a_huge_range_of_nothing_costs_nothing(tmp_path: Path) -> None:
    """A million rows and sixteen thousand columns claimed, styled, merged; four cells written."""
    sheet = (
        '<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384" hidden="0"/></cols><sheetData>'
        '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c><c r="XFD1" s="1"/></row>'
        '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row>'
        '<row r="1048576"><c r="XFD1048576" t="str"><v>end</v></c></row></sheetData>'
        '<mergeCells><mergeCell ref="A2:A1048576"/><mergeCell ref="C1:XFD9"/></mergeCells>'
    )
    begin = time.process_time()
    tracemalloc.start()
    made = document(items(tmp_path, raw(sheet), "huge.xlsx"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert tables(made)[0].table == Table((("a", "b"),), (("1", "2"),))
    assert paragraphs(made) == ["end"]
    assert time.process_time() - begin < 2
    assert peak < 8 << 20


def test_a_large_table_says_how_large_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchwright.readers.office import sheets

    monkeypatch.setattr(sheets, "MOST_CELLS", 10_000)
    cells = "".join(f"<c><v>{at}</v></c>" for at in range(40))
    head = "".join(f'<c t="str"><v>n{at}</v></c>' for at in range(40))
    rows = f"<row>{head}</row>" + f"<row>{cells}</row>" * 260
    made = document(items(tmp_path, raw(f"<sheetData>{rows}</sheetData>"), "large.xlsx", Limits(table_rows=200)))
    table = tables(made)[0].table
    assert (len(table.rows), len(table.header[0]), table.cut) == (200, 30, Cut(260, 40))


def test_no_more_cells_than_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchwright.readers.office import sheet_cells

    monkeypatch.setattr(sheet_cells, "MOST_CELLS", 4)
    rows = '<row><c t="str"><v>a</v></c><c t="str"><v>b</v></c></row>' * 3
    found = items(tmp_path, raw(f"<sheetData>{rows}</sheetData>"), "cut.xlsx")
    assert tables(document(found))[0].table == Table((("a", "b"),), (("a", "b"),))
    assert drops(found) == [("table-cut", "1 sheets of which only the first cells are read (Ages)", "")]


def test_places_that_no_sheet_has(tmp_path: Path) -> None:
    for cell in ('<row r="1048577"><c><v>1</v></c></row>', '<row r="1"><c r="XFE1"><v>1</v></c></row>', '<row r="0"/>'):
        found = items(tmp_path, raw(f"<sheetData>{cell}</sheetData>"), "out.xlsx")
        assert [reason for reason, _, _ in drops(found)] == ["damaged"]


def test_shared_strings(tmp_path: Path) -> None:
    strings = (
        f'<sst xmlns="{MAIN}"><si><t>tree</t></si><si><r><t>o</t></r><r><t>ak</t></r><rPh><t>x</t></rPh></si></sst>'
    )
    rows = (
        '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>'
        '<row><c t="s"><v>9</v></c><c t="inlineStr"><is><t>in</t></is></c></row>'
    )
    made = document(items(tmp_path, raw(f"<sheetData>{rows}</sheetData>", sharedStrings=strings), "s.xlsx"))
    assert tables(made)[0].table == Table((("tree", "oak"),), (("", "in"),))


def test_lines_of_a_cell_stay_apart(tmp_path: Path) -> None:
    rows: list[list[object]] = [["A\nname"], [], ["Of\nwhat", "Is"], ["Bolivia", "Sucre\nLa Paz"], ["x\ny", "12\n3"]]
    made, _ = read(book(Ages=rows), tmp_path)
    (block,) = tables(made)
    assert block.table == Table((("Of what", "Is"),), (("Bolivia", "Sucre; La Paz"), ("x; y", "12; 3")))
    assert block.caption == "A name"


def test_struck_out_cells_and_words_are_counted_and_join_nothing(tmp_path: Path) -> None:
    struck = InlineFont(strike=True)
    made = book(Ages=[["tree", "age"], ["oak", 10], ["elm", 20], ["ash", 30]])
    sheet = made["Ages"]
    sheet["B2"].font = Font(strike=True)
    sheet["B3"] = CellRichText(TextBlock(struck, "10"), "15")
    sheet["B4"] = CellRichText("1", TextBlock(struck, "0"), "5")
    sheet["A5"], sheet["A5"].font = "gone", Font(strike=True)
    sheet.merge_cells("A5:B5")
    read_back, lost = read(made, tmp_path)
    assert tables(read_back)[0].table.rows == (("oak", ""), ("elm", "15"), ("ash", "1; 5"))
    assert lost == [
        ("struck-out", "2 runs of struck-out words", "10"),
        ("struck-out", "2 struck-out cells", "10"),
    ]


def test_words_of_a_text_box_are_whole(tmp_path: Path) -> None:
    first, second = ("".join(f"<a:r><a:t>{text}</a:t></a:r>" for text in texts) for texts in ("H2O", "x"))
    words = f"<a:p>{first}</a:p><a:p>{second}</a:p>"
    box = f"<xdr:twoCellAnchor><xdr:sp><xdr:txBody>{words}</xdr:txBody></xdr:sp></xdr:twoCellAnchor>"
    spaces = 'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    spaces += 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    parts = {"xl/_rels/sheet1.xml.rels": relationships(("d", "drawing", "drawing1.xml"))}
    parts["xl/drawing1.xml"] = f"<xdr:wsDr {spaces}>{box}</xdr:wsDr>"
    file = raw("<sheetData><row><c><v>1</v></c></row></sheetData>", files=parts)
    assert paragraphs(document(items(tmp_path, file, "b.xlsx"))) == ["1", "H2O\nx"]


def test_a_raised_note_of_a_cell_is_no_digit(tmp_path: Path) -> None:
    note = '<r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r>'
    sunk = '<r><rPr><vertAlign val="subscript"/></rPr><t>2</t></r>'
    lone = f"<r><t>a lone remark, 51 km</t></r>{note}<r><t>, 1010</t></r>{sunk}"
    texts = ("city", "people", "Bern", f"<r><t>700000</t></r>{note}", lone)
    shared = "".join(f"<si>{text if text.startswith('<') else f'<t>{text}</t>'}</si>" for text in texts)
    rows = "".join(
        f'<row r="{row}">{"".join(f"""<c t="s"><v>{at}</v></c>""" for at in cells)}</row>'
        for row, cells in ((1, (0, 1)), (2, (2, 3)), (9, (4,)))
    )
    file = raw(f"<sheetData>{rows}</sheetData>", sharedStrings=f'<sst xmlns="{MAIN}">{shared}</sst>')
    made = document(items(tmp_path, file, "n.xlsx"))
    assert tables(made)[0].table == Table((("city", "people"),), (("Bern", "700000"),))
    assert paragraphs(made) == ["a lone remark, 51 km², 1010₂"]


def test_ingested(tmp_path: Path) -> None:
    made = book(Ages=[["tree", "age"], ["oak", 900]])
    made["Ages"].add_image(Picture(png("blue")), "J9")
    (tmp_path / "docs").mkdir()
    made.save(tmp_path / "docs/ages.xlsx")
    (tmp_path / "docs/bad.xlsx").write_bytes(b"PK\x03\x04 no more")
    report = ingest_paths([tmp_path / "docs"], tmp_path / "corpus", IngestOptions())
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.ids == ["ages.xlsx#t0", "ages.xlsx#i0"]
    table, image = corpus.sources()
    assert (table.title, table.text) == ("Ages", "Ages\ntree | age\noak | 900")
    assert (image.title, image.place.headings) == ("Ages", ("Ages",))
    assert report.drops == {"damaged": 1}
    assert report.failed == ("bad.xlsx",)


@given(st.dictionaries(st.tuples(st.integers(0, 12), st.integers(0, 12)), st.just("x"), max_size=60))
def test_every_cell_is_in_exactly_one_block(places: dict[tuple[int, int], str]) -> None:
    cells: dict[int, dict[int, str]] = {}
    for row, column in places:
        cells.setdefault(row, {})[column] = "x"
    found = [(row, column) for block in blocks_of(cells) for row, line in block.items() for column in line]
    assert sorted(found) == sorted(places)


@given(st.text(alphabet='<>/ ="crvtsi0123456789AZ&;', max_size=120))
def test_any_sheet_is_read_or_dropped(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.mktemp("any")
    try:
        items(folder, raw(f"<sheetData>{text}</sheetData>"), "any.xlsx")
    except ReadError:
        return


def test_limits_are_those_of_the_run(tmp_path: Path) -> None:
    data = raw("<sheetData>" + '<row><c t="str"><v>a</v></c><c><v>1</v></c></row>' * 9 + "</sheetData>")
    made = document(items(tmp_path, data, "few.xlsx", Limits(table_rows=3)))
    assert (len(tables(made)[0].table.rows), tables(made)[0].table.cut) == (3, Cut(8, 2))


@pytest.mark.parametrize(
    ("amount", "code", "shown"),
    [
        ("-0.7", "0.0;[Red]0.0", "-0.7"),
        ("0.7", "0.0;[Red]0.0", "0.7"),
        ("-5", '"$"0;[Red]"$"0', "-$5"),
        ("-5", "0;▼0", "▼5"),
        ("-1234", "#,##0_);[Red](#,##0)", "(1,234)"),
        ("-0.001", "0.0;[Red]0.0", "0.0"),
        ("1234567", "#,##0,", "1,235 thousand"),
        ("1234567", "0.0,,", "1.2 million"),
        ("1234567", '#,##0,"k"', "1,235k"),
    ],
)
def test_a_sign_that_is_a_colour_and_a_scale_that_is_hidden_are_shown(amount: str, code: str, shown: str) -> None:
    assert shown_text(amount, code) == shown
