"""Show which facts a corpus holds, with `benchwright facts`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli.output import JsonOption, counted, print_json, say


def facts(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help="A folder that `benchwright ingest` filled.")],
    samples: Annotated[int, typer.Option("--samples", min=0, max=20, help="Samples to show per relation.")] = 1,
    processes: Annotated[int | None, typer.Option("--processes", min=1, help="All cores by default.")] = None,
    as_json: JsonOption = False,
) -> int:
    """Read the facts of a corpus, and show them by relation: how many, an example, and what can be asked.

    Knowledge graphs that were loaded beside its documents are listed below them. A corpus that has not changed is not
    read again. Exit code 1 if there are documents, and no fact was found.

    \b
    Example:
      benchwright facts corpus --samples 2
    """
    from benchwright.workflows.facts import facts as workflow

    report = workflow(corpus, samples=samples, processes=processes)
    code = 0 if report.facts or (report.graphs and not report.sources) else 1
    if as_json:
        print_json(report.to_json())
        return code
    if report.sources:
        sources = ", ".join(f"{count:,} {kind}" for kind, count in report.sources.items())
        facts_found, entities = counted(report.facts, "fact"), counted(report.entities, "entity", "entities")
        say(f"{facts_found} about {entities}, from {sources}")
    else:
        say(f"{report.corpus} has no documents")
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
        counts = (
            counted(graph.entities, "entity", "entities"),
            counted(graph.triples, "triple"),
            counted(graph.relations, "relation"),
        )
        say(f"graph {graph.name}: {', '.join(counts)}")
    return code
