"""A dataset of Argilla 2 on the disk: `.argilla/settings.json` has the fields and questions of the task, `records.json`
a record an item. `Dataset.from_disk` reads the folder, and `Dataset.to_disk` writes one that comes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchwright.errors import UsageError
from benchwright.files.atomic import make_folder, write_json
from benchwright.files.bounded import read_json
from benchwright.records import Json
from benchwright.review.exchange.rows import (
    SOURCES,
    TEXTS,
    Platform,
    TakenReview,
    asked_elsewhere,
    exported,
    field_from_text,
    inline,
)
from benchwright.review.open_study import OpenStudy
from benchwright.review.task import Task, TaskField

FOLDER, SETTINGS, DATASET, RECORDS = ".argilla", "settings.json", "dataset.json", "records.json"


def dataset_settings(task: Task, annotators: int) -> Json:
    """The settings of the dataset: what is shown, what is asked, and how many people review each record."""
    fields = [_shown(part, {"type": "text", "use_markdown": False}) for part in TEXTS]
    fields.append(_shown(SOURCES, {"type": "text", "use_markdown": True}))
    return {
        "guidelines": f"{task.title}\n\n{task.instructions}",
        "allow_extra_metadata": False,
        "distribution": {"strategy": "overlap", "min_submitted": annotators},
        "fields": fields,
        "questions": [_question(field) for field in asked_elsewhere(task)],
        "vectors": [],
        "metadata": [],
    }


def _shown(name: str, settings: Json) -> Json:
    return {"name": f"item_{name}", "title": name.capitalize(), "required": name == TEXTS[0], "settings": settings}


def _question(field: TaskField) -> Json:
    settings: Json = {"type": "text", "use_markdown": False}
    if field.kind == "scale" and field.low >= 0:
        settings = {"type": "rating", "options": [{"value": value} for value in field.scale]}
    elif field.fixed:
        labels = {one.value: one.label or one.value for one in field.options}
        options = [
            {"value": str(one), "text": labels.get(str(one), str(one)), "description": None} for one in field.fixed
        ]
        kind = "multi_label_selection" if field.kind == "choices" else "label_selection"
        settings = {"type": kind, "options": options, "visible_options": max(3, len(options))}
        settings |= {"options_order": "natural"} if field.kind == "choices" else {}
    return {
        "name": field.name,
        "title": field.ask,
        "description": field.help or None,
        "required": field.required and not field.when,
        "settings": settings,
    }


def _write(study: OpenStudy, folder: Path) -> list[Path]:
    make_folder(folder / FOLDER)
    settings = dataset_settings(study.task, study.settings.annotators_per_item)
    write_json(folder / FOLDER / SETTINGS, settings)
    write_json(folder / FOLDER / DATASET, {"name": study.name, **{key: settings[key] for key in ("guidelines",)}})
    records = [
        {
            "id": one.id,
            "fields": {f"item_{name}": text or None for name, text in one.row.items() if name != "item"},
            "metadata": {},
            "suggestions": {},
            "responses": {},
            "vectors": {},
        }
        for one in exported(study, inline)
    ]
    write_json(folder / RECORDS, records)
    return [folder / FOLDER / SETTINGS, folder / FOLDER / DATASET, folder / RECORDS]


def _read(study: OpenStudy, path: Path) -> Iterator[TakenReview]:
    """The responses in `records.json`: those of one user to all questions of a record are one review."""
    file = path / RECORDS if path.is_dir() else path
    try:
        for record in read_json(file):
            by_user: dict[str, dict[str, Any]] = {}
            for name, responses in record["responses"].items():
                for one in responses:
                    if one.get("status", "submitted") == "submitted":
                        by_user.setdefault(str(one["user_id"]), {})[name] = one["value"]
            for user, answers in by_user.items():
                yield TakenReview(str(record["id"]), user, _values(study.task.fields, answers))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise UsageError(
            f"{file} holds no records of Argilla: {error}", hint="write them with Dataset.to_disk"
        ) from error


def _values(fields: Sequence[TaskField], answers: dict[str, Any]) -> dict[str, Any]:
    return {
        field.name: field_from_text(field, answers[field.name])
        if isinstance(answers[field.name], str)
        else answers[field.name]
        for field in fields
        if field.name in answers
    }


ARGILLA = Platform("argilla", _write, _read)
