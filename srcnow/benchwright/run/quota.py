"""Cap the share of a group in a cell, and say how far attempts run ahead of the commits. Knows no questions."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from benchwright.records import Outcome, OverShare, Status
from benchwright.run.commit import CellState, Quota

Groups = Callable[[Outcome], Iterable[tuple[str, str]]]
"""The groups that an outcome counts for, as (kind, name); it may belong to several of one kind."""


@dataclass(frozen=True, slots=True)
class RunShares:
    """The largest share of all questions of a run that a group may take, by kind. Shares are counted of what was
    accepted, but of at least `fewest` questions, so that a small corpus gives some; None counts them of what was asked
    for."""

    shares: Mapping[str, float] = field(default_factory=dict)
    fewest: int | None = None


def cap(count: int, share: float, available: int) -> int:
    """The most examples of one group among `count`: its share, but never so few that the groups that there are could
    not fill the quota between them."""
    # the small addend keeps 0.1 * 30 from falling short of 3 in binary
    return max(math.floor(share * count + 1e-9), math.ceil(count / max(1, available)))


class ShareCaps:
    """The commit rule that no family and no document takes more than its share of a cell.

    `counts` are the quotas by cell, `available` how many groups of each kind a cell has. An outcome over a cap is
    rejected with the reason `share:<kind>`. With `whole`, all outcomes count for one cell, whose key is "". An outcome
    that was `withdrawn` takes no share: another of its group may stand in for it.
    """

    def __init__(
        self,
        groups: Groups,
        shares: Mapping[str, float],
        counts: Mapping[str, int],
        available: Mapping[str, Mapping[str, int]],
        *,
        whole: bool = False,
        withdrawn: Callable[[Outcome], str] = lambda outcome: "",
    ) -> None:
        self._withdrawn = withdrawn
        self._groups = groups
        self._whole = whole
        self._caps = {
            (cell, kind): cap(count, share, available[cell][kind])
            for cell, count in counts.items()
            for kind, share in shares.items()
            if kind in available.get(cell, {})
        }
        self._taken: Counter[tuple[str, str, str]] = Counter()

    def judge(self, outcome: Outcome) -> Outcome:
        cell = "" if self._whole else outcome.cell
        for kind, group in self._groups(outcome):
            most = self._caps.get((cell, kind))
            if most is not None and self._taken[cell, kind, group] >= most:
                detail = f"{kind} {group!r} already has its {most} of {'the run' if self._whole else 'this cell'}"
                return replace(outcome, status=Status.REJECTED, reason=f"share:{kind}", detail=detail)
        return outcome

    def admit(self, outcome: Outcome) -> None:
        if self._withdrawn(outcome):
            return
        cell = "" if self._whole else outcome.cell
        for kind, group in self._groups(outcome):
            self._taken[cell, kind, group] += 1


def over_shares(
    committed: Iterable[Outcome], groups: Groups, shares: Mapping[str, float], available: Mapping[str, int]
) -> tuple[OverShare, ...]:
    """Whose share is too large in a cell that ended short: caps are shares of its quota, and hold against less only by
    chance. Kinds in the order of `shares`, of each the largest groups first."""
    listed = list(committed)
    taken = Counter(group for outcome in listed for group in dict.fromkeys(groups(outcome)))
    found: list[OverShare] = []
    for kind, share in shares.items():
        if kind in available:
            most = cap(len(listed), share, available[kind])
            over = [(-count, name) for (of, name), count in taken.items() if of == kind and count > most]
            found += [OverShare(kind, name, -count, -count / len(listed)) for count, name in sorted(over)]
    return tuple(found)


def ahead(quota: Quota, ended: int, accepted: int, prior: float = 0.5) -> int:
    """How many attempts of a cell to have under way after `ended` ones, of which so many were `accepted`: as many as
    that acceptance rate, smoothed by two attempts of which the share `prior` was accepted, says that the missing ones
    will take; 0 if none is missing."""
    missing = max(0, quota.count - accepted)
    rate = (accepted + 2 * prior) / (ended + 2)
    return max(0, min(math.ceil(missing / rate), quota.limit - ended))


class RollingAttempts:
    """Keeps as many attempts of a cell under way as the outcomes so far call for."""

    def __init__(self, state: CellState, prior: float) -> None:
        self._state = state
        self._prior = prior

    def wants(self, number: int, knows: Callable[[int], bool]) -> bool:
        """Whether to begin this attempt, the lowest that was not begun."""
        state = self._state
        if len(state.accepted) >= state.quota.count:
            return number < state.needed
        return state.under_way < ahead(state.quota, state.ended, len(state.accepted), self._prior)


class AttemptWaves:
    """Begins the attempts of a cell in waves: the next when all of one have ended, sized by the outcomes so far.

    For replies that take hours, where all of a wave go out in the same files. Refused attempts end after a call or two
    and accepted ones after all of theirs, so that a rate that is taken while some are under way is too low: it would
    begin many attempts that nobody needs. Depends on nothing but outcomes, so that a later process goes on the same."""

    def __init__(self, state: CellState, prior: float) -> None:
        self._state = state
        self._prior = prior
        self._end = self._known = 0

    def wants(self, number: int, knows: Callable[[int], bool]) -> bool:
        """Whether to begin this attempt, the lowest that was not begun."""
        state = self._state
        if len(state.accepted) >= state.quota.count:
            return number < state.needed
        while True:
            while self._known < self._end and knows(self._known):
                self._known += 1
            if self._known < self._end:
                return number < self._end
            accepted = bisect_left(state.accepted, self._end)
            more = ahead(state.quota, self._end, accepted, self._prior)
            if not more:
                return False
            self._end += more
