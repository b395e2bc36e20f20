"""Read N-Triples: Wikidata's truthy dump and any other graph by full addresses.

    <http://www.wikidata.org/entity/Q42> <http://www.w3.org/2000/01/rdf-schema#label> "Douglas Adams"@en .
    <http://www.wikidata.org/entity/Q42> <http://www.wikidata.org/prop/direct/P31> <http://www.wikidata.org/entity/Q5> .
    <https://en.wikipedia.org/wiki/Douglas_Adams> <http://schema.org/about> <http://www.wikidata.org/entity/Q42> .

Wikidata's entities and direct properties are shortened to Q42 and P31; other addresses stay whole. What this form of
Wikidata does not tell cannot be read from it:

- A time has no precision: a year is written as its first of January, a month as its first day. A first of January is
  read as the year, another first as the month, so that no more is claimed than is known.
- Julian days were turned to Gregorian ones; the labels of days before 15 October 1582 are turned back.
- A quantity has no unit.
- External identifiers are plain strings, so that Wikidata's plain strings are left out unless `strings` asks for them.

Labels of one entity stand together, so that a fallback is taken only when all of them were seen.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

from benchwright.graphs.items import Item, ItemColumns, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.read.base import GraphReader, GraphReadOptions
from benchwright.graphs.read.file_lines import FileLine, LineBlock, blocks_of, lines_of, shown
from benchwright.graphs.read.graph_values import ValueRefusedError, names_of, one_line
from benchwright.graphs.read.losses import LossCounter
from benchwright.graphs.read.ntriples_literals import (
    ENTITY,
    LONGEST_TAIL,
    is_wikidata,
    object_of,
    other_language,
    short_id,
)
from benchwright.graphs.read.ntriples_terms import Literal, ParsedTriple, parse
from benchwright.graphs.read.wiki_pages import page_titles, title_of
from benchwright.graphs.read.wikidata import INSTANCE_OF, SUBCLASS_OF, USUAL
from benchwright.readers.inputs import plain_suffix, readable_name

_DIRECT = "http://www.wikidata.org/prop/direct/"
_RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_SUBCLASS = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
_LABELS = ("http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2004/02/skos/core#prefLabel")
_ALIAS = "http://www.w3.org/2004/02/skos/core#altLabel"
_DESCRIPTIONS = ("http://schema.org/description", "http://www.w3.org/2000/01/rdf-schema#comment")
_TERMS = frozenset({*_LABELS, _ALIAS, *_DESCRIPTIONS})
_ABOUT = "http://schema.org/about"
_OF_PAGES = frozenset(f"http://schema.org/{name}" for name in ("inLanguage", "isPartOf", "name"))
_ARTICLE = "http://schema.org/Article"
_LONGEST = 100_000
"""Lines of one entity that are held back at most before its names are told."""


_LONGEST_CODE = 20
_REMEMBERED = 10_000

# A statement of Wikidata that needs no more looking at: an item, a direct property, an item or a plain string.
_SAID = re.compile(
    rb"<http://www\.wikidata\.org/entity/(Q[0-9]{1,18})> <http://www\.wikidata\.org/prop/direct/(P[0-9]{1,18})> "
    rb'(?:<http://www\.wikidata\.org/entity/(Q[0-9]{1,18})>|"([^"\\\r\n]*)") \.\n'
)


class _Group:
    """What consecutive lines tell of one subject's names and types."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.item = subject.removeprefix(ENTITY).encode() if subject.startswith(ENTITY) else b""
        self.lines = 0
        self._labels: dict[str, str] = {}
        self._aliases: dict[str, list[str]] = {}
        self._description = ""
        self.types: dict[str, None] = {}
        self.supertypes: dict[str, None] = {}

    def name(self, predicate: str, language: str, text: str, most: int) -> None:
        """Raises RefusedError `too-many-aliases`."""
        if predicate in _LABELS:
            self._labels.setdefault(language, text)
        elif predicate == _ALIAS:
            known = self._aliases.setdefault(language, [])
            if len(known) >= most:
                raise ValueRefusedError("too-many-aliases", text)
            known.append(text)
        elif not self._description:
            self._description = text

    def node(self, options: GraphReadOptions) -> Node | RelationName | None:
        """The entity, or the relation if the subject is a property of Wikidata with a label."""
        languages = (*options.languages, "")
        chosen = next((language for language in languages if self._labels.get(language)), "")
        label = self._labels.get(chosen, "")
        if self.subject.startswith(f"{ENTITY}P"):
            return RelationName(short_id(self.subject), label) if label else None
        used = [options.language, *(other for other in options.fallbacks if other == "mul"), chosen, ""]
        names = [self._labels.get("mul", "")] if "mul" in used else []
        for language in dict.fromkeys(used):
            names.extend(self._aliases.get(language, ()))
        aliases = names_of(label, names)
        types, supertypes = tuple(self.types), tuple(self.supertypes)
        return Node(short_id(self.subject), label, self._description, "", aliases, types, supertypes)


