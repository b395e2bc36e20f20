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
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from benchwright.benchmark.importers.base import Imported, Importer, QuestionEntry, entries, import_entries
from benchwright.benchmark.importers.evidence import cell, whole
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.readers.layouts.ottqa import READER, ottqa_files
from benchwright.records import Answer, Drop, Example, Source, Span


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """All files of questions, or those whose name holds the split's ("dev" is in dev_questions_traced.jsonl)."""
    files = ottqa_files(folder)
    if not files:
        raise UsageError(f"{folder} is not a folder of OTT-QA", hint="it needs tables.jsonl and passages.jsonl")
    questions = tuple(name for name in files[2:] if split in name)
    if not questions:
        which = f" of the split {split!r}" if split else ""
        hint = (
            f"it has {', '.join(files[2:])}" if files[2:] else "their names hold the word questions and end in .jsonl"
        )
        raise UsageError(f"{folder} has no questions{which}", hint=hint)
    return questions


def read_ottqa(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question that says where its answer stands, in the order of the files."""
    return import_entries(entries(folder, files, "question_id", "question"), partial(_question, corpus=corpus))


def _question(entry: QuestionEntry, corpus: Corpus) -> Iterator[Example | Drop]:
    if "answer-node" not in entry.record:
        yield entry.drop("no-trace", "does not say where its answer is")
        return
    table, answer, nodes = entry.text("table_id"), entry.text("answer-text"), _nodes(entry)
    if table not in corpus:
        yield entry.drop("unknown-source", f"needs the table {table!r}, which is not in the corpus")
        return
    evidence: list[tuple[Span, ...]] = []
    for place, page in nodes:
        if page and page not in corpus:
            yield entry.drop("unknown-passage", f"needs {page!r}, which is not in the corpus")
        else:
            first = cell(corpus.source(table), *place)
            evidence.append((first, _words(corpus.source(page), answer)) if page else (first,))
    if not evidence:
        yield entry.drop("no-evidence", "has no answer at a place that is known")
        return
    sources = dict.fromkeys(span.source for span in evidence[0])
    yield entry.example(OTTQA.name, (Answer(answer, (), tuple(dict.fromkeys(evidence))),), sources, corpus)


def _nodes(entry: QuestionEntry) -> list[tuple[tuple[int, int], str]]:
    """(cell, passage) of each answer-node, "" for a node of the table's own; each once. UsageError for anything
    else."""
    value = entry.record["answer-node"]
    if not isinstance(value, list):
        raise entry.mistake("has an answer-node that is not a list")
    nodes: dict[tuple[tuple[int, int], str], None] = {}
    for node in value:
        match node:
            case [str(), [int() as row, int() as column], str() as page, "passage"] if page:
                nodes[(row, column), page] = None
            case [str(), [int() as row, int() as column], _, "table"]:
                nodes[(row, column), ""] = None
            case _:
                raise entry.mistake("has an answer-node that is not [cell, [row, column], passage, kind]")
    return list(nodes)


def _words(source: Source, answer: str) -> Span:
    """The first place of the answer in the text, whatever its case; as whole words if it stands there so. Where it does
    not stand, the whole source: the trace says that it holds the answer, not where."""
    for pattern in (rf"(?<!\w){re.escape(answer)}(?!\w)", re.escape(answer)):
        if match := re.search(pattern, source.text, re.IGNORECASE):
            return Span(source.id, "text", match.start(), match.end())
    return whole(source)


OTTQA = Importer("ottqa", READER, question_files, read_ottqa, frozenset({"no-trace"}))
