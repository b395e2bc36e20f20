"""Summarise scores: means with intervals by slice, and which differences are real.

Everything is worked out of the rows of the scores alone, so that a summary can be made again from its folder. Intervals
and tests resample documents, not questions (`statistics`): questions on one document share their luck. One more system
changes no number of another, but for slices too small to tell how alike questions on one document are: all tell that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.pooled_slices import with_pooled
from benchwright.evaluate.score_folder import Scores, SystemScores
from benchwright.evaluate.slices import SliceRows, facets_cut, slice_questions
from benchwright.evaluate.summary import ScoreCell, Slice, Summary, SystemPair
from benchwright.statistics import Interval, Paired, intra_cluster_correlation, mean_intervals
from benchwright.statistics.intervals import RESAMPLES
from benchwright.statistics.paired_differences import UntestedPairs, untested_pairs
from benchwright.statistics.step_down import family_p

FEW_QUESTIONS = 10
FEW_CLUSTERS = 5
"""A slice with fewer of either is greyed: nothing can be concluded from it."""

WISHED = (0.02, 0.05, 0.1)
"""Differences for which the summary says how many questions would be needed."""

SEED = 13

UNCERTIFIED = "uncertified"
"""What is said of a judge without a certificate."""


@dataclass(frozen=True, eq=False)
class _Resampling:
    """How intervals are drawn: the code of each question's document, the seed, the number of resamples, and by measure
    how alike questions on one document are, over all questions and systems."""

    documents: NDArray[np.int64]
    seed: int
    resamples: int
    correlations: Mapping[str, float | None]


def summarise(
    scores: Scores,
    *,
    main: str = "",
    systems: Sequence[str] = (),
    seed: int = SEED,
    resamples: int = RESAMPLES,
    remarks: Sequence[str] = (),
    contest: bool = False,
) -> Summary:
    """The summary of some scores. `main` is the measure that is reported and tested by slice (default: the first);
    `systems` are the systems, in order (default: all). With `contest` a ceiling or a floor is a contender too, for a
    comparison with it. UsageError for names that the scores have not."""
    chosen = tuple(scores.system(name) for name in systems) if systems else scores.systems
    measures = tuple(dict.fromkeys(one.measure for system in chosen for one in system.values))
    first = main if main in measures else measures[0] if measures else ""
    codes = np.unique([question.cluster for question in scores.questions], return_inverse=True)[1].astype(np.int64)
    bounds = () if contest else tuple(system.name for system in chosen if system.is_bound)
    rivals = tuple(system for system in chosen if system.name not in bounds)
    slices = slice_questions(scores.questions)
    sampling = _Resampling(codes, seed, resamples, _correlations(chosen, measures, codes))
    cells = [cell for part in slices for cell in _cells(chosen, measures, part, sampling)]
    return Summary(
        benchmark=scores.benchmark,
        kind=scores.kind,
        questions=len(scores.questions),
        clusters=len(set(codes.tolist())),
        systems=tuple(system.name for system in chosen),
        measures=measures,
        main=first,
        slices=tuple(part.slice for part in slices),
        cells=tuple(with_pooled(cells, sampling.correlations)),
        pairs=_pairs(rivals, measures, first, slices, sampling),
        notes={one.name: {**one.notes, **({"failed": len(one.failed)} if one.failed else {})} for one in chosen},
        unscored={
            system.name: {one.measure: dict(one.reasons) for one in system.values if one.reasons} for system in chosen
        },
        confusions=tuple(row for system in chosen for row in system.confusions),
        curves={system.name: system.curve for system in chosen if system.curve},
        remarks=(*remarks, *_length_remarks(chosen), *_ceiling_remarks(chosen), *facets_cut(scores.questions)),
        seed=seed,
        resamples=resamples,
        bounds=bounds,
        settings=dict(scores.settings),
        judges={
            name: scores.certificates[name].name if name in scores.certificates else UNCERTIFIED
            for name in measures
            if parse_measure(name).judge
        },
    )


def _length_remarks(systems: Sequence[SystemScores]) -> tuple[str, ...]:
    """What a reader of the table must know where a system returns chunks of its own."""
    if not any(one.described.get("chunks") for one in systems):
        return ()
    lengths = [
        f"{one.described['characters']:,.0f} with {one.name} (first {one.described['depth']})"
        for one in systems
        if "characters" in one.described
    ]
    return (
        "Chunk sizes differ, and longer chunks contain more evidence. Characters returned for a question, on average: "
        f"{', '.join(lengths)}.",
    )


def _ceiling_remarks(systems: Sequence[SystemScores]) -> tuple[str, ...]:
    """The most that a precision can reach on these questions."""
    ceilings = {
        (name, most)
        for one in systems
        if isinstance(found := one.described.get("ceilings"), Mapping)
        for name, most in found.items()
        if isinstance(most, float | int)
    }
    return tuple(
        f"{name} can be at most {most:.2f} here: questions have fewer gold sources than hits that are counted."
        for name, most in sorted(ceilings)
        if most < 0.995
    )


def bounds_of(measure: str) -> tuple[float, float] | None:
    """What a measure lies between; None for times, which have no upper end."""
    high = parse_measure(measure).family.high
    return (0.0, high) if isfinite(high) else None


def _correlations(
    systems: Sequence[SystemScores], measures: Sequence[str], documents: NDArray[np.int64]
) -> dict[str, float | None]:
    """How alike questions on one document are, by measure: slices of few documents can't tell."""
    found: dict[str, float | None] = {}
    for name in measures:
        columns = [values for system in systems if (values := system.measure(name)) is not None]
        table, scored = (np.stack([getattr(one, of) for one in columns], axis=1) for of in ("values", "scored"))
        found[name] = intra_cluster_correlation(table, documents, scored=scored)
    return found


