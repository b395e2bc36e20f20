"""Show which facts a corpus holds, with `benchwright facts`."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import CorpusArgument, JsonOption
from benchwright.cli.output import print_report
from benchwright.english.counts import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchwright.workflows.facts import FactsReport, RelationCount


def facts(
    corpus: CorpusArgument,
    samples: Annotated[int, typer.Option("--samples", min=0, max=20, help="Sample facts per relation.")] = 1,
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, help="Worker processes (default: all cores).")
    ] = None,
    relations: Annotated[
        list[Path] | None, typer.Option("--relations", help="A file with your own relations; repeatable.")
    ] = None,
    draft: Annotated[
        Path | None,
        typer.Option("--draft", help="Write a draft of such a file, from the most frequent headers and labels."),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Extract the facts of a corpus, and show them by relation with counts, samples and question templates.

    The command also lists knowledge graphs. Facts of an unchanged corpus are not extracted again. Exit code 1 if no
    facts were found in the documents.

    \b
    Example:
      benchwright facts corpus --samples 2
    """
    from benchwright.workflows.facts import facts as workflow

    report = workflow(corpus, samples=samples, processes=processes, relations=relations or (), draft=draft)
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
        languages = f" ({report.languages})" if report.languages else ""
        yield f"  refused: {counted(count, 'source')}, {reason}{languages}"
    if report.looked_for:
        counts_of_forms = ", ".join(f"{count:,} {form}" for form, count in report.looked_for.items())
        yield f"open forms looked for: {counts_of_forms}"
    for relation in report.relations:
        how = ", ".join(f"{count:,} {name}" for name, count in relation.read.items())
        yield f"{relation.name}: {relation.facts:,} facts from {relation.sources:,} sources ({how})"
        if relation.question:
            yield f"    asks: {relation.question.format(s='…', scope='…')}"
        for fact in relation.samples:
            unit = f" [{fact.unit}]" if fact.unit else ""
            yield f"    {fact.subject} -> {fact.value}{unit}  ({fact.source})"
    if report.forms:
        yield "open forms, in the document's own words:"
    yield from chain.from_iterable(_form_lines(form) for form in report.forms)
    for name in report.unused:
        yield f"no source states {name!r} of your relations: are its headers and labels those of the documents?"
    if report.draft:
        yield f"wrote {report.draft}: complete it, and use it with --relations"
    yield from report.advice
    for graph in report.graphs:
        counts = (
            counted(graph.entities, "entity", "entities"),
            counted(graph.triples, "triple"),
            counted(graph.relations, "relation"),
        )
        yield f"graph {graph.name}: {', '.join(counts)}"


def _form_lines(form: RelationCount) -> Iterator[str]:
    yield f"  {form.name}: {form.facts:,} facts from {form.sources:,} sources"
    for fact in form.samples:
        of = fact.relation.removeprefix(form.name).lstrip(":")
        unit = f" [{fact.unit}]" if fact.unit and fact.unit not in fact.value else ""
        yield f"    {fact.subject}{f', {of}' if of else ''} -> {fact.value}{unit}  ({fact.source})"
