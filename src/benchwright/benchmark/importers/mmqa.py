"""Import MultiModalQA: questions over a passage, a table, images, or several of these.

    {"qid": "5454...", "question": "who owns the rights to ...?", "answers": [{"answer": "Warner", "type": "string",
       "modality": "table", "text_instances": [], "table_indices": [[5, 2]], "image_instances": []}],
     "metadata": {"type": "Compose(TableQ,ImageListQ)", "table_id": "46ae...", "text_doc_ids": [], "image_doc_ids": []},
     "supporting_context": [{"doc_id": "46ae...", "doc_part": "table"}]}

The supporting context is what a question needs, all of it; where in it an answer stands is told by the answer. What
else the metadata list was there to mislead, and are the distractors. Questions of the blind test set have no answers
and are left out. (Talmor et al., 2021.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchwright.benchmark.importers.base import STYLE, Imported, Importer, mistake, origin, records, text_field
from benchwright.benchmark.importers.evidence import cell, known, whole, words
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.mmqa import QUESTIONS, READER, mmqa_files
from benchwright.records import Answer, Drop, Example, Json, Modalities, Source, Span

_USUAL = "dev"


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The questions of the split: the one that is named, else `dev`, else the only one."""
    if not mmqa_files(folder):
        raise UsageError(
            f"{folder} is no folder of MultiModalQA's", hint="it needs MMQA_texts.jsonl, or tables, images"
        )
    named = {name.removeprefix("MMQA_").removesuffix(".jsonl"): verbatim.part(folder, name) for name in QUESTIONS}
    found = {name: file for name, file in named.items() if file}
    if not found:
        raise UsageError(f"{folder} has no questions", hint=f"they are in {', '.join(QUESTIONS)}")
    wanted = split or (_USUAL if _USUAL in found else next(iter(found)) if len(found) == 1 else "")
    if wanted not in found:
        said = f"{folder} has no split {wanted!r}" if wanted else f"{folder} has several splits"
        raise UsageError(said, hint=f"write --split with one of: {', '.join(found)}")
    return (found[wanted],)


def read_mmqa(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question with answers whose supporting context is in the corpus, in the order of the file."""
    examples: list[Example] = []
    drops: list[Drop] = []
    seen: set[str] = set()
    for name in files:
        for number, record in records(folder, name):
            path = folder / name
            id, question = (text_field(record, field, path, number) for field in ("qid", "question"))
            if id in seen:
                drops.append(Drop(name, "id-repeated", f"line {number}: {id!r} stands there before", question))
                continue
            seen.add(id)
            if "answers" not in record or "supporting_context" not in record:
                drops.append(Drop(name, "no-trace", f"line {number}: {id!r} has no answers", question))
                continue
            sources = _supporting(record["supporting_context"], path, number)
            lost = [source for source in sources if source not in corpus]
            if lost:
                drops.append(Drop(name, "unknown-source", f"line {number}: {lost[0]!r} of {id!r}", question))
                continue
            told = record.get("metadata")
            metadata: Json = told if isinstance(told, dict) else {}
            distractors, missing = known(corpus, _listed(metadata), sources)
            if missing:
                detail = f"line {number}: {missing} of the documents that should mislead {id!r} are not in the corpus"
                drops.append(Drop(name, "unknown-distractors", detail, question))
            held = {source: corpus.source(source) for source in sources}
            answers = tuple(_answers(record["answers"], held, verbatim.text_of(metadata, "table_id"), path, number))
            modalities = Modalities.of(source.modality for source in held.values())
            examples.append(
                Example(
                    id=id,
                    question=question,
                    answers=answers,
                    style=STYLE,
                    modalities=modalities,
                    sources=sources,
                    distractors=distractors,
                    entity="",
                    family=MMQA.name,
                    checks=(),
                    origin=origin(modalities, number - 1),
                )
            )
    return Imported(tuple(examples), tuple(drops))


def _supporting(value: Any, path: Path, number: int) -> tuple[str, ...]:
    """The ids of the supporting context, each once. UsageError if it is none."""
    parts = value if isinstance(value, list) else []
    ids = [part.get("doc_id") if isinstance(part, dict) else None for part in parts]
    if not ids or not all(isinstance(id, str) and id for id in ids):
        raise mistake(path, number, "has a supporting_context that is not [{doc_id, doc_part}]")
    return tuple(dict.fromkeys(map(str, ids)))


def _listed(metadata: Json) -> list[str]:
    """All documents that a question was put to the annotators with."""
    table = verbatim.text_of(metadata, "table_id")
    named = (*verbatim.strings(metadata.get("text_doc_ids")), *verbatim.strings(metadata.get("image_doc_ids")))
    return [*([table] if table else []), *named]


def _answers(value: Any, held: dict[str, Source], table: str, path: Path, number: int) -> Iterator[Answer]:
    """Each answer with one set of spans: its own places, and the whole of what else the question needs."""
    if not isinstance(value, list) or not value:
        raise mistake(path, number, "has answers that are no list")
    for item in value:
        said = _said(item.get("answer")) if isinstance(item, dict) else ""
        if not said.strip():
            raise mistake(path, number, "has an answer without words")
        places = dict.fromkeys(_places(item, held, table))
        shown = {span.source for span in places}
        rest = (whole(source) for id, source in held.items() if id not in shown)
        yield Answer(said, (), ((*places, *rest),))


def _said(answer: object) -> str:
    """An answer's words; a number is written as people do (7, not 7.0)."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, bool) or not isinstance(answer, int | float):
        return ""
    return str(int(answer)) if isinstance(answer, float) and answer.is_integer() else str(answer)


def _places(item: Json, held: dict[str, Source], table: str) -> Iterator[Span]:
    """Where an answer says that it stands, in the sources that the question needs."""
    for found in _objects(item.get("text_instances")):
        source, near = held.get(verbatim.text_of(found, "doc_id")), found.get("start_byte")
        if source is not None:
            yield words(source, verbatim.text_of(found, "text"), near if isinstance(near, int) else 0)
    indices = item.get("table_indices")
    for place in indices if isinstance(indices, list) else []:
        match place:
            case [int() as row, int() as column] if table in held:
                yield cell(held[table], row, column)
    for found in _objects(item.get("image_instances")):
        source = held.get(verbatim.text_of(found, "doc_id"))
        if source is not None:
            yield whole(source)


def _objects(value: object) -> list[Json]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


MMQA = Importer("mmqa", READER, question_files, read_mmqa, frozenset({"no-trace"}))
