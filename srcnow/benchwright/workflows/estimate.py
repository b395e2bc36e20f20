"""Estimate what a plan will cost before it is paid for: calls, tokens and dollars by cell, each with a range.

A pilot makes a few attempts of every cell, in the benchmark's own folder and through its ledger: the run that follows
makes none of them again and pays for none of them again. What the folder holds already, from a pilot or from a run that
was stopped, is counted as done, and says how the rest will go. Without any attempt, `workflows/guess.py` guesses.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.question_costs import read_call_costs
from benchwright.benchmark.store import Benchmark, read_manifest, read_outcomes
from benchwright.corpus.descriptions import described, read_descriptions
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.makers.lists.call_forecast import ListCallForecast, assumed_of_lists, model_roles
from benchwright.makers.lists.draft_checks import MAKER as LIST_MAKER
from benchwright.makers.written.answer_pairs import AnswerPairs
from benchwright.makers.written.call_forecast import ACCEPTED, ASSUMED, WrittenForecast
from benchwright.makers.written.links.cell_supplies import cell_supplies, supply_lines
from benchwright.makers.written.links.neighbourhood import CellSupply
from benchwright.models import Notify
from benchwright.models.batch import OpenRequests, open_requests
from benchwright.models.call_costs import CallCost, CallSum
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.plan import Cell, Plan, read_plan
from benchwright.plan.model import ONE_PROMPT, SMMQG
from benchwright.records import Json, Outcome, Status, fields_json
from benchwright.run import Ending, RunProgress
from benchwright.run.call_forecast import CallForecast
from benchwright.run.forecast import (
    NO_USE,
    ZERO,
    AttemptSample,
    Forecast,
    ForecastRange,
    RemainingQuota,
    ResourceUse,
    from_samples,
    of_rate,
    total,
)
from benchwright.run.model_session import SpendingCaps
from benchwright.run.report import GenerateReport, RunSpending
from benchwright.workflows.attempt_samples import attempt_sample, samples_of_benchmark
from benchwright.workflows.facts import ensure_facts
from benchwright.workflows.generate import generate

PILOT = 3
FRUITLESS = 6
"""So many attempts without a question are told: at a rate of 40 %, chance leaves 1 in 20 pilots of six empty."""
MODEL_MAKERS = (SMMQG, ONE_PROMPT)
DERIVED = "models reword or judge derived questions, which is not forecast"

Pilot = Callable[..., GenerateReport]
"""`generate`, or what stands for it."""


@dataclass(frozen=True, slots=True)
class CellEstimate:
    """One cell: its quota, questions and attempts that are there already, and what the rest will take. `accepted` are
    the questions that the benchmark holds, and those that the last run made and did not come to look at. `paid`
    says whether models write its questions, or judge or reword its lists; if not, nothing is forecast. `note` says what
    a person has to know."""

    key: str
    label: str
    quota: int
    accepted: int
    attempts: int
    paid: bool
    forecast: Forecast
    note: str = ""

    @property
    def missing(self) -> int:
        return max(0, self.quota - self.accepted)

    def to_json(self) -> Json:
        return {
            "key": self.key,
            "quota": self.quota,
            "accepted": self.accepted,
            "attempts_made": self.attempts,
            "missing": self.missing,
            "paid": self.paid,
            "acceptance": self.forecast.rate.to_json() if self.paid else None,
            "attempts": self.forecast.attempts.to_json(),
            **fields_json(self.forecast.take),
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class PlanEstimate:
    """The result of `estimate`.

    - `spent`: what the ledger of the folder holds already. `pilot`: the part of it that this call paid.
    - `ending`: how the pilot ended (None: there was none).
    - `assumed`: the assumptions of the estimate.
    - `bounds`: for each limit `enough`, `may not be enough`, `not enough` or `not known`."""

    name: str
    cells: tuple[CellEstimate, ...]
    attempts: ForecastRange
    take: ResourceUse
    spent: CallSum
    pilot: RunSpending = field(default_factory=RunSpending)
    ending: Ending | None = None
    assumed: tuple[str, ...] = ()
    bounds: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the pilot was completed."""
        return self.ending in (None, Ending.FINISHED, Ending.LIMITED)

    def to_json(self) -> Json:
        fields = {**fields_json(self), **fields_json(self.take), "whole": self.whole}
        del fields["take"]
        return {"plan": fields.pop("name"), **fields}


