"""Shares over a whole run hold of what was accepted, and not of what was asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from benchwright.plan import Cell, default_plan
from benchwright.records import Modalities, Outcome, Status
from benchwright.run.attempt import Maker, Supply
from benchwright.run.cell_quotas import CellQuotas
from benchwright.run.commit import Committer
from benchwright.run.quota import RunShares

SHARES = {"family": 0.3, "document": 0.1}
Group = tuple[str, str]


def groups_of(outcome: Outcome) -> list[Group]:
    family, *documents = outcome.detail.split()
    return [("family", family), *(("document", one) for one in dict.fromkeys(documents))]


def settled(cells: Sequence[Sequence[str]], wanted: int, fewest: int | None) -> Committer:
    """The commits of a run in which every attempt is accepted, one cell a style; an attempt is "FAMILY DOCUMENT..."."""
    styles = ("numerical", "compound", "multi-hop")[: len(cells)]
    rows = [Cell(style, Modalities(text=1), "toy", len(of)) for style, of in zip(styles, cells, strict=True)]
    plan = default_plan(Path("corpus"), wanted, rows, writer="toy")
    keys = {cell.style: cell.key for cell in plan.cells()}
    outcomes = [
        Outcome(keys[style], number, Status.ACCEPTED, detail=detail)
        for style, of in zip(styles, cells, strict=True)
        for number, detail in enumerate(of)
        if style in keys
    ]
    supplies = {keys[style]: Supply(len(of)) for style, of in zip(styles, cells, strict=True) if style in keys}
    maker = cast(Maker, SimpleNamespace(waits=False, supply=lambda key: supplies[key], rules=lambda: ()))
    quotas = CellQuotas(plan, {"toy": maker}, groups_of, wanted, RunShares(SHARES, fewest))
    while True:
        committer = quotas.committer(outcomes)
        committer.advance()
        assert committer.finished
        if not quotas.change(committer, outcomes):
            return committer


def counts_of(committer: Committer) -> Counter[Group]:
    return Counter(group for one in committer.committed for group in groups_of(one))


attempts = st.lists(
    st.builds(
        lambda family, first, second: f"{family} d{first} d{second}",
        st.sampled_from("aaaabbcdefgh"),
        st.integers(0, 30),
        st.integers(0, 30),
    ),
    min_size=1,
    max_size=80,
)


@given(st.lists(attempts, min_size=1, max_size=3), st.integers(1, 150), st.integers(0, 30))
def test_no_group_has_more_than_its_share_of_what_was_accepted(
    cells: list[list[str]], wanted: int, fewest: int
) -> None:
    committer = settled(cells, wanted, fewest)
    total = len(committer.committed)
    assert total <= wanted
    counted = max(total, min(fewest, wanted))
    caps = {kind: max(1, int(share * counted + 1e-9)) for kind, share in SHARES.items()}
    counts = counts_of(committer)
    assert all(count <= caps[kind] for (kind, _), count in counts.items())
    if total == wanted:
        return
    taken = {(one.cell, one.number) for one in committer.committed}
    for key, state in committer.cells.items():  # nothing that still fits was left out
        style = key.partition('"style":"')[2].partition('"')[0]
        listed = cells[("numerical", "compound", "multi-hop").index(style)]
        for number in range(state.seen):
            if (key, number) not in taken:
                one = Outcome(key, number, Status.ACCEPTED, detail=listed[number])
                assert any(counts[group] >= caps[group[0]] for group in groups_of(one))


def test_one_family_keeps_its_share_of_the_fewest_questions() -> None:
    cells: Any = [[f"a d{at}" for at in range(60)] + ["b d90", "c d91"]]
    assert counts_of(settled(cells, 100, 20))["family", "a"] == 6
    assert counts_of(settled(cells, 10, 20))["family", "a"] == 3  # 30 % of what was asked for
    assert counts_of(settled(cells, 100, None))["family", "a"] == 30


def test_a_question_of_two_documents_counts_for_both() -> None:
    cells = [[f"{'abcdefgh'[at % 8]} shared d{at}" for at in range(40)]]
    assert counts_of(settled(cells, 40, 20))["document", "shared"] == 2
