"""Run a plan until its quotas are filled: the loop behind `generate`.

The call path of `generate`, which goes down the layers and never back up:

    cli.generate            reads the command line, shows the progress and the report
    workflows.generate      opens the plan, the corpus, its facts, the makers and the way to models
    run.generation          passes over the attempts until the quotas are filled or something has to be waited for
    run.local_runner        one pass: makes attempts ahead of the commits and logs their outcomes
    makers.*                one attempt: a pure function of plan, corpus, number and the models' replies
    run.model_session       sends the attempts' calls, within the budget and through the ledger
    run.commit              commits outcomes in one order; run.cell_quotas says how many, benchmark.store writes them

Knows no kind of question: makers come by the protocol `run.attempt.Maker`.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.revisions import Revision, Revisions, keep_before, log_revision
from benchwright.benchmark.store import EXAMPLES, LOG, Benchmark, begin, finish, read_outcomes, removed_unless_used
from benchwright.corpus.store import Corpus
from benchwright.errors import BenchmarkError
from benchwright.files.append_log import AppendLog
from benchwright.files.locks import folder_lock
from benchwright.models import Notify
from benchwright.plan import Plan, resolved
from benchwright.records import Outcome, Status
from benchwright.run.attempt import HasFingerprintParts, Maker
from benchwright.run.cell_quotas import CellQuotas
from benchwright.run.commit import Committer, displaced
from benchwright.run.cut_replies import cut_attempts
from benchwright.run.dispatch import Dispatch, open_session
from benchwright.run.local_runner import Ending, LocalRunner, Result, RunProgress, stop_on_interrupt
from benchwright.run.model_session import CONCURRENCY, LEDGER, LoopAttempts, ModelSession
from benchwright.run.passes import run_passes
from benchwright.run.quota import Groups, RunShares
from benchwright.run.report import GenerateReport, RunSpending

PAID_PRIOR = 0.75
"""The acceptance rate that is assumed for paid attempts before any has ended: too many attempts cost money."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a run goes about it. None of this changes the questions; `workflows.generate` explains each."""

    concurrency: int | None = None
    retry_failed: bool = False
    limit: int | None = None
    per_cell: int | None = None
    progress: Callable[[RunProgress], None] | None = None
    notify: Notify = lambda line: None
    stop: threading.Event | None = None


