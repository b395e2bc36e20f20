"""Forecast the calls of list questions before any attempt was made: judge, paraphraser and comparison.

The number of answers of a question, and so the number of statements that the judge reads, is known only when the
question is made: the forecast is a range between the plan's bounds on answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from benchwright.corpus.store import Corpus
from benchwright.makers.lists.draft_checks import MAKER
from benchwright.makers.lists.evidence.judge import AT_ONCE
from benchwright.makers.lists.knowledge.choose_book import FACTS
from benchwright.makers.lists.open_maker import graph_of, judge_of
from benchwright.makers.lists.plan_settings import QUERIES, asked_names, conditions_of
from benchwright.makers.lists.proof.judge_rounds import MOST_STATEMENTS
from benchwright.models import Request
from benchwright.plan import Cell, Plan
from benchwright.prompts.fence import ShownSource
from benchwright.prompts.prompt import Prompt, prompt
from benchwright.records import Modality
from benchwright.run.call_forecast import ASSUMED_OF_CALLS, CallForecast
from benchwright.run.forecast import NO_USE, Forecast, ForecastRange, RemainingQuota, ResourceUse, of_rate

ACCEPTED = ForecastRange(0.3, 0.6, 0.9)
"""The share of attempts that are accepted. On the sample graph nine in ten are where only the search decides; of what a
search lets through a judge turns down about a fifth."""
ANSWERS = ForecastRange(1.0, 2.0, 8.0)
"""How many answers a question has in its graph, in fewest answers that it may have: few lists are long. On the sample
graph the mean is twice the fewest, and one question in twenty has eight times as many."""
COMPARED = ForecastRange(0.5, 0.9, 1.0)
"""The share of rewordings that are compared with the question; the others lose a name or give away an answer."""
ASSUMED_OF_LISTS = (
    f"{ACCEPTED.mid:.0%} of the attempts at lists are accepted ({ACCEPTED.low:.0%} to {ACCEPTED.high:.0%})",
    f"the judge reads one or two statements an answer, {AT_ONCE} a call; a list has {ANSWERS.mid:.0f} times the fewest "
    f"answers that it may have (1 to {ANSWERS.high:.0f} times), which is known only when it is made; none takes more "
    f"than {MOST_STATEMENTS} statements",
    "a question that passed is reworded in one call, and compared in another",
)
"""What is taken for granted, for people; see `assumed_of_lists`."""

_SHOWN = 300
"""Characters of what the judge is shown of a statement's passage."""
_WORDS = "words as a question has them, a line of ordinary length with a name or two?"
_STATEMENT = "Words that state something of one thing and another."


@dataclass(frozen=True, slots=True)
class ListModelRoles:
    """Who is asked about a cell's questions: a judge about their evidence, a paraphraser for other words."""

    judge: bool
    paraphraser: bool

    def __bool__(self) -> bool:
        return self.judge or self.paraphraser


def model_roles(plan: Plan, cell: Cell) -> ListModelRoles:
    """Which models a cell of lists asks; none for cells of other makers. The judge reads only what a loaded graph says,
    and the cross-encoder that stands in its place (`nli`) makes no call. Raises PlanError for a graph that there is
    not, and for a judge that is not named."""
    if cell.maker != MAKER:
        return ListModelRoles(judge=False, paraphraser=False)
    judges = plan.lists.checker == "judge" and cell.kind in QUERIES
    if judges and graph_of(plan, Corpus.open(plan.corpus_path)) == FACTS:
        judges = False
    if judges:
        judge_of(plan)  # raises PlanError if the plan names no model
    return ListModelRoles(judge=judges, paraphraser=plan.paraphraser is not None)


def assumed_of_lists(roles: Sequence[ListModelRoles]) -> tuple[str, ...]:
    """What guesses over lists take for granted; `asked` is who is asked about each cell of them."""
    accepted, judged, reworded = ASSUMED_OF_LISTS
    own = [judged] if any(asks.judge for asks in roles) else []
    own += [reworded] if any(asks.paraphraser for asks in roles) else []
    return (accepted, *own, *ASSUMED_OF_CALLS)


def calls_of(plan: Plan, cell: Cell) -> ForecastRange:
    """How often the judge is asked about one question."""
    bounds = conditions_of(plan.lists)
    parts = 1 if cell.kind == "simple" else 2
    answers = (min(bounds.min_answers * many, bounds.most_answers) for many in (ANSWERS.low, ANSWERS.mid, ANSWERS.high))
    low, mid, high = (ceil(min(count * parts, MOST_STATEMENTS) / AT_ONCE) for count in answers)
    return ForecastRange(low, mid, high)


class ListCallForecast:
    """Forecasts over the lists of one plan and one corpus."""

    def __init__(self, plan: Plan, calls: CallForecast) -> None:
        self._plan = plan
        self._calls = calls
        self._rewords, self._verifies = asked_names(plan)

    def forecast(self, cell: Cell, need: RemainingQuota, asks: ListModelRoles) -> Forecast:
        """What a cell will take of which nothing was tried."""
        take = self._judged(cell) if asks.judge else NO_USE
        cost = of_rate(need, ACCEPTED, take)
        if not asks.paraphraser:
            return cost
        passed = self._passed(need, cost)
        once = self._of("paraphrase_list", self._rewords) + self._of("same_list", self._verifies).times(COMPARED)
        return Forecast(cost.rate, cost.attempts, cost.take.apart(once.times(passed)), cost.short, cost.kind)

    def _passed(self, need: RemainingQuota, cost: Forecast) -> ForecastRange:
        """How many questions get as far as the paraphraser. Runs work ahead of the commits, so that twice the missing
        number may; where a question that stays as it was is rejected, all attempts may."""
        few = float(min(need.missing, need.room))
        rejects = self._plan.checks.get("paraphrase") == "reject"
        most = cost.attempts.high if rejects else min(2.0 * need.missing, float(need.room))
        return ForecastRange(few, few, max(few, most))

    def _judged(self, cell: Cell) -> ResourceUse:
        return self._of("states", self._verifies).times(calls_of(self._plan, cell))

    def _of(self, name: str, model: str) -> ResourceUse:
        task = prompt(name)
        return self._calls.use_of(task, [self._request(task, model)])

    def _request(self, task: Prompt, model: str) -> Request:
        """The prompt over the beginnings of some passages; what it is given beside them is of ordinary length."""
        statements = "\n".join(f"S{number}: {_STATEMENT}" for number in range(1, AT_ONCE + 1))
        values = {name: statements if name == "statements" else _WORDS for name in task.needs}
        texts = self._calls.samples[Modality.TEXT]
        sources = [
            ShownSource(f"S{number}", Modality.TEXT, one.title, one.text[:_SHOWN])
            for number, one in enumerate((texts * AT_ONCE)[:AT_ONCE], 1)
        ]
        return Request(model, task.messages(values, sources if task.name == "states" else ()), task.name, task.schema)
