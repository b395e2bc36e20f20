"""Measure systems and decide whether they pass: by required means, and against stored scores (a baseline).

This is what a test of a test suite does with a benchmark. The rules are those of `evaluate.required_mean` and
`evaluate.comparison`, the same as `benchwright compare` has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from benchwright.errors import StoppedError, UsageError
from benchwright.evaluate.comparison import Comparison, compare
from benchwright.evaluate.required_mean import RequiredMean, required_mean
from benchwright.evaluate.score_folder import ROWS, Scores, is_scores, load_scores
from benchwright.files.atomic import LOCK, MANIFEST
from benchwright.files.locks import folder_lock
from benchwright.files.target_folder import refuse_strangers
from benchwright.workflows.evaluate import evaluate_retrieval, evaluate_systems
from benchwright.workflows.evaluation_files import Evaluation

_BASELINE = frozenset({ROWS, MANIFEST, LOCK})


@dataclass(frozen=True, eq=False)
class CheckOptions:
    """What is measured, and what is required.

    Give `retriever` or `system`: what `evaluate_retrieval` or `evaluate_systems` take. `at_least` is the required mean
    of the main measure, or a mapping of measures to means. `not_worse_than` is the folder of a baseline, perhaps with
    `::NAME`; without a name, the system there of the same name, or the only one. `margin` is how much worse than the
    baseline is still taken, on `measure` ("": the one that `compare` chooses).

    Only what is shown to be worse fails. With `strict` everything fails that is not shown to be good enough.
    `arguments` are passed on to the evaluation: `k`, `split`, `judging` ..."""

    bench: PathLike[str] | str
    retriever: object = None
    system: object = None
    at_least: float | Mapping[str, float] | None = None
    not_worse_than: PathLike[str] | str | None = None
    margin: float = 0.0
    measure: str = ""
    strict: bool = False
    arguments: Mapping[str, Any] | None = None


@dataclass(frozen=True, eq=False)
class CheckResult:
    """The evaluation, what was required of its means, how it compares with the baseline, and `renewed`: the baseline's
    folder if it was written."""

    evaluation: Evaluation
    means: tuple[RequiredMean, ...]
    comparisons: tuple[Comparison, ...]
    renewed: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was found, a sentence each."""
        failed = tuple(
            f"{name} failed on {count} question{'' if count == 1 else 's'}"
            for name, count in self.evaluation.failed.items()
        )
        renewed = (f"the baseline {self.renewed} was written",) if self.renewed else ()
        return (*failed, *(one.verdict for one in self.means), *(one.verdict for one in self.comparisons), *renewed)

    @property
    def failures(self) -> tuple[str, ...]:
        """The sentences that make it fail; what could not be tested does, too."""
        means = tuple(one.verdict for one in self.means if one.fails)
        return (*means, *(one.verdict for one in self.comparisons if one.worse or one.untested))


def check_benchmark(options: CheckOptions, to: Path, *, renew: bool = False) -> CheckResult:
    """Measure systems, write scores and report to `to`, and hold them against what is required. With `renew` the
    baseline is written instead of compared with; its other systems stay.

    UsageError where nothing is required or there is no baseline, and what the evaluation raises. StoppedError if it was
    stopped."""
    if (options.retriever is None) == (options.system is None):
        raise UsageError("one of retriever and system is to be given", hint="write retriever=my_search")
    evaluate = evaluate_systems if options.retriever is None else evaluate_retrieval
    arguments = dict(options.arguments or {})
    known = sorted(set(signature(evaluate).parameters) - {"bench", "retrievers", "systems", "to"})
    if unknown := sorted(set(arguments) - set(known)):
        raise UsageError(f"{unknown[0]!r} is no keyword", hint=f"the evaluation takes: {', '.join(known)}")
    if options.at_least is None and options.not_worse_than is None:
        raise UsageError("nothing is required", hint="write at_least=0.7 or not_worse_than='baseline'")
    folder, _, wanted = fspath(options.not_worse_than or "").partition("::")
    baseline = Path(folder) if folder else None
    if baseline is not None and not is_scores(baseline):
        if not renew:
            raise UsageError(f"there is no baseline in {folder}", hint="write one with: pytest --benchwright-update")
        refuse_strangers(baseline, _BASELINE)
    measured = options.system if options.retriever is None else options.retriever
    evaluation = evaluate(options.bench, measured, to=to, **arguments)
    if evaluation.stopped:
        raise StoppedError("stopped before all systems were measured")
    means = _required_means(evaluation, options)
    if baseline is None:
        return CheckResult(evaluation, means, ())
    if renew:
        _renew(baseline, evaluation.scores)
        return CheckResult(evaluation, means, (), folder)
    return CheckResult(evaluation, means, _comparisons(evaluation, baseline, wanted, options))


def _required_means(evaluation: Evaluation, options: CheckOptions) -> tuple[RequiredMean, ...]:
    summary, required = evaluation.summary, options.at_least
    if required is None:
        return ()
    named = required if isinstance(required, Mapping) else {options.measure or summary.main: required}
    return tuple(
        required_mean(summary, system, measure, least, strict=options.strict)
        for system in _tested(evaluation.scores)
        for measure, least in named.items()
    )


def _comparisons(evaluation: Evaluation, baseline: Path, wanted: str, options: CheckOptions) -> tuple[Comparison, ...]:
    known = [one.name for one in load_scores(baseline).systems]
    return tuple(
        compare(
            f"{evaluation.path}::{name}",
            f"{baseline}::{wanted or (name if name in known or len(known) > 1 else known[0])}",
            measure=options.measure,
            margin=options.margin,
            strict=options.strict,
        )
        for name in _tested(evaluation.scores)
    )


def _tested(scores: Scores) -> Sequence[str]:
    """The systems, without ceilings and floors."""
    return [one.name for one in scores.systems if not one.is_bound]


def _renew(folder: Path, scores: Scores) -> None:
    with folder_lock(folder) as lock:
        before = load_scores(folder) if is_scores(folder) else None
        lock.check()
        scores.joined(before).save(folder)
