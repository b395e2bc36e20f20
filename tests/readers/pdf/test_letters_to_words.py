"""Letters -> words -> lines: what a word is, and that no letter is lost."""

from hypothesis import given
from hypothesis import strategies as st

from benchwright.readers.pdf.letters import Face, Letter
from benchwright.readers.pdf.letters_to_words import make_words, unreadable, with_note_marks
from benchwright.readers.pdf.page import PageContent, Rect, Word
from benchwright.readers.pdf.words_to_lines import make_lines
from benchwright.readers.visible_text import visible_text

ROMAN = Face("Roman", 10.0, False, False, False, True)
SMALL = Face("Roman", 7.0, False, False, False, True)


def letters(text: str, left: float = 0.0, spot: float = 100.0, face: Face = ROMAN, made: bool = False) -> list[Letter]:
    """Letters half as wide as high, one after the other."""
    wide = face.size / 2
    found = []
    for at, letter in enumerate(text):
        x = left + at * wide
        top, bottom = spot - 0.8 * face.size, spot + 0.2 * face.size
        found.append(Letter(letter, x, top, x + wide, bottom, spot, face, made and letter == " "))
    return found


def texts(found: list[Letter]) -> list[str]:
    return [word.text for word in make_words(found)]


def test_words_end_at_spaces_gaps_and_jumps() -> None:
    assert texts(letters("two words")) == ["two", "words"]
    assert texts(letters("one") + letters("line", left=18.0)) == ["one", "line"]  # a gap of 3 points
    assert texts(letters("one") + letters("word", left=16.0)) == ["oneword"]  # of 1 point
    assert texts(letters("down") + letters("here", left=0.0, spot=112.0)) == ["down", "here"]
    # A space that the library saw in no gap is none, one that the file wrote is one.
    close = letters("one") + letters(" ", left=15.0, made=True) + letters("word", left=15.5)
    assert texts(close) == ["oneword"]
    assert texts(letters("one") + letters(" ", left=15.0) + letters("word", left=15.5)) == ["one", "word"]


def test_word_reaches_from_its_first_to_its_last_letter() -> None:
    (word,) = make_words(letters("oak", left=20.0))
    assert word == Word("oak", Rect(20.0, 92.0, 35.0, 102.0), "Roman", 10.0)


def test_digits_above_and_below_keep_their_place() -> None:
    mark = letters("12", left=15.0, spot=96.0, face=SMALL)
    assert texts(letters("oak") + mark) == ["oak¹²"]
    assert texts(letters("H") + letters("2", left=5.0, spot=102.0, face=SMALL) + letters("O", left=8.5)) == ["H₂O"]
    assert texts(letters("1") + letters("st", left=5.0, spot=96.0, face=SMALL)) == ["1st"]
    note = letters("1", left=0.0, spot=96.0, face=SMALL) + letters("For", left=3.5)
    assert texts(note) == ["¹For"]
    apart = make_words(letters("oak,") + letters("2", left=23.0, spot=96.0, face=SMALL))
    assert [(word.text, word.raised) for word in apart] == [("oak,", False), ("²", True)]


def above(text: str, left: float) -> list[Letter]:
    return letters(text, left=left, spot=96.0, face=SMALL)


def test_raised_letters_are_no_part_of_a_number_or_name() -> None:
    assert texts(letters("9.1") + above("a", 15.0)) == ["9.1ᵃ"]
    assert texts(letters("9.1") + above("bcd", 15.0)) == ["9.1ᵇᶜᵈ"]
    assert texts(letters("Lee") + above("b,c", 15.0)) == ["Leeᵇ,ᶜ"]
    assert texts(letters("x") + above("T", 5.0)) == ["xᵀ"]
    assert texts(above("a", 0.0) + letters("For", left=3.5)) == ["ᵃFor"]
    apart = make_words(letters("oak,") + above("c", 23.0))
    assert [(word.text, word.raised) for word in apart] == [("oak,", False), ("ᶜ", True)]


def test_raised_letters_that_are_read_with_their_word_stay() -> None:
    assert texts(letters("2") + above("nd", 5.0)) == ["2nd"]
    assert texts(letters("M") + above("me", 5.0)) == ["Mme"]
    assert texts(letters("M") + above("c", 5.0) + letters("Donald", left=8.5)) == ["McDonald"]
    initial = ROMAN._replace(size=24.0)
    assert texts(letters("I", spot=112.0, face=initial) + letters("t", left=12.0)) == ["It"]


def test_raised_letters_in_cells_are_marks_of_notes() -> None:
    cells = {
        "9.1ᵃ": "9.1",
        "9.1ᵃ,ᵇ": "9.1",
        "Leeᵇ": "Lee",
        "5 km²": "5 km²",
        "tʰ": "tʰ",
        "10ⁿ": "10ⁿ",
        "ᵃ": "a",
        "g ĝ ᵍ": "g ĝ ᵍ",
        "Lee 2 ᵃ": "Lee 2",
    }
    assert {cell: visible_text(with_note_marks(cell), "cell") for cell in cells} == cells


