"""What a benchmark holds: quotas, funnels, families; or one example with its sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import Benchmark, CellReport, count_by
from benchwright.records import Example, Json, Source


@dataclass(frozen=True, slots=True)
class Overview:
    """A benchmark at a glance. `read` counts questions on images by how the image is read: those that a caption
    answers are told apart from those that need the pixels. `attempts` counts all in the log, spares included."""

    path: Path
    name: str
    complete: bool
    wanted: int
    cells: tuple[CellReport, ...]
    families: Mapping[str, int]
    read: Mapping[str, int]
    reasons: Mapping[str, int]
    attempts: int

    @property
    def examples(self) -> int:
        return sum(cell.committed for cell in self.cells)

    def to_json(self) -> Json:
        return {
            "benchmark": str(self.path),
            "name": self.name,
            "complete": self.complete,
            "wanted": self.wanted,
            "examples": self.examples,
            "attempts": self.attempts,
            "cells": [cell.to_json() for cell in self.cells],
            "families": dict(self.families),
            "read": dict(self.read),
            "reasons": dict(self.reasons),
        }


def show(path: Path | str) -> Overview:
    """Look over a benchmark folder. Raises BenchmarkError if it is none."""
    bench = Benchmark.open(path)
    reasons: Counter[str] = Counter()
    for cell in bench.cells:
        reasons.update(cell.reasons)
    return Overview(
        path=bench.path,
        name=str(bench.manifest.get("name", "")),
        complete=bench.complete,
        wanted=bench.wanted,
        cells=bench.cells,
        families=count_by(bench.examples, "family"),
        read=count_by((one for one in bench.examples if one.modalities.image), "read"),
        reasons=dict(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
        attempts=len(bench.outcomes()),
    )


def show_example(path: Path | str, name: str) -> tuple[Example, Mapping[str, Source]]:
    """The example with this id (or the only one whose id begins so), and the benchmark's sources by id. Raises
    BenchmarkError if there is no such example."""
    bench = Benchmark.open(path)
    return bench.example(name), bench.sources
