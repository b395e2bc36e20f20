"""Export a benchmark as TREC's files: topics, judgements and documents.

    topics.test.tsv   id <tab> question
    qrels.test.txt    id 0 document grade, distractors with grade 0
    documents.jsonl   {"id": "elm#p0", "contents": "Elm\\nThe elm ...", ...}, as Anserini and Pyserini index them

White space and % in ids are percent-encoded in all files, for white space parts the columns.
"""

from __future__ import annotations

import re

from benchwright.publish.export.base import ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder
from benchwright.publish.export.relevance import CANNOT_HOLD, judged_questions

_UNSAFE = re.compile(r"[\s%]|^[#{\ufeff]")


def export_trec(data: ExportData, to: ExportFolder) -> None:
    """Write the documents, and topics and judgements of each part."""
    with to.lines("documents.jsonl") as document:
        for source in data.sources():
            contents = "\n".join(part for part in (source.title, data.text(source)) if part)
            where = {"url": source.url, "licence": source.licence, "passed_on": data.passed_on(source)}
            document({"id": column(source.id), "contents": contents, **where})
    for part, examples in data.parts.items():
        topics: list[str] = []
        qrels: list[str] = []
        for example, grades in judged_questions(data, to, part, examples):
            topics.append(f"{column(example.id)}\t{' '.join(example.question.split())}\n")
            qrels += [f"{column(example.id)} 0 {column(source)} {grade}\n" for source, grade in grades.items()]
        if topics:
            to.write(f"topics.{part}.tsv", "".join(topics))
            to.write(f"qrels.{part}.txt", "".join(qrels))


def column(id: str) -> str:
    """An id as a column between blanks."""
    return _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8")), id)


TREC = Exporter(
    "trec",
    "TREC's topics and qrels, and the whole corpus as JSON Lines for Anserini and Pyserini",
    'import ir_measures\nqrels = list(ir_measures.read_trec_qrels("FOLDER/qrels.test.txt"))',
    (
        "answers",
        "images: only their captions and descriptions",
        "tables as cells: only their rows as text",
        "line breaks in a question",
        *CANNOT_HOLD,
    ),
    export_trec,
    takes="it takes questions with sources",
    whole_corpus=True,
)
