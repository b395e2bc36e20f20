"""Export a benchmark into the form that other tools read, one file for each part of its split."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.splits import splits_of
from benchwright.benchmark.store import Benchmark
from benchwright.errors import BenchmarkError, UsageError
from benchwright.files.atomic import make_folder, write_atomic
from benchwright.files.disk_errors import writing
from benchwright.publish.export import get_exporter
from benchwright.records import JsonRecord


@dataclass(frozen=True, slots=True)
class ExportReport(JsonRecord):
    """Which files were written with how many questions, and how many questions were left out, by reason."""

    path: Path
    format: str
    questions: Mapping[str, int]
    left_out: Mapping[str, int]


def export(
    bench: Path | str, to: Path | str, format: str, *, splits: Path | None = None, replace: bool = False
) -> ExportReport:
    """Write the questions of a benchmark into the folder `to` (made if missing), one file a part. An export that is
    there is replaced if `replace` says so: the files of parts that have no questions now are removed.

    Raises UsageError for a format that there is not, for the split of another benchmark, for a benchmark without a
    question of that form and for a folder with other files of it, which would be read as parts of the same set;
    BenchmarkError, StorageError.
    """
    exporter, opened = get_exporter(format), Benchmark.open(bench)
    if not opened.complete:
        raise BenchmarkError(f"{opened.path} is unfinished", hint="run the command that fills it again")
    parts = None if splits is None else splits_of(splits, opened)
    made = exporter.make(opened, parts)
    if not made.files:
        raise UsageError(f"no question of {opened.path} can be written as {format}", hint=exporter.takes)
    folder = Path(to)
    own = [name for name in exporter.names if (folder / name).exists()]
    others = [name for name in exporter.there(folder) if name not in exporter.names]
    if others:
        raise UsageError(f"{folder} holds other files of {format} ({others[0]})", hint="choose another folder for --to")
    if own and not replace:
        raise UsageError(f"{folder / own[0]} is there already", hint="name another folder, or replace it: --replace")
    folder = make_folder(folder)
    for name in own:
        if name not in made.files:
            with writing(folder / name):
                (folder / name).unlink()
    for name, content in made.files.items():
        write_atomic(folder / name, content)
    return ExportReport(folder, format, made.questions, made.left_out)
