"""Load the relation lexicon: which relations facts may have, which headers mean them, how they are worded.

The words live in `lexicon/*.yaml`, one entry a relation:

    subjects   types that the relation may have as a subject (`facts/types.py`)
    value      type of the value
    unit       "" none expected | required (the cell or its header must give one) | a fixed unit
    dimension  what the unit must measure (`values.units`), "" where a rate or a count is meant
    headers    per subject type of the table's key column: headers that mean this relation, normalised (lower case;
               units, years and footnote marks split off). What is not listed is not read.
    labels     the same words before the colon of a "Label: value" line, or in a "Measure | Value" table
    noun       what the value is, without an article
    ask        questions; {s} is the subject, {scope} the table's own title as a person would say it
    clause     the second half of a compound question; the words in braces stand for the subject ({they}, {their})
    more, less, most, least   predicates for comparisons ("has a larger area") of amounts that hold outside their table
    difference questions over {a} and {b}
    scoped     true only inside its table: a question has to name the scope
    several    the value is a row of names with commas between them, each of them a value of its own
    symmetric  what is so of the subject and the value is so of the value and the subject
    leads_to   type of the entity that the value names, "" if it names none or several kinds
    statement  a whole sentence that states the value {v}, where "The NOUN of {s} is {v}." reads badly
    counted    what a number without a unit counts: its singular and plural
    compound   whether the relation of a country reads well as a half of a compound question, and as its last step
    presupposes   whether the question assumes that the subject has such a value ("the middle stripe")
    described  a phrase that describes a country by the value, "" if none reads well

`phrasing.yaml` holds the last keys of relations that the other files define. A plug-in adds relations by an entry point
of the group `benchwright.lexicons`: a file in the same form. A user's own files (`facts/own_relations.py`) add some for
one plan or command.

Knows no tables and no questions: it is a dictionary with gates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from benchwright.facts.types import SUBJECT_TYPES, VALUE_TYPES
from benchwright.files.package_data import read_yaml
from benchwright.registry import Registry

LEXICONS: Registry[Traversable] = Registry("lexicon", "benchwright.lexicons")
"""The lexicons of plug-ins: YAML files."""

OwnFiles = tuple[tuple[str, str], ...]
"""The name and the text of each file of relations that a user gives."""

OWN: ContextVar[OwnFiles] = ContextVar("own relations", default=())
"""The user's files that facts are read and questions are worded with now."""

_FILES = ("places.yaml", "economy.yaml", "things.yaml", "scoped.yaml", "prose.yaml")


@dataclass(frozen=True, slots=True)
class Relation:
    """One entry of the lexicon; the fields are explained at the top of the module."""

    name: str
    subjects: tuple[str, ...]
    value: str
    noun: str
    ask: tuple[str, ...]
    clause: str
    unit: str = ""
    dimension: str = ""
    headers: Mapping[str, tuple[str, ...]] | None = None
    labels: tuple[str, ...] = ()
    more: str = ""
    less: str = ""
    most: str = ""
    least: str = ""
    difference: tuple[str, ...] = ()
    scoped: bool = False
    several: bool = False
    symmetric: bool = False
    leads_to: str = ""
    statement: str = ""
    counted: tuple[str, ...] = ()
    compound: bool = False
    presupposes: bool = False
    described: str = ""


