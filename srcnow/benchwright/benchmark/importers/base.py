"""Define what an importer is, and turn the questions of published files into examples and drops."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError, UsageError
from benchwright.readers.base import InputFile, Reader
from benchwright.records import Answer, Drop, Example, Json, Modalities, Origin, dump_line

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
    `implied` are the reasons of drops that belong to the layout: they are reported, and are not a shortfall.
    `bare(folder, files)` says that these files come without documents: the benchmark's corpus is then empty."""

    name: str
    reader: Reader
    files: Callable[[Path, str], tuple[str, ...]]
    read: Callable[[Path, Sequence[str], Corpus], Imported]
    implied: frozenset[str]
    bare: Callable[[Path, Sequence[str]], bool] = _never


def cell_key(modalities: Modalities, style: str = STYLE) -> str:
    """The cell that an imported example counts in: canonical JSON, as a plan's cells have."""
    return dump_line({"maker": MAKER, "modalities": str(modalities), "style": style})


@dataclass(frozen=True, slots=True)
class QuestionEntry:
    """One question of a file, with the whole `record` that it stands in. `number` is its line from 1, or its place
    among what `unit` names."""

    path: Path
    file: str
    number: int
    record: Json
    id: str = ""
    question: str = ""
    unit: str = "line"

    def named(self, id_field: str, question_field: str) -> QuestionEntry:
        """The entry with id and question out of these fields. UsageError for a field that is blank or no text."""
        return replace(self, id=self.text(id_field), question=self.text(question_field))

    def text(self, field: str, record: Json | None = None) -> str:
        """A field that must be text (a number is written out) and not blank. UsageError if it is not."""
        value = (self.record if record is None else record).get(field)
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) or not value.strip():
            raise self.mistake(f"has no {field}")
        return value

    def mistake(self, what: str) -> UsageError:
        """The error for an entry that is not as its layout says."""
        return mistake(self.path, self.number, what, self.unit)

    def drop(self, reason: str, detail: str) -> Drop:
        """The drop for a question that cannot be used, or for a part of it."""
        return Drop(self.file, reason, f"{self.unit} {self.number}: {self.id!r} {detail}", self.question)

    def example(
        self,
        family: str,
        answers: tuple[Answer, ...],
        sources: Iterable[str],
        corpus: Corpus,
        *,
        style: str = STYLE,
        **others: Any,
    ) -> Example:
        """The example that the question becomes; `style` is one of ours where the layout tells it, `others` are
        further fields."""
        listed = tuple(sources)
        modalities = Modalities.of(corpus.modality(source) for source in listed)
        return Example(
            id=self.id,
            question=self.question,
            answers=answers,
            style=style,
            modalities=modalities,
            sources=listed,
            distractors=others.pop("distractors", ()),
            entity="",
            family=family,
            checks=(),
            origin=Origin(MAKER, cell_key(modalities, style), self.number - 1, 0),
            **others,
        )


def entries(folder: Path, files: Sequence[str], id_field: str, question_field: str) -> Iterator[QuestionEntry]:
    """The questions of JSON Lines files, file by file. UsageError for a line that is not a question."""
    for name in files:
        for entry in records(folder, name):
            yield entry.named(id_field, question_field)


def import_entries(
    questions: Iterable[QuestionEntry | Drop], convert: Callable[[QuestionEntry], Iterable[Example | Drop]]
) -> Imported:
    """All examples and drops. `convert` makes them of one question; an id that was there before is a drop."""
    examples: list[Example] = []
    drops: list[Drop] = []
    ids: set[str] = set()
    for entry in questions:
        if isinstance(entry, Drop):
            drops.append(entry)
        elif entry.id in ids:
            drops.append(entry.drop("id-repeated", "stands there before"))
        else:
            ids.add(entry.id)
            for item in convert(entry):
                if isinstance(item, Drop):
                    drops.append(item)
                else:
                    examples.append(item)
    return Imported(tuple(examples), tuple(drops))


def choose_split(folder: Path, files: Mapping[str, str], split: str, usual: str) -> str:
    """The file of a split: of the one that is named, else of the `usual` one, else the only file. UsageError."""
    wanted = split or (usual if usual in files else next(iter(files)) if len(files) == 1 else "")
    if wanted not in files:
        problem = f"{folder} has no split {wanted!r}" if wanted else f"{folder} has several splits"
        raise UsageError(problem, hint=f"write --split with one of: {', '.join(files)}")
    return files[wanted]


def files_of(folder: Path, files: Sequence[str], split: str, layout: str, wanted: str) -> tuple[str, ...]:
    """The one file of a layout whose name holds the split, or the only one. UsageError, with what the layout needs."""
    if not files:
        raise UsageError(f"{folder} is not a folder of {layout}", hint=f"it needs {wanted}")
    chosen = [name for name in files if split in name]
    if len(chosen) != 1:
        problem = f"{folder} has {'several splits' if chosen else f'no split {split!r}'}"
        raise UsageError(problem, hint=f"write --split with a part of one name: {', '.join(files)}")
    return (chosen[0],)


def lines(folder: Path, name: str) -> Iterator[tuple[int, bytes]]:
    """(number, line) of a file of the folder, plain or compressed. UsageError if it cannot be read."""
    try:
        yield from InputFile(folder / name, name, folder).lines()
    except ReadError as error:
        raise UsageError(f"{folder / name} cannot be read: {error}", hint="is it whole?") from error


def records(folder: Path, name: str) -> Iterator[QuestionEntry]:
    """The entries of a JSON Lines file, without id and question. UsageError for a line that is not an object."""
    for number, line in lines(folder, name):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise mistake(folder / name, number, f"is not JSON: {error}") from error
        yield entry_of(folder, name, number, record)


def entry_of(folder: Path, name: str, number: int, record: object, unit: str = "line") -> QuestionEntry:
    """An entry without id and question. UsageError for a record that is not an object."""
    if not isinstance(record, dict):
        raise mistake(folder / name, number, "is not a JSON object", unit)
    return QuestionEntry(folder / name, name, number, record, unit=unit)


def mistake(path: Path, number: int, what: str, unit: str = "line") -> UsageError:
    """The error for a line of a file that is not as its layout says."""
    words = " ".join(what.split())
    return UsageError(f"{path}, {unit} {number} {words[:_SHOWN]}", hint=f"mend the file, or take the {unit} out")
