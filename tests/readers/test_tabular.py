"""CSV and TSV of many hands: the dialect is told by trying, and what is odd is told."""

import csv
import io
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import ReadError
from benchwright.readers.base import Document, InputFile, Item, Limits, TableBlock
from benchwright.readers.tabular import READER, Dialect, detect, parse, read_rows
from benchwright.records import Drop, Table

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))


def read(tmp_path: Path, data: bytes, name: str = "rivers.csv") -> list[Item]:
    (tmp_path / name).write_bytes(data)
    return list(READER.read(InputFile(tmp_path / name, name, tmp_path), Limits()))


def table_of(items: list[Item]) -> Table:
    document = items[-1]
    assert isinstance(document, Document)
    (block,) = document.blocks
    assert isinstance(block, TableBlock)
    return block.table


def reasons(items: list[Item]) -> list[str]:
    return [item.reason for item in items if isinstance(item, Drop)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a,b\n1,2\n", Dialect(",")),
        ("a\tb\n1,5\t2,5\n", Dialect("\t")),
        ("a;b\n1,5;2,5\n", Dialect(";")),
        ("a|b\n1|2\n", Dialect("|")),
        ('"a","b"\n"one, two; three","x"\n', Dialect(",")),
        ('"a","b"\n"say ""x"", y","2"\n', Dialect(",")),
        ('"a","b"\n"say \\"x\\", y","2"\n', Dialect(",", "backslash")),
        ('"C:\\dir\\","b"\n"x","y"\n', Dialect(",")),
        ("one\ntwo\n", Dialect(",")),
    ],
)
def test_the_dialect_is_told(text: str, expected: Dialect) -> None:
    assert detect(text) == expected


def test_the_files_name_decides_between_equals() -> None:
    assert detect("a,b\tc\n1,2\t3\n", "\t") == Dialect("\t")
    assert detect("a,b\tc,d\nw,x\ty,z\n") == Dialect(",")


def test_quotes_after_backslashes_and_backslashes_themselves() -> None:
    rows = parse('"\\"Likwit\\"","a\\\\b"\n"\\N","C:\\x"\n', Dialect(",", "backslash"))
    assert rows == [['"Likwit"', "a\\b"], ["\\N", "C:\\x"]]


def test_an_unclosed_quote_does_not_swallow_the_rows_after_it() -> None:
    rows, dialect = read_rows('a,b\n"x,1\ny,2\nz,3\n')
    assert dialect == Dialect(",", "none")
    assert rows == [["a", "b"], ['"x', "1"], ["y", "2"], ["z", "3"]]


def test_a_letter_after_a_closing_quote_is_read_as_far_as_it_goes() -> None:
    rows, dialect = read_rows('a,b\n"x"y,1\nz,2\n')
    assert dialect == Dialect(",", "loose")
    assert rows == [["a", "b"], ["xy", "1"], ["z", "2"]]


def test_a_separator_line_is_obeyed_and_is_no_row() -> None:
    assert read_rows("sep=;\na;b,c\n1;2,3\n")[0] == [["a", "b,c"], ["1", "2,3"]]


def test_a_broken_row_far_down_does_not_spoil_the_file() -> None:
    text = "a,b\n" + "1,2\n" * 80_000 + '"x"y,3\n'
    rows, dialect = read_rows(text)
    assert dialect == Dialect(",", "loose")
    assert rows[-1] == ["xy", "3"]
    assert len(rows) == 80_002


def test_a_sample_that_ends_inside_a_quoted_cell_is_no_error() -> None:
    text = "a;b\n" + '"one\n, two";2\n' * 30_000
    assert detect(text) == Dialect(";")


def test_a_document_with_one_table(tmp_path: Path) -> None:
    items = read(tmp_path, b"\xef\xbb\xbfName,Length\r\nAare,288 km\r\n", "swiss_rivers.csv")
    assert isinstance(items[-1], Document)
    assert items[-1].title == "swiss rivers"
    assert table_of(items) == Table((("Name", "Length"),), (("Aare", "288 km"),))
    assert reasons(items) == []


