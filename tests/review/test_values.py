from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.records import Modality, Place, Source, Table
from benchwright.review.items import ShownItem
from benchwright.review.task import tasks
from benchwright.review.values import asked, faults, options_of, settled

TEXT = Source("k1", Modality.TEXT, "Harn", "Lake Harn is fed by the Oster.", Place(""))
TABLE = Source("k2", Modality.TABLE, "Rivers", "", Place(""), Table((("River",),), (("Oster",), ("Venn",))))
SHOWN = ShownItem(
    ("question",), question="Which 3 rivers feed Lake Harn?", answers=("Oster", "Venn"), sources=(TEXT, TABLE)
)
PAIR = {"question": "a", "answer": "b", "keywords": "c", "offers": "no"}


@pytest.mark.parametrize(
    ("task", "values", "wrong"),
    [
        ("answer-check", {"correct": "yes"}, {}),
        ("answer-check", {}, {"correct": "is missing"}),
        ("answer-check", {"correct": "maybe"}, {"correct": "is not one of yes, no"}),
        ("answer-check", {"correct": ["yes"]}, {"correct": "is not one of yes, no"}),
        (
            "answer-check",
            {"correct": "no", "proof": [{"source": "k1", "start": 0, "end": 3}]},
            {"proof": "is not asked here"},
        ),
        ("answer-check", {"correct": "yes", "proof": [{"source": "k1", "start": 0, "end": 30}]}, {}),
        ("answer-check", {"correct": "yes", "proof": [{"source": "k2", "cells": [[1, 0]]}]}, {}),
        ("answer-check", {"correct": "yes", "colour": "red"}, {"colour": "no such field: known: correct, proof, why"}),
        ("reply-grades", {"grade": 2}, {}),
        ("reply-grades", {"grade": 3}, {"grade": "is not a number from 0 to 2"}),
        ("reply-grades", {"grade": True}, {"grade": "is not a number from 0 to 2"}),
        ("reply-grades", {"grade": "2"}, {"grade": "is not a number from 0 to 2"}),
        ("paraphrase", {"understood": "yes", "rewording": "What 3 rivers flow into Lake Harn?"}, {}),
        ("paraphrase", {"understood": "no"}, {}),
        ("paraphrase", {"understood": "yes"}, {"rewording": "is missing"}),
        (
            "paraphrase",
            {"understood": "yes", "rewording": "What rivers flow into Lake Harn?"},
            {"rewording": "lacks '3', which the question has"},
        ),
        (
            "paraphrase",
            {"understood": "yes", "rewording": "What 3 rivers flow into Lake Venn?"},
            {"rewording": "lacks 'harn', which the question has"},
        ),
        (
            "paraphrase",
            {"understood": "yes", "rewording": "What 3 rivers of Ardon flow into Lake Harn?"},
            {"rewording": "has 'ardon', which the question lacks"},
        ),
        ("completeness", {"thorough": "yes"}, {}),
        ("completeness", {"thorough": "yes", "missing": ["Elm", "elm "]}, {"missing": "lists 'Elm' twice"}),
        ("completeness", {"thorough": "yes", "missing": "Elm"}, {"missing": "is not a list of texts"}),
        ("completeness", {"thorough": "yes", "wrong": ["Oster"]}, {}),
        ("completeness", {"thorough": "yes", "wrong": ["Elm"]}, {"wrong": "is not a choice of Oster, Venn"}),
        ("pair-creation", {**PAIR, "chosen": ["k1"]}, {"chosen": "choose 2 to 40, not 1"}),
        ("pair-creation", {**PAIR, "chosen": ["k1", "k2"]}, {}),
        ("image-filter", {"chosen": [], "label": "x"}, {"chosen": "is missing"}),
    ],
)
def test_values_are_held_against_the_fields(task: str, values: dict[str, Any], wrong: dict[str, str]) -> None:
    assert faults(tasks()[task], values, SHOWN) == wrong


@pytest.mark.parametrize(
    "mark",
    [
        {"source": "k1", "start": 5, "end": 5},
        {"source": "k1", "start": -1, "end": 5},
        {"source": "k1", "start": 0, "end": 31},
        {"source": "k1", "start": False, "end": True},
        {"source": "elsewhere", "start": 0, "end": 1},
        {"source": "k1", "cells": [[0, 0]]},
        {"source": "k2", "cells": [[2, 0]]},
        {"source": "k2", "cells": []},
        {"source": "k1", "box": [0, 0, 2, 1]},
        {"source": "k1", "box": [0.5, 0, 0.4, 1]},
        {"source": "k1"},
        {"source": "k1", "start": 0, "end": 1, "box": [0, 0, 1, 1]},
        "k1",
    ],
)
def test_a_mark_lies_inside_of_what_is_shown(mark: Any) -> None:
    assert set(faults(tasks()["answer-check"], {"correct": "yes", "proof": [mark]}, SHOWN)) == {"proof"}


def test_fields_are_asked_only_where_others_call_for_them() -> None:
    task = tasks()["pair-validation"]
    assert "other_issue" not in [field.name for field in asked(task, {"issues": ["grammar"]})]
    assert "other_issue" in [field.name for field in asked(task, {"issues": ["grammar", "other"]})]


def test_options_of_the_item_have_keys() -> None:
    field = tasks()["pair-creation"].field("chosen")
    assert [(one.value, one.label, one.key) for one in options_of(field, SHOWN)] == [
        ("k1", "Harn", "1"),
        ("k2", "Rivers", "2"),
    ]


def test_empty_values_are_left_out_and_space_is_stripped() -> None:
    values = {"why": "  wrong river \n", "correct": "no", "proof": []}
    assert settled(tasks()["answer-check"], values) == {"correct": "no", "why": "wrong river"}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.characters(categories=["Cs"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(task=st.sampled_from(sorted(tasks())), data=st.data())
def test_no_values_that_a_page_may_send_break_the_check(task: str, data: st.DataObject) -> None:
    names = [field.name for field in tasks()[task].fields]
    values = data.draw(st.dictionaries(st.sampled_from([*names, "other"]), anything))
    found = faults(tasks()[task], values, SHOWN)
    assert set(found) <= {*names, "other"}
    if not found:
        assert faults(tasks()[task], settled(tasks()[task], values), SHOWN) == {}
