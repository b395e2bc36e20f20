"""Questions, and a system in memory, for the tests of asking other people's systems."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.systems.base import RawReply
from benchwright.records import Modalities


def gold_of(texts: Mapping[str, str] | int, fingerprint: str = "f1") -> Gold:
    """Questions by id, or that many called q0, q1 ..."""
    if isinstance(texts, int):
        texts = {f"q{number}": f"question {number}" for number in range(texts)}
    questions = (Question(id, text, "", Modalities(text=1), (), (), id, ()) for id, text in texts.items())
    return Gold("hand", fingerprint, tuple(questions))


def saying(text: str) -> RawReply:
    """A good reply of those words."""
    return RawReply({"answer": text, "contexts": []}, 0.5)


class Scripted:
    """A system that answers what `answer` gives for a question's id and how often it was asked before."""

    def __init__(self, answer: Callable[[str, int], RawReply], name: str = "scripted", pause: float = 0.0) -> None:
        self._answer, self._pause = answer, pause
        self.name = self.identity = name
        self.asked: Counter[str] = Counter()
        self.in_flight = self.max_in_flight = self.closed = 0

    def heeds(self, key: str) -> bool:
        return True

    async def ask(self, asked: Mapping[str, Any]) -> RawReply:
        question = str(asked["id"])
        number = self.asked[question]
        self.asked[question] += 1
        self.in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self.in_flight)
        try:
            await asyncio.sleep(self._pause)
            return self._answer(question, number)
        finally:
            self.in_flight -= 1

    async def close(self) -> None:
        self.closed += 1
