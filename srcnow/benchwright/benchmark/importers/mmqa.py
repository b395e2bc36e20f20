"""Import MultiModalQA: questions over a passage, a table, images, or several of these.

    {"qid": "5454...", "question": "who owns the rights to ...?", "answers": [{"answer": "Warner", "type": "string",
       "modality": "table", "text_instances": [], "table_indices": [[5, 2]], "image_instances": []}],
     "metadata": {"type": "Compose(TableQ,ImageListQ)", "table_id": "46ae...", "text_doc_ids": [], "image_doc_ids": []},
     "supporting_context": [{"doc_id": "46ae...", "doc_part": "table"}]}

A question needs all of its supporting context; each answer names its places in it. The other documents of the
metadata are there to mislead, and are the distractors. Its `type` becomes a column, and tells the style where
it is one of ours: `Compose` multi-hop, `Compare` comparison, a question over one text, table or image
information-extraction. Questions of the blind test set have no answers and are left out. (Talmor et al., 2021.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from benchwright.benchmark.importers.base import (
    STYLE,
    Imported,
    Importer,
    QuestionEntry,
    choose_split,
    entries,
    import_entries,
)
from benchwright.benchmark.importers.evidence import cell, known, whole, words
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.mmqa import QUESTIONS, READER, mmqa_files
from benchwright.records import Answer, Drop, Example, Json, Source, Span

_STYLES = {
    "TextQ": "information-extraction",
    "TableQ": "information-extraction",
    "ImageQ": "information-extraction",
    "Compose": "multi-hop",
    "Compare": "comparison",
}


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The questions of the split: the one that is named, else `dev`, else the only one."""
    if not mmqa_files(folder):
        raise UsageError(
            f"{folder} is not a folder of MultiModalQA", hint="it needs MMQA_texts.jsonl, or tables, images"
        )
    named = {name.removeprefix("MMQA_").removesuffix(".jsonl"): verbatim.part(folder, name) for name in QUESTIONS}
    splits = {name: file for name, file in named.items() if file}
    if not splits:
        raise UsageError(f"{folder} has no questions", hint=f"they are in {', '.join(QUESTIONS)}")
    return (choose_split(folder, splits, split, "dev"),)


def read_mmqa(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question with answers whose supporting context is in the corpus, in the order of the file."""
    return import_entries(entries(folder, files, "qid", "question"), partial(_question, corpus=corpus))


def _question(entry: QuestionEntry, corpus: Corpus) -> Iterator[Example | Drop]:
    if "answers" not in entry.record or "supporting_context" not in entry.record:
        yield entry.drop("no-trace", "has no answers")
        return
    sources = _supporting(entry)
    lost = [source for source in sources if source not in corpus]
    if lost:
        yield entry.drop("unknown-source", f"needs {lost[0]!r}, which is not in the corpus")
        return
    value = entry.record.get("metadata")
    metadata: Json = value if isinstance(value, dict) else {}
    distractors, missing = known(corpus, _listed(metadata), sources)
    if missing:
        yield entry.drop("unknown-distractors", f"has {missing} misleading documents that are not in the corpus")
    sources_by_id = {source: corpus.source(source) for source in sources}
    answers = tuple(_answers(entry, sources_by_id, verbatim.text_of(metadata, "table_id")))
    kind = verbatim.text_of(metadata, "type")
    columns = {"type": kind} if kind else {}
    style = _STYLES.get(kind.partition("(")[0], STYLE)
    yield entry.example(MMQA.name, answers, sources, corpus, style=style, distractors=distractors, columns=columns)


def _supporting(entry: QuestionEntry) -> tuple[str, ...]:
    """The ids of the supporting context, each once. UsageError if it is none."""
    value = entry.record["supporting_context"]
    parts = value if isinstance(value, list) else []
    ids = [part.get("doc_id") if isinstance(part, dict) else None for part in parts]
    if not ids or not all(isinstance(id, str) and id for id in ids):
        raise entry.mistake("has a supporting_context that is not [{doc_id, doc_part}]")
    return tuple(dict.fromkeys(map(str, ids)))


def _listed(metadata: Json) -> list[str]:
    """All documents that a question was put to the annotators with."""
    table = verbatim.text_of(metadata, "table_id")
    named = (*verbatim.strings(metadata.get("text_doc_ids")), *verbatim.strings(metadata.get("image_doc_ids")))
    return [*([table] if table else []), *named]


def _answers(entry: QuestionEntry, sources_by_id: dict[str, Source], table: str) -> Iterator[Answer]:
    """Each answer with one set of spans: its own places, and the whole of what else the question needs."""
    value = entry.record["answers"]
    if not isinstance(value, list) or not value:
        raise entry.mistake("has answers that are not a list")
    for item in value:
        text = _text(item.get("answer")) if isinstance(item, dict) else ""
        if not text.strip():
            raise entry.mistake("has an answer without words")
        places = dict.fromkeys(_places(item, sources_by_id, table))
        partly = {span.source for span in places}
        rest = (whole(source) for id, source in sources_by_id.items() if id not in partly)
        yield Answer(text, (), ((*places, *rest),))


def _text(answer: object) -> str:
    """An answer's words; a number is written as people do (7, not 7.0)."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, bool) or not isinstance(answer, int | float):
        return ""
    return str(int(answer)) if isinstance(answer, float) and answer.is_integer() else str(answer)


def _places(item: Json, sources_by_id: dict[str, Source], table: str) -> Iterator[Span]:
    """Where an answer says that it stands, in the sources that the question needs."""
    for instance in _objects(item.get("text_instances")):
        source, near = sources_by_id.get(verbatim.text_of(instance, "doc_id")), instance.get("start_byte")
        if source is not None:
            yield words(source, verbatim.text_of(instance, "text"), near if isinstance(near, int) else 0)
    indices = item.get("table_indices")
    for place in indices if isinstance(indices, list) else []:
        match place:
            case [int() as row, int() as column] if table in sources_by_id:
                yield cell(sources_by_id[table], row, column)
    for instance in _objects(item.get("image_instances")):
        source = sources_by_id.get(verbatim.text_of(instance, "doc_id"))
        if source is not None:
            yield whole(source)


def _objects(value: object) -> list[Json]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


MMQA = Importer("mmqa", READER, question_files, read_mmqa, frozenset({"no-trace"}))
