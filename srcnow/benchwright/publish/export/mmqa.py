"""Export a benchmark as MultiModalQA has them (Talmor et al., 2021): contexts of three kinds, and questions over them.

MMQA_texts.jsonl, MMQA_tables.jsonl, MMQA_images.jsonl, final_dataset_images/   the whole corpus
MMQA_train.jsonl, MMQA_dev.jsonl, MMQA_test.jsonl                               the questions of each part
"""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.publish.export.base import BY_REFERENCE, NO_ANSWER, NO_SOURCE, ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder
from benchwright.readers.layouts.mmqa import IMAGES, PARTS
from benchwright.records import Answer, Example, Json, Modality, Source, Table

_SINGLE = "information-extraction"
_COMBINED = {"multi-hop": "Compose", "comparison": "Compare", "compare-contrast": "Compare"}
"""MultiModalQA's names for how a question combines its sources, by our styles."""


def export_mmqa(data: ExportData, to: ExportFolder) -> None:
    """Write the contexts, then the questions of each part."""
    with to.lines(PARTS[0]) as text, to.lines(PARTS[1]) as table, to.lines(PARTS[2]) as image:
        for source in data.sources():
            if source.modality is Modality.IMAGE:
                pixels = data.image(source)
                if pixels is not None:
                    path = to.image(source, pixels, IMAGES).removeprefix(f"{IMAGES}/")
                    caption = source.image.caption if source.image else ""
                    image({**_page(source), "path": path, "caption": caption})
            elif source.table is not None and data.passed_on(source):
                table(_table(source, source.table))
            elif data.text(source).strip():
                text({**_page(source), "text": source.text})
    for part, examples in data.parts.items():
        listed = [example for example in examples if not _left_out(example, data, to)]
        if listed:
            with to.lines(f"MMQA_{part}.jsonl") as add:
                for example in listed:
                    add(_question(example, data))
                    to.wrote(part, example)


def _left_out(example: Example, data: ExportData, to: ExportFolder) -> bool:
    reason = (
        NO_ANSWER if not example.answers else NO_SOURCE if not example.sources else
        BY_REFERENCE if data.withheld(example) else ""
    )  # fmt: skip
    if reason:
        to.leave_out(example, reason)
    return bool(reason)


def _page(source: Source) -> Json:
    """What every context has. Its title is its page's; `licence` is Benchwright's own."""
    return {"id": source.id, "title": source.title, "url": source.url, "licence": source.licence}


def _table(source: Source, table: Table) -> Json:
    """A table whose title is read back as it is: page and name of the table. Header rows are joined."""
    page, _, name = source.title.partition(" — ")
    columns = zip(*table.header, strict=True) if table.header else ()
    header = [{"column_name": " ".join(dict.fromkeys(filter(None, column))), "metadata": {}} for column in columns]
    rows = [[{"text": cell, "links": []} for cell in row] for row in table.rows]
    return {**_page(source), "title": page, "table": {"table_name": name, "header": header, "table_rows": rows}}


def _question(example: Example, data: ExportData) -> Json:
    sources = [data.source(id) for id in example.sources]
    listed = [*sources, *(one for one in map(data.source, example.distractors) if data.passed_on(one))]
    kinds = {kind: [one.id for one in listed if one.modality is kind] for kind in Modality}
    table = kinds[Modality.TABLE][0] if kinds[Modality.TABLE] else ""
    return {
        "qid": example.id,
        "question": example.question,
        "answers": [_answer(answer, data, table) for answer in example.answers],
        "metadata": {
            "type": example.columns.get("type", _type(example, sources)),
            "modalities": sorted({str(one.modality) for one in sources}),
            "table_id": table,
            "text_doc_ids": kinds[Modality.TEXT],
            "image_doc_ids": kinds[Modality.IMAGE],
        },
        "supporting_context": [{"doc_id": one.id, "doc_part": str(one.modality)} for one in sources],
    }


def _type(example: Example, sources: list[Source]) -> str:
    """The type of a question in MultiModalQA's words, "" where it has none for the style."""
    parts = [f"{str(one.modality).capitalize()}Q" for one in sources]
    if example.style == _SINGLE and len(parts) == 1:
        return parts[0]
    name = _COMBINED.get(example.style)
    return f"{name}({','.join(parts)})" if name and len(parts) > 1 else ""


def _answer(answer: Answer, data: ExportData, table: str) -> Json:
    spans = answer.evidence[0] if answer.evidence else ()
    kinds = [str(data.source(span.source).modality) for span in spans]
    return {
        "answer": answer.text,
        "type": "string",
        "modality": kinds[0] if kinds else "text",
        "text_instances": list(_text_instances(answer, data)),
        "table_indices": [list(cell) for span in spans if span.source == table for cell in span.cells if cell[0] >= 0],
        "image_instances": [
            {"doc_id": id, "doc_part": "image"}
            for id in dict.fromkeys(span.source for span, kind in zip(spans, kinds, strict=True) if kind == "image")
        ],
    }


def _text_instances(answer: Answer, data: ExportData) -> Iterator[Json]:
    """The words of the first evidence that stand in passages. Places count bytes."""
    for span in answer.evidence[0] if answer.evidence else ():
        source = data.source(span.source)
        if source.modality is Modality.TEXT and span.start is not None and span.end is not None:
            start = len(source.text[: span.start].encode("utf-8"))
            words = source.text[span.start : span.end]
            yield {"doc_id": source.id, "part": "text", "start_byte": start, "text": words}


MMQA = Exporter(
    "mmqa",
    "MultiModalQA's JSON Lines of texts, tables, images and questions, with the whole corpus",
    'import json\nquestions = [json.loads(line) for line in open("FOLDER/MMQA_dev.jsonl", encoding="utf-8")]',
    (
        "aliases of answers, and undecided answers",
        "alternatives: only the first evidence of an answer",
        "a second table: `table_id` is one, others are only in the supporting context",
        "evidence in header cells, captions or a part of an image",
        "header rows, which are joined into one, and links of cells",
        "hops, checks and how a question was made",
        "sources that may not be passed on: only in attribution.jsonl",
    ),
    export_mmqa,
    takes="it takes questions with answers and sources",
    whole_corpus=True,
    part="dev",
)
