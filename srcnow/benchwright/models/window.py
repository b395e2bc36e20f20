"""Finds out how many calls a model takes at once: additive increase, multiplicative decrease.

Knows no clock, no network and no event loop: numbers in, numbers out.
"""

from __future__ import annotations

NOISE = 1 / 16
"""The share of refusals that is not taken for a sign of too many calls. Services refuse a call now and then whatever
the load: at 64 calls in flight and 2 % of such refusals, a window that is halved by each of them stays below 10."""


class Window:
    """A number of calls in flight that rises while a service answers and falls while it refuses.

    Calls are counted in rounds. A round ends when as many calls as the window is wide have come back; only calls that
    were sent within it count, so that the answers to what was sent before a cut do not cut again. The share of refusals
    is that of all calls sent within the round: those that are still under way were not refused, for refusals come at
    once and answers take time. If it is more than NOISE, the window is cut by half of that share (so a round that was
    refused whole halves it); if it is less than a half, the window grows by one, up to `limit`. Under a steady share p
    of refusals it settles below 2 / p calls, so that a service that refuses three in ten whatever the load still gets
    some at once; above the service's own limit it comes down within a few rounds.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._wide = float(limit)
        self._sent = 0
        self._begin = 0  # the number of the first call of this round
        self._back = 0
        self._refused = 0

    @property
    def size(self) -> int:
        """How many calls may be in flight, at least 1."""
        return int(self._wide)

    def sent(self) -> int:
        """A call is sent; its number."""
        self._sent += 1
        return self._sent - 1

    def returned(self, number: int, refused: bool) -> bool:
        """The call of this number came back, answered, or refused because there are too many. Whether more calls of its
        round were refused than chance explains."""
        if number < self._begin:
            return False
        self._back += 1
        self._refused += refused
        sent = self._sent - self._begin
        crowded = self._refused > NOISE * max(self._wide, sent)
        if self._back >= self.size:
            share = self._refused / sent
            if share > NOISE:
                self._wide *= 1 - share / 2
            if share < 0.5:
                self._wide += 1
            self._wide = min(max(self._wide, 1.0), float(self._limit))
            self._begin, self._back, self._refused = self._sent, 0, 0
        return crowded
