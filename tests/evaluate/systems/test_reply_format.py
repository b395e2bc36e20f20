"""What a system returned: read to the letter, or refused with the line that says why."""

from dataclasses import replace
from enum import StrEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.evaluate.runs import RunHit, TextChunk
from benchwright.evaluate.systems.base import SystemReply
from benchwright.evaluate.systems.json_body import decode
from benchwright.evaluate.systems.reply_format import read_hits, read_reply


class Name(StrEnum):
    A = "source-a"


def test_a_whole_reply() -> None:
    value = {
        "answer": "Paris",
        "contexts": [
            {"source": "s1", "score": 2},
            {"document": "guide.md", "start": 0, "end": 5, "text": "Paris", "score": 1.5},
            {"document": "atlas.pdf", "page": 3},
            "a text alone",
        ],
        "citations": ["s1", 2],
        "model": "mine",
    }
    contexts = (
        RunHit("s1", 2.0),
        RunHit("", 1.5, TextChunk("Paris", "guide.md", 0, 5)),
        RunHit("", None, TextChunk("", "atlas.pdf", page=3)),
        RunHit("", None, TextChunk("a text alone")),
    )
    assert read_reply(value) == SystemReply(("Paris",), "Paris", contexts, (0, 2))


def test_answers_of_every_form() -> None:
    def answers(value: Any) -> tuple[tuple[str, ...], str]:
        found = read_reply({"answer": value, "contexts": []})
        assert not found.failure
        return found.answers, found.text

    assert answers("Paris") == (("Paris",), "Paris")
    assert answers(["Oslo", "Bergen"]) == (("Oslo", "Bergen"), "Oslo; Bergen")
    assert answers(None) == answers("") == answers([]) == answers([" ", ""]) == ((), "")


def test_citations_are_places_and_what_is_not_there_lies_behind_the_last() -> None:
    def cited(value: Any) -> tuple[int, ...] | None:
        contexts = [{"source": "a"}, "text", {"source": "a"}, {"source": "b"}]
        return read_reply({"answer": "x", "contexts": contexts, "citations": value}).citations

    assert cited(None) is None
    assert cited([]) == ()
    assert cited([3, 1, 3]) == (3, 1)
    assert cited(["b", "a"]) == (3, 0)
    assert cited(["nowhere", 17, 0, "nowhere", 4]) == (4, 5, 0, 6)


def test_a_plain_string_can_be_cited() -> None:
    reply = {
        "answer": "x",
        "contexts": ["river", "lake", {"text": "words", "document": "d"}],
        "citations": ["lake", "words"],
    }
    assert read_reply(reply).citations == (1, 3)


def test_values_of_other_libraries_become_plain_ones() -> None:
    hits = [(np.str_("a"), np.float32(0.5)), (Name.A, np.int64(2)), {"source": "c", "score": np.float64(1)}]
    found = read_hits(hits, 5).contexts
    assert found == (RunHit("a", 0.5), RunHit("source-a", 2.0), RunHit("c", 1.0))
    assert [(type(hit.source), type(hit.score)) for hit in found] == [(str, float)] * 3


def test_hits_of_every_form_are_cut_at_k() -> None:
    assert read_hits(["a", "b", "c"], 2) == SystemReply(contexts=(RunHit("a"), RunHit("b")), cut=1)
    assert read_hits({"hits": [["a", 1]]}, 2) == SystemReply(contexts=(RunHit("a", 1.0),))
    assert read_hits([{"text": "words", "document": "d"}], 1).contexts == (RunHit(chunk=TextChunk("words", "d")),)
    assert read_hits([], 2) == read_hits({"hits": ()}, 2) == SystemReply()


