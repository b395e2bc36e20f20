"""Compare the questions of a benchmark with those that users ask, from any log or from the one that its plan names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from os import PathLike
from pathlib import Path

from benchwright.benchmark.store import PLAN, Benchmark
from benchwright.errors import BenchmarkError, PlanError, UsageError
from benchwright.files.bounded import parse_json, read_regular
from benchwright.plan import read_settings
from benchwright.query_log.comparison import LogComparison, compare_questions
from benchwright.query_log.drafted_styles import group_shares
from benchwright.query_log.masked_log import LogFormatOptions, read_masked_log
from benchwright.retrieval.encoders.wordllama import WordLlamaEncoder

_MOST_BYTES = 2**26
"""Of a log that is looked through for groups: a sample of ours has 4 MB."""


def compare_styles(
    bench: PathLike[str] | str,
    log: Path | str,
    *,
    format: LogFormatOptions | None = None,
    seed: int = 13,
    progress: Callable[[int], None] = lambda rows: None,
) -> LogComparison:
    """Compare the questions of a benchmark folder with a log of users' questions, which is masked first.

    Raises BenchmarkError for a folder that is not a benchmark or has no questions, UsageError for a log that cannot be
    read."""
    opened = Benchmark.open(bench)
    if not opened.examples:
        raise BenchmarkError(f"{opened.path} has no questions yet", hint="generate some first")
    return _compared(opened, log, format, seed, progress)


def compare_with_own_log(bench: Benchmark) -> tuple[LogComparison | None, str]:
    """The comparison with the log that the benchmark's plan names, or why there is none; ("" where none is named)."""
    try:
        queries = read_settings(bench.path / PLAN).queries_path if (bench.path / PLAN).is_file() else None
        if queries is None or not bench.examples:
            return None, ""
        return _compared(bench, queries, None, 13, lambda rows: None), ""
    except (UsageError, PlanError) as error:
        return None, error.line()


def _compared(
    bench: Benchmark,
    log: Path | str,
    format: LogFormatOptions | None,
    seed: int,
    progress: Callable[[int], None],
) -> LogComparison:
    read = read_masked_log(log, format, seed=seed, progress=progress)
    groups = {} if str(log) == "-" else _groups(Path(log))
    return compare_questions(
        read.questions,
        [example.question for example in bench.examples],
        WordLlamaEncoder().encode,
        name=str(log),
        distinct=read.counts.distinct,
        group_shares=group_shares(groups, Counter(example.style for example in bench.examples)),
        seed=seed,
        masked=read.counts.masked,
    )


def _groups(log: Path) -> dict[str, int]:
    """How often questions of each group were asked, in the sample of a draft; none in any other log."""
    found: Counter[str] = Counter()
    try:
        lines = read_regular(log, _MOST_BYTES).decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    for line in lines:
        try:
            row = parse_json(line)
        except ValueError:
            return {}
        if not isinstance(row, dict) or not isinstance(row.get("group"), str):
            return {}
        asked = row.get("asked", 1)
        found[row["group"]] += asked if isinstance(asked, int) and asked > 0 else 1
    return dict(found)
