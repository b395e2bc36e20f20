"""Fill the quotas of a plan: the same call continues a stopped run, and gives the same examples however it was stopped.

What is on the disk decides: attempts that `attempts.jsonl` holds are not made again, calls that `ledger.sqlite` holds
are not paid again, all else is worked out anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import benchwright.makers.composed.opening
import benchwright.makers.lists.opening
import benchwright.makers.written.maker  # noqa: F401 - all three register their makers
from benchwright.benchmark.store import read_manifest
from benchwright.corpus.store import DROPS_FILE
from benchwright.errors import BenchmarkError, UsageError
from benchwright.files.atomic import MANIFEST
from benchwright.files.locks import folder_lock
from benchwright.models import Notify
from benchwright.plan import Plan
from benchwright.registry import Registry
from benchwright.run import Progress
from benchwright.run.makers import MAKERS, OpenMaker
from benchwright.workflows.calling import CONCURRENCY, NOT_CAPPED, Calling, Caps, Options
from benchwright.workflows.exchange import calling_over, choose_exchange
from benchwright.workflows.generate_report import GenerateReport
from benchwright.workflows.ingest import ingest
from benchwright.workflows.opening import DEFAULT_COUNT, desk_of_corpus, desk_of_plan

_NAMED = 10


def generate(
    plan: Path | str,
    to: Path | str,
    *,
    n: int | None = None,
    concurrency: int | None = None,
    caps: Caps | None = None,
    limit: int | None = None,
    per_cell: int | None = None,
    batch_dir: Path | str | None = None,
    batch: str | None = None,
    batch_attach: str = "",
    batch_resend: bool = False,
    recorded: bool = False,
    retry_failed: bool = False,
    progress: Callable[[Progress], None] | None = None,
    notify: Notify | None = None,
    stop: threading.Event | None = None,
    makers: Registry[OpenMaker] = MAKERS,
) -> GenerateReport:
    """Generate the benchmark of a plan file, or of a corpus folder (then `n` questions, 50 unless told), into `to`. A
    folder of documents is made into the corpus `to`-corpus first, or that one brought up to date.

    `concurrency` is how many calls of models are under way at once (32 unless told), or attempts of a maker that waits
    for anything else; it changes the speed, never the result. `caps` bound what this call may spend, with the plan's
    own. `limit` bounds the attempts that it makes, `per_cell` their numbers. `batch_dir` is a folder for request and
    result files in place of a service; `batch` names a service whose batches are used (`batch_attach` and
    `batch_resend` tell it what became of one that it can't find); with `recorded` everything has to be in the ledger
    already. `notify` takes lines that a person should see at once. Ctrl-C on the main thread, or
    setting `stop`, ends the run cleanly.

    Raises UsageError for a plan, corpus, folder or model that cannot be used, LockedError if another process works on
    `to`, StorageError if the disk refuses.
    """
    if concurrency is not None and concurrency < 1:
        raise UsageError(f"concurrency must be at least 1, not {concurrency}", hint="leave it out for the default")
    if limit is not None and limit < 1:
        raise UsageError(f"limit must be at least 1, not {limit}", hint="leave it out for no limit")
    told = notify or (lambda line: None)
    folder = Path(to)
    place = None if batch_dir is None else Path(batch_dir)
    exchange = choose_exchange(
        folder,
        place,
        batch,
        recorded=recorded,
        retry_failed=retry_failed,
        attach=batch_attach,
        resend=batch_resend,
    )

    def calling_for(of: Plan) -> Calling | None:
        if not of.model_names:
            return None
        bounds = Caps(of.budget.usd, of.budget.calls, of.budget.tokens).tighter(caps or Caps())
        if bounds != Caps() and not exchange.paced and not recorded:
            told(NOT_CAPPED)
        return calling_over(
            exchange,
            {name: line.settings() for name, line in of.models.items()},
            caps=bounds,
            concurrency=concurrency or CONCURRENCY,
            notify=told,
            seed=of.seed,
        )

    path = corpus_of(Path(plan), folder, told)
    desk = desk_of_corpus(path, n, makers, told) if path.is_dir() else desk_of_plan(path, n, makers, calling_for, told)
    if read_manifest(folder) is None and folder.resolve() == desk.corpus.path.resolve():
        raise BenchmarkError(f"{folder} is the corpus itself", hint="choose another folder for --to")
    options = Options(concurrency, retry_failed, limit, per_cell, progress, told, stop)
    with folder_lock(folder):
        return desk.run(folder, options, exchange)


def corpus_of(path: Path, to: Path, notify: Notify) -> Path:
    """The path itself if it is a plan or a corpus; a folder of documents is ingested beside `to`.

    Raises what `ingest` raises."""
    if not path.is_dir() or (path / MANIFEST).exists():
        return path
    corpus = to.with_name(f"{to.resolve().name}-corpus")
    report = ingest(path, corpus)
    counts = ", ".join(f"{count:,} {kind}" for kind, count in report.sources.items())
    dropped = sum(report.drops.values())
    lost = f"; {dropped:,} things were dropped, see {corpus / DROPS_FILE}" if dropped else ""
    notify(f"{corpus}: {sum(report.sources.values()):,} sources ({counts}) from {report.inputs:,} inputs{lost}")
    for line in report.told_failed(_NAMED):
        notify(line)
    return corpus


__all__ = ["DEFAULT_COUNT", "GenerateReport", "generate"]
