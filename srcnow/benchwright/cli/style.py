"""Draft styles from users' questions and compare a benchmark with them, with `benchwright style`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.model_calls import call_options, unfinished_lines
from benchwright.cli.options import (
    BaseUrl,
    BatchAttach,
    BatchDir,
    BatchResend,
    BatchService,
    BenchArgument,
    JsonOption,
    MaxCalls,
    MaxTokens,
    MaxUsd,
    ModelConcurrency,
    ModelPlan,
)
from benchwright.cli.output import INTERRUPTED, LINE_SECONDS, STOPPED, ProgressLine, note, print_report
from benchwright.english.counts import counted
from benchwright.publish.safe_text import line as on_one_line

if TYPE_CHECKING:
    from benchwright.query_log.comparison import LogComparison, SharePair
    from benchwright.query_log.masked_log import LogCounts, LogFormatOptions
    from benchwright.workflows.style_draft import StyleDraftEstimate, StyleDraftReport

_SHOWN = 8
_WIDTH = 60

LogArgument = Annotated[
    Path, typer.Argument(metavar="LOG", help="JSON Lines, JSON, CSV, TSV or text, also .gz; or - (stdin).")
]
FieldOption = Annotated[
    str, typer.Option("--field", help="The field or column with the question; a.b for a nested field.")
]
FormatOption = Annotated[
    str, typer.Option("--format", help="jsonl, json, csv, tsv or text (default: by name, content).")
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Seed for the sample of the log.")]


def draft(
    log: LogArgument,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="Folder for plan and styles (default: LOG-draft).")
    ] = None,
    corpus: Annotated[Path, typer.Option("--corpus", metavar="CORPUS", help="The plan's corpus.")] = Path("corpus"),
    n: Annotated[int, typer.Option("-n", help="Number of questions in the plan.")] = 100,
    writer: Annotated[
        str, typer.Option("--writer", metavar="M", help="The model that writes the plan's questions.")
    ] = "",
    field: FieldOption = "",
    format: FormatOption = "",
    min_group: Annotated[
        int | None,
        typer.Option(
            "--min-group", help="Smallest group, in different questions (default: 2% of the log, at least 10)."
        ),
    ] = None,
    seed: SeedOption = 13,
    model: Annotated[
        str, typer.Option("--model", metavar="M", help="A model that names and describes the groups, as PROVIDER/NAME.")
    ] = "",
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Print the model's calls, tokens and dollars; send nothing.")
    ] = False,
    concurrency: ModelConcurrency = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    batch_dir: BatchDir = None,
    batch: BatchService = None,
    batch_attach: BatchAttach = "",
    batch_resend: BatchResend = False,
    base_url: BaseUrl = None,
    plan: ModelPlan = None,
    force: Annotated[bool, typer.Option("--force", "--replace", help="Overwrite an earlier draft.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Draft question styles and a plan from a log of users' questions.

    Personal data with a typical form, such as e-mail addresses, is masked before anything is stored or sent; this is
    not anonymisation. The questions are grouped by kind and topic. Each group gets its share of the plan and a style
    file with real questions as examples. With --model, a model names and describes the groups; the same command
    continues a stopped run. Exit code 1 if replies are missing.

    \b
    Example:
      benchwright style draft queries.jsonl --corpus corpus --to users
      benchwright style draft queries.csv --field query --model openai/gpt-4.1-mini --max-usd 1 --to users
    """
    from benchwright.run import Ending
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.style_draft import DraftSettings, draft_styles, estimate_style_draft

    rows = ProgressLine(quiet=as_json, every=LINE_SECONDS)
    settings = DraftSettings(
        corpus, n, seed, min_group, writer, _format(field, format), lambda count: rows.show(f"{count:,} rows read")
    )
    options = call_options(
        [name for name in (model, writer) if name],
        plan,
        base_url,
        SpendingCaps(max_usd, max_calls, max_tokens),
        concurrency,
        batch_dir,
        batch,
        batch_attach,
        batch_resend,
        quiet=as_json,
    )
    if estimate:
        found = estimate_style_draft(log, to, model=model, settings=settings, options=options)
        print_report(found, _amounts, as_json=as_json)
        return 0
    report = draft_styles(log, to, model=model, settings=settings, options=options, force=force)
    print_report(report, _draft_lines, as_json=as_json)
    if report.ending is Ending.STOPPED:
        note(STOPPED)
        return INTERRUPTED
    return 0 if report.whole else 1


