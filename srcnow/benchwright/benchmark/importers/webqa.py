"""Import WebQA: questions answered by snippets of text or by captioned pictures, in a sentence.

    {"d5c7...": {"Q": "\\"What ... ?\\"", "A": ["\\"The ... is ... .\\""], "split": "val", "Qcate": "text",
       "txt_posFacts": [{"snippet_id": "d5c7..._0", ...}], "txt_negFacts": [...], "img_posFacts": [...], ...}, ...}

The positive facts are what a question needs, all of them, and the negative ones its distractors. The first answer is
the answer, the others say the same in other words; quotation marks around a question or an answer are taken off.
A question's category, its topic, its split and the keywords of its answer (where a file has them) become columns.
Questions of the category "choose" have the style comparison, others over one fact information-extraction; what is
asked of several facts, WebQA does not tell. Questions of the blind test have neither answers nor positive facts and are
left out.
(Chang et al., 2022.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchwright.benchmark.importers.base import STYLE, Imported, Importer, QuestionEntry, import_entries
from benchwright.benchmark.importers.evidence import known, whole
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.readers.base import InputFile
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.webqa import PARTS, READER, fact_id, questions, webqa_files
from benchwright.records import Answer, Drop, Example, Json

_STYLE = "information-extraction"
_COLUMNS = {"Qcate": "category", "topic": "topic", "Keywords_A": "keywords", "split": "split"}


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The file of all questions with answers, or the one whose name holds the split ("train_val", "test")."""
    if not webqa_files(folder):
        raise UsageError(f"{folder} is not a folder of WebQA", hint=f"it needs {' or '.join(PARTS)}")
    chosen = tuple(filter(None, (verbatim.part(folder, name) for name in PARTS if split in name)))
    if not chosen:
        raise UsageError(
            f"{folder} has no split {split!r}", hint="write --split train_val, or leave it out: one file holds both"
        )
    return chosen if split else chosen[:1]


def read_webqa(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question with an answer whose positive facts are in the corpus, in the order of the file."""
    return import_entries(_entries(folder, files), partial(_question, corpus=corpus))


def _entries(folder: Path, files: Sequence[str]) -> Iterator[QuestionEntry | Drop]:
    for name in files:
        for item in questions(InputFile(folder / name, name, folder)):
            if isinstance(item, Drop):
                yield item
            else:
                member, record = item
                question = _bare(record.get("Q"))
                yield QuestionEntry(folder / name, name, member.number + 1, record, member.key, question, "question")


def _question(entry: QuestionEntry, corpus: Corpus) -> Iterator[Example | Drop]:
    if not entry.question:
        yield entry.drop("no-question", "has no words")
        return
    sources, answers = _facts(entry.record, "posFacts"), _answers(entry.record)
    if not sources or not answers:
        yield entry.drop("no-trace", "has no answer, or no positive fact")
        return
    lost = [source for source in sources if source not in corpus]
    if lost:
        yield entry.drop("unknown-source", f"needs {lost[0]!r}")
        return
    distractors, missing = known(corpus, list(_facts(entry.record, "negFacts")), sources)
    if missing:
        yield entry.drop("unknown-distractors", f"has {missing} misleading facts that are not in the corpus")
    answer = Answer(answers[0], answers[1:], (tuple(whole(corpus.source(source)) for source in sources),))
    values = {column: _bare(entry.record.get(field)) for field, column in _COLUMNS.items()}
    columns = {column: value for column, value in values.items() if value}
    style = "comparison" if columns.get("category") == "choose" else _STYLE if len(sources) == 1 else STYLE
    yield entry.example(WEBQA.name, (answer,), sources, corpus, style=style, distractors=distractors, columns=columns)


def _facts(record: Json, kind: str) -> tuple[str, ...]:
    """The ids of the positive or the negative facts, texts first, each once."""
    ids: list[str] = []
    for part, field in (("txt", "snippet_id"), ("img", "image_id")):
        facts = record.get(f"{part}_{kind}")
        listed = facts if isinstance(facts, list) else []
        ids += [fact_id(fact, field) for fact in listed if isinstance(fact, dict)]
    return tuple(dict.fromkeys(id for id in ids if id))


def _answers(record: Json) -> tuple[str, ...]:
    """The answers without their quotation marks, each once."""
    listed = record.get("A")
    return tuple(dict.fromkeys(filter(None, map(_bare, listed if isinstance(listed, list) else []))))


def _bare(words: Any) -> str:
    """Words without the quotation marks around them; "" for anything but text."""
    text = words.strip() if isinstance(words, str) else ""
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == '"' else text


WEBQA = Importer("webqa", READER, question_files, read_webqa, frozenset({"no-trace"}))
