"""Turn the options of commands that ask models into the options of a run, and say what a run still waits for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchwright.cli.output import LINE_SECONDS, ProgressLine, note

if TYPE_CHECKING:
    from benchwright.run.item_run import CallOptions
    from benchwright.run.model_session import SpendingCaps


def call_options(
    models: Sequence[str],
    plan: Path | None,
    base_url: str | None,
    caps: SpendingCaps | None,
    concurrency: int | None,
    batch_dir: Path | None,
    batch: str | None,
    batch_attach: str,
    batch_resend: bool,
    *,
    quiet: bool,
) -> CallOptions:
    """How the calls of a command reach the models, and what they may cost. Progress is one line on standard error,
    nothing if `quiet`. Raises PlanError for a plan that cannot be read."""
    from benchwright.run.item_run import CallOptions, settings_and_caps
    from benchwright.run.model_session import CONCURRENCY

    shown = ProgressLine(quiet=quiet, every=LINE_SECONDS)
    return CallOptions(
        *settings_and_caps(models, plan, base_url, caps),
        CONCURRENCY if concurrency is None else concurrency,
        batch_dir,
        batch,
        batch_attach,
        batch_resend,
        progress=lambda state: shown.show(state.line(), last=state.done == state.total),
        notify=note,
    )


def unfinished_lines(waiting: Sequence[str], held_by: Sequence[str], what: str) -> Iterator[str]:
    """The lines on what a run waits for: replies of batches, else the first reasons. `what` says what is missing."""
    if waiting:
        yield f"waiting for replies: {', '.join(waiting)}"
    elif held_by:
        yield f"{what}; the same command continues:"
        yield from (f"  {line}" for line in held_by[:3])