def _detect(path: Path) -> bool:
    return plain_suffix(path) in (".nt", ".ntriples")


def read_ntriples(path: Path, options: GraphReadOptions, resume: Position | None = None) -> Iterator[Item]:
    """Names and statements. Lost: `bad-line`; counted: `other-language`, `other-site`, `other-predicate`,
    `about-relation`, `lexeme`, and what `literals` says."""
    reading = _Reading(readable_name(path.name), options, resume)
    for item in lines_of(path, options.limits, resume):
        if isinstance(item, FileLine):
            yield from reading.line(item)
        else:
            yield from reading.between(item)
    yield from reading.end()


def read_columns(path: Path, options: GraphReadOptions, resume: Position | None = None) -> Iterator[Item | ItemColumns]:
    """What `read_ntriples` yields, Wikidata's statements between items as columns."""
    reading = _Reading(readable_name(path.name), options, resume)
    for item in blocks_of(path, options.limits, resume):
        if isinstance(item, LineBlock):
            yield from reading.block(item)
        elif isinstance(item, FileLine):
            yield from reading.line(item)
        else:
            yield from reading.between(item)
    yield from reading.end()


class _Reading:
    """The way through a file: the entity at hand, what was left out, and the position that waits for its end."""

    def __init__(self, name: str, options: GraphReadOptions, resume: Position | None) -> None:
        self._name = name
        self._options = options
        self._losses = LossCounter(name)
        self._titles = page_titles(options.site)
        self._languages = frozenset((*options.languages, ""))
        self._group: _Group | None = None
        self._due = False  # a position waits until the entity before it is told
        self._last = Position(0, 0) if resume is None else resume
        self._tails: dict[bytes, bool] = {}

    def between(self, item: Loss | Position) -> Iterator[Item]:
        """What stands between lines."""
        if isinstance(item, Loss):
            yield item
            return
        self._due, self._last = True, item
        if self._group is None:
            yield from self._told(item)

    def end(self) -> Iterator[Item]:
        """What is told once there are no more lines."""
        if self._group is not None:
            yield from filter(None, [self._group.node(self._options)])
        if self._due:
            yield from self._told(self._last)

    def _told(self, position: Position) -> Iterator[Item]:
        yield from self._losses.told()
        yield position
        self._due = False

    def line(self, line: FileLine) -> Iterator[Item]:
        """What a line tells, and what ends with it."""
        if other_language(line.text, self._languages):
            self._losses.add(line.number, "other-language")
            return
        triple = _parsed(line.text)
        if triple is None:
            if (text := line.text.strip()) and not text.startswith(b"#"):
                yield Loss(f"{self._name}:{line.number}", "bad-line", shown(text))
            return
        group, options = self._group, self._options
        if group is not None and (group.subject != triple.subject or group.lines >= _LONGEST):
            yield from filter(None, [group.node(options)])
            self._group = group = None
            if self._due:
                yield from self._told(line.before)
        try:
            page = (
                triple.predicate == _ABOUT and isinstance(triple.object, str) and _page(triple, self._titles, options)
            )
            if page:
                yield page
                return
            _known_subject(triple)
            self._group = group = group or _Group(triple.subject)
            group.lines += 1
            statement = _told(triple, group, options)
            if statement is not None:
                yield statement
        except ValueRefusedError as refused:
            self._losses.add(line.number, refused.reason, refused.detail)

    def block(self, block: LineBlock) -> Iterator[Item | ItemColumns]:
        """What the lines of a block tell. Most lines of Wikidata are names in other languages, and say of the item that
        was spoken of before that it is linked to another one, or has an external identifier: they need no parsing."""
        known = self._options.limits.name_characters >= _LONGEST_CODE
        group, offset = self._group, block.offset
        others, strings, links = _Run("other-language"), _Run("plain-string"), _Links()
        for number, raw in enumerate(io.BytesIO(block.data), block.number):
            at = raw.rfind(b'"@', max(0, len(raw) - LONGEST_TAIL))
            if at >= 0 and self._is_other(raw[at:]):
                others.count, others.line = others.count + 1, number
            elif (
                group is not None
                and group.lines < _LONGEST
                and (match := _SAID.fullmatch(raw))
                and match[1] == group.item
                and (match[3] or (raw.isascii() and not self._options.strings))
                and known
            ):
                group.lines += 1
                if match[3] is None:
                    strings.count, strings.line, strings.text = strings.count + 1, number, match[4]
                else:
                    links.add(group, match[2].decode(), match[3].decode())
            else:
                others.tell(self._losses)
                strings.tell(self._losses)
                if self._due:  # the line may end what a position waits for
                    yield from links.take()
                yield from self.line(FileLine(number, raw, offset))
                group = self._group
            offset += len(raw)
        others.tell(self._losses)
        strings.tell(self._losses)
        yield from links.take()

    def _is_other(self, tail: bytes) -> bool:
        """`other_language` of what a line ends with."""
        is_other = self._tails.get(tail)
        if is_other is None:
            is_other = other_language(tail, self._languages)
            if len(self._tails) < _REMEMBERED:
                self._tails[tail] = is_other
        return is_other


