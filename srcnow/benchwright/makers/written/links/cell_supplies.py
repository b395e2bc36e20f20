"""Tells, before any call is paid for, how many seeds each cell of a plan has, and why others have none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchwright.corpus.store import Corpus
from benchwright.errors import UnfillableCellError
from benchwright.facts.store import FactTable
from benchwright.makers.written.links.neighbourhood import CellSupply
from benchwright.makers.written.links.source_links import open_links
from benchwright.plan import Cell, Plan
from benchwright.plan.model import SMMQG


def cell_supplies(plan: Plan, corpus: Corpus, facts: FactTable) -> dict[str, CellSupply]:
    """What each cell can draw on whose sources are chosen by their links, by the cell's key."""
    cells = _linked_cells(plan)
    if not cells:
        return {}
    links = open_links(corpus, facts)
    return {cell.key: links.supply(plan.style(cell.style), cell.modalities, plan.sampling.offered) for cell in cells}


def supply_lines(plan: Plan, supplies: Mapping[str, CellSupply]) -> Iterator[str]:
    """A line for each of these cells."""
    for cell in _linked_cells(plan):
        supply = supplies[cell.key]
        few = f"; the count is {cell.count:,}" if 0 < len(supply.neighbourhoods) < cell.count else ""
        yield f"{cell.label}: {supply}{few}"


def require_supplies(plan: Plan, supplies: Mapping[str, CellSupply]) -> None:
    """Raises UnfillableCellError, with the reason, if a cell has none."""
    empty = [cell for cell in _linked_cells(plan) if not supplies[cell.key].neighbourhoods]
    if empty:
        reasons = "; ".join(f"{cell.label}: {supplies[cell.key].why}" for cell in empty)
        raise UnfillableCellError(
            f"nothing was asked of a model, for the corpus cannot fill every cell: {reasons}",
            hint="take these out of the plan's cells, or set sampling: {candidates: entity}",
        )


def _linked_cells(plan: Plan) -> list[Cell]:
    linked = plan.sampling.candidates == "linked"
    return [cell for cell in plan.cells() if linked and cell.maker == SMMQG]
