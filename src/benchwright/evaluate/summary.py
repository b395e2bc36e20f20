"""All that is told of some systems on one benchmark, as records: table, page, LaTeX, CSV and figures show these.

A `Slice` is all questions, or those of one style, of one combination of modalities, or of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from benchwright.records import Json

BOUNDS = frozenset({"oracle", "random"})
"""Ceiling and floor, as what a system was asked for as, whatever it is called. They are told, and not tested: that a
retriever is above chance is no finding, and each test more makes the others' corrected p-values larger."""

ALPHA = 0.05
"""A difference is told as real where its corrected p-value is below this."""

SliceKind = Literal["all", "style", "modalities", "style and modalities"]
Sureness = Literal["", "rough", "none"]


@dataclass(frozen=True, slots=True)
class Slice:
    """Some of the questions: `style` and `modalities` are "" where they do not matter."""

    kind: SliceKind
    style: str = ""
    modalities: str = ""

    @property
    def label(self) -> str:
        """As a person would name it: `multi-hop, text+table`."""
        return ", ".join(part for part in (self.style, self.modalities) if part) or "all"

    def to_json(self) -> Json:
        return {"kind": self.kind, "style": self.style, "modalities": self.modalities}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval. `n` questions are scored, from `clusters` documents. None where there is none to
    tell: no mean of no question, no interval of one cluster. `sureness` is "rough" where the interval is not known to
    hold what it promises (few clusters, rates near 0 or 1), "none" where there is none; `why` says it in words."""

    n: int
    clusters: int
    mean: float | None
    low: float | None
    high: float | None
    sureness: Sureness = ""
    why: str = ""

    def to_json(self) -> Json:
        return {
            "n": self.n,
            "clusters": self.clusters,
            "mean": self.mean,
            "low": self.low,
            "high": self.high,
            "sureness": self.sureness,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One number of the grid. `few` greys it: too few questions or documents to conclude anything from."""

    system: str
    measure: str
    slice: Slice
    estimate: Estimate
    few: bool = False

    def to_json(self) -> Json:
        head = {"system": self.system, "measure": self.measure, "slice": self.slice.to_json(), "few": self.few}
        return {**head, **self.estimate.to_json()}


@dataclass(frozen=True, slots=True)
class SystemPair:
    """Is the difference `a` - `b` real? `p` of the paired permutation test, `p_holm` corrected over all pairs and
    slices of this measure that are told; None where nothing could be tested. `detectable` is the smallest true
    difference that these questions show in four of five repetitions (by one test, before any correction), `wished` the
    questions needed for others, by difference."""

    a: str
    b: str
    measure: str
    slice: Slice
    difference: Estimate
    p: float | None
    p_holm: float | None
    detectable: float | None = None
    wished: tuple[tuple[float, int | None], ...] = ()

    @property
    def real(self) -> bool:
        """Whether the difference is told as real: significant after correction."""
        return self.p_holm is not None and self.p_holm < ALPHA

    def to_json(self) -> Json:
        return {
            "a": self.a,
            "b": self.b,
            "measure": self.measure,
            "slice": self.slice.to_json(),
            "difference": self.difference.to_json(),
            "p": self.p,
            "p_holm": self.p_holm,
            "detectable": self.detectable,
            "wished": [list(pair) for pair in self.wished],
        }


@dataclass(frozen=True, slots=True)
class ModalityConfusion:
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

    def to_json(self) -> Json:
        return {
            "system": self.system,
            "k": self.k,
            "wanted": self.wanted,
            "questions": self.questions,
            "shares": dict(self.shares),
            "measure": self.measure,
            "open": self.open,
            "known": self.known,
        }


@dataclass(frozen=True, slots=True)
class Summary:
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
        for cell in self.cells:
            if cell.system == system and cell.measure == measure and cell.slice == slice_:
                return cell
        return None

    def to_json(self) -> Json:
        return {
            "benchmark": self.benchmark,
            "kind": self.kind,
            "questions": self.questions,
            "clusters": self.clusters,
            "systems": list(self.systems),
            "measures": list(self.measures),
            "main": self.main,
            "slices": [one.to_json() for one in self.slices],
            "cells": [cell.to_json() for cell in self.cells],
            "pairs": [pair.to_json() for pair in self.pairs],
            "notes": {system: dict(counts) for system, counts in self.notes.items()},
            "unscored": {
                system: {measure: dict(why) for measure, why in measures.items()}
                for system, measures in self.unscored.items()
            },
            "confusions": [one.to_json() for one in self.confusions],
            "curves": {system: [list(point) for point in points] for system, points in self.curves.items()},
            "remarks": list(self.remarks),
            "seed": self.seed,
            "resamples": self.resamples,
            "bounds": list(self.bounds),
            "settings": dict(self.settings),
        }
