"""Export questions that words of one text answer, as SQuAD 2.0 has them (Rajpurkar et al., 2018).

    {"version": "v2.0", "data": [{"title": "Elm", "paragraphs": [{"context": "The elm suffers from a disease. ...",
        "qas": [{"id": "q1", "question": "What ails the elm?", "is_impossible": false,
                 "answers": [{"text": "a disease", "answer_start": 21}]}]}]}]}

One file a part (`test-v2.0.json`). Passages are grouped by title.
"""

from __future__ import annotations

from benchwright.benchmark.importers.evidence import words
from benchwright.publish.export.base import BY_REFERENCE, NO_ANSWER, SEVERAL_ANSWERS, ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder
from benchwright.records import Answer, Example, Json, Modality, Source, dump_line

NOT_ONE_TEXT = "not-one-text"
NOT_IN_TEXT = "answer-not-in-text"

_Articles = dict[str, dict[str, list[Json]]]
"""The questions by article and source."""


def export_squad(data: ExportData, to: ExportFolder) -> None:
    """Write a file a part, article by article."""
    for part, examples in data.parts.items():
        articles: _Articles = {}
        for example in examples:
            reason = _misfit(example, data)
            answers = [] if reason else _answers(data.source(example.sources[0]), example.answers[0])
            if reason or not answers:
                to.leave_out(example, reason or NOT_IN_TEXT)
                continue
            source = data.source(example.sources[0])
            record = {"id": example.id, "question": example.question, "answers": answers, "is_impossible": False}
            articles.setdefault(source.title.strip() or source.document, {}).setdefault(source.id, []).append(record)
            to.wrote(part, example)
        if articles:
            with to.file(f"{part}-v2.0.json").open("w", encoding="utf-8", newline="\n") as stream:
                stream.write('{"version":"v2.0","data":[')
                for place, (title, paragraphs) in enumerate(articles.items()):
                    listed = [{"context": data.text(data.source(id)), "qas": qas} for id, qas in paragraphs.items()]
                    stream.write(",\n" * (place > 0) + dump_line({"title": title, "paragraphs": listed}))
                stream.write("]}\n")


def _misfit(example: Example, data: ExportData) -> str:
    """Why a question is not one about words of a text; "" if it is."""
    if len(example.answers) != 1:
        return SEVERAL_ANSWERS if example.answers else NO_ANSWER
    if len(example.sources) != 1 or data.source(example.sources[0]).modality is not Modality.TEXT:
        return NOT_ONE_TEXT
    return BY_REFERENCE if data.withheld(example) else ""


def _answers(source: Source, answer: Answer) -> list[Json]:
    """Each place of evidence where the answer stands, then each alias that stands in the text; none if the answer does
    not."""
    starts = [
        span.start
        for spans in answer.evidence
        for span in spans
        if span.source == source.id and span.start is not None and len(spans) == 1
    ] or [0]
    named = dict.fromkeys(_place(source, answer.text, start) for start in starts)
    others = dict.fromkeys(_place(source, alias, starts[0]) for alias in answer.aliases)
    if None in named:
        return []
    return [{"text": text, "answer_start": at} for text, at in filter(None, {**named, **others})]


def _place(source: Source, text: str, near: int) -> tuple[str, int] | None:
    """Words with the place where they stand nearest to another; None if they do not stand in the text."""
    span = words(source, text, near)
    at = span.start or 0
    return (text, at) if text.strip() and source.text[at : at + len(text)] == text else None


SQUAD = Exporter(
    "squad",
    "SQuAD 2.0's JSON: questions that words of one passage answer",
    "from datasets import load_dataset\n"
    'articles = load_dataset("json", data_files="FOLDER/dev-v2.0.json", field="data")',
    (
        "questions over tables, images or several sources",
        "questions with several answers",
        "answers, and aliases of answers, that do not stand in the text word for word",
        "distractors, and passages without a question",
        "hops, checks and how a question was made",
    ),
    export_squad,
    takes="it takes questions whose one answer stands in one text",
    part="dev",
)