WRONG_REPLIES: list[tuple[Any, str]] = [
    ("Paris", 'the reply is "Paris", and is to be an object: {"answer": ..., "contexts": [...]}'),
    (None, 'the reply is null, and is to be an object: {"answer": ..., "contexts": [...]}'),
    ([], 'the reply is a list, and is to be an object: {"answer": ..., "contexts": [...]}'),
    ({}, "answer is missing: null where there is none"),
    ({"answer": "x"}, "contexts is missing: [] where there are none"),
    ({"answers": ["x"], "contexts": []}, "answers is not known: did you mean 'answer'?"),
    ({"answer": "x", "context": []}, "context is not known: did you mean 'contexts'?"),
    ({"answer": 7, "contexts": []}, "answer is 7, and is to be a string, a list of strings or null"),
    ({"answer": True, "contexts": []}, "answer is true, and is to be a string, a list of strings or null"),
    (
        {"answer": {"text": "x"}, "contexts": []},
        "answer is an object, and is to be a string, a list of strings or null",
    ),
    ({"answer": ["x", None], "contexts": []}, "answer[1] is null, and is to be a string"),
    ({"answer": "x" * 100_001, "contexts": []}, "answer has 100,001 characters, and may have 100,000"),
    ({"answer": ["x" * 60_000] * 2, "contexts": []}, "answer has more than 100,000 characters in all"),
    ({"answer": ["x"] * 1_001, "contexts": []}, "answer has 1,001 items, and may have 1,000"),
    ({"answer": "\ud800", "contexts": []}, "answer holds half of a character (a lone surrogate)"),
    ({"answer": "x", "contexts": None}, "contexts is null, and is to be a list"),
    ({"answer": "x", "contexts": {"a": 1}}, "contexts is an object, and is to be a list"),
    ({"answer": "x", "contexts": ["t"] * 1_001}, "contexts has 1,001 items, and may have 1,000"),
    ({"answer": "x", "contexts": [7]}, "contexts[0] is 7, and is to be an object or a text"),
    ({"answer": "x", "contexts": [["a", 1]]}, "contexts[0] is a list, and is to be an object or a text"),
    ({"answer": "x", "contexts": ["t", " "]}, "contexts[1] is empty"),
    (
        {"answer": "x", "contexts": [{"text": "y" * 6_000_000}] * 2},
        "contexts has more than 10,000,000 characters of text in all",
    ),
    ({"answer": "x", "contexts": [], "citations": "a"}, 'citations is "a", and is to be a list'),
    ({"answer": "x", "contexts": [], "citations": [0] * 1_001}, "citations has 1,001 items, and may have 1,000"),
    (
        {"answer": "x", "contexts": [], "citations": [-1]},
        "citations[0] is negative, and is to be a whole number from 0",
    ),
    (
        {"answer": "x", "contexts": [], "citations": [1.0]},
        "citations[0] is 1, and is to be a place in contexts, from 0, or the id of a source",
    ),
]


@pytest.mark.parametrize(("value", "line"), WRONG_REPLIES)
def test_a_reply_that_is_none_is_refused_with_its_line(value: Any, line: str) -> None:
    assert read_reply(value) == SystemReply(failure=line, kind="malformed")


