"""The records of a summary: everything that table, page, LaTeX, CSV and figures show of some systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from benchwright.records import Json
from benchwright.statistics import Interval

BOUNDS = frozenset({"oracle", "random"})
"""Ceiling and floor, by the retriever's name in its spec, whatever the user calls it. They are shown, not tested: that
a retriever is above chance is not a finding, and each further test makes the other corrected p-values larger."""

ALPHA = 0.05
"""A difference is called real where its corrected p-value is below this."""

SliceKind = Literal["all", "style", "modalities", "style and modalities"]


class _Record:
    """A record whose JSON has its fields by name."""

    __slots__ = ()

    def to_json(self) -> Json:
        return {one.name: _json(getattr(self, one.name)) for one in fields(self)}  # type: ignore[arg-type]


def _json(value: Any) -> Any:
    if isinstance(value, _Record):
        return value.to_json()
    if isinstance(value, Interval):
        return {one.name: getattr(value, one.name) for one in fields(value)}
    if isinstance(value, Mapping):
        return {key: _json(one) for key, one in value.items()}
    return [_json(one) for one in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class Slice(_Record):
    """Some of the questions: `style` and `modalities` are "" where they do not matter."""

    kind: SliceKind
    style: str = ""
    modalities: str = ""

    @property
    def label(self) -> str:
        """As a person would name it: `multi-hop, text+table`."""
        return ", ".join(part for part in (self.style, self.modalities) if part) or "all"


ALL = Slice("all")


@dataclass(frozen=True, slots=True)
class ScoreCell(_Record):
    """One number of the grid. `few` greys it: too few questions or documents to conclude anything from."""

    system: str
    measure: str
    slice: Slice
    estimate: Interval
    few: bool = False

    def to_json(self) -> Json:
        """Flat: the estimate's fields stand beside the cell's own."""
        cell = _Record.to_json(self)
        return {**cell, **cell.pop("estimate")}


@dataclass(frozen=True, slots=True)
class SystemPair(_Record):
    """Is the difference `a` - `b` real? `p` of the paired permutation test, `p_holm` corrected over all pairs and
    slices of this measure that are told; None where nothing could be tested. `detectable` is the smallest true
    difference that these questions show in four of five repetitions (by one test, before any correction), `wished` the
    questions needed for others, by difference."""

    a: str
    b: str
    measure: str
    slice: Slice
    difference: Interval
    p: float | None
    p_holm: float | None
    detectable: float | None = None
    wished: tuple[tuple[float, int | None], ...] = ()

    @property
    def real(self) -> bool:
        """Whether the difference is told as real: significant after correction."""
        return self.p_holm is not None and self.p_holm < ALPHA


@dataclass(frozen=True, slots=True)
class ModalityConfusion(_Record):
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


@dataclass(frozen=True, slots=True)
class Summary(_Record):
    """Everything told. `systems` and `measures` are in their order; `main` is the measure that bars, pairs and the page
    begin with; `notes` says by system and reason how often something was treated otherwise than it came in, `unscored`
    by system and measure why some questions count in no mean; `curves` is recall by rank cut-off, by system.
    `bounds` are those of the systems that are a ceiling or a floor (BOUNDS) and no contenders; `settings` is how it was
    measured, as the manifest of the scores has it."""

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

    def cell(self, system: str, measure: str, slice_: Slice) -> ScoreCell | None:
        """The number of that system, measure and slice; None if the grid has none."""
        wanted = (system, measure, slice_)
        return next((cell for cell in self.cells if (cell.system, cell.measure, cell.slice) == wanted), None)

    def pair(self, one: str, other: str, measure: str, slice_: Slice) -> SystemPair | None:
        """The pair of two systems, whichever of them it names first; None if it was not tested."""
        pairs = (pair for pair in self.pairs if pair.measure == measure and pair.slice == slice_)
        return next((pair for pair in pairs if {pair.a, pair.b} == {one, other}), None)
