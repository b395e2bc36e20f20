"""`benchwright facts`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli.output import JsonOption, print_json, say


def facts(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help="A folder that `benchwright ingest` filled.")],
    samples: Annotated[int, typer.Option("--samples", min=0, max=20, help="Samples to show per relation.")] = 1,
    processes: Annotated[int | None, typer.Option("--processes", min=1, help="All cores by default.")] = None,
    as_json: JsonOption = False,
) -> int:
    """Read the facts of a corpus, and show them by relation: how many, an example, and what can be asked.

    Knowledge graphs that were loaded beside its documents are listed below them. A corpus that has not changed is not
    read again. Exit code 1 if no fact was found.

    \b
    Example:
      benchwright facts corpus --samples 2
    """
    from benchwright.workflows.facts import facts as workflow

    report = workflow(corpus, samples=samples, processes=processes)
    if as_json:
        print_json(report.to_json())
        return 0 if report.facts else 1
    sources = ", ".join(f"{count:,} {kind}" for kind, count in report.sources.items())
    say(f"{report.facts:,} facts about {report.entities:,} entities, from {sources}")
    for reason, count in report.refused.items():
        say(f"  refused: {count:,} sources, {reason}")
    for relation in report.relations:
        how = ", ".join(f"{count:,} {name}" for name, count in relation.read.items())
        say(f"{relation.name}: {relation.facts:,} facts from {relation.sources:,} sources ({how})")
        if relation.question:
            say(f"    asks: {relation.question.format(s='…', scope='…')}")
        for fact in relation.samples:
            unit = f" [{fact.unit}]" if fact.unit else ""
            say(f"    {fact.subject} -> {fact.value}{unit}  ({fact.source})")
    for graph in report.graphs:
        counts = f"{graph.entities:,} entities, {graph.triples:,} triples, {graph.relations:,} relations"
        say(f"graph {graph.name}: {counts}")
    return 0 if report.facts else 1
