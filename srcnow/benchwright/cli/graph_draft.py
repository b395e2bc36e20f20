"""Draft relations for a graph, with `benchwright graph draft`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import (
    BaseUrl,
    CorpusArgument,
    JsonOption,
    MaxCalls,
    MaxTokens,
    MaxUsd,
    ModelPlan,
    Replace,
)
from benchwright.cli.output import note, print_report
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchwright.workflows.draft import DraftReport


def draft(
    corpus: CorpusArgument,
    to: Annotated[Path, typer.Option("--to", metavar="FILE.yaml", help="The output file.")],
    name: Annotated[str, typer.Option(help="The graph; required if the corpus has several.")] = "",
    model: Annotated[
        str | None, typer.Option("--model", metavar="M", help="A model that writes the wording, as PROVIDER/NAME.")
    ] = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    base_url: BaseUrl = None,
    plan: ModelPlan = None,
    replace: Replace = False,
    as_json: JsonOption = False,
) -> int:
    """Draft the relations file of a graph: names, question templates and statement templates.

    The wording comes from the relations' labels or, optionally, from a model whose replies pass the file's rules. Every
    entry is marked as a draft for review. Runs use drafts from labels automatically if no built-in relations fit the
    graph.

    \b
    Example:
      benchwright graph draft corpus --to relations.yaml
      benchwright graph draft corpus --name films --model openai/gpt-4.1-mini --max-usd 1 --to relations.yaml
    """
    from benchwright.graphs.graph import graph_names
    from benchwright.run.item_run import CallOptions, settings_and_caps
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.draft import draft_book

    names = graph_names(corpus)
    if not name and len(names) != 1:
        problem = f"{corpus} has the graphs {', '.join(names)}" if names else f"{corpus} has no graph"
        raise UsageError(problem, hint="name one of them: --name" if names else "load one: benchwright graph load")
    report = draft_book(
        corpus,
        name or names[0],
        to,
        model=model,
        options=CallOptions(
            *settings_and_caps([model] if model else [], plan, base_url, SpendingCaps(max_usd, max_calls, max_tokens)),
            notify=note,
        ),
        replace=replace,
    )
    print_report(report, _lines, as_json=as_json)
    return 0


def _lines(report: DraftReport) -> Iterator[str]:
    yield f"{report.to}: {report.asked:,} of {report.relations:,} relations have question templates"
    yield from (f"  {count:,} have none: {reason}" for reason, count in report.left_out.items())
    if report.built_in:
        yield f"  {report.built_in}; runs use those unless the plan names this file"
    if report.model:
        yield f"  {report.by_model:,} worded by {report.model}; {report.spent.line()}"
        yield from (f"  {count:,} replies were rejected: {reason}" for reason, count in report.kept.items())
