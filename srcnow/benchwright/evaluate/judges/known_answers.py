"""Define answers of which it is known how right they are, and show them to a judge as a system's answers are shown."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from benchwright.corpus.store import Corpus
from benchwright.evaluate.gold import Question
from benchwright.evaluate.judges.judge_case import JudgeCase, reference_first
from benchwright.records import JsonRecord, Source


@dataclass(frozen=True, slots=True)
class KnownAnswer(JsonRecord):
    """An answer to a question, and its truth: 1 right, 0 wrong, between them as people rated it.

    `kind` is how it was made, "labelled" where people said how right it is. `base` is the kind of the answer to the
    same question that differs from it in one respect only (its length, an instruction inside), "" for none. `contexts`
    are the ids of the sources that the answer is held against, None for the question's own. `systems` are those that
    gave it, `labels` what each person said. `stratum` is the code of the stratum that it was drawn from to be labelled,
    "" for a draw out of all answers.
    """

    question: str
    answer: str
    truth: float
    kind: str
    base: str = ""
    contexts: tuple[str, ...] | None = None
    systems: tuple[str, ...] = ()
    labels: Mapping[str, float] = field(default_factory=dict, hash=False)
    stratum: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.truth <= 1:
            raise ValueError(f"{self.truth} is no truth of 0 to 1")

    @property
    def id(self) -> str:
        """The same for the same answer to the same question over the same sources, however it was made."""
        parts = (self.question, self.answer, *(self.contexts or ()))
        return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def is_probe(self) -> bool:
        """Whether it was made to find out what a judge may be led by, and is not like the answers of a system."""
        return self.base != ""

    @property
    def tells_rates(self) -> bool:
        """Whether it counts in how often a judge is right. What was drawn by its verdict is no fair sample for that."""
        return not self.is_probe and not self.stratum

    @property
    def is_right(self) -> bool | None:
        """Right or wrong; None where people are divided."""
        return None if self.truth == 0.5 else self.truth > 0.5


def known_case(known: KnownAnswer, question: Question, corpus: Corpus, seed: int) -> JudgeCase:
    """What a judge sees of a known answer: its own question's sources as contexts, all of them cited."""
    evidence = _sources(sorted(question.gold_sets[0]) if question.gold_sets else (), corpus)
    contexts = evidence if known.contexts is None else _sources(known.contexts, corpus)
    return JudgeCase(
        question=question.id,
        text=question.text,
        answer=known.answer,
        references=tuple(one.text for one in question.answers),
        aliases=question.answers[0].aliases if len(question.answers) == 1 else (),
        contexts=contexts,
        cited=contexts,
        evidence=evidence,
        reference_first=reference_first(seed, known.id),
    )


def _sources(names: tuple[str, ...] | list[str], corpus: Corpus) -> tuple[Source, ...]:
    return tuple(corpus.source(name) for name in names if name in corpus)
