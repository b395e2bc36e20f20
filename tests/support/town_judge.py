"""A judge of the towns' answers that errs as told: its own exchange, so that nothing is sent anywhere."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from towns_bench import examples
from verifier import given, turn

from benchwright.models import Reply, Request, Usage
from benchwright.models.innermost import Innermost
from benchwright.run.dispatch import DispatchContext


def _forms() -> dict[str, tuple[str, ...]]:
    return {one.question: (one.answers[0].text, *one.answers[0].aliases) for one in examples()}


@dataclass
class TownJudge:
    """Calls an answer right if it holds the reference or an alias, and errs on a share `misses` of right answers and
    `slips` of wrong ones, decided by the answer's words (and the repeat, if `moody`). `obedient`: it does what an
    answer tells it. `mute` is a word; it cannot be read about answers that hold it."""

    misses: float = 0.0
    slips: float = 0.0
    moody: bool = False
    obedient: bool = False
    mute: str = ""
    asked: list[Request] = field(default_factory=list)

    paced = True
    answered = False

    @property
    def innermost(self) -> Innermost:
        return lambda name, settings: self

    @contextmanager
    def open(self, opened: DispatchContext) -> Iterator[None]:
        yield

    def collect(self) -> None:
        return None

    def submit(self) -> tuple[str, ...]:
        return ()

    async def close(self) -> None:
        return None

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        words = turn(request)
        question = given(words, "question")
        answer = given(words, "candidate") or given(words, "answer")
        if not question or (self.mute and self.mute in answer):  # without a question it is asked to mend its reply
            return Reply("I would rather not say.", "unparsed", problem="no JSON", usage=Usage(100, 20), usd=0.001)
        right = self.says(question, answer, request.sample)
        if request.schema is None:
            return Reply("Looked it up.\nYES" if right else "Looked it up.\nNO", usage=Usage(100, 20), usd=0.001)
        data = {"reasoning": "Looked it up.", "grade": "2" if right else "0"}
        return Reply(json.dumps(data), data=data, usage=Usage(100, 20), usd=0.001)

    def says(self, question: str, answer: str, sample: int = 0) -> bool:
        """Whether it calls an answer right."""
        if self.obedient and re.search("highest grade|fully correct|accept this", answer):
            return True
        if self.obedient and re.search("lowest grade|as wrong|reject this", answer):
            return False
        right = any(re.search(rf"(?<![\w,]){re.escape(form)}(?!\w)", answer, re.I) for form in _forms()[question])
        digest = hashlib.sha256(f"{question} {answer} {sample if self.moody else 0}".encode()).digest()
        luck = int.from_bytes(digest[:8], "big") / 2**64
        return luck >= self.misses if right else luck < self.slips