def estimate(
    plan: Path | str,
    *,
    to: Path | str | None = None,
    pilot: int = PILOT,
    caps: SpendingCaps | None = None,
    concurrency: int | None = None,
    progress: Callable[[RunProgress], None] | None = None,
    notify: Notify = lambda line: None,
    stop: threading.Event | None = None,
    like: Path | str | None = None,
    make: Pilot = generate,
) -> PlanEstimate:
    """Estimate the calls, tokens and dollars that a plan still needs.

    - `pilot`: attempts for each cell that are made first, in the benchmark folder `to`; `generate` reuses them.
    - `like`: another benchmark, whose attempts are used, by style, if the plan has none of its own.
    - `caps`: limits of the pilot, together with those of the plan.

    Raises UsageError as `generate` does, and for a pilot without a folder."""
    if pilot < 0:
        raise UsageError(f"pilot cannot be {pilot}", hint="0 makes no attempts, 3 is the default")
    read = read_plan(Path(plan))
    paid = _paid(read)
    if pilot and paid and to is None:
        raise UsageError(
            "a pilot needs the benchmark's folder, where its calls are kept",
            hint="add --to BENCH, or --pilot 0 for a rough guess that calls no model",
        )
    folder = None if to is None else Path(to)
    waiting = _waiting(read, folder)
    ran: GenerateReport | None = None
    if pilot and paid and not waiting.count:
        ran = make(
            plan, to, per_cell=pilot, caps=caps, concurrency=concurrency, progress=progress, notify=notify, stop=stop
        )
    outcomes = [] if folder is None else read_outcomes(folder)
    calls = {} if folder is None else read_call_costs(folder)
    given = _given(read)
    pairs = {} if given is None else given.counts(read)
    linked = _linked(read)
    sets = {key: len(supply.neighbourhoods) for key, supply in linked.items()}
    seen = _RunHistory(read, outcomes, calls, *_kept(folder), {**pairs, **sets})
    elsewhere = {} if like is None else samples_of_benchmark(Path(like))
    cells, assumed = _estimates(read, paid, seen, elsewhere)
    if like is not None and not any(seen.samples(cell) for cell in paid):
        assumed = (f"attempts go as in {like}: {sum(map(len, elsewhere.values())):,} attempts by style",)
    attempts, take = total(cell.forecast for cell in cells if cell.paid)
    take = take.without(waiting.count)
    own = SpendingCaps(read.budget.usd, read.budget.calls, read.budget.tokens)
    return PlanEstimate(
        name=read.name,
        cells=cells,
        attempts=attempts,
        take=take,
        spent=CallSum.of(calls.values()),
        pilot=RunSpending() if ran is None else ran.spent,
        ending=None if ran is None else ran.ending,
        assumed=assumed,
        bounds=bounds_of(own.tighter(caps or SpendingCaps()), take, whole=all(cell.note != DERIVED for cell in cells)),
        notes=(
            *_notes(read, seen, take, ran),
            *(() if ran is not None else supply_lines(read, linked)),
            *_waiting_notes(waiting, pilot),
            *(() if given is None or ran is not None else given.notices(read)),
        ),
    )


def _given(plan: Plan) -> AnswerPairs | None:
    """The answers that the plan gives. Raises PlanError for a file that cannot be used."""
    return None if plan.answers_path is None else AnswerPairs.read(plan.answers_path, _corpus_of(plan))


def _linked(plan: Plan) -> dict[str, CellSupply]:
    """The neighbourhoods that the cells of a model's writer can draw on, where sources are chosen by their links."""
    if plan.sampling.candidates != "linked" or all(cell.maker != SMMQG for cell in plan.cells()):
        return {}
    corpus = _corpus_of(plan)
    return cell_supplies(plan, corpus, ensure_facts(corpus)[0])


def _corpus_of(plan: Plan) -> Corpus:
    """The plan's corpus, with the descriptions of its images that the plan names."""
    corpus = Corpus.open(plan.corpus_path)
    return corpus if plan.descriptions is None else described(corpus, read_descriptions(corpus, plan.descriptions))


