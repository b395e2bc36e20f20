"""Import WebQA: questions answered by snippets of text or by captioned pictures, in a sentence.

    {"d5c7...": {"Q": "\\"What ... ?\\"", "A": ["\\"The ... is ... .\\""], "split": "val", "Qcate": "text",
       "txt_posFacts": [{"snippet_id": "d5c7..._0", ...}], "txt_negFacts": [...], "img_posFacts": [...], ...}, ...}

The positive facts are what a question needs, all of them, and the negative ones its distractors. The first answer is
the answer, the others say the same in other words; quotation marks around a question or an answer are taken off.
Questions of the blind test have neither answers nor positive facts and are left out. (Chang et al., 2022.)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchwright.benchmark.importers.base import STYLE, Imported, Importer, origin
from benchwright.benchmark.importers.evidence import known, whole
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.readers.base import InputFile
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.webqa import PARTS, READER, fact_id, questions, webqa_files
from benchwright.records import Answer, Drop, Example, Json, Modalities


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The file of all questions with answers, or the one whose name holds the split ("train_val", "test")."""
    if not webqa_files(folder):
        raise UsageError(f"{folder} is no folder of WebQA's", hint=f"it needs {' or '.join(PARTS)}")
    found = tuple(filter(None, (verbatim.part(folder, name) for name in PARTS if split in name)))
    if not found:
        raise UsageError(
            f"{folder} has no split {split!r}", hint="write --split train_val, or leave it out: one file holds both"
        )
    return found if split else found[:1]


def read_webqa(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question with an answer whose positive facts are in the corpus, in the order of the file."""
    examples: list[Example] = []
    drops: list[Drop] = []
    seen: set[str] = set()
    for name in files:
        for found in questions(InputFile(folder / name, name, folder)):
            if isinstance(found, Drop):
                drops.append(found)
                continue
            member, record = found
            question = _bare(record.get("Q"))
            reason, detail = _why_not(record, question, corpus)
            if member.key in seen:
                reason, detail = "id-repeated", "stands there before"
            seen.add(member.key)
            if reason:
                drops.append(Drop(name, reason, f"{member.key!r} {detail}", question))
                continue
            sources = _facts(record, "posFacts")
            distractors, missing = known(corpus, list(_facts(record, "negFacts")), sources)
            if missing:
                detail = f"{missing} of the facts that should mislead {member.key!r} are not in the corpus"
                drops.append(Drop(name, "unknown-distractors", detail, question))
            held = [corpus.source(source) for source in sources]
            first, *others = _said(record)
            modalities = Modalities.of(source.modality for source in held)
            answer = Answer(first, tuple(others), (tuple(whole(source) for source in held),))
            examples.append(
                Example(
                    id=member.key,
                    question=question,
                    answers=(answer,),
                    style=STYLE,
                    modalities=modalities,
                    sources=sources,
                    distractors=distractors,
                    entity="",
                    family=WEBQA.name,
                    checks=(),
                    origin=origin(modalities, member.number),
                )
            )
    return Imported(tuple(examples), tuple(drops))


def _why_not(record: Json, question: str, corpus: Corpus) -> tuple[str, str]:
    """(reason, detail) why a question cannot be used; two empty words if it can."""
    if not question:
        return "no-question", "has no words"
    sources = _facts(record, "posFacts")
    if not sources or not _said(record):
        return "no-trace", "has no answer, or no positive fact"
    lost = [source for source in sources if source not in corpus]
    return ("unknown-source", f"needs {lost[0]!r}") if lost else ("", "")


def _facts(record: Json, kind: str) -> tuple[str, ...]:
    """The ids of the positive or the negative facts, texts first, each once."""
    ids: list[str] = []
    for part, field in (("txt", "snippet_id"), ("img", "image_id")):
        facts = record.get(f"{part}_{kind}")
        listed = facts if isinstance(facts, list) else []
        ids += [fact_id(fact, field) for fact in listed if isinstance(fact, dict)]
    return tuple(dict.fromkeys(id for id in ids if id))


def _said(record: Json) -> tuple[str, ...]:
    """The answers without their quotation marks, each once."""
    answers = record.get("A")
    found = (_bare(answer) for answer in (answers if isinstance(answers, list) else []))
    return tuple(dict.fromkeys(answer for answer in found if answer))


def _bare(words: Any) -> str:
    """Words without the quotation marks around them; "" for what is no text."""
    text = words.strip() if isinstance(words, str) else ""
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == '"' else text


WEBQA = Importer("webqa", READER, question_files, read_webqa, frozenset({"no-trace"}))
