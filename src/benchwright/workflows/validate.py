"""Whether a benchmark folder is sound."""

from __future__ import annotations

from pathlib import Path

from benchwright.benchmark.store import Benchmark
from benchwright.benchmark.validate import Fault
from benchwright.benchmark.validate import validate as faults_of


def validate(path: Path | str) -> list[Fault]:
    """Every fault of a benchmark folder; empty if it is sound. Changes nothing. Raises BenchmarkError only if the
    folder is no benchmark at all."""
    return faults_of(Benchmark.open(path))
