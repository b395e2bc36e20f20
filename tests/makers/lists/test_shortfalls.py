"""What a cell of lists that is empty or short says."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from benchwright.makers.lists.shortfalls import Source, _table, shortfall

STAGES = {"statements": 9, "clauses": 2, "answers": 5, "proven answers": 4, "queries": 3}


def first_empty(stage: str) -> dict[str, int]:
    """Stages of which one, and all after it, have nothing left."""
    names = list(STAGES)
    return {name: 0 if names.index(name) >= names.index(stage) else count for name, count in STAGES.items()}


@pytest.mark.parametrize("stage", list(STAGES))
def test_the_first_empty_stage_decides_what_helps(stage: str) -> None:
    message = shortfall("graph", first_empty(stage), {}, 0, {})
    assert message.endswith(f": {_table()['stages'][stage]}")
    assert f"0 {stage}" in message


def test_where_nothing_can_be_asked_the_most_frequent_loss_decides() -> None:
    losses = {"without-label": 1, "of-another-type": 7}
    assert shortfall("graph", first_empty("answers"), losses, 0, {}) == (
        "9 statements, 2 clauses, 0 answers, 0 proven answers, 0 queries (left out: 7 of-another-type, 1 "
        "without-label): load types, or mend the types under typed in the file of relations"
    )
    assert shortfall(
        "table", {"tables": 3, "tables that list a set": 0, "questions": 0}, {"too-few-rows": 3}, 0, {}
    ) == (
        "3 tables, 0 tables that list a set, 0 questions (left out: 3 too-few-rows): ingest tables of five rows or more"
    )


@pytest.mark.parametrize(
    ("source", "reason", "remedy"),
    [
        ("graph", "rejected:leak", "the question states an answer; change the clause"),
        ("table", "rejected:leak", "the title or the condition states an answer"),
        ("facts", "rejected:correct", "the corpus mentions things that its facts leave open"),
        ("graph", "rejected:share:relation", "raise max_share.relation"),
    ],
)
def test_the_reason_of_most_attempts_is_shown_with_what_helps(source: Source, reason: str, remedy: str) -> None:
    message = shortfall(source, STAGES, {}, 3, {reason: 2, "refused:label": 1})
    assert message.startswith(f"2 of 3 attempts fell by {reason}: {remedy}")


@pytest.mark.parametrize("attempts", [{}, {"rejected:unheard-of": 2}])
def test_queries_that_were_not_tried_are_named(attempts: Mapping[str, int]) -> None:
    assert shortfall("graph", STAGES, {}, 2, attempts) == (
        "1 more queries were not tried: raise max_attempts_per_question"
    )


def test_a_filled_search_names_the_last_stage() -> None:
    assert shortfall("graph", STAGES, {}, 3, {}).endswith(_table()["stages"]["queries"])


def test_every_remedy_is_one_line() -> None:
    assert all("\n" not in remedy for section in _table().values() for remedy in section.values())
