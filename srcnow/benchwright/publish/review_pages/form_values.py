"""Read the fields of a submitted form as the values of a task. Pages send the same form with and without JavaScript."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from benchwright.errors import UsageError
from benchwright.review.items import Values
from benchwright.review.task import FieldKind, Task, TaskField
from benchwright.review.values import asked

MOST_FIELDS = 500
"""Names and values in one form: a task has 20 fields, of 100 choices at most."""

Form = Mapping[str, Sequence[str]]
"""The values of a form by name."""


def read_form(body: bytes) -> dict[str, list[str]]:
    """The fields of an urlencoded form. UsageError for what is not one."""
    found: dict[str, list[str]] = {}
    try:
        pairs = parse_qsl(
            body.decode("ascii"), keep_blank_values=True, strict_parsing=bool(body), max_num_fields=MOST_FIELDS
        )
    except ValueError as error:
        raise UsageError("the form cannot be read", hint="load the page again") from error
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


def input_name(place: int) -> str:
    """The name that the inputs of a task's field have in the page, by its place in the task."""
    return f"field-{place}"


def read_values(task: Task, form: Form) -> Values:
    """What is filled in. Fields that are not asked, given the values of others, are left out: without JavaScript a page
    shows them all. Nothing is checked here but that a value can be read; `faults` says what else is wrong."""
    values = {}
    for place, field in enumerate(task.fields):
        value = _READ[field.kind](field, form.get(input_name(place), ()))
        if value not in (None, "", []):
            values[field.name] = value
    while len(kept := {field.name: values[field.name] for field in asked(task, values) if field.name in values}) < len(
        values
    ):
        values = kept
    return values


def _choice(field: TaskField, given: Sequence[str]) -> str | None:
    return given[0] if given else None


def _scale(field: TaskField, given: Sequence[str]) -> int | str | None:
    text = given[0] if given else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else text or None


def _choices(field: TaskField, given: Sequence[str]) -> list[str]:
    return [one for one in given if one]


def _text(field: TaskField, given: Sequence[str]) -> str:
    return given[0].replace("\r\n", "\n") if given else ""


def _list(field: TaskField, given: Sequence[str]) -> list[str]:
    return [line.strip() for one in given for line in one.splitlines() if line.strip()]


def _spans(field: TaskField, given: Sequence[str]) -> Any:
    try:
        return json.loads(given[0]) if given and given[0] else []
    except (ValueError, RecursionError):
        return "(unreadable)"


_READ: Mapping[FieldKind, Callable[[TaskField, Sequence[str]], Any]] = {
    "choice": _choice,
    "scale": _scale,
    "choices": _choices,
    "text": _text,
    "list": _list,
    "spans": _spans,
}
