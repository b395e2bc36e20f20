"""Collect the replies of answerers to a benchmark's questions, each answerer with each choice of sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchwright.errors import UsageError
from benchwright.evaluate.answerers.extractive import NAME as EXTRACTIVE
from benchwright.evaluate.answerers.extractive import extract_answer
from benchwright.evaluate.answerers.model_answerer import ModelAnswerer, RejectedReply
from benchwright.evaluate.answerers.source_choice import ChosenSources, SourceChoice
from benchwright.evaluate.gold import Question
from benchwright.evaluate.retrievers.spec import refuse_repeated_names
from benchwright.evaluate.runs import RunHit
from benchwright.evaluate.systems.ask_system import Replies
from benchwright.evaluate.systems.base import SystemReply
from benchwright.records import Source

Item = tuple[str, str]
"""The name of a system and the id of a question."""


@dataclass(frozen=True, slots=True)
class AnsweringSystem:
    """A model (or `extractive`) with a choice of sources, and the name that both have in tables."""

    name: str
    by: str
    choice: SourceChoice


def answering_systems(
    answerers: Sequence[str], sources: Sequence[str | tuple[object, int]], *, pages: bool = False
) -> tuple[AnsweringSystem, ...]:
    """Each answerer with each choice of sources. Raises UsageError for a choice that cannot be read, for answerers
    without sources, and for two systems of one name."""
    if bool(answerers) != bool(sources):
        raise UsageError(
            "models without sources, or sources without a model",
            hint="for example --model openai/gpt-4.1-mini --sources gold --sources none --sources bm25:5",
        )
    seen = ", pages" if pages else ""
    choices = [SourceChoice.of(one) for one in sources]
    systems = tuple(
        AnsweringSystem(f"{by}, {one.label}{'' if by == EXTRACTIVE else seen}", by, one)
        for by in answerers
        for one in choices
    )
    refuse_repeated_names([one.name for one in systems])
    return systems


class CollectedReplies:
    """The replies of all systems as they come."""

    def __init__(
        self,
        systems: Sequence[AnsweringSystem],
        questions: Sequence[Question],
        chosen: Mapping[SourceChoice, ChosenSources],
    ) -> None:
        self.systems = {one.name: one for one in systems}
        self.questions = {one.id: one for one in questions}
        self.chosen = chosen
        self.replies: dict[Item, SystemReply] = {}
        for one in systems:  # where the retriever failed, there is nothing to answer from
            for question, reason in chosen[one.choice].failed.items():
                self.replies[one.name, question] = SystemReply(failure=f"its retriever failed: {reason}", kind="raised")

    @property
    def open(self) -> list[Item]:
        """What is not answered yet, question by question: a run that ends early has all systems on the same ones."""
        items = ((name, question) for question in self.questions for name in self.systems)
        return [item for item in items if item not in self.replies]

    def extract(self) -> None:
        """The answers that need no model."""
        for name, question in self.open:
            system = self.systems[name]
            if system.by == EXTRACTIVE:
                self.replies[name, question] = extract_answer(self.questions[question], *self._shown(system, question))

    async def ask(self, item: Item, models: Mapping[str, ModelAnswerer]) -> str:
        """Ask a model; "", or why its reply has no answer."""
        name, question = item
        system = self.systems[name]
        answer = await models[system.by].answer(self.questions[question], *self._shown(system, question))
        if isinstance(answer, RejectedReply):
            return answer.reason
        self.replies[item] = answer
        return ""

    def hits_of(self, system: str) -> Callable[[Question], Sequence[RunHit]]:
        """What a system is shown, by question."""
        chosen = self.chosen[self.systems[system].choice]
        return lambda question: chosen.hits[question.id]

    def known(self, system: str) -> dict[str, SystemReply]:
        """The replies of a system that are there, by question."""
        return {question: reply for (name, question), reply in self.replies.items() if name == system}

    def _shown(self, system: AnsweringSystem, question: str) -> tuple[Sequence[RunHit], Sequence[Source]]:
        chosen = self.chosen[system.choice]
        return chosen.hits[question], chosen.sources[question]

    def count(self, system: AnsweringSystem) -> int:
        """How many questions the system has a reply to, one without an answer included."""
        return sum((system.name, question) in self.replies for question in self.questions)

    def refuse(self, refused: Mapping[Item, str]) -> None:
        """What a model left without an answer is a failure from here on, for a reason."""
        for item, reason in refused.items():
            self.replies[item] = SystemReply(failure=reason, kind="rejected")

    @property
    def whole(self) -> list[AnsweringSystem]:
        """The systems that have a reply to every question."""
        return [one for one in self.systems.values() if self.count(one) == len(self.questions)]

    def of(self, system: AnsweringSystem) -> Replies:
        replies = tuple(self.replies[system.name, question] for question in self.questions)
        return Replies(system.name, tuple(self.questions), replies)
