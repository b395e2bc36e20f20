"""Estimate what a plan will cost, with `benchwright estimate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.generate import progress_display
from benchwright.cli.options import JsonOption, MaxCalls, MaxTokens, MaxUsd, ModelConcurrency
from benchwright.cli.output import INTERRUPTED, STOPPED, note, print_report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchwright.run.forecast import ForecastRange, ResourceUse
    from benchwright.workflows.estimate import CellEstimate, PlanEstimate
    from benchwright.workflows.judging_estimate import JudgingEstimate


def estimate(
    plan: Annotated[Path, typer.Argument(metavar="PLAN", help="A plan file.")],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="BENCH", help="The benchmark folder that keeps the pilot.")
    ] = None,
    pilot: Annotated[int, typer.Option("--pilot", help="Pilot attempts per cell; 0: a rough guess without calls.")] = 3,
    like: Annotated[
        Path | None, typer.Option("--like", metavar="BENCH", help="Forecast from the attempts of another benchmark.")
    ] = None,
    concurrency: ModelConcurrency = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    as_json: JsonOption = False,
) -> int:
    """Estimate the calls, tokens and dollars that a plan will need.

    A pilot makes a few paid attempts for each cell, and `generate` into the same BENCH reuses them. Attempts that BENCH
    already has are not counted again: each amount is what remains, with a 90% interval. Exit code 1 if the pilot could
    not be finished.

    \b
    Example:
      benchwright estimate plan.yaml --to bench --max-usd 2
      benchwright estimate plan.yaml --pilot 0
      benchwright estimate plan.yaml --pilot 0 --like earlier-bench
    """
    from benchwright.run import Ending
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.estimate import estimate as workflow

    with progress_display(as_json) as progress:
        report = workflow(
            plan,
            to=to,
            pilot=pilot,
            caps=SpendingCaps(max_usd, max_calls, max_tokens),
            concurrency=concurrency,
            progress=progress,
            notify=note,
            like=like,
        )
    print_report(report, lines_of, as_json=as_json)
    if report.ending is Ending.STOPPED:
        note(STOPPED)
        return INTERRUPTED
    return 0 if report.whole else 1


def lines_of(report: PlanEstimate) -> list[str]:
    """The estimate as a table, with its assumptions and notes."""
    rows: list[tuple[str, ...]] = [("cell", "accepted", "rate", "attempts", "calls", "tokens", "dollars")]
    rows += [_row(cell) for cell in report.cells]
    paid = [cell for cell in report.cells if cell.paid]
    if len(paid) > 1:
        have, quota = sum(cell.accepted for cell in paid), sum(cell.quota for cell in paid)
        rows.append(("total", f"{have}/{quota}", "", amount(report.attempts), *_amounts(report.take)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.append("")
    for remark in dict.fromkeys(cell.note for cell in report.cells if cell.note):
        lines.append(f"{remark}: {', '.join(cell.label for cell in report.cells if cell.note == remark)}")
    if report.spent.calls:
        lines.append(f"spent so far: {report.spent}")
    if report.pilot.calls:
        lines.append(f"of this, by the pilot: {report.pilot.line()}")
    lines += [f"limit on {name}: {verdict}" for name, verdict in report.bounds.items()]
    lines += [f"assumed: {line}" for line in report.assumed]
    return [*lines, *report.notes]


def _row(cell: CellEstimate) -> tuple[str, ...]:
    from benchwright.workflows.estimate import DERIVED

    have = f"{cell.accepted}/{cell.quota}"
    if not cell.paid:
        return cell.label, have, "", "", *(("?", "?", "?") if cell.note == DERIVED else ("0", "0", "$0"))
    rate = cell.forecast.rate
    acceptance = f"{rate.mid:.0%} ({rate.low:.0%} to {rate.high:.0%})"
    return cell.label, have, acceptance, amount(cell.forecast.attempts), *_amounts(cell.forecast.take)


def _amounts(take: ResourceUse) -> tuple[str, str, str]:
    return (
        amount(take.calls),
        amount(take.input + take.output),
        "?" if take.usd is None else amount(take.usd, dollars=True),
    )


def amounts(use: ResourceUse) -> str:
    """Calls, tokens and dollars in a line."""
    dollars = "price unknown" if use.usd is None else amount(use.usd, dollars=True)
    return f"{amount(use.calls)} calls, {amount(use.input + use.output)} tokens, {dollars}"


def judging_lines(found: JudgingEstimate) -> Iterator[str]:
    """What judges will take, for people."""
    from benchwright.run.call_forecast import ASSUMED_OF_CALLS
    from benchwright.workflows.judging_estimate import ASSUMED_OF_ANSWERS

    yield f"{found.answers:,} answers to judge, {found.judged:,} of them judged already or without a call"
    yield f"to come of judges: {amounts(found.use)}"
    yield from (f"assumed: {line}" for line in ASSUMED_OF_CALLS)
    if found.unanswered:
        yield f"assumed: {found.unanswered:,} of these answers are not there yet; {ASSUMED_OF_ANSWERS}"


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
