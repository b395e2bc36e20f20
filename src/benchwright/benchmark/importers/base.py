"""Define what an importer is, and read lines of files that must be as their layout says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError, UsageError
from benchwright.readers.base import InputFile, Reader
from benchwright.records import Drop, Example, Json, Modalities, Origin, dump_line

MAKER = "import"
STYLE = "imported"
_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Imported:
    """The examples in the order of their files, and what did not become one. `evidence` says which answers have some:
    all of them, all but some, or none, in a form that has answers and no sources at all."""

    examples: tuple[Example, ...]
    drops: tuple[Drop, ...]
    evidence: Literal["all", "some", "none"] = "all"


def _never(folder: Path, files: Sequence[str]) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Importer:
    """One published layout. `reader` ingests its documents; `files(folder, split)` names the files of its questions
    ("" for no split named; UsageError if they are not there); `read(folder, files, corpus)` makes the examples.
    `implied` are the reasons of drops that the layout brings about by itself: they are told, and are no shortfall.
    `bare(folder, files)` says that these files come without documents: the benchmark's corpus is then empty."""

    name: str
    reader: Reader
    files: Callable[[Path, str], tuple[str, ...]]
    read: Callable[[Path, Sequence[str], Corpus], Imported]
    implied: frozenset[str]
    bare: Callable[[Path, Sequence[str]], bool] = _never


def cell_key(modalities: Modalities) -> str:
    """The cell that an imported example counts in: canonical JSON, as a plan's cells have."""
    return dump_line({"maker": MAKER, "modalities": str(modalities), "style": STYLE})


def origin(modalities: Modalities, number: int) -> Origin:
    """Where an imported example is from: the place of its question in its file, from 0."""
    return Origin(MAKER, cell_key(modalities), number, 0)


def lines(folder: Path, name: str) -> Iterator[tuple[int, bytes]]:
    """(number, line) of a file of the folder, plain or compressed. UsageError if it cannot be read."""
    try:
        yield from InputFile(folder / name, name, folder).lines()
    except ReadError as error:
        raise UsageError(f"{folder / name} cannot be read: {error}", hint="is it whole?") from error


def records(folder: Path, name: str) -> Iterator[tuple[int, Json]]:
    """(line number, object) of a JSON Lines file. UsageError for a line that is no object."""
    for number, line in lines(folder, name):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise mistake(folder / name, number, f"is no JSON: {error}") from error
        if not isinstance(record, dict):
            raise mistake(folder / name, number, "is no JSON object")
        yield number, record


def text_field(record: Json, field: str, path: Path, number: int) -> str:
    """A field that must be text (a number is written out) and not blank. UsageError if it is not."""
    value = record.get(field)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise mistake(path, number, f"has no {field}")
    return value


def mistake(path: Path, number: int, what: str) -> UsageError:
    """A line of a file that is not as its layout says."""
    shown = " ".join(what.split())
    return UsageError(f"{path}, line {number} {shown[:_SHOWN]}", hint="mend the file, or take the line out")
