"""Fill quotas with `benchwright generate`, and show a live table on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.output import LINE_SECONDS, JsonOption, ProgressLine, note, print_json, say
from benchwright.cli.spending import BatchAttach, BatchDir, BatchResend, BatchService, MaxCalls, MaxTokens, MaxUsd

if TYPE_CHECKING:
    from rich.table import Table

    from benchwright.run import RunProgress
    from benchwright.run.report import GenerateReport

INTERRUPTED = 130
DISPLACED_SHOWN = 5


def generate(
    source: Annotated[
        Path, typer.Argument(metavar="PLAN|CORPUS|DOCUMENTS", help="A plan file, a corpus, or a folder of documents.")
    ],
    to: Annotated[Path, typer.Option("--to", metavar="BENCH", help="The benchmark's folder; made if missing.")],
    n: Annotated[int | None, typer.Option("-n", help="How many questions from a corpus (50 unless told).")] = None,
    concurrency: Annotated[
        int | None,
        typer.Option("--concurrency", help="Calls of models at once (32 unless told); changes the speed only."),
    ] = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    limit: Annotated[int | None, typer.Option("--limit", help="Make no more attempts than this.")] = None,
    batch_dir: BatchDir = None,
    batch: BatchService = None,
    batch_attach: BatchAttach = "",
    batch_resend: BatchResend = False,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Make the attempts again that failed for good.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Fill the quotas of a plan, or make N questions from a corpus; the same command continues a stopped run.

    A folder of documents is ingested into BENCH-corpus first, as `ingest` would without options.

    Exit code 1 if a quota could not be filled; what stood in the way is told cell by cell. Ctrl-C stops cleanly. With
    --batch-dir the run writes files of requests and ends; put the files of results beside them and run it again.

    \b
    Example:
      benchwright generate plan.yaml --to bench
      benchwright generate manuals/ -n 50 --to bench
      benchwright generate plan.yaml --to bench --max-usd 20 --concurrency 64
    """
    from benchwright.run import Ending
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.generate import generate as workflow

    with progress_display(as_json) as told:
        report = workflow(
            source,
            to,
            n=n,
            concurrency=concurrency,
            caps=SpendingCaps(max_usd, max_calls, max_tokens),
            limit=limit,
            batch_dir=batch_dir,
            batch=batch,
            batch_attach=batch_attach,
            batch_resend=batch_resend,
            retry_failed=retry_failed,
            progress=told,
            notify=note,
        )
    if as_json:
        print_json(report.to_json())
    else:
        for line in _summary(report):
            say(line)
    if report.ending is Ending.STOPPED:
        note("stopped; what was made is written, and the same command continues")
        return INTERRUPTED
    return 0 if report.filled else 1


def _summary(report: GenerateReport) -> list[str]:
    """What the run came to, for people."""
    from benchwright.benchmark.render import funnel_lines, over_lines
    from benchwright.run import Ending

    lines = [*funnel_lines(report.cells), "", *over_lines(report.cells)]
    if report.uncovered:
        lines.append(f"nothing can fill: {', '.join(report.uncovered)}")
    if report.waiting:
        lines.append(f"replies are waited for: {', '.join(report.waiting)}")
    elif report.held_by and report.ending is not Ending.FINISHED:  # else they are spares that nobody waits for
        lines += _held(report.held_by)
    if report.displaced:
        lines.append(displaced_line(report.displaced))
    if report.spent.calls or report.spent.replayed:
        paid = report.spent.line() or "nothing was spent"
        known = "1 reply was" if report.spent.replayed == 1 else f"{report.spent.replayed:,} replies were"
        lines.append(f"{paid}; {known} in the ledger")
    lines.append(f"{report.examples} of {report.wanted} questions in {report.path}")
    return lines


def displaced_line(ids: Sequence[str]) -> str:
    """How many examples of the run before are no longer there, and the first of them."""
    named = ", ".join(ids[:DISPLACED_SHOWN])
    more = len(ids) - DISPLACED_SHOWN
    told = f"{named} and {more:,} more" if more > 0 else named
    which = "1 example of the run before is" if len(ids) == 1 else f"{len(ids):,} examples of the run before are"
    return f"{which} displaced: {told}"


def _held(reasons: Sequence[str]) -> list[str]:
    """Why attempts could not go on: each kind of reason once, which the advice behind it tells apart (a budget that is
    used up says of every call what it might take)."""
    kinds: dict[str, str] = {}
    for line in reasons:
        said, _, advice = line.rpartition(" — ")
        kinds.setdefault(advice if said else line, line)
    attempts = "1 attempt" if len(reasons) == 1 else f"{len(reasons)} attempts"
    lines = [f"{attempts} could not be finished now; the same command goes on with them:"]
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
    done = sum(state.committed for state in progress.cells)
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
    seconds = sum(ahead(state) for state in open_cells) / rate
    return f", about {seconds / 60:.0f} min left" if seconds >= 90 else f", about {seconds:.0f} s left"


def progress_table(progress: RunProgress) -> Table:
    """The live table: a row a cell, the whole in the caption."""
    from rich.table import Table

    from benchwright.plan import cell_label

    table = Table(caption=progress_line(progress), box=None, header_style="bold")
    table.add_column("cell")
    for title in ("accepted", "quota", "attempts"):
        table.add_column(title, justify="right")
    for state in progress.cells:
        style = "green" if state.filled else "yellow" if state.closed else ""
        counts = (state.committed, state.quota.count, state.seen)
        table.add_row(cell_label(state.quota.key), *(str(count) for count in counts), style=style)
    return table