def test_a_title_line_names_the_document(tmp_path: Path) -> None:
    document = read(tmp_path, b"Rivers of Bern,,\nName,Length,To\nAare,288,Rhine\n")[-1]
    assert isinstance(document, Document)
    assert document.title == "Rivers of Bern"
    assert table_of([document]).header == (("Name", "Length", "To"),)


def test_ragged_rows_and_bad_quotes_are_told(tmp_path: Path) -> None:
    items = read(tmp_path, b'a,b,c\n1,2\n"3"x,4,5,6\n\n7,8,9\n1,2,3\n')
    assert reasons(items) == ["csv-quotes", "table-row-padded", "table-row-cut"]
    assert table_of(items).rows == (("1", "2", ""), ("7", "8", "9"), ("1", "2", "3"))


def test_lines_of_a_cell_stay_apart(tmp_path: Path) -> None:
    table = table_of(read(tmp_path, b'"Of\nwhat","Is"\nBolivia,"Sucre\r\nLa Paz"\nKenya,"12\n345"\n'))
    assert table == Table((("Of what", "Is"),), (("Bolivia", "Sucre; La Paz"), ("Kenya", "12; 345")))


def test_names_that_stand_over_other_columns_than_theirs_name_nothing(tmp_path: Path) -> None:
    table = table_of(read(tmp_path, b"name,age\n1,Bob,42\n2,Ann,30\n"))  # as R writes the names of rows
    assert table.header == (("", "", ""),)
    assert table.rows[0] == ("name", "age", "")


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Land;Fläche, km²\nBern;51,6\nBrig;38,1\n", ";"),
        ("Bern;51,6;134,5\nBrig;38,1;13,3\n", ";"),
        ("Land|Fläche, km²\nBern|51,6\n", "|"),
        ("a,b\tc,d\n1,2\t3,4\n", "\t"),
        ("Land,Area; km²\nBern,51; 6\n", ","),
    ],
)
def test_a_comma_that_may_be_punctuation_parts_no_cells(text: str, delimiter: str) -> None:
    assert detect(text) == Dialect(delimiter)


@pytest.mark.parametrize(
    ("above", "caption", "lost"),
    [
        ("# from the census\n# made 2020\n", "from the census", ["made 2020"]),
        ("Towns of Uri\nSource: census, 2020\n\n", "Towns of Uri", ["Source: census 2020"]),
        ("Towns of Uri,,\nSource: census,,\n,,\n", "Towns of Uri", ["Source: census"]),
        ("Towns of Uri\n", "Towns of Uri", []),
        ("Towns of Uri\nPeople in thousands\n", "Towns of Uri. People in thousands", []),
        ("", "", []),
    ],
)
def test_lines_above_the_header_are_none(tmp_path: Path, above: str, caption: str, lost: list[str]) -> None:
    items = read(tmp_path, f"{above}#,Town,People\n1,Altdorf,9\n# not counted\n2,Seedorf,2\n".encode())
    drops = [item for item in items if isinstance(item, Drop) and item.reason == "table-preamble"]
    expected = [*lost, "not counted"] if caption else []
    assert [line for drop in drops for line in drop.text.split("\n")] == expected or not caption
    assert table_of(items) == Table((("#", "Town", "People"),), (("1", "Altdorf", "9"), ("2", "Seedorf", "2")))
    document = items[-1]
    assert isinstance(document, Document)
    assert document.title == (caption or "not counted")


def test_of_several_lines_above_the_table_the_one_that_is_called_title_is_it(tmp_path: Path) -> None:
    data = b"Data set:,X13\nTitle:,Area of towns\nNo.,Town,People,Area\n1,Altdorf,9,2\n2,Seedorf,2,3\n"
    items = read(tmp_path, data)
    document = items[-1]
    assert isinstance(document, Document)
    assert document.title == "Area of towns"
    assert [item.text for item in items if isinstance(item, Drop)] == ["Data set: X13"]


def test_years_behind_an_empty_corner_are_the_header(tmp_path: Path) -> None:
    assert table_of(read(tmp_path, b",2019,2020\nOak,12,15\nElm,9,8\n")).header == (("", "2019", "2020"),)


def test_a_wrong_encoding_is_guessed_and_told(tmp_path: Path) -> None:
    items = read(tmp_path, "Name,Land\nGenève,CH\n".encode("latin-1"))
    assert reasons(items) == ["encoding-guessed"]
    assert table_of(items).rows == (("Genève", "CH"),)


