"""A project of Label Studio: `config.xml` is its labelling configuration, `tasks.json` its tasks; its JSON export comes
back. Choices and scales are `Choices`, texts and lists `TextArea`s, sources one `HyperText`, images one `Image`: Label
Studio drops the address of an image inside of HTML, and its editor ends at an empty list of images.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from PIL import Image as Pixels
from PIL import ImageDraw

from benchwright.errors import UsageError
from benchwright.files.atomic import write_atomic, write_json
from benchwright.files.bounded import read_json
from benchwright.review.exchange.rows import (
    SOURCES,
    TEXTS,
    ExportedItem,
    Platform,
    TakenReview,
    asked_elsewhere,
    exported,
    field_from_text,
    inline,
)
from benchwright.review.open_study import OpenStudy
from benchwright.review.task import Task, TaskField

CONFIG, TASKS = "config.xml", "tasks.json"
IMAGES = "images"
_SHOWN = f"item_{TEXTS[0]}"
"""What controls belong to: no field has such a name."""


def labelling_config(task: Task, items: Sequence[ExportedItem] = ()) -> str:
    """The labelling configuration of a task, as XML: what any of the items has is shown."""
    view = ElementTree.Element("View")
    ElementTree.SubElement(view, "Header", value=task.title)
    for part in TEXTS:
        if part == TEXTS[0] or any(one.texts.get(part) for one in items):
            ElementTree.SubElement(view, "Header", value=part.capitalize(), size="5")
            ElementTree.SubElement(view, "Text", name=f"item_{part}", value=f"${part}")
    if any(one.images for one in items):
        ElementTree.SubElement(view, "Header", value="Images", size="5")
        ElementTree.SubElement(view, "Image", name=f"item_{IMAGES}", valueList=f"${IMAGES}", zoom="true")
    if any(one.sources for one in items):
        ElementTree.SubElement(view, "Header", value="Sources", size="5")
        ElementTree.SubElement(view, "HyperText", name=f"item_{SOURCES}", value=f"${SOURCES}")
    for field in asked_elsewhere(task):
        _control(view, task, field)
    ElementTree.indent(view)
    return ElementTree.tostring(view, encoding="unicode")


def _control(view: ElementTree.Element, task: Task, field: TaskField) -> None:
    """What is asked, and the control of the field. Of one that hangs on a choice both are shown only with it."""
    for name, values in field.when.items():
        chosen = ",".join(_label(task.field(name), str(value)) for value in values)
        condition = {"visibleWhen": "choice-selected", "whenTagName": name, "whenChoiceValue": chosen}
        view = ElementTree.SubElement(view, "View", condition)
    ElementTree.SubElement(view, "Header", value=field.ask, size="4")
    common = {"name": field.name, "toName": _SHOWN, **({"required": "true"} if field.required else {})}
    if field.fixed:
        choice = "multiple" if field.kind == "choices" else "single"
        control = ElementTree.SubElement(view, "Choices", {**common, "choice": choice})
        for value in field.fixed:
            ElementTree.SubElement(control, "Choice", value=_label(field, str(value)))
    else:
        several = {"maxSubmissions": "1"} if field.kind == "text" else {}
        ElementTree.SubElement(view, "TextArea", {**common, **several, "editable": "true"})


def _label(field: TaskField, value: str) -> str:
    """What a value is called: Label Studio knows choices by what people read."""
    return next((one.label or one.value for one in field.options if one.value == value), value)


def _write(study: OpenStudy, folder: Path) -> list[Path]:
    items = exported(study, inline, apart=True)
    pictured = any(one.images for one in items)
    write_atomic(folder / CONFIG, labelling_config(study.task, items) + "\n")
    write_json(
        folder / TASKS,
        [{"data": {**one.row, **({IMAGES: list(one.images) or [_no_image()]} if pictured else {})}} for one in items],
    )
    return [folder / CONFIG, folder / TASKS]


@cache
def _no_image() -> str:
    """What stands in the place of images in an item that has none."""
    stream = io.BytesIO()
    blank = Pixels.new("RGB", (600, 24), "white")
    ImageDraw.Draw(blank).text((4, 6), "no image", "black")
    blank.save(stream, "PNG")
    return f"data:image/png;base64,{base64.b64encode(stream.getvalue()).decode()}"


def _read(study: OpenStudy, path: Path) -> Iterator[TakenReview]:
    try:
        tasks = read_json(path)
        found = [
            (str(task["data"]["item"]), annotation)
            for task in tasks
            for annotation in task.get("annotations", ())
            if not annotation.get("was_cancelled")
        ]
        for item, annotation in found:
            who = annotation.get("completed_by", "")
            name = str(who.get("email", "") if isinstance(who, Mapping) else who)
            seconds = float(annotation.get("lead_time") or 0.0)
            yield TakenReview(item, name, _values(study.task, annotation.get("result", ())), seconds)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise UsageError(
            f"{path} is not a JSON export of Label Studio: {error}", hint="export the project as JSON"
        ) from error


def _values(task: Task, result: Any) -> dict[str, Any]:
    """The values of one annotation, of fields that the task has."""
    fields = {field.name: field for field in task.fields}
    values: dict[str, Any] = {}
    for one in result:
        field = fields.get(one["from_name"])
        if field is None:
            continue
        given = [str(text) for text in one["value"].get("choices", one["value"].get("text", ()))]
        if field.kind in ("choices", "list"):
            given = [line for text in given for line in text.splitlines() if line.strip()]
            values[field.name] = [*values.get(field.name, ()), *(_known(field, text) for text in given)]
        elif given:
            values[field.name] = field_from_text(field, _known(field, given[0]))
    return values


def _known(field: TaskField, text: str) -> str:
    """The value of an option that is named by its label."""
    return next((one.value for one in field.options if one.label == text), text)


LABEL_STUDIO = Platform("label-studio", _write, _read, personal=True)
