"""Fill quotas with `benchwright generate`, and show a live table on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import (
    BatchAttach,
    BatchDir,
    BatchResend,
    BatchService,
    JsonOption,
    MaxCalls,
    MaxTokens,
    MaxUsd,
    ModelConcurrency,
    ToBench,
)
from benchwright.cli.output import INTERRUPTED, LINE_SECONDS, STOPPED, ProgressLine, note, print_report
from benchwright.english.counts import counted

if TYPE_CHECKING:
    from rich.table import Table

    from benchwright.run import RunProgress
    from benchwright.run.report import GenerateReport

DISPLACED_SHOWN = 5


def generate(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="PLAN|CORPUS|DOCUMENTS", help="A plan file, a corpus, a document, or a folder of documents."
        ),
    ],
    to: ToBench,
    n: Annotated[int | None, typer.Option("-n", help="Number of questions, without a plan (default 50).")] = None,
    about: Annotated[
        str,
        typer.Option(
            "--about",
            metavar="NAME",
            help="Without a plan: what the documents are about (default: the name of their folder).",
        ),
    ] = "",
    writer: Annotated[
        str,
        typer.Option(
            "--writer", metavar="MODEL", help="Without a plan: the model that writes questions (PROVIDER/NAME)."
        ),
    ] = "",
    verifier: Annotated[
        str, typer.Option("--verifier", metavar="MODEL", help="Without a plan: the model that checks questions.")
    ] = "",
    concurrency: ModelConcurrency = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    limit: Annotated[int | None, typer.Option("--limit", help="Make at most this many attempts.")] = None,
    batch_dir: BatchDir = None,
    batch: BatchService = None,
    batch_attach: BatchAttach = "",
    batch_resend: BatchResend = False,
    retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Repeat permanently failed attempts.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Fill the quotas of a plan, or make N questions from a corpus; the same command continues a stopped run.

    A document or a folder of documents is first ingested into BENCH-corpus with the default options.

    Exit code 1 if a quota could not be filled; the reasons are listed for each cell. Ctrl-C stops cleanly. With
    --batch-dir the run writes request files and exits. Put the result files beside them and run the command again.

    \b
    Example:
      benchwright generate plan.yaml --to bench
      benchwright generate manuals/ -n 50 --to bench
      benchwright generate policies/ --to bench --about "Harbour Kayaks"
      benchwright generate manuals/ -n 50 --to bench --writer openai/gpt-4.1-mini --max-usd 5
      benchwright generate plan.yaml --to bench --max-usd 20 --concurrency 64
    """
    from benchwright.run import Ending
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.generate import generate as workflow

    with progress_display(as_json) as progress:
        report = workflow(
            source,
            to,
            n=n,
            about=about,
            writer=writer,
            verifier=verifier,
            concurrency=concurrency,
            caps=SpendingCaps(max_usd, max_calls, max_tokens),
            limit=limit,
            batch_dir=batch_dir,
            batch=batch,
            batch_attach=batch_attach,
            batch_resend=batch_resend,
            retry_failed=retry_failed,
            progress=progress,
            notify=note,
        )
    print_report(report, _summary, as_json=as_json)
    if report.ending is Ending.STOPPED:
        note(STOPPED)
        return INTERRUPTED
    return 0 if report.filled else 1


def _summary(report: GenerateReport) -> list[str]:
    """The result of the run, for people."""
    from benchwright.benchmark.render import funnel_lines, over_lines
    from benchwright.run import Ending

    lines = [*funnel_lines(report.cells), "", *over_lines(report.cells)]
    if report.uncovered:
        lines.append(f"no attempts are possible for: {', '.join(report.uncovered)}")
    if report.waiting:
        lines.append(f"waiting for replies: {', '.join(report.waiting)}")
    if report.rounds:
        lines.append(f"{counted(report.rounds, 'round')} of request files so far")
    elif report.held_by and report.ending is not Ending.FINISHED:  # else they are spares that nobody waits for
        lines += _held(report.held_by)
    if report.displaced:
        lines.append(displaced_line(report.displaced))
    if report.spent.calls or report.spent.replayed:
        paid = report.spent.line() or "nothing was spent"
        lines.append(f"{paid}; {counted(report.spent.replayed, 'reply', 'replies')} came from the ledger")
    lines.append(f"{report.examples} of {report.wanted} questions in {report.path}")
    return [*lines, *report.advice]


def displaced_line(ids: Sequence[str]) -> str:
    """The number of examples of the previous run that this one displaced, and the first of them."""
    named = ", ".join(ids[:DISPLACED_SHOWN])
    more = len(ids) - DISPLACED_SHOWN
    listed = f"{named} and {more:,} more" if more > 0 else named
    return f"{counted(len(ids), 'example')} of the previous run displaced: {listed}"


def _held(reasons: Sequence[str]) -> list[str]:
    """Why attempts are pending, each kind of reason once. Kinds differ by their hints: an exhausted budget names
    another price for every call."""
    kinds: dict[str, str] = {}
    for line in reasons:
        kinds.setdefault(line.rpartition(" — ")[2], line)
    lines = [f"{counted(len(reasons), 'attempt')} could not be finished now; the same command continues:"]
    return lines + [f"  {line}" for line in list(kinds.values())[:3]]


@contextmanager
def progress_display(quiet: bool) -> Iterator[Callable[[RunProgress], None]]:
    """Where progress goes: a live table on a terminal, a line now and then else, nowhere with --json."""
    if quiet:
        yield lambda _: None
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.live import Live

        with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as live:
            yield lambda progress: live.update(progress_table(progress), refresh=True)
    else:
        line = ProgressLine(every=LINE_SECONDS)
        yield lambda progress: line.show(progress_line(progress))


def progress_line(progress: RunProgress) -> str:
    """`12/44 accepted, 30 attempts, 15.1/s, about 2 min left`."""
    done = sum(state.filling for state in progress.cells)
    wanted = sum(state.quota.count for state in progress.cells)
    rate = progress.attempts / progress.seconds if progress.seconds else 0.0
    spent = f", {progress.spent}" if progress.spent else ""
    return f"{done}/{wanted} accepted, {progress.attempts} attempts, {rate:.1f}/s{spent}{_left(progress, rate)}"


def _left(progress: RunProgress, rate: float) -> str:
    """How long the missing commits take at the acceptance rates so far; "" before anything can be said."""
    from benchwright.run import ahead

    open_cells = [state for state in progress.cells if not state.closed]
    if not rate or not open_cells:
        return ""
    seconds = sum(ahead(state.quota, state.ended, len(state.accepted)) for state in open_cells) / rate
    return f", about {seconds / 60:.0f} min left" if seconds >= 90 else f", about {seconds:.0f} s left"


def progress_table(progress: RunProgress) -> Table:
    """The live table: a row a cell, the whole in the caption."""
    from rich.table import Table

    from benchwright.plan import cell_label

    table = Table(caption=progress_line(progress), box=None, header_style="bold")
    table.add_column("cell")
    for title in ("accepted", "quota", "attempts", "under way"):
        table.add_column(title, justify="right")
    for state in progress.cells:
        style = "green" if state.filled else "yellow" if state.closed else ""
        counts = (state.filling, state.quota.count, state.ended, state.under_way)
        table.add_row(cell_label(state.quota.key), *(str(count) for count in counts), style=style)
    return table
