"""Where columns are, and what stands at the edges of all pages."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from benchwright.readers.pdf.line_records import LineRecord
from benchwright.readers.pdf.page import Rect
from benchwright.readers.pdf.reading_order import reading_order
from benchwright.readers.pdf.running_heads import PageRows, running_rows


@dataclass(frozen=True)
class Line:
    name: str
    rect: Rect


def lines(name: str, left: float, right: float, top: float, count: int) -> list[Line]:
    """Lines of 10 points, 12 apart."""
    return [Line(f"{name}{at}", Rect(left, top + 12 * at, right, top + 12 * at + 10)) for at in range(count)]


def order(pieces: list[Line]) -> list[list[str]]:
    return [[piece.name for piece in column.pieces] for column in reading_order(pieces, 10.0)]


def test_one_column() -> None:
    assert order(lines("a", 50, 500, 100, 3)) == [["a0", "a1", "a2"]]
    assert reading_order([], 10.0) == []


def test_two_columns_under_a_title_and_over_a_wide_figure() -> None:
    left, right = lines("l", 50, 280, 150, 4), lines("r", 300, 530, 150, 4)
    title, figure = Line("title", Rect(100, 100, 480, 120)), Line("figure", Rect(60, 210, 520, 300))
    below, beside = lines("m", 50, 280, 320, 3), lines("s", 300, 530, 320, 3)
    mixed = [piece for pair in zip(left, right, strict=True) for piece in pair]
    assert order([*mixed, figure, *below, title, *beside]) == [
        ["title"],
        ["l0", "l1", "l2", "l3"],
        ["r0", "r1", "r2", "r3"],
        ["figure"],
        ["m0", "m1", "m2"],
        ["s0", "s1", "s2"],
    ]


def test_three_columns() -> None:
    found = order(lines("a", 50, 190, 100, 5) + lines("b", 210, 350, 100, 5) + lines("c", 370, 510, 100, 5))
    assert [names[0] for names in found] == ["a0", "b0", "c0"]
    assert [len(names) for names in found] == [5, 5, 5]


def test_figure_in_a_column_stays_there() -> None:
    left = [*lines("l", 50, 280, 100, 3), Line("figure", Rect(60, 140, 270, 200)), *lines("m", 50, 280, 210, 3)]
    assert order(left + lines("r", 300, 530, 100, 12))[0] == ["l0", "l1", "l2", "figure", "m0", "m1", "m2"]


def test_margin_is_an_aside_and_comes_last() -> None:
    body, margin = lines("b", 170, 550, 100, 20), lines("m", 30, 155, 180, 6)
    columns = reading_order([*margin, *body], 10.0)
    assert [column.aside for column in columns] == [False, True]
    assert [len(column.pieces) for column in columns] == [20, 6]


def test_ends_of_lines_are_no_columns() -> None:
    ragged = [Line(f"a{at}", Rect(50, 100 + 12 * at, 300 + 17 * (at * 7 % 10), 110 + 12 * at)) for at in range(10)]
    numbers = [Line(f"n{at}", Rect(520, 100 + 12 * at, 530, 110 + 12 * at)) for at in (3, 7)]
    assert len(order(ragged + numbers)) == 1


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 30), st.integers(0, 60)), max_size=40))
def test_every_piece_comes_once(places: list[tuple[int, int, int]]) -> None:
    pieces = [
        Line(str(at), Rect(10.0 * x, 12.0 * y, 10.0 * x + 10.0 * wide, 12.0 * y + 10.0))
        for at, (x, wide, y) in enumerate(places)
    ]
    found = [piece.name for column in reading_order(pieces, 10.0) for piece in column.pieces]
    assert sorted(found) == sorted(piece.name for piece in pieces)


def sheet(number: int, *rows: tuple[str, float]) -> PageRows:
    made = tuple(LineRecord(number, Rect(50, top, 300, top + 10), text, 10.0) for text, top in rows)
    return PageRows(number, 800.0, made)


def test_running_heads_count_and_stay_at_their_height() -> None:
    pages = [
        sheet(number, ("Of Trees", 30.0), ("Text of the page", 200.0), (f"Page {number} of 5", 770.0))
        for number in range(1, 6)
    ]
    assert running_rows(pages) == {(number, index) for number in range(1, 6) for index in (0, 2)}


def test_left_and_right_heads_and_chapters() -> None:
    heads = ["The Oak" if number % 2 else "Of Trees" for number in range(1, 9)]
    pages = [sheet(number, (head, 30.0), ("Text", 300.0), ("more", 500.0)) for number, head in enumerate(heads, 1)]
    assert {number for number, _ in running_rows(pages)} == set(range(1, 9))


def test_what_is_repeated_elsewhere_is_text() -> None:
    body = [sheet(number, ("A", 200.0), ("The same words", 400.0), ("B", 500.0)) for number in range(1, 6)]
    assert running_rows(body) == frozenset()
    moving = [sheet(number, ("The same", 20.0 + 22 * number), ("Text", 400.0), ("B", 500.0)) for number in range(1, 5)]
    assert running_rows(moving) == frozenset()
    far = [
        sheet(number, ("Summary" if number in (1, 6, 11) else f"x{'y' * number}", 30.0), ("T", 400.0))
        for number in range(1, 12)
    ]
    assert running_rows(far) == frozenset()


def test_page_number_of_a_single_page() -> None:
    assert running_rows([sheet(1, ("Text", 100.0), ("1999", 400.0), ("- 7 -", 780.0))]) == {(1, 2)}
    assert running_rows([sheet(1, ("7", 780.0))]) == frozenset()  # nothing else is there


def test_rows_of_data_that_differ_in_their_numbers_are_no_heads() -> None:
    amounts = (120, 85, 310, 44)
    pages = [
        sheet(
            number,
            ("Of Trees", 30.0),
            ("Item Price", 60.0),
            *((f"Oak {amount + 7 * at}.50", 72.0 + 12 * at) for at in range(54)),
            (f"Sum {amount * 9}.00", 730.0),  # set apart at the foot
            (f"{amount * 9}", 750.0),
            (f"Page {number} of 4", 780.0),
        )
        for number, amount in enumerate(amounts, 1)
    ]
    last = len(pages[0].rows) - 1
    assert running_rows(pages) == {(number, index) for number in range(1, 5) for index in (0, last)}


def test_names_of_columns_over_each_page_of_a_table_are_no_head() -> None:
    pages = [
        sheet(
            number,
            (f"Invoice 17, page {number}", 30.0),
            ("Item Quantity Price", 60.0),
            *((f"Oak {number} {at} {7 * at}.50", 76.0 + 14 * at) for at in range(40)),
        )
        for number in range(1, 5)
    ]
    assert running_rows(pages) == {(number, 0) for number in range(1, 5)}


def test_heads_of_left_and_right_pages() -> None:
    heads = ("Of Trees", "A. Elm", "Of Trees", "Growth")
    pages = [
        sheet(number, (head, 30.0), *((f"oak {number} {at} stands", 60.0 + 12 * at) for at in range(20)))
        for number, head in enumerate(heads, 1)
    ]
    assert running_rows(pages) == {(number, 0) for number in range(1, 5)}
    others = [
        sheet(number, (head, 30.0), *((f"oak {number} {at} stands", 60.0 + 12 * at) for at in range(20)))
        for number, head in enumerate(("Oaks", "Elms", "Limes", "Ashes"), 1)
    ]
    assert running_rows(others) == frozenset()


def test_a_total_beside_the_same_words_is_no_foot() -> None:
    def page(number: int, total: str) -> PageRows:
        made = sheet(number, ("Text", 200.0), ("more", 212.0), ("Total", 770.0))
        beside = LineRecord(number, Rect(400, 770, 450, 780), total, 10.0)
        return PageRows(number, 800.0, (*made.rows, beside))

    assert running_rows([page(1, "1250"), page(2, "830"), page(3, "77")]) == frozenset()


def test_headings_that_count_are_text() -> None:
    pages = [
        PageRows(
            number,
            800.0,
            (
                LineRecord(number, Rect(50, 50, 120, 66), f"Day {number}", 16.0),
                *sheet(number, ("Text of the day that is long", 200.0), ("and goes on", 212.0)).rows,
            ),
        )
        for number in range(1, 5)
    ]
    assert running_rows(pages) == frozenset()


def test_a_number_counts_in_any_place_and_in_roman() -> None:
    names = ("i", "ii", "iii", "iv", "v")
    pages = [
        sheet(at, (f"Of Trees 4(2), {at + 3}", 30.0), ("Text", 300.0), ("more", 312.0), (f"A-{name}", 780.0))
        for at, name in enumerate(names, 1)
    ]
    assert running_rows(pages) == {(number, index) for number in range(1, 6) for index in (0, 3)}


@given(st.lists(st.lists(st.integers(0, 99_999), min_size=40, max_size=40), min_size=2, max_size=5))
def test_no_row_inside_the_text_is_ever_a_head(numbers: list[list[int]]) -> None:
    pages = [
        sheet(page, *((f"Oak {value}" if at % 2 else str(value), 30.0 + 19 * at) for at, value in enumerate(values)))
        for page, values in enumerate(numbers, 1)
    ]
    assert running_rows(pages) == frozenset()


def test_a_heading_under_columns_belongs_to_the_text_below() -> None:
    cards = [*lines("a", 50, 160, 150, 4), *lines("b", 220, 330, 150, 4), *lines("c", 390, 500, 150, 4)]
    head, wide = Line("head", Rect(50, 230, 90, 245)), lines("w", 50, 520, 255, 3)
    order_of = [name for names in order([*cards, head, *wide]) for name in names]
    assert order_of == [*(f"{column}{at}" for column in "abc" for at in range(4)), "head", "w0", "w1", "w2"]
    near = Line("near", Rect(50, 200, 90, 210))  # a line of its column
    assert order([*cards, near, *wide])[0] == ["a0", "a1", "a2", "a3", "near"]
