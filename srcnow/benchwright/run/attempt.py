"""Define what a maker is: something whose attempts are pure functions. Knows no questions and no folders."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np

from benchwright.records import Json, Outcome
from benchwright.run.commit import CommitRule

ENDLESS = 1_000_000
"""The attempts of a maker that can try for ever: as many as any quota allows."""


@dataclass(frozen=True, slots=True)
class Supply:
    """What a cell can draw on: how many attempts there are (numbers 0 to attempts - 1), and how many groups of each
    kind they come from, such as {"family": 3, "document": 41}. `why` says in a line why there are none, where the maker
    knows more than that nothing covers the cell."""

    attempts: int
    groups: Mapping[str, int] = field(default_factory=dict)
    why: str = ""


class Maker(Protocol):
    """What fills cells. Safe to call from several threads at once.

    `fingerprint` changes whenever the same attempt could give something else: the version, the hashes of styles,
    families and templates.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def waits(self) -> bool:
        """Whether attempts wait for something outside this process, so that more of them at once are faster. One that
        computes all the time is slowed down by threads, which take turns at the interpreter."""

    def supply(self, cell_key: str) -> Supply:
        """How far the cell goes; `Supply(0)` if nothing here covers it."""

    def attempt(self, cell_key: str, number: int) -> Outcome | Awaitable[Outcome]:
        """One try, depending on nothing but the plan, the corpus, the arguments and, where models are asked, their
        replies. A maker that waits gives a coroutine; all of them run on one event loop.

        Raises BenchwrightError: a retryable one leaves the attempt pending, any other is written as failed.
        """

    def rules(self) -> Sequence[CommitRule]:
        """What is asked of outcomes in commit order, such as being no near-duplicate. Fresh ones at each call."""


@runtime_checkable
class ExplainsShortfall(Protocol):
    """A maker that knows why a cell is not filled by what it can try."""

    def why_short(self, cell_key: str, seen: int, reasons: Mapping[str, int]) -> str:
        """In a line why the cell ended short after `seen` attempts, of which those counted as `status:reason` fell, ""
        if nothing is known."""


@runtime_checkable
class HasFingerprintParts(Protocol):
    """A maker whose fingerprint holds things that people change: files and what was loaded."""

    @property
    def parts(self) -> Mapping[str, str]:
        """A hash of each, by what a person calls it: "the graph world"."""


@runtime_checkable
class ReportsSampling(Protocol):
    """A maker that draws what its attempts start from."""

    def sampling(self, cell_key: str) -> Json:
        """How even the draw is, as the benchmark's manifest keeps it."""


class AsyncAttempts(Protocol):
    """Where attempts run that wait for something."""

    def start(self, cell_key: str, number: int) -> Future[Outcome] | None:
        """Begin the attempt; None if its maker does not wait, so that it belongs on a thread."""

    def halt(self) -> None:
        """Let attempts send nothing more: what is under way ends, the rest stays pending. May be called again."""


def seed_sequence(
    plan_seed: int, maker: str, style: str, modalities: str, cell_key: str, number: int
) -> np.random.SeedSequence:
    """The random numbers of one attempt. Independent of the count, so that a raised quota keeps every attempt."""
    digest = hashlib.sha256("\0".join((maker, style, modalities, cell_key)).encode()).digest()
    return np.random.SeedSequence([plan_seed, int.from_bytes(digest, "big"), number])
