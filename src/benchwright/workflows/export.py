"""Write a benchmark in the form of somebody else's, one file a part of its split."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import Benchmark
from benchwright.errors import BenchmarkError, UsageError
from benchwright.files import make_folder, write_atomic
from benchwright.publish.export import get_exporter
from benchwright.records import Json
from benchwright.workflows.graph_split import read_splits


@dataclass(frozen=True, slots=True)
class ExportReport:
    """Which files were written with how many questions, and how many questions were left out, by reason."""

    path: Path
    format: str
    questions: Mapping[str, int]
    left_out: Mapping[str, int]

    def to_json(self) -> Json:
        return {
            "path": str(self.path),
            "format": self.format,
            "questions": dict(self.questions),
            "left_out": dict(self.left_out),
        }


def export(bench: Path | str, to: Path | str, format: str, *, splits: Path | None = None) -> ExportReport:
    """Write the questions of a benchmark into the folder `to` (made if missing), one file a part.

    Raises UsageError for a format that there is not, for a split that names none of the questions and for a benchmark
    without a question of that form, BenchmarkError, StorageError.
    """
    exporter, opened = get_exporter(format), Benchmark.open(bench)
    if not opened.complete:
        raise BenchmarkError(f"{opened.path} is unfinished", hint="run the command that fills it again")
    parts = None if splits is None else read_splits(splits)
    made = exporter.make(opened, parts)
    if not made.files:
        raise UsageError(f"no question of {opened.path} can be written as {format}", hint=exporter.about)
    folder = make_folder(Path(to))
    for name, content in made.files.items():
        write_atomic(folder / name, content)
    return ExportReport(folder, format, made.questions, made.left_out)
