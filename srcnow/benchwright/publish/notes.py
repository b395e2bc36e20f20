"""Write the notes below scores: what was changed or left out, and how everything was measured.

Reasons are counted by short words on the way (`nan`, `tied`, `missing` ...). Each has its sentence in `notes.yaml`;
a reason without a sentence is shown as it is, so that nothing is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from benchwright.english.counts import counted
from benchwright.english.joining import join_and
from benchwright.english.verbs import third_person
from benchwright.evaluate.measures.catalogue import parse_measures
from benchwright.evaluate.summary import ALPHA, Summary
from benchwright.files.package_data import read_yaml
from benchwright.publish.number_format import ROUGH
from benchwright.publish.safe_text import line

_COUNTED = ("questions", "hits", "answers", "predictions", "chunks")


@cache
def _sentences() -> dict[str, dict[str, str]]:
    """The sentences by kind and reason."""
    return dict(read_yaml(files("benchwright.publish") / "notes.yaml"))


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to know of one system, as a sentence."""

    system: str
    text: str


def sentence(reason: str, n: int, ties: str = "worst") -> str:
    """`3 questions missing from the run: scored 0.` `ties` is the rule that equal scores were settled by."""
    if reason.startswith("failed: "):
        return f"{counted(n, 'question')} failed, {line(reason.removeprefix('failed: '), 200)}: scored 0."
    things = next((kind for kind in _COUNTED if reason in _sentences()[kind]), "")
    if not things:
        return f"{line(reason, 200)}: {n:,}."
    text = _sentences()[things][reason].format(n=counted(n, things.removesuffix("s"), things))
    if reason == "tied" and (order := _sentences()["tied"].get(ties)):
        text += f": {order}"
    return f"{_of_one(text) if n == 1 else text}."


def _of_one(text: str) -> str:
    """The same said of one thing: "that match" becomes "that matches", "they count" becomes "it counts"."""
    text = re.sub(r"\bthat (match|repeat|tell|are)\b", lambda match: f"that {third_person(match[1])}", text)
    return text.replace("they count", "it counts").replace("by their words", "by its words")


def notes(summary: Summary) -> list[Note]:
    """All that is to be known of the systems' runs, by system in the summary's order, the largest count first."""
    listed: list[Note] = []
    for system in [*summary.systems, *sorted(set(summary.notes) - set(summary.systems))]:
        counts = dict(summary.notes.get(system, {}))
        if any(reason.startswith("failed: ") for reason in counts):
            counts.pop("failed", None)  # the same questions, counted by what went wrong
        listed += [Note(system, sentence(reason, n, _ties(summary))) for reason, n in _by_size(counts) if n]
        unscored = summary.unscored.get(system, {})
        common = _common(unscored, sum(summary.cell(system, one) is not None for one in summary.measures))
        listed += [
            Note(system, f"{counted(n, 'question')} not scored: {_why(reason)}.") for reason, n in _by_size(common)
        ]
        for measure, reasons in unscored.items():
            for reason, n in _by_size(reasons):
                if n and reason not in common:
                    told = f"{counted(n, 'question')} not scored by {line(measure, 40)}: {_why(reason)}."
                    listed.append(Note(system, told))
    return listed


def _why(reason: str) -> str:
    return _sentences()["unscored"].get(reason) or line(reason, 200)


def _common(unscored: Mapping[str, Mapping[str, int]], measures: int) -> dict[str, int]:
    """The reasons that leave as many questions unscored by each of several measures."""
    if len(unscored) < measures or measures < 2:
        return {}
    first = next(iter(unscored.values()))
    return {reason: n for reason, n in first.items() if n and all(one.get(reason) == n for one in unscored.values())}


def _by_size(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def definitions(summary: Summary) -> list[tuple[str, str]]:
    """What the measures that are shown mean, each family once, in the order of tables."""
    meanings = []
    for family in dict.fromkeys(one.family for one in parse_measures(summary.measures)):
        about = family.about.replace("'", "’")
        about = f"{about} ({family.unit})" if family.unit else about
        if family.official:
            about = f"{about} ({family.official.paper})"
            about += f". It can mislead: {family.official.misleads}" if family.official.misleads else ""
        meanings.append((family.name, f"{about}." if family.higher_is_better else f"{about}; less is better."))
    return meanings


def method(summary: Summary) -> list[str]:
    """How the numbers came about, a sentence each."""
    resamples = f" of {summary.resamples:,} resamples" if summary.resamples else ""
    settings = (_cutoffs(summary), _sentences()["modality"].get(str(summary.settings.get("modality")), ""))
    return [
        *filter(None, settings),
        "Where several sets of sources suffice, a question’s measure is the best over them. Precision counts a hit as "
        "relevant if it holds evidence of any of them.",
        "A question that a run does not have, or on which a system failed, scores 0 and stays in every mean.",
        *((_sentences()["judged"]["judges"],) if summary.judges else ()),
        _sentences()["ties"].get(_ties(summary), line(f"Of hits with equal scores: {_ties(summary)}.", 200)),
        f"Intervals are 95 % bootstrap intervals{resamples}, drawn by document and not by question: "
        "questions on one document share its difficulties. "
        f"{ROUGH} marks an interval that may not reach 95 % coverage (few documents, rates near 0 or 1), unless "
        "none may. Grey numbers come from too few questions or documents to stand alone: they are "
        "estimated together with the other slices of their kind (partial pooling), and drawn towards their mean.",
        "Differences are tested with a paired permutation test by document, which allows for skewed differences. All "
        "pairs over all questions are corrected together, and all pairs in slices are (step-down, by the largest "
        "statistic under the same permutations). "
        f"Real means p < {ALPHA}; “not shown” does not mean that there is no difference.",
        "The detectable difference and the number of questions needed are estimates, and hold after the correction for "
        "all pairs.",
        f"Seed {summary.seed}: the same runs give the same numbers.",
    ]


def _ties(summary: Summary) -> str:
    """The rule that ran; systems that are asked whole have no choice of one."""
    return str(summary.settings.get("ties", "worst"))


def _cutoffs(summary: Summary) -> str:
    """How far down the hits are looked at, where that was set."""
    cutoffs = summary.settings.get("k")
    cuts = [str(cut) for cut in cutoffs] if isinstance(cutoffs, list | tuple) else []
    return f"Cut-offs that were asked for: k = {join_and(cuts)}." if cuts else ""


def rough_reasons(summary: Summary) -> str:
    """Why intervals over all questions are rough, in the words of the statistics; "" if none is."""
    whys = dict.fromkeys(
        doubt
        for cell in summary.cells
        if cell.slice.kind == "all" and summary.doubtful(cell.estimate)
        for doubt in cell.estimate.doubts
        if doubt not in summary.common_doubts
    )
    common = join_and(line(why) for why in sorted(summary.common_doubts))
    sentences = [
        f"All intervals may be too narrow: {common}." if common else "",
        f"{ROUGH} marks intervals that may be too narrow: {join_and(line(why) for why in whys)}." if whys else "",
    ]
    return " ".join(filter(None, sentences))
