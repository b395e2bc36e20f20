"""Define what a reader of graphs yields: entities, triples, names of relations, losses, positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Node:
    """An entity, as far as one record tells it: several records of one id are joined, the first that says something
    decides. `types` and `supertypes` are ids, or plain words where a graph's types have no ids."""

    id: str
    label: str = ""
    description: str = ""
    page: str = ""
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphValue:
    """A number, a date or a text that stands as an object. `canonical` is what makes two of them one: a number without
    exponent and trailing zeros, a date as ISO 8601 cut to its precision. `label` is how a person would write it."""

    kind: str
    canonical: str
    label: str
    unit: str = ""

    @property
    def id(self) -> str:
        return f"{self.kind}:{self.canonical}|{self.unit}" if self.unit else f"{self.kind}:{self.canonical}"


@dataclass(frozen=True, slots=True)
class Triple:
    """(subject, relation, object): an object is the id of an entity, or a value."""

    subject: str
    relation: str
    object: str | GraphValue


@dataclass(frozen=True, slots=True)
class RelationName:
    """The label of a relation."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Loss:
    """A line or statement that was left out: where (file and line), a short slug that it is counted by, and its first
    words. A dump holds more statements of no use than of use: those of one reason between two positions are one `Loss`
    with their `count`, `where` is then the last of the lines and `detail` an example."""

    where: str
    reason: str
    detail: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Position:
    """Everything before it was read: how far a stopped load may skip. `offset` counts bytes of the uncompressed file,
    `line` lines."""

    offset: int
    line: int


Item = Node | Triple | RelationName | Loss | Position

MADE_OF: dict[str, Callable[..., Item]] = {
    "statements": Triple,
    "labels": Node,
    "aliases": lambda id, text: Node(id, aliases=(text,)),
    "types": lambda id, text: Node(id, types=(text,)),
    "supertypes": lambda id, text: Node(id, supertypes=(text,)),
    "descriptions": lambda id, text: Node(id, description=text),
    "pages": lambda id, text: Node(id, page=text),
    "relation-labels": RelationName,
}
"""What the cells of a row make, by what rows of that kind tell."""


@dataclass(frozen=True, slots=True, eq=False)
class ItemColumns:
    """Items that are alike as columns of strings, one row an item: `kind` is a key of `MADE_OF`. Cells are not empty,
    and stand on one line without control characters, with single blanks between their words: all of it was looked at
    for many rows at once."""

    kind: str
    columns: tuple[pa.StringArray, ...]

    def __len__(self) -> int:
        return len(self.columns[0])

    def items(self) -> Iterator[Item]:
        """The same, one by one."""
        return map(MADE_OF[self.kind], *(column.to_pylist() for column in self.columns))
