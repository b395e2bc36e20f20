"""Forecasts the calls of written questions before any attempt was made: one entry for each step and check.

Prompts are rendered over sources of the corpus, and `ASSUMED` says in words what only a model could tell. The ranges
are wide; a pilot of a few attempts says more (workflows/estimate.py).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib import resources
from itertools import chain

from ruamel.yaml import YAML

from benchwright.checks.judged import calls_of
from benchwright.checks.judged.verified import POINTS
from benchwright.corpus.store import Corpus
from benchwright.makers.written.links.neighbourhood import room
from benchwright.models import Request
from benchwright.plan import Cell, Plan
from benchwright.plan.model import ONE_PROMPT, Cast
from benchwright.prompts.fence import show_candidates
from benchwright.prompts.prompt import Prompt, prompt
from benchwright.records import Modalities
from benchwright.run.call_forecast import ASSUMED_OF_CALLS, CallForecast
from benchwright.run.forecast import NO_USE, ForecastRange, ResourceUse


def _measured_rate() -> ForecastRange:
    """The share of attempts that was accepted in the runs of `measured_runs.yaml`: of all, lowest and highest."""
    text = (resources.files("benchwright.makers.written") / "measured_runs.yaml").read_text("utf-8")
    runs = YAML(typ="safe", pure=True).load(text)["runs"]
    rates = [run["accepted"] / run["attempts"] for run in runs]
    whole = sum(run["accepted"] for run in runs) / sum(run["attempts"] for run in runs)
    return ForecastRange(min(rates), whole, max(rates))


ACCEPTED = _measured_rate()
"""The share of attempts that are accepted."""
MADE = ForecastRange(0.5, 0.85, 1.4)
"""Of the calls that steps and checks make at least, how many an attempt makes: many end early, some are asked again."""
ASSUMED = (
    f"{ACCEPTED.mid:.0%} of attempts are accepted ({ACCEPTED.low:.0%} to {ACCEPTED.high:.0%})",
    f"an attempt makes {MADE.mid:.0%} of its calls ({MADE.low:.0%} to {MADE.high:.0%}): some end early, some ask again",
    *ASSUMED_OF_CALLS,
)
"""What is taken for granted, for people."""

_DRAWS = 3  # times that each prompt is rendered


@dataclass(frozen=True, slots=True)
class CallStep:
    """`count` calls with one prompt, each showing this many sources of each kind."""

    prompt: str
    count: float
    shown: tuple[int, int, int]


def steps_of(plan: Plan, cell: Cell) -> list[CallStep]:
    """The calls of an attempt that goes through all of its steps and checks. Of the answers that are compared with the
    question's own, half are taken to need a model for it."""
    style, kinds = plan.style(cell.style), cell.modalities
    needed = _counts(kinds)
    linked = plan.sampling.candidates == "linked"
    offered = _counts(room(kinds, plan.sampling.offered)) if linked else _times(needed, plan.candidates_per_source)
    if cell.maker == ONE_PROMPT:
        named = [] if plan.answers is not None else [CallStep("entity", 1, _one(needed))]
        steps = [*named, CallStep("one_prompt", 1, needed)]
    elif "hops" in style.checks:
        if linked:
            steps = [CallStep("hop_first", 1, offered), CallStep("hop_join", 1, _one(needed))]
        else:
            half = _times(offered, 0.5)
            steps = [CallStep("hop_about", 1, half), CallStep("hop_to", 1, half), CallStep("combine", 1, needed)]
    else:
        steps = [CallStep("write", 1, offered)]
    if not linked and cell.maker != ONE_PROMPT:
        steps = [CallStep("entity", 1, _one(needed)), *steps]
    counts = calls_of(style, kinds, plan.checks)
    fewer = _less(needed)
    steps.append(CallStep("verify", sum(counts.get(name, 0) for name in POINTS), needed))
    steps.append(CallStep("answer", counts.get("needed", 0) + counts.get("hops", 0), fewer))
    steps.append(CallStep("answer", counts.get("closed_book", 0), (0, 0, 0)))
    steps.append(CallStep("pman", counts.get("pman", 0), needed))
    compared = sum(counts.get(name, 0) for name in ("needed", "hops", "closed_book")) / 2
    steps.append(CallStep("same_answer", compared, (0, 0, 0)))
    return [step for step in steps if step.count]


def _counts(kinds: Modalities) -> tuple[int, int, int]:
    return kinds.text, kinds.table, kinds.image


def _times(counts: tuple[int, int, int], factor: float) -> tuple[int, int, int]:
    text, table, image = (math.ceil(count * factor) for count in counts)
    return text, table, image


def _one(needed: tuple[int, int, int]) -> tuple[int, int, int]:
    """One source, of a kind that the question needs; an image rather than anything else, for it takes the most."""
    _, table, image = needed
    return (0, 0, 1) if image else (0, 1, 0) if table else (1, 0, 0)


def _less(needed: tuple[int, int, int]) -> tuple[int, int, int]:
    """The sources with one of them left out: of the kind that there are most of."""
    counts = list(needed)
    largest = counts.index(max(counts))
    counts[largest] = max(0, counts[largest] - 1)
    return counts[0], counts[1], counts[2]


@dataclass(frozen=True, slots=True)
class WrittenForecast:
    """Forecasts over one plan and one corpus."""

    plan: Plan
    corpus: Corpus
    calls: CallForecast

    def take(self, cell: Cell, cast: Cast) -> ResourceUse:
        """What one attempt of the cell takes, by the assumptions of this module. Dollars are None if the price of any
        model that it asks is not known."""
        total = NO_USE
        for step in steps_of(self.plan, cell):
            total += self._of_step(step, cell, cast)
        return total.times(MADE)

    def _of_step(self, step: CallStep, cell: Cell, cast: Cast) -> ResourceUse:
        task = prompt(step.prompt)
        model = _model_of(step, cast)
        once = self.calls.use_of(task, [self._request(task, model, cell, step.shown, draw) for draw in range(_DRAWS)])
        return once.times(ForecastRange(step.count, step.count, step.count))

    def _request(self, task: Prompt, model: str, cell: Cell, shown: tuple[int, int, int], draw: int) -> Request:
        """The prompt over some sources; what it is given beside them is of ordinary length."""
        sources = show_candidates(list(chain.from_iterable(self.calls.draw(shown, draw))), self.corpus.picture, "")
        style = self.plan.style(cell.style)
        examples = {
            "text": "words as a question or an answer has them, a line or two of ordinary length",
            "number": 1,
            "modalities": cell.modalities,
            "style": style,
            "labels": tuple(one.label for one in sources) or ("S1",),
            "note": "words of ordinary length",
        }
        values = {name: examples[kind] for name, kind in task.needs.items()}
        return Request(model, task.messages(values, sources), task.name, task.schema)


def _model_of(step: CallStep, cast: Cast) -> str:
    """The model that answers the step's calls."""
    if step.prompt in ("verify", "answer", "same_answer", "pman"):
        return cast.verifier
    return cast.vision_writer if step.shown[2] else cast.writer
