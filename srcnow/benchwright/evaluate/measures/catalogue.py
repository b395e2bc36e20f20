"""List every measure by name: what it needs, its range, its unit, and what it is in a line.

A name is a stem, and for most retrieval measures a cut-off: `recall@5`. A measure that a judge decides is named with
the judge: `faithfulness@openai/NAME`. Names are exact, so that one number has one name in every file; a near miss is
answered with the name that was meant.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from benchwright.errors import UsageError
from benchwright.evaluate.measures.official import OFFICIAL, OfficialMeasure

Needs = Literal["sources", "texts", "scores", "answers", "citations", "judge", "clock"]
"""What a measure is computed from: the sources at each rank; the words of the hits; scores to compare with a threshold;
the system's answer; its citations; a judge's verdicts on these; its time."""

LARGEST = 100_000
"""The largest cut-off: first stages of retrieval are measured at some thousands."""

DEFAULT = (10,)
"""The cut-off where none is named."""


@dataclass(frozen=True, slots=True)
class MeasureFamily:
    """Measures that differ by their cut-off or their judge only. `at` is "k" where names have a cut-off, "judge" where
    they have a judge, else what stands in its place. `high` is the largest value; every measure's least is 0. `about`
    is one line for a person. An `official` measure is one that a paper published."""

    stem: str
    at: Literal["k", "threshold", "judge", ""]
    needs: Needs
    about: str
    high: float = 1.0
    higher_is_better: bool = True
    unit: str = ""
    official: OfficialMeasure | None = None

    @property
    def name(self) -> str:
        """What all of its measures are called together: `recall@k`, `F1@threshold`, `latency`."""
        return f"{self.stem}@{self.at}" if self.at else self.stem


FAMILIES: tuple[MeasureFamily, ...] = (
    MeasureFamily("recall", "k", "sources", "share of a gold set's sources among the first k hits"),
    MeasureFamily("all", "k", "sources", "1 if every source of a gold set is among the first k hits"),
    MeasureFamily("precision", "k", "sources", "share of the first k hits that hold evidence"),
    MeasureFamily("nDCG", "k", "sources", "discounted gain of the first k hits, over the best possible"),
    MeasureFamily("MRR", "k", "sources", "1 / rank of the first hit with evidence, 0 behind k"),
    MeasureFamily("MAP", "k", "sources", "mean over a gold set's sources of the precision at their rank, 0 behind k"),
    MeasureFamily("ARECALL", "k", "texts", "share of the answers whose words stand in the first k hits"),
    MeasureFamily(
        "ERECALL", "k", "sources", "mean over the answers of the share of their evidence in the first k hits"
    ),
    MeasureFamily(
        "F1", "threshold", "scores", "F1 of the hits scored above a threshold that is chosen on other documents"
    ),
    MeasureFamily("answer-parts", "", "answers", "share of the values of a right answer that the answer states"),
    MeasureFamily("answer-F1", "", "answers", "F1 of the words of the answer, the best of the references"),
    MeasureFamily("exact-match", "", "answers", "1 if the answer is a reference, case, articles and punctuation aside"),
    MeasureFamily("set-precision", "", "answers", "share of the system's answers that are right"),
    MeasureFamily("set-recall", "", "answers", "share of the right answers that the system gives"),
    MeasureFamily("set-F1", "", "answers", "harmonic mean of set-precision and set-recall"),
    *(MeasureFamily(one.name, "", "answers", one.about, official=one) for one in OFFICIAL),
    MeasureFamily("citation-precision", "", "citations", "share of the cited contexts that hold evidence"),
    MeasureFamily("citation-recall", "", "citations", "share of a gold set's sources that is cited"),
    MeasureFamily("judged-correctness", "judge", "judge", "grade of the answer by sources and reference: 0, 0.5 or 1"),
    MeasureFamily("judged-reference", "judge", "judge", "grade of the answer by the reference alone: 0, 0.5 or 1"),
    MeasureFamily("faithfulness", "judge", "judge", "share of the answer's claims that its contexts bear out"),
    MeasureFamily("answer-relevance", "judge", "judge", "share of the answer's claims that answer the question"),
    MeasureFamily(
        "citation-support", "judge", "judge", "share of the answer's claims that the cited contexts bear out"
    ),
    MeasureFamily("context-recall", "judge", "judge", "share of the reference's claims that the contexts bear out"),
    MeasureFamily("nugget-recall", "judge", "judge", "share of the reference's vital facts that the answer holds"),
    MeasureFamily("latency", "", "clock", "time to answer", high=math.inf, higher_is_better=False, unit="s"),
)
"""Every measure, in the order of tables."""

_OTHER_NAMES = {"r": "recall", "p": "precision", "rr": "mrr", "ap": "map", "em": "exactmatch", "tokenf1": "answerf1"}
"""What other programs call them."""

_RETRIEVAL: frozenset[Needs] = frozenset({"sources", "texts", "scores"})


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure: `recall@5` is the family `recall` at the cut-off 5; `cutoff` is 0 where the family has none. `model`
    is the judge, or a model other than the paper's."""

    family: MeasureFamily
    cutoff: int = 0
    model: str = ""

    @property
    def judge(self) -> str:
        """The model that decides, "" where none does."""
        return self.model if self.family.at == "judge" else ""

    @property
    def name(self) -> str:
        """The exact name."""
        if self.judge:
            return f"{self.family.stem}@{self.judge}"
        if self.family.at == "k":
            return f"{self.family.stem}@{self.cutoff}"
        return f"{self.family.name}({self.model})" if self.model else self.family.name

    @property
    def is_retrieval(self) -> bool:
        """Whether it says something of what was retrieved, and not of an answer."""
        return self.family.needs in _RETRIEVAL

    @property
    def order(self) -> tuple[int, int, str]:
        """What tables sort by."""
        return FAMILIES.index(self.family), self.cutoff, self.model


