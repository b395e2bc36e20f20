"""Export a benchmark as BEIR has them (Thakur et al., 2021): documents, queries and judgements.

    corpus.jsonl      {"_id": "elm#p0", "title": "Elm", "text": "The elm ...", "metadata": {"url": ..., "licence": ...}}
    queries.jsonl     {"_id": "q1", "text": "What ails the elm?", "metadata": {"answers": [["a disease"]], ...}}
    qrels/test.tsv    query-id <tab> corpus-id <tab> score, distractors with score 0

A table is its rows as text, an image its caption and description.
"""

from __future__ import annotations

from benchwright.evaluate.run_files import write_qrels
from benchwright.publish.export.base import ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder
from benchwright.publish.export.relevance import CANNOT_HOLD, judged_questions
from benchwright.records import Example, Json, Source


def export_beir(data: ExportData, to: ExportFolder) -> None:
    """Write corpus, queries and one file of judgements a part."""
    with to.lines("corpus.jsonl") as document:
        for source in data.sources():
            document(_document(source, data))
    with to.lines("queries.jsonl") as query:
        for part, examples in data.parts.items():
            qrels: dict[str, dict[str, int]] = {}
            for example, grades in judged_questions(data, to, part, examples):
                query(_query(example))
                qrels[example.id] = grades
            if qrels:
                write_qrels(qrels, to.file(f"qrels/{part}.tsv"), "beir")


def _document(source: Source, data: ExportData) -> Json:
    return {
        "_id": source.id,
        "title": source.title,
        "text": data.text(source),
        "metadata": {
            "url": source.url,
            "licence": source.licence,
            "document": source.document,
            "modality": str(source.modality),
            "passed_on": data.passed_on(source),
        },
    }


def _query(example: Example) -> Json:
    return {
        "_id": example.id,
        "text": example.question,
        "metadata": {
            "answers": [[answer.text, *answer.aliases] for answer in example.answers],
            "style": example.style,
            "modalities": str(example.modalities),
        },
    }


BEIR = Exporter(
    "beir",
    "BEIR's corpus.jsonl, queries.jsonl and qrels, with the whole corpus",
    "from beir.datasets.data_loader import GenericDataLoader\n"
    'corpus, queries, qrels = GenericDataLoader("FOLDER").load(split="test")',
    ("images: only their captions and descriptions", "tables as cells: only their rows as text", *CANNOT_HOLD),
    export_beir,
    takes="it takes questions with sources",
    whole_corpus=True,
)