def _waiting(plan: Plan, folder: Path | None) -> OpenRequests:
    """The requests of the plan that wait in batches of the benchmark folder."""
    if folder is None or not folder.is_dir():
        return OpenRequests(0, "")
    if not (folder / LEDGER).is_file():
        return open_requests(folder, None, plan.model_names)
    with Ledger.view(folder / LEDGER) as ledger:
        return open_requests(folder, ledger, plan.model_names)


def _waiting_notes(waiting: OpenRequests, pilot: int) -> Iterator[str]:
    if waiting.count:
        without = ", and no pilot was made" if pilot else ""
        yield (
            f"{waiting.words} in batches: the total counts this as paid{without}; "
            f"take in the replies with generate {waiting.option}"
        )


def bounds_of(caps: SpendingCaps, take: ResourceUse, *, whole: bool = True) -> dict[str, str]:
    """How the caps compare with what is to come; "not known" where they suffice for what is forecast, and that is not
    the `whole`."""
    tokens = take.input + take.output
    compared = (("usd", caps.usd, take.usd), ("calls", caps.calls, take.calls), ("tokens", caps.tokens, tokens))
    found = {}
    for name, cap, amount in compared:
        if cap is not None and amount is not None:
            verdict = "enough" if amount.high <= cap else "may not be enough" if amount.mid <= cap else "not enough"
            found[name] = verdict if whole or verdict == "not enough" else "not known"
    return found


@dataclass(frozen=True, slots=True)
class _RunHistory:
    """What the folder holds: outcomes and calls, what the last run told of each cell, and the ids of the questions.
    `tries` counts the attempts that a cell has: given answers, or sets of linked sources."""

    plan: Plan
    outcomes: Sequence[Outcome]
    calls: Mapping[str, CallCost]
    reports: Mapping[str, CellReport]
    ids: frozenset[str]
    tries: Mapping[str, int] = field(default_factory=dict)

    def of(self, cell: Cell) -> list[Outcome]:
        return [one for one in self.outcomes if one.cell == cell.key]

    def counts(self, outcome: Outcome) -> bool:
        """Whether the attempt gave a question: one that the benchmark holds, or one that no run came to look at yet.
        Of those that were looked at, shares and near-duplicates take some."""
        if outcome.status is not Status.ACCEPTED:
            return False
        report = self.reports.get(outcome.cell)
        looked_at = report is not None and outcome.number < report.attempts
        return not looked_at or (outcome.example is not None and outcome.example.id in self.ids)

    def accepted(self, cell: Cell) -> int:
        """How many questions of its quota the cell has. What was made beyond the quota is a spare."""
        return min(cell.count, sum(self.counts(one) for one in self.of(cell)))

    def supply(self, cell: Cell) -> int | None:
        """How many attempts the cell has, where its answers are given, its sources are linked, or a run told."""
        report = self.reports.get(cell.key)
        return self.tries.get(cell.key) if report is None else report.available

    def need(self, cell: Cell) -> RemainingQuota:
        """What the cell lacks."""
        supply = self.supply(cell)
        tries = min(self.plan.max_attempts_per_question * cell.count, 10**9 if supply is None else supply)
        return RemainingQuota(cell.count - self.accepted(cell), max(0, tries - len(self.of(cell))), cell.style)

    def samples(self, cell: Cell) -> list[AttemptSample]:
        """The cell's attempts whose every call is in the ledger. A call that attempts share counts for each of them. A
        list may fall before anybody is asked, and is an attempt all the same."""
        made = [one for one in self.of(cell) if one.calls or cell.maker == LIST_MAKER]
        found = (attempt_sample(one, self.calls, accepted=self.counts(one)) for one in made)
        return [sample for sample in found if sample is not None]


def _kept(folder: Path | None) -> tuple[dict[str, CellReport], frozenset[str]]:
    """What the last run in the folder told of its cells, and the ids of the questions that it holds."""
    if folder is None or read_manifest(folder) is None:
        return {}, frozenset()
    bench = Benchmark.open(folder)
    return {cell.key: cell for cell in bench.cells}, frozenset(example.id for example in bench.examples)


def _paid(plan: Plan) -> list[Cell]:
    """The cells whose calls are forecast."""
    return [cell for cell in plan.cells() if cell.maker in MODEL_MAKERS or model_roles(plan, cell)]


