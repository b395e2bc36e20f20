"""Prepare the sections of the report page: every number and name as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.english.counts import counted
from benchwright.evaluate.summary import ALL, ModalityConfusion, ScoreCell, Slice, SliceKind, Summary, SystemPair
from benchwright.publish.corrections import Correction, corrections, uncorrected
from benchwright.publish.geometry import COLOURS, SHAPES, Axis, Bar, Curves, axis, bar, curves
from benchwright.publish.number_format import (
    NONE,
    decimals,
    estimate,
    has_end,
    interval,
    less_is_better,
    mean,
    number,
    probability,
)
from benchwright.publish.safe_text import line, short_names, shortened
from benchwright.publish.verdicts import significant_leader, verdict

_NAME = 24
_BRIEF = 16
_LONGEST = 400
_STEPS = 10
_SIDE_BY_SIDE = 6
"""Columns of a heat grid that still fit twice beside each other."""
PAIRS = 150
SECTIONS: tuple[tuple[SliceKind, str], ...] = (("style", "By style"), ("modalities", "By modalities"))


@dataclass(frozen=True, slots=True)
class SystemView:
    """A system's name, whole, short and for phones, and its mark: no two systems share both colour and shape. `parts`
    is the short name where it may break; `bound` marks a ceiling or a floor."""

    name: str
    short: str
    brief: str
    colour: int
    shape: int
    index: int
    parts: tuple[str, ...] = ()
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """One number: `order` sorts it, `why` says what is rough or missing, `tone` is its step on the heat scale."""

    text: str
    interval: str
    bar: Bar | None
    order: str
    n: int
    few: bool
    best: bool
    why: str
    tone: int


@dataclass(frozen=True, slots=True)
class PairView:
    """One difference, with its places on the axis in per cent."""

    a: SystemView
    b: SystemView
    where: str
    difference: str
    p: str
    verdict: str
    at: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Forest:
    """Differences on one scale: as many as are shown, of `count` that there are, `real` of them real."""

    title: str
    pairs: tuple[PairView, ...]
    count: int
    real: int
    axis: Axis


def _system(name: str, short: str, brief: str, place: int, *, bound: bool = False) -> SystemView:
    """A system's view; a short name may break behind its marks, for it has no spaces."""
    parts = tuple(re.findall(r"[^(,:/+_ ]*[(,:/+_ ]+|[^(,:/+_ ]+", short))
    return SystemView(line(name, _LONGEST), short, brief, place % COLOURS, place % SHAPES, place, parts, bound)


