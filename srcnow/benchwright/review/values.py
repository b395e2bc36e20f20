"""Check what a person filled in against the fields of the task."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from benchwright.checks.rewording import difference
from benchwright.registry import suggestion
from benchwright.review.items import ShownItem, Values
from benchwright.review.task import Option, Task, TaskField

MOST_COMMENT = 4000
"""Characters of a comment."""
_LONGEST_ENTRY = 500  # characters of one entry of a list


def options_of(field: TaskField, shown: ShownItem) -> tuple[Option, ...]:
    """What can be chosen in a field for this item. Sources and candidates are chosen by their keys."""
    match field.options_from:
        case "sources" | "candidates" as part:
            texts = [
                (one.id, one.title or f"{one.modality} {place}") for place, one in enumerate(getattr(shown, part), 1)
            ]
        case "answers":
            texts = [(one, one) for one in dict.fromkeys(shown.answers)]
        case _:
            return field.options
    keys = "123456789abcdefghijklmnopqrstuvwxyz"
    return tuple(
        Option.model_construct(value=value, label=label, key=keys[place : place + 1])
        for place, (value, label) in enumerate(texts)
    )


def asked(task: Task, values: Values) -> tuple[TaskField, ...]:
    """The fields that are to be filled in, given the values of others."""
    return tuple(field for field in task.fields if _applies(field, values))


def faults(task: Task, values: Values, shown: ShownItem) -> dict[str, str]:
    """What is wrong with the values, by field; empty if they may be submitted. Untrusted: any JSON may come in."""
    found = {
        name: f"no such field: {suggestion(str(name), [field.name for field in task.fields])}"
        for name in values
        if name not in {field.name for field in task.fields}
    }
    wanted = asked(task, values)
    found |= {
        field.name: "is not asked here" for field in task.fields if field not in wanted and not _empty(values, field)
    }
    for field in wanted:
        if _empty(values, field):
            if field.required:
                found[field.name] = "is missing"
        elif problem := _CHECKS[field.kind](field, values[field.name], shown):
            found[field.name] = problem
    return found


def settled(task: Task, values: Values) -> dict[str, Any]:
    """The values in the order of the fields, texts without space around them, without what is empty."""
    stripped = {name: value.strip() if isinstance(value, str) else value for name, value in values.items()}
    return {field.name: stripped[field.name] for field in task.fields if not _empty(stripped, field)}


def _applies(field: TaskField, values: Values) -> bool:
    for name, allowed in field.when.items():
        value = values.get(name)
        if not any(one in allowed for one in (value if isinstance(value, list) else [value])):
            return False
    return True


def _empty(values: Values, field: TaskField) -> bool:
    value = values.get(field.name)
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def _choice(field: TaskField, value: Any, shown: ShownItem) -> str:
    known = [one.value for one in options_of(field, shown)]
    return "" if value in known else f"is not one of {', '.join(known)}"


def _scale(field: TaskField, value: Any, shown: ShownItem) -> str:
    whole = isinstance(value, int) and not isinstance(value, bool) and field.low <= value <= field.high
    return "" if whole else f"is not a number from {field.low} to {field.high}"


def _choices(field: TaskField, value: Any, shown: ShownItem) -> str:
    known = [one.value for one in options_of(field, shown)]
    if not isinstance(value, list) or any(one not in known for one in value) or len(value) > len(set(value)):
        return f"is not a choice of {', '.join(known)}"
    return _counted(field, len(value), "choose")


def _text(field: TaskField, value: Any, shown: ShownItem) -> str:
    if not isinstance(value, str) or not _is_text(value):
        return "is not a text"
    if len(value) > field.longest:
        return f"has {len(value):,} characters, and may have {field.longest:,}"
    if field.keeps:
        changed = difference(getattr(shown, field.keeps), value.strip())
        if changed == "order":
            return "names or numbers stand in another order"
        return f"one of the two wordings has {changed!r}, and the other has not" if changed else ""
    return ""


def _list(field: TaskField, value: Any, shown: ShownItem) -> str:
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() and _is_text(one) for one in value):
        return "is not a list of texts"
    if max(map(len, value)) > _LONGEST_ENTRY:
        return f"has an entry of more than {_LONGEST_ENTRY} characters"
    folded = [" ".join(one.split()).casefold() for one in value]
    if twice := next((one for one in value if folded.count(" ".join(one.split()).casefold()) > 1), ""):
        return f"lists {twice!r} twice"
    return _counted(field, len(value), "list")


def _spans(field: TaskField, value: Any, shown: ShownItem) -> str:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        return "is not a list of marks"
    sources = {one.id: one for one in (*shown.sources, *shown.candidates)}
    for mark in value:
        source = sources.get(mark.get("source", ""))
        kind = mark.keys() - {"source"}
        if source is None:
            return "marks a source that is not shown"
        if kind == {"start", "end"}:
            start, end = mark["start"], mark["end"]
            if not (type(start) is int and type(end) is int and 0 <= start < end <= len(source.text)):
                return "marks a place outside of its source"
        elif kind == {"cells"}:
            rows = source.table.rows if source.table is not None else ()
            width = len(rows[0]) if rows else 0
            cells = mark["cells"]
            if not isinstance(cells, list) or not cells or not all(_is_cell(one, len(rows), width) for one in cells):
                return "marks cells that its table lacks"
        elif kind == {"box"}:
            box = mark["box"]
            inside = (
                isinstance(box, list)
                and len(box) == 4
                and all(isinstance(side, int | float) and not isinstance(side, bool) and 0 <= side <= 1 for side in box)
            )
            if not (inside and box[0] < box[2] and box[1] < box[3]):
                return "marks a box outside of its picture"
        else:
            return "a mark has start and end, cells, or a box"
    return _counted(field, len(value), "mark")


def _is_cell(cell: Any, rows: int, columns: int) -> bool:
    return (
        isinstance(cell, list)
        and len(cell) == 2
        and all(type(one) is int for one in cell)
        and 0 <= cell[0] < rows
        and 0 <= cell[1] < columns
    )


def _counted(field: TaskField, count: int, verb: str) -> str:
    if field.least <= count <= field.most:
        return ""
    if field.least == field.most:
        return f"{verb} {field.least}, not {count}"
    return f"{verb} {field.least} to {field.most}, not {count}"


def _is_text(value: str) -> bool:
    """Whether a text can be stored: half a character cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


_CHECKS: Mapping[str, Callable[[TaskField, Any, ShownItem], str]] = {
    "choice": _choice,
    "scale": _scale,
    "choices": _choices,
    "text": _text,
    "list": _list,
    "spans": _spans,
}
