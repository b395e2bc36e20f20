"""Rows -> paragraphs and their text: indents, gaps, lists, hyphens, and that no row is lost."""

import time

from hypothesis import given
from hypothesis import strategies as st

from benchwright.readers.pdf.hyphens import Hyphens, joined
from benchwright.readers.pdf.line_records import BulletDrawings, LineRecord, Measures, measure
from benchwright.readers.pdf.page import Drawing, Rect
from benchwright.readers.pdf.paragraphs import ParagraphRows, gather, goes_on


def row(text: str, at: int, left: float = 100.0, right: float = 300.0, size: float = 10.0, page: int = 1) -> LineRecord:
    """The row number `at` of a column, 12 points below the one before."""
    top = 100.0 + 12.0 * at
    return LineRecord(page, Rect(left, top, right, top + size), text, size, first=5.0 * len(text.split()[0]))


def split(*rows: LineRecord) -> list[list[str]]:
    return [[each.text for each in found.rows] for found in gather(rows, 300.0, 200.0)]


def test_indented_row_begins_a_paragraph() -> None:
    rows = (row("An", 0, 112), row("oak", 1), row("stands.", 2), row("An", 3, 112), row("elm", 4), row("too.", 5))
    assert split(*rows) == [["An", "oak", "stands."], ["An", "elm", "too."]]


def test_hanging_rows_belong_to_what_is_above() -> None:
    rows = (row("Oak,", 0), row("A.", 1, 112), row("Elm,", 2), row("B.", 3, 112), row("1999.", 4, 112), row("Ash.", 5))
    assert split(*rows) == [["Oak,", "A."], ["Elm,", "B.", "1999."], ["Ash."]]


def test_row_before_whose_end_the_next_word_had_room_ends_a_paragraph() -> None:
    assert split(row("Old", 0), row("oaks.", 1, right=180), row("New", 2)) == [["Old", "oaks."], ["New"]]
    # A long word had none, and a row that is a little short says nothing.
    assert split(row("Old", 0), row("oaks.", 1, right=292), row("New", 2)) == [["Old", "oaks.", "New"]]
    assert split(row("Old", 0), row("oaks.", 1, right=200), row("x" * 30, 2)) == [["Old", "oaks.", "x" * 30]]


def test_lines_beside_a_figure_are_one_paragraph() -> None:
    # The column ends at 300, and the figure begins at 200.
    short = [row("an oak of this wood grows here", at, right=200.0) for at in range(4)]
    rows = [*short, row("until it ends.", 4, right=120.0), *(row("no elm does", at, right=300.0) for at in range(5, 8))]
    assert [len(each.rows) for each in gather(rows, 300.0, 300.0)] == [5, 3]


def test_list_items() -> None:
    rows = (row("• one", 0, 110), row("goes on", 1, 122), row("• two", 2, 110), row("back.", 3))
    assert split(*rows) == [["• one", "goes on"], ["• two"], ["back."]]
    assert [found.item for found in gather(rows, 300.0, 200.0)] == [True, True, False]
    numbered = (row("1. one", 0, 110), row("goes on", 1, 122), row("2. two", 2, 110))
    assert split(*numbered) == [["1. one", "goes on"], ["2. two"]]
    # A number or a dash that stands at a row's beginning by chance.
    assert split(row("It was in", 0), row("1999. Then", 1), row("– slides –", 2)) == [
        ["It was in", "1999. Then", "– slides –"]
    ]


def test_marks_of_list_items_may_be_drawn() -> None:
    line = Rect(50.0, 100.0, 200.0, 110.0)  # letters of 10 points: their small ones stand between 103 and 108

    def before(left: float, top: float, width: float = 4.0, height: float = 4.0) -> bool:
        return BulletDrawings([Drawing(Rect(left, top, left + width, top + height), True)]).before(line, 10.0)

    assert before(40.0, 103.5)
    assert not before(40.0, 97.0)  # of the line above
    assert not before(40.0, 109.0)
    assert not before(20.0, 103.5)  # 26 points before the line: something else
    assert not before(120.0, 103.5)
    assert not before(40.0, 104.5, height=1.0)  # a dash or rule
    assert not before(38.0, 101.0, 9.0, 9.0)  # a box or picture
    assert not BulletDrawings([]).before(line, 10.0)
    dotted = [
        LineRecord(1, Rect(100.0, top, 160.0, top + 10.0), text, 10.0, dotted=True)
        for top, text in ((100, "Capital: Vienna"), (112, "Area: 83 km"))
    ]
    assert [found.item for found in gather(dotted, 300.0, 200.0)] == [True, True]


def test_what_goes_on_in_the_next_column() -> None:
    def onward(above: str, below: str, right: float = 300.0) -> bool:
        return goes_on(ParagraphRows((row(above, 0, right=right),)), row(below, 0, page=2), (), 300.0)

    assert onward("the oak", "stands")
    assert onward("the oak", "Stands")
    assert onward("the oak.", "stands")
    assert not onward("the oak.", "Stands")
    assert not onward("the oak", "• one")
    assert not onward("as follows:", "Oaks")
    assert not onward("the oak", "Stands", right=200.0)  # the word had room
    assert not goes_on(ParagraphRows((row("oak", 0, size=8.0),)), row("stands", 0), (), 300.0)
    hangs = ParagraphRows((row("Oak, A.", 0), row("https://a.org/1", 1, 112)))
    assert not goes_on(hangs, row("Elm, B.", 0, page=2), (row("1999", 1, 112, page=2),), 300.0)


def told(*texts: str) -> str:
    """Two lines joined, other lines of the document before them."""
    return joined(texts[-2:], Hyphens(texts))[0]


