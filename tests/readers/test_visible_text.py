"""What a person sees of a cell: pieces that stay apart, and raised signs that are no digits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.readers.html_elements import element_text
from benchwright.readers.html_tree import parse_html
from benchwright.readers.visible_text import BORDER, BREAK, LIFTED, SUNK, raised, visible_text
from benchwright.values.numbers import find_quantities, parse_quantity

WORD = st.text("abzÄß019.,-", min_size=1, max_size=6)
BLOCK = st.sampled_from(["div", "p", "h3", "pre", "dt", "dd", "li", "blockquote", "section", "legend", "label"])


def cell(inner: str) -> str:
    node = parse_html(f"<table><tr><td>{inner}</td></tr></table>").css_first("td")
    assert node is not None
    return element_text(node, "cell")


@given(st.lists(WORD, min_size=1, max_size=5), st.data())
def test_a_block_around_a_piece_never_glues_two_words(words: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(words) - 1))
    tag, joint = data.draw(BLOCK), data.draw(st.sampled_from(["", " "]))
    before, piece, behind = " ".join(words[:at]), words[at], " ".join(words[at + 1 :])
    shown = cell(f"{before}{joint}<{tag}>{piece}</{tag}>{joint}{behind}")
    assert shown.replace("; ", " ").split() == words
    if at and before[-1].isdigit() and piece[0].isdigit():
        assert f"{words[at - 1]}; {piece}" in shown


@given(
    st.sampled_from(["5379475", "700,000", "-5", "1,234.5", "57 km", "12 %", "$5 million", "10.5", "100"]),
    st.text("0123456789abcdef*†‡§,[] ", max_size=8),
    st.sampled_from(["", " "]),
)
def test_a_superscript_never_changes_the_number_of_a_cell(number: str, note: str, space: str) -> None:
    read = parse_quantity(cell(f"{number}{space}<sup>{note}</sup>"))
    if not (number.endswith("km") and note.strip() in {"2", "3", "4"}):
        assert read == parse_quantity(number)


@pytest.mark.parametrize(
    ("marked", "in_cell", "in_lines"),
    [
        (f"5379475{BORDER}2020", "5379475; 2020", "5379475\n2020"),
        (f"Sucre{BREAK}La Paz", "Sucre; La Paz", "Sucre\nLa Paz"),
        (f"{BREAK}Directors:{BREAK}A{BREAK}{BREAK}B{BREAK}", "Directors: A; B", "Directors:\nA\nB"),
        (f"57{BREAK}(2020)", "57 (2020)", "57\n(2020)"),
        (f"700000{raised('2')}", "700000", "700000²"),
        (f"700000 {raised('a, b')}", "700000", "700000 a, b"),
        (f"3 × 10{raised('−6')}", "3 × 10⁻⁶", "3 × 10⁻⁶"),
        (f"505 km{raised('2')}{raised('[3]')}", "505 km²", "505 km²[3]"),
        (f"9.8 m/s{raised('2')}", "9.8 m/s²", "9.8 m/s²"),
        (f"Oak{raised('2')}, Ash{raised('a')}", "Oak, Ash", "Oak², Ash^a"),
        (f"the 21{raised('st')} of M{raised('c')}Donald", "the 21st of McDonald", "the 21st of McDonald"),
        (f"5{raised('1')}/2", "5 1/2", "5 1/2"),
        (f"5{raised('1' + raised('2') + '3')}", "5", "5¹²³"),
        (f"Ca{raised('2+')}, NH4{raised('+')} with{raised(' 35')}S", "Ca²⁺, NH4+ with S", "Ca²⁺, NH4+ with ³⁵S"),
        (f"NAD{raised('+ ')}to x{raised(' ')}y", "NAD+ to x y", "NAD+ to x y"),
        (f"2{raised('n')} of C{raised('R')}C{raised('W')}", "2^n of CC", "2^n of C^RC^W"),
        (f"4πr{raised('3')}/3", "4πr³/3", "4πr³/3"),
        (f"1010{SUNK}2{LIFTED} CO{SUNK}2{LIFTED}", "1010₂ CO2", "1010₂ CO2"),
        (raised("2020"), "2020", "2020"),
        ("co\u00adoperate\u200b\xa0now", "cooperate now", "cooperate now"),
    ],
)
def test_marks_become_text(marked: str, in_cell: str, in_lines: str) -> None:
    assert visible_text(marked, "cell") == in_cell
    assert visible_text(marked) == in_lines


def test_the_lines_of_a_header_are_one_name() -> None:
    assert visible_text(f"Head{BREAK}coach{raised('1')}", "header") == "Head coach"


@pytest.mark.parametrize("note", ["1", "12", "a", "*", "2)", "(1)"])
@pytest.mark.parametrize("number", ["16", "-0.9", "1,234.5"])
def test_a_note_before_a_number_is_not_read_as_its_digits(note: str, number: str) -> None:
    assert visible_text(raised(note) + number, "cell") == number
    shown = visible_text(f"{raised(note)}{number} of these", "lines")
    assert shown.endswith(f"{number} of these")
    assert not shown.startswith(f"{note}{number}")
    assert visible_text(f"{SUNK}5{LIFTED}{number}", "cell") == f"₅{number}"


def test_a_number_stays_apart_from_the_one_behind_its_note() -> None:
    assert visible_text(f"16{raised('1')}20", "cell") == "16; 20"
    assert visible_text(f"{raised('14')}C", "cell") == "¹⁴C"
    assert visible_text(f"{raised('3')}Togo", "cell") == "Togo"
    assert visible_text(raised("3"), "cell") == "3"


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("font-size:0.6em;vertical-align:super", "16"),
        ("VERTICAL-ALIGN: 0.5em", "16"),
        ("vertical-align:-0.4em", "16₃"),
        ("display:block", "16; 3"),
        ("display: inline-block; color: red", "163"),
    ],
)
def test_the_style_of_an_element_says_what_a_tag_may_say(style: str, shown: str) -> None:
    body = parse_html(f'<p>16<span style="{style}">3</span></p>').body
    assert body is not None
    assert element_text(body, "cell") == shown


def test_raised_cents_are_no_note() -> None:
    assert cell("£9<sup>.95</sup>") == "£9.95"
    assert cell("$19<sup>99</sup>") == "$19^99"  # cents or a note: no number is read
    assert parse_quantity(cell("$19<sup>99</sup>")) is None
    assert cell("$19<sup>a</sup>") == "$19"


def test_two_raised_digits_behind_a_small_number_may_be_an_exponent_or_minutes() -> None:
    shown = {"2": "2^12", "9": "9^12", "1955": "1955", "5379475": "5379475"}
    assert {text: cell(f"{text}<sup>12</sup>") for text in shown} == shown
    assert not list(find_quantities(cell("2<sup>12</sup>")))


def test_what_a_number_may_be_off_by_is_no_note() -> None:
    assert cell("1.84<sup>+0.25</sup>") == "1.84^+0.25"
    assert parse_quantity(cell("5<sup>+1</sup> mm")) is None