@pytest.mark.parametrize(("data", "reason"), [(b"", "empty"), (b" \n \n", "empty"), (b"a,b\n\x00,1\n", "nul-bytes")])
def test_what_cannot_be_read_is_an_error(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(tmp_path, data)
    assert caught.value.reason == reason


def test_a_cell_beyond_measure_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError) as caught:
        read(tmp_path, b"a,b\n1," + b"x" * 200_000 + b"\n")
    assert caught.value.reason == "csv-damaged"


def test_a_database_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(ReadError) as caught:
        read(tmp_path, b"a,b\n" + b"1,2\n" * (8 << 20))
    assert caught.value.reason == "too-large"


def test_a_header_alone_is_dropped(tmp_path: Path) -> None:
    assert reasons(read(tmp_path, b"a,b\n")) == ["table-empty"]


cell = st.text(st.characters(exclude_characters="\r\0", exclude_categories=("Cs",)), max_size=8)


@given(st.lists(st.lists(cell, min_size=2, max_size=4), min_size=1, max_size=6), st.sampled_from(",;\t|"))
def test_what_was_written_is_read(rows: list[list[str]], delimiter: str) -> None:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerows(rows)
    assert parse(buffer.getvalue(), Dialect(delimiter)) == rows


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",))))
def test_any_text_is_read_and_keeps_its_letters(text: str) -> None:
    rows, _ = read_rows(text)
    read_letters = Counter(letter for row in rows for cell in row for letter in cell if letter.isalnum())
    # A line such as "sep=;" is obeyed, not kept; nothing else may go.
    assert text.lower().startswith("sep=") or read_letters == Counter(letter for letter in text if letter.isalnum())


plain = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0,;|\t\\"), min_size=1, max_size=8)


@given(st.integers(2, 4).flatmap(lambda width: st.lists(st.lists(plain, min_size=width, max_size=width), min_size=2)))
def test_the_delimiter_is_found(rows: list[list[str]]) -> None:
    for delimiter in ",;\t|":
        buffer = io.StringIO()
        csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerows(rows)
        assert read_rows(buffer.getvalue()) == (rows, Dialect(delimiter))


@pytest.mark.skipif(not (DATA / "wikitables").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_thirty_tables_of_wikipedia() -> None:
    found = {}
    for path in sorted((DATA / "wikitables").glob("*.csv")):
        rows, dialect = read_rows(path.read_text("utf-8"))
        assert len({len(row) for row in rows}) == 1
        found[path.name] = (dialect.quotes, len(rows))
    assert len(found) == 30
    assert [name for name, (quotes, _) in found.items() if quotes == "backslash"] == [
        "101.csv",
        "105.csv",
        "121.csv",
        "122.csv",
    ]
    assert found["121.csv"] == ("backslash", 281)


@pytest.mark.parametrize(
    ("below", "headers"),
    [
        ("\nItem,Price\nLamp,15\nDesk,100\n", [("Region", "Sales", "Staff"), ("Item", "Price")]),
        (",,\nItem,Price,Stock\nLamp,15,3\n", [("Region", "Sales", "Staff"), ("Item", "Price", "Stock")]),
        ("\nBy item\nItem,Price\nLamp,15\n", [("Region", "Sales", "Staff"), ("Item", "Price")]),
        ("\nEast,31,7\nWest,,\n", [("Region", "Sales", "Staff")]),
        ("\nRim,closed,n/a\n", [("Region", "Sales", "Staff")]),
    ],
)
def test_a_header_behind_a_blank_line_begins_another_table(
    tmp_path: Path, below: str, headers: list[tuple[str, ...]]
) -> None:
    items = read(tmp_path, f"Region,Sales,Staff\nNorth,10,5\nSouth,20,6\n{below}".encode())
    (document,) = [item for item in items if isinstance(item, Document)]
    tables = [block for block in document.blocks if isinstance(block, TableBlock)]
    assert [block.table.header[0] for block in tables] == headers
    assert [block.caption for block in tables[1:]] == ["By item" if "By item" in below else ""] * (len(headers) - 1)
