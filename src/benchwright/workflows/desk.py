"""A run over one plan, its corpus and its makers, which are open (`opening`): passes over the attempts until the quotas
are filled; what it came to, written and told."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

from benchwright.benchmark.pins import Pins
from benchwright.benchmark.store import LOG, Benchmark, CellReport, begin, finish, read_outcomes
from benchwright.corpus.store import Corpus
from benchwright.errors import BenchmarkError
from benchwright.files.atomic import AppendLog
from benchwright.models import Notify
from benchwright.plan import Cell, Plan, go_round, resolved
from benchwright.records import Json, Outcome, OverShare, Status
from benchwright.run import (
    ENDLESS,
    CellState,
    CommitRule,
    Committer,
    Ending,
    Explains,
    LocalRunner,
    Maker,
    Parted,
    Progress,
    Quota,
    Result,
    Samples,
    ShareCaps,
    Supply,
    displaced,
    over_shares,
    stop_on_interrupt,
)
from benchwright.workflows.calling import CONCURRENCY, LEDGER, Calling, OnLoop, Options
from benchwright.workflows.exchange import Exchange, answering
from benchwright.workflows.generate_report import GenerateReport, RunCost

BATCH_MARGIN = 1.0
"""Where replies take hours, another wave costs more than spare attempts do: about five cells in six need only one."""
PAID_PRIOR = 0.75
"""What is taken for the acceptance of paid attempts before there is any: what is begun too much costs money."""


class Desk:
    """Everything that a run needs, opened: the plan, the corpus, its facts, the makers and their supplies."""

    def __init__(
        self,
        plan: Plan,
        wanted: int | None,
        corpus: Corpus,
        facts_hash: str,
        opened: Mapping[str, Maker],
        calling: Calling | None = None,
    ) -> None:
        self.plan = plan
        self.corpus = corpus
        self._wanted = wanted
        self._facts_hash = facts_hash
        self._makers = opened
        self._calling = calling
        self._maker_of = {cell.key: opened[cell.maker] for cell in plan.cells()}
        self._supplies: dict[str, Supply] = {}
        self._giving: dict[str, dict[str, int]] = {}  # by cell that ended short: how many groups gave anything

    # ------------------------------------------------------------------ the run
    def run(self, folder: Path, options: Options, exchange: Exchange) -> GenerateReport:
        """Fill the quotas in `folder`, whose lock is held."""
        pins = begin(folder, self.plan.name, resolved(self.plan, folder), self._pins())
        before = _ids_before(folder)
        known = {
            (one.cell, one.number): one
            for one in read_outcomes(folder)
            if not (options.retry_failed and one.status is Status.FAILED)
        }
        stopped = options.stop or threading.Event()
        for line in self._warnings():
            options.notify(line)
        attempts = 0
        waiting: tuple[str, ...] = ()
        interrupts = stop_on_interrupt(stopped) if options.stop is None else nullcontext()
        with (
            AppendLog(folder / LOG) as log,
            self._models(folder, options.notify, exchange, stopped) as on_loop,
            interrupts,
        ):

            def sink(outcomes: Sequence[Outcome]) -> None:
                log.append_many(outcome.to_json() for outcome in outcomes)
                known.update({(one.cell, one.number): one for one in outcomes})

            while True:
                if on_loop is not None:
                    exchange.take_in()
                committer, result, made = self._pass(known, sink, on_loop, options, attempts, stopped, exchange)
                attempts += made
                if on_loop is None or result.ending is Ending.FINISHED:
                    break
                waiting = exchange.put_out()
                if not exchange.answered or stopped.is_set():
                    break
            spent = self._spent()
        return self._finish(folder, pins, committer, result, before, attempts, spent, waiting)

    def _pass(
        self,
        known: dict[tuple[str, int], Outcome],
        sink: Callable[[Sequence[Outcome]], None],
        on_loop: OnLoop | None,
        options: Options,
        made_before: int,
        stopped: threading.Event,
        exchange: Exchange,
    ) -> tuple[Committer, Result, int]:
        """Go as far as the replies that there are allow: to the end, or until something has to be waited for."""
        waits = any(maker.waits for maker in self._makers.values())
        at_once = options.concurrency or (CONCURRENCY if on_loop is not None else 1)
        attempts = 0
        while True:
            committer = self._committer(known.values())
            if on_loop is not None:
                on_loop.resume()
            left = None if options.limit is None else max(0, options.limit - made_before - attempts)
            result = LocalRunner(
                self._attempt,
                committer,
                sink,
                concurrency=at_once if waits else 1,
                waiting=on_loop,
                margin=0.0 if exchange.paced else BATCH_MARGIN,
                prior=PAID_PRIOR if on_loop is not None and exchange.paced else 0.5,
                limit=left,
                per_cell=options.per_cell,
                stop=stopped,
                on_progress=None if options.progress is None else self._told(options.progress),
            ).run()
            attempts += result.attempts
            if result.ending is not Ending.FINISHED:
                return committer, result, attempts
            if not self._narrow(committer, known.values()) and not self._raise(committer):
                return committer, result, attempts

    @contextmanager
    def _models(
        self, folder: Path, notify: Notify, exchange: Exchange, stopped: threading.Event
    ) -> Iterator[OnLoop | None]:
        """The place where attempts wait for models, with the ledger behind it; None if the plan names no model."""
        if self._calling is None:
            yield None
            return
        with answering(self._calling, exchange, folder / LEDGER, notify, stopped) as loop:
            yield OnLoop(loop, self._calling.halted, self._begin)

    def _warnings(self) -> Iterator[str]:
        cast = self.plan.cast
        if cast is not None and cast.verifier in (cast.writer, cast.vision_writer):
            yield (
                f"{cast.verifier} writes and judges: a model is lenient with its own questions; "
                "name another one as the plan's verifier if you can"
            )

    def _told(self, progress: Callable[[Progress], None]) -> Callable[[Progress], None]:
        """Progress with what was spent so far."""
        if self._calling is None:
            return progress

        def with_spending(state: Progress) -> None:
            progress(replace(state, spent=self._spent().line()))

        return with_spending

    def _spent(self) -> RunCost:
        return RunCost() if self._calling is None else self._calling.spent

    def _finish(
        self,
        folder: Path,
        pins: Pins,
        committer: Committer,
        result: Result,
        before: Sequence[str],
        attempts: int,
        spent: RunCost,
        waiting: tuple[str, ...],
    ) -> GenerateReport:
        examples = [one.example for one in committer.committed if one.example is not None]
        cells = tuple(self._report(cell, committer) for cell in self.plan.cells())
        finished = result.ending is Ending.FINISHED
        text = resolved(self.plan, folder)
        wanted = self._wanted or sum(cell.quota for cell in cells)
        finish(
            folder,
            self.plan.name,
            text,
            pins,
            cells,
            examples,
            self.corpus,
            wanted=wanted,
            complete=finished,
            sampling=self._sampling(),
        )
        return GenerateReport(
            path=folder,
            ending=result.ending,
            wanted=wanted,
            cells=cells,
            uncovered=tuple(report.label for report in cells if report.available == 0),
            displaced=tuple(displaced(before, (example.id for example in examples))) if finished else (),
            held_by=result.held_by,
            attempts=attempts,
            spares=committer.spares,
            spent=spent,
            waiting=waiting,
        )

    def _sampling(self) -> Json:
        """How even the draws of first sources are, by the modalities of the cells; of what lists are drawn, by cell."""
        found: Json = {}
        for cell in self.plan.cells():
            maker = self._maker_of[cell.key]
            drawn = cell.label if cell.kind else str(cell.modalities)
            if isinstance(maker, Samples) and drawn not in found and maker.supply(cell.key).attempts:
                found[drawn] = maker.sampling(cell.key)
        return found

    def _report(self, cell: Cell, committer: Committer) -> CellReport:
        state = committer.cells[cell.key]
        supply = self._supply(cell.key).attempts
        return CellReport(
            key=cell.key,
            quota=cell.count,
            committed=state.committed,
            attempts=state.seen,
            available=supply if supply < ENDLESS else state.quota.limit,
            reasons=dict(state.reasons),
            over=self._over(cell.key, committer) if state.closed and not state.filled else (),
            why=self._why(cell.key, state),
        )

    def _why(self, key: str, state: CellState) -> str:
        """Why the cell has no attempts, or ended short of its quota, as far as its maker knows."""
        maker, supply = self._maker_of[key], self._supply(key)
        short = supply.attempts and state.closed and not state.filled
        return maker.why_short(key, state.seen, state.reasons) if short and isinstance(maker, Explains) else supply.why

    def _over(self, key: str, committer: Committer) -> tuple[OverShare, ...]:
        """Which groups have more than their share of what the cell has, which is less than it was asked for."""
        return over_shares(
            (one for one in committer.committed if one.cell == key),
            lambda outcome: _groups(outcome, self.corpus),
            self.plan.max_share.model_dump(),
            self._available(key),
        )

    def _committer(self, known: Iterable[Outcome]) -> Committer:
        """A frontier at the start, over what is known."""
        cells = self.plan.cells()
        tries = self.plan.max_attempts_per_question
        quotas = [
            Quota(cell.key, cell.count, min(self._supply(cell.key).attempts, tries * cell.count)) for cell in cells
        ]
        rules: list[CommitRule] = [
            ShareCaps(
                lambda outcome: _groups(outcome, self.corpus),
                self.plan.max_share.model_dump(),
                {cell.key: cell.count for cell in cells},
                {cell.key: self._available(cell.key) for cell in cells},
            )
        ]
        for _, maker in sorted(self._makers.items()):
            rules.extend(maker.rules())
        committer = Committer(quotas, rules)
        for outcome in known:
            if outcome.cell in committer.cells:
                committer.offer(outcome)
        return committer

    def _narrow(self, committer: Committer, known: Iterable[Outcome]) -> bool:
        """Where shares stood in the way of a cell that came to its end short of its quota, count only the groups that
        gave anything: a family whose every attempt was refused has no share to keep free. Whether that changes a cap.

        All attempts of such a cell are known, so that this, too, is the same however the run was stopped."""
        short = {
            key: state
            for key, state in committer.cells.items()
            if not state.filled and any(reason.startswith("rejected:share:") for reason in state.reasons)
        }
        giving: dict[str, dict[str, set[str]]] = {key: {} for key in short}
        for outcome in known:
            state = short.get(outcome.cell)
            if state and outcome.status is Status.ACCEPTED and outcome.number < state.quota.limit:
                for kind, group in _groups(outcome, self.corpus):
                    giving[outcome.cell].setdefault(kind, set()).add(group)
        before = {key: self._available(key) for key in short}
        for key, kinds in giving.items():
            self._giving[key] = {kind: len(groups) for kind, groups in kinds.items()}
        return any(self._available(key) != before[key] for key in short)

    def _available(self, key: str) -> dict[str, int]:
        """How many groups of each kind the cell draws on."""
        giving = self._giving.get(key, {})
        return {kind: min(count, giving.get(kind, count)) for kind, count in self._supply(key).groups.items()}

    def _raise(self, committer: Committer) -> bool:
        """Where a run for `n` questions fell short, let the cells that were filled and can go on share what is missing.
        Whether any can."""
        missing = (self._wanted or 0) - len(committer.committed)
        able = [
            cell
            for cell in self.plan.cells()
            if committer.cells[cell.key].filled and committer.cells[cell.key].seen < self._supply(cell.key).attempts
        ]
        if missing <= 0 or not able:
            return False
        room = [self._supply(cell.key).attempts - committer.cells[cell.key].seen for cell in able]
        more = {cell.key: extra for cell, extra in zip(able, go_round(missing, room), strict=True) if extra}
        self.plan = self.plan.with_counts({cell.key: cell.count + more.get(cell.key, 0) for cell in able})
        self._giving = {key: giving for key, giving in self._giving.items() if key not in more}
        return True

    # ------------------------------------------------------------------ the parts
    def _attempt(self, cell_key: str, number: int) -> Outcome:
        outcome = self._maker_of[cell_key].attempt(cell_key, number)
        if not isinstance(outcome, Outcome):
            raise TypeError("a maker that waits was asked on a thread")
        return outcome

    def _begin(self, cell_key: str, number: int) -> Awaitable[Outcome] | None:
        """An attempt of a maker that waits, as a coroutine."""
        maker = self._maker_of[cell_key]
        if not maker.waits:
            return None
        attempt = maker.attempt(cell_key, number)
        return None if isinstance(attempt, Outcome) else attempt

    def _supply(self, key: str) -> Supply:
        if key not in self._supplies:
            self._supplies[key] = self._maker_of[key].supply(key)
        return self._supplies[key]

    def _pins(self) -> Pins:
        return Pins(
            corpus=self.corpus.fingerprint,
            facts=self._facts_hash,
            plan=self.plan.pinned(),
            makers={name: maker.fingerprint for name, maker in self._makers.items()},
            styles={cell.style: self.plan.style(cell.style).sha256 for cell in self.plan.cells()},
            parts={name: maker.parts for name, maker in self._makers.items() if isinstance(maker, Parted)},
        )


def _groups(outcome: Outcome, corpus: Corpus) -> Iterable[tuple[str, str]]:
    """What shares are counted by. A question over several documents counts for that of its first source, a list
    question for each of its relations, with its type where the book splits it by type."""
    example = outcome.example
    if example is None or not example.sources:
        return ()
    told = example.derivation or {}
    relations = told.get("typed") or told.get("relations", ())
    return (
        ("family", example.family),
        ("document", corpus.document(example.sources[0])),
        *(("relation", str(name)) for name in relations),
    )


def _ids_before(folder: Path) -> list[str]:
    """The ids of the examples that the last finished run left; none if it was stopped, or if they are damaged (they
    are about to be written anew)."""
    bench = Benchmark.open(folder)
    try:
        return [example.id for example in bench.examples] if bench.complete else []
    except BenchmarkError:
        return []
