"""Compare two systems: test whether their difference is real, over all questions and in each slice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from benchwright.errors import MissingExtraError, UsageError
from benchwright.evaluate.measures import threshold
from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.measures.part_scores import PARTS
from benchwright.evaluate.score_folder import Scores, SystemScores, is_scores, load_scores
from benchwright.evaluate.summarise import SEED, bounds_of, summarise
from benchwright.evaluate.summary import ALL, ALPHA, Summary, SystemPair
from benchwright.records import Json, fields_json
from benchwright.statistics import above_p, below_p, least_shown
from benchwright.statistics.lopsided_differences import too_lopsided


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """System `a`, the one under test, compared with the baseline `b` on one measure: over all questions (`overall`),
    and by style and modality (`slices`).

    Without a margin, the two-sided test of `overall` decides. With `margin`, a one-sided test with the p-value
    `p_margin` decides whether `a` is worse by more than the margin (`below_p`), or, if `strict`, whether it is shown
    not to be (`above_p`). `summary` has all results of both systems."""

    a: str
    b: str
    measure: str
    overall: SystemPair
    slices: tuple[SystemPair, ...]
    summary: Summary
    margin: float | None = None
    strict: bool = False
    p_margin: float | None = None

    @property
    def lower_is_better(self) -> bool:
        """Whether lower values are better, as for latency."""
        return not parse_measure(self.measure).family.higher_is_better

    @property
    def untested(self) -> str:
        """Why nothing could be tested; "" if it was."""
        if self.margin is None or self.strict or self.p_margin is not None:
            return self.overall.untested
        return self.overall.untested or too_lopsided(self.overall.difference.clusters)

    @property
    def worse(self) -> bool:
        """Whether `a` fails: it is shown to be worse by more than the margin or, if `strict`, isn't shown to be as
        good. If nothing could be tested, only a strict comparison fails."""
        if self.margin is None:
            return False
        return self.strict != (self.p_margin is not None and self.p_margin < ALPHA)

    @property
    def verdict(self) -> str:
        """The result in one sentence."""
        pair = self.overall
        mean = pair.difference.mean
        if mean is None:
            return f"nothing can be said: no question has {self.measure} of both"
        if self.margin is not None:
            return self._judged(self.margin)
        if pair.real:
            ahead = mean < 0 if self.lower_is_better else mean > 0
            first, second = (self.a, self.b) if ahead else (self.b, self.a)
            return f"{first} is better than {second} on {self.measure}, and the difference is real"
        if pair.p_corrected is None:
            return f"the difference between {self.a} and {self.b} on {self.measure} was not tested: {self.untested}"
        return f"no difference between {self.a} and {self.b} on {self.measure} is shown"

    def _judged(self, margin: float) -> str:
        by = f" by more than {margin:g}" if margin else ""
        p = f" (one-sided p = {self.p_margin:.2g})" if self.p_margin is not None else ""
        if self.p_margin is None:
            return f"whether {self.a} is worse than {self.b}{by} on {self.measure} was not tested: {self.untested}"
        if self.strict:
            shown = "is not shown to be no worse" if self.worse else "is shown to be no worse"
        else:
            shown = "is shown to be worse" if self.worse else "is not shown to be worse"
        return f"{self.a} {shown} than {self.b}{by} on {self.measure}{p}{self._too_small(margin)}"

    def _too_small(self, margin: float) -> str:
        """That no result but a better one could have shown the margin; "" if one could."""
        bounds, documents = bounds_of(self.measure), self.overall.difference.clusters
        if not (self.strict and self.worse and bounds):
            return ""
        least = (bounds[1] - bounds[0]) * least_shown(documents, ALPHA)
        return f"; {documents} documents of equal scores show no margin below {least:.2g}" if margin < least else ""

    def to_arrow(self) -> pa.Table:
        """The difference `a` - `b` over all questions, then by style and modality: one row each, with the bounds of its
        interval, its p-value and the one that is corrected for all these tests; null where nothing could be tested."""
        return pa.Table.from_pylist([_row(pair) for pair in (self.overall, *self.slices)], COLUMNS)

    def to_pandas(self) -> Any:
        """`to_arrow` as a `pandas.DataFrame`. MissingExtraError without pandas."""
        try:
            import pandas  # noqa: F401  (pyarrow would name no way to install it)
        except ImportError as error:
            raise MissingExtraError("to_pandas", "frames") from error
        return self.to_arrow().to_pandas()

    def __repr__(self) -> str:
        """`<Comparison mine - words on recall@10: +0.120 (0.010 to 0.230), mine is better than words ...>`."""
        one = self.overall.difference
        mean = "-" if one.mean is None else f"{one.mean:+.3f}"
        interval = "" if one.low is None or one.high is None else f" ({one.low:+.3f} to {one.high:+.3f})"
        return f"<Comparison {self.a} - {self.b} on {self.measure}: {mean}{interval}, {self.verdict}>"

    def to_json(self) -> Json:
        whole = fields_json(self)
        del whole["summary"]
        return {**whole, "verdict": self.verdict, "untested": self.untested, "worse": self.worse}


def _row(pair: SystemPair) -> Json:
    one, part = pair.difference, pair.slice
    sizes = {"n": one.n, "clusters": one.clusters}
    means = {"difference": one.mean, "low": one.low, "high": one.high}
    tested = {"p": pair.p, "p_corrected": pair.p_corrected, "real": pair.real, "untested": pair.untested}
    return {"slice": part.label, "style": part.style, "modalities": part.modalities, **sizes, **means, **tested}


COLUMNS = pa.schema(
    [
        *((name, pa.string()) for name in ("slice", "style", "modalities")),
        *((name, pa.int64()) for name in ("n", "clusters")),
        *((name, pa.float64()) for name in ("difference", "low", "high", "p", "p_corrected")),
        ("real", pa.bool_()),
        ("untested", pa.string()),
    ]
)
"""The columns of a comparison as a table."""


def compare(
    a: PathLike[str] | str,
    b: PathLike[str] | str,
    *,
    measure: str = "",
    margin: float | None = None,
    strict: bool = False,
) -> Comparison:
    """Compare two systems. `a` and `b` are folders of scores, or `FOLDER::NAME` if a folder has several systems. `b`
    may also be the name of another system in the folder of `a`.

    Raises UsageError if they were measured on different questions or have no measure in common, or if `margin` is
    negative or not a number."""
    if margin is not None and not (margin >= 0 and math.isfinite(margin)):
        raise UsageError(
            f"the margin is {margin:g}, and is to be a number from 0",
            hint="write how much worse may be: --fail-if-worse 0.02",
        )
    first, folder = _one(fspath(a), None)
    second, _ = _one(fspath(b), folder)
    left, right = first[1], second[1]
    if left.name == right.name:  # of two folders
        left, right = replace(left, name=f"{left.name} (A)"), replace(right, name=f"{right.name} (B)")
    scores = _both(first[0], second[0], left, right)
    shared = [one.measure for one in left.values if right.measure(one.measure) is not None]
    if not shared:
        raise UsageError("the two have no measure in common", hint="evaluate both in the same way")
    if measure and measure not in shared:
        raise UsageError(f"not both have {measure!r}", hint=f"both have: {', '.join(shared)}")
    chosen = measure or _main_measure(shared, left, right)
    depths = [one.described.get("depth") for one in (left, right)]
    if chosen == threshold.MEASURE and depths[0] != depths[1]:
        raise UsageError(
            f"{chosen} is of the first {depths[0]} hits of {left.name}, and of the first {depths[1]} of {right.name}",
            hint="evaluate both with the same --k and --measures",
        )
    if _prompts(first[0], chosen) != _prompts(second[0], chosen):
        raise UsageError(
            f"the judge of {chosen} was asked by one prompt about {left.name}, and by another about {right.name}",
            hint="judge both with the same version of Benchwright",
        )
    summary = summarise(scores, main=chosen, seed=SEED, contest=True)
    overall = summary.pair(left.name, right.name, chosen, ALL)
    if overall is None:
        raise ValueError("two systems with a common measure make a pair")
    slices = tuple(pair for pair in summary.pairs if pair.measure == chosen and pair.slice.kind != "all")
    p_margin = None if margin is None else _margin_p(scores, left, right, chosen, margin, strict=strict)
    return Comparison(left.name, right.name, chosen, overall, slices, summary, margin, strict, p_margin)


def _main_measure(shared: Sequence[str], left: SystemScores, right: SystemScores) -> str:
    """Recall at the largest cut-off, else the first measure. Where no question has its value of both, as of systems
    that answer without contexts: answer-parts, else the first measure that has one."""
    recalls = [name for name in shared if name.startswith("recall@")]
    usual = (recalls or shared[:1])[-1]
    ranked = (usual, *(name for name in (PARTS,) if name in shared), *shared)
    return next((name for name in ranked if _both_scored(name, left, right)), usual)


def _both_scored(measure: str, left: SystemScores, right: SystemScores) -> bool:
    one, other = left.measure(measure), right.measure(measure)
    return one is not None and other is not None and bool((one.scored & other.scored).any())


def _prompts(scores: Scores, measure: str) -> object:
    """The hash of what a judge was asked with; None of a measure that no judge decides."""
    judged = scores.settings.get("judged")
    return judged.get(measure) if isinstance(judged, Mapping) else None


def _margin_p(
    scores: Scores, left: SystemScores, right: SystemScores, measure: str, margin: float, *, strict: bool
) -> float | None:
    """That the first system is worse by more than the margin; with `strict` that it is worse by less."""
    one, other = left.measure(measure), right.measure(measure)
    if one is None or other is None:
        return None
    both = one.scored & other.scored
    if not both.any():
        return None
    first, second = one.values[both], other.values[both]
    gains = first - second if parse_measure(measure).family.higher_is_better else second - first
    documents = np.unique([question.cluster for question in scores.questions], return_inverse=True)[1][both]
    limits = bounds_of(measure)
    if not strict:
        return below_p(gains, documents, -margin, width=None if limits is None else limits[1] - limits[0], seed=SEED)
    low, high = limits or (min(first.min(), second.min()), max(first.max(), second.max()))
    return above_p(gains, documents, -margin, least=low - high, seed=SEED)


def _one(named: str, folder: Path | None) -> tuple[tuple[Scores, SystemScores], Path]:
    """The system that a word on the command line means, with its scores and their folder."""
    name, _, system = named.partition("::")
    path = Path(name)
    if not system and folder is not None and not is_scores(path):
        path, system = folder, named
    scores = load_scores(path)
    if not system and len(scores.systems) > 1:
        names = ", ".join(one.name for one in scores.systems)
        raise UsageError(f"{path} has several systems", hint=f"say which: {path}::NAME of {names}")
    return (scores, scores.system(system or scores.systems[0].name)), path


def _both(first: Scores, second: Scores, left: SystemScores, right: SystemScores) -> Scores:
    if first.fingerprint != second.fingerprint or first.questions != second.questions:
        raise UsageError(
            f"the two were measured on other questions ({first.benchmark}, {second.benchmark})",
            hint="evaluate both on the same benchmark",
        )
    settings = {*first.settings, *second.settings}
    changed = sorted(key for key in settings if first.settings.get(key) != second.settings.get(key))
    if first.kind == second.kind and set(changed) - {"measures", "k", "judged"}:
        raise UsageError(
            f"the two were not measured in the same way: {', '.join(changed)}", hint="evaluate both in the same way"
        )
    return replace(first, systems=(left, right), certificates={**second.certificates, **first.certificates})
