"""Write, read, validate and show the benchmark folder that a run leaves."""

from __future__ import annotations

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import Benchmark

__all__ = ["Benchmark", "CellReport", "InputFingerprints"]
