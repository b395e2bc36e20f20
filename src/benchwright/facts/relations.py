"""The relation lexicon: which relations facts may have, which headers and labels mean them, and how they are worded.

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
    clause     the second half of a compound question; see `Relation.clause_for`
    more, less, most, least   predicates for comparisons ("has a larger area")
    difference, total         questions over {a} and {b}; `total` only where a sum means something
    additive   whether a sum over subjects means something
    scoped     true only inside its table: a question has to name the scope
    several    the value is a row of names with commas between them, each of them a value of its own
    symmetric  what is so of the subject and the value is so of the value and the subject
    leads_to   type of the entity that the value names, "" if it names none or several kinds

Knows no tables and no questions: it is a dictionary with gates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from ruamel.yaml import YAML

from benchwright.facts.types import SUBJECT_TYPES, VALUE_TYPES

_FORMS = {"their": "its", "they": "it", "them": "it", "were": "was", "are": "is", "do": "does", "have": "has"}
"""Words of a clause template: for people as written, for one thing as here."""

_PEOPLE = {"their": "their", "they": "they", "them": "them", "were": "were", "are": "are", "do": "do", "have": "have"}


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
    total: tuple[str, ...] = ()
    additive: bool = False
    scoped: bool = False
    several: bool = False
    symmetric: bool = False
    leads_to: str = ""

    def clause_for(self, subject_type: str, scope: str = "") -> str:
        """The clause with its pronouns filled: people are "they", teams too, everything else is "it"."""
        forms = _PEOPLE if subject_type in ("person", "team") else _FORMS
        return self.clause.format(**forms, scope=scope)


class Lexicon:
    """All relations by name, and the way from a header or label to its relation."""

    def __init__(self, relations: Mapping[str, Relation]) -> None:
        self._relations = dict(relations)
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
        taken = index.setdefault(key, name)
        if taken != name:
            raise ValueError(f"{key!r} means both {taken!r} and {name!r}")

    def __getitem__(self, name: str) -> Relation:
        return self._relations[name]

    def __contains__(self, name: object) -> bool:
        return name in self._relations

    def get(self, name: str) -> Relation | None:
        """The relation of that name, None if the lexicon has none (a reader may have its own)."""
        return self._relations.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """All relations, in the order of the files."""
        return tuple(self._relations)

    def by_header(self, subject_type: str, header: str) -> Relation | None:
        """What a column means, by the type of its table's key column and its normalised header."""
        name = self._headers.get((subject_type, header))
        return None if name is None else self._relations[name]

    def by_label(self, label: str) -> Relation | None:
        """What a label means (`label_key` is applied)."""
        name = self._labels.get(label_key(label))
        return None if name is None else self._relations[name]


def label_key(text: str) -> str:
    """Normal form of a label: lower case, single spaces, no colon at the end."""
    return re.sub(r"\s+", " ", text).strip().rstrip(":").strip().casefold()


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon that comes with the package. Raises ValueError when an entry is malformed."""
    relations: dict[str, Relation] = {}
    reader = YAML(typ="safe", pure=True)
    folder = files("benchwright.facts") / "lexicon"
    for name in ("places.yaml", "economy.yaml", "things.yaml", "scoped.yaml", "prose.yaml"):
        for key, entry in reader.load((folder / name).read_text(encoding="utf-8")).items():
            if key in relations:
                raise ValueError(f"relation {key!r} stands twice in the lexicon")
            relations[key] = _relation(key, entry)
    return Lexicon(relations)


def _relation(name: str, entry: Mapping[str, Any]) -> Relation:
    known = set(Relation.__slots__) - {"name"}
    unknown = sorted(set(entry) - known)
    if unknown:
        raise ValueError(f"relation {name!r} has unknown keys {unknown}")
    headers = {str(kind): tuple(map(str, listed)) for kind, listed in entry.get("headers", {}).items()}
    types = {*entry["subjects"], *headers, *([entry["leads_to"]] if entry.get("leads_to") else [])}
    if types - set(SUBJECT_TYPES) or entry["value"] not in VALUE_TYPES:
        raise ValueError(f"relation {name!r} names a type that is not in the closed lists")
    if entry.get("additive") and not entry.get("total"):
        raise ValueError(f"relation {name!r} is additive but has no wording for a total")
    return Relation(
        name=name,
        subjects=tuple(entry["subjects"]),
        value=entry["value"],
        noun=entry["noun"],
        ask=tuple(entry["ask"]),
        clause=entry["clause"],
        unit=entry.get("unit", ""),
        dimension=entry.get("dimension", ""),
        headers=headers,
        labels=tuple(entry.get("labels", ())),
        more=entry.get("more", ""),
        less=entry.get("less", ""),
        most=entry.get("most", ""),
        least=entry.get("least", ""),
        difference=tuple(entry.get("difference", ())),
        total=tuple(entry.get("total", ())),
        additive=bool(entry.get("additive", False)),
        scoped=bool(entry.get("scoped", False)),
        several=bool(entry.get("several", False)),
        symmetric=bool(entry.get("symmetric", False)),
        leads_to=entry.get("leads_to", ""),
    )
