"""Write the notes below scores: what was changed or left out, and how everything was measured.

Reasons are counted by short words on the way (`nan`, `tied`, `missing` ...). Each has its sentence here; one that has
none is shown as it is, so that nothing is kept from the reader.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from benchwright.english.joining import join_and
from benchwright.english.verbs import third_person
from benchwright.evaluate.measures.catalogue import parse_measures
from benchwright.evaluate.summary import ALPHA, Summary
from benchwright.publish.number_format import ROUGH, count
from benchwright.publish.safe_text import line

_QUESTION = {
    "missing": ("{n} missing from the run: scored 0", "questions"),
    "failed": ("{n} on which the system failed: scored 0", "questions"),
    "constant": ("{n} where all hits have the same score: the order says nothing", "questions"),
    "tied": ("{n} where equal scores matter", "questions"),
    "unknown questions": ("{n} that the benchmark does not have: left out", "questions"),
    "no hits": ("{n} for which nothing was returned: scored 0", "questions"),
    "without contexts": ("{n} for which the system returned no contexts: retrieval scored 0 there", "questions"),
}
_ROW = {
    "nan": ("{n} without a number as score: ranked last", "hits"),
    "infinite": ("{n} with an infinite score: ranked first or last, as it says", "hits"),
    "repeated": ("{n} that repeat a source of the same question: the best one counts", "hits"),
    "itself": ("{n} that are the question itself: taken out", "hits"),
    "unknown sources": ("{n} that the corpus does not have: they count as not relevant", "hits"),
    "undecided sources": ("{n} that tell only answers that are neither right nor wrong: taken out", "hits"),
    "undecided answers": ("{n} of the system's that are neither right nor wrong: left out", "answers"),
    "cut past k": ("{n} past the number that was asked for: left out", "hits"),
    "unknown documents": ("{n} of a document that the corpus does not have: looked for by their words alone", "chunks"),
    "ambiguous documents": ("{n} of a document whose name fits several: looked for by their words alone", "chunks"),
    "bad places": ("{n} with a place that cannot be: looked for by their words alone", "chunks"),
    "empty chunks": ("{n} without words or a place: they count as not relevant", "chunks"),
    "long chunks": ("{n} of more than 20,000 characters: they find much by their size alone", "chunks"),
}


_TIES = {
    "worst": "Of hits with equal scores the irrelevant one comes first, so that a constant score gains nothing.",
    "trec": "Of hits with equal scores the one with the larger id comes first, as trec_eval has it.",
}
"""By the rule for ties."""

_TIED = {"worst": "what is not relevant came first", "trec": "the larger id came first"}

_UNSCORED = {
    "no gold": "the benchmark names no source that answers them",
    "no gold answers": "the benchmark has no answer to them",
    "no evidence of answers": "the benchmark has no evidence for each of their answers",
    "no citations": "the system never returns citations",
    "cites nothing": "the system cites nothing there",
    "no contexts": "the system never returns any context",
    "failed": "the system failed on them",
}


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to know of one system, as a sentence."""

    system: str
    text: str


def sentence(reason: str, n: int, ties: str = "worst") -> str:
    """`3 questions missing from the run: scored 0.` `ties` is the rule that equal scores were settled by."""
    if reason.startswith("failed: "):
        return f"{count(n, 'question')} failed, {line(reason.removeprefix('failed: '), 200)}: scored 0."
    pattern, things = _QUESTION.get(reason) or _ROW.get(reason) or ("", "")
    if not pattern:
        return f"{line(reason, 200)}: {n:,}."
    said = pattern.format(n=count(n, things.removesuffix("s"), things))
    if reason == "tied":
        said += f": {_TIED[ties]}" if ties in _TIED else ""
    return f"{_of_one(said) if n == 1 else said}."


def _of_one(text: str) -> str:
    """The same said of one thing: "that match" becomes "that matches", "they count" becomes "it counts"."""
    text = re.sub(r"\bthat (match|repeat|tell|are)\b", lambda match: f"that {third_person(match[1])}", text)
    return text.replace("they count", "it counts").replace("by their words", "by its words")


