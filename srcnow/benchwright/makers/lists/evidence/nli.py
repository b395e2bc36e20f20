"""Scores statements by a cross-encoder for entailment: the checker `nli`, which runs on this machine.

The premise is the sentence with the two before it, the hypothesis the triple as a short sentence (QAMPARI, section
2.1). No such model was at hand, so that its precision and recall are not measured. The extra `neural` brings it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from benchwright.checks.judged.entails import Entailment
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.values import detokenise

VERSION = 1


class Nli:
    """Scores statements by the probability of entailment. The premise is what stands in the source, tokenised text put
    right, and the page's title before it, so that "he" has somebody to mean."""

    def __init__(self, entailment: Entailment, threshold: float | None = None) -> None:
        self._entailment = entailment
        self.threshold = entailment.threshold if threshold is None else threshold

    @property
    def name(self) -> str:
        return f"nli {self._entailment.name}"

    @property
    def fingerprint(self) -> str:
        return sha256(f"{VERSION} {self._entailment.name}".encode()).hexdigest()

    def score(self, statements: Sequence[Statement]) -> list[float]:
        """One probability for each statement. May take long; a question that comes twice is asked once. Raises what
        the model raises: UsageError for one that has no class `entailment`."""
        pairs = [(premise_of(one), one.hypothesis) for one in statements]
        questions = list(dict.fromkeys(pairs))
        if not questions:
            return []
        scores = dict(zip(questions, self._entailment.score(questions), strict=True))
        return [float(scores[pair]) for pair in pairs]


def premise_of(statement: Statement) -> str:
    """What is read as the premise: title, and the sentence with those before it."""
    text = detokenise(statement.text)
    return f"{statement.title}. {text}" if statement.title else text
