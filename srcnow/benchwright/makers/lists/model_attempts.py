"""Has models judge the evidence of list questions and reword accepted questions.

The plan says which of the two (`lists.checker`, `paraphraser`). Evidence is judged only when a question is made of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import cast

from benchwright.errors import PlanError
from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge
from benchwright.makers.lists.plan_settings import asked_names, conditions_of
from benchwright.makers.lists.proof.judge_rounds import (
    CandidateSource,
    JudgedEvidence,
    JudgedKnowledge,
    Rounds,
    reading,
)
from benchwright.makers.lists.proof.judges import EvidenceJudge, ScoreJudge, read, read_at_once
from benchwright.makers.lists.queries.query_types import Query
from benchwright.makers.lists.query_attempts import QueryAttempts
from benchwright.makers.lists.wording.paraphrase import CHECK, PROMPTS, reword
from benchwright.models import Models
from benchwright.plan import Plan
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.prompt import prompt
from benchwright.records import Example, Outcome, Status

VERSION = "1"
"""Goes up whenever the same replies may give another question."""


@dataclass(frozen=True, slots=True)
class EvidenceReading:
    """Who judges candidates, where they come from, and the knowledge base that lists them."""

    judge: EvidenceJudge
    candidates: CandidateSource
    base: Knowledge


Drafted = tuple[QueryAttempts, Query]
"""What made an attempt at a question of a knowledge base, and its query."""


class ModelAttempts:
    """Attempts at list questions with a judge, a paraphraser, or both. With a judge that only computes, `actors` is
    None."""

    def __init__(self, plan: Plan, actors: Actors | None, reads: EvidenceReading | None) -> None:
        self.actors = actors
        self._plan = plan
        self._reads = reads
        self._rewords = plan.paraphraser is not None and actors is not None
        self._conditions = conditions_of(plan.lists)

    def fingerprint(self, lists: str) -> str:
        """Changes with what lists are made of, the judge and the prompts."""
        listed = [VERSION, lists]
        listed += [] if self._reads is None else [self._reads.judge.fingerprint]
        listed += [prompt(name).sha256 for name in (*PROMPTS, "repair")] if self._rewords else []
        return hashlib.sha256("\n".join(listed).encode()).hexdigest()[:16]

    def attempt(
        self, cell: ListCell, number: int, outcome: Outcome, drafted: Drafted | None
    ) -> Outcome | Awaitable[Outcome]:
        """What becomes of an attempt whose outcome is accepted if every candidate is taken at its word."""
        if self.actors is not None:
            return self._asked(cell, number, outcome, drafted, self.actors)
        if self._reads is None or drafted is None or outcome.status is not Status.ACCEPTED:
            return outcome
        if not isinstance(self._reads.judge, ScoreJudge):
            raise PlanError("no model judges in this plan", hint="name one, such as verifier: openai/NAME")
        whole = read_at_once(self._rounds(self._reads, drafted[1]), self._reads.judge)
        return self._judged(cell, number, drafted, self._reads, whole)

    async def _asked(
        self, cell: ListCell, number: int, outcome: Outcome, drafted: Drafted | None, actors: Actors
    ) -> Outcome:
        asker = Asker(actors, f"{cell.key} {number}", str(self._plan.seed))
        if outcome.status is not Status.ACCEPTED:
            return outcome
        if self._reads is not None and drafted is not None:
            whole = await read(self._rounds(self._reads, drafted[1]), self._reads.judge, asker)
            outcome = self._judged(cell, number, drafted, self._reads, whole)
        if self._rewords and outcome.status is Status.ACCEPTED and outcome.example is not None:
            outcome = self._settled(replace(outcome, example=await reword(outcome.example, asker)))
        example = None if outcome.example is None else _with_models(outcome.example, asker)
        return replace(outcome, example=example, calls=asker.calls)

    # ------------------------------------------------------------------ the judge
    def _rounds(self, reads: EvidenceReading, query: Query) -> Rounds:
        return reading(query, reads.base.edges, reads.candidates, self._conditions, reads.judge.by)

    def _judged(
        self, cell: ListCell, number: int, drafted: Drafted, reads: EvidenceReading, whole: JudgedEvidence
    ) -> Outcome:
        """The attempt over what the judge accepted."""
        attempts, query = drafted
        if not whole.proven:
            detail = f"of {whole.read} statements none was accepted, {whole.unscored} without a verdict"
            return Outcome(cell.key, number, Status.REJECTED, "answers", detail)
        outcome = attempts.over(cast(Knowledge, JudgedKnowledge(reads.base, query, whole))).attempt(cell, number, query)
        if outcome.example is None:
            return outcome
        derivation = {**(outcome.example.derivation or {}), "judged": whole.to_json()}
        return replace(outcome, example=replace(outcome.example, derivation=derivation))

    # ------------------------------------------------------------------ the paraphraser
    def _settled(self, outcome: Outcome) -> Outcome:
        """The plan may want reworded questions only."""
        example = outcome.example
        assert example is not None
        check = next(one for one in example.checks if one.name == CHECK)
        action = self._plan.checks.get(CHECK, "tag")
        if action == "reject" and check.verdict != "pass":
            return replace(outcome, status=Status.REJECTED, reason=CHECK, detail=check.reason)
        if action == "off":
            checks = tuple(one for one in example.checks if one is not check)
            return replace(outcome, example=replace(example, checks=checks))
        return outcome


def _with_models(example: Example, asker: Asker) -> Example:
    """The example with the models and prompts that were asked."""
    if not asker.models:
        return example
    named = {"paraphraser" if role == "writer" else role: name for role, name in asker.models.items()}
    return replace(example, origin=replace(example.origin, models=named, prompts=asker.prompts))


def open_models(plan: Plan, models: Models | None, reads: EvidenceReading | None = None) -> ModelAttempts | None:
    """Those whom the plan names to judge or reword; None if no model is asked. Raises UsageError for a model's name
    that no provider has."""
    judges = reads is not None and not isinstance(reads.judge, ScoreJudge)
    actors = None
    if models is not None and (judges or plan.paraphraser is not None):
        rewords, verifies = (Actor(name, models.model(name)) for name in asked_names(plan))
        actors = Actors(rewords, rewords, verifies)
    return None if actors is None and reads is None else ModelAttempts(plan, actors, reads)
