"""Each word of a page has one place: text, a table or caption that says it, or the picture of a figure."""

from benchwright.readers.pdf.page import PageContent, PageFigure, PageTable, Rect, TextLine, Word
from benchwright.readers.pdf.word_places import WordPlaces, paragraph_lines, place_words
from benchwright.readers.pdf.words_to_lines import make_line


def line(text: str, left: float, top: float) -> TextLine:
    """Words of letters that are five points wide."""
    words = []
    for each in text.split():
        words.append(Word(each, Rect(left, top, left + 5 * len(each), top + 10), "Roman", 10.0))
        left += 5 * len(each) + 5
    return make_line(words)


TABLE = PageTable(
    Rect(0, 100, 200, 140), (("Oak", "cali\u00adbration"), ("Elm", "7")), 1, "Table 1: Trees", Rect(0, 80, 200, 90)
)
FIGURE = PageFigure(Rect(0, 200, 300, 400), "Figure 1: Oaks", Rect(0, 402, 300, 412))


def test_words_of_tables_and_figures() -> None:
    floats = [TABLE, FIGURE]
    text, caption, cells = line("an oak", 0, 50), line("Table 1: Trees", 0, 80), line("Oak cali-", 0, 110)
    assert place_words(text, floats) == WordPlaces(free=text)
    assert place_words(caption, floats) == place_words(cells, floats) == WordPlaces()
    lost = place_words(line("Elm 7 lost", 0, 120), floats).lost
    assert [word.text for word in lost] == ["lost"]
    other = line("nothing of it", 0, 130)  # is no part of the table
    assert place_words(other, floats) == WordPlaces(free=other)
    label = line("metres", 20, 300)
    assert place_words(label, floats) == WordPlaces(drawn=label.words)


def test_a_paragraph_in_the_box_of_a_figure_stays_text() -> None:
    lines = [line("the old oak stands on the hill above it", 0, 180 + 12 * at) for at in range(4)]
    lines += [
        line("depth of the roots", 0, 300),
        line("1731 470 3251 2092 470", 0, 330),
        line("325 285 706 885", 0, 342),
    ]
    whole = paragraph_lines(PageContent(1, 400, 600, tuple(word for each in lines for word in each.words)), lines)
    places = [place_words(each, [FIGURE], whole) for each in lines]
    assert [place.free is not None for place in places] == [True] * 4 + [False] * 3
