"""The folder that a run leaves: its files, what pins it, whether it is sound, how it is shown."""

from __future__ import annotations

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import Benchmark

__all__ = ["Benchmark", "CellReport", "InputFingerprints"]
