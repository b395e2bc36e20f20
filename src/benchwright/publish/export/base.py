"""Define what an exporter is: a benchmark and its split in, contents of files out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchwright.benchmark.store import Benchmark

Splits = Mapping[str, Sequence[str]] | None
"""Ids of examples by part; None where no split was named."""


@dataclass(frozen=True, slots=True)
class Exported:
    """Contents by file name, how many questions each file holds, and how many questions were left out, by reason."""

    files: Mapping[str, str]
    questions: Mapping[str, int]
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exporter:
    """One format: its name, what it is in a line, which questions it `takes`, what makes the files and how these may
    be called. `there(folder)` names the files of the format that lie in a folder, under any name."""

    name: str
    about: str
    takes: str
    make: Callable[[Benchmark, Splits], Exported]
    names: tuple[str, ...]
    there: Callable[[Path], Sequence[str]]
