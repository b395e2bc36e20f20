"""Draws a sample of the distinct questions of a log in bounded memory, each with how often it was asked.

A bottom-k sample (Cohen and Kaplan 2007): each distinct question has a random number that is made of its text and the
seed, and the questions with the smallest numbers are kept. A question that is kept in the end was kept from its first
occurrence on, so that its count is exact; and the order of the log changes nothing. Up to `size` distinct questions,
the sample is the whole log.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from hashlib import blake2b

_RANGE = 2.0**64
_END = " .?!…"


@dataclass(frozen=True, slots=True)
class SampledQuestion:
    """A distinct question and how often it was asked. Questions that differ in case and in marks at the end are one; of
    their spellings, the first in the order of characters stands for all."""

    text: str
    asked: int


class QuestionSample:
    """A sample of at most `size` distinct questions. `total` is how many were added in all, repetitions included."""

    def __init__(self, size: int, seed: int) -> None:
        self._size = size
        self._key = str(seed).encode()[:64]
        self._heap: list[int] = []  # the negated numbers of what is kept: the largest number first
        self._kept: dict[int, tuple[str, int]] = {}
        self._full = False
        self.total = 0

    def add(self, text: str, asked: int = 1) -> None:
        """Add a question that was asked so many times."""
        self.total += asked
        folded = " ".join(text.casefold().split()).rstrip(_END) or text
        number = int.from_bytes(blake2b(folded.encode("utf-8"), digest_size=8, key=self._key).digest())
        if number in self._kept:
            known, before = self._kept[number]
            self._kept[number] = (min(known, text), before + asked)
        elif len(self._heap) < self._size:
            heapq.heappush(self._heap, -number)
            self._kept[number] = (text, asked)
        else:
            self._full = True
            if number < -self._heap[0]:
                del self._kept[-heapq.heapreplace(self._heap, -number)]
                self._kept[number] = (text, asked)

    @property
    def whole(self) -> bool:
        """Whether the sample holds every distinct question that was added."""
        return not self._full

    @property
    def distinct(self) -> int:
        """How many distinct questions were added: exact while the sample is whole, else estimated from the largest
        number that is kept (relative standard error about 1 / sqrt(size))."""
        if self.whole or self._size < 2:
            return len(self._heap)
        return round((self._size - 1) * _RANGE / -self._heap[0])

    def questions(self) -> list[SampledQuestion]:
        """The sample in its random order: each beginning of it is a sample, too."""
        return [SampledQuestion(*self._kept[number]) for number in sorted(self._kept)]
