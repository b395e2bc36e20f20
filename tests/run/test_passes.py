"""Passes go on while replies come in, and nothing is submitted once the run is to stop."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from benchwright.run.dispatch import DirectDispatch
from benchwright.run.passes import run_passes


class Counting(DirectDispatch):
    """Brings replies for so many submissions, and counts."""

    def __init__(self, rounds: int) -> None:
        self.rounds, self.collected, self.submitted = rounds, 0, 0

    @property
    def answered(self) -> bool:  # type: ignore[override]
        return self.submitted <= self.rounds

    def collect(self) -> None:
        self.collected += 1

    def submit(self) -> tuple[str, ...]:
        self.submitted += 1
        return () if self.answered else ("a file",)


def after(passes: int, then: Callable[[], None]) -> Callable[[], bool]:
    """A pass after which something waits, until so many were made."""
    made: list[int] = []

    def one_pass() -> bool:
        made.append(1)
        if len(made) == passes:
            then()
        return len(made) <= passes

    return one_pass


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_passes_end_when_no_reply_comes(rounds: int) -> None:
    dispatch = Counting(rounds)
    assert run_passes(dispatch, lambda: True, threading.Event()) == ("a file",)
    assert (dispatch.collected, dispatch.submitted) == (rounds + 1, rounds + 1)


def test_passes_end_when_nothing_waits() -> None:
    dispatch = Counting(9)
    assert run_passes(dispatch, after(2, lambda: None), threading.Event()) == ()
    assert (dispatch.collected, dispatch.submitted) == (3, 2)


def test_a_stop_within_a_pass_submits_nothing() -> None:
    dispatch, stop = Counting(9), threading.Event()
    assert run_passes(dispatch, after(2, stop.set), stop) == ()
    assert (dispatch.collected, dispatch.submitted) == (2, 1)
