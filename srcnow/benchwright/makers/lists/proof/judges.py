"""Judges the candidate sentences of list questions with the plan's cross-encoder or its verifier model."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from threading import Lock
from typing import Protocol

from benchwright.makers.lists.evidence.checker import Checker, Statement
from benchwright.makers.lists.evidence.judge import judged
from benchwright.makers.lists.evidence.nli import premise_of
from benchwright.makers.lists.proof.judge_rounds import JudgedEvidence, Rounds, StatementVerdict
from benchwright.prompts.asking import Asker
from benchwright.prompts.prompt import prompt

MOST_REMEMBERED = 200_000
"""Scores of a cross-encoder that are kept, some 30 MB; then all are forgotten."""


class EvidenceJudge(Protocol):
    """Reads the statements of a round. `fingerprint` changes with whatever may change a verdict, what the plan says of
    models aside."""

    @property
    def by(self) -> str: ...
    @property
    def fingerprint(self) -> str: ...
    async def verdicts(self, statements: Sequence[Statement], asker: Asker | None) -> Sequence[StatementVerdict]:
        """One for each. Raises what models raise."""


class ModelJudge:
    """The plan's verifier, several statements a call. Its yes has the score 1."""

    def __init__(self, name: str) -> None:
        self.by = f"judge/1 {name}"

    @property
    def fingerprint(self) -> str:
        return sha256(f"judge/1 {prompt('states').sha256}".encode()).hexdigest()

    async def verdicts(self, statements: Sequence[Statement], asker: Asker | None) -> Sequence[StatementVerdict]:
        assert asker is not None, "a plan whose verifier judges names a model"
        replies = await judged(statements, asker)
        return [StatementVerdict(one, 1.0 if one else 0.0) for one in replies]


class ScoreJudge:
    """A checker that computes, such as `nli`: off the event loop, one round at a time, and no statement twice in one
    process. Scores are rounded, for they differ in the seventh digit with what else is in the batch."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self._scores: dict[bytes, float] = {}
        self._lock = Lock()

    @property
    def by(self) -> str:
        return self._checker.name

    @property
    def fingerprint(self) -> str:
        return f"{self._checker.fingerprint} {self._checker.threshold}"

    async def verdicts(self, statements: Sequence[Statement], asker: Asker | None) -> Sequence[StatementVerdict]:
        return await asyncio.to_thread(self._scored, statements)

    def _scored(self, statements: Sequence[Statement]) -> Sequence[StatementVerdict]:
        keys = [_key(one) for one in statements]
        with self._lock:
            new = {key: one for key, one in zip(keys, statements, strict=True) if key not in self._scores}
            if len(self._scores) + len(new) > MOST_REMEMBERED:
                self._scores.clear()
                new = dict(zip(keys, statements, strict=True))
            scores = self._checker.score(list(new.values())) if new else []
            self._scores |= {key: round(float(score), 4) for key, score in zip(new, scores, strict=True)}
            values = [self._scores[key] for key in keys]
        return [StatementVerdict(score >= self._checker.threshold, score) for score in values]


def _key(statement: Statement) -> bytes:
    return sha256(f"{premise_of(statement)}\0{statement.hypothesis}".encode()).digest()[:16]


async def read(rounds: Rounds, judge: EvidenceJudge, asker: Asker | None) -> JudgedEvidence:
    """Go through all rounds of a query."""
    try:
        statements = next(rounds)
        while True:
            statements = rounds.send(await judge.verdicts(statements, asker))
    except StopIteration as ended:
        whole: JudgedEvidence = ended.value
        return whole


def read_at_once(rounds: Rounds, judge: ScoreJudge) -> JudgedEvidence:
    """The same from a thread without an event loop."""
    return asyncio.run(read(rounds, judge, None))
