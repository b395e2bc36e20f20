"""The folder that a run leaves: its files, what pins it, whether it is sound, how it is shown."""

from __future__ import annotations

from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import Benchmark, CellReport

__all__ = ["Benchmark", "CellReport", "InputFingerprints"]
