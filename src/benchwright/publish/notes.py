"""Counts of what was treated otherwise than it came in, as sentences; and how everything was measured.

Reasons are counted by short words on the way (`nan`, `tied`, `missing` ...). Each has its sentence here; one that has
none is shown as it is, so that nothing is kept from the reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchwright.evaluate.summary import Summary
from benchwright.publish.numbers import ALPHA, ROUGH, count, listed
from benchwright.publish.words import line

_QUESTION = {
    "missing": ("{n} missing from the run: scored 0", "questions"),
    "failed": ("{n} on which the system failed: scored 0", "questions"),
    "constant": ("{n} where all hits have the same score: the order says nothing", "questions"),
    "tied": ("{n} where equal scores matter: what is not relevant came first", "questions"),
    "unknown questions": ("{n} that the benchmark does not have: left out", "questions"),
    "no hits": ("{n} for which nothing was returned: scored 0", "questions"),
}
_ROW = {
    "nan": ("{n} without a number as score: ranked last", "hits"),
    "infinite": ("{n} with an infinite score: ranked first or last, as it says", "hits"),
    "repeated": ("{n} that repeat a source of the same question: the best one counts", "hits"),
    "itself": ("{n} that are the question itself: taken out", "hits"),
    "unknown sources": ("{n} that the corpus does not have: they count as not relevant", "hits"),
    "cut past k": ("{n} past the number that was asked for: left out", "hits"),
    "unknown documents": ("{n} of a document that the corpus does not have: looked for by their words alone", "chunks"),
    "ambiguous documents": ("{n} of a document whose name fits several: looked for by their words alone", "chunks"),
    "bad places": ("{n} with a place that cannot be: looked for by their words alone", "chunks"),
    "empty chunks": ("{n} without words or a place: they count as not relevant", "chunks"),
    "long chunks": ("{n} longer than is looked through", "chunks"),
}


_UNSCORED = {
    "no gold": "the benchmark names no source that answers them",
    "no gold answers": "the benchmark has no answer to them",
    "no evidence of answers": "the benchmark has no evidence for each of their answers",
    "no citations": "the system never says what it cites",
    "cites nothing": "the system cites nothing there",
}


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to know of one system, as a sentence."""

    system: str
    text: str


def sentence(reason: str, n: int) -> str:
    """`3 questions missing from the run: scored 0.`"""
    if reason.startswith("failed: "):
        return f"{count(n, 'question')} failed, {line(reason.removeprefix('failed: '), 80)}: scored 0."
    pattern, things = _QUESTION.get(reason) or _ROW.get(reason) or ("", "")
    if not pattern:
        return f"{line(reason, 200)}: {n:,}."
    said = pattern.format(n=count(n, things.removesuffix("s"), things))
    return f"{_singular(said) if n == 1 else said}."


def _singular(said: str) -> str:
    for many, one in (("that match ", "that matches "), ("that repeat ", "that repeats "), ("that are ", "that is ")):
        said = said.replace(many, one)
    return said.replace("they count", "it counts").replace("by their words", "by its words")


def notes(summary: Summary) -> list[Note]:
    """All that is to be known of the systems' runs, by system in the summary's order, the largest count first."""
    found: list[Note] = []
    for system in [*summary.systems, *sorted(set(summary.notes) - set(summary.systems))]:
        counts = summary.notes.get(system, {})
        found += [Note(system, sentence(reason, n)) for reason, n in _by_size(counts) if n]
        for measure, reasons in summary.unscored.get(system, {}).items():
            for reason, n in _by_size(reasons):
                if n:
                    why = _UNSCORED.get(reason) or line(reason, 200)
                    found.append(Note(system, f"{count(n, 'question')} not scored by {line(measure, 40)}: {why}."))
    return found


def _by_size(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


_FAMILIES = (
    ("recall@", "recall@k", "share of the gold sources among the best k hits."),
    ("all@", "all@k", "1 if every source of a gold set is among the best k hits."),
    ("precision@", "precision@k", "share of the best k hits that hold evidence of any gold set."),
    ("nDCG@", "nDCG@k", "gain of the hits discounted by the logarithm of their rank, as a share of the best order’s."),
    ("MRR@", "MRR@k", "1 divided by the rank of the first relevant hit."),
    ("MAP@", "MAP@k", "mean of the precisions at the ranks of the gold sources."),
    ("ARECALL@", "ARECALL@k", "1 if the best k hits hold evidence for at least min(k, answers) answers (QAMPARI)."),
    ("ERECALL@", "ERECALL@k", "share of the answers whose evidence is among the best k hits (QAMPARI)."),
    ("F1@threshold", "F1@threshold", "F1 of the sources above one score that serves all questions best (WebQA)."),
    ("answer-F1", "answer-F1", "overlap of the words of the answer and of the best gold answer."),
    ("exact-match", "exact-match", "1 if the answer is a gold answer, but for case, articles and punctuation."),
    ("set-precision", "set-precision", "share of the answers given that are right."),
    ("set-recall", "set-recall", "share of the right answers that are given."),
    ("set-F1", "set-F1", "harmonic mean of set-precision and set-recall."),
    ("citation-precision", "citation-precision", "share of the citations that are gold sources."),
    ("citation-recall", "citation-recall", "share of the gold sources that are cited."),
    ("latency", "latency", "seconds until the whole reply; less is better."),
)


def definitions(summary: Summary) -> list[tuple[str, str]]:
    """What the measures that are shown mean, each family once."""
    return [
        (name, text)
        for prefix, name, text in _FAMILIES
        if any(
            measure == prefix or (prefix.endswith("@") and measure.startswith(prefix)) for measure in summary.measures
        )
    ]


def method(summary: Summary) -> list[str]:
    """How the numbers came about, a sentence each."""
    return [
        "Where several sets of sources suffice, a question’s measure is the best over them; precision takes a hit as "
        "relevant if it holds evidence of any of them.",
        "A question that a run does not have, or on which a system failed, scores 0 and stays in every mean.",
        "Of hits with equal scores the one that is not relevant comes first, so that scores that are all equal gain "
        "nothing.",
        f"Intervals are 95 % bootstrap intervals{_resamples(summary)}, drawn by document and not by question: "
        "questions on one document share its difficulties. "
        f"{ROUGH} marks an interval that is not known to keep to its 95 % (few documents, or rates near 0 or 1); what "
        "has too few questions or documents to conclude from is grey.",
        "Differences are tested question by question with a paired permutation test by document, and corrected by Holm "
        f"over all that are told of a measure. Real means p < {ALPHA}; “not shown” does not mean that there is none.",
        f"Seed {summary.seed}: the same runs give the same numbers.",
    ]


def _resamples(summary: Summary) -> str:
    return f" of {summary.resamples:,} resamples" if summary.resamples else ""


def rough_reasons(summary: Summary) -> str:
    """Why intervals over all questions are rough, in the words of the statistics; "" if none is."""
    whys = dict.fromkeys(
        cell.estimate.why
        for cell in summary.cells
        if cell.slice.kind == "all" and cell.estimate.sureness == "rough" and cell.estimate.why
    )
    return f"Rough: {listed(line(why) for why in whys)}." if whys else ""
