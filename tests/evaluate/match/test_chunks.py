import dataclasses
import math

import numpy as np
import pytest
from foreign_chunker import FixedChunker
from hypothesis import example, given
from hypothesis import strategies as st
from lakes import DEPTH, GUIDE, LEVEL, MAP_CAPTION, ONE, TABLE, TEXT, TWO, cell, corpus, found_at, gold, question, span

from benchwright.errors import UsageError
from benchwright.evaluate.match import match_chunks
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.runs import RunHit, TextChunk, run_of
from benchwright.records import Answer, Span

NUMBER = span("one", "388 m")
LONG = span("two", LEVEL)


@pytest.fixture(scope="module")
def lakes(tmp_path_factory):
    return corpus(tmp_path_factory.mktemp("lakes"))


def finds(lakes, asked, *chunks, **options) -> MatchedRun:
    hits = [RunHit(chunk=chunk) if isinstance(chunk, TextChunk) else RunHit(chunk) for chunk in chunks]
    return match_chunks(run_of("mine", [(asked.id, hits)]), gold(asked), lakes, **options)


def ranks(lakes, asked, *chunks, **options):
    return found_at(finds(lakes, asked, *chunks, **options).gains)


class TestFixedChunks:
    """512 characters a chunk of a text of 1,086: chunks 0, 1 and 2 begin at 0, 512 and 1024.

    ONE stands at 20 (280 characters of filler, then DEPTH at 300..345), TWO at 487 (420 of filler, then LEVEL at
    907..1015): "388 m" is in chunk 0, LEVEL in chunk 1, and chunk 2 holds nothing but the end of the last filler.
    """

    def test_the_lengths_that_the_hand_counts_rest_on(self):
        assert (TEXT.index(ONE), TEXT.index(DEPTH), TEXT.index(TWO), TEXT.index(LEVEL)) == (20, 300, 487, 907)
        assert (len(DEPTH), len(LEVEL), len(TEXT)) == (45, 108, 1086)

    def test_hand_counted_hits(self, lakes):
        chunker = FixedChunker({GUIDE: TEXT})
        assert [chunk["start"] for chunk in chunker.chunks] == [0, 512, 1024]
        asked = [
            question("q1", [NUMBER], text="How deep is Orrin?"),  # in chunk 0, which has "Orrin", "is", "deep"
            question("q2", [LONG], text="By how much has the level fallen since the dam of 1961?"),  # in chunk 1
            question("q3", [LONG], text="w00164 w00165 w00166"),  # in chunk 2; of the others, none has it
            question("q4", [NUMBER, LONG], text="Orrin dam"),  # both, from two chunks
        ]
        hits = {one.id: chunker.search(one.text, 2) for one in asked}
        assert [[hit["start"] for hit in listed] for listed in hits.values()] == [
            [0, 512],
            [512, 0],
            [1024, 0],
            [0, 512],
        ]
        mine = run_of(
            "fixed",
            [
                (
                    name,
                    [RunHit("", hit["score"], TextChunk(hit["text"], hit["document"], hit["start"])) for hit in listed],
                )
                for name, listed in hits.items()
            ],
        )
        found = match_chunks(mine, gold(*asked), lakes)
        assert [list(found.gains[start : start + 2]) for start in found.starts[:-1]] == [
            [("one",), ()],
            [("two",), ()],
            [(), ()],
            [("one",), ("two",)],
        ]
        assert found.relevant.tolist() == [True, False, True, False, False, False, True, True]

    @pytest.mark.parametrize("size", [64, 100, 512, 2000])
    def test_all_chunks_together_find_all(self, lakes, size):
        chunks = [TextChunk(one["text"], GUIDE, one["start"]) for one in FixedChunker({GUIDE: TEXT}, size).chunks]
        assert set(ranks(lakes, question("q", [NUMBER, LONG]), *chunks)) == {"one", "two"}


