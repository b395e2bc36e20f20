"""Commit outcomes in one total order, by number and then by cell key. Knows no questions, no files, no threads.

The order of commits does not depend on the order in which attempts end, so neither does what is committed: it is a pure
function of the quotas, the outcomes and the rules. What lies beyond the last commit that a quota needs is a spare: it
is never looked at and counts nowhere.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
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
        """Take note that `outcome` was committed, or was withdrawn; later ones are judged with it in mind."""


@dataclass(slots=True)
class CellState:
    """How far one cell has got. `seen` attempts were looked at in commit order; `reasons` counts those that did not
    end in a commit as `status:reason`. `ready` more have ended and wait for earlier attempts of any cell. `accepted`
    are the numbers, ascending, of the attempts that were committed or are ready and accepted. `under_way` attempts
    were begun and have not ended."""

    quota: Quota
    seen: int = 0
    committed: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    ready: int = 0
    accepted: list[int] = field(default_factory=list)
    under_way: int = 0

    @property
    def filled(self) -> bool:
        return self.committed >= self.quota.count

    @property
    def closed(self) -> bool:
        return self.filled or self.seen >= self.quota.limit

    @property
    def missing(self) -> int:
        return max(0, self.quota.count - self.committed)

    @property
    def filling(self) -> int:
        """Accepted attempts that fill the quota, whether they are committed or wait for earlier ones."""
        return min(self.quota.count, len(self.accepted))

    @property
    def ended(self) -> int:
        """Attempts whose outcome is known."""
        return self.seen + self.ready

    @property
    def needed(self) -> int:
        """Attempts with this number and above are not needed, unless a rule takes an accepted one away: those below
        fill the quota. The limit if they do not."""
        count = self.quota.count
        return self.accepted[count - 1] + 1 if 0 < count <= len(self.accepted) else self.quota.limit if count else 0

    def expect(self, number: int, *, accepted: bool) -> None:
        """An attempt has ended, and will be looked at."""
        self.ready += 1
        if accepted:
            insort(self.accepted, number)

    def forget(self, number: int) -> None:
        """It will not be looked at: another outcome of it came."""
        self.ready -= 1
        self.drop(number)

    def drop(self, number: int) -> None:
        """It gave no commit."""
        place = bisect_left(self.accepted, number)
        if self.accepted[place : place + 1] == [number]:
            del self.accepted[place]


class Committer:
    """The frontier of commits over all cells, moved forward as outcomes arrive.

    Give it outcomes with `offer` in any order, and call `advance`: it returns what was committed. Two committers that
    were given the same outcomes have committed the same.
    """

    def __init__(
        self,
        quotas: Iterable[Quota],
        rules: Sequence[CommitRule],
        withdrawn: Callable[[Outcome], str] = lambda outcome: "",
    ) -> None:
        """`withdrawn` gives the reason why an outcome that every rule accepts is not committed after all, "" if it is:
        people rejected it. The rules take note of it all the same, so that nothing like it is committed in its
        place."""
        self._withdrawn = withdrawn
        self.cells = {quota.key: CellState(quota) for quota in sorted(quotas, key=lambda quota: quota.key)}
        self.committed: list[Outcome] = []
        self._rules = rules
        self._outcomes: dict[tuple[str, int], Outcome] = {}
        self._number = 0
        self._waiting = list(self.cells)  # cells still to be asked at the present number, in order

    def offer(self, outcome: Outcome) -> None:
        """Take in one outcome. A later one for the same attempt replaces an earlier one that was not yet looked at."""
        state = self.cells[outcome.cell]
        if state.seen <= outcome.number < state.quota.limit:
            if (outcome.cell, outcome.number) in self._outcomes:
                state.forget(outcome.number)
            state.expect(outcome.number, accepted=outcome.status is Status.ACCEPTED)
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
        state.ready -= 1
        for rule in self._rules:
            if outcome.status is Status.ACCEPTED:
                outcome = rule.judge(outcome)
        if outcome.status is not Status.ACCEPTED:
            state.drop(outcome.number)
            state.reasons[f"{outcome.status}:{outcome.reason}"] += 1
            return []
        for rule in self._rules:
            rule.admit(outcome)
        if reason := self._withdrawn(outcome):
            state.drop(outcome.number)
            state.reasons[f"{Status.REJECTED}:{reason}"] += 1
            return []
        state.committed += 1
        self.committed.append(outcome)
        return [outcome]


def displaced(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """The ids of examples that were committed before and are not any more, in their old order: what a raised quota
    or a retried failure pushed out."""
    kept = set(after)
    return [one for one in before if one not in kept]
