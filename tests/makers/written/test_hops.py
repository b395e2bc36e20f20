"""Hops in sequence: what is asked, what is refused before anything more is paid, and what a joined question may be."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.support.islands import ground, style
from tests.support.scripted_models import ScriptedModel, asker, hop, last_turn, offered, written

from benchwright.makers.written.candidate_sheet import CandidateSheet
from benchwright.makers.written.hop_sides import Side
from benchwright.makers.written.hops import write_hops
from benchwright.makers.written.reply_fields import WriterRefusedError
from benchwright.records import Modalities

TABLE_THEN_TEXT = Side(Modalities(table=1), ("b-arvo",)), Side(Modalities(text=1), ("t-arvo",))
ABOUT = hop(["S1"], question="How many people live in the south of Arvo?", answer="200 do.", short_answer="200 people")
JOIN = {
    "plan": "",
    "refusal": "none",
    "sources": ["S2"],
    "quotes": [{"source": "S2", "quote": "Its lighthouse is 20 metres high"}],
    "entity": "Arvo",
    "hop_question": "Which island has a lighthouse of 20 metres?",
    "clue": "20 metres high",
    "draft_question": "How many people live in the south of the island, whose light is 20 metres high, as it says?",
    "answer": "That island is Arvo. 200 people live in its south.",
    "question": "How many people live in the south of the island whose lighthouse is 20 metres high?",
}
SILENT = {"plan": "nothing fits", "sources": [], "quotes": [], "question": "", "answer": ""}


def run(
    folder: Path, replies: dict[str, Any], sides: tuple[Side, Side] = TABLE_THEN_TEXT, entity: str = "Arvo"
) -> tuple[Any, ScriptedModel]:
    over = ground(folder)
    ids = [one for side in sides for one in side.candidates]
    sheet = CandidateSheet(tuple(over.corpus.source(one) for one in ids), over.corpus.picture, entity)
    model = ScriptedModel(lambda request: replies[request.purpose])
    try:
        return asyncio.run(write_hops(asker(model), sheet, style("multi-hop", "hops"), sides, entity)), model
    except WriterRefusedError as refused:
        return refused, model


def test_the_second_half_sees_the_first_and_not_its_sources(tmp_path: Path) -> None:
    (joined, (to, about)), model = run(tmp_path, {"hop_about": ABOUT, "hop_join": JOIN})
    assert model.purposes == ["hop_about", "hop_join"]
    first, second = model.asked
    assert list(offered(first)) == ["S1"]
    assert list(offered(second)) == ["S2"]
    for said in (ABOUT["question"], ABOUT["answer"], ">\nArvo\n<"):
        assert said in last_turn(second)
    assert joined.question == JOIN["question"]  # the draft says no more
    assert (joined.answer, joined.short_answer) == (JOIN["answer"], "200 people")
    assert [source.id for source in joined.sources] == ["b-arvo", "t-arvo"]
    assert [quote.source for quote in joined.quotes] == ["t-arvo", "b-arvo"]
    assert (to.question, to.short_answer, [one.id for one in to.sources]) == (JOIN["hop_question"], "Arvo", ["t-arvo"])
    assert (about.question, about.short_answer) == (ABOUT["question"], "200 people")


@pytest.mark.parametrize(
    ("about", "reason", "message"),
    [
        ({**SILENT, "refusal": "nothing_to_ask", "short_answer": ""}, "nothing_to_ask", "nothing fits"),
        ({"question": "How many people live there?"}, "hop_answer", "the question about 'Arvo' does not name it"),
        ({"short_answer": "the Arvo"}, "hop_answer", "the hop about 'Arvo' has the entity as its answer"),
        ({"short_answer": "20 metres"}, "answer_shared", "the sources that describe 'Arvo' state '20 metres' as well"),
        ({"sources": []}, "incomplete", "the writer left out: sources"),
    ],
)
def test_a_first_half_that_leads_nowhere_costs_no_second_call(
    tmp_path: Path, about: dict[str, Any], reason: str, message: str
) -> None:
    refused, model = run(tmp_path, {"hop_about": ABOUT | about})
    assert (refused.reason, str(refused)) == (reason, message)
    assert model.purposes == ["hop_about"]


def test_sides_that_do_not_meet_cost_no_call(tmp_path: Path) -> None:
    apart = TABLE_THEN_TEXT[0], Side(Modalities(text=1), ("t-bresk",))
    refused, model = run(tmp_path, {}, apart)
    assert (refused.reason, str(refused)) == ("bridge", "too few of t-bresk state 'Arvo'")
    assert model.asked == []


def test_of_several_candidates_only_those_that_state_the_bridge_are_shown(tmp_path: Path) -> None:
    sides = Side(Modalities(table=1), ("b-bresk", "b-arvo")), Side(Modalities(text=1), ("t-arvo", "t-bresk"))
    about = ABOUT | {"sources": ["S2"], "quotes": []}
    _, model = run(tmp_path, {"hop_about": about, "hop_join": JOIN | {"sources": ["S3"], "quotes": []}}, sides)
    assert [list(offered(request)) for request in model.asked] == [["S2"], ["S3"]]


@pytest.mark.parametrize(
    ("join", "reason", "message"),
    [
        ({**SILENT, "refusal": "ambiguous"}, "ambiguous", "nothing fits"),
        ({"entity": "Bresk"}, "hop_answer", "the hop that leads to 'Arvo' leads to 'Bresk'"),
        ({"question": "How many people live in Arvo, 20 metres high?", "draft_question": ""}, "bridge_named", "'Arvo'"),
        ({"clue": "the green door"}, "clue_missing", "'the green door' does not lead from the question"),
        ({"clue": ""}, "incomplete", "the writer left out: clue"),
        (
            {"clue": "south of the island", "draft_question": ""},
            "clue_missing",
            "'south of the island' does not lead from the question to its sources",
        ),
        ({"sources": ["S1"]}, "cited_unknown", "cites S1; offered were S2"),
    ],
)
def test_a_joined_question_that_needs_no_second_hop(
    tmp_path: Path, join: dict[str, Any], reason: str, message: str
) -> None:
    refused, model = run(tmp_path, {"hop_about": ABOUT, "hop_join": JOIN | join})
    assert isinstance(refused, WriterRefusedError), refused
    assert (refused.reason, message in str(refused)) == (reason, True)
    assert model.purposes == ["hop_about", "hop_join"]


def test_a_description_that_the_source_of_the_answer_tells_too(tmp_path: Path) -> None:
    sides = Side(Modalities(text=1), ("t-arvo",)), Side(Modalities(image=1), ("i-arvo",))
    about = hop(["S1"], question="How high is Arvo's lighthouse?", answer="20 metres.", short_answer="20 metres")
    join = JOIN | {"clue": "3 villages", "question": "How high is the lighthouse of the island with 3 villages?"}
    refused, _ = run(tmp_path, {"hop_about": about, "hop_join": join | {"draft_question": ""}}, sides)
    assert (refused.reason, str(refused)) == ("clue_shared", "the source of the answer tells '3 villages' as well")
    seen = JOIN | {"clue": "a dark flag", "question": "How high is the lighthouse of the island with a dark flag?"}
    seen |= {"draft_question": "", "quotes": [{"source": "S2", "quote": "a dark flag"}]}
    (joined, _), _ = run(tmp_path / "seen", {"hop_about": about, "hop_join": seen}, sides)
    assert joined.question == seen["question"]  # what stands only in the picture is for the verifier


def test_a_rewording_that_loses_the_clue_gives_way_to_the_draft(tmp_path: Path) -> None:
    join = JOIN | {"question": "How many people live in the south of the island with that lighthouse?"}
    (joined, _), _ = run(tmp_path, {"hop_about": ABOUT, "hop_join": join})
    assert joined.question == JOIN["draft_question"]


def test_a_reply_that_keeps_the_form_of_write_is_not_one_of_a_half() -> None:
    assert "draft_question" in written(["S1"])
    assert "draft_question" not in ABOUT
