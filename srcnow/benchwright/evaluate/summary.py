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
    """All results of an evaluation: the numbers of the HTML report.

    - `systems`, `measures`: their names in order. `main` is the main measure.
    - `notes`: how often each special case occurred, by system and reason.
    - `unscored`: how many questions have no score and why, by system and measure.
    - `curves`: recall by cut-off, by system.
    - `bounds`: systems that are an upper or lower bound, and not contenders.
    - `settings`: how the systems were measured.
    - `judges`: for each judged measure, `uncertified` or the name of the judge's certificate.
    - `corrected`: scores of certified judges, corrected for their errors."""

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
        """The systems that can lead: all except the bounds."""
        return tuple(name for name in self.systems if name not in self.bounds)

    @cached_property
    def listing(self) -> tuple[str, ...]:
        """All systems in the order of the tables: contenders, then bounds."""
        return (*self.contenders, *(name for name in self.systems if name in self.bounds))

    @cached_property
    def _cells(self) -> dict[tuple[str, str, Slice], ScoreCell]:
        return {(cell.system, cell.measure, cell.slice): cell for cell in self.cells}

    @cached_property
    def _pairs(self) -> dict[tuple[frozenset[str], str, Slice], SystemPair]:
        return {(frozenset((pair.a, pair.b)), pair.measure, pair.slice): pair for pair in self.pairs}

    def cell(self, system: str, measure: str, slice_: Slice = ALL) -> ScoreCell | None:
        """The result of a system on a measure in a slice, or None."""
        return self._cells.get((system, measure, slice_))

    def title(self, measure: str) -> str:
        """The name of a measure as readers see it. The name of a judged measure says whether the judge is certified:
        `faithfulness@openai/NAME (uncertified)`."""
        return f"{measure} ({self.judges[measure]})" if measure in self.judges else measure

    def mean(self, system: str, measure: str, slice_: Slice = ALL) -> float | None:
        cell = self.cell(system, measure, slice_)
        return None if cell is None else cell.estimate.mean

    def pair(self, one: str, other: str, measure: str, slice_: Slice = ALL) -> SystemPair | None:
        """The test of two systems, in either order; None if they weren't tested."""
        return self._pairs.get((frozenset((one, other)), measure, slice_))

    def slices_of(self, kind: SliceKind) -> list[Slice]:
        return [one for one in self.slices if one.kind == kind]

    @cached_property
    def common_doubts(self) -> frozenset[str]:
        """The reasons for which every interval over all questions is only approximate."""
        whys = [
            frozenset(cell.estimate.doubts)
            for cell in self.cells
            if cell.slice == ALL and cell.estimate.low is not None
        ]
        return frozenset.intersection(*whys) if whys else frozenset()

    def doubtful(self, estimate: Interval) -> bool:
        """Whether an interval is approximate for a reason that doesn't apply to all intervals."""
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
        """The number of questions in a slice that have a score on the main measure."""
        cells = (self.cell(system, self.main, slice_) for system in self.systems)
        return max((cell.estimate.n for cell in cells if cell is not None), default=0)

    def main_pairs(self, kind: SliceKind | None = None) -> list[SystemPair]:
        """The tested pairs on the main measure, those over all questions first."""
        pairs = [pair for pair in self.pairs if pair.measure == self.main]
        order = {one: place for place, one in enumerate(self.slices)}
        pairs.sort(key=lambda pair: (pair.slice.kind != "all", order.get(pair.slice, len(order))))
        return [pair for pair in pairs if kind is None or pair.slice.kind == kind]

    def confusion(self, system: str) -> ModalityConfusion | None:
        """How often a system returned each modality instead of another, over all questions; None if it wasn't
        measured."""
        confusions = self.confusions_of(system)
        return next((one for one in confusions if one.wanted == "all"), confusions[0] if len(confusions) == 1 else None)

    def confusions_of(self, system: str) -> list[ModalityConfusion]:
        return [one for one in self.confusions if one.system == system]