def test_letters_set_into_each_other_are_one_word() -> None:
    assert texts([*letters("T"), *letters("E", left=4.0, spot=102.0), *letters("X", left=8.0)]) == ["TEX"]


def test_a_page_of_symbols_is_unreadable() -> None:
    words = make_words(letters("❆♥♦t❤❡r ❝❛❧❝✉❧❛t✐♦♥"))
    assert unreadable(words)
    assert not unreadable(make_words(letters("● ● ● ● ● oak")))  # the dots of a plot


def test_ligatures_accents_and_soft_hyphens() -> None:
    assert texts(letters("\ufb01nd a\u00adble")) == ["find", "able"]
    assert texts(letters("informa\u00ad")) == ["informa-"]
    over = [*letters("caf"), Letter("´", 16.0, 92.0, 19.0, 102.0, 100.0, ROMAN), *letters("e", left=15.0)]
    assert texts(over) == ["café"]


def test_letters_drawn_twice_are_bold() -> None:
    again = ROMAN._replace(font="Roman")  # another piece of text in the same font
    double = [each for pair in zip(letters("oak"), letters("oak", left=0.3, face=again), strict=True) for each in pair]
    assert [(word.text, word.bold) for word in make_words(double)] == [("oak", True)]
    twice = make_words(letters("oak") + letters("oak", left=0.4, face=again))
    assert [(word.text, word.bold) for word in twice] == [("oak", True)]
    # The same word elsewhere is another word.
    assert texts(letters("oak oak")) == ["oak", "oak"]


def test_turned_letters_make_words_of_their_own() -> None:
    turned = ROMAN._replace(upright=False)
    stamp = [
        Letter(letter, 5.0, 200.0 - 6 * at, 12.0, 205.0 - 6 * at, 200.0, turned) for at, letter in enumerate("arXiv")
    ]
    words = make_words(stamp + letters("oak", left=30.0))
    assert [(word.text, word.upright) for word in words] == [("arXiv", False), ("oak", True)]
    assert [line.text for line in make_lines(PageContent(1, 600.0, 800.0, words))] == ["oak"]


def test_unreadable() -> None:
    assert unreadable(make_words(letters("\ue001\ue002\ue003 a")))
    assert not unreadable(make_words(letters("abc \ufffd")))
    assert not unreadable(())


def lines_of(found: list[Letter]) -> list[str]:
    return [line.text for line in make_lines(PageContent(1, 600.0, 800.0, make_words(found)))]


def test_lines_stop_at_the_gap_between_columns() -> None:
    left = letters("left one", spot=100.0) + letters("left two", spot=112.0)
    right = letters("right one", left=60.0, spot=100.0) + letters("right two", left=60.0, spot=112.0)
    assert lines_of(left + right) == ["left one", "right one", "left two", "right two"]


def test_line_takes_what_comes_later_in_the_file() -> None:
    text = letters("see", spot=100.0) + letters("for", left=45.0, spot=100.0)
    assert lines_of(text + letters("[3],", left=20.0, spot=100.0)) == ["see [3], for"]


def test_raised_mark_stays_on_its_line() -> None:
    mark = letters("2", left=33.0, spot=96.0, face=SMALL)
    assert lines_of(letters("an oak") + mark + letters("is old", left=40.0)) == ["an oak ² is old"]
    note = letters("5", left=0.0, spot=96.0, face=SMALL) + letters("The oak", left=6.0)  # a footnote's mark
    assert lines_of(note) == ["5 The oak"]


@given(
    st.lists(
        st.tuples(
            st.text("abcdefgh", min_size=1, max_size=8),
            st.integers(0, 50),
            st.integers(1, 60),
            st.sampled_from([ROMAN, SMALL]),
        ),
        max_size=30,
    )
)
def test_no_word_is_lost_and_none_comes_twice(pieces: list[tuple[str, int, int, Face]]) -> None:
    found: list[Letter] = []
    for text, left, down, face in pieces:
        found += letters(text, left * 11.0, down * 12.0, face) + letters(" ", left * 11.0)
    words = make_words(found)
    shown = sorted({(text, left, down) for text, left, down, _ in pieces})
    assert {word.text for word in words} == {text for text, _, _ in shown}
    lines = make_lines(PageContent(1, 600.0, 800.0, words))
    assert sorted(word.text for line in lines for word in line.words) == sorted(word.text for word in words)
    assert all(line.rect.left <= word.rect.left for line in lines for word in line.words)


def test_a_word_behind_the_larger_number_of_an_item_is_not_raised() -> None:
    large = Face("Roman", 12.0, False, False, False, True)
    item = letters("1", face=large) + letters(
        "The", left=17.0, spot=98.0, face=Face("Roman", 10.0, False, False, False, True)
    )
    assert texts(item) == ["1", "The"]