class GenerationRun:
    """One run of a plan. The corpus, its facts and the makers are open; `session` gives the makers their models, and is
    None where the plan names none. `groups` names the groups that shares are counted by, and `run_shares` those that
    hold over all cells."""

    def __init__(
        self,
        plan: Plan,
        wanted: int | None,
        corpus: Corpus,
        facts_hash: str,
        makers: Mapping[str, Maker],
        groups: Groups,
        session: ModelSession | None = None,
        run_shares: RunShares | None = None,
    ) -> None:
        self.corpus = corpus
        self._quotas = CellQuotas(plan, makers, groups, wanted, run_shares)
        self._facts_hash = facts_hash
        self._makers = makers
        self._session = session

    @property
    def plan(self) -> Plan:
        """The plan, with the counts as they are now."""
        return self._quotas.plan

    def run(self, folder: Path, options: RunOptions, dispatch: Dispatch) -> GenerateReport:
        """Fill the quotas in `folder`. Raises LockedError if another process works there, FolderMovedError if the
        folder is moved meanwhile."""
        with folder_lock(folder) as lock, removed_unless_used(lock):
            inputs = begin(folder, self.plan.name, resolved(self.plan, folder), self._fingerprints())
            before = _ids_before(folder)
            revisions = Revisions.read(folder)
            self._quotas.rejected = revisions.rejected
            earlier = read_outcomes(folder)
            limits = {name: line.max_tokens for name, line in self.plan.models.items() if line.max_tokens is not None}
            cut = cut_attempts(folder, earlier, limits)
            outcomes = {
                (one.cell, one.number): one
                for one in earlier
                if not (options.retry_failed and one.status is Status.FAILED) and (one.cell, one.number) not in cut
            }
            stop = options.stop or threading.Event()
            for line in self._warnings():
                options.notify(line)
            interrupts = stop_on_interrupt(stop) if options.stop is None else nullcontext()
            with (
                AppendLog(folder / LOG) as log,
                self._open_models(folder, dispatch, stop) as models,
                interrupts,
            ):
                log.repair()

                def sink(group: Sequence[Outcome]) -> None:
                    log.append_many(outcome.to_json() for outcome in group)
                    outcomes.update({(one.cell, one.number): one for one in group})
                    lock.check()

                runner = _Passes(self._quotas, outcomes, sink, models, options, stop, dispatch, self._spent)
                committer, result, waiting = runner.run()
                rounds = dispatch.rounds
                spent = self._spent()
            lock.check()
            report = self._finish(folder, inputs, committer, result, before, spent, waiting, revisions)
            report = replace(report, rounds=rounds)
            lock.check()
            return report

    @contextmanager
    def _open_models(self, folder: Path, dispatch: Dispatch, stop: threading.Event) -> Iterator[LoopAttempts | None]:
        """The loop on which attempts wait for models, with the ledger behind it; None if the plan names no model."""
        if self._session is None:
            yield None
            return
        with open_session(self._session, dispatch, folder / LEDGER, stop) as loop:
            yield LoopAttempts(loop, self._session.halted, self._start)

    def _start(self, cell_key: str, number: int) -> Awaitable[Outcome] | None:
        """An attempt of a maker that waits, as a coroutine; None for a maker that computes."""
        maker = self._quotas.maker(cell_key)
        if not maker.waits:
            return None
        attempt = maker.attempt(cell_key, number)
        return None if isinstance(attempt, Outcome) else attempt

    def _warnings(self) -> Iterator[str]:
        cast = self.plan.cast
        if cast is not None and cast.verifier in (cast.writer, cast.vision_writer):
            yield (
                f"{cast.verifier} writes and judges: a model is lenient with its own questions; "
                "name another one as the plan's verifier if you can"
            )

    def _spent(self) -> RunSpending:
        return RunSpending() if self._session is None else self._session.spent

    def _fingerprints(self) -> InputFingerprints:
        makers = self._makers
        return InputFingerprints(
            corpus=self.corpus.fingerprint,
            facts=self._facts_hash,
            plan=self.plan.pinned(),
            makers={name: maker.fingerprint for name, maker in makers.items()},
            styles={cell.style: self.plan.style(cell.style).sha256 for cell in self.plan.cells()},
            parts={name: maker.parts for name, maker in makers.items() if isinstance(maker, HasFingerprintParts)},
        )

    def _finish(
        self,
        folder: Path,
        inputs: InputFingerprints,
        committer: Committer,
        result: Result,
        before: Sequence[str],
        spent: RunSpending,
        waiting: tuple[str, ...],
        revisions: Revisions,
    ) -> GenerateReport:
        """Write what was committed, as people left it, and report the run."""
        examples = [
            revisions.edited(one.example, lambda name: self.corpus.source(name).modality)
            for one in committer.committed
            if one.example is not None
        ]
        cells = tuple(self._quotas.report(cell, committer) for cell in self.plan.cells())
        finished = result.ending is Ending.FINISHED
        if revisions and finished:
            _log_added(folder, len(revisions), before, [example.id for example in examples])
        finish(
            folder,
            self.plan.name,
            resolved(self.plan, folder),
            inputs,
            cells,
            examples,
            self.corpus,
            wanted=self._quotas.wanted,
            complete=finished,
            sampling=self._quotas.sampling(),
        )
        return GenerateReport(
            path=folder,
            ending=result.ending,
            wanted=self._quotas.wanted,
            cells=cells,
            uncovered=tuple(report.label for report in cells if report.available == 0),
            displaced=tuple(displaced(before, (example.id for example in examples))) if finished else (),
            held_by=result.held_by,
            attempts=result.attempts,
            spares=committer.spares,
            spent=spent,
            waiting=waiting,
        )


