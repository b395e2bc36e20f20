"""Recall, precision, nDCG, MRR and MAP of what was found, through ir-measures.

ir-measures is given patterns (see `patterns`): a run of the documents "1", "2", "3" ... whose scores fall and are all
different, so that the order which `Found` has settled is the one that is judged, and qrels that say which of these are
gold, and what is missed. A question's value is the largest over its gold sets, each the qrels in turn; precision counts
hits that hold evidence of any set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from benchwright.errors import UsageError
from benchwright.evaluate.found import Found
from benchwright.evaluate.measures.names import Measure, parse_measure
from benchwright.evaluate.measures.patterns import SPAN, Pattern, Sheet, Use, patterns
from benchwright.evaluate.ranking import GRADES
from benchwright.evaluate.runs import Doubles
from benchwright.evaluate.scores import Values

STEMS = ("recall", "all", "precision", "nDCG", "MRR", "MAP")


def retrieval_measures(found: Found, names: Sequence[str]) -> tuple[Values, ...]:
    """The values of these measures, in their order, one a question of the gold. Questions without gold are not scored.

    Raises UsageError for a measure that is not one of ranks (recall, all, precision, nDCG, MRR, MAP at a cut-off), and
    for grades above `GRADES`.
    """
    measures = [parse_measure(name) for name in names]
    for measure in measures:
        if measure.family.stem not in STEMS:
            examples = ", ".join(f"{stem}@5" for stem in STEMS)
            raise UsageError(f"{measure.name} is no measure of ranks", hint=f"these are {examples}")
    for question in found.gold:
        if question.grades and max(question.grades.values()) > GRADES:
            raise UsageError(f"question {question.id!r} has a grade above {GRADES}", hint="divide all grades")
    if not measures:
        return ()
    seen = patterns(found, (measure.cutoff for measure in measures))
    results = {measure: np.zeros(len(found.gold)) for measure in measures}
    judged = _judge(seen.sets.sheet, measures)
    for measure in measures:
        _enter(results[measure], seen.hits if measure.family.stem == "precision" else seen.sets, judged[measure])
    for use in seen.cuts:
        here = [one for one in measures if one.cutoff == use.sheet.cut and one.family.stem != "precision"]
        judged = _judge(use.sheet, here)
        for measure in here:
            _enter(results[measure], use, judged[measure])
    scored = np.fromiter((bool(question.gold_sets) for question in found.gold), np.bool_, len(found.gold))
    without = len(scored) - int(scored.sum())
    reasons = {"no gold": without} if without else {}
    return tuple(Values(measure.name, results[measure], scored, reasons) for measure in measures)


def _enter(results: Doubles, use: Use, judged: Doubles) -> None:
    """Raise the questions' values to those of the patterns that they show."""
    numbers = np.array(use.numbers, dtype=np.int64)
    np.maximum.at(results, np.array(use.questions, dtype=np.int64), judged[numbers])


def _judge(sheet: Sheet, measures: Iterable[Measure]) -> dict[Measure, Doubles]:
    """The value of each pattern, by measure; behind them a 0, that of the pattern in which nothing is found."""
    import ir_measures

    asked = {measure: _asked(measure, sheet) for measure in measures}
    columns = {str(one): np.zeros(len(sheet.patterns) + 1) for one in asked.values()}
    if sheet.patterns and asked:
        qrels, run = _as_judged(sheet.patterns)
        evaluator: Any = ir_measures.pytrec_eval.evaluator(
            list({str(one): one for one in asked.values()}.values()), qrels
        )
        for invoker in evaluator.invokers:  # its own loop over these makes an object a value, and hashes it twice
            told = invoker.evaluator.evaluate(run)
            for stem, (one, _) in invoker.measure_map.items():
                columns[str(one)][:-1] = [told[query][stem] for query in run]
    judged: dict[Measure, Doubles] = {}
    for measure, one in asked.items():
        values = columns[str(one)]
        if measure.family.stem == "MRR":
            # trec_eval's reciprocal rank has no cut-off: 1 / rank is at least 1 / k exactly where rank is at most k.
            values = np.where(values >= 1 / (sheet.length or measure.cutoff), values, 0.0)
        elif measure.family.stem == "all":
            values = (values == 1.0).astype(np.float64)
        judged[measure] = values
    return judged


def _asked(measure: Measure, sheet: Sheet) -> Any:
    """ir-measures' own measure. One of a list that is judged whole is cut off at its end."""
    from ir_measures import AP, RR, P, R, nDCG

    cutoff = sheet.length or measure.cutoff
    match measure.family.stem:
        case "recall" | "all":
            return R @ cutoff
        case "precision":
            return P @ cutoff
        case "nDCG":
            return nDCG @ cutoff
        case "MAP":
            return AP @ cutoff
        case _:
            return RR


def _as_judged(
    numbered: dict[Pattern, int],
) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Qrels and a run that show these patterns, a query each. Runs end behind the last find, and those that are as long
    are one object."""
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    ranked: dict[int, dict[str, float]] = {}
    for (gains, missed), number in numbered.items():
        coded = np.frombuffer(gains, dtype=np.int64).tolist()
        relevant = {str(one // SPAN + 1): one % SPAN for one in coded}
        for other, one in enumerate(missed):
            relevant[f"missed {other}"] = one
        length = coded[-1] // SPAN + 1
        if length not in ranked:
            ranked[length] = {str(place + 1): float(length - place) for place in range(length)}
        qrels[str(number)] = relevant
        run[str(number)] = ranked[length]
    return qrels, run
