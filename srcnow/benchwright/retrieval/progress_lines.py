"""Report progress as a line now and then, for work that takes minutes and has no table of its own."""

from __future__ import annotations

import time
from collections.abc import Callable

_EVERY = 10.0
_FIRST = 3.0


def progress_line(
    notify: Callable[[str], None], what: str, *, clock: Callable[[], float] = time.monotonic
) -> Callable[[int, int], None]:
    """A `progress(done, total)` that says `neighbours: 40 % of 195,249 sources` after three seconds and then every ten.
    What is done sooner is never spoken of."""
    due = clock() + _FIRST
    spoken = False

    def progress(done: int, total: int) -> None:
        nonlocal due, spoken
        now = clock()
        ended = done >= total and spoken
        if (now >= due and done < total) or ended:
            notify(f"{what}: {100 * done // max(1, total)} % of {total:,} sources")
            due, spoken = now + _EVERY, not ended

    return progress
