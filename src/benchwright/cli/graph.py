"""Load knowledge graphs, with `benchwright graph load`, and group the other graph commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.graph_draft import draft
from benchwright.cli.graph_questions import split, stats
from benchwright.cli.output import JsonOption, ProgressLine, counted, print_json, say
from benchwright.errors import UsageError
from benchwright.files.memory_sizes import memory_bytes

if TYPE_CHECKING:
    from benchwright.workflows.graph import GraphReport, LoadProgress

_MOST_MEMORY = 2**50
"""Bytes: a million GiB are more than a system can be asked to allow."""

Files = list[Path] | None


def _side(what: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(metavar="FILE", help=what)
    return option


def load(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Triples, dumps or records; packed or not.")],
    to: Annotated[Path, typer.Option("--to", metavar="CORPUS", help="The corpus folder; made if missing.")],
    name: Annotated[str, typer.Option(help="What the graph is called; by default as its first file.")] = "",
    format: Annotated[str, typer.Option(help="How FILE is written; by default found out.")] = "",
    labels: Annotated[Files, _side("A file of (id, label).")] = None,
    aliases: Annotated[Files, _side("A file of (id, alias).")] = None,
    types: Annotated[Files, _side("A file of (id, type).")] = None,
    supertypes: Annotated[Files, _side("A file of (type, what it is a subclass of).")] = None,
    descriptions: Annotated[Files, _side("A file of (id, description).")] = None,
    pages_file: Annotated[Files, _side("A file of (id, page): what links an entity to a document.")] = None,
    entities: Annotated[Files, _side("JSON Lines of entities with their labels, aliases, types.")] = None,
    relations_file: Annotated[Files, _side("A file of (relation, label).")] = None,
    language: Annotated[str, typer.Option(help="Of labels, aliases and descriptions.")] = "en",
    id: Annotated[str, typer.Option(metavar="PATH", help="Records: the field of the id, dotted.")] = "",
    label: Annotated[str, typer.Option(metavar="PATH", help="Records: the field of the label.")] = "",
    alias: Annotated[list[str] | None, typer.Option(metavar="PATH", help="Records: a field of aliases.")] = None,
    column: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Triples: the columns of head, relation, tail; thrice.")
    ] = None,
    named: Annotated[bool, typer.Option("--named", help="Triples: ids are names, even those like codes.")] = False,
    type_relation: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Triples: a relation that tells what something is.")
    ] = None,
    supertype_relation: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Triples: one that tells what a type is a kind of.")
    ] = None,
    record_type: Annotated[str, typer.Option(help="Records: what each of them is.")] = "",
    reference: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Records: a field of other records' ids.")
    ] = None,
    leave_out: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Records: a field that is not read, with all below it.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="Stop after so many statements.")] = None,
    memory: Annotated[
        str, typer.Option(metavar="SIZE", help="What joining may take, as 512MB or 2GB (a bare number: GiB).")
    ] = "2GiB",
    spill: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where to spill; by default in the graph's folder.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Processes that parse Wikidata's JSON and entity lines; by default one a processor, 8 at most, for "
            "files of more than 64 MB.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Load a knowledge graph beside the documents of a corpus; say what was left out and why.

    A load that was stopped goes on where it was; the same files again change nothing; other files under the same name
    replace the graph. Exit code 1 if lines or statements were lost.

    \b
    Example:
      benchwright graph load triples.tsv.gz --entities entities.jsonl.gz --name films --to corpus
      benchwright graph load countries.json --id cca3 --record-type country --leave-out translations --to corpus
      benchwright graph load latest-all.json.bz2 --name wikidata --language de --memory 8 --to corpus
    """
    from dataclasses import replace

    from benchwright.workflows.graph import GraphReadOptions, LoadOptions, LoadSettings, load_graph

    room = memory_bytes(memory, bare="GiB")
    if room > _MOST_MEMORY:
        raise UsageError(f"{memory} is more memory than there can be", hint="see --memory")
    given = {
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
    options = LoadOptions(format, {kind: paths or () for kind, paths in given.items()}, read, limit)
    settings = LoadSettings(memory=room, spill=spill, workers=workers)
    line = ProgressLine()

    def show(state: LoadProgress) -> None:
        line.show(f"{state.doing} {state.name}: {state.statements:,} statements")

    report = load_graph(files, to, name, options, settings=settings, progress=show)
    line.clear()
    if as_json:
        print_json(report.to_json())
    else:
        _print(report)
    return 1 if report.drops else 0


def _print(report: GraphReport) -> None:
    counts = report.counts
    say(
        f"{report.name}: {_entities(counts['entities'])}, {counted(counts['values'], 'value')}, "
        f"{counted(counts['relations'], 'relation')}, {counted(counts['triples'], 'triple')}"
    )
    say(
        f"  {counted(counts['names'], 'alias', 'aliases')}, {counted(counts['types'], 'type')} of entities, "
        f"{counts['supertypes']:,} of types; {_entities(counts['without_label'])} and "
        f"{counted(counts['relations_without_label'], 'relation')} without a label"
    )
    if not report.fresh:
        say("  the same files were loaded before: nothing to do")
    for title, found in (("dropped", report.drops), ("left out", report.left_out), ("noticed", report.notices)):
        for reason, count in found.items():
            say(f"  {title} {count:,} {reason}")
    for remark in report.remarks:
        say(f"  {remark}")
    if report.drops:
        say(f"  drops are listed in {report.drops_file}")


def _entities(count: int) -> str:
    return counted(count, "entity", "entities")


GRAPH_GROUP = CommandGroup(
    """Knowledge graphs beside the documents of a corpus, and the list questions that come of them.

    \b
    Example:
      benchwright graph load triples.tsv.gz --entities entities.jsonl.gz --name films --to corpus
    """,
    {"load": load, "draft": draft, "split": split, "stats": stats},
)
