"""Read files of records that other programs wrote: JSON Lines, a JSON list, CSV, or a log of Inspect.

A row is an object, with its place in words for messages. What a row calls its members is the caller's to say.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import threading
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchwright.errors import UsageError
from benchwright.evaluate.inspect_log import ENDING, archive_rows, log_json, sample_rows
from benchwright.files.bounded import InvalidJsonError, parse_json, read_regular

SUFFIXES = (".jsonl", ".ndjson", ".json", ".csv", ENDING)

Row = Mapping[str, Any]
_FORMS = "JSON Lines, JSON or CSV in UTF-8, or a log of Inspect"
_LIMIT = threading.Lock()


def read_object_rows(path: Path) -> tuple[bytes, list[tuple[str, Row]]]:
    """The bytes of a file, and its rows with the place of each ("line 3"). UsageError for what cannot be read."""
    try:
        content = read_regular(path)
        if path.suffix.lower() == ENDING:
            return content, list(archive_rows(content))
        return content, list(_rows(path, content.decode("utf-8-sig")))
    except (OSError, ValueError, csv.Error) as error:
        raise UsageError(f"{path} cannot be read: {error}", hint=_FORMS) from None


def member(row: Row, names: Sequence[str]) -> Any:
    """The first of these members that a row has; None for none."""
    return next((row[name] for name in names if row.get(name) is not None), None)


def written_list(text: str) -> list[Any] | None:
    """A list written in JSON, or by Python as pandas puts it into a cell; None if it is neither. What numpy writes
    (`['a' 'b']`) is neither: Python takes texts without a comma between them for one."""
    if not text.lstrip().startswith("["):
        return None
    try:
        value = parse_json(text)
    except ValueError:
        try:
            value = ast.literal_eval(text.strip())
            tokens = tokenize.generate_tokens(io.StringIO(text.strip()).readline)
            kinds = [token.type for token in tokens if token.type not in (tokenize.NL, tokenize.COMMENT)]
        except (ValueError, SyntaxError, MemoryError, RecursionError, tokenize.TokenError):
            return None
        if any(one == other == tokenize.STRING for one, other in pairwise(kinds)):
            return None
    return value if isinstance(value, list) else None


def _csv_rows(text: str) -> list[dict[str, Any]]:
    """All rows at once, for the limit of a cell, which whole pages may pass, belongs to the process: two files that are
    read in two threads must not leave each other's limit behind. The file's size is bounded."""
    with _LIMIT:
        usual = csv.field_size_limit(max(len(text), 1))
        try:
            return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
        finally:
            csv.field_size_limit(usual)


def _rows(path: Path, text: str) -> Iterator[tuple[str, Row]]:
    if path.suffix.lower() == ".csv":
        for number, row in enumerate(_csv_rows(text), 2):
            yield f"line {number}", {name: cell for name, cell in row.items() if cell is not None}
        return
    if path.suffix.lower() == ".json":
        yield from _entries(text)
        return
    for number, line in enumerate(text.split("\n"), 1):  # JSON may hold other line ends, such as U+2028
        if line.strip():
            yield f"line {number}", _object(parse_json(line), number)


def _entries(text: str) -> Iterator[tuple[str, Row]]:
    """The objects of a JSON list, or the samples of a log."""
    try:
        whole = parse_json(text)
    except InvalidJsonError:  # only a log may hold NaN
        whole = log_json(text)
        if not isinstance(whole, dict):
            raise
    if isinstance(whole, dict) and isinstance(whole.get("samples"), list):
        samples = whole["samples"]
        yield from sample_rows([(f"entry {number}", one) for number, one in enumerate(samples, 1)], len(samples))
        return
    if not isinstance(whole, list):
        raise ValueError("it is neither a list nor a log with samples")
    for number, item in enumerate(whole, 1):
        yield f"entry {number}", _object(item, number)


def _object(item: Any, number: int) -> Row:
    """A row; the completion of a sample of Inspect's stands for its output."""
    if not isinstance(item, dict):
        raise ValueError(f"entry {number} is {json.dumps(item)[:40]}, and is to be an object")
    output = item.get("output")
    return {**item, "output": output.get("completion")} if isinstance(output, dict) else item
