"""Apply people's decisions to the questions of a benchmark folder, as its next revision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from benchwright.benchmark.revisions import (
    REVIEWED,
    REVIEWS,
    REVISIONS,
    Decision,
    Revision,
    Revisions,
    keep_before,
    log_revision,
)
from benchwright.benchmark.schema import parse_cells, parse_example
from benchwright.benchmark.store import EXAMPLES, Benchmark, file_entry
from benchwright.errors import BenchmarkError
from benchwright.files.atomic import MANIFEST, write_atomic, write_json
from benchwright.files.bounded import read_regular
from benchwright.files.command_lines import command_line
from benchwright.files.locks import folder_lock
from benchwright.records import Example, dump_line
from benchwright.records.outcomes import Status

_REASON = f"{Status.REJECTED}:{REVIEWED}"


def revise(path: Path | str, study: str, decisions: Iterable[Decision]) -> Revisions:
    """Write the decisions of a study into a benchmark folder, and its questions as they are now. Decisions that hold
    already make no revision; the same call again finishes one that was killed. A question that was rejected comes back
    only while nothing has taken its place. Returns all revisions.

    Raises BenchmarkError for a folder that is not whole, LockedError if another process works there."""
    with folder_lock(path):
        bench = Benchmark.open(path)
        if not bench.complete:
            again = command_line("generate", "PLAN", "--to", bench.path)
            raise BenchmarkError(f"the run that fills {bench.path} was not finished", hint=f"finish it: {again}")
        revisions = bench.revisions
        originals = _originals(bench, len(revisions))
        room = {cell.key: cell.quota - cell.committed for cell in bench.cells}
        fresh = []
        for one in decisions:
            held = revisions.decisions.get(one.example)
            if one == held or one.example not in originals:
                continue
            if held is not None and held.verdict == "rejected" and one.verdict != "rejected":
                cell = originals[one.example].origin.cell
                if room[cell] < 1:
                    continue
                room[cell] -= 1
            fresh.append(one)
        if fresh:
            number = len(revisions)
            keep_before(bench.path, number, read_regular(bench.path / EXAMPLES))
            log_revision(bench.path, Revision(number + 1, study, tuple(fresh)))
            revisions = Revisions.read(bench.path)
        if revisions:
            _write(bench, revisions, originals)
        return revisions


def _originals(bench: Benchmark, revisions: int) -> dict[str, Example]:
    """Every question that the benchmark has had, by id in its first words, in the order in which they came."""
    found: dict[str, Example] = {}
    for number in range(revisions):
        path = bench.path / REVISIONS / f"examples-{number}.jsonl"
        try:
            lines = read_regular(path).decode("utf-8").splitlines()
            examples = [parse_example(line)[0] for line in lines]
        except (OSError, ValueError) as error:
            raise BenchmarkError(f"{path} cannot be read: {error}", hint="restore it") from error
        for one in examples:
            found.setdefault(one.id, one)
    for one in bench.examples:
        found.setdefault(one.id, one)
    return found


def _write(bench: Benchmark, revisions: Revisions, originals: dict[str, Example]) -> None:
    """Write the questions as they are now, the manifest last."""
    rejected = revisions.rejected
    once = {one.example for revision in revisions for one in revision.decisions if one.verdict == "rejected"}
    order = [one.id for one in bench.examples if one.id not in rejected]
    listed = list(originals)
    for name in sorted(once - rejected - set(order), key=listed.index):  # before what it stood before
        behind = set(listed[listed.index(name) :])
        order.insert(next((place for place, one in enumerate(order) if one in behind), len(order)), name)
    now = [revisions.edited(originals[name], lambda one: bench.sources[one].modality) for name in order]
    kept = Counter(one.origin.cell for one in now)
    fallen = Counter(originals[name].origin.cell for name in rejected if name in originals)
    cells = []
    for cell in parse_cells(bench.manifest):
        reasons = {name: count for name, count in cell.reasons.items() if name != _REASON}
        if fallen[cell.key]:
            reasons[_REASON] = fallen[cell.key]
        cells.append(replace(cell, committed=kept[cell.key], reasons=reasons))
    write_atomic(bench.path / EXAMPLES, "".join(dump_line(one.to_json()) + "\n" for one in now))
    manifest = {
        **{name: value for name, value in bench.manifest.items() if name != "files"},
        "examples": len(now),
        "cells": [cell.to_json() for cell in cells],
        "review": revisions.to_json(),
        "files": {
            **bench.manifest["files"],
            **{name: file_entry(bench.path / name) for name in (EXAMPLES, REVIEWS)},
        },
    }
    write_json(bench.path / MANIFEST, manifest)