NOTHING = "hits[0] says nothing: it needs source, text, or document with start and end or page"
WRONG_HITS: list[tuple[Any, str]] = [
    ({"text": ""}, NOTHING),
    ({"document": "d"}, NOTHING),
    ({"score": 1}, NOTHING),
    ({"page": 3}, NOTHING),
    ({"source": 7}, "hits[0].source is 7, and is to be a string"),
    ({"source": "x" * 2_001}, "hits[0].source has 2,001 characters, and may have 2,000"),
    ({"text": ["a"]}, "hits[0].text is a list, and is to be a string"),
    ({"sources": "a"}, "hits[0].sources is not known: did you mean 'source'?"),
    ({"source": "a", "score": "high"}, 'hits[0].score is "high", and is to be a number'),
    ({"source": "a", "score": True}, "hits[0].score is true, and is to be a number"),
    ({"source": "a", "score": float("nan")}, "hits[0].score is nan, and is to be a finite number"),
    ({"source": "a", "score": np.float32("inf")}, "hits[0].score is inf, and is to be a finite number"),
    ({"source": "a", "score": 10**400}, "hits[0].score is inf, and is to be a finite number"),
    ({"source": "a", "start": 1}, "hits[0] has start and no end"),
    ({"source": "a", "end": 1}, "hits[0] has end and no start"),
    ({"document": "d", "start": 5, "end": 5}, "hits[0].end is 5, and is to be greater than start, 5"),
    ({"document": "d", "start": -1, "end": 5}, "hits[0].start is negative, and is to be a whole number from 0"),
    ({"document": "d", "start": 0, "end": 2**53}, "hits[0].end is too large, and is to be a whole number from 0"),
    ({"document": "d", "start": 0.5, "end": 5}, "hits[0].start is 0.5, and is to be a whole number"),
    ({"text": "t", "start": 0, "end": 5}, "hits[0] has start and end, and no document that they are places of"),
    ("", "hits[0] is empty"),
    (("a", 1, 2), "hits[0] has 3 items, and is to be a pair of id and score"),
    (("a", None), "hits[0][1] is null, and is to be a number"),
    ((1, "a"), "hits[0][0] is 1, and is to be a string"),
    (object(), "hits[0] is an object, and is to be the id of a source, [id, score] or an object"),
    (np.zeros(2), "hits[0] is a ndarray, and is to be the id of a source, [id, score] or an object"),
]


@pytest.mark.parametrize(("hit", "line"), WRONG_HITS)
def test_a_hit_that_is_none_is_refused_with_its_line(hit: Any, line: str) -> None:
    assert read_hits([hit], 5) == SystemReply(failure=line, kind="malformed")


def test_hits_that_are_no_list_are_refused() -> None:
    assert read_hits(None, 5).failure == "hits is null, and is to be a list"
    assert read_hits({"results": []}, 5).failure == "hits is missing: [] where there are none"
    assert read_hits({"hit": []}, 5).failure == "hit is not known: did you mean 'hits'?"
    assert read_hits(iter(["a"]), 5).failure == "hits is a list_iterator, and is to be a list"


def test_a_value_that_holds_itself_is_refused() -> None:
    round_and_round: list[Any] = []
    round_and_round.append(round_and_round)
    assert (
        read_reply({"answer": round_and_round, "contexts": []}).failure == "answer[0] is a list, and is to be a string"
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "answer",
                    "contexts",
                    "citations",
                    "hits",
                    "source",
                    "text",
                    "document",
                    "start",
                    "end",
                    "page",
                    "score",
                ]
            )
            | st.text(max_size=3),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@given(value=JSON | st.fixed_dictionaries({"answer": JSON, "contexts": st.lists(JSON, max_size=3), "citations": JSON}))
def test_any_value_is_read_or_refused_in_one_line(value: Any) -> None:
    for reading in (read_reply(value), read_hits(value, 2)):
        if reading.failure:
            assert reading == SystemReply(failure=reading.failure, kind="malformed")
            assert "\n" not in reading.failure
        reply = replace(reading, seconds=0.25)
        assert SystemReply.from_json(reply.to_json()) == replace(reply, kind="", cut=0)
        assert all(hit.score is None or abs(hit.score) < float("inf") for hit in reply.contexts)
        assert all(hit.source or hit.chunk for hit in reply.contexts)


@given(st.binary(max_size=60) | JSON.map(lambda value: repr(value).encode("utf-8", "surrogatepass")))
def test_any_bytes_are_decoded_or_refused(raw: bytes) -> None:
    value, problem = decode(raw)
    assert not (problem and value is not None)
    assert "\n" not in problem


def test_a_byte_order_mark_is_taken_off() -> None:
    assert decode(b'\xef\xbb\xbf{"a": 1}') == ({"a": 1}, "")
