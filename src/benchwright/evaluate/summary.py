"""The records of a summary: everything that table, page, LaTeX, CSV and figures show of some systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from benchwright.records import Json, JsonRecord, fields_json
from benchwright.statistics import Interval

BOUNDS = frozenset({"oracle", "random"})
"""Ceiling and floor, by the retriever's name in its spec, not by the user's name for it. They are shown, not tested:
that a retriever is above chance is not a finding, and each further test makes the other corrected p-values larger."""

ALPHA = 0.05
"""A difference is called real where its corrected p-value is below this."""

CorrectionMethod = Literal["labels", "errors", ""]
"""How a judged score was corrected: by people's labels of the system's answers, by the judge's errors on known answers;
"" not at all."""

SliceKind = str
"""`all`, `style`, `modalities`, `style and modalities`, or the name of a facet (`evaluate.facets`)."""

NAMED_KINDS = ("all", "style", "modalities", "style and modalities")


@dataclass(frozen=True, slots=True)
class Slice(JsonRecord):
    """Some of the questions: `style` and `modalities` are "" where they do not matter, `value` is that of a facet."""

    kind: SliceKind
    style: str = ""
    modalities: str = ""
    value: str = ""

    @property
    def label(self) -> str:
        """As a person would name it: `multi-hop, text+table`, `sources: 2`."""
        if self.value:
            return f"{self.kind}: {self.value}"
        return ", ".join(part for part in (self.style, self.modalities) if part) or "all"


ALL = Slice("all")


@dataclass(frozen=True, slots=True)
class ScoreCell(JsonRecord):
    """One number of the grid. `few` says that there are too few questions or documents to conclude anything from them
    alone; `pooled` is then what they say together with the other slices of their kind (`partial_pooling`)."""

    system: str
    measure: str
    slice: Slice
    estimate: Interval
    few: bool = False
    pooled: Interval | None = None

    @property
    def shown(self) -> Interval:
        """What a table shows: the pooled estimate where there is one."""
        return self.estimate if self.pooled is None else self.pooled

    def to_json(self) -> Json:
        """Flat: the estimate's fields stand beside the cell's own."""
        cell = fields_json(self)
        estimate = cell.pop("estimate")
        return {**cell, **estimate}


@dataclass(frozen=True, slots=True)
class CorrectedScore(JsonRecord):
    """The share of right answers of a system in a slice, corrected: by which method ("" for none, then `estimate.why`
    says why), with how many known or labelled answers, and the weight of the judge's word beside labels."""

    system: str
    measure: str
    slice: Slice
    method: CorrectionMethod
    known: int
    estimate: Interval
    weight: float | None = None

    def to_json(self) -> Json:
        """Flat: the estimate's fields stand beside the score's own."""
        score = fields_json(self)
        estimate = score.pop("estimate")
        return {**score, **estimate}


@dataclass(frozen=True, slots=True)
class SystemPair(JsonRecord):
    """Is the difference `a` - `b` real? `p` of the paired permutation test, `p_corrected` corrected over all reported
    pairs and slices of this measure; None where nothing could be tested, and `untested` says why. `detectable` is about
    the smallest true difference that these questions show in four of five repetitions after that correction, `wished`
    about how many questions others need, by difference."""

    a: str
    b: str
    measure: str
    slice: Slice
    difference: Interval
    p: float | None
    p_corrected: float | None
    detectable: float | None = None
    wished: tuple[tuple[float, int | None], ...] = ()
    untested: str = ""

    @property
    def real(self) -> bool:
        """Whether the difference is real: significant after correction."""
        return self.p_corrected is not None and self.p_corrected < ALPHA


@dataclass(frozen=True, slots=True)
class ModalityConfusion(JsonRecord):
    """Of the top `k` of questions over `wanted`, the share of hits of each modality; and what `measure` is as it was
    asked, and what it would be if the modality were known."""

    system: str
    k: int
    wanted: str
    questions: int
    shares: Mapping[str, float]
    measure: str
    open: float | None
    known: float | None