class TestPlaces:
    start = TEXT.index("388 m")

    def test_a_short_piece_of_evidence_must_be_seen_whole(self, lakes):
        asked = question("q", [NUMBER])
        assert ranks(lakes, asked, TextChunk("", GUIDE, self.start, self.start + 5)) == {"one": 1}
        assert ranks(lakes, asked, TextChunk("", GUIDE, self.start + 1, self.start + 50)) == {}
        assert ranks(lakes, asked, TextChunk("", GUIDE, self.start, self.start + 4)) == {}

    def test_two_chunks_may_share_a_piece_between_them(self, lakes):
        halves = (
            TextChunk("", GUIDE, self.start - 9, self.start + 2),
            TextChunk("", GUIDE, self.start + 2, self.start + 90),
        )
        found = finds(lakes, question("q", [NUMBER]), *halves)
        assert list(found.gains) == [(), ("one",)]
        assert found.relevant.tolist() == [False, True]

    def test_half_of_a_long_piece_is_enough_or_what_is_asked(self, lakes):
        asked, begin = question("q", [LONG]), TEXT.index(LEVEL)
        letters = [at for at, letter in enumerate(LEVEL) if letter.isalnum()]
        half = begin + letters[math.ceil(len(letters) / 2) - 1] + 1
        assert ranks(lakes, asked, TextChunk("", GUIDE, begin, half)) == {"two": 1}
        assert ranks(lakes, asked, TextChunk("", GUIDE, begin, half - 1)) == {}
        assert ranks(lakes, asked, TextChunk("", GUIDE, begin, half), share=0.9) == {}
        assert ranks(lakes, asked, TextChunk("", GUIDE, begin, begin + len(LEVEL)), share=1.0) == {"two": 1}

    def test_words_decide_where_they_are_not_those_of_the_place(self, lakes):
        asked = question("q", [NUMBER])
        assert ranks(lakes, asked, TextChunk(TWO, GUIDE, TEXT.index(ONE))) == {}
        assert ranks(lakes, asked, TextChunk(ONE, GUIDE, TEXT.index(TWO))) == {"one": 1}
        assert ranks(lakes, asked, TextChunk("Says the guide: " + ONE, GUIDE, 20, 20 + len(ONE))) == {"one": 1}
        # the first 20 words of the document are there, but the chunk says much more
        assert ranks(lakes, asked, TextChunk(TEXT[20:], GUIDE, 0, 150)) == {"one": 1}

    @pytest.mark.parametrize(("start", "end"), [(-5, 10), (300, 200), (300, 300), (-9, -3)])
    def test_places_that_cannot_be_are_counted_and_the_words_decide(self, lakes, start, end):
        found = finds(
            lakes,
            question("q", [NUMBER]),
            TextChunk(ONE, GUIDE, start, end),
            TextChunk("", GUIDE, start, end),
        )
        assert list(found.gains) == [("one",), ()]
        assert found.notes == {"bad places": 2, "empty chunks": 1}

    def test_a_place_behind_the_end_shows_nothing(self, lakes):
        assert ranks(lakes, question("q", [NUMBER]), TextChunk("", GUIDE, 10**9, 10**9 + 5)) == {}

    def test_a_source_that_is_its_own_document_counts_from_its_start(self, lakes):
        asked = question("q", [span("note", "388 m")])
        assert ranks(lakes, asked, TextChunk("", "note", 30, 70)) == {"note": 1}
        assert ranks(lakes, asked, TextChunk("", "note", 0, 20)) == {}


class TestDocuments:
    asked = question("q", [NUMBER])

    @pytest.mark.parametrize(
        "name",
        [
            *("guide/lakes.md", "lakes.md", "/home/me/guide/lakes.md", "./guide/lakes.md", "guide\\lakes.md"),
            *(
                "elsewhere/lakes.md",
                "lakes",
                "lakes.pdf",
                "file:///tmp/guide/lakes.md",
                "../../lakes.md",
                "guide%2Flakes.md",
            ),
        ],
    )
    def test_names_as_others_write_them(self, lakes, name):
        found = finds(lakes, self.asked, TextChunk("", name, 0, 500))
        assert found_at(found.gains) == {"one": 1}
        assert found.notes == {}

    @pytest.mark.parametrize(
        "name", ["../../etc/passwd", "moon\x00.md", "\ud800", "GUIDE/LAKES.MD", "x" * 100_000, "%", "/"]
    )
    def test_unknown_names_are_counted_and_the_words_decide(self, lakes, name):
        found = finds(lakes, self.asked, TextChunk("", name, 0, 500), TextChunk(ONE, name), "one")
        assert found_at(found.gains) == {"one": 2}
        assert found.notes == {"unknown documents": 2}

    def test_the_same_words_in_another_document_are_not_the_evidence(self, lakes):
        assert ranks(lakes, self.asked, TextChunk(DEPTH, "note"), TextChunk("", "note")) == {}

    def test_a_document_alone_is_all_of_it(self, lakes):
        everything = question("q", sources=["one", "two", "table", "map"])
        assert set(ranks(lakes, everything, TextChunk("", GUIDE))) == {"one", "two", "table", "map"}

    def test_a_run_of_foreign_documents_is_refused(self, lakes):
        with pytest.raises(UsageError, match=r"is of the corpus of lakes: it names 'moon\.txt'"):
            finds(lakes, self.asked, TextChunk("", "moon.txt", 0, 5), "no-source")
        with pytest.raises(UsageError, match=r"no hit of the run mine has a text, a document or a source"):
            finds(lakes, self.asked, TextChunk(), TextChunk(" "))


