"""Do two benchmarks, two measures or two runs put systems in the same order?

Kendall's tau over the systems that both have, with its exact p-value and an interval over questions (SMMQG, section 5.3
and appendix K). Two things make such a tau look better than it is, and are not done here: points that are not systems
of their own (two cut-offs of one retriever), and a claim from so few systems that even the same order shows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchwright.errors import UsageError
from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.score_folder import Scores, SystemScores, load_scores
from benchwright.evaluate.summary import ALPHA
from benchwright.files.bounded import read_regular
from benchwright.records import Json, JsonRecord, fields_json
from benchwright.statistics.rank_correlation import FEWEST, MeasuredSystems, kendall_p, kendall_tau, tau_interval

SEED = 13
_LARGEST = 2**26
"""Bytes of a file of ids: a million questions take some 40 MB."""


@dataclass(frozen=True, slots=True)
class RankedSystem(JsonRecord):
    """A system's means on both sides, and its places there (1 is best; equal ones share the better place). `of` names
    the systems that it stands for, if there are several."""

    name: str
    mean_a: float
    mean_b: float
    place_a: int
    place_b: int
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Concordance(JsonRecord):
    """Tau of some systems over some questions. `tau`, `p` and the interval are None where they can't be computed."""

    systems: tuple[RankedSystem, ...]
    questions_a: int
    questions_b: int
    tau: float | None
    p: float | None
    low: float | None = None
    high: float | None = None

    @property
    def enough(self) -> bool:
        """Whether there are enough systems for a conclusion."""
        return len(self.systems) >= FEWEST

    @property
    def verdict(self) -> str:
        """The conclusion, in a sentence."""
        count = len(self.systems)
        if not self.enough:
            return f"{count} systems are too few for a conclusion: at least {FEWEST} are needed"
        if self.tau is None or self.p is None:
            return "nothing can be said: all systems have the same mean"
        if self.p >= ALPHA:
            return "it is not shown that the two order systems alike"
        return "the two order systems alike" if self.tau > 0 else "the two order systems the other way round"

    def to_json(self) -> Json:
        return {**fields_json(self), "verdict": self.verdict}


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far `a` and `b` agree on measure `measure_a` and `measure_b`: over `all` questions, and over those that were
    `kept` by quality, if any were named. `left_out` are systems that only one side has, and bounds."""

    a: str
    b: str
    measure_a: str
    measure_b: str
    all: Concordance
    kept: Concordance | None = None
    left_out: tuple[str, ...] = ()

    def to_json(self) -> Json:
        return fields_json(self)


def agreement(
    a: Path | str,
    b: Path | str,
    *,
    measures: Sequence[str] = (),
    same: Sequence[Sequence[str]] = (),
    kept: Path | str | None = None,
    seed: int = SEED,
) -> Agreement:
    """Hold the order of systems in scores `a` against that in scores `b`: of another benchmark or run, or the same
    folder if two `measures` are named. One measure is that of both (default: the first that both have).

    `same` are groups of systems that depend on each other, as two settings of one retriever: each group counts as one
    system, with the mean of its members. Systems that were asked for by the same spec are one group anyhow, and the
    ceiling and the floor are left out. `kept` is a file of question ids, one a line: those that a review kept.

    UsageError for scores without a common system or measure, and names that are not there."""
    one, other = load_scores(Path(a)), load_scores(Path(b))
    first, second = _measures(one, other, measures)
    if one.fingerprint == other.fingerprint and first == second and _same_values(one, other, first):
        raise UsageError(
            "the two are the same scores on the same measure",
            hint="name two measures (--measure recall@10 --measure nDCG@10), or the scores of another benchmark or run",
        )
    groups, left_out = _groups(one, other, first, second, same)
    ids = None if kept is None else _ids(Path(kept))
    whole = _concordance(one, other, first, second, groups, None, seed)
    better = None if ids is None else _concordance(one, other, first, second, groups, ids, seed)
    return Agreement(one.benchmark, other.benchmark, first, second, whole, better, left_out)


def _measures(one: Scores, other: Scores, named: Sequence[str]) -> tuple[str, str]:
    if len(named) > 2:
        raise UsageError(f"{len(named)} measures are named", hint="name one, or one for each side")
    if not named:
        shared = [measure for measure in one.measures if measure in other.measures]
        if not shared:
            raise UsageError("the two have no measure in common", hint="name one of each: --measure M1 --measure M2")
        return shared[0], shared[0]
    for scores, measure in ((one, named[0]), (other, named[-1])):
        if measure not in scores.measures:
            raise UsageError(
                f"the scores of {scores.benchmark} have no {measure!r}", hint=f"they have: {', '.join(scores.measures)}"
            )
    return named[0], named[-1]


def _same_values(one: Scores, other: Scores, measure: str) -> bool:
    def values(scores: Scores) -> dict[str, bytes]:
        return {
            system.name: found.values.tobytes()
            for system in scores.systems
            if (found := system.measure(measure)) is not None
        }

    return values(one) == values(other)


def _groups(
    one: Scores, other: Scores, first: str, second: str, same: Sequence[Sequence[str]]
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """The systems that both sides have scored, by the name of the group that each is in; and those left out."""

    def contenders(scores: Scores, measure: str) -> dict[str, SystemScores]:
        return {system.name: system for system in scores.systems if not system.is_bound and system.measure(measure)}

    left, right = contenders(one, first), contenders(other, second)
    shared = [name for name in left if name in right]
    if not shared:
        raise UsageError(
            "the two have no system in common", hint="evaluate the same systems, under the same names, on both"
        )
    unknown = [name for group in same for name in group if name not in shared]
    if unknown:
        raise UsageError(f"not both sides have {unknown[0]!r}", hint=f"both have: {', '.join(shared)}")
    heads = {name: name for name in shared}
    by_spec: dict[str, str] = {}
    for name in shared:
        heads[name] = by_spec.setdefault(left[name].spec, name)
    for group in same:
        joined = {heads[name] for name in group}
        heads = {name: heads[group[0]] if head in joined else head for name, head in heads.items()}
    groups: dict[str, tuple[str, ...]] = {}
    for name, head in heads.items():
        groups[head] = (*groups.get(head, ()), name)
    every = dict.fromkeys(system.name for scores in (one, other) for system in scores.systems)
    return groups, tuple(name for name in every if name not in heads)


def _concordance(
    one: Scores,
    other: Scores,
    first: str,
    second: str,
    groups: dict[str, tuple[str, ...]],
    ids: frozenset[str] | None,
    seed: int,
) -> Concordance:
    left, right = _measured(one, first, groups, ids), _measured(other, second, groups, ids)
    a, b = left.means(), right.means()
    together = one.fingerprint == other.fingerprint and one.questions == other.questions
    low, high = tau_interval(left, right, together=together, seed=seed) or (None, None)
    systems = tuple(
        RankedSystem(
            head,
            _direction(first) * float(a[place]),
            _direction(second) * float(b[place]),
            1 + int((a > a[place]).sum()),
            1 + int((b > b[place]).sum()),
            members if len(members) > 1 else (),
        )
        for place, (head, members) in enumerate(groups.items())
    )
    return Concordance(
        systems,
        len(left.values),
        len(right.values),
        kendall_tau(a, b),
        kendall_p(a.tolist(), b.tolist(), seed),
        low,
        high,
    )


def _measured(
    scores: Scores, measure: str, groups: dict[str, tuple[str, ...]], ids: frozenset[str] | None
) -> MeasuredSystems:
    """A column a group: the mean of its members, of questions that all of them are scored on; where less is better,
    with the sign turned round."""
    rows = np.array([ids is None or question.id in ids for question in scores.questions], dtype=np.bool_)
    if not rows.any():
        raise UsageError(f"no question of {scores.benchmark} is among those kept", hint="write one id a line")
    columns, flags = [], []
    for members in groups.values():
        found = [scores.system(name).measure(measure) for name in members]
        values = np.mean([one.values for one in found if one is not None], axis=0)
        columns.append(_direction(measure) * values[rows])
        flags.append(np.all([one.scored for one in found if one is not None], axis=0)[rows])
    if not all(flag.any() for flag in flags):
        raise UsageError(f"a system has no {measure} on these questions of {scores.benchmark}")
    codes = np.unique([question.cluster for question in scores.questions], return_inverse=True)[1].astype(np.int64)
    return MeasuredSystems(np.stack(columns, axis=1), codes[rows], np.stack(flags, axis=1))


def _direction(measure: str) -> float:
    return 1.0 if parse_measure(measure).family.higher_is_better else -1.0


def _ids(path: Path) -> frozenset[str]:
    try:
        text = read_regular(path, _LARGEST).decode("utf-8")
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}", hint="write one question id a line") from error
    return frozenset(line.strip() for line in text.splitlines() if line.strip())
