"""Passages: by example, and the invariant that no character is lost or told twice."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.english.sentences import sentences
from benchwright.readers.base import Area, Heading, Paragraph, TextBuilder
from benchwright.readers.passages import Chunks, chunk
from benchwright.records import Entry


def built(*parts: str) -> TextBuilder:
    """Paragraphs, and headings where a part begins with #."""
    text = TextBuilder()
    for part in parts:
        if part.startswith("#"):
            text.heading(part.lstrip("#"), len(part) - len(part.lstrip("#")))
        else:
            text.paragraph(part)
    return text


def cut(text: TextBuilder, words: int = 100, shortest: int = 0) -> Chunks:
    return chunk(text.text, text.blocks, words, shortest)


def shown(text: TextBuilder, chunks: Chunks) -> list[str]:
    return [text.text[passage.start : passage.end] for passage in chunks.kept]


LONG = "Wholly " + "unremarkable " * 16 + "words."  # 221 characters, 18 words


def test_whole_sentences_up_to_the_number_of_words() -> None:
    text = built(f"{LONG} {LONG}", f"{LONG} {LONG}")
    assert shown(text, cut(text, words=40)) == [f"{LONG} {LONG}", f"{LONG} {LONG}"]
    assert shown(text, cut(text, words=35)) == [LONG] * 4
    assert shown(text, cut(text, words=60)) == [f"{LONG} {LONG}\n\n{LONG}", LONG]


def test_a_sentence_longer_than_a_passage_is_cut_between_words() -> None:
    text = built(LONG)
    assert [len(part.split()) for part in shown(text, cut(text, words=7))] == [7, 11]  # the tail of 4 has joined


def test_a_short_tail_joins_the_passage_before_it() -> None:
    text = built(LONG, "A tail.")
    assert shown(text, cut(text, words=18)) == [f"{LONG}\n\nA tail."]


def test_headings_separate_and_a_short_section_joins_the_one_that_it_shares_more_headings_with() -> None:
    text = built("# One", LONG, "# Two", "Too short.", "## Three", LONG)
    chunks = cut(text, shortest=200)
    assert [passage.headings for passage in chunks.kept] == [("One",), ("Two",)]
    assert shown(text, chunks) == [LONG, f"Too short.\n\nThree\n\n{LONG}"]
    assert chunks.short == ()
    assert shown(text, cut(text)) == [LONG, "Too short.", LONG]


def test_short_sections_side_by_side_become_one_passage_with_their_headings() -> None:
    text = built("# Shop", "## Opening hours", "From nine to five.", "## Returns", "Within 30 days.", "## Gifts", LONG)
    (passage,) = cut(text, shortest=200).kept
    assert passage.headings == ("Shop", "Opening hours")
    assert text.text[passage.start : passage.end].startswith("From nine to five.\n\nReturns\n\nWithin 30 days.")
    assert passage.paths == (("Shop", "Opening hours"), ("Shop", "Returns"), ("Shop", "Gifts"))


def test_a_document_that_is_short_as_a_whole_is_handed_back() -> None:
    text = built("# Shop", "Closed.", "# Tea", "Gone.")
    assert [text.text[one.start : one.end] for one in cut(text, shortest=200).short] == ["Closed.\n\nTea\n\nGone."]


def test_a_name_stays_with_the_first_sentence_of_what_is_said_of_it() -> None:
    text = built("One two three four five.", "--force", "Overwrite. And more is said here.")
    name, body = text.text.index("--force"), text.text.index("Overwrite")
    entry = Entry("definition", (name, name + 7), (body, len(text.text)))
    chunks = chunk(text.text, text.blocks, words=6, shortest=0, entries=[entry])
    assert [text.text[one.start : one.end].split("\n")[0] for one in chunks.kept][1] == "--force"


def test_code_that_fits_is_whole() -> None:
    code = "\n".join(f"run-{at}-{'x' * 40}. Then stop." for at in range(6))
    text = built("Five words stand right here.", code)
    entry = Entry("code", (30, 30), (30, 30 + len(code)))
    assert shown(text, chunk(text.text, text.blocks, words=20, shortest=0, entries=[entry]))[1] == code