class TestWordsAlone:
    @pytest.mark.parametrize(
        "text",
        [
            ONE,
            " ".join(ONE.split()).upper(),
            "…" + ONE[200:400] + "...",
            DEPTH,
            "# Depths\n\n**Lake Orrin** is `388 m` deep at its northern end.",
            DEPTH.replace(" ", "\n   "),
            DEPTH.replace("northern", "north\u00adern"),
        ],
    )
    def test_a_number_is_found_in_its_sentence(self, lakes, text):
        assert ranks(lakes, question("q", [NUMBER]), TextChunk(text)) == {"one": 1}
        assert ranks(lakes, question("q", [NUMBER]), TextChunk(text, "lakes.md")) == {"one": 1}

    @pytest.mark.parametrize(
        "text",
        [
            "The tower is 388 m high.",
            "388 m",
            "is 388 m deep",
            "A boat is 388 m deep at its best, which no other boat has ever been, they say, in this part of the world.",
            "…",
            DEPTH.replace("388", "389"),
        ],
    )
    def test_a_number_alone_is_not(self, lakes, text):
        assert ranks(lakes, question("q", [NUMBER]), TextChunk(text)) == {}

    def test_a_cut_through_a_text_and_its_source_tells_the_place(self, lakes):
        other = "There is nothing else of the guide in this. " * 20
        # the end of the chunk is the begin of the note, or its begin the end of it; the last word may be cut
        asked = question("q", [span("note", "388 m")])
        assert ranks(lakes, asked, TextChunk(other + "Ferries run daily. Lake Orrin is 388 m dee")) == {"note": 1}
        assert ranks(lakes, asked, TextChunk("ake Orrin is 388 m deep at its northern end. " + other)) == {"note": 1}
        assert ranks(lakes, asked, TextChunk(other + "A boat is 388 m deep at its new place. " + other)) == {}

    def test_a_word_that_two_chunks_were_cut_in_is_seen_by_both(self, lakes):
        at = ONE.index("388") + 1
        for document in ("", GUIDE):
            halves = TextChunk(ONE[:at], document), TextChunk(ONE[at:], document)
            assert ranks(lakes, question("q", [NUMBER]), *halves) == {"one": 2}

    def test_words_of_other_questions_and_missing_words(self, lakes):
        assert ranks(lakes, question("q", [LONG]), TextChunk(ONE)) == {}
        assert ranks(lakes, question("q", [LONG]), TextChunk(TWO)) == {"two": 1}


class TestTables:
    asked = question("q", [cell(1, 1)])  # Lower Vey, 41

    @pytest.mark.parametrize(
        "text",
        [
            "Lake | Depth (m) | Area (km²)\nOrrin | 388 | 12.5\nLower Vey | 41 | 3.75",
            "| Lake | Depth (m) | Area |\n|---|---:|---|\n| Lower Vey | 41 | 3.75 |",
            "<tr><th>Lake<th>Depth (m)</tr><tr><td>Lower Vey</td><td>41</td></tr>",
            "Lake: Lower Vey; Depth (m): 41; Area: 3.75",
        ],
    )
    def test_a_row_in_any_form(self, lakes, text):
        assert ranks(lakes, self.asked, TextChunk(text)) == {"table": 1}
        assert ranks(lakes, self.asked, TextChunk(text, GUIDE)) == {"table": 1}

    @pytest.mark.parametrize(
        "text",
        [
            "Lake | Depth (m) | Area (km²)\nOrrin | 388 | 12.5",
            "Depth (m): 41",
            "Lower Vey is a lake.",
            "Lake: Lower Vey; Depth (m): 412",
            "The depth (m) of Lower Vey is not known. " + "Other words stand here. " * 9 + "Of 41 boats one sank.",
        ],
    )
    def test_a_cell_needs_its_rows_key_near_it(self, lakes, text):
        assert ranks(lakes, self.asked, TextChunk(text)) == {}

    def test_without_document_the_columns_name_must_be_there(self, lakes):
        assert ranks(lakes, self.asked, TextChunk("In Lower Vey 41 people live.")) == {}
        assert ranks(lakes, self.asked, TextChunk("In Lower Vey 41 people live.", GUIDE)) == {"table": 1}

    def test_another_documents_table_is_another(self, lakes):
        assert ranks(lakes, self.asked, TextChunk("Lake: Lower Vey; Depth (m): 41", "note")) == {}

    def test_cells_may_come_in_two_chunks(self, lakes):
        both = question("q", [cell(0, 1), cell(2, 1)])
        chunks = (
            TextChunk("| Lake | Depth (m) |\n| Orrin | 388 |"),
            TextChunk("| Lake | Depth (m) |\n| Sann | 117 |"),
        )
        found = finds(lakes, both, *chunks)
        assert list(found.gains) == [(), ("table",)]
        assert found.relevant.tolist() == [True, True]

    def test_a_whole_table_needs_half_of_it(self, lakes):
        whole = question("q", sources=["table"])
        rows = [" | ".join(row) for row in TABLE.rows]
        header = "Lake | Depth (m) | Area (km²)"
        # of 62 letters and digits the header has 17, the rows 11, 13 and 9, the title 12
        assert ranks(lakes, whole, TextChunk("\n".join([header, rows[0]]), GUIDE)) == {}
        assert ranks(lakes, whole, TextChunk("\n".join([header, *rows[:2]]), GUIDE)) == {"table": 1}

    def test_header_cells_have_no_key(self, lakes):
        assert ranks(lakes, question("q", [cell(-1, 2)]), TextChunk("Lake | Depth (m) | Area (km²)")) == {"table": 1}


