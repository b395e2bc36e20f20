"""Cells and settings of list questions."""

from __future__ import annotations

import pytest

from benchwright.errors import PlanError
from benchwright.plan import parse_plan, resolved

PLAN = """corpus: c
cells:
  - {style: list, kind: simple, count: 3}
  - {style: list, kind: composition, modalities: [text, text+table], total: 3}
  - {style: numerical, modalities: text, count: 1}
"""


def test_lists_go_to_their_maker_whoever_writes_the_rest() -> None:
    plan = parse_plan(PLAN)
    assert [(cell.label, cell.maker, cell.count) for cell in plan.cells()] == [
        ("list simple", "qampari", 3),
        ("list composition text", "qampari", 2),
        ("list composition text+table", "qampari", 1),
        ("numerical text", "derive", 1),
    ]


def test_a_resolved_plan_with_lists_reads_the_same(tmp_path) -> None:
    plan = parse_plan(PLAN, folder=tmp_path)
    again = parse_plan(resolved(plan, tmp_path), folder=tmp_path)
    assert again.cells() == plan.cells()
    assert again.pinned() == plan.pinned()
    key = plan.cells()[0].key
    assert {cell.key: cell.count for cell in plan.with_counts({key: 9}).cells()}[key] == 9


def test_what_is_as_usual_is_not_pinned_and_the_database_never_is() -> None:
    assert "lists" not in parse_plan(PLAN).pinned()
    assert "relation" not in parse_plan(PLAN).pinned()["max_share"]
    told = parse_plan(PLAN + "lists: {validated: 0.9, memory: 4GB}\nmax_share: {relation: 0.2}\n").pinned()
    assert told["lists"] == {"validated": 0.9}
    assert told["max_share"]["relation"] == 0.2


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("{style: list, count: 1}", "style list comes in kinds, and none is named — write kind: and one of simple"),
        ("{style: list, kind: simpel, count: 1}", "style list has no kind 'simpel' — did you mean 'simple'?"),
        ("{style: numerical, kind: simple, count: 1}", "style numerical has no kind 'simple' — leave the key out"),
        ("{style: list, kind: simple, modalities: 2text, count: 1}", "cannot have the modalities '2text'"),
    ],
)
def test_a_kind_that_cannot_be_is_one_line(cell: str, said: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan(f"corpus: c\ncells: [{cell}]\n")
    assert said in caught.value.line()


def test_a_size_of_memory_that_is_none_is_refused_in_words() -> None:
    with pytest.raises(PlanError, match="must be a number with MB, GB, MiB or GiB, such as 2GB, not 'lots'"):
        parse_plan(PLAN + "lists: {memory: lots}\n")
