"""Estimate what a plan will cost, with `benchwright estimate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.generate import INTERRUPTED, progress_display
from benchwright.cli.output import JsonOption, note, print_json, say
from benchwright.cli.spending import MaxCalls, MaxTokens, MaxUsd

if TYPE_CHECKING:
    from benchwright.run.forecast import ForecastRange, ResourceUse
    from benchwright.workflows.estimate import CellEstimate, PlanEstimate


def estimate(
    plan: Annotated[Path, typer.Argument(metavar="PLAN", help="A plan file.")],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="BENCH", help="The benchmark's folder, where the pilot is kept.")
    ] = None,
    pilot: Annotated[
        int, typer.Option("--pilot", help="Attempts of each cell to make first; 0 for a rough guess without calls.")
    ] = 3,
    concurrency: Annotated[
        int | None, typer.Option("--concurrency", help="Calls of models at once in the pilot (32 unless told).")
    ] = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    as_json: JsonOption = False,
) -> int:
    """Say what a plan will take, in calls, tokens and dollars, before it is paid for.

    A pilot makes a few attempts of each cell. It is paid, and kept: generate into the same BENCH makes none of them
    again. What BENCH holds already counts as done. The amounts are what is still to come, each with the range that it
    lies in about nine times in ten.

    \b
    Example:
      benchwright estimate plan.yaml --to bench --max-usd 2
      benchwright estimate plan.yaml --pilot 0
    """
    from benchwright.run import Ending
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.estimate import estimate as workflow

    with progress_display(as_json) as progress:
        found = workflow(
            plan,
            to=to,
            pilot=pilot,
            caps=SpendingCaps(max_usd, max_calls, max_tokens),
            concurrency=concurrency,
            progress=progress,
            notify=note,
        )
    if as_json:
        print_json(found.to_json())
    else:
        for line in lines_of(found):
            say(line)
    if found.ending is Ending.STOPPED:
        note("stopped; what was made is written, and the same command continues")
        return INTERRUPTED
    return 0 if found.whole else 1


def lines_of(found: PlanEstimate) -> list[str]:
    """The estimate as a table, and what stands behind it."""
    rows: list[tuple[str, ...]] = [("cell", "accepted", "rate", "attempts", "calls", "tokens", "dollars")]
    rows += [_row(cell) for cell in found.cells]
    paid = [cell for cell in found.cells if cell.paid]
    if len(paid) > 1:
        have, quota = sum(cell.accepted for cell in paid), sum(cell.quota for cell in paid)
        rows.append(("all of them", f"{have}/{quota}", "", amount(found.attempts), *_amounts(found.take)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.append("")
    for said in dict.fromkeys(cell.note for cell in found.cells if cell.note):
        lines.append(f"{said}: {', '.join(cell.label for cell in found.cells if cell.note == said)}")
    if found.spent.calls:
        lines.append(f"spent so far: {found.spent}")
    if found.pilot.calls:
        lines.append(f"of that by this pilot: {found.pilot.line()}")
    lines += [f"the cap on {name}: {verdict}" for name, verdict in found.bounds.items()]
    lines += [f"assumed: {line}" for line in found.assumed]
    return [*lines, *found.notes]


def _row(cell: CellEstimate) -> tuple[str, ...]:
    from benchwright.workflows.estimate import DERIVED

    have = f"{cell.accepted}/{cell.quota}"
    if not cell.paid:
        return cell.label, have, "", "", *(("?", "?", "?") if cell.note == DERIVED else ("0", "0", "$0"))
    rate = cell.forecast.rate
    said = f"{rate.mid:.0%} ({rate.low:.0%} to {rate.high:.0%})"
    return cell.label, have, said, amount(cell.forecast.attempts), *_amounts(cell.forecast.take)


def _amounts(take: ResourceUse) -> tuple[str, str, str]:
    return (
        amount(take.calls),
        amount(take.input + take.output),
        "?" if take.usd is None else amount(take.usd, dollars=True),
    )


def amount(value: ForecastRange, *, dollars: bool = False) -> str:
    """`240 (150 to 410)`; large numbers as `1.2M`; "0" if nothing is to come."""
    if not value.high:
        return "$0" if dollars else "0"
    write = _dollars if dollars else _number
    low, mid, high = (write(one) for one in (value.low, value.mid, value.high))
    return mid if low == mid == high else f"{mid} ({low} to {high})"


def _number(value: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= size:
            unit = 1e3 if letter == "k" else size
            return f"{value / unit:.3g}{letter}"
    return f"{value:,.0f}"


def _dollars(value: float) -> str:
    return f"${value:,.0f}" if value >= 100 else f"${value:.2f}" if value >= 0.1 else f"${value:.2g}"
