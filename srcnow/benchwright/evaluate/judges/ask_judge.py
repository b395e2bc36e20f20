"""Ask one judge about one case: all calls that its measures need, each once, in as few rounds as can be."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchwright.errors import BenchwrightError, ContextError, RequestError
from benchwright.evaluate.judges.judge_case import JudgeCase
from benchwright.evaluate.judges.judged_measure import JudgeCall, JudgedMeasure, JudgedScore
from benchwright.files.atomic import sha256_bytes
from benchwright.models import Reply, Request
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.fence import HALVINGS, LIMIT, PictureOf, show
from benchwright.prompts.prompt import prompt
from benchwright.records import Json, JsonRecord

_REASONS: Mapping[str, str] = {
    "unparsed": "the judge's reply could not be read",
    "refused": "the judge refused",
    "truncated": "the judge's reply was cut off",
}


@dataclass(frozen=True, slots=True)
class Judgement(JsonRecord):
    """What one judge decided on one answer by one measure, and all that shows why. `calls` are the ledger's keys of the
    calls, `replies` the hashes of the words that came back, `prompt` that of the measure's prompts."""

    question: str
    measure: str
    judge: str
    score: float | None
    reason: str
    prompt: str
    reasoning: tuple[str, ...] = ()
    details: Json = field(default_factory=dict)
    calls: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    served_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _CallResult:
    """How a call ended: with a reply, or refused by the service for a reason."""

    keys: tuple[str, ...] = ()
    reply: Reply | None = None
    refusal: str = ""

    @property
    def data(self) -> Any:
        """What the reply says, its words where the prompt asks for no form; None if it could not be read."""
        if self.reply is None or self.reply.status != "ok":
            return None
        return self.reply.text if self.reply.data is None else self.reply.data

    def failure(self) -> JudgedScore:
        if self.reply is None:
            return JudgedScore(None, self.refusal)
        details = {"problem": self.reply.problem} if self.reply.problem else {}
        return JudgedScore(None, _REASONS[self.reply.status], details)


class CaseJudge:
    """Judges one case by one model. `secret` is what the delimiters around data are made from; `sample` tells repeats
    apart. For one event loop."""

    def __init__(self, case: JudgeCase, judge: Actor, picture_of: PictureOf, secret: str, *, sample: int = 0) -> None:
        self._case, self._judge, self._picture_of, self._secret = case, judge, picture_of, secret
        self._sample = sample
        self._results: dict[JudgeCall, _CallResult] = {}

    async def judgements(self, measures: Iterable[JudgedMeasure]) -> tuple[Judgement, ...]:
        """A judgement by each measure. Raises what models raise, other than what a service refuses: that is a reason.

        All calls of a round end before an error is raised, so that they are all sent, or all wait in the same batch
        file."""
        wanted = tuple(measures)
        while True:
            steps = [self._step(measure) for measure in wanted]
            calls = list(dict.fromkeys(step for step in steps if isinstance(step, JudgeCall)))
            if not calls:
                break
            ended = await asyncio.gather(*map(self._ask, calls), return_exceptions=True)
            _raise_first([one for one in ended if isinstance(one, BaseException)])
        return tuple(self._judgement(measure) for measure in wanted)

    def likely_next(self, measures: Iterable[JudgedMeasure]) -> Iterator[Request]:
        """What will be asked after the replies that are missing, as far as that can be said without them."""
        for measure in measures:
            step = self._step(measure)
            if measure.second is not None and isinstance(step, JudgeCall) and step.prompt == measure.prompts[0]:
                call = measure.second(self._case)
                shown = show(call.sources, self._picture_of, LIMIT, call.about)
                yield self._asker().request("verifier", prompt(call.prompt), dict(call.values), shown)

    def _asker(self) -> Asker:
        return Asker(Actors(self._judge, self._judge, self._judge), "", self._secret)

    def _step(self, measure: JudgedMeasure) -> JudgeCall | JudgedScore:
        """What the measure asks next, or its score. A call without a usable reply ends it."""
        read = {call: result.data for call, result in self._results.items() if result.data is not None}
        step = measure.step(self._case, read)
        failed = self._results.get(step) if isinstance(step, JudgeCall) else None
        return step if failed is None else failed.failure()

    def _judgement(self, measure: JudgedMeasure) -> Judgement:
        score = self._step(measure)
        assert isinstance(score, JudgedScore)
        used = self._used_by(measure)
        replies = [result.reply for result in used if result.reply is not None]
        data = [result.data for result in used if result.data is not None]
        of_sources = used and {"sources", "contexts"}.intersection(measure.needs)
        left_out = {"sources left out": self._case.left_out} if self._case.left_out and of_sources else {}
        return Judgement(
            question=self._case.question,
            measure=measure.name,
            judge=self._judge.name,
            score=score.score,
            reason=score.reason,
            prompt=measure.sha256,
            reasoning=tuple(one if isinstance(one, str) else one["reasoning"] for one in data),
            details={**score.details, **left_out},
            calls=tuple(key for result in used for key in result.keys),
            replies=tuple(sha256_bytes(one.text.encode("utf-8", "surrogatepass")) for one in replies),
            served_by=tuple(dict.fromkeys(one.served_by for one in replies if one.served_by)),
        )

    def _used_by(self, measure: JudgedMeasure) -> list[_CallResult]:
        """The calls that a measure used, in the order in which it asked for them."""
        read: dict[JudgeCall, Any] = {}
        used = []
        while isinstance(step := measure.step(self._case, read), JudgeCall):
            result = self._results[step]
            used.append(result)
            if result.data is None:
                break
            read[step] = result.data
        return used

    async def _ask(self, call: JudgeCall) -> None:
        """Where the sources are longer than the model's context, less of each is shown."""
        asker = self._asker()
        for halvings in range(HALVINGS + 1):
            sources = show(call.sources, self._picture_of, LIMIT >> halvings, call.about)
            try:
                reply = await asker.ask(
                    "verifier",
                    prompt(call.prompt),
                    dict(call.values),
                    sources,
                    sample=self._sample,
                    temperature=call.temperature,
                    fault=call.fault,
                )
            except ContextError:
                if halvings == HALVINGS or not sources:
                    self._results[call] = _CallResult(refusal="longer than the judge's context")
                    return
            except RequestError as error:
                self._results[call] = _CallResult(refusal=f"the service refused the call: {error}"[:120])
                return
            else:
                self._results[call] = _CallResult(asker.calls, reply)
                return


def _raise_first(errors: Sequence[BaseException]) -> None:
    """Raise one that cannot pass by itself, else the first; nothing if there is none."""
    if errors:
        raise min(errors, key=lambda error: isinstance(error, BenchwrightError) and error.retryable)
