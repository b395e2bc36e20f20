"""Reads result files of batches into the ledger, as if each reply had come from a call.

Files are read in the order of their names, lines in theirs. The first reply to a request counts; a reply counts more
than a failure, wherever each stands; a failed line counts once, however often its file is read.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path

from benchwright.errors import ReadError, TransientError
from benchwright.files.disk_errors import reading
from benchwright.models.alike_refusals import FIRST_REFUSALS
from benchwright.models.base import Reply, Request, Usage
from benchwright.models.batch.request_files import FileLimits
from benchwright.models.batch.request_log import REQUESTS, RequestFailure, RequestLog
from benchwright.models.batch.result_lines import ResultLine, parse_result_line
from benchwright.models.ledger import Ledger
from benchwright.models.parse import PriceOf, completed

RESULTS = "results"
"""The folder below a batch folder where result files may lie, besides the folder itself."""

_SHOWN = 5  # examples of each fault that a report names
_TOGETHER = 256  # replies on their way to the ledger at a time: it commits in groups


@dataclass(slots=True)
class BatchReport:
    """What was found in a folder's result files. `stored` counts new replies by status, `failed` requests that will be
    asked again and `refused` those that failed for good, both by kind; `known` are lines that an earlier pass had read,
    `repeated` second lines of this pass, `conflicts` lines that say something else than the reply that counts."""

    files: int = 0
    stored: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    waiting: int = 0
    known: int = 0
    repeated: int = 0
    conflicts: int = 0
    unknown: int = 0
    damaged: int = 0
    requests: int = 0
    usage: Usage = field(default_factory=Usage)
    usd: float = 0.0
    unpriced: int = 0
    examples: dict[str, list[str]] = field(default_factory=dict)

    def name(self, fault: str, example: str) -> None:
        """Keep an example of a fault, up to five."""
        examples = self.examples.setdefault(fault, [])
        if len(examples) < _SHOWN and example not in examples:
            examples.append(example)

    def count(self, failures: Mapping[str, RequestFailure]) -> None:
        """Count requests that failed."""
        for key, failure in failures.items():
            (self.refused if failure.final else self.failed)[failure.kind] += 1
            self.name("refused" if failure.final else "failed", f"{key[:12]}: {failure.message}")

    @property
    def news(self) -> bool:
        """Whether a reply or a failure came in."""
        return bool(self.stored or self.failed or self.refused)

    def lines(self) -> list[str]:
        """The report for a person, what is 0 left out."""
        files = "1 file" if self.files == 1 else f"{self.files} files"
        lines = [f"{self.stored.total()} new replies{_kinds(self.stored)} from {files}"]
        for counter, text in ((self.failed, "failed and are asked again"), (self.refused, "failed for good")):
            if counter:
                lines.append(f"{counter.total()} {text}{_kinds(counter)}")
        for name, text in (
            ("conflicts", "lines contradict the reply that was read first, and are ignored"),
            ("unknown", "lines have an id that nothing waits for"),
            ("damaged", "lines cannot be read, and are skipped"),
            ("requests", "lines are requests, not replies"),
            ("waiting", "requests still wait"),
        ):
            if count := getattr(self, name):
                examples = self.examples.get(name, [])
                lines.append(f"{count} {text}" + (f": {'; '.join(examples)}" if examples else ""))
        return lines


def _kinds(counter: Counter[str]) -> str:
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(counter.items()))
    return f" ({kinds})" if kinds and set(counter) != {"ok"} else ""


@dataclass(frozen=True, slots=True)
class ResultPosition:
    """Where a line stands: `start` is its first byte."""

    path: Path
    start: int


def result_files(folder: Path) -> list[Path]:
    """All `*.jsonl` files in the folder and in `results/` that are not request files of ours, by name."""
    paths = [path for place in (folder, folder / RESULTS) for path in place.glob("*.jsonl")]
    return sorted(path for path in paths if path.is_file() and not REQUESTS.fullmatch(path.name))


def row_lines(path: Path, limit: int) -> Iterator[tuple[int, int, bytes | None]]:
    """The lines of a file that are not blank, as (number from 1, first byte, line): None instead of a line longer than
    `limit` bytes, which is never held in memory. Raises ReadError."""
    with reading(path), path.open("rb") as file:
        number = start = 0
        while line := file.readline(limit + 1):
            number += 1
            length = len(line)
            whole = True
            while length > limit and not line.endswith(b"\n"):
                whole = False
                line = file.readline(1 << 20)
                length += len(line)
                if not line:
                    break
            stripped = line.removeprefix(b"\xef\xbb\xbf").strip() if whole else None
            if stripped or stripped is None:
                yield number, start, stripped
            start += length


def row_at(place: ResultPosition) -> ResultLine:
    """The result line at a place, read again. Raises ReadError if the file has changed."""
    try:
        with place.path.open("rb") as file:
            file.seek(place.start)
            return parse_result_line(json.loads(file.readline().removeprefix(b"\xef\xbb\xbf")))
    except (OSError, ValueError, RecursionError) as error:
        raise ReadError("changed", f"{place.path} has changed while it was used: {error}") from error


@dataclass(eq=False)
class ResultReader:
    """One reading of a folder's result files. `unclaimed` are replies that nothing is known to wait for: asked for
    later, they are found here."""

    folder: Path
    ledger: Ledger
    waiting: RequestLog
    _: KW_ONLY
    limits: FileLimits = field(default_factory=FileLimits)
    price_of: PriceOf | None = None
    redact: Callable[[str], str] = str
    unclaimed: dict[str, ResultPosition] = field(default_factory=dict)
    report: BatchReport = field(default_factory=BatchReport)
    _taken: set[str] = field(default_factory=set)
    _failed: dict[str, dict[str, RequestFailure]] = field(default_factory=dict)  # by key and line
    _rows: Counter[str] = field(default_factory=Counter)
    _puts: dict[str, tuple[Request, Reply]] = field(default_factory=dict)

    async def read(self) -> BatchReport:
        """Store every reply that is waited for, and note every failure. Raises ReadError for a file that cannot be read
        at all, StorageError."""
        report, waiting = self.report, self.waiting
        for path in result_files(self.folder):
            report.files += 1
            name = path.relative_to(self.folder)
            for number, start, line in row_lines(path, self.limits.reply):
                try:
                    if line is None:
                        raise ValueError(f"longer than {self.limits.reply:,} bytes")
                    row = parse_result_line(json.loads(line))
                except (ValueError, RecursionError) as error:
                    report.damaged += 1
                    report.name("damaged", f"{name}:{number}: {_reason(error)}")
                    continue
                self._take(row, line, ResultPosition(path, start))
                if len(self._puts) >= _TOGETHER:
                    await self._store()
        await self._store()
        failures = {}
        for key, failed in sorted(self._failed.items()):
            fresh = [failure for row, failure in failed.items() if self._rows[row] > waiting.rows[row]]
            if fresh and key not in self._taken:
                failures[key] = fresh[0]
            report.known += sum(min(self._rows[row], waiting.rows[row]) for row in failed)
        report.count(waiting.fail(self._unless_all_alike(failures).items(), self._rows))
        waiting.answered(self._taken | {key for key in waiting.waiting() if self.ledger.get(key) is not None})
        report.waiting = len(waiting.waiting())
        return report

    def _unless_all_alike(self, failures: Mapping[str, RequestFailure]) -> Mapping[str, RequestFailure]:
        """The failures; where nothing was answered and all was refused alike, none of them is final: the fault is in
        the account or the settings, not in each request."""
        refusals = {failure.refusal for failure in failures.values()}
        if self._taken or len(failures) < FIRST_REFUSALS or len(refusals) > 1 or "" in refusals:
            return failures
        return {key: replace(failure, kind="account", final=False) for key, failure in failures.items()}

    def _take(self, row: ResultLine, line: bytes, place: ResultPosition) -> None:
        """Sort one line in."""
        report, key = self.report, row.key
        if row.form == "request":
            report.requests += 1
            report.name("requests", place.path.name)
            return
        recorded = self._puts[key][1] if key in self._puts else self.ledger.get(key)
        request = self.waiting.request(key) if recorded is None else Request(key, (), "")
        if request is None:
            if key not in self.waiting.file_of:
                report.unknown += 1
                report.name("unknown", self.redact(key[:80]))
            if not row.failed:
                self.unclaimed.setdefault(key, place)
            return
        reply, failure = None, row.failure(request, self.redact) if recorded is None else None
        if not row.failed:
            try:
                reply = row.reply(request, self.redact)
            except TransientError as error:
                failure = RequestFailure(error.kind, str(error), final=False)
        if recorded is not None:
            if key in self._taken:
                report.repeated += 1
            else:
                report.known += 1
            if reply is not None and reply.text != recorded.text:
                report.conflicts += 1
                report.name("conflicts", f"{key[:12]} in {place.path.name}")
        elif reply is not None:
            self._keep(request, reply)
        elif failure is not None:
            digest = hashlib.sha256(line).hexdigest()[:24]
            self._rows[digest] += 1
            self._failed.setdefault(key, {}).setdefault(digest, self._mendable(request, row, failure))

    def _mendable(self, request: Request, row: ResultLine, failure: RequestFailure) -> RequestFailure:
        """A model that does not take a field is asked again without it, as a call would be."""
        field = row.refused_field()
        if not field or field in self.waiting.lacks.get(request.key, ()):
            return failure
        self.waiting.refuse(request.model, field)
        return RequestFailure("field", f"{failure.message}; asked again without {field}", final=False)

    def _keep(self, request: Request, reply: Reply) -> None:
        """Note a new reply, with what it cost, to be stored with others."""
        report = self.report
        settled = completed(request, reply, self.price_of)
        self._puts[request.key] = (request, settled)
        self._taken.add(request.key)
        report.stored[settled.status] += 1
        usage = settled.usage
        report.usage = Usage(
            report.usage.input + usage.input,
            report.usage.output + usage.output,
            report.usage.cached + usage.cached,
            report.usage.known and usage.known,
        )
        report.usd += settled.usd or 0.0
        report.unpriced += settled.usd is None

    async def _store(self) -> None:
        puts, self._puts = self._puts, {}
        await asyncio.gather(*(self.ledger.put(request, reply) for request, reply in puts.values()))


def _reason(error: Exception) -> str:
    """Why a line cannot be read, without the line."""
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON ({error.msg.lower()} at character {error.colno})"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
