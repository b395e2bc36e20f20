"""Reads a log into a masked sample of its English questions, and writes and reads that sample beside a plan.

    {"question": "How do I change the oil?", "asked": 12, "group": "information-extraction-1"}

The file is a log itself: it can be drafted from and compared with like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from benchwright.errors import UsageError
from benchwright.files.atomic import write_atomic
from benchwright.query_log.masking import mask
from benchwright.query_log.question_kinds import in_other_language
from benchwright.query_log.read_log import QueryLog
from benchwright.query_log.sample import QuestionSample, SampledQuestion
from benchwright.records import JsonRecord, dump_line

SAMPLE: Final = 20_000
"""Distinct questions that are kept of a log: shares out of so many are within 1 % (at 95 %)."""
PROGRESS: Final = 50_000
"""Rows between two reports of progress."""


@dataclass(frozen=True, slots=True)
class LogCounts(JsonRecord):
    """What was read of a log. `questions` were asked in all, `distinct` of them different (estimated unless `whole`),
    and `kept` different ones are in the sample. `dropped` counts rows without a question by reason, `masked` what was
    masked by kind, over all questions."""

    path: str
    rows: int
    questions: int
    distinct: int
    kept: int
    whole: bool
    other_language: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    masked: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MaskedLog:
    """A masked sample of a log's questions, in a random order that the seed gives."""

    questions: tuple[SampledQuestion, ...]
    counts: LogCounts


@dataclass(frozen=True, slots=True)
class LogFormatOptions:
    """Where the questions of a log are: the member or column, and the format if its name does not tell it. `stdin` is
    read for the path `-`."""

    field: str = ""
    format: str = ""
    stdin: BinaryIO | None = None


def read_masked_log(
    path: Path | str,
    options: LogFormatOptions | None = None,
    *,
    seed: int = 13,
    size: int = SAMPLE,
    progress: Callable[[int], None] = lambda rows: None,
) -> MaskedLog:
    """Read a log once, in memory that does not grow with it; nothing unmasked is kept. `progress` is told the rows.

    Raises UsageError for a log that cannot be read or has no English question."""
    options = options or LogFormatOptions()
    log = QueryLog(path, field=options.field, format=options.format, stdin=options.stdin)
    sample = QuestionSample(size, seed)
    masked: Counter[str] = Counter()
    other_language = 0
    reported = 0
    for one in log:
        text, found = mask(one.text)
        masked.update(found)
        if in_other_language(text):
            other_language += one.asked
        else:
            sample.add(text, one.asked)
        if log.rows - reported >= PROGRESS:
            reported = log.rows
            progress(log.rows)
    questions = tuple(sample.questions())
    dropped = dict(sorted(log.dropped.items(), key=lambda pair: (-pair[1], pair[0])))
    if not questions:
        raise UsageError(f"{log.path} has no question in English", hint=_why(log.rows, other_language, dropped))
    counts = LogCounts(
        log.path, log.rows, sample.total, sample.distinct, len(questions), sample.whole, other_language, dropped,
        {kind: masked[kind] for kind in sorted(masked, key=lambda kind: (-masked[kind], kind))},
    )  # fmt: skip
    return MaskedLog(questions, counts)


def _why(rows: int, other_language: int, dropped: Mapping[str, int]) -> str:
    found = [f"{count:,} {reason}" for reason, count in dropped.items()]
    found += [f"{other_language:,} in other languages"] if other_language else []
    named = "; name the member or column with --field" if "no-question" in dropped else ""
    return f"of {rows:,} rows: {', '.join(found)}{named}" if found else "it is empty"


def write_masked_log(path: Path, questions: Sequence[SampledQuestion], groups: Sequence[str]) -> None:
    """Write a sample, with the name of each question's group. Raises StorageError."""
    lines = [
        dump_line({"question": one.text, "asked": one.asked, "group": group}) + "\n"
        for one, group in zip(questions, groups, strict=True)
    ]
    write_atomic(path, "".join(lines))
