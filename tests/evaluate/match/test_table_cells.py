"""A value of a table goes with its own row's key, in whatever form a chunk tells it."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from benchwright.evaluate.match.table_cells import KeyPlace, TableCells
from benchwright.evaluate.match.word_overlap import words_of
from benchwright.records import Table
from benchwright.values import LOOSELY, occurrences, occurs_in, parse, same

FANS = Table((("Country", "Cups", "Fans"),), (("Ghana", "12", "5"), ("Togo", "7", "500"), ("Mali", "1", "1,500")))
RANKED = Table((("Rank", "Country", "Fans"),), (("1", "Ghana", "57"), ("2", "Mali", "30"), ("3", "Togo", "7")))


def states(table: Table, text: str, row: int, column: int, *, named: bool = True) -> bool:
    return TableCells(table).states(words_of(text), (row, column), named=named)


@pytest.mark.parametrize(
    ("text", "row", "column"),
    [
        ("Ghana | 12 | 5\nTogo | 7", 0, 1),
        ("Ghana | 12 | 5\nTogo | 7", 1, 1),
        ("Togo sent 500, Mali 1,500", 2, 2),
        ("Togo sent 500, Mali 1500", 2, 2),
        ("500 came for Togo, 1.5 thousand for Mali", 1, 2),
        ("500 came for Togo, 1500 for Mali", 2, 2),
        ("Country: Togo\nCups: 7\nFans: 500", 1, 2),
        ("<tr><td>Ghana<td>12<td>5</tr><tr><td>Togo<td>7<td>500</tr>", 1, 2),
    ],
)
def test_a_value_beside_its_own_key(text: str, row: int, column: int) -> None:
    assert states(FANS, text, row, column)


@pytest.mark.parametrize(
    ("text", "row", "column"),
    [
        ("Ghana | 7 | 5\nTogo | 12", 1, 1),
        ("Togo | 12\nGhana | 7", 0, 1),
        ("Togo sent no one, Mali 1,500", 1, 2),
        ("Togo sent no one, Ghana 500", 1, 2),
        ("57 for Mali, 12 for Togo, 7 for Ghana", 0, 1),
        ("Ghana sent 5.5 and Togo 1,500", 1, 2),
    ],
)
def test_a_value_beside_another_key(text: str, row: int, column: int) -> None:
    assert not states(FANS, text, row, column)


def test_a_column_that_counts_the_rows_names_none() -> None:
    assert states(RANKED, "Ghana: 57", 0, 2)
    assert not states(RANKED, "Mali has 1 point and 57 fans", 0, 2)
    assert TableCells(RANKED).key(0, 2) == (0, 1)
    assert TableCells(RANKED).key(0, 1) is TableCells(RANKED).key(-1, 2) is None


def test_without_a_document_the_columns_name_has_to_be_there() -> None:
    assert not states(RANKED, "Ghana: 57", 0, 2, named=False)
    assert states(RANKED, "Fans by country, Ghana: 57", 0, 2, named=False)


YEARS = Table(
    (("Country", "Cups in 2021", "Fans per 1,000"),), (("Ghana", "12", "5"), ("Togo", "7", "500"), ("Mali", "1", "35"))
)


@pytest.mark.parametrize(
    "flat",
    [
        lambda rows: "".join("<tr><td>" + "</td><td>".join(row) + "</td></tr>" for row in rows),
        lambda rows: "".join("<TR><TD>" + "<TD>".join(row) for row in rows),
        lambda rows: " ".join(f"| {' | '.join(row)} |" for row in rows),
        lambda rows: "<ul>" + "".join(f"<li>{', '.join(row)}</li>" for row in rows) + "</ul>",
        lambda rows: "<br>".join(", ".join(row) for row in rows),
    ],
)
def test_numbers_in_the_header_of_a_table_on_one_line_leave_its_rows_clear(flat) -> None:
    text = flat([*YEARS.header, *YEARS.rows])
    assert all(states(YEARS, text, row, column) for row in range(3) for column in (1, 2))
    turned = [(row[0], *others[1:]) for row, others in zip(YEARS.rows, YEARS.rows[1:] + YEARS.rows[:1], strict=True)]
    wrong = flat([*YEARS.header, *turned])
    assert not any(states(YEARS, wrong, row, column) for row in range(3) for column in (1, 2))


NAMES = ["Ghana", "Togo", "Mali", "Benin", "Niger", "Chad"]
FORMS = [
    lambda rows: "\n".join(f"{name} | {value}" for name, value in rows),
    lambda rows: "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in rows),
    lambda rows: "; ".join(f"{name}: {value}" for name, value in rows),
    lambda rows: " ".join(f"{name} had {value} fans." for name, value in rows),
    lambda rows: ", ".join(f"{value} for {name}" for name, value in rows),
    lambda rows: "\n\n".join(f"Country: {name}\nFans: {value}" for name, value in rows),
]


@given(st.permutations(NAMES), st.lists(st.integers(10, 99_999), min_size=6, max_size=6, unique=True), st.data())
def test_no_value_goes_with_the_key_of_another_row(names: list[str], values: list[int], data: st.DataObject) -> None:
    """A chunk gives every country its neighbour's value: no cell is told by it. With its own value each one is."""
    table = Table(
        (("Country", "Fans"),), tuple((name, f"{value:,}") for name, value in zip(names, values, strict=True))
    )
    form = data.draw(st.sampled_from(FORMS))
    shown = data.draw(st.integers(2, 6))
    shift = data.draw(st.integers(1, 5))
    right = form([(name, value) for name, value in zip(names, values, strict=True)][:shown])
    wrong = form([(name, values[(at + shift) % 6]) for at, name in enumerate(names)][:shown])
    cells = TableCells(table)
    assert all(cells.states(words_of(right), (row, 1), named=True) for row in range(shown))
    assert not any(cells.states(words_of(wrong), (row, 1), named=True) for row in range(6))


