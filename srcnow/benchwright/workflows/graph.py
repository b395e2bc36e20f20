"""Load knowledge graphs beside the documents of a corpus, and say which there are."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from benchwright.corpus.target_folder import refuse_foreign
from benchwright.errors import ReadError, UsageError
from benchwright.files.atomic import MANIFEST
from benchwright.files.output_paths import refuse_inside_own
from benchwright.graphs.graph import graph_names
from benchwright.graphs.graph_files import DROPS_FILE, FOLDER
from benchwright.graphs.load.feed import Feed, identity_of
from benchwright.graphs.load.load import LoadProgress, LoadSettings, NoStatementError, load
from benchwright.graphs.read import companions, reader_of
from benchwright.graphs.read.base import GraphReadOptions, LineInput, beginning
from benchwright.graphs.read.record_fields import check_fields, fields_of, there_are
from benchwright.records import Json, JsonRecord

__all__ = [
    "SIDES",
    "GraphReadOptions",
    "GraphReport",
    "LoadOptions",
    "LoadProgress",
    "LoadSettings",
    "LoadedGraph",
    "load_graph",
    "loaded_graphs",
]

SIDES = ("labels", "aliases", "types", "supertypes", "descriptions", "pages", "entities", "relations")
"""Files beside the triples, by what they tell. Where inputs tell different labels, descriptions or pages, these decide,
in this order, before the graph's own files."""

_OF_RECORDS = frozenset({"records", "entities"})
_OF_TRIPLES = frozenset({"triples"})
_OF_COLUMNS = frozenset({reader.name for reader in companions.READERS}) | _OF_TRIPLES
_IN_LANGUAGES = frozenset({"wikidata-json", "ntriples", "records"})
_USED_BY = {
    "id": ("--id", _OF_RECORDS),
    "label": ("--label", _OF_RECORDS),
    "aliases": ("--alias", _OF_RECORDS),
    "record_type": ("--record-type", _OF_RECORDS),
    "references": ("--reference", frozenset({"records"})),
    "leave_out": ("--leave-out", frozenset({"records"})),
    "columns": ("--column", _OF_COLUMNS),
    "named": ("--named", _OF_TRIPLES),
    "type_relations": ("--type-relation", _OF_TRIPLES),
    "supertype_relations": ("--supertype-relation", _OF_TRIPLES),
    "language": ("--language", _IN_LANGUAGES),
}
"""Options of reading: what the command calls them, and the formats whose readers look at them."""

_LANGUAGE = {
    "wikidata-json": re.compile(rb'"language"\s*:\s*"([a-z]{2,3}(?:-[a-z]+)*)"'),
    "ntriples": re.compile(rb'"@([A-Za-z]{2,3}(?:-[A-Za-z]+)*) \.'),
}
_LANGUAGES_SHOWN = 12
_LOOKED_AT = 100
"""Records, when their fields are told."""

