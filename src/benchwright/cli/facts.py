"""Show which facts a corpus holds, with `benchwright facts`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import CorpusArgument, JsonOption
from benchwright.cli.output import counted, print_report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchwright.workflows.facts import FactsReport


def facts(
    corpus: CorpusArgument,
    samples: Annotated[int, typer.Option("--samples", min=0, max=20, help="Sample facts per relation.")] = 1,
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, help="Worker processes (default: all cores).")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Extract the facts of a corpus, and show them by relation with counts, samples and question templates.

    The command also lists knowledge graphs. Facts of an unchanged corpus are not extracted again. Exit code 1 if
    no facts were found in the documents.

    \b
    Example:
      benchwright facts corpus --samples 2
    """
    from benchwright.workflows.facts import facts as workflow

    report = workflow(corpus, samples=samples, processes=processes)
    print_report(report, _lines, as_json=as_json)
    return 0 if report.facts or (report.graphs and not report.sources) else 1


def _lines(report: FactsReport) -> Iterator[str]:
    if report.sources:
        sources = ", ".join(f"{count:,} {kind}" for kind, count in report.sources.items())
        facts_found, entities = counted(report.facts, "fact"), counted(report.entities, "entity", "entities")
        yield f"{facts_found} about {entities}, from {sources}"
    else:
        yield f"{report.corpus} has no documents"
    for reason, count in report.refused.items():
        yield f"  refused: {count:,} sources, {reason}"
    for relation in report.relations:
        how = ", ".join(f"{count:,} {name}" for name, count in relation.read.items())
        yield f"{relation.name}: {relation.facts:,} facts from {relation.sources:,} sources ({how})"
        if relation.question:
            yield f"    asks: {relation.question.format(s='…', scope='…')}"
        for fact in relation.samples:
            unit = f" [{fact.unit}]" if fact.unit else ""
            yield f"    {fact.subject} -> {fact.value}{unit}  ({fact.source})"
    for graph in report.graphs:
        counts = (
            counted(graph.entities, "entity", "entities"),
            counted(graph.triples, "triple"),
            counted(graph.relations, "relation"),
        )
        yield f"graph {graph.name}: {', '.join(counts)}"
