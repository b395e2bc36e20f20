"""Define what a reader of graphs is, and the options that readers take.

    file ── reader ──▶ Node | Statement | RelationName    ── load ──▶ rows
                  ├──▶ Lost                                ── load ──▶ listed and counted
                  └──▶ Position                            ── load ──▶ where to go on after a kill

A reader is one frozen `GraphReader` row, kept in its own module as `READER` (or `READERS`) and listed in
`read/__init__.py`, where `reader_of` picks one. `read(path, options, resume)` is a generator and a pure function of the
file: it holds one line or record at a time, and yields what stands behind a position alike, whether it read what stands
before or resumed there. A whole file ends with a
`Position`, a damaged one with the `Loss` that says so. A bad line is a `Loss`, and the lines
behind it are read; only a file that cannot be opened, or options that do not fit it, raise (ReadError, UsageError).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchwright.graphs.items import Item, ItemColumns, Loss, Position
from benchwright.graphs.read.file_lines import FileLine, LineBlock, blocks_of, lines_of
from benchwright.graphs.read.limits import GraphLimits
from benchwright.graphs.read.losses import LossCounter
from benchwright.readers.inputs import InputFile, readable_name

_LOOKED_AT = 1 << 16


@dataclass(frozen=True, slots=True)
class GraphReadOptions:
    """What a user asks readers for; a reader takes what concerns its format.

    - `language`: of labels, aliases, descriptions and texts. `fallbacks` are taken for a label that it lacks, in this
      order; `mul` is Wikidata's code of names that hold in every language. An entity without any keeps the label "".
    - `site`: the wiki whose page is an entity's page, by Wikidata's name for it.
    - `strings`: also take the plain strings of Wikidata's N-Triples, where external identifiers look no different.
    - `type_relations`, `supertype_relations`: relations of a triple file that tell what a subject is an instance or a
      subclass of; they make types besides statements, as P31 and P279 do in Wikidata.
    - `columns`: of a table, by name in its header or by position from 1: three of triples, two of any other file.
    - `named`: the ids of triple files name what they stand for, even those that look like codes: what has no label is
      called by its id. No reader looks at it: which ids lack a label is known when all files were read.
    - `id`, `label`, `description`, `page`, `aliases`, `types`: fields of records, as dotted paths; "" and () mean the
      names that such fields usually have. `record_type` is a type that every record is of.
    - `references`: paths whose strings are ids of other records ("" in it: none); () decides by the values.
    - `leave_out`: paths that are not read, with everything below them.
    """

    language: str = "en"
    fallbacks: tuple[str, ...] = ("mul",)
    site: str = "enwiki"
    strings: bool = False
    type_relations: tuple[str, ...] = ()
    supertype_relations: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    named: bool = False
    id: str = ""
    label: str = ""
    description: str = ""
    page: str = ""
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    record_type: str = ""
    references: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()
    limits: GraphLimits = field(default_factory=GraphLimits)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of labels, the one asked for first."""
        return tuple(dict.fromkeys((self.language, *self.fallbacks)))


ReadLines = Callable[[Iterable[FileLine | Loss | Position], str, GraphReadOptions, LossCounter], Iterator[Item]]
"""What lines tell, by the name of their file; what is counted goes to the losses."""


@dataclass(frozen=True, slots=True)
class LineInput:
    """A file whose lines depend on no others, so that other processes may parse blocks of them."""

    path: Path
    options: GraphReadOptions
    parse: ReadLines

    @property
    def name(self) -> str:
        """What losses call it."""
        return readable_name(self.path.name)

    def blocks(self, resume: Position | None) -> Iterator[LineBlock | FileLine | Loss | Position]:
        """Its lines behind a position, in blocks."""
        return blocks_of(self.path, self.options.limits, resume)

    def items(self, block: LineBlock | FileLine | Loss, losses: LossCounter) -> Iterator[Item]:
        """What a block tells."""
        return self.parse(block.lines() if isinstance(block, LineBlock) else (block,), self.name, self.options, losses)

    def read(self, resume: Position | None) -> Iterator[Item]:
        """What all lines behind a position tell, one by one."""
        losses = LossCounter(self.name)
        lines = losses.before_positions(lines_of(self.path, self.options.limits, resume))
        return self.parse(lines, self.name, self.options, losses)


@dataclass(frozen=True, slots=True)
class GraphReader:
    """One format by name. `detect` looks at a file's name and its beginning, and never raises for what it finds there;
    `columns` is there where rows can
    be taken many at once: it yields what `read` yields, much faster, with `ItemColumns` for items that are alike; those
    between two positions may stand in another order, losses never. `lines` is there if lines are independent: it
    parses lines, whichever come before them. `usual` are the reasons of losses that a format brings
    about by itself: they are counted, and are not a shortfall."""

    name: str
    detect: Callable[[Path], bool]
    read: Callable[[Path, GraphReadOptions, Position | None], Iterator[Item | ItemColumns]]
    columns: Callable[[Path, GraphReadOptions, Position | None], Iterator[Item | ItemColumns]] | None = None
    lines: ReadLines | None = None
    usual: frozenset[str] = frozenset()


def line_reader(
    name: str, detect: Callable[[Path], bool], parse: ReadLines, usual: frozenset[str] = frozenset()
) -> GraphReader:
    """The reader of a format whose lines depend on no others."""

    def read(path: Path, options: GraphReadOptions, resume: Position | None = None) -> Iterator[Item]:
        return LineInput(path, options, parse).read(resume)

    return GraphReader(name, detect, read, lines=parse, usual=usual)


def beginning(path: Path) -> bytes:
    """The first uncompressed bytes of a file, at most 64 KB, whatever is wrong further on. ReadError `unreadable`."""
    return InputFile(path, path.name, path.parent).head(_LOOKED_AT)
