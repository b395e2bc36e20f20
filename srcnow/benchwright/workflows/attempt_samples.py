"""Read from a benchmark that models wrote what its attempts took, so that another plan can be estimated by it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from benchwright.benchmark.question_costs import read_call_costs
from benchwright.benchmark.store import Benchmark, read_outcomes
from benchwright.errors import UsageError
from benchwright.models.call_costs import CallCost, CallSum
from benchwright.records import Outcome
from benchwright.run.forecast import AttemptSample


def attempt_sample(outcome: Outcome, calls: Mapping[str, CallCost], *, accepted: bool) -> AttemptSample | None:
    """What an attempt took; None unless every call of it is in the ledger. A call that attempts share counts for each
    of them."""
    made = [calls[key] for key in outcome.calls if key in calls]
    if len(made) < len(outcome.calls):
        return None
    spent = CallSum.of(made)
    into = spent.input + sum(call.counted for call in made)  # of a call that told no tokens, most are the prompt's
    return AttemptSample(accepted, spent.calls, into, spent.output, spent.known_usd)


def samples_of_benchmark(folder: Path) -> dict[str, list[AttemptSample]]:
    """The attempts of another benchmark by style: accepted is what it holds. BenchmarkError if it is none, UsageError
    if no model was asked for it, or its ledger is gone."""
    bench = Benchmark.open(folder)
    kept = {(one.origin.cell, one.origin.attempt) for one in bench.examples}
    calls = read_call_costs(folder)
    found: dict[str, list[AttemptSample]] = {}
    for outcome in read_outcomes(folder):
        sample = attempt_sample(outcome, calls, accepted=(outcome.cell, outcome.number) in kept)
        if outcome.calls and sample is not None:
            found.setdefault(json.loads(outcome.cell)["style"], []).append(sample)
    if not found:
        raise UsageError(f"{folder} tells no costs: it holds no attempt with its calls", hint="name another benchmark")
    return found
