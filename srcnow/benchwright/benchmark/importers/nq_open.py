"""Import NQ-open: real search queries with short answers, and no documents.

The first answer is the answer, the others say the same in other words. All questions have the style
information-extraction, and are named after their lines: `nq12`. Without documents there is no evidence: answers can be
scored, retrieval cannot. (Lee et al., 2019.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchwright.benchmark.importers.base import Imported, Importer, QuestionEntry, files_of, import_entries, records
from benchwright.corpus.store import Corpus
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.nq_open import READER, nq_open_files
from benchwright.records import Answer, Drop, Example


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The file whose name holds the split, else the only one."""
    wanted = 'a .jsonl file of {"question": ..., "answer": [...]}'
    return files_of(folder, nq_open_files(folder), split, "NQ-open", wanted)


def read_nq_open(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question, in the order of the lines."""
    return replace(import_entries(_entries(folder, files), partial(_question, corpus=corpus)), evidence="none")


def _entries(folder: Path, files: Sequence[str]) -> Iterator[QuestionEntry]:
    for name in files:
        for entry in records(folder, name):
            yield replace(entry, id=f"nq{entry.number}", question=entry.text("question"))


def _question(entry: QuestionEntry, corpus: Corpus) -> Iterator[Example | Drop]:
    texts = verbatim.strings(entry.record.get("answer"))
    if not texts:
        yield entry.drop("no-answer", "has no answer")
        return
    answer = Answer(texts[0], texts[1:])
    yield entry.example(NQ_OPEN.name, (answer,), (), corpus, style="information-extraction")


def _always(folder: Path, files: Sequence[str]) -> bool:
    return True


NQ_OPEN = Importer("nq-open", READER, question_files, read_nq_open, frozenset({"no-answer"}), _always)
