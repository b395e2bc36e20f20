"""List what is wrong with a benchmark folder."""

from __future__ import annotations

from pathlib import Path

from benchwright.benchmark.store import Benchmark
from benchwright.benchmark.validate import Fault
from benchwright.benchmark.validate import validate as faults_of
from benchwright.errors import DamagedBenchmarkError
from benchwright.files.atomic import MANIFEST


def validate(path: Path | str) -> list[Fault]:
    """Every fault of a benchmark folder; empty if it is sound. Changes nothing. Raises BenchmarkError only if the
    folder is not a benchmark at all."""
    try:
        bench = Benchmark.open(path)
    except DamagedBenchmarkError as error:
        return [Fault(MANIFEST, error.line())]
    return faults_of(bench)
