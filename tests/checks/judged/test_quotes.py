"""Quotes are found where they stand, whatever their white space, quotation marks, dashes and case, and nowhere else."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.grounds import image, table, text

from benchwright.checks.judged.draft import QuestionDraft, Quote
from benchwright.checks.judged.entails import premises_of
from benchwright.checks.judged.quotes import AmbiguousQuoteError, check_quotes, find_quote
from benchwright.checks.judged.text_folding import fold
from benchwright.prompts import styles
from benchwright.records import Modalities, Source, Span
from benchwright.values import words_of

TOWER = text(
    "tower", "Alder Tower", "It opened\nin 1889 — the “tallest” tower of its day.[3] It’s 96 m high; art of a party."
)
HEIGHTS = table(
    "heights",
    "Heights of some towers",
    ["Structure", "Height (m)", "Use"],
    [["Alder Tower", "96", "Seat of the harbour office since 1901"], ["Birch Bridge", "34", "road"], ["Ash", "96", ""]],
)
FLAG = replace(image("flag", "Flag", "The flag of Norby"), text="The flag of Norby\nTwo white stars on a blue stripe.")


def stands(quote: str, source: Source) -> str | None:
    """The words of the source that a quote is found to be."""
    found = find_quote(quote, source)
    if found is None:
        return None
    return " / ".join(source.text[span.start : span.end] for span in found)


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("in 1889", "in 1889"),
        ("It opened in 1889", "It opened\nin 1889"),
        ("IT OPENED   IN", "It opened\nin"),
        ("in 1889 - the 'tallest' tower", None),  # single quotation marks are not double ones
        ('in 1889 - the "tallest" tower', "in 1889 — the “tallest” tower"),
        ("tower of its day. It's 96 m high", "tower of its day.[3] It’s 96 m high"),
        ("“It opened in 1889.”", "It opened\nin 1889"),
        ("It opened in ... tower of its day", "It opened\nin / tower of its day"),
        ("tower of its day ... It opened in", None),  # in the order of the source
        ("It ... of", None),  # too little to be a quote
        ("art of a party", "art of a party"),
        ("par", None),  # not a whole word
        ("opened in 1888", None),
        ("a", None),
        ("...", None),
        ("", None),
    ],
)
def test_a_quote_from_a_passage(quote: str, words: str | None) -> None:
    assert stands(quote, TOWER) == words


def test_a_quote_cuts_no_number() -> None:
    cold = text("cold", "Cold", "It was -5 °C for 5.3 hours and 1,500 days.")
    assert [stands(quote, cold) for quote in ("5 °C", "-5 °C", "for 5", "500 days")] == [None, "-5 °C", None, None]


def test_words_around_a_source_are_found_where_they_stand() -> None:
    assert find_quote("Alder Tower", TOWER) == (Span("tower", "title"),)
    assert find_quote("Heights of some towers", HEIGHTS) == (Span("heights", "title"),)
    told = replace(HEIGHTS, about="Norby › Sights. Heights were measured in 2019:")
    assert find_quote("measured in 2019", told) == (Span("heights", "about"),)
    assert find_quote("About: Norby › Sights", told) == (Span("heights", "about"),)
    assert find_quote("Ash | 96\nNorby", told) == (
        Span("heights", "cell", cells=((2, 0), (2, 1))),
        Span("heights", "about"),
    )
    assert [find_quote(words, told) for words in ("measured in 2018", "N", "…")] == [None, None, None]
    assert find_quote("a flag", FLAG) == (Span("flag", "pixels"),)
    assert find_quote("Sweden", replace(FLAG, about="Sweden")) == (Span("flag", "about"),)


@pytest.mark.parametrize(
    ("quote", "cells"),
    [
        ("Birch Bridge | 34", ((1, 0), (1, 1))),
        ("| birch bridge | road |", ((1, 0), (1, 2))),
        ("34 | Birch Bridge", ((1, 0), (1, 1))),
        ("Structure | Height (m)", ((-1, 0), (-1, 1))),
        ("96", ((0, 1),)),
        ("Ash | 96", ((2, 0), (2, 1))),
        ("Alder Tower | harbour office since 1901", ((0, 0), (0, 2))),
    ],
)
def test_a_quote_from_a_table_is_cells_of_one_row(quote: str, cells: tuple[tuple[int, int], ...]) -> None:
    assert find_quote(quote, HEIGHTS, frozenset({"alder"})) == (Span("heights", "cell", cells=cells),)


@pytest.mark.parametrize("quote", ["Birch Bridge | 96", "Birch | 34", "34 | 34", "Alder Tower | harbour", "Oak | 12"])
def test_what_stands_in_no_row_is_not_found(quote: str) -> None:
    assert find_quote(quote, HEIGHTS) is None


def test_several_rows_in_one_quote() -> None:
    found = find_quote("Birch Bridge | 34\nAsh | 96", HEIGHTS)
    assert found == (Span("heights", "cell", cells=((1, 0), (1, 1))), Span("heights", "cell", cells=((2, 0), (2, 1))))


def test_a_quote_from_an_image_is_its_caption_or_its_pixels() -> None:
    assert find_quote("Caption: the flag of Norby", FLAG) == (Span("flag", "caption", 0, 17),)
    assert find_quote("two white stars on a blue stripe", FLAG) == (Span("flag", "pixels"),)


def test_every_source_needs_a_quote_and_every_quote_a_source() -> None:
    draft = QuestionDraft(
        "Q?", "A.", "A", styles()["compound"], Modalities(text=1, table=1), (TOWER, HEIGHTS), "Tower",
        quotes=(Quote("tower", "in 1889"), Quote("heights", "Ash | 96"), Quote("tower", "in 1889")),
    )  # fmt: skip
    check, spans = check_quotes(draft)
    assert check.verdict == "pass"
    assert spans == (Span("tower", "text", 10, 17), Span("heights", "cell", cells=((2, 0), (2, 1))))
    check, spans = check_quotes(replace(draft, quotes=draft.quotes[:1]))
    assert (check.verdict, check.reason) == ("fail", "nothing is quoted from heights")
    assert spans == (Span("tower", "text", 10, 17),)
    check, _ = check_quotes(replace(draft, quotes=(*draft.quotes, Quote("flag", "stars"))))
    assert check.reason == "quotes flag, which the question does not use"
    check, _ = check_quotes(replace(draft, quotes=(*draft.quotes, Quote("tower", "in 1890"))))
    assert check.reason == "'in 1890' does not stand in tower"


def test_a_quote_of_a_source_outside_the_draft_is_no_premise() -> None:
    draft = QuestionDraft(
        "Q?", "A.", "A", styles()["compound"], Modalities(text=1), (TOWER,), "Tower", (Quote("flag", "white stars"),)
    )
    assert list(premises_of(draft, ())) == [f"Alder Tower. {TOWER.text}"]


_WORD = st.text(alphabet="abcdeÄßéİﬁ²０", min_size=1, max_size=6) | st.sampled_from(
    ["e\u0301a", "so\u00adft", "a\u200bb"]
)
_GAPS = [" ", "  ", "\n", "\u00a0", " — ", " – ", " “", "” ", "’", ", ", "[2] ", "… ", "\t"]


@given(st.lists(st.tuples(_WORD, st.sampled_from(_GAPS)), min_size=1, max_size=12), st.data())
def test_the_place_of_a_quote_holds_its_words(pieces: list[tuple[str, str]], data: st.DataObject) -> None:
    body = "".join(word + gap for word, gap in pieces)
    folded = fold(body)
    first = data.draw(st.integers(0, len(pieces) - 1))
    last = data.draw(st.integers(first, len(pieces) - 1))
    start = len("".join(word + gap for word, gap in pieces[:first]))
    quote = "".join(word + gap for word, gap in pieces[first:last]) + pieces[last][0]
    changed = data.draw(st.sampled_from([quote, quote.upper().lower(), quote.replace(" ", "\n"), f" {quote} "]))
    wanted = fold(changed)
    found = folded.find(wanted)
    if wanted.text != fold(quote).text:
        return  # upper case is not always the way back (ß, İ)
    assert found is not None
    begin, end = folded.back(*found)
    assert fold(body[begin:end]).text == wanted.text
    assert begin <= start


@given(st.text(max_size=80))
def test_folded_characters_know_where_they_come_from(body: str) -> None:
    folded = fold(body)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert all(0 <= a < b <= len(body) for a, b in zip(folded.starts, folded.ends, strict=True))
    assert list(folded.starts) == sorted(folded.starts)


HOLM = "Holm moved to Ribe in 1871. His brother had left in 1884. In 1884 Holm founded the Polar School. Ribe is old."
ROWS = [["2001", "Ajax", "12"], ["2002", "PSV", "9"], ["2003", "Ajax", "12"]]
CLUBS = table("clubs", "Ann", ["Year", "Club", "Goals"], ROWS)


@pytest.mark.parametrize(
    ("quote", "question", "at"),
    [
        ("1884", "When did Holm found the Polar School?", 3),
        ("in 1884", "When did the brother of Holm leave?", 2),
        ("1884", "What happened?", None),
        ("1871", "What happened?", 1),
    ],
)
def test_a_quote_that_stands_several_times_is_the_one_that_tells(quote: str, question: str, at: int | None) -> None:
    source = text("holm", "Gustav Holm", HOLM)
    telling = frozenset(words_of(f"{question} 1884"))
    if at is None:
        with pytest.raises(AmbiguousQuoteError):
            find_quote(quote, source, telling)
        return
    spans = find_quote(quote, source, telling)
    assert spans is not None
    assert HOLM[: spans[0].start].count(". ") == at - 1


def test_a_quote_of_several_rows_is_the_one_that_tells() -> None:
    spans = find_quote("Ajax | 12", CLUBS, frozenset(words_of("How many goals for Ajax in 2003?")))
    assert spans == (Span("clubs", "cell", cells=((2, 1), (2, 2))),)
    with pytest.raises(AmbiguousQuoteError):
        find_quote("Ajax | 12", CLUBS, frozenset(words_of("How many goals for Ajax?")))
