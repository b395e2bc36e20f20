"""Let models reword and judge composed questions, where the plan names them.

The answer stays what the program gave. A rewording counts only if all names, numbers and quoted words of the question
are still there, the answer is not, and the verifier (the paraphraser, where the plan names none) still comes to the
same answer from the same sources; else the question stays as it was composed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from benchwright.checks.judged import JudgeResult, QuestionDraft, judge
from benchwright.checks.judged.settings import DEFAULTS, VERSION, Action
from benchwright.checks.readable import fault_of
from benchwright.corpus.store import Corpus
from benchwright.makers.composed.maker import Derive
from benchwright.plan import Plan
from benchwright.prompts.asking import Actors, Asker
from benchwright.prompts.prompt import prompt
from benchwright.records import Example, Outcome, Status
from benchwright.retrieval.word_index import holds
from benchwright.run import CommitRule, Supply

_PROVEN = ("modalities", "readable", "leak", "quotes", "arithmetic", "hops")
"""What `derive` has proven by its program and its own checks: a model is not asked about it."""

_PROMPTS = ("paraphrase", "verify", "answer", "same_answer", "pman", "repair")
_KEPT = re.compile(r'"[^"]+"|“[^”]+”|\d[\d.,]*|\b[A-Z][\w’\'-]*')


@dataclass(frozen=True, slots=True)
class Refinement:
    """What a plan asks models to do with derived questions."""

    actors: Actors
    reworded: bool
    judged: bool
    settings: Mapping[str, Action]

    @classmethod
    def of(cls, plan: Plan, actors: Actors) -> Refinement:
        judged = "/" in plan.verifier
        settings: dict[str, Action] = {**DEFAULTS, **plan.checks, **dict.fromkeys(_PROVEN, "off")}
        if not judged:
            settings = {name: "reject" if name == "correct" else "off" for name in DEFAULTS}
        return cls(actors, plan.paraphraser is not None, judged, settings)


class Refined:
    """`derive` with models behind it. Attempts are coroutines."""

    waits = True

    def __init__(self, derive: Derive, plan: Plan, corpus: Corpus, refinement: Refinement) -> None:
        self.name = derive.name
        self._derive = derive
        self._plan = plan
        self._corpus = corpus
        self._refinement = refinement

    @property
    def fingerprint(self) -> str:
        """Changes with the families and with the prompts."""
        listed = [self._derive.fingerprint, VERSION, *(prompt(name).sha256 for name in _PROMPTS)]
        return hashlib.sha256("\n".join(listed).encode()).hexdigest()[:16]

    def supply(self, cell_key: str) -> Supply:
        return self._derive.supply(cell_key)

    def rules(self) -> Sequence[CommitRule]:
        return self._derive.rules()

    async def attempt(self, cell_key: str, number: int) -> Outcome:
        """Compose, reword, judge. Raises what models raise."""
        outcome = self._derive.attempt(cell_key, number)
        if outcome.status is not Status.ACCEPTED or outcome.example is None:
            return outcome
        asker = Asker(self._refinement.actors, f"{cell_key} {number}", str(self._plan.seed))
        return await self._refine(outcome, outcome.example, asker)

    async def _refine(self, outcome: Outcome, example: Example, asker: Asker) -> Outcome:
        reworded = await self._reword(example, asker) if self._refinement.reworded else None
        if reworded is not None:
            judged = await self._judge(reworded, asker)
            if judged.failed is None:
                composed = {**(example.derivation or {}), "composed": example.question}
                return self._accepted(
                    outcome, replace(example, question=reworded.question, derivation=composed), judged, asker
                )
        if not self._refinement.judged:
            return self._accepted(outcome, example, JudgeResult(()), asker)
        judged = await self._judge(example, asker)
        if judged.failed is None:
            return self._accepted(outcome, example, judged, asker)
        fallen = self._with(example, judged, asker)
        reason = "unscored" if judged.failed.verdict == "unscored" else judged.failed.name
        detail = f"by {judged.failed.by}: {judged.failed.reason}"
        return Outcome(outcome.cell, outcome.number, Status.REJECTED, reason, detail, fallen, asker.calls)

    async def _reword(self, example: Example, asker: Asker) -> Example | None:
        """The example with other words, None if there are none that will do."""
        asker.next_round()
        reply = await asker.ask(
            "writer", prompt("paraphrase"), {"question": example.question, "answer": example.answer}
        )
        if reply.status != "ok" or not isinstance(reply.data, dict):
            return None
        question = " ".join(str(reply.data["question"]).split())
        if question == example.question or strays(example.question, question, example.answer):
            return None
        composed = {**(example.derivation or {}), "composed": example.question}
        return replace(example, question=question, derivation=composed)

    async def _judge(self, example: Example, asker: Asker) -> JudgeResult:
        answer = example.answers[0]
        draft = QuestionDraft(
            question=example.question,
            answer=answer.text,
            short_answer=min((answer.text, *answer.aliases), key=len),
            style=replace(self._plan.style(example.style), checks=()),  # sums and hops are the program's
            wants=example.modalities,
            sources=tuple(self._corpus.source(one) for one in example.sources),
            entity=example.entity,
        )
        return await judge(draft, asker, self._corpus.picture, self._refinement.settings)

    def _accepted(self, outcome: Outcome, example: Example, judged: JudgeResult, asker: Asker) -> Outcome:
        return replace(outcome, example=self._with(example, judged, asker), calls=asker.calls)

    def _with(self, example: Example, judged: JudgeResult, asker: Asker) -> Example:
        named = {"paraphraser" if role == "writer" else role: name for role, name in asker.models.items()}
        origin = replace(example.origin, models=named, prompts=asker.prompts)
        return replace(example, checks=(*example.checks, *judged.checks), origin=origin)


def strays(composed: str, reworded: str, answer: str) -> str:
    """What a rewording has lost or given away, "" if nothing: a name, a number or a quoted word of the question, or the
    answer that was not told before; or how it reads badly."""
    for match in _KEPT.finditer(composed):
        word = match[0].strip('"“”')
        if match.start() > 0 and not holds(reworded, word):
            return f"leaves out {word!r}"
    if holds(reworded, answer) and not holds(composed, answer):
        return "tells the answer"
    return fault_of(reworded, answer)
