"""How many attempts of a cell are begun, whose drafts are proven, and when a cell is given up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import TurnPendingError
from benchwright.records import Outcome, Status
from benchwright.run.commit import Committer, Quota
from benchwright.run.turns import AttemptTurns, first_in_line, horizon

A, R = Status.ACCEPTED, Status.REFUSED


def offered(statuses: Sequence[Status | None], count: int = 3, limit: int = 60, patience: int = 10) -> Committer:
    """A committer whose cell `b` has these outcomes (None: not ended)."""
    committer = Committer([Quota("b", count, limit, patience)], [])
    for number, status in enumerate(statuses):
        if status is not None:
            committer.offer(Outcome("b", number, status, "why"))
    committer.advance()
    return committer


def end(committer: Committer, rate: float | None, verified: set[int] | None = None) -> int:
    return horizon(committer.cells["b"], verified or set(), lambda one: committer.knows("b", one), rate)


def test_a_cell_begins_with_as_many_as_the_expected_rate_asks() -> None:
    assert end(offered([]), 0.75) == 4  # 3 / 0.75
    assert end(offered([]), 0.5) == 6
    assert end(offered([]), None) == 3  # the fewest


def test_outcomes_mend_the_expected_rate() -> None:
    # 2 are missing and 3 was not ended; at (1 + 4 * 0.5) / (4 + 4) = 0.375 each of 3, 5, 6, 7, 8 and 9
    assert end(offered([R, R, R, None, A]), 0.5) == 10
    assert end(offered([A, A, None]), 0.5) == 4  # at (2 + 2) / (2 + 4)


def test_a_verified_draft_counts_as_nearly_accepted() -> None:
    assert end(offered([None, None, None]), 0.5, {0, 1, 2}) == 4
    assert end(offered([A, A, None, None]), 0.5, {2, 3}) == 4


def test_a_full_cell_ends_what_is_before_its_last_question() -> None:
    assert end(offered([R, None, A, A, None, A, None]), 0.5) == 6


def test_a_cell_is_given_up_after_so_many_attempts_without_a_question() -> None:
    assert end(offered([R] * 4, patience=5), 0.5) == 5
    assert end(offered([R, R, A, R, R], patience=5), 0.5) == 8
    assert end(offered([R, R, None], patience=5), 0.5, {2}) == 8  # number 2 is likely to give one
    given_up = offered([R] * 5, patience=5)
    state = given_up.cells["b"]
    assert (given_up.finished, state.barren, state.filled) == (True, True, False)
    assert not offered([R, R, R, R, A, R, R, R, R], patience=5).finished


def test_a_question_that_a_rule_refuses_is_a_sign_of_life() -> None:
    class Never:
        def judge(self, outcome: Outcome) -> Outcome:
            return Outcome(outcome.cell, outcome.number, Status.REJECTED, "share:document")

        def admit(self, outcome: Outcome) -> None:
            raise AssertionError

    committer = Committer([Quota("b", 1, 60, patience=3)], [Never()])
    for number, status in enumerate([R, R, A, R, R]):
        committer.offer(Outcome("b", number, status, "why"))
    committer.advance()
    assert (committer.cells["b"].productive, committer.finished) == (3, False)
    assert end(committer, 0.9) == 6


def test_drafts_are_proven_in_order_and_no_more_than_the_quota_needs() -> None:
    state = offered([A, None, R, None, None]).cells["b"]
    assert first_in_line(state, {1, 3, 4}) == {1, 3}
    assert first_in_line(offered([None, None, None, A, A, A]).cells["b"], {0, 1, 2}) == {0, 1, 2}  # they come before


def test_who_is_not_chosen_waits() -> None:
    turns = AttemptTurns()
    turns.begin_proofs("b", 0)  # a pilot proves all
    turns.ordered = True
    with pytest.raises(TurnPendingError):
        turns.begin_proofs("b", 1)
    assert turns.verified("b", lambda number: number == 0) == {1}
    assert turns.choose({"b": frozenset({1})})
    turns.begin_proofs("b", 1)
    assert not turns.choose({"b": frozenset({1})})


@given(
    st.lists(st.sampled_from([A, R, None]), max_size=40),
    st.integers(1, 6),
    st.integers(1, 12),
    st.sampled_from([None, 0.1, 0.5, 1.0]),
)
def test_a_run_always_gets_on(statuses: list[Status | None], count: int, patience: int, rate: float | None) -> None:
    """However it was stopped: the cell is filled or given up, or the lowest attempt that has not ended is begun."""
    committer = offered(statuses, count, patience=patience)
    state = committer.cells["b"]
    lowest = next((place for place, status in enumerate(statuses) if status is None), len(statuses))
    if not committer.finished:
        assert lowest == state.seen < end(committer, rate)
