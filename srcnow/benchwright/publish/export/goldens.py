"""Export questions with their reference contexts, for tools that judge answers: ragas and DeepEval.

    ragas      <part>.jsonl   {"user_input": ..., "reference": ..., "reference_contexts": [...],
                               "reference_context_ids": [...], "query_style": ...}
    deepeval   <part>.json    [{"input": ..., "expected_output": ..., "context": [...], "additional_metadata": {...}}]

A context is the text of a source with its title: of an image its caption and description, of a table its rows. Sources
that may not be passed on are no contexts; their ids stand where the format has a place for ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchwright.publish.export.base import NO_ANSWER, ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder
from benchwright.records import Example, Json, Source, dump_line

_CANNOT_HOLD = (
    "aliases of answers, and answers apart: they are one text, joined by semicolons",
    "images: only their captions and descriptions",
    "tables as cells: only their rows as text",
    "evidence spans, alternatives, hops, checks and how a question was made",
    "sources that no question needs",
)


def _answered(data: ExportData, to: ExportFolder) -> Iterator[tuple[str, list[Example]]]:
    """The questions of each part that have answers, counted; the others are left out."""
    for part, examples in data.parts.items():
        listed = [example for example in examples if example.answers]
        for example in examples:
            if example.answers:
                to.wrote(part, example)
            else:
                to.leave_out(example, NO_ANSWER)
        if listed:
            yield part, listed


def _contexts(example: Example, data: ExportData) -> list[str]:
    return [_context(one) for one in map(data.source, example.sources) if data.text(one)]


def _context(source: Source) -> str:
    """A source as one text, its title first unless the text begins with it."""
    return source.text if source.text.startswith(source.title) else f"{source.title}\n{source.text}"


def export_ragas(data: ExportData, to: ExportFolder) -> None:
    """Write a file of samples a part."""
    for part, examples in _answered(data, to):
        with to.lines(f"{part}.jsonl") as add:
            for example in examples:
                add({
                    "user_input": example.question,
                    "reference": example.answer,
                    "reference_contexts": _contexts(example, data),
                    "reference_context_ids": list(example.sources),
                    "query_style": example.style,
                })  # fmt: skip


def export_deepeval(data: ExportData, to: ExportFolder) -> None:
    """Write a file of goldens a part."""
    for part, examples in _answered(data, to):
        with to.file(f"{part}.json").open("w", encoding="utf-8", newline="\n") as stream:
            stream.write("[\n")
            for place, example in enumerate(examples):
                stream.write(",\n" * (place > 0) + dump_line(_golden(example, data)))
            stream.write("\n]\n")


def _golden(example: Example, data: ExportData) -> Json:
    documents: Sequence[str] = list(dict.fromkeys(data.source(id).document for id in example.sources))
    return {
        "input": example.question,
        "expected_output": example.answer,
        "context": _contexts(example, data),
        "source_file": documents[0] if len(documents) == 1 else None,
        "additional_metadata": {
            "id": example.id,
            "style": example.style,
            "modalities": str(example.modalities),
            "answers": [[answer.text, *answer.aliases] for answer in example.answers],
            "sources": list(example.sources),
            "distractors": list(example.distractors),
            "documents": documents,
        },
    }


RAGAS = Exporter(
    "ragas",
    "Samples of ragas as JSON Lines, with references and reference contexts",
    'from ragas import EvaluationDataset\ndataset = EvaluationDataset.from_jsonl("FOLDER/test.jsonl")',
    ("ids of questions, and distractors", *_CANNOT_HOLD),
    export_ragas,
    takes="it takes questions with answers",
)
DEEPEVAL = Exporter(
    "deepeval",
    "Goldens of DeepEval as JSON, with expected outputs and contexts",
    "from deepeval.dataset import EvaluationDataset\ndataset = EvaluationDataset()\n"
    'dataset.add_goldens_from_json_file("FOLDER/test.json")',
    _CANNOT_HOLD,
    export_deepeval,
    takes="it takes questions with answers",
)