def compare(
    bench: BenchArgument,
    log: LogArgument,
    field: FieldOption = "",
    format: FormatOption = "",
    seed: SeedOption = 13,
    as_json: JsonOption = False,
) -> int:
    """Compare the questions of a benchmark with those that users ask.

    The command shows lengths, first words, vocabulary and kinds of both side by side. A permutation test over vectors
    tells whether the questions differ by more than chance. Nothing from the log is stored.

    \b
    Example:
      benchwright style compare bench queries.jsonl
    """
    from benchwright.workflows.style_compare import compare_styles

    rows = ProgressLine(quiet=as_json, every=LINE_SECONDS)
    found = compare_styles(
        bench, log, format=_format(field, format), seed=seed, progress=lambda count: rows.show(f"{count:,} rows read")
    )
    print_report(found, comparison_lines, as_json=as_json)
    return 0


def _format(field: str, format: str) -> LogFormatOptions:
    from benchwright.query_log.masked_log import LogFormatOptions

    return LogFormatOptions(field, format, sys.stdin.buffer)


def _amounts(found: StyleDraftEstimate) -> Iterator[str]:
    from benchwright.cli.estimate import amounts
    from benchwright.run.call_forecast import ASSUMED_OF_CALLS

    yield f"{counted(found.groups, 'group')} to describe, {found.kept:,} of them in the ledger"
    yield f"to come: {amounts(found.use)}"
    yield from (f"assumed: {line}" for line in ASSUMED_OF_CALLS)


def _draft_lines(report: StyleDraftReport) -> Iterator[str]:
    yield from _log_lines(report.log)
    if not report.whole:
        yield from unfinished_lines(report.waiting, report.held_by, "nothing is drafted yet")
    else:
        yield f"{counted(len(report.groups), 'group')} of {report.least:,} different questions or more:"
        for one in report.groups:
            asked = f"{one.count:,} in the plan" if one.count else _why_none(one.group.style, small=one.group.small)
            sample = f" (such as: {on_one_line(one.group.shots[0], _WIDTH)})" if one.group.shots else ""
            yield f"  {one.share:6.1%}  {one.name}, {asked}{sample}"
    if report.model:
        yield f"{report.by_model:,} groups described by {report.model}; {report.spent.line() or 'nothing was spent'}"
        yield from (f"  {count:,} replies were rejected: {reason}" for reason, count in report.kept.items())
    if report.whole:
        yield f"plan: {report.to / 'plan.yaml'}; read the styles beside it before you use them"


def _why_none(style: str, *, small: bool) -> str:
    if small:
        return "too few questions for a group"
    return "none in the plan" if style else "no style asks these"


def _log_lines(log: LogCounts) -> Iterator[str]:
    about = "" if log.whole else "about "
    yield f"{log.path}: {log.questions:,} questions, {about}{log.distinct:,} of them different"
    if not log.whole:
        yield f"  groups and shares come from a random sample of {log.kept:,} of them"
    if log.masked:
        yield f"  masked: {', '.join(f'{count:,} {kind}' for kind, count in log.masked.items())}"
    if log.other_language:
        yield f"  left out: {log.other_language:,} in other languages"
    if log.dropped:
        yield f"  rows without a question: {', '.join(f'{count:,} {reason}' for reason, count in log.dropped.items())}"


def comparison_lines(found: LogComparison) -> Iterator[str]:
    """How a benchmark's questions compare with a log's, for people."""
    yield f"users' questions: {found.log_questions:,} in {found.log}, {found.log_distinct:,} of them different"
    yield f"  {found.sentence}"
    quantiles = [f"{share:.0%}" for share in found.lengths["quantile"]]
    ours, own = ([f"{value:.0f}" for value in found.lengths[side]] for side in ("log", "benchmark"))
    yield f"  words ({', '.join(quantiles)} of questions): log {', '.join(ours)}; benchmark {', '.join(own)}"
    for title, pairs in (("kinds", found.kinds), ("groups", found.groups), ("first words", found.first_words)):
        if pairs:
            yield f"  {title} (log, benchmark): {_pairs(pairs)}"
    words = found.vocabulary
    shared = f"{words.of_log:.0%} of the log's words are in the benchmark, {words.of_benchmark:.0%} the other way"
    yield f"  vocabulary: {shared}"
    if words.missing:
        yield f"    the log's most frequent others: {', '.join(words.missing[:_SHOWN])}"
    if found.test is not None:
        test = found.test
        yield (
            f"  energy test over vectors: coefficient {test.coefficient:.3f}, p = {test.p_value:.3f} "
            f"({test.log:,} and {test.benchmark:,} questions)"
        )


def _pairs(pairs: tuple[SharePair, ...]) -> str:
    return ", ".join(f"{on_one_line(one.name, 30)} {one.log:.0%} {one.benchmark:.0%}" for one in pairs[:_SHOWN])


STYLE_GROUP = CommandGroup(
    """Draft styles from the questions that users ask, and compare a benchmark with them.

    \b
    Example:
      benchwright style draft queries.jsonl --corpus corpus --to users
    """,
    {"draft": draft, "compare": compare},
)