@given(st.integers(1, 999) | st.integers(3000, 10**9), st.sampled_from(["{}", "{:,}"]), st.sampled_from(["{}", "{:,}"]))
def test_grouped_digits_are_the_same_number(value: int, written: str, told: str) -> None:
    table = Table((("Country", "Fans"),), (("Ghana", written.format(value)),))
    assert states(table, f"Ghana: {told.format(value)}", 0, 1)
    assert not states(table, f"Ghana: {told.format(-value)}", 0, 1)


KEYS = ["Ghana", "South Sudan", "Sudan", "Mali", "1990", "Trinidad and Tobago", "Guinea-Bissau", "10 May 1990"]
CELLS = ["5", "500", "1,500", "about 3 million", "-5", "1990", "red; blue", "Ann Lee", "The Beatles", "50%", "2–3 km"]
BETWEEN = [" | ", "\n", ", ", ". ", ": ", " ", " for ", " and ", " the ", "<td>", "-"]
ROWS = st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(CELLS)), min_size=1, max_size=4).map(tuple)
CHUNKS = st.lists(st.tuples(st.sampled_from([*KEYS, *CELLS, "Fans"]), st.sampled_from(BETWEEN)), max_size=40)


@given(ROWS, CHUNKS)
def test_the_search_around_keys_is_the_search_of_the_whole_chunk(rows, parts):
    """Every place of the value in the chunk, with its key among all keys and all line ends."""
    cells = TableCells(Table((("Country", "Fans"),), rows))
    assume(cells.key_column == 0)  # a key is stated by other rules
    words = words_of("".join(map("".join, parts)))
    places, _ = cells._find_keys(words)
    for row, cell in enumerate(rows):
        stated = occurs_in(parse(cell[0]), words.text, LOOSELY)
        reach = len(words_of(" ".join((*cell, "Country Fans"))))
        expected = False
        for start, end in occurs_in(parse(cell[1]), words.text, LOOSELY) if cells.key(row, 1) else ():
            owner = owner_of(words.text, places, start)
            if owner is not None and row in owner[2] and not owner[0] < end <= owner[1]:
                near = abs(words.within(start, end)[0] - words.within(owner[0], owner[1])[0]) <= reach
                expected |= near and any(first < owner[1] and owner[0] < last for first, last in stated)
        assert cells.states(words, (row, 1), named=True) == expected


def owner_of(text: str, places: list[KeyPlace], at: int) -> KeyPlace | None:
    ends = [0, *(match.end() for match in re.finditer(r"[\n\r]|(?<=[.!?;])\s", text)), len(text) + 1]
    begin, end = max(one for one in ends if one <= at), min(one for one in ends if one > at)
    inside = [place for place in places if begin <= place[0] < end]
    before = [place for place in inside or places if place[0] <= at]
    after = [place for place in inside if place[0] > at]
    if not before or not after:
        return before[-1] if before else after[0] if after else None
    apart = [re.search(r"[,|]\s", text[before[-1][1] : at]), re.search(r"[,|]\s", text[at : after[0][0]])]
    if bool(apart[0]) != bool(apart[1]):
        return after[0] if apart[0] else before[-1]
    return None if re.search(r"\d", text[begin : inside[0][0]]) else before[-1]


def test_twice_the_rows_are_about_twice_the_comparisons(monkeypatch):
    counts = []
    for size in (40, 80):
        rows = tuple((f"Town{row} Upon", str(1000 + 7 * row), f"{13 * row} km") for row in range(size))
        cells, compared = TableCells(Table((("Town", "People", "Road"),), rows)), []
        monkeypatch.setattr(occurrences, "same", lambda one, other, seen=compared: seen.append(one) or same(one, other))
        words = words_of("\n".join(f"Town: {town}; People: {people}; Road: {road}." for town, people, road in rows))
        assert all(cells.states(words, (row, column), named=True) for row in range(size) for column in (1, 2))
        counts.append(len(compared))
    assert counts[1] <= 2.5 * counts[0]


@pytest.mark.parametrize(
    "text",
    [
        "<table><tr><th>Country</th></tr><tr><td>Ghana</td></tr><tr><td>Togo</td></tr></table>",
        '[{"Country": "Ghana", "Cups": 12}, {"Country": "Togo", "Cups": 7}]',
        "Country: Togo; Cups: 7",
        "Togo has 7 cups. Mali has 1.",
        "The fans of football are many in Togo.",
    ],
)
def test_the_name_of_a_row_is_stated_in_any_form(text: str) -> None:
    assert TableCells(FANS, "Football in Africa").states(words_of(text), (1, 0), named=True)


@pytest.mark.parametrize("text", ["Togo is hot.", "Football in Mali", "Fans: 500", "Togoland fans"])
def test_a_mere_mention_states_no_row(text: str) -> None:
    assert not TableCells(FANS, "Football in Africa").states(words_of(text), (1, 0), named=True)


def test_without_a_document_the_name_needs_another_cell_of_its_row() -> None:
    cells = TableCells(FANS, "Football in Africa")
    assert cells.states(words_of("Togo | 7 | 500"), (1, 0), named=False)
    assert not cells.states(words_of("Football fans of Togo"), (1, 0), named=False)
    assert not cells.states(words_of("Togo | 12"), (1, 0), named=False)
