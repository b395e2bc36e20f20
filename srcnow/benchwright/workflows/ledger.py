"""Count, export and prune the model calls in a benchmark's ledger."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import LOG, Benchmark, read_manifest
from benchwright.errors import UsageError
from benchwright.files.append_log import AppendLog
from benchwright.files.command_lines import command_line
from benchwright.files.locks import folder_lock
from benchwright.files.output_paths import check_output_file
from benchwright.models.ledger import LEDGER, Ledger, LedgerStats
from benchwright.records import JsonRecord, Outcome, Status
from benchwright.run.cut_replies import cut_attempts


@dataclass(frozen=True, slots=True)
class LedgerCounts:
    """A ledger's counts."""

    path: Path
    stats: LedgerStats


@dataclass(frozen=True, slots=True)
class PruneReport(JsonRecord):
    """The result of pruning a ledger: calls deleted and kept, bytes on the disk before and after."""

    ledger: Path
    forgotten: int
    kept: int
    bytes_before: int
    bytes_after: int


def _place(path: Path | str) -> Path:
    """The ledger's file: in a folder the one that is called so. UsageError if there is none."""
    place = Path(path) / LEDGER if Path(path).is_dir() else Path(path)
    if not place.is_file():
        raise UsageError(f"there is no ledger at {place}", hint="only runs that call a model leave one")
    return place


def ledger_stats(path: Path | str) -> LedgerCounts:
    """Count the calls in a benchmark's ledger, or in a ledger's file. Changes nothing, and may be done while a run goes
    on. Raises UsageError."""
    with Ledger.view(_place(path)) as ledger:
        return LedgerCounts(ledger.path, ledger.stats())


def ledger_export(path: Path | str, to: Path | str, *, replace: bool = False) -> int:
    """Write the calls of a ledger as JSON Lines; how many they are. Raises UsageError, also for a file that is there
    unless `replace` is set; StorageError."""
    place, target = _place(path), Path(to)
    if target.exists() and target.samefile(place):
        raise UsageError(f"{target} is the ledger itself", hint="choose another file for --to")
    check_output_file(target, replace=replace)
    with Ledger.view(place) as ledger:
        return ledger.export(target)


def ledger_prune(path: Path | str, *, everything: bool = False) -> PruneReport:
    """Forget what no outcome of the benchmark refers to. What attempts without an outcome have asked is kept unless
    `everything` is said, and what those have asked that are made again (failed, or cut off at a token limit).

    Raises UsageError if there is no ledger or no benchmark around it, LockedError if a run goes on there, StorageError.
    """
    place = _place(path)
    folder = place.parent
    if place.name != LEDGER or read_manifest(folder) is None:
        raise UsageError(f"{place} belongs to no benchmark", hint="only a benchmark says what is still of use")
    with folder_lock(folder):
        bench = Benchmark.open(folder)
        log = AppendLog.scan(folder / LOG)
        if log.damaged and not log.torn:  # the calls of the attempts behind the damage would seem to be of no use
            raise UsageError(f"{folder / LOG} is damaged", hint=f"see: {command_line('validate', folder)}")
        outcomes = bench.outcomes()
        used = {key for outcome in outcomes for key in outcome.calls}
        again = frozenset() if everything else _made_again(folder, outcomes)
        final = {key for one in outcomes if (one.cell, one.number) not in again for key in one.calls}
        with Ledger.open(place) as ledger:
            before = ledger.bytes
            ended = bench.complete and not again
            keep = used if everything else used | _pending(ledger, final, ended)
            forgotten = ledger.prune(keep)
            return PruneReport(place, forgotten, len(ledger.keys()), before, ledger.bytes)


def _made_again(folder: Path, outcomes: Sequence[Outcome]) -> frozenset[tuple[str, int]]:
    """The cell and number of attempts that a run may make anew, or was making anew when it was stopped: those that
    failed, and those that a larger token limit may save. Their outcomes are not their last ones."""
    with Ledger.view(folder / LEDGER) as ledger:
        unlimited = {row.model: sys.maxsize for row in ledger.rows()}
    failed = {(one.cell, one.number) for one in outcomes if one.status is Status.FAILED and one.calls}
    return cut_attempts(folder, outcomes, unlimited) | failed


def _pending(ledger: Ledger, final: set[str], ended: bool) -> set[str]:
    """The calls that attempts without a final outcome may have made.

    A call above temperature 0 names its attempt (its nonce): it is pending unless a final outcome refers to another
    call of that attempt. One at temperature 0 names none: it may belong to any attempt, unless the run has `ended` and
    no attempt is seen to be pending.
    """
    nonces: dict[str, str] = {call.key: str(call.request["nonce"]) for call in ledger.calls()}
    done = {nonces[key] for key in final if key in nonces} | {""}
    named = {key for key, nonce in nonces.items() if nonce not in done}
    if ended and not named:
        return set()
    return named | {key for key, nonce in nonces.items() if not nonce}
