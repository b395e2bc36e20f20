"""Write the files of an export: lines, tables and images in a folder that is being filled, and what was counted."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchwright.benchmark.store import used_ids
from benchwright.records import Example, Json, Source, dump_line

RowWriter = Callable[[Sequence[object]], object]
LineWriter = Callable[[Json], None]


class ExportFolder:
    """A folder that an exporter fills. Nobody else sees it before it is whole. `written` counts questions by part,
    `left_out` has the reason for each question that is not in the export, `named` the ids of all sources that the
    written questions name; `head` is YAML that the README begins with."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written: Counter[str] = Counter()
        self.left_out: dict[str, str] = {}
        self.named: set[str] = set()
        self.head = ""

    def wrote(self, part: str, example: Example) -> None:
        """Count a question that the export holds."""
        self.written[part] += 1
        self.named |= used_ids([example])

    def leave_out(self, example: Example, reason: str) -> None:
        """Count a question that the export does not hold."""
        self.left_out[example.id] = reason

    def file(self, name: str) -> Path:
        """Where to write a file, in a folder that is there."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def write(self, name: str, content: str | bytes) -> None:
        """Write a whole file; text as UTF-8."""
        self.file(name).write_bytes(content.encode("utf-8") if isinstance(content, str) else content)

    @contextmanager
    def lines(self, name: str) -> Iterator[LineWriter]:
        """A function that adds a line to a JSON Lines file."""
        with self.file(name).open("w", encoding="utf-8", newline="\n") as stream:
            yield lambda record: print(dump_line(record), file=stream)

    @contextmanager
    def table(self, name: str, header: Sequence[str], delimiter: str = ",") -> Iterator[RowWriter]:
        """A function that adds a row to a CSV file."""
        with self.file(name).open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
            writer.writerow(header)
            yield writer.writerow

    def image(self, source: Source, data: bytes, folder: str = "images") -> str:
        """Write the bytes of an image once, named by their hash; its path in the export."""
        assert source.image is not None
        name = f"{folder}/{source.image.sha256}.{source.image.extension}"
        path = self.file(name)
        if not path.exists():
            path.write_bytes(data)
        return name