class _Run:
    """Losses of one reason, to be told at once: how many, the line of the last one, and its text."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.count = self.line = 0
        self.text = b""

    def tell(self, losses: LossCounter) -> None:
        """Count them."""
        if self.count:
            losses.add(self.line, self.reason, self.text[:100].decode("ascii"), self.count)
            self.count = 0


class _Links:
    """Statements between items."""

    def __init__(self) -> None:
        self._columns: tuple[list[str], list[str], list[str]] = ([], [], [])

    def add(self, group: _Group, relation: str, target: str) -> None:
        """That the item of the group is linked to another, which may be its type."""
        if relation == INSTANCE_OF:
            group.types[target] = None
        elif relation == SUBCLASS_OF:
            group.supertypes[target] = None
        subjects, relations, targets = self._columns
        subjects.append(short_id(group.subject))
        relations.append(relation)
        targets.append(target)

    def take(self) -> Iterator[ItemColumns]:
        """Those that were added since the last time."""
        import pyarrow as pa

        if self._columns[0]:
            yield ItemColumns("statements", tuple([pa.array(column, pa.string()) for column in self._columns]))
            self._columns = ([], [], [])


def _parsed(line: bytes) -> ParsedTriple | None:
    try:
        return parse(line.decode("utf-8").rstrip("\r\n"))
    except UnicodeDecodeError:
        return None


def _page(triple: ParsedTriple, titles: tuple[str, ...], options: GraphReadOptions) -> Node | None:
    """What `schema:about` tells: the page of an entity. RefusedError `other-site`."""
    if not triple.subject.startswith("https://"):
        return None
    title = title_of(triple.subject, titles)
    if not title:
        raise ValueRefusedError("other-site", triple.subject)
    most = options.limits.name_characters
    return Node(one_line(short_id(str(triple.object)), most), page=one_line(title, most))


def _known_subject(triple: ParsedTriple) -> None:
    """RefusedError for what speaks of pages, of dumps and of lexemes, not of things."""
    subject, predicate = triple.subject, triple.predicate
    if subject.startswith(f"{ENTITY}L"):
        raise ValueRefusedError("lexeme", subject)
    page = subject.startswith("https://") and (predicate in _OF_PAGES or triple.object == _ARTICLE)
    if page or (is_wikidata(subject) and not subject.startswith((f"{ENTITY}Q", f"{ENTITY}P"))):
        raise ValueRefusedError("other-predicate", predicate)


def _told(triple: ParsedTriple, group: _Group, options: GraphReadOptions) -> Triple | None:
    """The statement of a triple, None for a name or a type of another vocabulary, which go into the group."""
    most = options.limits.name_characters
    subject, predicate, thing = triple
    if predicate in _TERMS and isinstance(thing, Literal):
        text = one_line(thing.text, None if predicate in _DESCRIPTIONS else most)
        group.name(predicate, thing.language, text, options.limits.aliases)
        return None
    wikidata = is_wikidata(subject)
    if wikidata and not predicate.startswith(_DIRECT):
        raise ValueRefusedError("other-predicate", predicate)
    if subject.startswith(f"{ENTITY}P"):
        raise ValueRefusedError("about-relation", subject)
    relation = one_line(predicate.removeprefix(_DIRECT), most)
    value = object_of(thing, options, wikidata=wikidata)
    if isinstance(value, str) and relation in (INSTANCE_OF, _RDF_TYPE):
        group.types[value] = None
    elif isinstance(value, str) and relation in (SUBCLASS_OF, _SUBCLASS):
        group.supertypes[value] = None
    if relation in (_RDF_TYPE, _SUBCLASS):
        return None
    return Triple(one_line(short_id(subject), most), relation, value)


READER = GraphReader(
    "ntriples",
    _detect,
    read_ntriples,
    "N-Triples: Wikidata's truthy dump, or any other graph",
    read_columns,
    usual=USUAL | {"other-datatype", "other-predicate", "other-site", "plain-string"},
)