class Lexicon:
    """All relations by name, and the way from a header or label to its relation."""

    def __init__(self, relations: Mapping[str, Relation], own: frozenset[str] = frozenset()) -> None:
        self._relations = dict(relations)
        self.own = own
        """The relations that a user's files define or add words to."""
        self._headers: dict[tuple[str, str], str] = {}
        self._labels: dict[str, str] = {}
        for relation in self._relations.values():
            for subject_type, headers in (relation.headers or {}).items():
                for header in headers:
                    self._claim(self._headers, (subject_type, header), relation.name)
            for label in relation.labels:
                self._claim(self._labels, label, relation.name)

    @staticmethod
    def _claim(index: dict[Any, str], key: Any, name: str) -> None:
        owner = index.setdefault(key, name)
        if owner != name:
            raise ValueError(f"{key!r} means both {owner!r} and {name!r}")

    def __getitem__(self, name: str) -> Relation:
        return self._relations[name]

    def __contains__(self, name: object) -> bool:
        return name in self._relations

    def get(self, name: str) -> Relation | None:
        """The relation of that name, None if the lexicon has none (a reader may have its own)."""
        return self._relations.get(name)

    @cached_property
    def compound(self) -> tuple[str, ...]:
        """The relations that may stand in compound questions, by name."""
        return tuple(sorted(name for name, relation in self._relations.items() if relation.compound))

    @property
    def names(self) -> tuple[str, ...]:
        """All relations, in the order of the files."""
        return tuple(self._relations)

    def by_header(self, subject_type: str, header: str) -> Relation | None:
        """What a column means, by the type of its table's key column and its normalised header."""
        name = self._headers.get((subject_type, header))
        return None if name is None else self._relations[name]

    def own_header(self, header: str) -> tuple[str, Relation] | None:
        """What a user's files say that a column means, whatever its table's key is, and the type that they give the
        key; None if they say nothing, or two things."""
        meant = {(kind, name) for (kind, word), name in self._headers.items() if word == header and name in self.own}
        kind, name = meant.pop() if len(meant) == 1 else ("", "")
        return (kind, self._relations[name]) if name else None

    def by_label(self, label: str) -> Relation | None:
        """What a label means (`label_key` is applied)."""
        name = self._labels.get(label_key(label))
        return None if name is None else self._relations[name]


def label_key(text: str) -> str:
    """Normal form of a label: lower case, single spaces, no colon at the end."""
    return re.sub(r"\s+", " ", text).strip().rstrip(":").strip().casefold()


def lexicon() -> Lexicon:
    """The lexicon of the package, of all plug-ins and of the user's files in `OWN`."""
    return lexicon_with(OWN.get())


@lru_cache(maxsize=4)
def lexicon_with(own: OwnFiles) -> Lexicon:
    """The lexicon with these files. Raises ValueError when an entry of a plug-in is malformed, RelationsError when one
    of the user's is."""
    if not own:
        return Lexicon(built_in())
    from benchwright.facts.own_relations import extended

    return extended(built_in(), own)


@lru_cache(maxsize=1)
def built_in() -> dict[str, Relation]:
    """The relations of the package and of plug-ins, by name."""
    relations: dict[str, Relation] = {}
    folder = files("benchwright.facts") / "lexicon"
    phrasing = _entries(folder / "phrasing.yaml")
    for file in (*(folder / name for name in _FILES), *(file for _, file in LEXICONS.items())):
        for key, entry in _entries(file).items():
            if key in relations:
                raise ValueError(f"relation {key!r} stands twice in the lexicon")
            relations[key] = _relation(key, {**entry, **phrasing.pop(key, {})})
    if phrasing:
        raise ValueError(f"phrasing.yaml names unknown relations {sorted(phrasing)}")
    return relations


def _entries(file: Traversable) -> dict[str, Any]:
    return dict(read_yaml(file))


def _relation(name: str, entry: Mapping[str, Any]) -> Relation:
    unknown = sorted(set(entry) - set(Relation.__slots__) | {"name"} & set(entry))
    if unknown:
        raise ValueError(f"relation {name!r} has unknown keys {unknown}")
    headers = {str(kind): tuple(map(str, listed)) for kind, listed in entry.get("headers", {}).items()}
    types = {*entry["subjects"], *headers, *([entry["leads_to"]] if entry.get("leads_to") else [])}
    if types - set(SUBJECT_TYPES) or entry["value"] not in VALUE_TYPES:
        raise ValueError(f"relation {name!r} names a type that is not in the closed lists")
    rows: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return Relation(name=name, **(rows | {"headers": headers}))