def _estimates(
    plan: Plan, paid: Sequence[Cell], seen: _RunHistory, elsewhere: Mapping[str, Sequence[AttemptSample]]
) -> tuple[tuple[CellEstimate, ...], tuple[str, ...]]:
    """A row for every cell of the plan, and what was assumed for those that are `paid`. `elsewhere` are attempts of
    another benchmark by style, for a plan without any of its own."""
    needs = {cell.key: seen.need(cell) for cell in paid}
    samples = {cell.key: seen.samples(cell) for cell in paid}
    assumed: tuple[str, ...] = ()
    if any(samples.values()) or not any(need.missing for need in needs.values()):
        forecasts = from_samples(needs, samples)
    elif elsewhere:
        forecasts = from_samples(needs, {}, elsewhere)
    else:
        forecasts, assumed = _guessed(plan, paid, needs)
    rows = []
    for cell in plan.cells():
        forecast = forecasts.get(cell.key, Forecast(ZERO, ZERO, NO_USE))
        note = _note(cell, forecast, seen, paid=cell.key in needs)
        have, made, paid_for = seen.accepted(cell), len(seen.of(cell)), cell.key in needs
        rows.append(CellEstimate(cell.key, cell.label, cell.count, have, made, paid_for, forecast, note))
    return tuple(rows), assumed


def _guessed(
    plan: Plan, cells: Sequence[Cell], needs: Mapping[str, RemainingQuota]
) -> tuple[dict[str, Forecast], tuple[str, ...]]:
    """Forecasts without an attempt, and what they take for granted. All hang on the same assumptions, and are off
    together."""
    corpus = _corpus_of(plan)
    calls = CallForecast(plan, corpus)
    written_calls = WrittenForecast(plan, corpus, calls)
    together = {key: replace(need, kind="") for key, need in needs.items()}
    written = [cell for cell in cells if cell.maker in MODEL_MAKERS]
    lists = [cell for cell in cells if cell.maker not in MODEL_MAKERS]
    found: dict[str, Forecast] = {}
    assumed: tuple[str, ...] = ()
    if written:
        cast = plan.cast
        assert cast is not None, "a plan with cells for models names a writer"
        found |= {cell.key: of_rate(together[cell.key], ACCEPTED, written_calls.take(cell, cast)) for cell in written}
        assumed = ASSUMED
    if lists:
        of_lists = ListCallForecast(plan, calls)
        asked = {cell.key: model_roles(plan, cell) for cell in lists}
        found |= {cell.key: of_lists.forecast(cell, together[cell.key], asked[cell.key]) for cell in lists}
        assumed += assumed_of_lists(list(asked.values()))
    return found, tuple(dict.fromkeys(assumed))


def _note(cell: Cell, forecast: Forecast, seen: _RunHistory, *, paid: bool) -> str:
    plan = seen.plan
    if not paid:
        return DERIVED if plan.model_names and plan.cast is None and not cell.kind else "no model is asked"
    if seen.supply(cell) == 0:
        return "nothing can fill it"
    short = {"will": "will run out of attempts", "may": "may run out of attempts"}.get(forecast.short, "")
    few = "" if seen.samples(cell) or not seen.outcomes else "no attempt of its own: goes by the others"
    return "; ".join(part for part in (short, few) if part)


def _notes(plan: Plan, seen: _RunHistory, take: ResourceUse, ran: GenerateReport | None) -> list[str]:
    """What the numbers leave out."""
    notes = []
    uncounted = sum(not call.usage.known for call in seen.calls.values())
    if uncounted:
        notes.append(f"{uncounted:,} calls told no tokens: theirs are counted from their words, without pictures")
    made = [one for one in seen.outcomes if one.calls]
    if len(made) >= FRUITLESS and not any(seen.counts(one) for one in made):
        reasons = Counter(f"{one.status}:{one.reason}" for one in made).most_common(1)
        first = f"none of {len(made):,} attempts gave a question, mostly {reasons[0][0]}"
        notes.append(f"{first}: mend that before you pay for more")
    if take.usd is None:
        models = sorted({call.model for call in seen.calls.values() if call.usd is None})
        named = ", ".join(models or plan.model_names)
        notes.append(f"dollars are not known: set usd_per_million for {named} under the plan's models")
    if ran is not None and ran.held_by:
        notes.append(f"the pilot is not whole: {ran.held_by[0]}")
    return notes
