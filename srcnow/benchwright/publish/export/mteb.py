"""Export a benchmark as a retrieval task of MTEB: `mteb` over all sources, images among them, `vidore` over pages.

    queries, corpus, qrels   Parquet files, as configurations of one data set
    task.py                  (mteb) the task, a class of `mteb`
    README.md                the data set card, with the configurations

`vidore` has the columns of ViDoRe's data sets: query-id and query; corpus-id and image; query-id, corpus-id and score.
The ids are numbers; `documents` and `questions` say of which page and question. (Muennighoff et al., 2023; Faysse et
al., 2024.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pyarrow as pa

from benchwright.publish.export.base import BY_REFERENCE, ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder
from benchwright.publish.export.pages import judged_pages, page_rows
from benchwright.publish.export.parquet_files import IMAGE, card_head, write_rows
from benchwright.publish.export.relevance import CANNOT_HOLD, judged_questions
from benchwright.records import Json, Modality

QUERIES = pa.schema([("id", pa.string()), ("text", pa.string())])
QRELS = pa.schema([("query-id", pa.string()), ("corpus-id", pa.string()), ("score", pa.int64())])
TEXTS = pa.schema([
    ("id", pa.string()), ("title", pa.string()), ("text", pa.string()), ("licence", pa.string()), ("url", pa.string()),
])  # fmt: skip
MIXED = TEXTS.append(pa.field("image", IMAGE))
PAGE_QUERIES = pa.schema([("query-id", pa.int64()), ("query", pa.string()), ("question", pa.string())])
PAGES = pa.schema([("corpus-id", pa.int64()), ("image", IMAGE), ("doc-id", pa.string()), ("page", pa.int64())])
PAGE_QRELS = pa.schema([("query-id", pa.int64()), ("corpus-id", pa.int64()), ("score", pa.int64())])

NO_PAGE = "no-page"

_TASK = '''"""{title} as a retrieval task of MTEB. Benchwright wrote this file."""

from pathlib import Path

from mteb.abstasks.retrieval import AbsTaskRetrieval
from mteb.abstasks.task_metadata import TaskMetadata


class {name}(AbsTaskRetrieval):
    metadata = TaskMetadata(
        name={name!r},
        description="Retrieve the sources that answer a question.",
        reference=None,
        dataset={{"path": str(Path(__file__).parent), "revision": "main"}},
        type={kind!r},
        category={category!r},
        modalities={modalities!r},
        eval_splits={splits!r},
        eval_langs=["eng-Latn"],
        main_score="ndcg_at_10",
    )
'''


def export_mteb(data: ExportData, to: ExportFolder) -> None:
    """Write queries, corpus, judgements of each part and the task."""
    images = any(source.modality is Modality.IMAGE for source in data.sources())
    write_rows(to, "corpus", MIXED if images else TEXTS, _documents(data, with_images=images))
    splits: list[str] = []
    for part, examples in data.parts.items():
        judged = list(judged_questions(data, to, part, examples))
        if judged:
            splits.append(part)
            write_rows(to, f"queries/{part}", QUERIES, ({"id": one.id, "text": one.question} for one, _ in judged))
            write_rows(to, f"qrels/{part}", QRELS, _qrels({one.id: grades for one, grades in judged}))
    parts = [(part, f"{{}}/{part}/*.parquet") for part in splits]
    configs = [(name, [(part, files.format(name)) for part, files in parts]) for name in ("qrels", "queries")]
    to.head = card_head(data.name, [*configs, ("corpus", [("corpus", "corpus/*.parquet")])], ["text-retrieval"])
    to.write("task.py", _task(data.name, splits, images=images))


def _documents(data: ExportData, *, with_images: bool) -> Iterator[Json]:
    for source in data.sources():
        row = {"id": source.id, "title": source.title, "text": data.text(source)}
        row |= {"licence": source.licence, "url": source.url}
        if not with_images:
            yield row
        else:
            image = data.image(source)
            path = source.image.file if source.image else ""
            yield {**row, "image": None if image is None else {"bytes": image, "path": path}}


def _qrels(judged: Mapping[str, Mapping[str, int]]) -> Iterator[Json]:
    for query, grades in judged.items():
        for source, grade in grades.items():
            yield {"query-id": query, "corpus-id": source, "score": grade}


def _task(title: str, splits: list[str], *, images: bool) -> str:
    name = "".join(part.capitalize() for part in re.findall("[A-Za-z0-9]+", title)) or "Benchmark"
    return _TASK.format(
        title=" ".join(re.findall("[A-Za-z0-9]+", title)) or "A benchmark",
        name=f"{'Benchmark' if name[0].isdigit() else ''}{name}Retrieval",
        kind="Any2AnyRetrieval" if images else "Retrieval",
        category="t2it" if images else "t2t",
        modalities=["text", "image"] if images else ["text"],
        splits=splits,
    )


def export_vidore(data: ExportData, to: ExportFolder) -> None:
    """Write the pages, and queries and judgements of each part. Questions without a gold source on a page are left
    out, and those for which such a page may not be passed on."""
    numbers: dict[tuple[str, int], int] = {}
    closed: set[tuple[str, int]] = set()

    def pages() -> Iterator[Json]:
        for row in page_rows(data):
            key = row["document"], row["page"]
            if row["image"] is None:
                closed.add(key)
            else:
                numbers[key] = len(numbers)
                yield {"corpus-id": numbers[key], "image": row["image"], "doc-id": key[0], "page": key[1]}

    write_rows(to, "corpus", PAGES, pages())
    splits: list[str] = []
    number = 0
    for part, examples in data.parts.items():
        queries: list[Json] = []
        qrels: list[Json] = []
        for example in examples:
            grades = judged_pages(data, example)
            if not any(grades.values()):
                to.leave_out(example, NO_PAGE)
            elif any(key in closed for key, grade in grades.items() if grade):
                to.leave_out(example, BY_REFERENCE)
            else:
                to.wrote(part, example)
                queries.append({"query-id": number, "query": example.question, "question": example.id})
                qrels += [
                    {"query-id": number, "corpus-id": numbers[key], "score": grade}
                    for key, grade in grades.items()
                    if key in numbers
                ]
                number += 1
        if queries:
            splits.append(part)
            write_rows(to, f"queries/{part}", PAGE_QUERIES, queries)
            write_rows(to, f"qrels/{part}", PAGE_QRELS, qrels)
    # Loaders of ViDoRe take the corpus from the same split as the queries.
    configs = [(name, [(part, f"{name}/{part}/*.parquet") for part in splits]) for name in ("queries", "qrels")]
    corpus = ("corpus", [(part, "corpus/*.parquet") for part in splits])
    to.head = card_head(data.name, [*configs, corpus], ["visual-document-retrieval"])


MTEB = Exporter(
    "mteb",
    "A retrieval task of MTEB over the whole corpus, images among it",
    'import mteb, sys\nsys.path.insert(0, "FOLDER")\nimport task  # its class is the task: mteb.evaluate(model, [...])',
    ("answers", "tables as cells: only their rows as text", "the language: the task says English", *CANNOT_HOLD),
    export_mteb,
    takes="it takes questions with sources",
    whole_corpus=True,
)
VIDORE = Exporter(
    "vidore",
    "A retrieval task over pictures of pages, with the columns of ViDoRe's data sets",
    'from datasets import load_dataset\npages = load_dataset("FOLDER", "corpus", split="test")',
    ("answers", "sources without a page", "which part of a page is the evidence", *CANNOT_HOLD),
    export_vidore,
    takes="it takes questions over documents whose pages were kept as pictures: benchwright ingest --pages",
    whole_corpus=True,
)