@dataclass(frozen=True)
class Summary(JsonRecord):
    """All results. `systems` and `measures` are in their order; `main` is the measure that bars, pairs and the page
    begin with; `notes` says by system and reason how often something was treated otherwise than it came in, `unscored`
    by system and measure why some questions count in no mean; `curves` is recall by rank cut-off, by system.
    `bounds` are those of the systems that are a ceiling or a floor (BOUNDS) and no contenders; `settings` is how it was
    measured, as the manifest of the scores has it. `judges` says of each measure that a judge decides what is known of
    the judge: `uncertified`, or the certificate's name; `corrected` are scores of certified judges, corrected for their
    errors. What is looked up keeps the summary's order."""

    benchmark: str
    kind: Literal["retrieval", "system"]
    questions: int
    clusters: int
    systems: tuple[str, ...]
    measures: tuple[str, ...]
    main: str
    slices: tuple[Slice, ...]
    cells: tuple[ScoreCell, ...]
    pairs: tuple[SystemPair, ...]
    notes: Mapping[str, Mapping[str, int]]
    unscored: Mapping[str, Mapping[str, Mapping[str, int]]] = field(default_factory=dict)
    confusions: tuple[ModalityConfusion, ...] = ()
    curves: Mapping[str, tuple[tuple[int, float], ...]] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    seed: int = 13
    resamples: int = 0
    bounds: tuple[str, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)
    judges: Mapping[str, str] = field(default_factory=dict)
    corrected: tuple[CorrectedScore, ...] = ()

    @cached_property
    def contenders(self) -> tuple[str, ...]:
        """The systems that can lead."""
        return tuple(name for name in self.systems if name not in self.bounds)

    @cached_property
    def listing(self) -> tuple[str, ...]:
        """All systems in the order in which they are shown: contenders, then bounds."""
        return (*self.contenders, *(name for name in self.systems if name in self.bounds))

    @cached_property
    def _cells(self) -> dict[tuple[str, str, Slice], ScoreCell]:
        return {(cell.system, cell.measure, cell.slice): cell for cell in self.cells}

    @cached_property
    def _pairs(self) -> dict[tuple[frozenset[str], str, Slice], SystemPair]:
        return {(frozenset((pair.a, pair.b)), pair.measure, pair.slice): pair for pair in self.pairs}

    def cell(self, system: str, measure: str, slice_: Slice = ALL) -> ScoreCell | None:
        """The number of that system, measure and slice; None if the grid has none."""
        return self._cells.get((system, measure, slice_))

    def title(self, measure: str) -> str:
        """The name of a measure as readers see it. One that a judge decides says whether the judge is certified:
        `faithfulness@openai/NAME (uncertified)`."""
        return f"{measure} ({self.judges[measure]})" if measure in self.judges else measure

    def mean(self, system: str, measure: str, slice_: Slice = ALL) -> float | None:
        cell = self.cell(system, measure, slice_)
        return None if cell is None else cell.estimate.mean

    def pair(self, one: str, other: str, measure: str, slice_: Slice = ALL) -> SystemPair | None:
        """The pair of two systems, whichever of them it names first; None if it was not tested."""
        return self._pairs.get((frozenset((one, other)), measure, slice_))

    def slices_of(self, kind: SliceKind) -> list[Slice]:
        return [one for one in self.slices if one.kind == kind]

    @cached_property
    def common_doubts(self) -> frozenset[str]:
        """The reasons for which every interval over all questions is rough: said once, they need no mark."""
        whys = [
            frozenset(cell.estimate.doubts)
            for cell in self.cells
            if cell.slice == ALL and cell.estimate.low is not None
        ]
        return frozenset.intersection(*whys) if whys else frozenset()

    def doubtful(self, estimate: Interval) -> bool:
        """Whether an interval is rough for a reason that not every one has."""
        return estimate.sureness == "rough" and not self.common_doubts.issuperset(estimate.doubts)

    @property
    def facets(self) -> list[SliceKind]:
        """The facets that have slices."""
        return list(dict.fromkeys(one.kind for one in self.slices if one.kind not in NAMED_KINDS))

    @property
    def styles(self) -> list[str]:
        """The styles that have slices."""
        return list(dict.fromkeys(one.style for one in self.slices if one.style))

    @property
    def combinations(self) -> list[str]:
        """The combinations of modalities that have slices."""
        return list(dict.fromkeys(one.modalities for one in self.slices if one.modalities))

    def size(self, slice_: Slice) -> int:
        """How many questions a slice has: as many as the main measure scores of any system."""
        cells = (self.cell(system, self.main, slice_) for system in self.systems)
        return max((cell.estimate.n for cell in cells if cell is not None), default=0)

    def main_pairs(self, kind: SliceKind | None = None) -> list[SystemPair]:
        """Pairs of the main measure, all questions first."""
        pairs = [pair for pair in self.pairs if pair.measure == self.main]
        order = {one: place for place, one in enumerate(self.slices)}
        pairs.sort(key=lambda pair: (pair.slice.kind != "all", order.get(pair.slice, len(order))))
        return [pair for pair in pairs if kind is None or pair.slice.kind == kind]

    def confusion(self, system: str) -> ModalityConfusion | None:
        """The modality confusion of a system over all questions; None if it was not measured."""
        confusions = self.confusions_of(system)
        return next((one for one in confusions if one.wanted == "all"), confusions[0] if len(confusions) == 1 else None)

    def confusions_of(self, system: str) -> list[ModalityConfusion]:
        return [one for one in self.confusions if one.system == system]
