"""Import SQuAD: questions answered by words of one paragraph.

The answers that several people gave are one answer and its aliases; each place where one stands is evidence. All
questions have the style information-extraction. Questions without an answer (version 2.0's impossible ones, the blind
test) are left out. (Rajpurkar et al., 2016 and 2018.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from benchwright.benchmark.importers.base import Imported, Importer, QuestionEntry, files_of, import_entries
from benchwright.benchmark.importers.evidence import words
from benchwright.corpus.store import Corpus
from benchwright.readers.base import InputFile
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.squad import READER, articles, paragraphs, squad_files
from benchwright.records import Answer, Drop, Example, Json

_SOURCE = "source"


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The file whose name holds the split ("dev"), else the only one."""
    wanted = 'a .json file with {"data": [{"paragraphs": ...}]}'
    return files_of(folder, squad_files(folder), split, "SQuAD", wanted)


def read_squad(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question with an answer, in the order of the file."""
    return import_entries(_entries(folder, files), partial(_question, corpus=corpus))


def _entries(folder: Path, files: Sequence[str]) -> Iterator[QuestionEntry | Drop]:
    for name in files:
        number = 0
        for result in articles(InputFile(folder / name, name, folder)):
            if isinstance(result, Drop):
                yield result
                continue
            for id, _, paragraph in paragraphs(*result):
                listed = paragraph.get("qas")
                for one in listed if isinstance(listed, list) else []:
                    number += 1
                    record: Json = {**one, _SOURCE: id} if isinstance(one, dict) else {}
                    entry = QuestionEntry(folder / name, name, number, record, unit="question")
                    yield entry.named("id", "question")


def _question(entry: QuestionEntry, corpus: Corpus) -> Iterator[Example | Drop]:
    listed, name = entry.record.get("answers"), entry.record[_SOURCE]
    given = [
        (text, one.get("answer_start"))
        for one in (listed if isinstance(listed, list) else [])
        if isinstance(one, dict) and (text := verbatim.text_of(one, "text")).strip()
    ]
    if not given:
        yield entry.drop("no-answer", "has no answer")
        return
    if name not in corpus:
        yield entry.drop("unknown-source", f"needs {name!r}")
        return
    source = corpus.source(name)
    texts = [text for text, _ in Counter(text for text, _ in given).most_common()]
    evidence = dict.fromkeys((words(source, text, at if isinstance(at, int) else 0),) for text, at in given)
    answer = Answer(texts[0], tuple(texts[1:]), tuple(evidence))
    yield entry.example(SQUAD.name, (answer,), (name,), corpus, style="information-extraction")


SQUAD = Importer("squad", READER, question_files, read_squad, frozenset({"no-answer"}))
