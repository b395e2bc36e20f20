"""Load knowledge graphs, with `benchwright graph load`, and group the other graph commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.graph_draft import draft
from benchwright.cli.graph_questions import split, stats
from benchwright.cli.options import JsonOption, ToCorpus
from benchwright.cli.output import ProgressLine, print_report
from benchwright.english.counts import counted
from benchwright.errors import UsageError
from benchwright.files.memory_sizes import memory_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchwright.workflows.graph import GraphReport, LoadProgress

_MOST_MEMORY = 2**50
"""Bytes: a million GiB are more than a system can be asked to allow."""

Files = list[Path] | None


def _side(what: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(metavar="FILE", help=what)
    return option


def load(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Triples, dumps or records, plain or compressed.")
    ],
    to: ToCorpus,
    name: Annotated[str, typer.Option(help="Name of the graph (default: from the first file).")] = "",
    format: Annotated[str, typer.Option(help="Format of FILE (default: detected).")] = "",
    labels: Annotated[Files, _side("Rows of (id, label).")] = None,
    aliases: Annotated[Files, _side("Rows of (id, alias).")] = None,
    types: Annotated[Files, _side("Rows of (id, type).")] = None,
    supertypes: Annotated[Files, _side("Rows of (type, supertype).")] = None,
    descriptions: Annotated[Files, _side("Rows of (id, description).")] = None,
    pages_file: Annotated[Files, _side("Rows of (id, page), which link entities to documents.")] = None,
    entities: Annotated[Files, _side("JSON Lines of entities with labels, aliases and types.")] = None,
    relations_file: Annotated[Files, _side("Rows of (relation, label).")] = None,
    language: Annotated[str, typer.Option(help="Language of labels, aliases and descriptions.")] = "en",
    id: Annotated[str, typer.Option(metavar="PATH", help="Records: the field of the id, as a dotted path.")] = "",
    label: Annotated[str, typer.Option(metavar="PATH", help="Records: the field of the label.")] = "",
    alias: Annotated[list[str] | None, typer.Option(metavar="PATH", help="Records: a field of aliases.")] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Triples: the column of head, relation or tail; give it three times."),
    ] = None,
    named: Annotated[
        bool, typer.Option("--named", help="Triples: ids are names, even if they look like codes.")
    ] = False,
    type_relation: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Triples: a relation from an entity to its type.")
    ] = None,
    supertype_relation: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Triples: a relation from a type to its supertype.")
    ] = None,
    record_type: Annotated[str, typer.Option(help="Records: the type of every record.")] = "",
    reference: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Records: a field with ids of other records.")
    ] = None,
    leave_out: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Records: a field to skip, with everything below it.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="Stop after this many statements.")] = None,
    memory: Annotated[
        str, typer.Option(metavar="SIZE", help="Memory for joins, such as 512MB or 2GB (a bare number: GiB).")
    ] = "2GiB",
    spill: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder for temporary files (default: the graph's folder).")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0, help="Processes for Wikidata JSON and entity lines over 64 MB (default: cores, at most 8)."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Load a knowledge graph into a corpus; report what was left out and why.

    The same command continues a stopped load. Loading the same files again changes nothing; other files under the same
    name replace the graph. Exit code 1 if lines or statements were lost.

    \b
    Example:
      benchwright graph load triples.tsv.gz --entities entities.jsonl.gz --name films --to corpus
      benchwright graph load countries.json --id cca3 --record-type country --leave-out translations --to corpus
      benchwright graph load latest-all.json.bz2 --name wikidata --language de --memory 8 --to corpus
    """
    from dataclasses import replace

    from benchwright.workflows.graph import GraphReadOptions, LoadOptions, LoadSettings, load_graph

    limit_bytes = memory_bytes(memory, bare="GiB")
    if limit_bytes > _MOST_MEMORY:
        raise UsageError(f"{memory} is more memory than any system has", hint="see --memory")
    sides = {
        "labels": labels,
        "aliases": aliases,
        "types": types,
        "supertypes": supertypes,
        "descriptions": descriptions,
        "pages": pages_file,
        "entities": entities,
        "relations": relations_file,
    }
    read = replace(
        GraphReadOptions(),
        language=language,
        columns=tuple(column or ()),
        named=named,
        type_relations=tuple(type_relation or ()),
        supertype_relations=tuple(supertype_relation or ()),
        id=id,
        label=label,
        aliases=tuple(alias or ()),
        record_type=record_type,
        references=tuple(reference or ()),
        leave_out=tuple(leave_out or ()),
    )
    options = LoadOptions(format, {kind: paths or () for kind, paths in sides.items()}, read, limit)
    settings = LoadSettings(memory=limit_bytes, spill=spill, workers=workers)
    line = ProgressLine()

    def show(state: LoadProgress) -> None:
        line.show(f"{state.doing} {state.name}: {state.statements:,} statements")

    report = load_graph(files, to, name, options, settings=settings, progress=show)
    line.clear()
    print_report(report, _lines, as_json=as_json)
    return 1 if report.drops else 0


def _lines(report: GraphReport) -> Iterator[str]:
    counts = report.counts
    yield (
        f"{report.name}: {_entities(counts['entities'])}, {counted(counts['values'], 'value')}, "
        f"{counted(counts['relations'], 'relation')}, {counted(counts['triples'], 'triple')}"
    )
    yield (
        f"  {counted(counts['names'], 'alias', 'aliases')}, {counted(counts['types'], 'type')} of entities, "
        f"{counts['supertypes']:,} of types; {_entities(counts['without_label'])} and "
        f"{counted(counts['relations_without_label'], 'relation')} without a label"
    )
    if not report.fresh:
        yield "  the same files were loaded before; nothing changed"
    for title, reasons in (("dropped", report.drops), ("left out", report.left_out), ("noticed", report.notices)):
        yield from (f"  {title} {count:,} {reason}" for reason, count in reasons.items())
    yield from (f"  {remark}" for remark in report.remarks)
    if report.drops:
        yield f"  drops are listed in {report.drops_file}"


def _entities(count: int) -> str:
    return counted(count, "entity", "entities")


GRAPH_GROUP = CommandGroup(
    """Load knowledge graphs into a corpus, and split and count the list questions made from them.

    \b
    Example:
      benchwright graph load triples.tsv.gz --entities entities.jsonl.gz --name films --to corpus
    """,
    {"load": load, "draft": draft, "split": split, "stats": stats},
)
