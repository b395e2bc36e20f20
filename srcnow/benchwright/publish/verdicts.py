"""Say in words who leads, whether a difference is real, and what this benchmark can detect.

A difference is called real where the permutation test, corrected for all tests of its family, has p < 0.05.
Otherwise it is "not shown", which is not the same as "not there". A summary's `bounds` never lead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from benchwright.english.counts import counted
from benchwright.english.joining import join_and
from benchwright.evaluate.measures.catalogue import parse_measures
from benchwright.evaluate.summary import Summary, SystemPair
from benchwright.publish.number_format import better, decimals, interval, mean, number, probability_is
from benchwright.publish.safe_text import shortened
from benchwright.statistics import Interval


def advantage(pair: SystemPair, system: str) -> Interval:
    """How much better `system` is than the other one of its pair: above 0 if it is, for seconds as for shares."""
    one = pair.difference
    if (pair.a == system) == better(pair.measure, 1.0, 0.0):
        return one
    return replace(
        one,
        mean=None if one.mean is None else -one.mean,
        low=None if one.high is None else -one.high,
        high=None if one.low is None else -one.low,
    )


def leads(pair: SystemPair | None, system: str) -> bool:
    """Whether `system` is shown to be the better one of its pair."""
    return pair is not None and pair.real and (advantage(pair, system).mean or 0.0) > 0


def verdict(pair: SystemPair) -> str:
    """`real`, `not shown`, or `not tested`."""
    return "not tested" if pair.p_corrected is None else "real" if pair.real else "not shown"


def ranking(summary: Summary, measure: str) -> list[str]:
    """The contenders that have a mean over all questions, best first; equal ones in the summary's order."""
    means = [(value, system) for system in summary.contenders if (value := summary.mean(system, measure)) is not None]
    means.sort(key=lambda pair: pair[0], reverse=better(measure, 1.0, 0.0))
    return [system for _, system in means]


def significant_leader(summary: Summary, measure: str) -> str:
    """The best system of a measure if it is really better than the next one; else ""."""
    ranked = ranking(summary, measure)
    if len(ranked) < 2:
        return ""
    return ranked[0] if leads(summary.pair(ranked[0], ranked[1], measure), ranked[0]) else ""


_NAME = 60
_MEASURE = 100  # a judged measure has its judge's name, and the certificate's


@dataclass(frozen=True, slots=True)
class Headline:
    """The result in words: one sentence that can stand alone, and those behind it."""

    first: str
    more: tuple[str, ...] = ()


def headline(summary: Summary) -> Headline:
    """Who leads on the main measure, by how much, and whether that is real."""
    measure, named = summary.main, shortened(summary.title(summary.main), _MEASURE)
    places, ranked = decimals(summary), ranking(summary, summary.main)
    if not ranked:
        return Headline(f"No system has a score for {named}.")
    best = summary.cell(ranked[0], measure)
    assert best is not None  # it was ranked by its mean
    name = shortened(ranked[0], _NAME)
    score = mean(best.estimate, places, measure=measure, doubtful=summary.doubtful(best.estimate))
    if len(ranked) == 1:
        return Headline(
            f"{name} scores {score} {interval(best.estimate, places, measure=measure)}".rstrip() + f" on {named}.",
            _bounds(summary),
        )
    pair = summary.pair(ranked[0], ranked[1], measure)
    second = f"{shortened(ranked[1], _NAME)} ({number(summary.mean(ranked[1], measure), places, measure=measure)})"
    if pair is None or pair.difference.mean is None:
        first = f"{name} has the best {named}: {score}, before {second}. The difference was not tested."
        return Headline(first, _bounds(summary))
    level = [one for one in ranked if summary.mean(one, measure) == summary.mean(ranked[0], measure)]
    if len(level) > 1:
        first = f"{join_and(shortened(one, _NAME) for one in level)} have the same {named}, {score}."
        return Headline(first, _bounds(summary))
    gap = advantage(pair, ranked[0])
    by = number(gap.mean, places, measure=measure)
    if leads(pair, ranked[0]):
        direction = "below" if better(measure, 0.0, 1.0) else "above"
        first = f"{name} leads on {named}: {score}, {by} {direction} {second}. The difference is real."
    elif pair.p_corrected is None:
        why = f": {pair.untested}" if pair.untested else ""
        first = f"{name} has the best {named}: {score}, before {second}. The difference was not tested{why}."
    else:
        questions = counted(pair.difference.n, "question")
        first = f"{name} has the best {named}, {score}, but {questions} do not show that it is better than {second}."
    tested = f"{probability_is(pair.p_corrected)} after correction" if pair.p_corrected is not None else "not tested"
    detail = f"Difference {by} {interval(gap, places, measure=measure)}, {tested}."
    beaten = [
        shortened(other, _NAME) for other in ranked[2:] if leads(summary.pair(ranked[0], other, measure), ranked[0])
    ]
    also = (f"Shown to be better than {join_and(beaten)}.",) if beaten else ()
    return Headline(first, (detail, *also, *_bounds(summary)))


def _bounds(summary: Summary) -> tuple[str, ...]:
    """What is between the best system and the bounds that were measured."""
    places, measure = decimals(summary), summary.main
    scores = [
        f"{shortened(system, _NAME)} scores {number(value, places, measure=measure)}"
        for system in summary.listing
        if system in summary.bounds and (value := summary.mean(system, measure)) is not None
    ]
    return (f"For comparison, {join_and(scores)}.",) if scores else ()


def power(summary: Summary) -> str:
    """What difference these questions can show after correction, and how many others need; "" if nothing is known."""
    ranked = ranking(summary, summary.main)
    pair = summary.pair(ranked[0], ranked[1], summary.main) if len(ranked) > 1 else None
    if pair is None:
        return ""
    places = decimals(summary)
    drawn = f"{counted(pair.difference.n, 'question')} from {counted(pair.difference.clusters, 'document')}"
    parts = []
    if pair.detectable is not None:
        least = number(pair.detectable, places, measure=pair.measure)
        most = parse_measures([pair.measure])[0].family.high
        if pair.detectable > most:
            parts.append(f"are too few or too alike to show any difference in {summary.main}, which ends at {most:g}")
        else:
            parts.append(f"can show a difference of about {least} in {summary.main}, four times in five")
    needs = [
        f"{number(wished, places)} needs about {needed:,} questions"
        for wished, needed in pair.wished
        if needed is not None and needed > pair.difference.n
    ]
    if not parts and not needs:
        return ""
    text = f"{drawn} {parts[0]}" if parts else f"{drawn} were asked"
    names = f" (between {shortened(pair.a, _NAME)} and {shortened(pair.b, _NAME)})"
    return f"{text}{names}{'; ' + join_and(needs) if needs else ''}."
