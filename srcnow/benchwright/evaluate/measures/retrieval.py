"""Compute recall, all, precision, nDCG, MRR and MAP at cut-offs, as trec_eval defines them.

A question's value is the largest over its gold sets, which are alternatives; precision counts hits that hold evidence
of any set. Gains are the grades of relevance, discounted by log2(rank + 1). Tests hold every value against trec_eval's.

Where one hit finds several sources at once (a chunk that spans them), cut-offs go on counting hits: the run is cut
behind k hits, the sources that one hit finds are put one behind the other (higher grades first), and the longer list is
judged whole. So recall@1 of a first chunk that holds all the evidence is 1, and nothing exceeds 1: no list of that
length is better than the ideal one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from benchwright.errors import UsageError
from benchwright.evaluate.gold import LARGEST_GRADE
from benchwright.evaluate.matched_run import MatchedRun, SourceGains
from benchwright.evaluate.measure_values import MeasureValues, scored_where
from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.runs import Doubles, Longs

STEMS = ("recall", "all", "precision", "nDCG", "MRR", "MAP")


def retrieval_measures(matches: MatchedRun, names: Sequence[str]) -> tuple[MeasureValues, ...]:
    """The values of these measures, in their order, one a question of the gold. Questions without gold are not scored.

    Raises UsageError for a measure that is not one of ranks (recall, all, precision, nDCG, MRR, MAP at a cut-off), and
    for grades above `LARGEST_GRADE`.
    """
    measures = [parse_measure(name) for name in names]
    for measure in measures:
        if measure.family.stem not in STEMS:
            examples = ", ".join(f"{stem}@5" for stem in STEMS)
            raise UsageError(f"{measure.name} is not a measure of ranks", hint=f"these are {examples}")
    gold = matches.gold
    for question in gold:
        if question.grades and max(question.grades.values()) > LARGEST_GRADE:
            raise UsageError(f"question {question.id!r} has a grade above {LARGEST_GRADE}", hint="divide all grades")
    if not measures:
        return ()
    sets = _GoldSets.of(matches)
    finds = _Finds.of(matches, sets, max(measure.cutoff for measure in measures))
    scored = np.fromiter((bool(question.gold_sets) for question in gold), np.bool_, len(gold))
    values: list[MeasureValues] = []
    for measure in measures:
        if measure.family.stem == "precision":
            column = _precision(matches, measure.cutoff, scored)
        else:
            column = np.zeros(len(gold))
            np.maximum.at(column, sets.questions, finds.values(measure.family.stem, measure.cutoff, sets))
        values.append(scored_where(measure.name, column, scored, "no gold"))
    return tuple(values)


def _precision(matches: MatchedRun, cutoff: int, scored: NDArray[np.bool_]) -> Doubles:
    (rows,) = np.nonzero(matches.relevant)
    questions = np.searchsorted(matches.starts, rows, side="right") - 1
    within = rows - matches.starts[questions] < cutoff
    counts = np.bincount(questions[within], minlength=len(scored))
    return np.where(scored, counts / cutoff, 0.0)


@dataclass(frozen=True, eq=False)
class _GoldSets:
    """All gold sets in the order of questions: `listed[q]` are question q's, and `first[q]` is the first of them.
    The best possible gain of set s with n ranks is `ideal[ends[s] - sizes[s] + min(n, sizes[s]) - 1]`."""

    listed: tuple[tuple[frozenset[str], ...], ...]
    questions: Longs
    first: Longs
    sizes: Longs
    ideal: Doubles
    ends: Longs

    @classmethod
    def of(cls, matches: MatchedRun) -> _GoldSets:
        gold = matches.gold
        listed = tuple(
            one.sets_for(matches.gains[matches.ranks(place)]) if one.choices else one.gold_sets
            for place, one in enumerate(gold)
        )
        counts = list(map(len, listed))
        sizes = np.array([len(one) for sets in listed for one in sets], dtype=np.int64)
        discounts = (1.0 / np.log2(np.arange(2, 2 + int(sizes.max(initial=0))))).tolist()
        even = list(accumulate(discounts))
        ideal: list[float] = []
        for question, sets in zip(gold, listed, strict=True):
            for one in sets:
                if not question.grades:
                    ideal += even[: len(one)]
                    continue
                grades = sorted(map(question.grade, one), reverse=True)
                ideal += accumulate(grade / np.log2(rank + 2) for rank, grade in enumerate(grades))
        first = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        return cls(listed, np.repeat(np.arange(len(gold)), counts), first, sizes, np.array(ideal), np.cumsum(sizes))


@dataclass(frozen=True, eq=False)
class _Finds:
    """Sources of gold sets that were found, by set and place: find j is of set `sets[j]`, by the hit at rank `ranks[j]`
    (from 0), with a grade. `places` are the ranks once the sources that one hit finds stand one behind the other;
    `numbers` count the finds of a set from 0."""

    sets: Longs
    ranks: Longs
    grades: Longs
    places: Longs
    numbers: Longs

    @classmethod
    def of(cls, matches: MatchedRun, gold_sets: _GoldSets, depth: int) -> _Finds:
        sets, ranks, grades = _set_finds(matches, gold_sets, depth)
        order = np.lexsort((-grades, ranks, sets))
        sets, ranks, grades = sets[order], ranks[order], grades[order]
        new_set = np.concatenate((np.ones(min(1, len(sets)), dtype=np.bool_), sets[1:] != sets[:-1]))
        starts = np.maximum.accumulate(np.where(new_set, np.arange(len(sets)), 0))
        numbers = np.arange(len(sets)) - starts
        hits = np.cumsum(new_set | np.concatenate((new_set[:1], ranks[1:] != ranks[:-1])))
        return cls(sets, ranks, grades, ranks + numbers - (hits - hits[starts]), numbers)

    def values(self, stem: str, cutoff: int, gold_sets: _GoldSets) -> Doubles:
        """The measure of each gold set."""
        count, sizes = len(gold_sets.sizes), gold_sets.sizes
        within = self.ranks < cutoff
        sets, places, numbers = self.sets[within], self.places[within], self.numbers[within]
        totals = np.bincount(sets, minlength=count)
        match stem:
            case "recall":
                shares: Doubles = totals / sizes
                return shares
            case "all":
                return np.asarray(totals == sizes, dtype=np.float64)
            case "MRR":
                first = numbers == 0
                return np.asarray(np.bincount(sets[first], 1 / (places[first] + 1), minlength=count), dtype=np.float64)
            case "MAP":
                return np.asarray(np.bincount(sets, (numbers + 1) / (places + 1), minlength=count) / sizes)
        gains = np.bincount(sets, self.grades[within] / np.log2(places + 2), minlength=count)
        longer = np.zeros(count, dtype=np.int64)
        np.maximum.at(longer, sets, places - self.ranks[within])
        ideal = gold_sets.ideal[gold_sets.ends - sizes + np.minimum(cutoff + longer, sizes) - 1]
        return np.asarray(gains / ideal)


def _set_finds(matches: MatchedRun, gold_sets: _GoldSets, depth: int) -> tuple[Longs, Longs, Longs]:
    """Set, rank and grade of each source of a gold set that the first `depth` hits find."""
    rows = np.flatnonzero(matches.relevant)
    questions = np.searchsorted(matches.starts, rows, side="right") - 1
    ranks = rows - matches.starts[questions]
    within = ranks < depth
    rows, questions, ranks = rows[within], questions[within], ranks[within]
    first = gold_sets.first[questions]
    gains = matches.gains
    plain = np.zeros(len(rows), dtype=np.bool_)
    columns: list[tuple[Longs, Longs, Longs]] = []
    if isinstance(gains, SourceGains):  # questions with one gold set, by far the most of most runs, by columns
        plain = gold_sets.first[questions + 1] - first == 1
        columns.append((first[plain], ranks[plain], gains.grades[rows[plain]]))
    triples = [
        (int(gold_sets.first[place]) + number, rank, matches.gold.questions[place].grade(source))
        for row, place, rank in zip(
            rows[~plain].tolist(), questions[~plain].tolist(), ranks[~plain].tolist(), strict=True
        )
        for source in gains[row]
        for number, one in enumerate(gold_sets.listed[place])
        if source in one
    ]
    columns.append(tuple(np.array(triples, dtype=np.int64).reshape(-1, 3).T))  # type: ignore[arg-type]
    sets, ranks, grades = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    return sets, ranks, grades
