"""Amazon Mechanical Turk: `layout.html` is the layout of a HIT, `hits.csv` has a line a HIT; the results of the batch
come back as the CSV that the requester's site gives.

Pictures lie in the folder `images`: put them where workers' browsers find them, and say so in the layout's `base`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from benchwright.files.atomic import write_atomic
from benchwright.review.exchange.csv_rows import csv_lines, csv_text, seconds_of
from benchwright.review.exchange.rows import (
    SOURCES,
    TEXTS,
    Platform,
    TakenReview,
    asked_elsewhere,
    beside,
    exported,
    field_from_text,
)
from benchwright.review.open_study import OpenStudy
from benchwright.review.task import Task, TaskField

HITS, LAYOUT = "hits.csv", "layout.html"
_ITEM, _WORKER, _SECONDS, _ANSWER = "Input.item", "WorkerId", "WorkTimeInSeconds", "Answer."


def layout(task: Task) -> str:
    """The HTML of a HIT: the instructions, the item's parts as variables of the CSV, and the fields."""
    words = Markup("").join(Markup("<p>{}</p>\n").format(part) for part in task.instructions.split("\n\n"))
    parts = Markup("").join(Markup("<p>${{{}}}</p>\n").format(part) for part in TEXTS)
    fields = Markup("").join(_field(field) for field in asked_elsewhere(task))
    return str(
        Markup('<!-- <base href="https://where.the/images/are/"> -->\n<h2>{}</h2>\n{}{}${{{}}}\n{}').format(
            task.title, words, parts, SOURCES, fields
        )
    )


def _field(field: TaskField) -> Markup:
    required = Markup(" required") if field.required and not field.when and field.kind != "choices" else Markup("")
    if field.fixed:
        kind = "checkbox" if field.kind == "choices" else "radio"
        labels = {one.value: one.label for one in field.options}
        inputs = Markup("").join(
            Markup('<label><input type="{}" name="{}" value="{}"{}> {}</label>\n').format(
                kind, field.name, value, required, labels.get(str(value)) or value
            )
            for value in field.fixed
        )
    else:
        inputs = Markup('<textarea name="{}" maxlength="{}"{}></textarea>\n').format(
            field.name, field.longest, required
        )
    helped = Markup("<small>{}</small>\n").format(field.help) if field.help else Markup("")
    return Markup("<fieldset><legend>{}</legend>\n{}{}</fieldset>\n").format(field.ask, helped, inputs)


def _write(study: OpenStudy, folder: Path) -> list[Path]:
    rows = [one.row for one in exported(study, beside(folder))]
    # Variables are put into the HTML as they are: texts are escaped here, sources were.
    escaped = [[row[name] if name in ("item", SOURCES) else str(escape(row[name])) for name in row] for row in rows]
    write_atomic(folder / HITS, csv_text([["item", *TEXTS, SOURCES], *escaped]))
    write_atomic(folder / LAYOUT, layout(study.task) + "\n")
    return [folder / HITS, folder / LAYOUT]


def _read(study: OpenStudy, path: Path) -> Iterator[TakenReview]:
    for row in csv_lines(path, (_ITEM, _WORKER)):
        if row.get("AssignmentStatus") != "Rejected":
            yield TakenReview(row[_ITEM], row[_WORKER], _values(study.task, row), seconds_of(row.get(_SECONDS, "")))


def _values(task: Task, row: dict[str, str]) -> dict[str, Any]:
    """The fields of a line: a column each, several chosen values between bars; or a column a value that is `true`."""
    values: dict[str, Any] = {}
    for field in task.fields:
        text = row.get(f"{_ANSWER}{field.name}", "")
        chosen = [str(one) for one in field.fixed if row.get(f"{_ANSWER}{field.name}.{one}", "").casefold() == "true"]
        listed = "\n".join(chosen) or (text.replace("|", "\n") if field.kind == "choices" else text)
        if listed:
            values[field.name] = field_from_text(field, listed)
    return values


MECHANICAL_TURK = Platform("mturk", _write, _read)