def test_code_is_cut_between_its_lines() -> None:
    code = "\n".join(f"x{at} = call(a, b) + 'A sentence. Another one.'  # {LONG}" for at in range(6))
    text = built(code)
    entry = Entry("code", (0, 0), (0, len(code)))
    chunks = chunk(text.text, text.blocks, words=60, shortest=0, entries=[entry])
    assert "\n".join(shown(text, chunks)) == code
    assert len(chunks.kept) > 1


def test_equal_headings_in_a_row_still_separate() -> None:
    text = built("# One", LONG, "# One", LONG)
    assert shown(text, cut(text)) == [LONG, LONG]


def test_sizes_must_make_sense() -> None:
    with pytest.raises(ValueError, match="positive"):
        chunk("", (), words=0)


_WORDS = st.sampled_from(["Dr.", "a", "Bee", "e.g.", "3.5", "x.", "No!", "“Why?”", "U.S.", "é" * 30, "end.\nNew", "."])
_PARTS = st.lists(_WORDS, min_size=1, max_size=40).map(" ".join)
_TEXTS = st.lists(st.one_of(_PARTS, _PARTS.map(lambda part: f"#{part}")), max_size=12)


@given(_TEXTS, st.integers(1, 30), st.sampled_from([0, 10, 60, 200]))
def test_no_character_is_lost_or_told_twice(parts: list[str], words: int, shortest: int) -> None:
    text = built(*parts)
    chunks = cut(text, words, shortest)
    ranges = sorted([(p.start, p.end) for p in (*chunks.kept, *chunks.short)])
    assert all(one[1] <= two[0] for one, two in pairwise(ranges))
    told = {at for start, end in ranges for at in range(start, end) if not text.text[at].isspace()}
    blocks = [b for b in text.blocks if isinstance(b, Heading | Paragraph)]
    body, heads = (
        {at for b in blocks if isinstance(b, kind) for at in range(b.start, b.end) if not text.text[at].isspace()}
        for kind in (Paragraph, Heading)
    )
    assert body <= told <= body | heads
    outside = list(text.text)
    for block in text.blocks:
        if isinstance(block, Heading | Paragraph):
            outside[block.start : block.end] = [""] * (block.end - block.start)
    assert not "".join(outside).strip()  # headings and paragraphs are all there is
    assert all(p.end - p.start >= shortest for p in chunks.kept)
    assert all(p.end - p.start < shortest for p in chunks.short)


@given(_TEXTS, st.integers(1, 30))
def test_a_passage_ends_where_a_sentence_does(parts: list[str], words: int) -> None:
    text = built(*parts)
    ends: dict[int, int] = {}
    for block in text.blocks:
        if isinstance(block, Paragraph):
            for start, end in sentences(text.text, block.start, block.end):
                ends[end] = len(text.text[start:end].split())
    long = max(ends.values(), default=0) > words
    assert long or all(passage.end in ends for passage in cut(text, words).kept)


def test_time_grows_with_the_number_of_paragraphs_and_not_with_its_square() -> None:
    text = built(*["oak"] * 60_000)
    start = time.process_time()
    chunks = cut(text)
    assert time.process_time() - start < 5  # their square would take a minute
    assert [(passage.start, passage.end) for passage in chunks.kept[:2]] == [(0, 498), (500, 998)]
    assert len(chunks.kept) == 600


def test_a_passage_is_on_the_page_that_it_begins_on_in_the_box_of_its_lines_there() -> None:
    text = TextBuilder()
    size = len(LONG)
    text.paragraph(LONG, areas=[Area(0, 100, 1, (0.1, 0.8, 0.5, 0.9)), Area(100, size, 2, (0.1, 0.1, 0.4, 0.2))])
    text.paragraph(LONG, areas=[Area(0, 100, 2, (0.2, 0.2, 0.9, 0.3)), Area(100, size, 2, (0.1, 0.3, 0.8, 0.4))])
    apart, together = cut(text, words=18).kept, cut(text, words=36).kept
    assert [(passage.page, passage.box) for passage in apart] == [
        (1, (0.1, 0.8, 0.5, 0.9)),
        (2, (0.1, 0.2, 0.9, 0.4)),
    ]
    assert [(passage.page, passage.box) for passage in together] == [(1, (0.1, 0.8, 0.5, 0.9))]