_FORMATS = {"relations": "relation-labels"}
"""The format of those that is not called as what they tell."""


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How a graph is read: its `format` ("": by the file), the files beside it by kind (`SIDES`), what readers are
    asked for, and after how many statements to stop (None: never)."""

    format: str = ""
    sides: Mapping[str, Sequence[Path]] = field(default_factory=dict)
    read: GraphReadOptions = field(default_factory=GraphReadOptions)
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class GraphReport(JsonRecord):
    """What a load made. `fresh` is False when the same graph stood there. `counts` is of what there is, `drops` of what
    was lost, `left_out` of what the format brings along and no question is made of, `notices` of what is worth
    knowing."""

    corpus: str
    name: str
    fresh: bool
    fingerprint: str
    counts: dict[str, int]
    drops: dict[str, int]
    left_out: dict[str, int]
    notices: dict[str, int]
    remarks: tuple[str, ...] = ()
    """What is worth knowing and is no count, in words."""

    @property
    def drops_file(self) -> Path:
        """Where the drops are listed."""
        return Path(self.corpus) / FOLDER / self.name / DROPS_FILE


@dataclass(frozen=True, slots=True)
class LoadedGraph(JsonRecord):
    """A graph that stands in a corpus folder: how much there is of it."""

    name: str
    entities: int
    triples: int
    relations: int


def load_graph(
    paths: Sequence[Path | str],
    to: Path | str,
    name: str = "",
    options: LoadOptions | None = None,
    *,
    settings: LoadSettings | None = None,
    progress: Callable[[LoadProgress], None] = lambda _: None,
) -> GraphReport:
    """Load files as one graph of the corpus folder `to` (made if missing), which may hold documents already or later.

    Without a `name` the graph is named after its first file. A load that was stopped goes on; one of the same files
    does nothing; other files under the same name replace the graph. Raises UsageError (a file that is missing or of no
    known format), CorpusError (a folder that holds something else), LockedError, StorageError."""
    how = options or LoadOptions()
    if not paths:
        raise UsageError("nothing to load", hint="name at least one file")
    refuse_inside_own(Path(to))
    refuse_foreign(Path(to))
    beside = [path for kind in SIDES for path in how.sides.get(kind, ())]
    feeds = [_feed(Path(path), kind, how) for kind in SIDES for path in how.sides.get(kind, ())]
    feeds += [_feed(Path(path), "", how) for path in paths]
    called = name or _name_of(Path(paths[0]))
    files = [(Path(path), feed) for path, feed in zip([*beside, *paths], feeds, strict=True)]
    _check_options(how.read, {str(feed.identity["format"]) for feed in feeds})
    records = [path for path, feed in files if feed.identity["format"] in _OF_RECORDS]
    check_fields(records, how.read)
    try:
        manifest, fresh = load(
            feeds,
            Path(to),
            called,
            _plain(how.read),
            limit=how.limit,
            named=how.read.named,
            settings=settings,
            tell=progress,
        )
    except NoStatementError as error:
        if records:
            error.hint = (
                f"name the field of the ids with --id; {there_are(fields_of(records[0], how.read, _LOOKED_AT))}"
            )
        raise
    return GraphReport(
        corpus=str(to),
        name=called,
        fresh=fresh,
        fingerprint=manifest["fingerprint"],
        counts=manifest["counts"],
        drops=manifest["drops"],
        left_out=manifest["left_out"],
        notices=manifest["notices"],
        remarks=_remarks(manifest["counts"], files, how.read.language),
    )


def _check_options(read: GraphReadOptions, formats: set[str]) -> None:
    """UsageError for what was asked for that no reader of these formats looks at."""
    usual = GraphReadOptions()
    for field_name, (option, users) in _USED_BY.items():
        if getattr(read, field_name) != getattr(usual, field_name) and not formats & users:
            raise UsageError(
                f"{option} does nothing for {', '.join(sorted(formats))}",
                hint=f"leave it out; it is for {', '.join(sorted(users))}",
            )


def _remarks(counts: Mapping[str, int], files: Sequence[tuple[Path, Feed]], language: str) -> tuple[str, ...]:
    """That no entity has a label in the language asked for, and which languages the files' beginnings have."""
    told = [(path, _LANGUAGE[feed.identity["format"]]) for path, feed in files if feed.identity["format"] in _LANGUAGE]
    if not told or counts["without_label"] < counts["entities"] + counts["only_types"]:
        return ()
    found = {match.decode() for path, mark in told for match in mark.findall(beginning(path))}
    there = ", ".join(sorted(found)[:_LANGUAGES_SHOWN]) or "none"
    return (f"no entity has a label in the language {language!r}; the files begin with: {there}",)


def loaded_graphs(corpus: Path | str) -> tuple[LoadedGraph, ...]:
    """The graphs of a corpus folder by name; one whose manifest cannot be read is none."""
    found = []
    for name in graph_names(Path(corpus)):
        try:
            counts = json.loads((Path(corpus) / FOLDER / name / MANIFEST).read_text(encoding="utf-8"))["counts"]
            found.append(LoadedGraph(name, counts["entities"], counts["triples"], counts["relations"]))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return tuple(found)


def _feed(path: Path, kind: str, how: LoadOptions) -> Feed:
    """A file as an input of the load; `kind` is what a file beside the triples tells, "" for the graph's own."""
    identity = identity_of(path)
    try:
        reader = reader_of(path, _FORMATS.get(kind, kind) or how.format)
    except ReadError as error:
        raise UsageError(str(error), hint="check the file") from error
    return Feed(
        path.name,
        {"reads": kind, "format": reader.name, **identity},
        partial(reader.read, path, how.read),
        bounded=not kind,
        usual=reader.usual,
        columns=reader.columns and partial(reader.columns, path, how.read),
        lines=reader.lines and LineInput(path, how.read, reader.lines),
    )


def _name_of(path: Path) -> str:
    name = re.split(r"\.(?=[A-Za-z])", path.name)[0]
    return name if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", name) else "graph"


def _plain(options: GraphReadOptions) -> Json:
    """The options as JSON gives them back: lists for tuples."""
    plain: Json = json.loads(json.dumps(asdict(options)))
    return plain
