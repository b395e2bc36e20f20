"""Look up cells and pairs of a summary by system, measure and slice.

Everything keeps the summary's order, but the ceiling and the floor stand last."""

from __future__ import annotations

from functools import cached_property

from benchwright.evaluate.summary import ALL, ModalityConfusion, ScoreCell, Slice, SliceKind, Summary, SystemPair

EVERYWHERE = "all questions"


class SummaryIndex:
    """Cells and pairs of one summary by what they are of."""

    def __init__(self, summary: Summary) -> None:
        self.summary = summary

    @cached_property
    def bounds(self) -> frozenset[str]:
        """The systems that are a ceiling or a floor."""
        return frozenset(self.summary.bounds)

    @cached_property
    def contenders(self) -> tuple[str, ...]:
        """The systems that can lead."""
        return tuple(name for name in self.summary.systems if name not in self.bounds)

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """All systems in the order of what is shown: contenders, then bounds."""
        return (*self.contenders, *(name for name in self.summary.systems if name in self.bounds))

    @cached_property
    def _cells(self) -> dict[tuple[str, str, Slice], ScoreCell]:
        return {(cell.system, cell.measure, cell.slice): cell for cell in self.summary.cells}

    @cached_property
    def _pairs(self) -> dict[tuple[str, str, str, Slice], SystemPair]:
        return {(pair.a, pair.b, pair.measure, pair.slice): pair for pair in self.summary.pairs}

    def cell(self, system: str, measure: str, slice_: Slice = ALL) -> ScoreCell | None:
        return self._cells.get((system, measure, slice_))

    def mean(self, system: str, measure: str, slice_: Slice = ALL) -> float | None:
        cell = self.cell(system, measure, slice_)
        return None if cell is None else cell.estimate.mean

    def pair(self, one: str, other: str, measure: str, slice_: Slice = ALL) -> SystemPair | None:
        """The pair of two systems, whichever of them it names first."""
        return self._pairs.get((one, other, measure, slice_)) or self._pairs.get((other, one, measure, slice_))

    def slices(self, kind: SliceKind) -> list[Slice]:
        return [one for one in self.summary.slices if one.kind == kind]

    @property
    def styles(self) -> list[str]:
        """The styles that slices tell of."""
        return list(dict.fromkeys(one.style for one in self.summary.slices if one.style))

    @property
    def combinations(self) -> list[str]:
        """The combinations of modalities that slices tell of."""
        return list(dict.fromkeys(one.modalities for one in self.summary.slices if one.modalities))

    def size(self, slice_: Slice) -> int:
        """How many questions a slice has: as many as the main measure scores of any system."""
        cells = (self.cell(system, self.summary.main, slice_) for system in self.summary.systems)
        return max((cell.estimate.n for cell in cells if cell is not None), default=0)

    def main_pairs(self, kind: SliceKind | None = None) -> list[SystemPair]:
        """Pairs of the main measure, all questions first."""
        pairs = [pair for pair in self.summary.pairs if pair.measure == self.summary.main]
        order = {one: place for place, one in enumerate(self.summary.slices)}
        pairs.sort(key=lambda pair: (pair.slice.kind != "all", order.get(pair.slice, len(order))))
        return [pair for pair in pairs if kind is None or pair.slice.kind == kind]

    def confusion(self, system: str) -> ModalityConfusion | None:
        """The modality confusion of a system over all questions; None if it was not looked at."""
        confusions = self.confusions(system)
        return next((one for one in confusions if one.wanted == "all"), confusions[0] if len(confusions) == 1 else None)

    def confusions(self, system: str) -> list[ModalityConfusion]:
        return [one for one in self.summary.confusions if one.system == system]
