"""`qampari` with models behind it: candidates are judged when a question is made of them, and questions that passed all
checks are reworded. Which of the two, the plan says (`lists.checker`, `paraphraser`)."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, replace

from benchwright.errors import PlanError
from benchwright.makers.lists.maker import QUERIES, ListMaker, cell_of, conditions_of
from benchwright.makers.lists.proof.judge_rounds import (
    CandidateSource,
    JudgedEvidence,
    JudgedKnowledge,
    Rounds,
    reading,
)
from benchwright.makers.lists.proof.judges import EvidenceJudge, ScoreJudge, read, read_at_once
from benchwright.makers.lists.queries.query_types import Query
from benchwright.makers.lists.query_attempts import AskableKnowledge
from benchwright.makers.lists.wording.paraphrase import CHECK, PROMPTS, reword
from benchwright.models import Models
from benchwright.plan import Plan
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.prompt import prompt
from benchwright.records import Example, Json, Outcome, Status
from benchwright.run import CommitRule, Supply

VERSION = "1"
"""Goes up whenever the same replies may give another question."""


@dataclass(frozen=True, slots=True)
class EvidenceReading:
    """Who judges candidates, where they come from, and the knowledge base that lists them."""

    judge: EvidenceJudge
    candidates: CandidateSource
    base: AskableKnowledge


class ModelListMaker:
    """The maker `qampari` with a judge, a paraphraser, or both. Where models are asked, attempts are coroutines; with a
    judge that only computes they are not."""

    def __init__(self, lists: ListMaker, plan: Plan, actors: Actors | None, reads: EvidenceReading | None) -> None:
        self.name = lists.name
        self.waits = actors is not None
        self.parts = lists.parts
        self._lists = lists
        self._plan = plan
        self._actors = actors
        self._reads = reads
        self._rewords = plan.paraphraser is not None and actors is not None
        self._conditions = conditions_of(plan.lists)

    @property
    def fingerprint(self) -> str:
        """Changes with the knowledge base, the judge and the prompts."""
        listed = [VERSION, self._lists.fingerprint]
        listed += [] if self._reads is None else [self._reads.judge.fingerprint]
        listed += [prompt(name).sha256 for name in (*PROMPTS, "repair")] if self._rewords else []
        return hashlib.sha256("\n".join(listed).encode()).hexdigest()[:16]

    def supply(self, cell_key: str) -> Supply:
        return self._lists.supply(cell_key)

    def why_short(self, cell_key: str, seen: int, reasons: Mapping[str, int]) -> str:
        return self._lists.why_short(cell_key, seen, reasons)

    def rules(self) -> Sequence[CommitRule]:
        return self._lists.rules()

    def sampling(self, cell_key: str) -> Json:
        return self._lists.sampling(cell_key)

    def attempt(self, cell_key: str, number: int) -> Outcome | Awaitable[Outcome]:
        """One try. A query that falls even if every candidate is taken at its word falls before anybody is asked.
        Raises what models raise."""
        if self._actors is not None:
            return self._asked(cell_key, number, self._actors)
        outcome, reads = self._lists.attempt(cell_key, number), self._reads_of(cell_key)
        if reads is None or outcome.status is not Status.ACCEPTED:
            return outcome
        if not isinstance(reads.judge, ScoreJudge):
            raise PlanError("no model judges in this plan", hint="name one, such as verifier: openai/NAME")
        query = self._lists.query(cell_key, number)
        whole = read_at_once(self._rounds(reads, query), reads.judge)
        return self._made(cell_key, number, query, reads, whole)

    async def _asked(self, cell_key: str, number: int, actors: Actors) -> Outcome:
        asker = Asker(actors, f"{cell_key} {number}", str(self._plan.seed))
        outcome, reads = self._lists.attempt(cell_key, number), self._reads_of(cell_key)
        if outcome.status is not Status.ACCEPTED:
            return outcome
        if reads is not None:
            query = self._lists.query(cell_key, number)
            whole = await read(self._rounds(reads, query), reads.judge, asker)
            outcome = self._made(cell_key, number, query, reads, whole)
        if self._rewords and outcome.status is Status.ACCEPTED and outcome.example is not None:
            outcome = self._settled(replace(outcome, example=await reword(outcome.example, asker)))
        example = None if outcome.example is None else _with_models(outcome.example, asker)
        return replace(outcome, example=example, calls=asker.calls)

    # ------------------------------------------------------------------ the judge
    def _reads_of(self, cell_key: str) -> EvidenceReading | None:
        return self._reads if cell_of(cell_key).kind in QUERIES else None

    def _rounds(self, reads: EvidenceReading, query: Query) -> Rounds:
        return reading(query, reads.base.edges, reads.candidates, self._conditions, reads.judge.by)

    def _made(self, cell_key: str, number: int, query: Query, reads: EvidenceReading, whole: JudgedEvidence) -> Outcome:
        """The attempt over what the judge accepted."""
        pipeline = self._lists.pipeline
        assert pipeline is not None, "a cell with queries has a pipeline"
        if not whole.proven:
            detail = f"of {whole.read} statements none was accepted, {whole.unscored} without a verdict"
            return Outcome(cell_key, number, Status.REJECTED, "answers", detail)
        outcome = pipeline.over(JudgedKnowledge(reads.base, query, whole)).attempt(cell_of(cell_key), number, query)
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
            kept = tuple(one for one in example.checks if one is not check)
            return replace(outcome, example=replace(example, checks=kept))
        return outcome


def _with_models(example: Example, asker: Asker) -> Example:
    """The example with the models and prompts that were asked."""
    if not asker.models:
        return example
    named = {"paraphraser" if role == "writer" else role: name for role, name in asker.models.items()}
    return replace(example, origin=replace(example.origin, models=named, prompts=asker.prompts))


def verifier_of(plan: Plan) -> str | None:
    """The model that judges in this plan: its verifier, else its writer."""
    if "/" in plan.verifier:
        return plan.verifier
    return None if plan.cast is None else plan.cast.verifier


def asked_names(plan: Plan) -> tuple[str, str]:
    """The models that reword and that judge; where the plan names one of them only, it does both. ValueError where it
    names none."""
    names = [name for name in (plan.paraphraser, verifier_of(plan)) if name is not None]
    if not names:
        raise ValueError("the plan names no model for lists")
    return names[0], names[-1]


def with_models(
    lists: ListMaker, plan: Plan, models: Models | None, reads: EvidenceReading | None = None
) -> ListMaker | ModelListMaker:
    """The maker as it is if nobody is to be asked; else with those whom the plan names. Raises UsageError for a model's
    name that no provider has."""
    judges = reads is not None and not isinstance(reads.judge, ScoreJudge)
    actors = None
    if models is not None and (judges or plan.paraphraser is not None):
        rewords, verifies = (Actor(name, models.model(name)) for name in asked_names(plan))
        actors = Actors(rewords, rewords, verifies)
    if actors is None and reads is None:
        return lists
    return ModelListMaker(lists, plan, actors, reads)
