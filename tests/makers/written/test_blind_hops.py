"""Hops written blind: how candidates are split, and when two simple questions are not joined."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.islands import ground, style
from tests.support.scripted_models import ScriptedModel, asker, hop, last_turn, offered

from benchwright.makers.written.blind_hops import write_blind_hops
from benchwright.makers.written.candidate_sheet import CandidateSheet
from benchwright.makers.written.hop_sides import Side, split
from benchwright.makers.written.reply_fields import WriterRefusedError
from benchwright.models import Request
from benchwright.records import Modalities, Modality

TEXT, TABLE, IMAGE = Modality.TEXT, Modality.TABLE, Modality.IMAGE


@given(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2)).filter(lambda counts: sum(counts) >= 2),
    st.integers(1, 3),
    st.integers(0, 2**32),
    st.data(),
)
def test_sides_are_a_partition_with_enough_on_each(
    counts: tuple[int, int, int], per_source: int, seed: int, data: st.DataObject
) -> None:
    wants = Modalities(*counts)
    found = {
        kind: tuple(f"{kind}{n}" for n in range(data.draw(st.integers(count, count * per_source))))
        for kind, count in zip((TEXT, TABLE, IMAGE), counts, strict=True)
        if count
    }
    sides = split(found, wants, np.random.default_rng(seed))
    listed = [one for side in sides for one in side.candidates]
    assert sorted(listed) == sorted(one for kind in found.values() for one in kind)
    for side in sides:
        kinds = Modalities.of(Modality(one.rstrip("0123456789")) for one in side.candidates)
        for kind in Modality:
            wanted, there = getattr(side.wants, kind.value), getattr(kinds, kind.value)
            assert wanted <= there
            assert bool(wanted) == bool(there)  # no candidate that the side must not use
        assert side.wants.total >= 1
        for group in found.values():
            assert [one for one in group if one in side.candidates] == [
                one for one in side.candidates if one in group
            ]  # nearest first, as found
    assert [sum(getattr(side.wants, kind.value) for side in sides) for kind in Modality] == list(counts)
    assert split(found, wants, np.random.default_rng(seed)) == sides


def test_two_kinds_go_one_to_each_side_and_either_side_may_be_about_the_entity() -> None:
    found = {TEXT: ("t0", "t1"), IMAGE: ("i0", "i1")}
    text, image = Side(Modalities(text=1), ("t0", "t1")), Side(Modalities(image=1), ("i0", "i1"))
    drawn = {split(found, Modalities(text=1, image=1), np.random.default_rng(seed)) for seed in range(30)}
    assert drawn == {(text, image), (image, text)}


def test_three_kinds_go_one_against_two() -> None:
    found = {TEXT: ("t0",), TABLE: ("b0",), IMAGE: ("i0",)}
    drawn = {split(found, Modalities(1, 1, 1), np.random.default_rng(seed)) for seed in range(60)}
    assert {(str(one.wants), str(other.wants)) for one, other in drawn} == {
        ("text", "table+image"),
        ("table+image", "text"),
        ("table", "text+image"),
        ("text+image", "table"),
        ("image", "text+table"),
        ("text+table", "image"),
    }


def test_one_kind_is_split_by_chance_in_the_proportion_of_what_is_wanted() -> None:
    found = {TEXT: tuple(f"t{n}" for n in range(6))}
    drawn = [split(found, Modalities(text=3), np.random.default_rng(seed)) for seed in range(40)]
    assert {tuple(sorted((side.wants.text, len(side.candidates)) for side in sides)) for sides in drawn} == {
        ((1, 2), (2, 4))
    }
    assert len({sides[0].candidates for sides in drawn}) > 10


def test_what_cannot_be_split() -> None:
    with pytest.raises(ValueError, match="two hops need two sources"):
        split({TEXT: ("t0", "t1")}, Modalities(text=1), np.random.default_rng(1))
    with pytest.raises(WriterRefusedError, match="1 of table were found for 2table") as caught:
        split({TABLE: ("b0",)}, Modalities(table=2), np.random.default_rng(1))
    assert caught.value.reason == "candidates"


# ---------------------------------------------------------------------- writing
SIDES = (Side(Modalities(table=1), ("b-arvo", "b-bresk")), Side(Modalities(text=1), ("t-arvo", "t-bresk")))
HOPS: dict[str, Any] = {
    "hop_about": hop(["S1"], question="How many live in Arvo North?", answer="100 do.", short_answer="100"),
    "hop_to": hop(
        ["S3"],
        question="Which island has a lighthouse of 20 metres?",
        answer="Arvo has.",
        short_answer="the Arvo",
        quotes=[{"source": "S3", "quote": "Its lighthouse is 20 metres high"}],
    ),
    "combine": {
        "plan": "",
        "refusal": "none",
        "draft_question": "",
        "question": "How many live in the north of the island whose lighthouse is 20 metres high?",
        "answer": "It is Arvo, and 100 live there.",
        "short_answer": "100",
    },
}

REFUSED = hop([], refusal="nothing_to_ask", question="", answer="", short_answer="")


def run(folder: Path, replies: dict[str, Any], slow: str = "") -> tuple[Any, ScriptedModel, tuple[str, ...]]:
    """What `write_hops` gives over the sides above; `slow` is the prompt whose replies come late."""
    over = ground(folder)
    ids = [one for side in SIDES for one in side.candidates]
    sheet = CandidateSheet(tuple(over.corpus.source(one) for one in ids), over.corpus.picture, "Arvo")
    model = ScriptedModel(lambda request: replies[request.purpose], lambda request: 9 if request.purpose == slow else 1)
    one = asker(model)
    try:
        result: Any = asyncio.run(write_blind_hops(one, sheet, style("multi-hop", "hops"), SIDES, "Arvo"))
    except WriterRefusedError as refused:
        result = refused
    return result, model, one.calls


def test_two_hops_become_one_question(tmp_path: Path) -> None:
    (joined, hops), model, calls = run(tmp_path, HOPS)
    assert joined.question == HOPS["combine"]["question"]
    assert (joined.answer, joined.short_answer) == ("It is Arvo, and 100 live there.", "100")
    assert [source.id for source in joined.sources] == ["b-arvo", "t-arvo"]
    assert [(quote.source, quote.text) for quote in joined.quotes] == [
        ("t-arvo", "Its lighthouse is 20 metres high"),
        ("b-arvo", "words"),
    ]
    assert [(hop.short_answer, [source.id for source in hop.sources]) for hop in hops] == [
        ("the Arvo", ["t-arvo"]),  # in the order of asking
        ("100", ["b-arvo"]),
    ]
    assert model.purposes == ["hop_about", "hop_to", "combine"]
    assert calls == tuple(request.key for request in model.asked)
    about, to, combine = model.asked
    assert {label: kind for label, (kind, _) in offered(about).items()} == {"S1": "table", "S2": "table"}
    assert {label: kind for label, (kind, _) in offered(to).items()} == {"S3": "text", "S4": "text"}
    assert {label: kind for label, (kind, _) in offered(combine).items()} == {"S1": "table", "S3": "text"}
    assert "exactly 1 table" in last_turn(about)
    assert "exactly 1 text passage" in last_turn(to)
    for said in ("written from S1", "written from S3", HOPS["hop_to"]["question"], HOPS["hop_about"]["answer"]):
        assert said in last_turn(combine)


@pytest.mark.parametrize(
    ("changed", "reason", "message"),
    [
        ({"hop_about": REFUSED | {"plan": "no fact"}}, "nothing_to_ask", "no fact"),
        ({"hop_to": REFUSED | {"refusal": "ambiguous"}}, "ambiguous", "the writer gave no reason"),
        (
            {"hop_about": REFUSED | {"plan": "first"}, "hop_to": REFUSED | {"plan": "second"}},
            "nothing_to_ask",
            "first",
        ),
        (
            {"hop_to": HOPS["hop_to"] | {"short_answer": "Bresk"}},
            "hop_answer",
            "the hop that leads to 'Arvo' leads to 'Bresk'",
        ),
        (
            {"hop_about": HOPS["hop_about"] | {"short_answer": "Arvo"}},
            "hop_answer",
            "the hop about 'Arvo' has the entity as its answer",
        ),
        (
            {"hop_about": HOPS["hop_about"] | {"sources": ["S1", "S2"]}},
            "modalities",
            "a hop is written from 2table, but table was requested",
        ),
        (
            {"hop_to": HOPS["hop_to"] | {"sources": ["S1"]}},  # offered to the other hop only
            "cited_unknown",
            "cites S1; offered were S3, S4",
        ),
        ({"combine": HOPS["combine"] | {"refusal": "no_connection", "plan": "awkward"}}, "no_connection", "awkward"),
        ({"combine": HOPS["combine"] | {"question": " "}}, "incomplete", "the writer left out: question"),
    ],
)
@pytest.mark.parametrize("slow", ["hop_about", "hop_to"])
def test_hops_that_are_not_joined(
    tmp_path: Path, changed: dict[str, Any], reason: str, message: str, slow: str
) -> None:
    refused, model, calls = run(tmp_path, HOPS | changed, slow)
    assert isinstance(refused, WriterRefusedError)
    assert (refused.reason, str(refused)) == (reason, message)
    assert model.purposes[:2] == ["hop_about", "hop_to"]
    assert len(calls) == (3 if "combine" in changed else 2)  # both hops' calls, in whatever order they came


def test_the_order_of_replies_changes_nothing(tmp_path: Path) -> None:
    def unread(request: Request) -> bool:
        return request.purpose in ("hop_about", "hop_to")

    results = []
    for number, slow in enumerate(("hop_about", "hop_to")):
        over = ground(tmp_path / str(number))
        sheet = CandidateSheet(
            tuple(over.corpus.source(one) for side in SIDES for one in side.candidates), over.corpus.picture, "Arvo"
        )

        def script(request: Request) -> Any:
            if request.purpose == "repair":
                return HOPS["hop_to" if "S3" in offered_first(request) else "hop_about"]
            return "none" if unread(request) else HOPS[request.purpose]

        def turns(request: Request, slow: str = slow) -> int:
            return 9 if request.purpose == slow else 1

        model = ScriptedModel(script, turns)
        one = asker(model)
        joined = asyncio.run(write_blind_hops(one, sheet, style("multi-hop", "hops"), SIDES, "Arvo"))
        results.append((joined, one.calls, sorted(request.key for request in model.asked)))
    assert results[0] == results[1]
    assert len(results[0][1]) == 5  # two that could not be read, two mended, one joined


def offered_first(request: Request) -> dict[str, tuple[str, str]]:
    """The sources of the turn that a repair goes back to."""
    return offered(replace(request, messages=request.messages[:-2]))