def test_hyphens_at_line_ends() -> None:
    assert told("infor-", "mation") == "information"
    assert told("Santos-", "Rodriguez") == "Santos-Rodriguez"
    assert told("COVID-", "19 came") == "COVID-19 came"
    assert told("is well-known here", "a well-", "known oak") == "a well-known oak"  # written so elsewhere
    assert told("we cooperate and", "to co-", "operate") == "to cooperate"
    assert told("a known oak", "a well-", "known oak") == "a well-known oak"  # by its first part
    assert told("is open and the source is", "an open-", "source oak") == "an open-source oak"
    assert told("a student led", "the leaf was", "the student-", "leaf of") == "the student-leaf of"
    assert told("the frame of our work is", "a frame-", "work of") == "a framework of"
    assert told("is complete as", "a Turing-", "complete tree") == "a Turing-complete tree"
    assert told("on state-of-the-", "art oaks") == "on state-of-the-art oaks"
    assert told("Sleep deprivation is", "of sleep-", "deprived oaks") == "of sleep-deprived oaks"  # by another form
    assert told("the log and a linear", "a log-", "linear oak") == "a log-linear oak"
    assert told("2. CALIBRA-", "TION OF OAKS") == "2. CALIBRATION OF OAKS"
    assert told("See the REFERENCES of", "the REF-", "ERENCES end") == "the REFERENCES end"
    assert told("an IEEE-", "ISO oak") == "an IEEE-ISO oak"
    assert told("an oak", "and an elm") == "an oak and an elm"
    assert told("a dash -", "and more") == "a dash - and more"


def test_parts_of_broken_words_are_not_known_words() -> None:
    assert told("clear ex-", "pectation. The", "clear ex-", "pectation") == "clear expectation"


def test_addresses_go_on_without_a_space() -> None:
    assert (
        told("see https://doi.org/10.1057/palgrave.ivs.", "9500082.")
        == "see https://doi.org/10.1057/palgrave.ivs.9500082."
    )
    assert told("at https:", "//doi.org/10.1/x") == "at https://doi.org/10.1/x"
    assert told("at https://CRAN.", "R-project.org/package=broom") == "at https://CRAN.R-project.org/package=broom"
    assert told("at https://a.org/b-", "c/d") == "at https://a.org/b-c/d"
    assert told("at https://a.org.", "The oak") == "at https://a.org. The oak"
    assert told("at https://a.org", "and there") == "at https://a.org and there"


def test_names_of_code_broken_without_hyphen() -> None:
    assert told("use geom_point() here", "call geom_po", "int() of") == "call geom_point() of"


def test_han_needs_no_space() -> None:
    assert told("古い木", "は大きい") == "古い木は大きい"


def test_ranges_of_lines() -> None:
    text, ranges = joined(["infor-", "mation is", "here"], Hyphens(()))
    assert text == "information is here"
    assert [text[start:end] for start, end in ranges] == ["infor", "mation is", "here"]


def test_measures() -> None:
    body = [row("a line of the text", at) for at in range(6)]
    small = [row("note", at, size=8.0) for at in range(2)]
    assert measure([body, small]) == Measures(10.0, {10: 12.0})
    assert measure([]) == Measures(10.0, {})
    assert measure([]).pitch(20.0) == 24.0


TEXTS = st.text("ab-.•1 ", min_size=1, max_size=12).map(str.strip).filter(bool)


@given(st.lists(st.tuples(TEXTS, st.integers(0, 40), st.integers(60, 200)), min_size=1, max_size=25))
def test_no_row_is_lost_and_none_comes_twice(pieces: list[tuple[str, int, int]]) -> None:
    rows = [row(text, at, 100.0 + left, 100.0 + right) for at, (text, left, right) in enumerate(pieces)]
    found = gather(rows, 300.0, 200.0)
    assert [each for one in found for each in one.rows] == rows


@given(st.lists(TEXTS, min_size=1, max_size=10))
def test_joined_lines_lose_only_spaces_and_hyphens(parts: list[str]) -> None:
    text, ranges = joined(parts, Hyphens(parts))
    assert text.replace(" ", "").replace("-", "") == "".join(parts).replace(" ", "").replace("-", "")
    assert len(ranges) == len(parts)
    for (start, end), part in zip(ranges, parts, strict=True):
        assert text[start:end] in (part, part[:-1])


def test_one_long_word_takes_no_quadratic_time() -> None:
    word, path = "a" * 100_000, "/" * 100_000
    began = time.process_time()
    assert joined([word + "1", word], Hyphens((word, path + " x")))[0] == f"{word}1 {word}"
    assert joined([path + " x", "y"], Hyphens(()))[0] == f"{path} x y"
    assert time.process_time() - began < 5  # tried from each of its letters, one takes ten minutes


INTACT = ("the maize grows well on the farm by the river", "and was sown in spring")
OWN = (
    "the water-",
    "use of the plots",
    "a cross-",
    "sectional view",
    "by re-",
    "evaluating all",
    "and non-",
    "linear ways",
)


def test_a_document_that_parts_no_words_keeps_its_hyphens() -> None:
    few = (*INTACT * 60, *OWN)
    assert told(*few, "a quasi-", "steady flow") == "a quasi-steady flow"
    assert told(*few, "of maize infor-", "mation") == "of maize infor-mation"
    assert told(*few, "our information is", "in infor-", "mation") == "in information"  # one is plainly parted
    assert told("the crosssectional area", *few, "of infor-", "mation") == "of information"


def test_many_hyphens_at_line_ends_part_words_unless_one_is_known_to_be_its_own() -> None:
    assert told(*INTACT, *OWN, "of infor-", "mation") == "of information"
    assert told(*INTACT, "a cross-sectional one", *OWN, "of re-", "evaluating") == "of re-evaluating"
