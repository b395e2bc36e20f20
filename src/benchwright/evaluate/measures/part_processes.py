"""Score answers by their parts in several processes, each with its share of the questions.

A question always goes to the same process, so that what is worked out of it (forms, rivals, the values of its text)
serves the answers of every system. Scores are those of one process. Few answers are scored in this process alone, and
so is the share of a process that has ended before its time.

Each process is `python -m benchwright.evaluate.measures.part_processes`: it reads no file and writes none, and ends
with this one.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import Self

from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.measures.part_scores import PartJob, PartScore, QuestionForms
from benchwright.readers.confined.module_process import ModuleProcess
from benchwright.readers.confined.parent_pipes import parent_pipes

PER_PROCESS = 1_000
"""New answers at least for each process: one takes as long to start as it does to score so many."""

_ENDED = (EOFError, OSError)


class PartProcesses:
    """Processes that score the answers to one gold's questions, started when they are first worth it. `count` is how
    many there may be, this one included (default: the machine's cores)."""

    def __init__(self, gold: Gold, count: int | None = None) -> None:
        self._questions = gold.questions
        self._forms: dict[int, QuestionForms] = {}
        self._count = os.cpu_count() or 1 if count is None else count
        self._children: list[ModuleProcess | None] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The other processes that there are."""
        return tuple(child.pid for child in self._children if child is not None)

    def close(self) -> None:
        """End all processes."""
        for child in self._children:
            if child is not None:
                child.end()
        self._children.clear()

    def scores(self, jobs: Sequence[PartJob]) -> list[PartScore]:
        """The scores of answers, in their order."""
        if not self._children:
            self._start(min(self._count, len(jobs) // PER_PROCESS))
        shares = len(self._children) + 1
        parts = [[at for at, (place, _) in enumerate(jobs) if place % shares == share] for share in range(shares)]
        asked = [[jobs[at] for at in part] for part in parts]
        for child, some in enumerate(asked[1:]):
            self._ask(child, some)
        found = [self._scored(asked[0]), *(self._answered(child, some) for child, some in enumerate(asked[1:]))]
        scores = {
            at: score for part, each in zip(parts, found, strict=True) for at, score in zip(part, each, strict=True)
        }
        return [scores[at] for at in range(len(jobs))]

    def _start(self, shares: int) -> None:
        for share in range(1, shares):
            places = range(share, len(self._questions), shares)
            child = ModuleProcess(__name__)
            with suppress(*_ENDED):  # what is asked next finds out
                child.requests.send({place: _bare(self._questions[place]) for place in places})
            self._children.append(child)

    def _scored(self, jobs: Sequence[PartJob]) -> list[PartScore]:
        for place, _ in jobs:
            if place not in self._forms:
                self._forms[place] = QuestionForms(self._questions[place])
        return _scores(self._forms, jobs)

    def _ask(self, at: int, jobs: Sequence[PartJob]) -> None:
        child = self._children[at]
        if child is not None and jobs:
            try:
                child.requests.send(jobs)
            except _ENDED:
                self._lost(at)

    def _answered(self, at: int, jobs: Sequence[PartJob]) -> list[PartScore]:
        child = self._children[at]
        if child is None or not jobs:
            return self._scored(jobs)
        try:
            scores: list[PartScore] = child.replies.recv()
        except _ENDED:
            self._lost(at)
            return self._scored(jobs)
        return scores

    def _lost(self, at: int) -> None:
        child = self._children[at]
        if child is not None:
            child.end()
        self._children[at] = None


def _scores(forms: Mapping[int, QuestionForms], jobs: Sequence[PartJob]) -> list[PartScore]:
    """The scores of answers. Scoring makes no reference cycles, so that nothing is left to collect: looking for garbage
    takes a tenth of the time. Nor is it looked for among what was made, when collections are on again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return [forms[place].score(answers) for place, answers in jobs]
    finally:
        if collects:
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()  # now it is among what is old
            gc.enable()


def _bare(question: Question) -> Question:
    """A question with what scores by parts read of it."""
    answers, undecided = (
        tuple(replace(one, evidence=()) for one in each) for each in (question.answers, question.undecided)
    )
    return replace(
        question,
        answers=answers,
        undecided=undecided,
        gold_sets=(),
        documents=(),
        grades={},
        choices=(),
        columns={},
        facets={},
    )


def main() -> None:
    """Answer what comes in, until nobody is there."""
    requests, replies = parent_pipes()
    gc.disable()
    with suppress(*_ENDED):
        questions: dict[int, Question] = requests.recv()
        forms = {place: QuestionForms(question) for place, question in questions.items()}
        while True:
            jobs: list[PartJob] = requests.recv()
            replies.send(_scores(forms, jobs))


if __name__ == "__main__":
    main()
