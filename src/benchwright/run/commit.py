"""Commit outcomes in one total order, by number and then by cell key. Knows no questions, no files, no threads.

The order of commits does not depend on the order in which attempts end, so neither does what is committed: it is a pure
function of the quotas, the outcomes and the rules. What lies beyond the last commit that a quota needs is a spare: it
is never looked at and counts nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from benchwright.records import Outcome, Status


@dataclass(frozen=True, slots=True)
class Quota:
    """`count` commits are wanted of the cell `key`; attempts with a number of `limit` or above are not made."""

    key: str
    count: int
    limit: int


class CommitRule(Protocol):
    """Something that only the order of commits can decide: shares, near-duplicates."""

    def judge(self, outcome: Outcome) -> Outcome:
        """An accepted outcome as it is, with more checks in its example, or turned into a rejected one."""

    def admit(self, outcome: Outcome) -> None:
        """Take note that `outcome` was committed; later ones are judged with it in mind."""


@dataclass(slots=True)
class CellState:
    """How far one cell has got. `seen` attempts were looked at in commit order; `reasons` counts those that did not
    end in a commit as `status:reason`; `filled` and `ended` close the cell."""

    quota: Quota
    seen: int = 0
    committed: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def filled(self) -> bool:
        return self.committed >= self.quota.count

    @property
    def closed(self) -> bool:
        return self.filled or self.seen >= self.quota.limit

    @property
    def missing(self) -> int:
        return max(0, self.quota.count - self.committed)


class Committer:
    """The frontier of commits over all cells, moved forward as outcomes arrive.

    Give it outcomes with `offer` in any order, and call `advance`: it returns what was committed. Two committers that
    were given the same outcomes have committed the same.
    """

    def __init__(self, quotas: Iterable[Quota], rules: Sequence[CommitRule]) -> None:
        self.cells = {quota.key: CellState(quota) for quota in sorted(quotas, key=lambda quota: quota.key)}
        self.committed: list[Outcome] = []
        self._rules = rules
        self._outcomes: dict[tuple[str, int], Outcome] = {}
        self._number = 0
        self._waiting = list(self.cells)  # cells still to be asked at the present number, in order

    def offer(self, outcome: Outcome) -> None:
        """Take in one outcome. A later one for the same attempt replaces an earlier one that was not yet looked at."""
        self._outcomes[outcome.cell, outcome.number] = outcome

    def knows(self, cell: str, number: int) -> bool:
        """Whether the attempt's outcome is here, or was looked at already."""
        state = self.cells[cell]
        return number < state.seen or (cell, number) in self._outcomes

    @property
    def finished(self) -> bool:
        """Every cell is filled, or has no more attempts."""
        return all(state.closed for state in self.cells.values())

    @property
    def spares(self) -> int:
        """Outcomes beyond the last commit that was needed (when finished), or not yet reached."""
        return len(self._outcomes)

    def advance(self) -> list[Outcome]:
        """Move the frontier as far as the outcomes allow; return the new commits in order."""
        fresh: list[Outcome] = []
        while True:
            while self._waiting:
                state = self.cells[self._waiting[0]]
                if not state.closed:
                    outcome = self._outcomes.pop((state.quota.key, self._number), None)
                    if outcome is None:
                        return fresh  # the frontier is held: nothing behind it may be judged before it
                    fresh.extend(self._take(state, outcome))
                self._waiting.pop(0)
            self._number += 1
            self._waiting = [key for key, state in self.cells.items() if not state.closed]
            if not self._waiting:
                return fresh

    def _take(self, state: CellState, outcome: Outcome) -> list[Outcome]:
        state.seen += 1
        for rule in self._rules:
            if outcome.status is Status.ACCEPTED:
                outcome = rule.judge(outcome)
        if outcome.status is not Status.ACCEPTED:
            state.reasons[f"{outcome.status}:{outcome.reason}"] += 1
            return []
        for rule in self._rules:
            rule.admit(outcome)
        state.committed += 1
        self.committed.append(outcome)
        return [outcome]


def displaced(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """The ids of examples that were committed before and are not any more, in their old order: what a raised quota
    or a retried failure pushed out."""
    kept = set(after)
    return [one for one in before if one not in kept]
