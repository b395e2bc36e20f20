"""Make one attempt of the maker `derive`: a family writes a seed, the checks run, an outcome follows.

Pure in the sense of the plan: the same cell and number give the same outcome, on any machine and in any order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock

from benchwright.checks.candidate import Candidate
from benchwright.checks.correct import check_correct
from benchwright.checks.leak import check_leak
from benchwright.checks.modalities import check_modalities
from benchwright.checks.needed import caption_tells, check_needed, seek_ways_round
from benchwright.checks.readable import check_readable
from benchwright.checks.style import check_style
from benchwright.checks.unique import check_unique
from benchwright.makers.composed.evidence import EvidenceSets, evidence_of
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, World
from benchwright.makers.composed.seed_order import ORDER_VERSION, ordered
from benchwright.makers.composed.short_answers import short_answers
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.execution import ExecutionError, Value, as_stated, execute, leaves
from benchwright.programs.operations import Expression, facts_of, to_json
from benchwright.records import Answer, Check, Example, Fact, Json, Modalities, Origin, Outcome, Span, Status

MAKER = "derive"
_CHECKS: tuple[Callable[[Candidate, CorpusFacts], Check], ...] = (
    check_modalities,
    check_style,
    check_readable,
    check_leak,
    check_correct,
    check_unique,
)

Distract = Callable[[str, tuple[str, ...], frozenset[str]], tuple[str, ...]]
"""Gives the distractors of a question that uses these sources; the others that tell what it asks for are none."""


@dataclass(frozen=True, slots=True)
class ComposedTask:
    """A cell as `derive` sees it."""

    key: str
    style: str
    modalities: Modalities


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A question of a cell while it is checked: its number, its family, what the family wrote, what the checks get."""

    task: ComposedTask
    number: int
    family: str
    draft: ComposedDraft
    candidate: Candidate


