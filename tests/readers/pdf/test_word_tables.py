"""Tables of words without rules and caption, and what stands in columns and is none."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.sheets import Sheet, seen

from benchwright.readers.pdf.page import PageTable
from benchwright.readers.pdf.tables import find_tables

XS = (60.0, 160.0, 260.0)
BOATS = (
    ("Boat", "Builder", "Berth"),
    ("Anna", "Lee Yard", "North quay"),
    ("Bella", "Ray Yard", "South quay"),
    ("Cora", "Day Yard", "East pier"),
)
ADDRESSES = (("Bill to", "Ship to"), ("Ann Lee", "Bob Ray"), ("Mill Road", "Quay Street"), ("Leeds", "Hull"))


def page(
    rows: Sequence[Sequence[str]], step: float = 16, xs: Sequence[float] = XS, bold: bool = True
) -> PageTable | None:
    """The one table of a page with these rows between paragraphs, None if there is none."""

    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 4)
        for at, row in enumerate(rows):
            sheet.cells(xs[: len(row)], 140 + step * at, row, "Times-Bold" if bold and not at else "Times-Roman")
        sheet.prose(60, 170 + step * len(rows), 4)

    found = find_tables(*seen(draw))
    assert len(found) < 2
    return found[0] if found else None


@pytest.mark.parametrize(("bold", "header"), [(True, 1), (False, 0)])
def test_words_in_rows_are_a_table_with_a_header_if_it_is_bold(bold: bool, header: int) -> None:
    table = page(BOATS, bold=bold)
    assert table is not None
    assert (table.grid, table.header_rows) == (BOATS, header)


def test_cells_of_several_lines_are_joined() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 4)
        sheet.cells(XS, 140, BOATS[0], "Times-Bold")
        sheet.cells(XS, 160, ("Anna the", "Lee Yard", "North"))
        sheet.cells(XS, 171, ("Second", "", "quay"))
        sheet.cells(XS, 191, BOATS[2])
        sheet.cells(XS, 211, BOATS[3])

    (table,) = find_tables(*seen(draw))
    assert table.grid == (BOATS[0], ("Anna the Second", "Lee Yard", "North quay"), *BOATS[2:])


def test_two_columns_have_no_header() -> None:
    table = page(ADDRESSES)
    assert table is not None
    assert table.header_rows == 0


CARDS = (("Basic", "Premium", "Family"), *((f"It has {n} rooms.", f"It has {n + 2} rooms.", "All.") for n in (2, 3, 4)))
FORM = (
    ("Name: Ann", "Day: Monday"),
    ("Town: Hull", "Hour: noon"),
    ("Road: Mill", "Sum: none"),
    ("Door: red", "Key: no"),
)
ITEMS = (
    ("• oak", "• elm", "• fir"),
    ("• ash", "• yew", "• bay"),
    ("• fig", "• box", "• may"),
    ("• hop", "• ivy", "• rue"),
)
LONG = tuple(tuple(f"{name} stands on the hill over the river" for name in row[:2]) for row in BOATS)
GAPPY = (*BOATS[:3], ("Cora", "", "East pier"))


@pytest.mark.parametrize("rows", [CARDS, FORM, ITEMS, LONG, GAPPY], ids=["cards", "form", "items", "long", "gappy"])
def test_sentences_labels_items_and_columns_of_text_are_no_table(rows: Sequence[Sequence[str]]) -> None:
    assert page(rows, xs=(60, 300) if len(rows[0]) == 2 else XS) is None


def test_lines_at_the_distance_of_text_and_cells_in_their_middle_are_no_table() -> None:
    assert page(ADDRESSES, step=12) is None
    assert page(BOATS, step=12) is None

    def authors(sheet: Sheet) -> None:
        for at, row in enumerate(BOATS):
            for x, text in zip(XS, row, strict=True):
                sheet.text(x - sheet.canvas.stringWidth(text, "Times-Roman", 10) / 2, 140 + 16 * at, text)

    assert find_tables(*seen(authors)) == ()


WORDS = st.text(st.sampled_from("abcdefgh"), min_size=2, max_size=9)


@given(
    st.integers(2, 4).flatmap(
        lambda width: st.lists(
            st.lists(WORDS, min_size=width, max_size=width, unique=True),
            min_size=4,
            max_size=8,
            unique_by=lambda row: row[0],
        )
    )
)
def test_any_rows_of_words_come_back(rows: list[list[str]]) -> None:
    table = page(rows, xs=(60, 170, 280, 390), bold=False)
    assert table is not None
    assert [list(row) for row in table.grid] == rows
