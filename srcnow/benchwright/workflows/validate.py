"""List what is wrong with a benchmark folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from os import PathLike

from benchwright.benchmark.spans import unread_because
from benchwright.benchmark.store import Benchmark
from benchwright.benchmark.validate import Fault
from benchwright.benchmark.validate import validate as faults_of
from benchwright.errors import DamagedBenchmarkError
from benchwright.files.atomic import MANIFEST
from benchwright.workflows.card import faults_of_card


def validate(path: PathLike[str] | str) -> list[Fault]:
    """List every fault of a benchmark folder, and of the card in it. The list is empty if there are none. Nothing is
    changed. Raises BenchmarkError only if the folder isn't a benchmark."""
    try:
        bench = Benchmark.open(path)
    except DamagedBenchmarkError as error:
        return [Fault(MANIFEST, error.line())]
    return [*faults_of(bench), *faults_of_card(bench)]


def unread_evidence(path: PathLike[str] | str) -> Mapping[str, int]:
    """How many examples `validate` cannot read the evidence of again, by reason: only its positions are checked. Raises
    BenchmarkError where the examples cannot be read."""
    return Counter(filter(None, map(unread_because, Benchmark.open(path).examples)))
