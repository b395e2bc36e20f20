"""Draft relations for a graph, with `benchwright graph draft`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli.output import JsonOption, note, print_json, say
from benchwright.cli.spending import MaxCalls, MaxTokens, MaxUsd
from benchwright.errors import UsageError


def draft(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help="The corpus folder that the graph is in.")],
    to: Annotated[Path, typer.Option("--to", metavar="FILE.yaml", help="The file of relations to write.")],
    name: Annotated[str, typer.Option(help="The graph; may be left out if there is one.")] = "",
    model: Annotated[
        str | None, typer.Option("--model", metavar="M", help="A model that words them, as provider/NAME.")
    ] = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    base_url: Annotated[
        str | None, typer.Option("--base-url", metavar="URL", help="Where an openai-compatible model is served.")
    ] = None,
    plan: Annotated[
        Path | None, typer.Option("--plan", metavar="PLAN", help="A plan whose `models` say how to reach the model.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Write over a file that is there.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Draft a file of relations for a graph: what each is called, how it is asked for, how it is told.

    Words come from the labels of the relations, and, with a model, from it, where they keep the rules of such a file.
    Everything is marked as a draft, for a person to read and to mend. A run over a graph that no built-in relations fit
    uses the words from labels by itself.

    \b
    Example:
      benchwright graph draft corpus --to relations.yaml
      benchwright graph draft corpus --name films --model openai/gpt-4.1-mini --max-usd 1 --to relations.yaml
    """
    from benchwright.graphs.graph import graph_names
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.describe import model_settings
    from benchwright.workflows.draft import draft_book

    names = graph_names(corpus)
    if not name and len(names) != 1:
        there = f"{corpus} has the graphs {', '.join(names)}" if names else f"{corpus} has no graph"
        raise UsageError(there, hint="name one of them: --name" if names else "load one: benchwright graph load")
    report = draft_book(
        corpus,
        name or names[0],
        to,
        model=model,
        settings=None if model is None else model_settings(model, plan, base_url),
        caps=SpendingCaps(max_usd, max_calls, max_tokens),
        replace=replace,
        notify=note,
    )
    if as_json:
        print_json(report.to_json())
        return 0
    say(f"{report.to}: {report.asked:,} of {report.relations:,} relations can be asked for")
    for reason, count in report.left_out.items():
        say(f"  {count:,} are not: {reason}")
    if report.built_in:
        say(f"  {report.built_in}; a run takes those unless the plan names this file")
    if report.model:
        say(f"  {report.by_model:,} in the words of {report.model}; {report.spent.line()}")
        for reason, count in report.kept.items():
            say(f"  {count:,} replies were not taken: {reason}")
    return 0
