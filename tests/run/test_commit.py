from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from benchwright.records import Outcome, OverShare, Status
from benchwright.run import ahead, seed_sequence
from benchwright.run.commit import Committer, Quota, displaced
from benchwright.run.quota import ShareCaps, cap, over_shares

PINNED = [3050692912, 2939584150]  # a change here would move every attempt of every plan
A, R, F = Status.ACCEPTED, Status.REFUSED, Status.FAILED


def outcome(cell: str, number: int, status: Status = A, reason: str = "") -> Outcome:
    return Outcome(cell, number, status, reason)


class OneOfEach:
    """Rejects an outcome whose reason word was committed before, in whatever cell."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, status=Status.REJECTED, reason="again") if outcome.reason in self.seen else outcome

    def admit(self, outcome: Outcome) -> None:
        self.seen.add(outcome.reason)


def places(committer: Committer) -> list[tuple[int, str]]:
    return [(one.number, one.cell) for one in committer.committed]


def test_commits_go_by_number_then_cell_and_stop_at_the_quota() -> None:
    committer = Committer([Quota("b", 2, 10), Quota("a", 1, 10)], [])
    for cell in "ab":
        for number in range(4):
            committer.offer(outcome(cell, number))
    committer.advance()
    assert places(committer) == [(0, "a"), (0, "b"), (1, "b")]
    assert committer.finished
    assert committer.spares == 5


def test_a_missing_outcome_holds_the_frontier_for_all_cells() -> None:
    committer = Committer([Quota("a", 2, 10), Quota("b", 2, 10)], [])
    committer.offer(outcome("a", 0))
    committer.offer(outcome("a", 1))
    committer.offer(outcome("b", 1))
    assert [one.cell for one in committer.advance()] == ["a"]
    committer.offer(outcome("b", 0, R, "none"))
    assert [(one.number, one.cell) for one in committer.advance()] == [(1, "a"), (1, "b")]
    assert committer.cells["b"].reasons == {"refused:none": 1}
    assert not committer.finished


def test_a_cell_that_ran_out_of_attempts_is_closed_short() -> None:
    committer = Committer([Quota("a", 2, 3), Quota("b", 1, 0)], [])
    for number, status in enumerate((R, A, F, A)):
        committer.offer(outcome("a", number, status, "x"))
    committer.advance()
    state = committer.cells["a"]
    assert (state.seen, state.committed, state.missing, state.filled, state.closed) == (3, 1, 1, False, True)
    assert state.reasons == {"refused:x": 1, "failed:x": 1}
    assert committer.finished
    assert committer.spares == 1


def test_a_rule_turns_a_later_repeat_down_whichever_came_first() -> None:
    for order in ((0, 1, 2, 3), (3, 2, 1, 0)):
        committer = Committer([Quota("a", 2, 2), Quota("b", 2, 2)], [OneOfEach()])
        listed = [
            outcome("a", 0, A, "p"),
            outcome("b", 0, A, "q"),
            outcome("a", 1, A, "q"),
            outcome("b", 1, A, "r"),
        ]
        for index in order:
            committer.offer(listed[index])
            committer.advance()
        assert places(committer) == [(0, "a"), (0, "b"), (1, "b")]
        assert committer.cells["a"].reasons == {"rejected:again": 1}


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(0, 12)), min_size=1, max_size=4),
    st.randoms(use_true_random=False),
    st.integers(0, 2**32),
)
def test_any_order_of_arrival_gives_the_same_commits(
    sizes: list[tuple[int, int]], shuffler: random.Random, seed: int
) -> None:
    rng = random.Random(seed)
    quotas = [Quota(f"c{index}", count, limit) for index, (count, limit) in enumerate(sizes)]
    outcomes = [
        outcome(quota.key, number, rng.choice([A, A, R, F]), rng.choice("uvwxyz"))
        for quota in quotas
        for number in range(quota.limit)
    ]

    def commit(listed: list[Outcome], step: int) -> tuple[list[tuple[int, str]], list[tuple[int, int]]]:
        committer = Committer(quotas, [OneOfEach()])
        for index, one in enumerate(listed):
            committer.offer(one)
            if index % step == 0:
                committer.advance()
        committer.advance()
        assert committer.finished
        return places(committer), [(state.seen, state.committed) for state in committer.cells.values()]

    shuffled = list(outcomes)
    shuffler.shuffle(shuffled)
    assert commit(shuffled, 1) == commit(outcomes, 1000)
    assert sorted(commit(outcomes, 1)[0]) == commit(outcomes, 1)[0]


def test_caps() -> None:
    assert cap(10, 0.15, 3) == 4  # ceil(10 / 3): three families cannot fill ten with one each
    assert cap(100, 0.15, 40) == 15
    assert cap(30, 0.1, 100) == 3  # 0.1 * 30 is 3.0000000000000004 or 2.9999999999999996, never two
    assert cap(5, 0.1, 41) == 1
    assert cap(7, 0.1, 0) == 7


def test_share_caps_are_per_cell_and_by_commit() -> None:
    caps = ShareCaps(
        lambda one: [("family", one.reason), ("colour", "red")],
        {"family": 0.5, "document": 0.1},
        {"a": 4, "b": 4},
        {"a": {"family": 4}, "b": {"family": 4}},
    )
    committer = Committer([Quota("a", 4, 6), Quota("b", 4, 1)], [caps])
    for number, family in enumerate("ffffgg"):
        committer.offer(outcome("a", number, A, family))
    committer.offer(outcome("b", 0, A, "f"))
    committer.advance()
    assert places(committer) == [(0, "a"), (0, "b"), (1, "a"), (4, "a"), (5, "a")]
    assert committer.cells["a"].reasons == {"rejected:share:family": 2}


def test_who_is_over_the_share_of_what_was_committed() -> None:
    def groups(one: Outcome) -> list[tuple[str, str]]:
        return [("relation", name) for name in one.reason] + [("family", "only")]

    listed = [outcome("a", number, A, names) for number, names in enumerate(("xy", "x", "x", "yy", "z", "z", "u", "v"))]
    shares = {"family": 0.1, "document": 0.1, "relation": 0.25}
    available = {"family": 1, "relation": 9}
    assert over_shares(listed, groups, shares, available) == (OverShare("relation", "x", 3, 0.375),)  # of 8 two may
    assert over_shares(listed[:5], groups, shares, available) == (  # of 5 one may
        OverShare("relation", "x", 3, 0.6),
        OverShare("relation", "y", 2, 0.4),
    )
    few = {"relation": 3}  # 3 relations cannot give 8 with two each
    assert over_shares(listed, groups, shares, few) == ()
    assert over_shares([], groups, shares, available) == ()


def test_how_far_to_run_ahead() -> None:
    assert ahead(Quota("a", 10, 1000), 0, 0) == 20
    assert ahead(Quota("a", 10, 1000), 98, 4) == 120  # 6 missing at 5 in 100
    assert ahead(Quota("a", 10, 100), 98, 4) == 2
    assert ahead(Quota("a", 10, 100), 10, 10) == 0


def test_displaced_keeps_the_old_order() -> None:
    assert displaced(["p", "q", "r"], ["s", "q"]) == ["p", "r"]


def test_seeds_depend_on_everything_but_the_count() -> None:
    first = seed_sequence(13, "derive", "numerical", "table", "{}", 0).generate_state(2).tolist()
    assert first == PINNED
    others = [
        seed_sequence(14, "derive", "numerical", "table", "{}", 0),
        seed_sequence(13, "toy", "numerical", "table", "{}", 0),
        seed_sequence(13, "derive", "compound", "table", "{}", 0),
        seed_sequence(13, "derive", "numerical", "text", "{}", 0),
        seed_sequence(13, "derive", "numerical", "table", "{a}", 0),
        seed_sequence(13, "derive", "numerical", "table", "{}", 1),
    ]
    states = {tuple(one.generate_state(2).tolist()) for one in others}
    assert len(states) == 6
    assert tuple(first) not in states


def test_a_withdrawn_outcome_is_counted_and_another_takes_its_place() -> None:
    once = OneOfEach()
    withdrawn = {("a", 1)}
    committer = Committer(
        [Quota("a", 3, 9)], [once], lambda one: "review" if (one.cell, one.number) in withdrawn else ""
    )
    for number, word in enumerate(("x", "y", "z", "y", "v", "w")):
        committer.offer(outcome("a", number, reason=word))
    committer.advance()
    assert places(committer) == [(0, "a"), (2, "a"), (4, "a")]  # 3 is like the one that was withdrawn
    state = committer.cells["a"]
    assert state.reasons == {"rejected:review": 1, "rejected:again": 1}
    assert (state.seen, state.filled) == (5, True)


def test_a_withdrawn_outcome_takes_no_share() -> None:
    def withdrawn(one: Outcome) -> str:
        return "review" if one.number == 0 else ""

    def caps(rule: bool) -> ShareCaps:
        return ShareCaps(
            lambda one: [("family", "f")],
            {"family": 0.5},
            {"a": 2},
            {"a": {"family": 2}},
            withdrawn=withdrawn if rule else lambda one: "",
        )

    for rule, expected in ((True, [(1, "a")]), (False, [])):
        committer = Committer([Quota("a", 2, 3)], [caps(rule)], withdrawn)
        for number in range(3):
            committer.offer(outcome("a", number))
        committer.advance()
        assert places(committer) == expected