class ComposedPipeline:
    """Attempts over one world. Thread-safe: the order of a cell is worked out once, under a lock."""

    def __init__(
        self,
        world: World,
        families: Sequence[Family],
        seed: int,
        distract: Distract = lambda question, sources, tellers: (),
    ) -> None:
        self._world = world
        self._families = {family.name: family for family in families}
        self._seed = seed
        self._distract = distract
        self._orders: dict[str, list[tuple[str, Seed]]] = {}
        self._lock = Lock()

    @property
    def fingerprint(self) -> str:
        """Changes with the families and their versions, and with the order of seeds."""
        listed = ",".join(f"{name}/{family.version}" for name, family in sorted(self._families.items()))
        listed += f",order/{ORDER_VERSION}"
        listed += f",about/{self._world.about}" if self._world.about else ""
        return hashlib.sha256(listed.encode()).hexdigest()[:16]

    def order(self, task: ComposedTask) -> list[tuple[str, Seed]]:
        """Everything that the cell can ask, numbered."""
        with self._lock:
            order = self._orders.get(task.key)
            if order is None:
                order = self._orders[task.key] = ordered(
                    {
                        name: list(family.seeds(self._world, task.modalities))
                        for name, family in sorted(self._families.items())
                        if family.style == task.style and family.covers(task.modalities)
                    },
                    self._seed,
                    task.key,
                    frozenset(name for name, family in self._families.items() if family.after_lexicon),
                )
        return order

    def groups(self, task: ComposedTask) -> Mapping[str, int]:
        """How many families and documents the cell can draw on."""
        order = self.order(task)
        return {
            "family": len({name for name, _ in order}),
            "document": len({seed.document for _, seed in order}),
        }

    def attempt(self, task: ComposedTask, number: int, rng: Rng) -> Outcome:
        """Write and prove question `number` of the cell."""
        name, seed = self.order(task)[number]
        try:
            draft = self._families[name].write(self._world, seed, task.modalities, rng)
            value = execute(draft.program, self._world.fact)
        except SeedRefusedError as refusal:
            return Outcome(task.key, number, Status.REFUSED, f"{name}:{refusal.reason}", str(refusal))
        except ExecutionError as error:
            return Outcome(task.key, number, Status.REFUSED, f"{name}:program", str(error))
        short = short_answers(draft.question, draft.answer, value)
        draft = replace(draft, aliases=tuple(dict.fromkeys((*draft.aliases, *short))))
        return self._prove(_Attempt(task, number, name, draft, self._candidate(task, draft, value)))

    def _candidate(self, task: ComposedTask, draft: ComposedDraft, value: Value) -> Candidate:
        return Candidate(
            question=draft.question,
            answer=draft.answer,
            parts=tuple(map(as_stated, leaves(value))),
            style=task.style,
            wants=task.modalities,
            sources=tuple(dict.fromkeys(self._world.fact(fact).source for fact in facts_of(draft.program))),
            entity=draft.entity,
            program=draft.program,
            bridges=draft.bridges,
            choices=draft.choices,
            names=draft.names,
        )

    def _prove(self, attempt: _Attempt) -> Outcome:
        candidate, ground = attempt.candidate, self._world.ground
        checks: list[Check] = []
        for check in _CHECKS:
            checks.append(check(candidate, ground))
            if checks[-1].verdict != "pass":
                return self._rejected(attempt, checks)
        ways_round = seek_ways_round(candidate, ground)
        checks.append(check_needed(candidate, ground, ways_round))
        if checks[-1].verdict != "pass":
            return self._rejected(attempt, checks)
        example = self._example(attempt, checks)
        tellers = {span.source for spans in example.answers[0].evidence for span in spans} | ways_round.tellers
        distractors = self._distract(candidate.question, candidate.sources, frozenset(tellers))
        return Outcome(
            attempt.task.key, attempt.number, Status.ACCEPTED, example=replace(example, distractors=distractors)
        )

    def _rejected(self, attempt: _Attempt, checks: list[Check]) -> Outcome:
        failed = checks[-1]
        example = self._example(attempt, checks)
        return Outcome(attempt.task.key, attempt.number, Status.REJECTED, failed.name, failed.reason, example)

    def _example(self, attempt: _Attempt, checks: list[Check]) -> Example:
        task, number, draft, candidate = attempt.task, attempt.number, attempt.draft, attempt.candidate
        evidence = evidence_of(draft.program, self._world)
        spans = evidence.sets[0]
        identity = hashlib.sha256(f"{MAKER}\0{task.key}\0{number}\0{draft.question}".encode()).hexdigest()[:16]
        pixels = any(span.read == "pixels" for span in spans)
        return Example(
            id=identity,
            question=draft.question,
            answers=(Answer(draft.answer, draft.aliases, evidence.sets),),
            style=task.style,
            modalities=Modalities.of(self._world.ground.modality(source) for source in candidate.sources),
            sources=candidate.sources,
            distractors=(),
            entity=draft.entity,
            family=attempt.family,
            checks=tuple(checks),
            origin=Origin(MAKER, task.key, number, self._seed),
            hops=draft.hops,
            derivation=self._derivation(draft.program, evidence),
            read=_how_read(spans, pixels and caption_tells(candidate, self._world.ground)),
        )

    def _derivation(self, program: Expression, evidence: EvidenceSets) -> Json:
        facts = [_stated(self._world.fact(name)) for name in dict.fromkeys(facts_of(program))]
        again = [{**_stated(other), "restates": fact.id} for fact, other in evidence.restatements]
        return {"program": to_json(program), "facts": facts, **({"restatements": again} if again else {})}


def _stated(fact: Fact) -> Json:
    return {"id": fact.id, "subject": fact.subject, "relation": fact.relation, "value": fact.value, "unit": fact.unit}


def _how_read(spans: Sequence[Span], stands_in_caption: bool) -> str:
    """How the image was read, "" without one: `pixels`, or `caption` when its own words would do."""
    reads = {span.read for span in spans} - {"text", "cell"}
    if stands_in_caption or reads & {"caption", "alt"}:
        return "caption"
    return next(iter(sorted(reads)), "")
