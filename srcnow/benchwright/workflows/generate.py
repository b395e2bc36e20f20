"""Fill the quotas of a plan: open what the run needs, run it, report. The same call continues a stopped run.

The loop is in `run.generation`, which also says how the layers call each other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path

from benchwright.benchmark.schema import parse_fingerprints
from benchwright.benchmark.store import Benchmark, read_manifest
from benchwright.corpus.store import DROPS_FILE, Corpus
from benchwright.errors import BenchmarkError, UsageError
from benchwright.files.atomic import MANIFEST
from benchwright.files.folder_names import beside
from benchwright.files.output_paths import refuse_inside_own
from benchwright.models import ModelSettings, Notify
from benchwright.models.callable_model import CallableModel, ModelInput, callable_settings, model_names
from benchwright.models.names import full_name
from benchwright.plan import Plan
from benchwright.readers.discover import reader_of_file
from benchwright.registry import Registry
from benchwright.run import Ending, RunProgress
from benchwright.run.dispatch import Dispatch, choose_dispatch, session_over
from benchwright.run.generation import GenerationRun, RunOptions
from benchwright.run.makers import MAKERS, OpenMaker
from benchwright.run.model_session import CONCURRENCY, NOT_CAPPED, ModelSession, SpendingCaps
from benchwright.run.report import GenerateReport
from benchwright.workflows.facts import ensure_facts
from benchwright.workflows.next_step import (
    WHAT_HELPS,
    command_with_model,
    command_with_name,
    questions_without_name,
    reading,
    shortfall,
)
from benchwright.workflows.open_run import NothingToAskError, open_corpus_run, open_plan_run, read_run_plan

_FAILED_INPUTS_SHOWN = 10


def generate(
    plan: PathLike[str] | str,
    to: Path | str,
    *,
    n: int | None = None,
    about: str = "",
    writer: ModelInput = "",
    verifier: ModelInput = "",
    models: Sequence[CallableModel] = (),
    concurrency: int | None = None,
    caps: SpendingCaps | None = None,
    limit: int | None = None,
    per_cell: int | None = None,
    batch_dir: Path | str | None = None,
    batch: str | None = None,
    batch_attach: str = "",
    batch_resend: bool = False,
    recorded: bool = False,
    retry_failed: bool = False,
    progress: Callable[[RunProgress], None] | None = None,
    notify: Notify = lambda line: None,
    stop: threading.Event | None = None,
    makers: Registry[OpenMaker] = MAKERS,
) -> GenerateReport:
    """Generate a benchmark into the folder `to`: from a plan file, from a corpus, or from a document or folder of
    documents, which is first ingested into `to`-corpus. The same call continues a stopped run.

    Without a plan:

    - `n`: how many questions (default: 50).
    - `about`: what the documents are about, in a few words. Questions name it where a document doesn't name its manual
      or site (default: the name of the folder).
    - `writer`, `verifier`: models that write and verify questions, as names or callables. Without a writer, questions
      are composed without a model.

    With a plan, `models` are the callables that it names. For all runs:

    - `concurrency`: how many model calls run at a time (default: 32). It changes the speed, never the result.
    - `caps`: limits on what this call may spend, together with those of the plan.
    - `limit`: the largest number of attempts in this call; `per_cell`: the largest number of attempts of each cell.
    - `batch`: a service whose batch API is used; `batch_attach` and `batch_resend` say what became of a batch that
      can't be identified. `batch_dir`: a folder for request and result files instead.
    - `recorded`: use only replies that are in the ledger already.
    - `notify`: receives lines for the user. `stop`: ends the run cleanly when set, as Ctrl-C on the main thread does.

    Raises UsageError for a plan, corpus, folder or model that can't be used, LockedError if another process works on
    `to`, FolderMovedError if `to` is moved during the run, and StorageError if the disk refuses a write."""
    for name, value in (("concurrency", concurrency), ("limit", limit)):
        if value is not None and value < 1:
            raise UsageError(f"{name} must be at least 1, not {value}", hint="leave it out for the default")
    callables = callable_settings([writer, verifier, *models])
    writer, verifier = model_names([writer, verifier])
    _refuse_other_names(writer=writer, verifier=verifier)
    folder = Path(to)
    refuse_inside_own(folder)
    dispatch = choose_dispatch(
        folder,
        None if batch_dir is None else Path(batch_dir),
        batch,
        recorded=recorded,
        retry_failed=retry_failed,
        attach=batch_attach,
        resend=batch_resend,
    )
    asked = {name: callables.get(name, ModelSettings()) for name in (writer, verifier) if name}
    source = Path(plan)
    dispatch.check(asked if source.is_dir() or _is_document(source) else {})
    path = corpus_of(source, folder, notify)
    open_session = partial(
        _session,
        callables=callables,
        dispatch=dispatch,
        caps=caps or SpendingCaps(),
        concurrency=concurrency,
        notify=notify,
        recorded=recorded,
    )
    if path.is_dir():
        try:
            run = open_corpus_run(
                path, n, makers, notify, about=about, writer=writer, verifier=verifier, open_session=open_session
            )
        except NothingToAskError as error:
            raise UsageError(str(error), hint="; ".join(command_with_model(Path(plan), folder, n))) from None
    elif n is not None:
        raise UsageError("-n goes with a corpus, not with a plan", hint="set count or total in the plan's cells")
    elif about or writer or verifier:
        given = "--about, --writer and --verifier"
        raise UsageError(f"{given} go with a corpus, not with a plan", hint="name them in the plan")
    else:
        opened = read_run_plan(path, makers)
        run = open_plan_run(opened, makers, open_session(opened), notify)
    _refuse_corpus(folder, run)
    options = RunOptions(concurrency, retry_failed, limit, per_cell, progress, notify, stop)
    report = run.run(folder, options, dispatch)
    if path.is_dir() and not (writer or about) and report.examples:
        for line in questions_without_name(Benchmark.open(report.path).examples, run.corpus, run.plan.about):
            notify(line)
    if path.is_dir() and not writer and not report.filled and report.ending is Ending.FINISHED:
        named = () if about else command_with_name(report.cells, Path(plan), folder, n)
        advice = (*_shortfall(report, run.corpus), *named, *command_with_model(Path(plan), folder, n), WHAT_HELPS)
        return replace(report, advice=advice)
    return report


def _refuse_other_names(**names: str) -> None:
    """Raises UsageError for an option that names something else than a model."""
    for option, name in names.items():
        if name and "/" not in name:
            hint = f"did you mean {full_name(name)!r}?" if full_name(name) else f"write PROVIDER/{name}"
            raise UsageError(f"--{option} {name!r} is not the name of a model", hint=hint)


def _shortfall(report: GenerateReport, corpus: Corpus) -> Iterator[str]:
    """Why a run over a folder has fewer questions than were asked for, and what was read."""
    facts, _ = ensure_facts(corpus)
    yield from shortfall(report.cells, Benchmark.open(report.path).examples, corpus)
    yield reading(corpus, facts)


def _session(
    plan: Plan,
    *,
    callables: Mapping[str, ModelSettings],
    dispatch: Dispatch,
    caps: SpendingCaps,
    concurrency: int | None,
    notify: Notify,
    recorded: bool,
) -> ModelSession | None:
    """The models of the plan within its caps and those of this call; None if it names no model."""
    if not plan.model_names:
        return None
    bounds = SpendingCaps(plan.budget.usd, plan.budget.calls, plan.budget.tokens).tighter(caps)
    if bounds != SpendingCaps() and not dispatch.paced and not recorded:
        notify(NOT_CAPPED)
    return session_over(
        dispatch,
        {**{name: model.settings() for name, model in plan.models.items()}, **callables},
        caps=bounds,
        concurrency=concurrency or CONCURRENCY,
        notify=notify,
        seed=plan.seed,
    )


def _refuse_corpus(folder: Path, run: GenerationRun) -> None:
    if read_manifest(folder) is None and folder.resolve() == run.corpus.path.resolve():
        raise BenchmarkError(f"{folder} is the corpus itself", hint="choose another folder for --to")


def corpus_of(path: Path, to: Path, notify: Notify) -> Path:
    """The path itself if it is a plan or a corpus; a document or a folder of them is ingested beside `to`.

    Raises what `ingest` raises, and BenchmarkError if `to` is a benchmark of other documents: it can be measured with
    the corpus that it was made of alone, so that this one stays."""
    if not _is_document(path) and (not path.is_dir() or (path / MANIFEST).exists()):
        return path
    corpus = beside(to, "corpus")
    manifest = read_manifest(to)
    from benchwright.workflows.ingest import ingest

    def check(fingerprint: str) -> None:
        if manifest is not None and parse_fingerprints(manifest).corpus != fingerprint:
            raise BenchmarkError(
                f"{to} was begun with other documents than {path} holds now",
                hint="put them back as they were, or generate into a new folder",
            )

    report = ingest(path, corpus, check=check)
    counts = ", ".join(f"{count:,} {kind}" for kind, count in report.sources.items())
    dropped = sum(report.drops.values())
    things = "thing was" if dropped == 1 else "things were"
    drops = f"; {dropped:,} {things} dropped, see {corpus / DROPS_FILE}" if dropped else ""
    notify(f"{corpus}: {sum(report.sources.values()):,} sources ({counts}) from {report.inputs:,} inputs{drops}")
    for line in report.failed_lines(_FAILED_INPUTS_SHOWN):
        notify(line)
    return corpus


def _is_document(path: Path) -> bool:
    if not path.is_file() or path.suffix in (".json", ".yaml", ".yml"):  # a plan, which may be JSON
        return False
    from benchwright.readers.registered import READERS  # loads every reader

    return reader_of_file(path, READERS) is not None
