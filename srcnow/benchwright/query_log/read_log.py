"""Reads a log of questions as a stream: JSON Lines, CSV or lines of text, of any length and in bounded memory.

{"question": "How do I change the oil?"}      an object a line; `--field` names the member (a.b for one inside another)
"How do I change the oil?"                    a text a line
[{"question": ...}, ...]                      a JSON list of such objects and texts (.json)
question,country                              CSV or TSV with a header
How do I change the oil?                      any other line of text

A member `asked` says how often a question was asked, 1 without it. A log is a stranger's: lines and texts have limits,
and what cannot be read is counted by reason.
"""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, cast

from benchwright.english.vocabulary import Vocabulary
from benchwright.errors import ReadError, UsageError
from benchwright.files.bounded import open_plain, parse_json
from benchwright.files.disk_errors import reading
from benchwright.prompts.clean import clean
from benchwright.readers.json_members import JsonMembers
from benchwright.registry import suggestion

_MOST_CELL = 131_072
LogFormat = Literal["jsonl", "json", "csv", "tsv", "text"]
FORMATS: Final[tuple[LogFormat, ...]] = ("jsonl", "json", "csv", "tsv", "text")
MOST_LINE = 2**20
"""Bytes of a line; a longer one is skipped without being held."""
MOST_TEXT = 1000
"""Characters of a question: longer texts are pasted documents."""
MOST_ASKED = 10**9
"""How often one row may say that its question was asked."""

_VOCABULARY = Vocabulary.of("benchwright.query_log", "read_log")
_QUESTIONS = _VOCABULARY.row("questions")
ASKED: Final[str] = _VOCABULARY.entries["asked"]
_ENDINGS: Final[dict[str, LogFormat]] = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "tsv", ".txt": "text",
}  # fmt: skip
_LETTERS = re.compile(r"[^\W\d_]{2}|[^\x00-\u024f\W]")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class LoggedQuestion:
    """A question as it stands in the log, on one line, and how often it was asked. Not masked yet."""

    text: str
    asked: int = 1