def _cells(
    systems: Sequence[SystemScores],
    measures: Sequence[str],
    part: SliceRows,
    sampling: _Resampling,
) -> list[ScoreCell]:
    """The grid of one slice: every system and measure that it has, resampled together."""
    columns = [(system, name, values) for system in systems for name in measures if (values := system.measure(name))]
    if not columns:
        return []
    table, scored = _columns([one for _, _, one in columns], part)
    intervals = mean_intervals(
        table,
        sampling.documents[part.rows],
        scored=scored,
        bounds=[bounds_of(name) for _, name, _ in columns],
        correlations=[sampling.correlations[name] for _, name, _ in columns],
        resamples=sampling.resamples,
        seed=sampling.seed,
    )
    return [
        ScoreCell(system.name, name, part.slice, _from_0(one), one.n < FEW_QUESTIONS or one.clusters < FEW_CLUSTERS)
        for (system, name, _), one in zip(columns, intervals, strict=True)
    ]


def _from_0(interval: Interval) -> Interval:
    """An interval that does not reach below 0, the least value of every measure, as those of times do."""
    return interval if interval.low is None else replace(interval, low=max(interval.low, 0.0))


def _pairs(
    systems: Sequence[SystemScores],
    measures: Sequence[str],
    main: str,
    slices: Sequence[SliceRows],
    sampling: _Resampling,
) -> tuple[SystemPair, ...]:
    """Every two systems: on each measure over all questions, and on the main one also over each style,
    combination of modalities and value of a facet. Of each measure the tests over all questions are corrected together,
    and those of slices are: who looks at slices as well pays nothing for it in the main result."""
    whole = [part for part in slices if part.slice.kind == "all"]
    parts = [part for part in slices if part.slice.kind not in ("all", "style and modalities")]
    families = ((name, some) for name in measures for some in (whole, parts if name == main else []))
    return tuple(  # a family at a time: the sums of all would take more memory than anything else
        pair for name, some in families for pair in _tested(systems, name, some, sampling)
    )


def _tested(
    systems: Sequence[SystemScores], name: str, parts: Sequence[SliceRows], sampling: _Resampling
) -> Iterator[SystemPair]:
    """The tests of one family: all pairs on a measure in some slices, by one pass of swaps, and corrected together."""
    couples = [
        (first, second)
        for first, second in combinations(systems, 2)
        if first.measure(name) is not None and second.measure(name) is not None
    ]
    if not couples or not parts:
        return
    compared = [_compared(couples, name, part, sampling) for part in parts]
    tests = [test for pairs in compared for test in pairs.tests]
    found = family_p(tests, int(sampling.documents.max()) + 1, seed=sampling.seed)
    start = 0
    for part, pairs in zip(parts, compared, strict=True):
        some = slice(start, start + len(pairs.columns))
        start += len(pairs.columns)
        corrected = dict(zip(pairs.columns, found.p[some], strict=True))
        tested = pairs.tested(found.own[some])
        for column, ((first, second), test) in enumerate(zip(couples, tested, strict=True)):
            yield _pair((first.name, second.name), name, part.slice, test, corrected.get(column), found.level)


def _pair(
    names: tuple[str, str], measure: str, part: Slice, tested: Paired, p_corrected: float | None, level: float
) -> SystemPair:
    """A tested pair with what these questions show at that level, which single tests have to reach."""
    found = tested.sensitivity
    wishes = WISHED if found and part.kind == "all" and bounds_of(measure) is not None else ()
    return SystemPair(
        *names,
        measure,
        part,
        tested.difference,
        tested.p,
        p_corrected,
        None if found is None else found.detectable(level),
        tuple((one, None if found is None else found.questions_for(one, level)) for one in wishes),
        tested.untested,
    )


def _compared(
    couples: Sequence[tuple[SystemScores, SystemScores]], name: str, part: SliceRows, sampling: _Resampling
) -> UntestedPairs:
    """All pairs on a measure in one slice, resampled together."""
    (a, a_scored), (b, b_scored) = (
        _columns([values for couple in couples if (values := couple[side].measure(name)) is not None], part)
        for side in (0, 1)
    )
    return untested_pairs(
        a,
        b,
        sampling.documents[part.rows],
        scored=a_scored & b_scored,
        bounds=bounds_of(name),
        correlations=[sampling.correlations[name]] * len(couples),
        resamples=sampling.resamples,
        seed=sampling.seed,
    )


def _columns(columns: Sequence[MeasureValues], part: SliceRows) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Values and whether they are scored, [questions of the slice, columns]."""
    return (
        np.stack([one.values[part.rows] for one in columns], axis=1),
        np.stack([one.scored[part.rows] for one in columns], axis=1),
    )
