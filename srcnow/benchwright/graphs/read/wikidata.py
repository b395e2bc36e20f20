"""Read Wikidata's JSON dump, one entity a line.

    [
    {"type":"item","id":"Q42","labels":{"en":{"language":"en","value":"Douglas Adams"},...},"claims":{...},...},
    {"type":"property","id":"P57","datatype":"wikibase-item","labels":{...},...}
    ]

and what its interface gives for a few entities (`Special:EntityData`, `wbgetentities`), an answer a line:

    {"entities":{"Q42":{"type":"item","id":"Q42",...},"Q9":{"id":"Q9","missing":""}},"success":1}

Of an item's statements those of the best rank stand, as in Wikidata's own "truthy" dumps: the preferred ones of a
property, or else the normal ones. `instance of` and `subclass of` also make types and supertypes. Everything left out
is counted: `deprecated`, `outranked`, `novalue`, `somevalue`, the data type for those that no question is made of
(`external-id`, `url`, ...), `about-relation` for what is said of properties, and the rest as `wikidata_values` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeGuard

from benchwright.graphs.items import Item, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.read.base import GraphReadOptions, beginning, line_reader
from benchwright.graphs.read.file_lines import FileLine
from benchwright.graphs.read.graph_values import ValueRefusedError
from benchwright.graphs.read.json_lines import JsonLine, objects_of
from benchwright.graphs.read.losses import LossCounter
from benchwright.graphs.read.wikidata_values import LEFT_OUT, object_of
from benchwright.readers.inputs import plain_suffix

INSTANCE_OF, SUBCLASS_OF = "P31", "P279"

USUAL = frozenset(LEFT_OUT.values()) | {
    "about-relation",
    "deprecated",
    "far-date",
    "imprecise-date",
    "lexeme",
    "novalue",
    "other-language",
    "outranked",
    "somevalue",
}
"""Losses that every dump of Wikidata brings about."""

_TYPED = re.compile(rb'"type"\s*:\s*"(?:item|property|lexeme)"')
_NAMED = re.compile(rb'"id"\s*:\s*"[QPL]\d')
_ID = re.compile(r"[QP]\d{1,18}")


def _detect(path: Path) -> bool:
    if plain_suffix(path) not in (".json", ".jsonl", ".ndjson"):
        return False
    head = beginning(path)[:4096]
    return _TYPED.search(head) is not None and _NAMED.search(head) is not None


def _read(
    lines: Iterable[FileLine | Loss | Position], name: str, options: GraphReadOptions, losses: LossCounter
) -> Iterator[Item]:
    """The entities of a dump. Lost besides the above: `bad-json`, `bad-entity`, `missing` (the interface had none of
    that id), `lexeme`, and what `lines_of` says."""
    for line in objects_of(lines, name, _entity_of):
        if not isinstance(line, JsonLine):
            yield line
            continue
        for data in _documents_of(line.value):
            if isinstance(data, dict) and data.get("type") == "lexeme":
                losses.add(line.number, "lexeme", str(data.get("id"))[:100])
            elif isinstance(data, dict) and "missing" in data:
                yield Loss(line.where, "missing", str(data.get("id"))[:100])
            elif not _is_entity(data):
                yield line.lost("bad-entity")
            else:
                yield from _Entity(data, line.number, options, losses).items()


def _documents_of(value: Any) -> Iterable[Any]:
    """The entities of a line: one, or those of an answer of the interface."""
    answered = value.get("entities") if isinstance(value, dict) else None
    return answered.values() if isinstance(answered, dict) else (value,)


def _is_entity(data: object) -> TypeGuard[dict[str, Any]]:
    return (
        isinstance(data, dict)
        and data.get("type") in ("item", "property")
        and _ID.fullmatch(str(data.get("id"))) is not None
    )


def _entity_of(line: bytes) -> bytes:
    """A line of the list without its comma, and without the bracket that opens the list where one stands before it."""
    text = line.rstrip(b",")
    if text in (b"[", b"]"):
        return b""
    return text.removeprefix(b"[") if text.startswith(b"[{") else text


class _Entity:
    """One document of the dump. Parts of it that have another shape than they should are counted as `bad-entity`."""

    def __init__(self, data: Mapping[str, Any], line: int, options: GraphReadOptions, losses: LossCounter) -> None:
        self._data = data
        self._line = line
        self._options = options
        self._losses = losses
        self._id = str(data["id"])
        labels = self._part("labels")
        self._labels = {language: self._word(labels.get(language)) for language in options.languages}

    def items(self) -> Iterator[Item]:
        label = next(filter(None, self._labels.values()), "")
        if self._data["type"] == "property":
            if label:
                yield RelationName(self._id, label)
            for claims in self._part("claims").values():
                for _ in claims if isinstance(claims, list) else ():
                    self._losses.add(self._line, "about-relation", self._id)
            return
        statements = list(self._statements())
        objects: dict[str, list[str]] = {INSTANCE_OF: [], SUBCLASS_OF: []}
        for statement in statements:
            if statement.relation in objects and isinstance(statement.object, str):
                objects[statement.relation].append(statement.object)
        yield Node(
            self._id,
            label,
            self._word(self._part("descriptions").get(self._options.language), whole=True),
            self._page(),
            self._aliases(label),
            tuple(dict.fromkeys(objects[INSTANCE_OF])),
            tuple(dict.fromkeys(objects[SUBCLASS_OF])),
        )
        yield from statements

    def _part(self, name: str) -> Mapping[str, Any]:
        part = self._data.get(name)
        if isinstance(part, dict):
            return part
        if part:  # PHP writes an empty map as a list
            self._lose("bad-entity", f"{self._id} {name}")
        return {}

    def _lose(self, reason: str, detail: str) -> None:
        self._losses.add(self._line, reason, detail)

    # ------------------------------------------------------------------ names
    def _aliases(self, label: str) -> tuple[str, ...]:
        """Aliases in the language asked for and in the one that holds in all, where that was not ruled out; its label
        is a name beside a label of our language."""
        aliases = self._part("aliases")
        used = [self._options.language] + [other for other in self._options.fallbacks if other == "mul"]
        used += [other for other, word in self._labels.items() if label and word == label]
        names = [self._labels["mul"]] if "mul" in self._labels else []
        for language in dict.fromkeys(used):
            listed = aliases.get(language, [])
            if isinstance(listed, list):
                names.extend(map(self._word, listed))
            else:
                self._lose("bad-entity", f"{self._id} aliases")
        return self._losses.bounded_aliases(self._line, label, names, self._options.limits.aliases)

    def _word(self, term: object, *, whole: bool = False) -> str:
        """The value of {"language": ..., "value": ...}, "" if there is none. `whole`: it may be of any length."""
        value = term.get("value") if isinstance(term, dict) else None
        if not isinstance(value, str):
            if term is not None:
                self._lose("bad-entity", f"{self._id} {term}"[:100])
            return ""
        return self._losses.cleaned(self._line, value, None if whole else self._options.limits.name_characters)

    def _page(self) -> str:
        link = self._part("sitelinks").get(self._options.site)
        title = link.get("title") if isinstance(link, dict) else None
        return self._word({"value": title}) if title is not None else ""

    # ------------------------------------------------------------------ statements
    def _statements(self) -> Iterator[Triple]:
        for relation, claims in self._part("claims").items():
            if not isinstance(claims, list) or not _ID.fullmatch(relation):
                self._lose("bad-entity", f"{self._id} {relation}"[:100])
                continue
            ranks = [claim.get("rank", "normal") if isinstance(claim, dict) else None for claim in claims]
            best = "preferred" if "preferred" in ranks else "normal"
            for claim, rank in zip(claims, ranks, strict=True):
                if rank == best:
                    yield from self._statement(relation, claim.get("mainsnak"))
                elif rank in ("normal", "deprecated"):
                    self._lose("outranked" if rank == "normal" else "deprecated", f"{self._id} {relation}")
                else:
                    self._lose("bad-claim", f"{self._id} {relation}")

    def _statement(self, relation: str, snak: object) -> Iterator[Triple]:
        if not isinstance(snak, dict):
            self._lose("bad-snak", f"{self._id} {relation}")
            return
        kind = snak.get("datatype")
        if isinstance(kind, str) and kind in LEFT_OUT and snak.get("snaktype") == "value":  # no way is shorter
            self._lose(LEFT_OUT[kind], f"{self._id} {relation}")
            return
        try:
            yield Triple(self._id, relation, object_of(snak, self._options))
        except ValueRefusedError as refused:
            self._lose(refused.reason, f"{self._id} {relation} {refused.detail}"[:100])


READER = line_reader("wikidata-json", _detect, _read, USUAL)
