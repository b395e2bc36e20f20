"""Export questions as a dataset of Inspect (`inspect_ai`): a line a sample, and the images of its sources.

samples.jsonl   {"id": "q1", "input": "What ails the elm?", "target": ["a disease", "disease"], "metadata": {...}}
images/         what `image` of a source in the metadata names
"""

from __future__ import annotations

from benchwright.publish.export.base import NO_ANSWER, ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder
from benchwright.records import Example, Json, Source


def export_inspect(data: ExportData, to: ExportFolder) -> None:
    """Write a file a part."""
    for part, examples in data.parts.items():
        listed = [example for example in examples if example.answers]
        for example in examples:
            if not example.answers:
                to.leave_out(example, NO_ANSWER)
        if listed:
            with to.lines(f"{part}.jsonl") as add:
                for example in listed:
                    add(_sample(example, data, to))
                    to.wrote(part, example)


def _sample(example: Example, data: ExportData, to: ExportFolder) -> Json:
    """A sample: of one answer any wording is a target; several answers are one target, and all of them are needed."""
    first = example.answers[0]
    return {
        "id": example.id,
        "input": example.question,
        "target": [first.text, *first.aliases] if len(example.answers) == 1 else example.answer,
        "metadata": {
            "style": example.style,
            "modalities": str(example.modalities),
            "answers": [[answer.text, *answer.aliases] for answer in example.answers],
            "undecided": [answer.text for answer in example.undecided],
            "evidence": [answer.to_json()["evidence"] for answer in example.answers],
            "sources": [_source(data.source(id), data, to) for id in example.sources],
            "distractors": [_source(data.source(id), data, to) for id in example.distractors],
        },
    }


def _source(source: Source, data: ExportData, to: ExportFolder) -> Json:
    image = data.image(source)
    return {
        "id": source.id,
        "modality": str(source.modality),
        "title": source.title,
        "text": data.text(source),
        "image": "" if image is None else to.image(source, image),
        "licence": source.licence,
        "url": source.url,
        "passed_on": data.passed_on(source),
    }


INSPECT = Exporter(
    "inspect",
    "Samples of Inspect (inspect_ai) as JSON Lines, with the images of their sources",
    'from inspect_ai.dataset import json_dataset\ndataset = json_dataset("FOLDER/test.jsonl")',
    (
        "that several answers are all needed: they are one target, joined by semicolons, and a list in the metadata",
        "sources that no question names",
        "hops, checks and how a question was made",
    ),
    export_inspect,
    takes="it takes questions with answers",
)