class _Passes:
    """Passes over the attempts until every quota is filled, or nothing more can be done now."""

    def __init__(
        self,
        quotas: CellQuotas,
        outcomes: Mapping[tuple[str, int], Outcome],
        sink: Callable[[Sequence[Outcome]], None],
        models: LoopAttempts | None,
        options: RunOptions,
        stop: threading.Event,
        dispatch: Dispatch,
        spent: Callable[[], RunSpending],
    ) -> None:
        self._quotas = quotas
        self._outcomes = outcomes
        self._sink = sink
        self._models = models
        self._options = options
        self._stop = stop
        self._dispatch = dispatch
        self._spent = spent
        self._begun: set[tuple[str, int]] = set()
        self._committer: Committer
        self._result: Result

    def run(self) -> tuple[Committer, Result, tuple[str, ...]]:
        """The committer at the end, how the run ended, and the files or batches whose replies are waited for."""
        if self._models is None:
            self._pass_until_unchanged()
            return self._committer, self._result, ()
        waiting = run_passes(self._dispatch, self._pass_until_unchanged, self._stop)
        if self._stop.is_set() and self._result.ending is not Ending.FINISHED:  # also while batches were waited for
            self._result = replace(self._result, ending=Ending.STOPPED)
        return self._committer, self._result, waiting

    def _pass_until_unchanged(self) -> bool:
        """Go as far as the replies at hand allow: until nothing changes any more, or something has to be waited for.
        Whether something has."""
        while True:
            self._committer = self._quotas.committer(self._outcomes.values())
            self._result = self._one_pass(self._committer)
            finished = self._result.ending is Ending.FINISHED
            if not finished or not self._quotas.change(self._committer, self._outcomes.values()):
                self._result = replace(self._result, attempts=len(self._begun))
                return not finished

    def _one_pass(self, committer: Committer) -> Result:
        options, paced = self._options, self._dispatch.paced
        tell = options.progress
        if self._models is not None:
            self._models.resume()
        waits = any(self._quotas.maker(key).waits for key in committer.cells)
        return LocalRunner(
            self._compute,
            committer,
            self._sink,
            concurrency=(options.concurrency or (CONCURRENCY if self._models is not None else 1)) if waits else 1,
            waiting=self._models,
            waves=self._models is not None and not paced,
            prior=PAID_PRIOR if self._models is not None else 0.5,
            limit=options.limit,
            begun=self._begun,
            per_cell=options.per_cell,
            stop=self._stop,
            on_progress=tell and (lambda state: tell(replace(state, spent=self._spent().line()))),
        ).run()

    def _compute(self, cell_key: str, number: int) -> Outcome:
        """An attempt of a maker that computes."""
        outcome = self._quotas.maker(cell_key).attempt(cell_key, number)
        if not isinstance(outcome, Outcome):
            raise TypeError("a maker that waits was asked on a thread")
        return outcome


def _log_added(folder: Path, number: int, before: Sequence[str], now: Sequence[str]) -> None:
    """Log as a revision which questions stand in for those that people rejected, if there are new ones."""
    added = tuple(name for name in now if name not in set(before))
    if added and before:
        keep_before(folder, number, (folder / EXAMPLES).read_bytes())
        log_revision(folder, Revision(number + 1, "", added=added))


def _ids_before(folder: Path) -> list[str]:
    """The ids of the examples that the last finished run left; none if it was stopped, or if they are damaged (they
    are about to be written anew)."""
    bench = Benchmark.open(folder)
    try:
        return [example.id for example in bench.examples] if bench.complete else []
    except BenchmarkError:
        return []