class Views:
    """The sections of one summary. Properties are asked by the template, in the order of the page."""

    def __init__(self, summary: Summary) -> None:
        self.summary = summary
        self.places = decimals(summary)
        self.names = self.summary.listing
        shorts, briefs = short_names(self.names, _NAME), short_names(self.names, _BRIEF)
        self.systems = [
            _system(name, shorts[name], briefs[name], place, bound=name in self.summary.bounds)
            for place, name in enumerate(self.names)
        ]
        self._by_name = dict(zip(self.names, self.systems, strict=True))

    def system(self, name: str) -> SystemView:
        """The view of a system; of one that the summary does not list, its bare name."""
        return self._by_name.get(name) or _system(name, shortened(name, _NAME), shortened(name, _BRIEF), -1)

    def _score(self, cell: ScoreCell | None, most: float = 1.0, *, best: bool = False) -> Score:
        if cell is None:
            return Score(NONE, "", None, "", 0, few=False, best=False, why="", tone=-1)
        one = cell.shown
        tone = -1 if one.mean is None or most <= 0 else min(_STEPS - 1, max(0, int(_STEPS * one.mean / most)))
        return Score(
            mean(one, self.places, measure=cell.measure, doubtful=self.summary.doubtful(one)),
            interval(one, self.places, measure=cell.measure),
            bar(one, most),
            "" if one.mean is None else repr(float(one.mean)),
            cell.estimate.n,
            cell.few,
            best,
            line(one.why, _LONGEST) if one.sureness else "",
            tone,
        )

    @property
    def measures(self) -> list[tuple[str, bool]]:
        """The measures, and whether less is better."""
        return [(self.title(measure), less_is_better(measure)) for measure in self.summary.measures]

    def title(self, measure: str) -> str:
        """The name of a measure; that of a judged one says whether the judge is certified."""
        return line(self.summary.title(measure), 120 if measure in self.summary.judges else 40)

    @property
    def corrections(self) -> list[tuple[str, list[Correction], list[str]]]:
        """By judged measure: its scores as judged and as corrected, and why others could not be."""
        return [
            (
                self.title(measure),
                [one for one in found if one.is_shown],
                uncorrected(found),
            )
            for measure, found in corrections(self.summary).items()
        ]

    def _most(self, measure: str, slices: Sequence[Slice]) -> float:
        """The end of a measure's scale: 1, or the largest of these slices where it has none."""
        if has_end(measure):
            return 1.0
        cells = [self.summary.cell(name, measure, one) for name in self.names for one in slices]
        ends = [cell.estimate.high or cell.estimate.mean or 0.0 for cell in cells if cell is not None]
        return max(ends, default=0.0)

    @property
    def scores(self) -> list[tuple[SystemView, list[Score]]]:
        """Systems by measures over all questions."""
        ends = {measure: self._most(measure, [ALL]) for measure in self.summary.measures}
        crowns = {measure: significant_leader(self.summary, measure) for measure in self.summary.measures}
        return [
            (
                self.system(name),
                [
                    self._score(self.summary.cell(name, measure), ends[measure], best=crowns[measure] == name)
                    for measure in self.summary.measures
                ],
            )
            for name in self.names
        ]

    @property
    def slices(self) -> list[tuple[str, list[tuple[Slice, list[tuple[SystemView, Score]]]]]]:
        """The main measure by style and by modalities: title, slices, and the systems' scores in each."""
        sections = [(title, self.summary.slices_of(kind)) for kind, title in SECTIONS]
        return [(title, self._scores_in(slices, [*slices, ALL])) for title, slices in sections if slices]

    @property
    def facet_slices(self) -> list[tuple[str, list[tuple[Slice, list[tuple[SystemView, Score]]]]]]:
        """The same by each facet."""
        sections = [(f"By {line(name, 60)}", self.summary.slices_of(name)) for name in self.summary.facets]
        return [(title, self._scores_in(slices, [*slices, ALL])) for title, slices in sections]

    def _scores_in(
        self, slices: Sequence[Slice], scale: Sequence[Slice]
    ) -> list[tuple[Slice, list[tuple[SystemView, Score]]]]:
        most, measure = self._most(self.summary.main, scale), self.summary.main
        return [
            (
                one,
                [(self.system(name), self._score(self.summary.cell(name, measure, one), most)) for name in self.names],
            )
            for one in slices
        ]

    @property
    def many(self) -> bool:
        """Whether styles by modalities take a whole line a system."""
        return len(self.summary.combinations) > _SIDE_BY_SIDE

    @property
    def heat(self) -> list[tuple[SystemView, dict[tuple[str, str], Score]]]:
        """The scores of each system by style and modalities; none where the summary has no such slices."""
        slices = self.summary.slices_of("style and modalities")
        most, measure = self._most(self.summary.main, slices), self.summary.main
        cells = {
            name: {(one.style, one.modalities): self.summary.cell(name, measure, one) for one in slices}
            for name in self.names
        }
        return [
            (self.system(name), {key: self._score(cell, most) for key, cell in grid.items() if cell is not None})
            for name, grid in cells.items()
            if slices
        ]

    def curves(self, width: int, height: int, names: int) -> Curves | None:
        """Recall by rank as a drawing of that size."""
        return curves(self._curves, width, height, names)

    @property
    def _curves(self) -> dict[str, tuple[tuple[int, float], ...]]:
        points = self.summary.curves
        return {name: points[name] for name in dict.fromkeys((*self.names, *points)) if name in points}

    @property
    def curve_table(self) -> tuple[list[int], list[tuple[SystemView, list[str]]]]:
        """The same as numbers."""
        ranks = sorted({k for points in self._curves.values() for k, _ in points})
        rows = [
            (self.system(name), [number(dict(points).get(k), self.places) for k in ranks])
            for name, points in self._curves.items()
        ]
        return ranks, rows

    @property
    def forests(self) -> list[Forest]:
        """Differences over all questions, those from the bounds, and those within slices, each on a scale of its own:
        beside the distance to `random` no other difference could be seen."""
        everywhere = self.summary.main_pairs("all")
        bounds = [pair for pair in everywhere if {pair.a, pair.b}.intersection(self.summary.bounds)]
        sliced = [pair for pair in self.summary.main_pairs() if pair.slice.kind != "all"]
        sliced.sort(key=lambda pair: verdict(pair) != "real")
        titled = (
            ("", [pair for pair in everywhere if pair not in bounds]),
            ("Differences from the bounds", bounds),
            ("Differences within slices", sliced),
        )
        return [self._forest(title, pairs) for title, pairs in titled if pairs]

    def _forest(self, title: str, pairs: Sequence[SystemPair]) -> Forest:
        scale = axis([pair.difference for pair in pairs])
        listed = tuple(self._pair(pair, scale) for pair in pairs[:PAIRS])
        return Forest(title, listed, len(pairs), sum(verdict(pair) == "real" for pair in pairs), scale)

    def _pair(self, pair: SystemPair, scale: Axis) -> PairView:
        one = pair.difference
        return PairView(
            self.system(pair.a),
            self.system(pair.b),
            "" if pair.slice.kind == "all" else line(pair.slice.label, 80),
            estimate(one, self.places, measure=pair.measure, signed=True, doubtful=self.summary.doubtful(one)),
            probability(pair.p_corrected),
            verdict(pair),
            *(None if end is None else scale.at(end) for end in (one.mean, one.low, one.high)),
        )

    @property
    def confusions(self) -> list[ModalityConfusion]:
        """Of which modality the hits are over all questions, a row a system."""
        return [one for name in self.names if (one := self.summary.confusion(name)) is not None]

    @property
    def confusions_within(self) -> list[tuple[SystemView, list[ModalityConfusion]]]:
        """The same by what the questions are over, system by system."""
        rows = [
            (name, [one for one in self.summary.confusions_of(name) if one not in self.confusions])
            for name in self.names
        ]
        return [(self.system(name), within) for name, within in rows if within]

    def number(self, value: float | None) -> str:
        """A share with the decimals of this summary."""
        return number(value, self.places)

    @property
    def hit_modalities(self) -> list[str]:
        """The modalities that hits are counted by."""
        return list(dict.fromkeys(kind for one in self.summary.confusions for kind in one.shares))

    @property
    def confusion_of(self) -> str:
        """`the best 5 hits, and recall@5`."""
        ks = list(dict.fromkeys(one.k for one in self.summary.confusions))
        measures = list(dict.fromkeys(line(one.measure, 40) for one in self.summary.confusions))
        return f"{', '.join(counted(k, 'hit') for k in ks)}, and {', '.join(measures)}"