class TestPictures:
    flag, chart = question("q", sources=["flag"]), question("q", sources=["map"])

    @pytest.mark.parametrize(
        "chunk",
        [
            TextChunk("", "flags/district.png"),
            TextChunk("whatever a model says of it", "district.png"),
            TextChunk("Flag of the lake district."),
            TextChunk("", "images/" + "0" * 64 + ".png"),
        ],
    )
    def test_by_file_or_caption(self, lakes, chunk):
        sha = lakes.source("flag").image.sha256
        named = TextChunk(chunk.text, chunk.document.replace("0" * 64, sha))
        assert ranks(lakes, self.flag, named) == {"flag": 1}

    def test_a_mention_is_no_picture(self, lakes):
        said = "In summer the flag of the lake district is hoisted over every one of the many old boat houses."
        assert ranks(lakes, self.flag, TextChunk(said)) == {}

    def test_a_long_caption_in_full_stands_for_its_picture(self, lakes):
        assert ranks(lakes, self.chart, TextChunk(f"![map](x.png) {MAP_CAPTION} {TWO}")) == {"map": 1}
        assert ranks(lakes, self.chart, TextChunk(MAP_CAPTION[:40], GUIDE)) == {}
        assert ranks(lakes, self.chart, TextChunk("", GUIDE, 0, 900)) == {}


def test_source_ids_and_chunks_may_stand_side_by_side(lakes):
    asked = question("q", [NUMBER, LONG])
    assert ranks(lakes, asked, "two", TextChunk(ONE)) == {"two": 1, "one": 2}


def test_alternative_evidence_counts(lakes):
    asked = question("q", [NUMBER], [span("note", "388 m")])
    assert ranks(lakes, asked, TextChunk("", "note")) == {"note": 1}
    assert ranks(lakes, asked, TextChunk("", GUIDE, 0, 500)) == {"one": 1}


def test_one_chunk_completes_several_sources(lakes):
    found = finds(lakes, question("q", [NUMBER, LONG]), TextChunk(TEXT * 25))
    assert list(found.gains) == [("one", "two")]
    assert found.notes == {"long chunks": 1}


def test_repeats_keep_the_best_score_and_ties_put_evidence_last(lakes):
    asked = question("q", [NUMBER])
    good, bad, none = TextChunk(ONE, GUIDE), TextChunk(TWO, GUIDE), TextChunk()
    hits = [
        RunHit("", 1.0, good),
        RunHit("", 1.0, bad),
        RunHit("", 0.5, good),
        RunHit("", math.nan, none),
        RunHit("map", math.inf),
    ]
    found = match_chunks(run_of("mine", [("q", hits)]), gold(asked), lakes)
    assert found.hits.tolist() == [4, 1, 0, 3]
    assert list(found.gains) == [(), (), ("one",), ()]
    assert found.notes == {"repeated": 1, "nan": 1, "infinite": 1, "tied": 1, "empty chunks": 1}


def test_overlapping_duplicates_gain_once(lakes):
    found = finds(
        lakes,
        question("q", [NUMBER]),
        TextChunk("", GUIDE, 0, 500),
        TextChunk("", GUIDE, 10, 500),
        TextChunk(ONE),
    )
    assert list(found.gains) == [("one",), (), ()]
    assert found.relevant.tolist() == [True, True, True]