def notes(summary: Summary) -> list[Note]:
    """All that is to be known of the systems' runs, by system in the summary's order, the largest count first."""
    found: list[Note] = []
    for system in [*summary.systems, *sorted(set(summary.notes) - set(summary.systems))]:
        counts = dict(summary.notes.get(system, {}))
        if any(reason.startswith("failed: ") for reason in counts):
            counts.pop("failed", None)  # the same questions, told by what went wrong
        found += [Note(system, sentence(reason, n, _ties(summary))) for reason, n in _by_size(counts) if n]
        for measure, reasons in summary.unscored.get(system, {}).items():
            for reason, n in _by_size(reasons):
                if n:
                    why = _UNSCORED.get(reason) or line(reason, 200)
                    found.append(Note(system, f"{count(n, 'question')} not scored by {line(measure, 40)}: {why}."))
    return found


def _by_size(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def definitions(summary: Summary) -> list[tuple[str, str]]:
    """What the measures that are shown mean, each family once, in the order of tables."""
    told = []
    for family in dict.fromkeys(one.family for one in parse_measures(summary.measures)):
        about = family.about.replace("'", "’")
        about = f"{about} ({family.unit})" if family.unit else about
        told.append((family.name, f"{about}." if family.higher_is_better else f"{about}; less is better."))
    return told


_ASKED = {
    "open": "Sources of every modality were searched.",
    "known": "Only sources of the modalities of the answer were searched.",
    "both": "Sources of every modality were searched; “if known” is the score if only those of the "
    "modalities of the answer were searched.",
}
"""By the setting `modality`."""


def method(summary: Summary) -> list[str]:
    """How the numbers came about, a sentence each."""
    asked = (_cutoffs(summary), _ASKED.get(str(summary.settings.get("modality")), ""))
    return [
        *filter(None, asked),
        "Where several sets of sources suffice, a question’s measure is the best over them. Precision counts a hit as "
        "relevant if it holds evidence of any of them.",
        "A question that a run does not have, or on which a system failed, scores 0 and stays in every mean.",
        _TIES.get(_ties(summary), line(f"Of hits with equal scores: {_ties(summary)}.", 200)),
        f"Intervals are 95 % bootstrap intervals{_resamples(summary)}, drawn by document and not by question: "
        "questions on one document share its difficulties. "
        f"{ROUGH} marks an interval that may not reach 95 % coverage (few documents, rates near 0 or 1). Numbers from "
        "too few questions or documents for a conclusion are grey.",
        "Differences are tested question by question with a paired permutation test by document, and corrected by Holm "
        f"over all tests of a measure. Real means p < {ALPHA}; “not shown” does not mean that there is no difference.",
        "The detectable difference and the number of questions needed hold for a single test; a correction for many "
        "tests needs more.",
        f"Seed {summary.seed}: the same runs give the same numbers.",
    ]


def _ties(summary: Summary) -> str:
    """The rule that ran; systems that are asked whole have no choice of one."""
    return str(summary.settings.get("ties", "worst"))


def _cutoffs(summary: Summary) -> str:
    """How far down the hits are looked at, where that was set."""
    told = summary.settings.get("k")
    cuts = [str(cut) for cut in told] if isinstance(told, list | tuple) else []
    return f"Cut-offs that were asked for: k = {join_and(cuts)}." if cuts else ""


def _resamples(summary: Summary) -> str:
    return f" of {summary.resamples:,} resamples" if summary.resamples else ""


def rough_reasons(summary: Summary) -> str:
    """Why intervals over all questions are rough, in the words of the statistics; "" if none is."""
    whys = dict.fromkeys(
        cell.estimate.why
        for cell in summary.cells
        if cell.slice.kind == "all" and cell.estimate.sureness == "rough" and cell.estimate.why
    )
    return f"{ROUGH} marks intervals that may be too narrow: {join_and(line(why) for why in whys)}." if whys else ""
