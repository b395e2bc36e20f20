"""Import OTT-QA: questions whose answers stand in a table, or in a passage that a cell of it links to.

    {"question_id": "2b6359edb1b352c3", "question": "Who created the series in which ...", "table_id": "Nonso_Anozie_1",
     "answer-text": "Lynda La Plante",
     "answer-node": [["Prime Suspect", [0, 1], "/wiki/Prime_Suspect", "passage"]]}

Every answer-node is a place where the answer was found: the cell's words, its row and column, the passage that it links
to, and which of the two holds the answer. Each is an alternative that suffices: the table alone, or the table and the
passage. Questions of the blind test set have no such trace and are left out. (Chen et al., 2021, section 2.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchwright.benchmark.importers.base import STYLE, Imported, Importer, mistake, origin, records, text_field
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.readers.layouts.ottqa import READER, ottqa_files
from benchwright.records import Answer, Drop, Example, Modalities, Source, Span


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """All files of questions, or those whose name holds the split's ("dev" is in dev_questions_traced.jsonl)."""
    files = ottqa_files(folder)
    if not files:
        raise UsageError(f"{folder} is no folder of OTT-QA's", hint="it needs tables.jsonl and passages.jsonl")
    questions = tuple(name for name in files[2:] if split in name)
    if not questions:
        said = f" of the split {split!r}" if split else ""
        hint = (
            f"it has {', '.join(files[2:])}" if files[2:] else "their names hold the word questions and end in .jsonl"
        )
        raise UsageError(f"{folder} has no questions{said}", hint=hint)
    return questions


def read_ottqa(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question that says where its answer stands, in the order of the files."""
    examples: list[Example] = []
    drops: list[Drop] = []
    seen: set[str] = set()
    for name in files:
        for number, record in records(folder, name):
            path = folder / name
            id, question = (text_field(record, field, path, number) for field in ("question_id", "question"))
            if id in seen:
                drops.append(Drop(name, "id-repeated", f"line {number}: {id!r} stands there before", question))
                continue
            seen.add(id)
            if "answer-node" not in record:
                drops.append(
                    Drop(name, "no-trace", f"line {number}: {id!r} does not say where its answer is", question)
                )
                continue
            table = text_field(record, "table_id", path, number)
            answer = text_field(record, "answer-text", path, number)
            nodes = _nodes(record["answer-node"], path, number)
            if table not in corpus:
                drops.append(Drop(name, "unknown-source", f"line {number}: the table {table!r} of {id!r}", question))
                continue
            evidence: list[tuple[Span, ...]] = []
            for cell, page in nodes:
                if page and page not in corpus:
                    drops.append(Drop(name, "unknown-passage", f"line {number}: {page!r} of {id!r}", question))
                else:
                    evidence.append(_evidence(corpus, table, cell, page, answer))
            if not evidence:
                drops.append(
                    Drop(name, "no-evidence", f"line {number}: no place of the answer to {id!r} is known", question)
                )
                continue
            sources = tuple(dict.fromkeys(span.source for span in evidence[0]))
            modalities = Modalities.of(corpus.modality(source) for source in sources)
            examples.append(
                Example(
                    id=id,
                    question=question,
                    answers=(Answer(answer, (), tuple(dict.fromkeys(evidence))),),
                    style=STYLE,
                    modalities=modalities,
                    sources=sources,
                    distractors=(),
                    entity="",
                    family=OTTQA.name,
                    checks=(),
                    origin=origin(modalities, number - 1),
                )
            )
    return Imported(tuple(examples), tuple(drops))


def _nodes(value: Any, path: Path, number: int) -> list[tuple[tuple[int, int], str]]:
    """(cell, passage) of each answer-node, "" for a node of the table's own; each once. UsageError for what is no such
    list."""
    if not isinstance(value, list):
        raise mistake(path, number, "has an answer-node that is no list")
    found: dict[tuple[tuple[int, int], str], None] = {}
    for node in value:
        match node:
            case [str(), [int() as row, int() as column], str() as page, "passage"] if page:
                found[(row, column), page] = None
            case [str(), [int() as row, int() as column], _, "table"]:
                found[(row, column), ""] = None
            case _:
                raise mistake(path, number, "has an answer-node that is not [cell, [row, column], passage, kind]")
    return list(found)


def _evidence(corpus: Corpus, table: str, cell: tuple[int, int], page: str, answer: str) -> tuple[Span, ...]:
    """The cell, and the answer's words in the passage if it is there. What is not found is the whole source: the trace
    says that it holds the answer, not where."""
    source = corpus.source(table)
    grid = source.table
    row, column = cell
    inside = grid is not None and 0 <= row < len(grid.rows) and 0 <= column < len(grid.rows[row])
    shown = Span(table, "cell", cells=(cell,)) if inside else _whole(source)
    return (shown, _words(corpus.source(page), answer)) if page else (shown,)


def _words(source: Source, answer: str) -> Span:
    """The first place of the answer in the text, whatever its case; as whole words if it stands there so."""
    for pattern in (rf"(?<!\w){re.escape(answer)}(?!\w)", re.escape(answer)):
        if match := re.search(pattern, source.text, re.IGNORECASE):
            return Span(source.id, "text", match.start(), match.end())
    return _whole(source)


def _whole(source: Source) -> Span:
    return Span(source.id, "text", 0, len(source.text))


OTTQA = Importer("ottqa", READER, question_files, read_ottqa, frozenset({"no-trace"}))