def test_a_share_is_in_0_to_1(lakes):
    for share in (0.0, 1.01, -1, math.nan):
        with pytest.raises(ValueError, match=r"a share is above 0"):
            finds(lakes, question("q", [NUMBER]), "one", share=share)


def test_a_corpus_of_another_benchmark_is_refused(lakes):
    with pytest.raises(UsageError, match=r"'moon' is not in the corpus"):
        finds(lakes, question("q", sources=["moon"]), "one")


PLACE = st.one_of(st.none(), st.integers(-50, 1200))
CHUNKS = st.builds(
    TextChunk,
    text=st.one_of(st.just(""), st.text(max_size=30), st.sampled_from([ONE, TWO, TEXT, DEPTH, LEVEL[:50], LEVEL[40:]])),
    document=st.sampled_from(["", GUIDE, "lakes", "note", "../x", "\ud800", "district.png", "one"]),
    start=PLACE,
    end=PLACE,
    page=st.one_of(st.none(), st.integers(-1, 3)),
)
ASKED = (
    question("q", [NUMBER, LONG]),
    question("r", [cell(0, 2)], [span("note", "388 m")]),
    question("s", sources=["map"]),
)


@example([TextChunk("", GUIDE, page=-1)])  # a page that is not there is no repeat of the whole document
@given(st.lists(st.one_of(CHUNKS, st.sampled_from(["one", "two", "table", "nothing"])), max_size=6))
def test_whatever_comes_in_the_whole_finds_everything(lakes, chunks):
    whole = [TextChunk("", GUIDE), TextChunk("", "note")]
    hits = [RunHit("", None, one) if isinstance(one, TextChunk) else RunHit(one) for one in [*chunks, *whole]]
    found = match_chunks(run_of("mine", [(asked.id, hits) for asked in ASKED]), gold(*ASKED), lakes)
    for place, asked in enumerate(ASKED):
        gains = found.gains[found.starts[place] : found.starts[place + 1]]
        gained = [source for one in gains for source in one]
        assert sorted(gained) == sorted(asked.evidence)
    assert all(useful for useful, gained in zip(found.relevant, found.gains, strict=True) if gained)
    assert len(np.unique(found.hits)) == len(found.hits)


@given(st.integers(0, 1000), st.integers(1, 600), st.integers(0, 600), st.booleans())
def test_splitting_a_chunk_never_loses_a_find(lakes, start, length, cut, told):
    end = min(start + length, len(TEXT))
    middle = min(start + cut, end)

    def chunk(low, high):
        return TextChunk(TEXT[low:high] if told else "", GUIDE, low, high)

    asked = question("q", [NUMBER, LONG])
    whole = ranks(lakes, asked, chunk(start, end), TextChunk("x", "note"))
    assert set(ranks(lakes, asked, chunk(start, middle), chunk(middle, end), TextChunk("x", "note"))) >= set(whole)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["one", "two", "table", "map", "flag", "note", "nothing", "q"]),
            st.sampled_from([0.0, 1.0, 2.0, math.nan, math.inf]),
        ),
        min_size=1,
        max_size=12,
    ),
    st.sampled_from(["worst", "trec"]),
)
def test_source_ids_are_found_as_the_ranking_of_ids_finds_them(lakes, rows, ties):
    mine = run_of("mine", [("q", [RunHit(source, score) for source, score in [*rows, ("map", -1.0)]])])
    asked = gold(question("q", [NUMBER, LONG], [span("note", "388 m")]))
    one, other = match_chunks(mine, asked, lakes, ties=ties), match_sources(mine, asked, lakes, ties=ties)
    assert list(one.gains) == list(other.gains)
    assert one.relevant.tolist() == other.relevant.tolist()
    assert [mine.sources[row] for row in one.hits] == [mine.sources[row] for row in other.hits]
    assert dict(one.notes) == dict(other.notes)


def test_a_source_that_only_tells_an_undecided_answer_is_passed_over(lakes):
    told = question("q", [NUMBER])
    sources = [source.id for source in lakes.sources() if source.id not in told.evidence]
    neither = Answer("other", (), ((Span(sources[0], "text", 0, 1),),))
    asked = dataclasses.replace(told, undecided=(neither,))
    hits = [
        RunHit(sources[0]),
        RunHit(sources[1]),
        RunHit("one"),
        RunHit(chunk=TextChunk("nothing of it")),
    ]
    found = match_chunks(run_of("mine", [("q", hits)]), gold(asked), lakes)
    assert found_at(found.gains) == {"one": 2}
    assert found.notes["undecided sources"] == 1
    assert found_at(match_chunks(run_of("mine", [("q", hits)]), gold(told), lakes).gains) == {"one": 3}
