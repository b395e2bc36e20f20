"""Open a loaded graph for reading: triples as columns of integers, names when they are asked for.

Columns are read when they are first needed, and stay in memory. Labels and aliases stay in Arrow's own columns, and an
`GraphEntity` is made only when somebody looks at it.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.errors import CorpusError, ReadError
from benchwright.files.atomic import MANIFEST
from benchwright.files.bounded import read_json
from benchwright.files.command_lines import command_line
from benchwright.files.parquet import count_rows, read_parquet
from benchwright.graphs.graph_files import FILES, FOLDER, GRAPH_VERSION
from benchwright.graphs.hierarchy import Codes, Hierarchy
from benchwright.graphs.lookups import rows_with
from benchwright.records import Json


@dataclass(frozen=True, slots=True)
class GraphEntity:
    """A node of a graph with its names. `types` are the ids of what it is an instance of, without what those are
    subclasses of."""

    id: str
    label: str
    kind: str = "entity"
    description: str = ""
    page: str = ""
    unit: str = ""
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


class Graph:
    """The graph of one folder. `subjects`, `relations` and `objects` are int32 [triples], sorted by relation, object,
    subject; codes point into `ids`, relations into `relation_ids`."""

    def __init__(self, path: Path, manifest: Json) -> None:
        self.path = path
        self.manifest = manifest
        self._read: dict[tuple[str, str], Codes] = {}

    @classmethod
    def open(cls, corpus: Path, name: str) -> Graph:
        """The graph of that name in a corpus folder. CorpusError if it is missing, unfinished or of another version."""
        folder = corpus / FOLDER / name
        try:
            manifest = read_json(folder / MANIFEST)
        except FileNotFoundError:
            raise CorpusError(
                f"{corpus} has no graph {name!r}",
                hint=f"load it: {command_line('graph', 'load', 'FILE...', '--name', name, '--to', corpus)}",
            ) from None
        except (OSError, ValueError):
            manifest = None
        if not isinstance(manifest, dict) or "version" not in manifest:
            raise CorpusError(f"{folder / MANIFEST} is damaged", hint="load the graph again")
        if manifest["version"] != GRAPH_VERSION:
            raise CorpusError(f"the graph {name!r} was loaded by another version", hint="load it again")
        if not isinstance(manifest.get("fingerprint"), str):
            raise CorpusError(f"{folder / MANIFEST} is damaged", hint="load the graph again")
        return cls(folder, manifest)

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def fingerprint(self) -> str:
        """Changes with anything that the graph says."""
        return str(self.manifest["fingerprint"])

    def __len__(self) -> int:
        return len(self.subjects)

    # ------------------------------------------------------------------ triples
    @property
    def subjects(self) -> Codes:
        return self._codes("triples.parquet", "subject")

    @property
    def relations(self) -> Codes:
        return self._codes("triples.parquet", "relation")

    @property
    def objects(self) -> Codes:
        return self._codes("triples.parquet", "object")

    @cached_property
    def relation_ids(self) -> list[str]:
        return self._strings("relations.parquet", "id")

    @cached_property
    def relation_labels(self) -> list[str]:
        return self._strings("relations.parquet", "label")

    # ------------------------------------------------------------------ entities
    @property
    def size(self) -> int:
        """How many entities and values there are."""
        return int(self._entities.num_rows)

    def entity(self, code: int) -> GraphEntity:
        """The entity or value of that code. IndexError if there is none."""
        if not 0 <= code < self.size:
            raise IndexError(f"there is no entity {code} of {self.size}")
        row = {name: self._entities.column(name)[int(code)].as_py() for name in self._entities.column_names}
        return GraphEntity(**row, aliases=self.aliases(code), types=tuple(self.ids_of(self.types_of(code))))

    def ids_of(self, codes: Codes) -> list[str]:
        listed: list[str] = self._entities.column("id").take(pa.array(codes)).to_pylist()
        return listed

    def labels_of(self, codes: Codes) -> list[str]:
        listed: list[str] = self._entities.column("label").take(pa.array(codes)).to_pylist()
        return listed

    def aliases(self, code: int) -> tuple[str, ...]:
        rows = rows_with(self._codes("names.parquet", "entity"), code)
        return tuple(self.alias_names.slice(rows.start, rows.stop - rows.start).to_pylist())

    def code_of(self, id: str) -> int | None:
        """The code of an id, None if the graph has no such entity. Entities stand in the order of their ids: 20 looks
        find one among a million, and no index of all of them is held."""
        ids = self._entities.column("id")
        code = bisect_left(range(self.size), id, key=lambda row: str(ids[row].as_py()))
        return code if code < self.size and ids[code].as_py() == id else None

    def column(self, name: str) -> pa.ChunkedArray:
        """One column of the entities (`columns.ENTITIES`), for work over all of them."""
        return self._entities.column(name)

    # ------------------------------------------------------------------ types
    def types_of(self, code: int) -> Codes:
        """The codes of what it is an instance of, without supertypes."""
        return self._codes("types.parquet", "type")[rows_with(self._codes("types.parquet", "entity"), code)]

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """What is a kind of what, with cycles broken up."""
        return Hierarchy(
            self._codes("types.parquet", "entity"),
            self._codes("types.parquet", "type"),
            self._codes("supertypes.parquet", "type"),
            self._codes("supertypes.parquet", "super"),
            self.size,
        )

    # ------------------------------------------------------------------ columns, read when first needed
    @cached_property
    def _entities(self) -> pa.Table:
        return self._table("entities.parquet")

    @cached_property
    def alias_names(self) -> pa.ChunkedArray:
        """The aliases of all entities, by entity and name."""
        return self._table("names.parquet", ["name"]).column("name")

    def _table(self, file: str, columns: list[str] | None = None) -> pa.Table:
        """A file, or some columns of it."""
        try:
            table = read_parquet(self.path / file, columns)
            names = pq.read_schema(self.path / file).names
        except (ReadError, OSError, pa.ArrowException) as error:
            self._check_current()
            raise CorpusError(f"{self.path / file} cannot be read: {error}", hint="load the graph again") from error
        if names != FILES[file].names:
            raise CorpusError(f"{self.path / file} has other columns than expected", hint="load the graph again")
        self._check_current()
        return table

    def rows(self, file: str) -> int:
        """How many rows a file of the graph has, by its metadata. CorpusError if it cannot be read."""
        try:
            return count_rows(self.path / file)
        except ReadError as error:
            self._check_current()
            raise CorpusError(f"{self.path / file} cannot be read: {error}", hint="load the graph again") from error

    def _check_current(self) -> None:
        """CorpusError if the graph was reloaded since it was opened: codes of one load are meaningless in another. A
        load takes the manifest away before it moves the first file, so that what was read before this look at it is
        all of one load."""
        try:
            current = read_json(self.path / MANIFEST)
        except (OSError, ValueError):
            current = None
        if not isinstance(current, dict) or current.get("fingerprint") != self.manifest.get("fingerprint"):
            raise CorpusError(f"the graph {self.name!r} was reloaded in the meantime", hint="run the command again")

    def _codes(self, file: str, column: str) -> Codes:
        """A column of codes, which is read once."""
        if (file, column) not in self._read:
            self._read[file, column] = self._table(file, [column]).column(column).to_numpy()
        return self._read[file, column]

    def _strings(self, file: str, column: str) -> list[str]:
        listed: list[str] = self._table(file).column(column).to_pylist()
        return listed


def graph_names(corpus: Path) -> list[str]:
    """The graphs that were loaded into a corpus folder, sorted."""
    folder = corpus / FOLDER
    return sorted(path.parent.name for path in folder.glob(f"*/{MANIFEST}")) if folder.is_dir() else []