def parse_measure(name: str) -> Measure:
    """The measure of that exact name. Raises UsageError, with the nearest name there is."""
    bare, bracket, rest = name.partition("(")
    model = rest.removesuffix(")").strip() if name.endswith(")") else ""
    if bracket and model:
        for family in FAMILIES:
            if family.stem == bare and family.official and family.official.model:
                return Measure(family, model="" if model == family.official.model else model)
    stem, _, at = name.partition("@")
    for family in FAMILIES:
        if family.stem != stem:
            continue
        if family.at == "judge":
            if at.strip():
                return Measure(family, model=at)
            raise UsageError(f"{name!r} does not say which judge", hint=f"name it: {stem}@openai/NAME")
        if family.at != "k":
            if name == Measure(family).name:
                return Measure(family)
        elif at.isascii() and at.isdigit() and not at.startswith("0"):
            if not (cutoff := _cutoff(at)):
                raise UsageError(f"the cut-off of {name!r} is too large", hint=f"at most {LARGEST:,}")
            return Measure(family, cutoff)
    raise UsageError(f"there is no measure {name!r}", hint=_hint(stem, at))


def parse_measures(names: Iterable[str]) -> tuple[Measure, ...]:
    """The measures of these names, each once, in the order of tables. Raises UsageError."""
    return tuple(sorted({parse_measure(name) for name in names}, key=lambda measure: measure.order))


def parse_cutoffs(text: str) -> tuple[int, ...]:
    """The cut-offs of a list such as `5,10`, ascending. Raises UsageError."""
    cutoffs: set[int] = set()
    for part in text.split(","):
        if not (cutoff := _cutoff(part.strip())):
            raise UsageError(f"{part.strip()!r} is not a cut-off", hint=f"whole numbers of 1 to {LARGEST:,}: --k 5,10")
        cutoffs.add(cutoff)
    return tuple(sorted(cutoffs))


def _cutoff(digits: str) -> int:
    """A cut-off within the bounds, 0 for anything else."""
    whole = digits.isascii() and digits.isdigit() and len(digits) <= len(str(LARGEST))
    return int(digits) if whole and int(digits) <= LARGEST else 0


def retrieval_names(cutoffs: Sequence[int] = DEFAULT, *, lists: bool = False) -> tuple[str, ...]:
    """What is measured of a retriever by default: recall and all at each cut-off, and nDCG at the largest; with `lists`
    (most questions have several answers) ARECALL and ERECALL at each as well."""
    ascending = sorted(set(cutoffs))
    names = [f"{stem}@{k}" for stem in ("recall", "all", *(("ARECALL", "ERECALL") if lists else ())) for k in ascending]
    names += [f"nDCG@{k}" for k in ascending[-1:]]
    return tuple(measure.name for measure in parse_measures(names))


def main_measure(wanted: str, measures: Sequence[str], usual: str) -> str:
    """The measure that slices and tests use: the one wanted, else the usual one, else the first. UsageError for one
    that is not measured."""
    if wanted and wanted not in measures:
        raise UsageError(f"{wanted!r} is not among the measures", hint=f"measured are: {', '.join(measures)}")
    return wanted or (usual if usual in measures else measures[0])


def depth(names: Iterable[str]) -> int:
    """How many hits a question these measures look at: their largest cut-off, 0 if none has one."""
    return max((measure.cutoff for measure in parse_measures(names)), default=0)


def _hint(stem: str, at: str) -> str:
    meant = {_key(family.stem): family for family in FAMILIES}
    meant |= {other: meant[key] for other, key in _OTHER_NAMES.items()}
    near = difflib.get_close_matches(_key(stem), meant, n=1, cutoff=0.6)
    if not near:
        return "there are " + ", ".join(family.name for family in FAMILIES)
    family = meant[near[0]]
    judge = (at.strip() or "MODEL") if family.at == "judge" else ""
    return f"did you mean {Measure(family, _cutoff(at) or DEFAULT[0], judge).name}?"


def _key(stem: str) -> str:
    return "".join(letter for letter in stem.lower() if letter.isalnum())