class QueryLog:
    """A log that is read once, by iterating over it. `rows` counts what was looked at, `dropped` by reason what gave no
    question: `line-too-long`, `not-utf-8`, `control-characters`, `not-json`, `no-question`, `bad-count`, `bad-row`,
    `empty`, `no-words`, `text-too-long`."""

    def __init__(self, path: Path | str, *, field: str = "", format: str = "", stdin: BinaryIO | None = None) -> None:
        """A log at a path, `-` for `stdin`. Raises UsageError for an unknown format."""
        if format and format not in FORMATS:
            raise UsageError(f"unknown format {format!r} of a log", hint=suggestion(format, FORMATS))
        self.path, self._field, self._stdin = str(path), field, stdin
        self._format = format or _format_of(self.path)
        self.rows = 0
        self.dropped: Counter[str] = Counter()

    def __iter__(self) -> Iterator[LoggedQuestion]:
        """The questions in the order of the log. Raises UsageError for a file that cannot be opened, is not a regular
        file, or is damaged."""
        with self._opened() as file:
            values = self._members(file) if self._is_list(file) else self._values(self._lines(file))
            for value in values:
                self.rows += 1
                found = self._question(value)
                if isinstance(found, str):
                    self.dropped[found] += 1
                else:
                    yield found

    @contextmanager
    def _opened(self) -> Iterator[BinaryIO]:
        if self.path == "-":
            if self._stdin is None:
                raise UsageError("there is no standard input to read", hint="name a file")
            yield self._stdin
            return
        try:
            with open_plain(self.path) as file, io.BufferedReader(file) as buffered:
                if not self.path.endswith(".gz"):
                    with reading(self.path):
                        yield cast(BinaryIO, buffered)
                    return
                with gzip.GzipFile(fileobj=buffered) as plain, io.BufferedReader(plain) as unpacked:
                    yield cast(BinaryIO, unpacked)
        except (OSError, EOFError, zlib.error) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise UsageError(f"log {self.path} cannot be read", hint=why or "is the path right?") from error

    def _is_list(self, file: BinaryIO) -> bool:
        """Whether the log is one JSON list. A file with the ending of JSON may hold JSON Lines all the same."""
        if self._format != "json":
            return False
        return not isinstance(file, io.BufferedReader) or file.peek(1).lstrip()[:1] in (b"", b"[")

    def _members(self, file: BinaryIO) -> Iterator[Any]:
        """The members of a JSON list, read one by one. Raises UsageError where the list itself is broken."""
        try:
            for member in JsonMembers(file, MOST_LINE):
                if member.data is None:
                    yield _Fault("line-too-long")
                    continue
                try:
                    yield parse_json(member.data.decode("utf-8"))
                except (ValueError, RecursionError):
                    yield _Fault("not-json")
        except ReadError as error:
            raise UsageError(f"log {self.path} is not a whole JSON list", hint=str(error)) from error

    def _lines(self, file: BinaryIO) -> Iterator[str]:
        """The lines without their ends; those that are too long or no text are counted."""
        first = True
        while line := file.readline(MOST_LINE + 1):
            if len(line) > MOST_LINE and not line.endswith(b"\n"):
                while (part := file.readline(MOST_LINE)) and not part.endswith(b"\n"):
                    pass
                self._drop_line("line-too-long")
                continue
            try:
                text = line.decode("utf-8-sig" if first else "utf-8").rstrip("\r\n")
            except UnicodeDecodeError:
                self._drop_line("not-utf-8")
                continue
            finally:
                first = False
            if "\0" in text:
                self._drop_line("control-characters")
            elif text.strip():
                yield text

    def _drop_line(self, reason: str) -> None:
        self.rows += 1
        self.dropped[reason] += 1

    def _values(self, lines: Iterator[str]) -> Iterator[Any]:
        """What each line or row holds: a text, an object, or a slug of a fault (as `_Fault`)."""
        first = next(lines, None)
        if first is None:
            return
        format = self._format or ("jsonl" if _looks_like_json(first) else "text")
        every = _joined(first, lines)
        if format == "text":
            yield from every
        elif format in ("jsonl", "json"):
            for line in every:
                try:
                    yield parse_json(line)
                except (ValueError, RecursionError):
                    yield _Fault("not-json")
        else:
            yield from self._table(first, every, "\t" if format == "tsv" else "")

    def _table(self, first: str, lines: Iterator[str], delimiter: str) -> Iterator[Any]:
        """The rows of a CSV file as objects; of one without a header that is known and of one column, as texts."""
        delimiter = delimiter or max(",;\t|", key=lambda mark: (first.count(mark), mark == ","))
        rows = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter)
        header = next(self._rows(rows), [])
        if isinstance(header, _Fault):
            yield header
            return
        names = [name.strip() for name in header]
        if len(names) == 1 and not self._field and _known(names) is None:
            yield header[0]
            names = [_QUESTIONS[0]]
        elif self._field and self._field not in names:
            raise UsageError(f"{self.path} has no column {self._field!r}", hint=suggestion(self._field, names))
        elif not self._field and _known(names) is None:
            listed = ", ".join(name[:40] for name in names[:8])
            raise UsageError(f"{self.path}: which column has the questions?", hint=f"name it: --field; it has {listed}")
        for row in self._rows(rows):
            yield row if isinstance(row, _Fault) else dict(zip(names, row, strict=False))

    @staticmethod
    def _rows(rows: Iterator[list[str]]) -> Iterator[list[str] | _Fault]:
        """The rows without empty ones. The limit of a cell ends a quote that nothing closes; it belongs to the process,
        and other libraries raise it."""
        while True:
            try:
                usual = csv.field_size_limit(_MOST_CELL)
                try:
                    row = next(rows)
                finally:
                    csv.field_size_limit(usual)
            except StopIteration:
                return
            except csv.Error:
                yield _Fault("bad-row")
                continue
            if row:
                yield row

    def _question(self, value: Any) -> LoggedQuestion | str:
        """The question of a row, or why it has none."""
        if isinstance(value, _Fault):
            return value.reason
        asked: Any = 1
        if isinstance(value, dict):
            asked = value.get(ASKED, 1)
            value = self._member(value)
        if not isinstance(value, str):
            return "no-question"
        if isinstance(asked, str) and asked.isascii() and asked.isdigit() and len(asked) < 12:
            asked = int(asked)  # of a CSV file
        if not isinstance(asked, int) or isinstance(asked, bool) or not 0 < asked <= MOST_ASKED:
            return "bad-count"
        if len(value) > MOST_TEXT:
            return "text-too-long"
        if "\0" in value:
            return "control-characters"
        text = _SPACE.sub(" ", clean(value)).strip()
        if not text:
            return "empty"
        if len(text) > MOST_TEXT:
            return "text-too-long"
        return LoggedQuestion(text, asked) if _LETTERS.search(text) else "no-words"

    def _member(self, row: dict[str, Any]) -> Any:
        if not self._field:
            name = _known(row)
            return None if name is None else row[name]
        if self._field in row:
            return row[self._field]
        found: Any = row
        for step in self._field.split("."):
            found = found.get(step) if isinstance(found, dict) else None
        return found


@dataclass(frozen=True, slots=True)
class _Fault:
    """A row that could not be read, and the reason that it is counted by."""

    reason: str


def _format_of(path: str) -> str:
    """The format that a file's name tells; "" where the first line has to."""
    return _ENDINGS.get(Path(path.removesuffix(".gz")).suffix.casefold(), "")


def _known(names: Any) -> str | None:
    """The first name of a question's member that is among these, whatever its case."""
    folded = {str(name).casefold(): name for name in reversed(list(names))}
    return next((folded[name] for name in _QUESTIONS if name in folded), None)


def _looks_like_json(line: str) -> bool:
    """Whether a log begins with a line of JSON: an object or a text in quotes."""
    if line.lstrip()[:1] not in ("{", '"'):
        return False
    try:
        return isinstance(parse_json(line), dict | str)
    except (ValueError, RecursionError):
        return line.lstrip().startswith("{")


def _joined(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest
