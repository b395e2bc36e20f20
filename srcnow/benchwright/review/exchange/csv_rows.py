"""Plain CSV: `items.csv` goes out, and a file with a line a review comes back.

    item,annotator,seconds,comment,fluency,style,...
    0f3a...,Ada,41,,5,yes,...

Lists are JSON in their cell, or one entry a line.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.files.atomic import write_atomic
from benchwright.files.bounded import read_regular
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
from benchwright.review.task import TaskField

ITEMS = "items.csv"
NEEDED = ("item", "annotator")
_FORMULA = ("=", "+", "-", "@")


def csv_text(rows: Sequence[Sequence[str]]) -> str:
    """Rows as CSV. A cell that a spreadsheet would run gets a mark before it."""
    stream = io.StringIO()
    guarded = [[f"'{text}" if text.startswith(_FORMULA) else text for text in row] for row in rows]
    csv.writer(stream, lineterminator="\n").writerows(guarded)
    return stream.getvalue()


def csv_lines(path: Path, needed: Sequence[str]) -> Iterator[dict[str, str]]:
    """The lines of a CSV file by column, without the marks of `csv_text`. UsageError for a file that is none, or lacks
    a column that is needed."""
    try:
        reader = csv.DictReader(
            io.StringIO(read_regular(path).decode("utf-8-sig"), newline=""), restval="", strict=True
        )
        missing = [name for name in needed if name not in (reader.fieldnames or ())]
        if missing:
            raise UsageError(f"{path} has no column {missing[0]!r}", hint=f"it needs {', '.join(needed)}")
        for row in reader:
            yield {name: _bare(row[name] or "") for name in reader.fieldnames or () if name}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path} cannot be read as CSV: {error}", hint="the first line names the columns") from error


def seconds_of(text: str) -> float:
    """A number of seconds; 0 for what is none."""
    try:
        return max(0.0, float(text))
    except ValueError:
        return 0.0


def _write(study: OpenStudy, folder: Path) -> list[Path]:
    fields = [field.name for field in asked_elsewhere(study.task)]
    head = ["item", *TEXTS, SOURCES, "annotator", "seconds", "comment", *fields]
    rows = [list(one.row.values()) + [""] * (3 + len(fields)) for one in exported(study, beside(folder))]
    write_atomic(folder / ITEMS, csv_text([head, *rows]))
    return [folder / ITEMS]


def _read(study: OpenStudy, path: Path) -> Iterator[TakenReview]:
    for row in csv_lines(path, NEEDED):
        values = {field.name: _value(field, row[field.name]) for field in study.task.fields if row.get(field.name)}
        seconds = seconds_of(row.get("seconds", ""))
        yield TakenReview(row["item"], row["annotator"], values, seconds, row.get("comment", ""))


def _value(field: TaskField, text: str) -> object:
    if field.kind in ("choices", "list", "spans") and text.lstrip().startswith("["):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return field_from_text(field, text)


def _bare(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text


CSV = Platform("csv", _write, _read)
