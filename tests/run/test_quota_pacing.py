"""How far attempts that cost nothing run ahead of need."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from benchwright.records import Outcome, Status
from benchwright.run.commit import Committer, Quota
from benchwright.run.quota import RollingAttempts

A, R = Status.ACCEPTED, Status.REFUSED


def offered(statuses: Sequence[Status | None], count: int = 3, limit: int = 60) -> Committer:
    """A committer whose cell `b` has these outcomes (None: not ended), and whose cell `a` holds the frontier at 0."""
    committer = Committer([Quota("a", 1, 10), Quota("b", count, limit)], [])
    for number, status in enumerate(statuses):
        if status is not None:
            committer.offer(Outcome("b", number, status, "why"))
    committer.advance()
    return committer


def begun(committer: Committer) -> list[int]:
    """The numbers of `b` that a pass begins before any of them has ended."""
    state, numbers = committer.cells["b"], []
    rule = RollingAttempts(state)
    for number in range(state.quota.limit):
        if committer.knows("b", number):
            continue
        if not rule.wants(number):
            break
        state.under_way += 1
        numbers.append(number)
    return numbers


def test_a_cell_begins_with_twice_as_many_as_it_wants() -> None:
    assert begun(offered([])) == [0, 1, 2, 3, 4, 5]


def test_a_full_cell_that_waits_for_another_gets_no_more() -> None:
    committer = offered([R, A, A, R, A, R])
    state = committer.cells["b"]
    assert (state.seen, state.ready, state.filling, state.needed) == (0, 6, 3, 5)
    assert begun(committer) == []
    assert begun(offered([R, None, A, A, None, A, None])) == [1, 4]  # 6 is not needed, and 1 and 4 may be


def test_what_a_rule_takes_away_is_made_up_for() -> None:
    class Never:
        def judge(self, outcome: Outcome) -> Outcome:
            return Outcome(outcome.cell, outcome.number, Status.REJECTED, "duplicate")

        def admit(self, outcome: Outcome) -> None:
            raise AssertionError

    committer = Committer([Quota("b", 1, 10)], [Never()])
    committer.offer(Outcome("b", 0, A))
    committer.advance()
    assert (committer.cells["b"].accepted, committer.cells["b"].ready) == ([], 0)
    assert begun(committer) == [1, 2, 3]


def test_an_outcome_that_replaces_another_counts_once() -> None:
    committer = Committer([Quota("a", 1, 9), Quota("b", 2, 9)], [])
    for status in (A, A, R):
        committer.offer(Outcome("b", 0, status, "x"))
    assert (committer.cells["b"].ready, committer.cells["b"].accepted) == (1, [])


@given(st.lists(st.sampled_from([A, R, None]), max_size=40), st.integers(1, 6))
def test_a_run_always_gets_on(statuses: list[Status | None], count: int) -> None:
    """However it was stopped: the cell is filled by what is known, or the next pass begins the lowest missing one."""
    committer = offered(statuses, count)
    lowest = next((place for place, status in enumerate(statuses) if status is None), len(statuses))
    numbers = begun(committer)
    if lowest < committer.cells["b"].needed:
        assert numbers[0] == lowest
    else:
        assert numbers == []
