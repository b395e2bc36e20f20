"""Fill the quotas of a plan: the same call continues a stopped run, and gives the same examples however it was stopped.

What is on the disk decides: attempts that `attempts.jsonl` holds are not made again, all else is worked out anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import benchwright.derive.maker  # noqa: F401 - registers the maker
from benchwright.benchmark.pins import Pins
from benchwright.benchmark.store import LOG, Benchmark, CellReport, begin, finish, read_manifest, read_outcomes
from benchwright.corpus.store import Corpus
from benchwright.errors import BenchmarkError, CorpusError, PlanError, UsageError
from benchwright.facts.store import FactTable, stored_metadata
from benchwright.files import AppendLog, folder_lock, sha256_file
from benchwright.plan import Cell, Plan, default_plan, go_round, read_plan, resolved
from benchwright.prompts import styles
from benchwright.records import Json, Outcome, Status
from benchwright.registry import Registry
from benchwright.run import (
    CommitRule,
    Committer,
    Ending,
    LocalRunner,
    Maker,
    Progress,
    Quota,
    Result,
    ShareCaps,
    Supply,
    displaced,
    stop_on_interrupt,
)
from benchwright.run.makers import MAKERS, OpenMaker
from benchwright.workflows.facts import FACTS_FILE, ensure_facts

DEFAULT_COUNT = 50
DEFAULT_MAKER = "derive"


@dataclass(frozen=True, slots=True)
class GenerateReport:
    """What a run came to. `wanted` is the sum of the quotas, or what `n` asked for; `uncovered` names the cells that
    no question family covers; `displaced` the examples that an earlier run had and this one has not."""

    path: Path
    ending: Ending
    wanted: int
    cells: tuple[CellReport, ...]
    uncovered: tuple[str, ...] = ()
    displaced: tuple[str, ...] = ()
    held_by: tuple[str, ...] = ()
    attempts: int = 0
    spares: int = 0

    @property
    def examples(self) -> int:
        return sum(cell.committed for cell in self.cells)

    @property
    def filled(self) -> bool:
        """Whether all that was asked for is there."""
        return self.ending is Ending.FINISHED and self.examples >= self.wanted

    def to_json(self) -> Json:
        return {
            "benchmark": str(self.path),
            "ending": str(self.ending),
            "filled": self.filled,
            "wanted": self.wanted,
            "examples": self.examples,
            "attempts": self.attempts,
            "spares": self.spares,
            "cells": [cell.to_json() for cell in self.cells],
            "uncovered": list(self.uncovered),
            "displaced": list(self.displaced),
            "held_by": list(self.held_by),
        }


def generate(
    plan: Path | str,
    to: Path | str,
    *,
    n: int | None = None,
    concurrency: int = 1,
    retry_failed: bool = False,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
    makers: Registry[OpenMaker] = MAKERS,
) -> GenerateReport:
    """Generate the benchmark of a plan file, or of a corpus folder (then `n` questions, 50 unless told), into `to`.

    `concurrency` is how many attempts are made at once, where they wait for anything (`Maker.waits`); it changes the
    speed, never the result. Ctrl-C on the main
    thread, or setting `stop`, ends the run cleanly. Raises UsageError for a plan, corpus or folder that cannot be used,
    LockedError if another process works on `to`, StorageError if the disk refuses.
    """
    if concurrency < 1:
        raise UsageError(f"concurrency must be at least 1, not {concurrency}", hint="leave it out for the default")
    desk = _Desk.of_corpus(Path(plan), n, makers) if Path(plan).is_dir() else _Desk.of_plan(Path(plan), n, makers)
    folder = Path(to)
    if read_manifest(folder) is None and folder.resolve() == desk.corpus.path.resolve():
        raise BenchmarkError(f"{folder} is the corpus itself", hint="choose another folder for --to")
    with folder_lock(folder):
        return desk.run(folder, concurrency, retry_failed, progress, stop)


class _Desk:
    """Everything that a run needs, opened: the plan, the corpus, its facts, the makers and their supplies."""

    def __init__(
        self, plan: Plan, wanted: int | None, corpus: Corpus, facts_hash: str, opened: Mapping[str, Maker]
    ) -> None:
        self.plan = plan
        self.corpus = corpus
        self._wanted = wanted
        self._facts_hash = facts_hash
        self._makers = opened
        self._maker_of = {cell.key: opened[cell.maker] for cell in plan.cells()}
        self._supplies: dict[str, Supply] = {}
        self._giving: dict[str, dict[str, int]] = {}  # by cell that ended short: how many groups gave anything

    @classmethod
    def of_plan(cls, path: Path, n: int | None, makers: Registry[OpenMaker]) -> _Desk:
        """For a plan file. Raises UsageError."""
        if n is not None:
            raise UsageError("-n goes with a corpus, not with a plan", hint="set count or total in the plan's cells")
        plan = read_plan(path)
        _refuse_models(plan)
        names = dict.fromkeys(cell.maker for cell in plan.cells())
        for name in names:
            makers.get(name)  # an unknown maker is named before the corpus is read
        corpus, facts, digest = _open_corpus(plan.corpus_path)
        return cls(plan, None, corpus, digest, {name: makers.get(name)(plan, corpus, facts, None) for name in names})

    @classmethod
    def of_corpus(cls, path: Path, n: int | None, makers: Registry[OpenMaker]) -> _Desk:
        """For a corpus folder: a plan that goes round the cells that it can fill. Raises UsageError."""
        count = DEFAULT_COUNT if n is None else n
        if count < 1:
            raise UsageError(f"-n must be at least 1, not {count}", hint="ask for at least one question")
        corpus, facts, digest = _open_corpus(path)
        name = DEFAULT_MAKER if DEFAULT_MAKER in makers else makers.names()[0]
        all_cells = [(style.name, modalities, 1) for style in styles().values() for modalities in style.modalities]
        maker = makers.get(name)(default_plan(path, len(all_cells), all_cells), corpus, facts, None)
        fillable = [
            (style, modalities, maker.supply(Cell(style, modalities, name, 0).key).attempts)
            for style, modalities, _ in all_cells
        ]
        plan = default_plan(path, count, fillable, maker=name)
        return cls(plan, count, corpus, digest, {name: maker})

    # ------------------------------------------------------------------ the run
    def run(
        self,
        folder: Path,
        concurrency: int,
        retry_failed: bool,
        progress: Callable[[Progress], None] | None,
        stop: threading.Event | None,
    ) -> GenerateReport:
        """Fill the quotas in `folder`, whose lock is held."""
        pins = begin(folder, self.plan.name, resolved(self.plan, folder), self._pins())
        before = _ids_before(folder)
        known = {
            (one.cell, one.number): one
            for one in read_outcomes(folder)
            if not (retry_failed and one.status is Status.FAILED)
        }
        stopped = stop or threading.Event()
        threads = concurrency if any(maker.waits for maker in self._makers.values()) else 1
        attempts = 0
        with AppendLog(folder / LOG) as log, stop_on_interrupt(stopped) if stop is None else nullcontext():

            def sink(outcomes: Sequence[Outcome]) -> None:
                log.append_many(outcome.to_json() for outcome in outcomes)
                known.update({(one.cell, one.number): one for one in outcomes})

            while True:
                committer = self._committer(known.values())
                result = LocalRunner(
                    self._attempt, committer, sink, concurrency=threads, stop=stopped, on_progress=progress
                ).run()
                attempts += result.attempts
                if result.ending is not Ending.FINISHED:
                    break
                if not self._narrow(committer, known.values()) and not self._raise(committer):
                    break
        return self._finish(folder, pins, committer, result, before, attempts)

    def _finish(
        self, folder: Path, pins: Pins, committer: Committer, result: Result, before: Sequence[str], attempts: int
    ) -> GenerateReport:
        examples = [one.example for one in committer.committed if one.example is not None]
        cells = tuple(self._report(cell, committer) for cell in self.plan.cells())
        finished = result.ending is Ending.FINISHED
        text = resolved(self.plan, folder)
        wanted = self._wanted or sum(cell.quota for cell in cells)
        finish(folder, self.plan.name, text, pins, cells, examples, self.corpus, wanted=wanted, complete=finished)
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
        )

    def _report(self, cell: Cell, committer: Committer) -> CellReport:
        state = committer.cells[cell.key]
        return CellReport(
            key=cell.key,
            quota=cell.count,
            committed=state.committed,
            attempts=state.seen,
            available=self._supply(cell.key).attempts,
            reasons=dict(state.reasons),
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
                for kind, group in _groups(outcome, self.corpus).items():
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
        )


def _refuse_models(plan: Plan) -> None:
    """This version makes questions without a model: a plan that names one would not get what it asks for."""
    asked = {
        "vision_writer": plan.vision_writer,
        "writer": plan.writer if plan.cast else None,
        "verifier": None if plan.verifier == DEFAULT_MAKER else plan.verifier,
        "paraphraser": plan.paraphraser,
    }
    for key, value in asked.items():
        if value is not None:
            default = DEFAULT_MAKER if key in ("writer", "verifier") else "null"
            raise PlanError(
                f"{key} {value!r} is a model, and this version uses none", hint=f"set {key}: {default}, or leave it out"
            )


def _open_corpus(path: Path) -> tuple[Corpus, FactTable, str]:
    """The corpus, its facts (read now if they were not yet), and the hash of the facts' file. Raises CorpusError."""
    corpus = Corpus.open(path)
    facts, _ = ensure_facts(corpus)
    refused = stored_metadata(corpus.path / FACTS_FILE).get("refused")
    if refused and not len(facts):
        listed = ", ".join(f"{count:,} sources {reason}" for reason, count in sorted(refused.items()))
        raise CorpusError(f"no fact was read in {path}: {listed}", hint="questions are made of English documents only")
    return corpus, facts, sha256_file(path / FACTS_FILE)


def _groups(outcome: Outcome, corpus: Corpus) -> Mapping[str, str]:
    """What shares are counted by. A question over several documents counts for that of its first source."""
    if outcome.example is None or not outcome.example.sources:
        return {}
    return {"family": outcome.example.family, "document": corpus.document(outcome.example.sources[0])}


def _ids_before(folder: Path) -> list[str]:
    """The ids of the examples that the last finished run left; none if it was stopped, or if they are damaged (they
    are about to be written anew)."""
    bench = Benchmark.open(folder)
    try:
        return [example.id for example in bench.examples] if bench.complete else []
    except BenchmarkError:
        return []


__all__ = ["DEFAULT_COUNT", "GenerateReport", "generate"]
