"""Read JSON records, a list or one a line, as entities and statements by field.

    [{"cca3": "NLD", "name": {"common": "Netherlands"}, "capital": ["Amsterdam"], "borders": ["BEL", "DEU"],
      "languages": {"nld": "Dutch"}, "area": 41850, "landlocked": false}, ...]

    (NLD, capital, "Amsterdam")   (NLD, borders, BEL)   (NLD, languages, "Dutch")   (NLD, area, 41,850)   ...

- A leaf is a relation named by its dotted path; each element of a list is a statement of its own.
- Where keys are codes (`languages.nld`), not names of fields, they are left out of the path: over the whole file such a
  map has at least five different keys, all of two or three letters of one case, or up to four digits.
- A path whose strings are (19 of 20) ids of other records refers to them; an id elsewhere is a text, as a code of
  another system may look the same. A value of such a path that is not an id is `dangling`.
- Numbers are numbers; true and false are the texts "yes" and "no"; null and "" are nothing, and are counted as
  `empty-field`.

- A string that is an ISO date is a date.

Which strings are ids, and which maps have codes, is only known at the end of the file: `shape` reads it before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.facts.keys import is_empty
from benchwright.graphs.items import GraphValue, Item, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.read.base import GraphReader, GraphReadOptions, beginning
from benchwright.graphs.read.graph_values import (
    ValueRefusedError,
    date_value,
    number_value,
    one_line,
    text_value,
    truth_value,
)
from benchwright.graphs.read.json_elements import Element, elements_of
from benchwright.graphs.read.losses import LossCounter
from benchwright.graphs.read.record_shape import Shape, first_text, is_below, leaves, shape_of, shown_path
from benchwright.readers.inputs import plain_suffix, readable_name
from benchwright.values.dates import parse_date

_IDS = ("id", "@id", "_id", "qid", "uri", "key", "code")
_LABELS = ("label", "name", "title", "name.common", "label.en", "name.en")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[._\-\s]+")


def _detect(path: Path) -> bool:
    if plain_suffix(path) not in (".json", ".jsonl", ".ndjson"):
        return False
    head = beginning(path).removeprefix(b"\xef\xbb\xbf")
    return re.match(rb"\s*(?:\[\s*)?\{", head) is not None


def read_records(path: Path, options: GraphReadOptions, resume: Position | None = None) -> Iterator[Item]:
    """The names of the relations, then a node and its statements for each record. Lost: `no-id`, and what `elements_of`
    says; counted: `empty-field`, `dangling`, `too-deep`, `too-many-paths`, `bad-value`, and what `plain` says.
    UsageError if no field is known to hold the ids."""
    name, limits = readable_name(path.name), options.limits
    id_path, label_path = options.id, options.label
    for element in () if id_path and label_path else elements_of(path, limits):
        if isinstance(element, Element):  # the first record tells for all
            id_path = id_path or _usual(element, _IDS)
            label_path = label_path or _usual(element, _LABELS)
            break
    if not id_path:
        raise UsageError(f"no field of the records in {path.name} is known to hold ids", hint="name it: --id FIELD")
    fields = _RecordFields(shape_of(path, options, id_path), id_path, label_path, options, LossCounter(name))
    if resume is None:
        yield from fields.relations()
    marked = last = Position(0, 0) if resume is None else resume
    for element in elements_of(path, limits, resume):
        if isinstance(element, Loss):
            yield element
            continue
        items = list(fields.items(element))
        yield from items or [Loss(f"{name}#{element.number}", "no-id", str(element.data)[:100])]
        last = element.behind
        if last.line - marked.line >= limits.mark_lines or last.offset - marked.offset >= limits.mark_bytes:
            yield from fields.losses.drain()
            yield last
            marked = last
    if last != marked or (resume is None and not last.line):
        yield from fields.losses.drain()
        yield last


def _usual(element: Element, fields: tuple[str, ...]) -> str:
    return next((field for field in fields if first_text(element.data, frozenset(), field)), "")


class _RecordFields:
    """What each path of the records is for."""

    def __init__(self, shape: Shape, id: str, label: str, options: GraphReadOptions, losses: LossCounter) -> None:
        self._shape = shape
        self._id = id
        self._label = label
        self._options = options
        self._description = options.description or "description"
        self._names = (id, label, self._description, options.page or "page", *options.aliases)
        self._names = tuple(filter(None, self._names))
        references = options.references
        self._referring = {at for at in shape.paths if shown_path(at) in references} if references else shape.referring
        self.losses = losses

    def relations(self) -> Iterator[RelationName]:
        """The relations by path, with their words: `unRegionalGroup` is "un regional group"."""
        for path in sorted({shown_path(at) for at in self._shape.paths}):
            if path and self._is_told(path):
                yield RelationName(path, " ".join(filter(None, _WORDS.split(path))).lower())

    def _is_told(self, path: str) -> bool:
        return not is_below(path, self._names) and not is_below(path, self._options.leave_out)

    def items(self, element: Element) -> Iterator[Item]:
        """The node of a record and its statements; nothing if it has no id."""
        number, most = element.number, self._options.limits.name_characters
        id = self.losses.cleaned(number, first_text(element.data, self._shape.coded, self._id), most)
        if not id:
            return
        label, texts = "", dict[str, list[str]]()
        leaf_values: list[tuple[str, object]] = []
        for at, value in leaves(element.data, self._shape.coded):
            path = shown_path(at)
            if isinstance(value, str) and is_below(path, (*self._names, *self._options.types)):
                longest = None if is_below(path, (self._description,)) else most
                texts.setdefault(path, []).append(self.losses.cleaned(number, value, longest))
            if at not in self._shape.paths:
                self.losses.add(number, "too-many-paths", path[:100])
            elif self._is_told(path):
                leaf_values.append((at, value))
        if self._label:
            label = self.losses.cleaned(number, first_text(element.data, self._shape.coded, self._label), most)
        names = _under(texts, self._options.aliases)
        types = (*_under(texts, self._options.types), self._options.record_type)
        yield Node(
            id,
            label,
            next(iter(_under(texts, (self._description,))), ""),
            next(iter(_under(texts, (self._options.page or "page",))), ""),
            self.losses.bounded_aliases(number, label, names, self._options.limits.aliases),
            tuple(dict.fromkeys(filter(None, types))),
        )
        for at, value in leaf_values:
            try:
                yield Triple(id, one_line(shown_path(at), most), self._object(at, value))
            except ValueRefusedError as refused:
                self.losses.add(number, refused.reason, f"{id} {shown_path(at)} {refused.detail}"[:100])

    def _object(self, at: str, value: object) -> str | GraphValue:
        """What a leaf says. Raises ValueRefusedError."""
        most, language = self._options.limits.name_characters, self._options.language
        if value is None or (isinstance(value, str) and _says_nothing(value)):
            raise ValueRefusedError("empty-field")
        if isinstance(value, bool):
            return truth_value(value)
        if at in self._referring and isinstance(value, str | int):
            if str(value) not in self._shape.ids:
                raise ValueRefusedError("dangling", str(value))
            return one_line(str(value), most)
        if isinstance(value, int | Decimal):
            return number_value(value, language=language)
        if isinstance(value, str) and _DATE.fullmatch(value) and parse_date(value):
            return date_value(value, language=language)
        if isinstance(value, str):
            return text_value(value, most)
        raise ValueRefusedError("too-deep" if isinstance(value, dict | list) else "bad-value")


def _says_nothing(text: str) -> bool:
    """Whether a text is what people write for no value: blanks, dashes, "N/A". A sign of money is a value."""
    return is_empty(text) and (text.strip(" \t\r\n-–—?.") == "" or any(map(str.isalpha, text)))


def _under(texts: dict[str, list[str]], roots: tuple[str, ...]) -> list[str]:
    """The texts at these paths and below them, in the order of the roots."""
    return [
        text for root in roots for path, listed in texts.items() if is_below(path, (root,)) for text in listed if text
    ]


READER = GraphReader(
    "records",
    _detect,
    read_records,
    usual=frozenset({"empty-field"}),  # in triples and files beside them an empty cell is a loss
)
