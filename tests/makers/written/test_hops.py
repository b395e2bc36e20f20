"""Hops over one neighbourhood: what is asked, what is refused before anything more is paid, and what a joined question
may be."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.support.islands import ground, style
from tests.support.scripted_models import ScriptedModel, asker, first_half, last_turn, offered

from benchwright.makers.written.candidate_sheet import CandidateSheet
from benchwright.makers.written.hops import write_hops
from benchwright.makers.written.reply_fields import WriterRefusedError
from benchwright.records import Modalities

OFFERED = ("b-arvo", "t-bresk", "t-arvo", "i-arvo")
NAMES = {"Arvo": ("t-arvo", "b-arvo", "i-arvo"), "Bresk": ("t-bresk", "b-bresk")}
FIRST = first_half(
    "Arvo",
    ["S1"],
    ["S3"],
    question="How many people live in the south of Arvo?",
    answer="200 do.",
    short_answer="200 people",
)
JOIN = {
    "plan": "",
    "refusal": "none",
    "quotes": [{"source": "S3", "quote": "Its lighthouse is 20 metres high"}],
    "hop_question": "Which island has a lighthouse of 20 metres?",
    "clue": "20 metres high",
    "draft_question": "How many people live in the south of the island, whose light is 20 metres high, as it says?",
    "answer": "That island is Arvo. 200 people live in its south.",
    "question": "How many people live in the south of the island whose lighthouse is 20 metres high?",
}
REFUSED = {"plan": "nothing fits", "quotes": [], "question": "", "answer": ""}


def run(folder: Path, replies: dict[str, Any], wants: str = "text+table") -> tuple[Any, ScriptedModel]:
    over = ground(folder)
    sheet = CandidateSheet(tuple(over.corpus.source(one) for one in OFFERED), over.corpus.picture, "Arvo")
    model = ScriptedModel(lambda request: replies[request.purpose])
    hops = write_hops(asker(model), sheet, style("multi-hop", "hops"), Modalities.parse(wants), NAMES)
    try:
        return asyncio.run(hops), model
    except WriterRefusedError as refused:
        return refused, model


def test_the_first_call_sees_all_and_the_second_only_what_describes(tmp_path: Path) -> None:
    (joined, (to, about)), model = run(tmp_path, {"hop_first": FIRST, "hop_join": JOIN})
    assert model.purposes == ["hop_first", "hop_join"]
    first, second = model.asked
    assert list(offered(first)) == ["S1", "S2", "S3", "S4"]
    assert ">\nS3, S1, S4: Arvo\n<" in last_turn(first)  # that only one source here states Bresk is no link
    assert list(offered(second)) == ["S3"]
    assert "exactly 1 text passage." in last_turn(second)
    for said in (FIRST["question"], FIRST["answer"], ">\nArvo\n<"):
        assert said in last_turn(second)
    answering = last_turn(second).partition("<answering ")[2].partition("</answering ")[0]
    assert "200" in answering  # what the description must not lean on
    assert "lighthouse" not in answering
    assert joined.question == JOIN["question"]  # the draft says no more
    assert (joined.answer, joined.short_answer) == (JOIN["answer"], "200 people")
    assert [source.id for source in joined.sources] == ["b-arvo", "t-arvo"]
    assert [quote.source for quote in joined.quotes] == ["t-arvo", "b-arvo"]
    assert (to.question, to.short_answer, [one.id for one in to.sources]) == (JOIN["hop_question"], "Arvo", ["t-arvo"])
    assert (about.question, about.short_answer, [one.id for one in about.sources]) == (
        FIRST["question"],
        "200 people",
        ["b-arvo"],
    )


@pytest.mark.parametrize(
    ("first", "reason", "message"),
    [
        (
            {**REFUSED, "refusal": "nothing_to_ask", "bridge": "", "answering": [], "describing": []},
            "nothing_to_ask",
            "nothing fits",
        ),
        ({"question": "How many people live there?"}, "hop_answer", "the question about 'Arvo' does not name it"),
        ({"short_answer": "the Arvo"}, "hop_answer", "the hop about 'Arvo' has it as its answer"),
        (
            {"short_answer": "20 metres"},
            "answer_shared",
            "a source that is to describe 'Arvo' tells '20 metres' of it as well",
        ),
        ({"bridge": ""}, "incomplete", "the writer left out: bridge"),
        ({"answering": []}, "incomplete", "the writer left out: sources"),
        ({"describing": []}, "incomplete", "the writer left out: sources"),
        ({"describing": ["S9"]}, "cited_unknown", "cites S9; offered were S1, S2, S3, S4"),
        ({"describing": ["S1"]}, "modalities", "the hops have b-arvo, b-arvo, but text+table was requested"),
        ({"describing": ["S4"]}, "modalities", "the hops have b-arvo, i-arvo, but text+table was requested"),
        ({"describing": ["S2"]}, "bridge", "no source that is to describe states 'Arvo'"),
        ({"bridge": "Bresk", "describing": ["S2"]}, "bridge", "no source that is to answer states 'Bresk'"),
    ],
)
def test_a_first_half_that_leads_nowhere_costs_no_second_call(
    tmp_path: Path, first: dict[str, Any], reason: str, message: str
) -> None:
    refused, model = run(tmp_path, {"hop_first": FIRST | first})
    assert (refused.reason, str(refused)) == (reason, message)
    assert model.purposes == ["hop_first"]


def test_a_source_on_both_sides_is_refused_even_if_the_kinds_fit(tmp_path: Path) -> None:
    refused, _ = run(tmp_path, {"hop_first": FIRST | {"answering": ["S3"], "describing": ["S3"]}}, "2text")
    assert refused.reason == "modalities"


@pytest.mark.parametrize(
    ("join", "reason", "message"),
    [
        ({**REFUSED, "refusal": "ambiguous"}, "ambiguous", "nothing fits"),
        ({"question": "How many people live in Arvo, 20 metres high?", "draft_question": ""}, "bridge_named", "'Arvo'"),
        ({"hop_question": ""}, "incomplete", "the writer left out: hop_question"),
        ({"quotes": [{"source": "S1", "quote": "x"}]}, "cited_unknown", "quotes S1; offered were S3"),
    ],
)
def test_a_joined_question_that_needs_no_second_hop(
    tmp_path: Path, join: dict[str, Any], reason: str, message: str
) -> None:
    refused, model = run(tmp_path, {"hop_first": FIRST, "hop_join": JOIN | join})
    assert isinstance(refused, WriterRefusedError), refused
    assert (refused.reason, message in str(refused)) == (reason, True)
    assert model.purposes == ["hop_first", "hop_join"]


def test_a_description_that_the_source_of_the_answer_tells_too(tmp_path: Path) -> None:
    first = first_half(
        "Arvo",
        ["S3"],
        ["S4"],
        question="How high is Arvo's lighthouse?",
        answer="20 metres.",
        short_answer="20 metres",
    )
    join = JOIN | {"clue": "3 villages", "question": "How high is the lighthouse of the island with 3 villages?"}
    join |= {"draft_question": "", "quotes": []}
    refused, _ = run(tmp_path, {"hop_first": first, "hop_join": join}, "text+image")
    assert (refused.reason, str(refused)) == (
        "clue_shared",
        "a source of the answer tells '3 villages' of 'Arvo' as well",
    )
    seen = join | {"clue": "a dark flag", "question": "How high is the lighthouse of the island with a dark flag?"}
    (joined, _), _ = run(tmp_path / "seen", {"hop_first": first, "hop_join": seen}, "text+image")
    assert joined.question == seen["question"]  # what stands only in the picture is for the verifier


def test_a_rewording_that_loses_the_clue_gives_way_to_the_draft(tmp_path: Path) -> None:
    join = JOIN | {"question": "How many people live in the south of the island with that lighthouse?"}
    (joined, _), _ = run(tmp_path, {"hop_first": FIRST, "hop_join": join})
    assert joined.question == JOIN["draft_question"]


@pytest.mark.parametrize("clue", ["", "the green door"])
def test_a_clue_that_does_not_stand_in_the_question_says_nothing(tmp_path: Path, clue: str) -> None:
    (joined, _), _ = run(tmp_path, {"hop_first": FIRST, "hop_join": JOIN | {"clue": clue}})
    assert joined.question == JOIN["question"]
