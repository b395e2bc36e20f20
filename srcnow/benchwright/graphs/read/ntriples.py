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
from functools import lru_cache, partial
from pathlib import Path

from benchwright.graphs.items import Item, ItemColumns, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.read.base import GraphReader, GraphReadOptions
from benchwright.graphs.read.file_lines import FileLine, LineBlock, blocks_of, excerpt, lines_of
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
"""Lines of one entity that are gathered at most before its names are yielded."""


_LONGEST_CODE = 20
_REMEMBERED = 10_000  # ends of lines

# A statement of Wikidata that needs no more looking at: an item, a direct property, an item or a plain string.
_SAID = re.compile(
    rb"<http://www\.wikidata\.org/entity/(Q[0-9]{1,18})> <http://www\.wikidata\.org/prop/direct/(P[0-9]{1,18})> "
    rb'(?:<http://www\.wikidata\.org/entity/(Q[0-9]{1,18})>|"([^"\\\r\n]*)") \.\n'
)


class _SubjectLines:
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
        """Raises ValueRefusedError `too-many-aliases`."""
        if predicate in _LABELS:
            self._labels.setdefault(language, text)
        elif predicate == _ALIAS:
            aliases = self._aliases.setdefault(language, [])
            if len(aliases) >= most:
                raise ValueRefusedError("too-many-aliases", text)
            aliases.append(text)
        elif not self._description:
            self._description = text

    def link(self, relation: str, target: str) -> None:
        """That the item is linked to another, which may be its type."""
        if relation in (INSTANCE_OF, _RDF_TYPE):
            self.types[target] = None
        elif relation in (SUBCLASS_OF, _SUBCLASS):
            self.supertypes[target] = None

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


def read_ntriples(
    path: Path, options: GraphReadOptions, resume: Position | None = None, *, columns: bool = False
) -> Iterator[Item | ItemColumns]:
    """Names and statements; with `columns` Wikidata's statements between items come many at once. Lost: `bad-line`;
    counted: `other-language`, `other-site`, `other-predicate`, `about-relation`, `lexeme`, and what `literals` says."""
    reading = _NTriplesReader(readable_name(path.name), options, resume)
    for item in (blocks_of if columns else lines_of)(path, options.limits, resume):
        if isinstance(item, LineBlock):
            yield from reading.block(item)
        elif isinstance(item, FileLine):
            yield from reading.line(item)
        else:
            yield from reading.between(item)
    yield from reading.end()


class _NTriplesReader:
    """The way through a file: the entity at hand, what was left out, and the position that waits for its end."""

    def __init__(self, name: str, options: GraphReadOptions, resume: Position | None) -> None:
        self._name = name
        self._options = options
        self._losses = LossCounter(name)
        self._titles = page_titles(options.site)
        self._group: _SubjectLines | None = None
        self._due = False  # a position waits until the entity before it is complete
        self._last = Position(0, 0) if resume is None else resume
        languages = frozenset((*options.languages, ""))
        self._ends_other = lru_cache(_REMEMBERED)(lambda end: other_language(end, languages))

    def between(self, item: Loss | Position) -> Iterator[Item]:
        """What stands between lines."""
        if isinstance(item, Loss):
            yield item
            return
        self._due, self._last = True, item
        if self._group is None:
            yield from self._at_position(item)

    def end(self) -> Iterator[Item]:
        """What remains once there are no more lines."""
        if self._group is not None:
            yield from filter(None, [self._group.node(self._options)])
        if self._due:
            yield from self._at_position(self._last)

    def _at_position(self, position: Position) -> Iterator[Item]:
        yield from self._losses.drain()
        yield position
        self._due = False

    def line(self, line: FileLine) -> Iterator[Item]:
        """What a line tells, and what ends with it."""
        if self._is_other(line.text):
            self._losses.add(line.number, "other-language")
            return
        triple = _parsed(line.text)
        if triple is None:
            if (text := line.text.strip()) and not text.startswith(b"#"):
                yield Loss(f"{self._name}:{line.number}", "bad-line", excerpt(text))
            return
        group, options = self._group, self._options
        if group is not None and (group.subject != triple.subject or group.lines >= _LONGEST):
            yield from filter(None, [group.node(options)])
            self._group = group = None
            if self._due:
                yield from self._at_position(line.before)
        try:
            page = (
                triple.predicate == _ABOUT and isinstance(triple.object, str) and _page(triple, self._titles, options)
            )
            if page:
                yield page
                return
            _known_subject(triple)
            self._group = group = group or _SubjectLines(triple.subject)
            group.lines += 1
            statement = _statement(triple, group, options)
            if statement is not None:
                yield statement
        except ValueRefusedError as refused:
            self._losses.add(line.number, refused.reason, refused.detail)

    def _is_other(self, line: bytes) -> bool:
        """`other_language`, which need not look at the same end of a line twice."""
        at = line.rfind(b'"@', max(0, len(line) - LONGEST_TAIL))
        return at >= 0 and self._ends_other(line[at:])

    def block(self, block: LineBlock) -> Iterator[Item | ItemColumns]:
        """What the lines of a block tell. Most lines of Wikidata are names in other languages, and say of the item that
        was spoken of before that it is linked to another one, or has an external identifier: they need no parsing."""
        ids_fit = self._options.limits.name_characters >= _LONGEST_CODE
        group, offset = self._group, block.offset
        links: list[tuple[str, str, str]] = []
        for number, raw in enumerate(io.BytesIO(block.data), block.number):
            if self._is_other(raw):
                self._losses.add(number, "other-language")
            elif (
                group is not None
                and group.lines < _LONGEST
                and (match := _SAID.fullmatch(raw))
                and match[1] == group.item
                and (match[3] or (raw.isascii() and not self._options.strings))
                and ids_fit
            ):
                group.lines += 1
                if match[3] is None:
                    self._losses.add(number, "plain-string", match[4][:100].decode("ascii"))
                else:
                    links.append((short_id(group.subject), match[2].decode(), match[3].decode()))
                    group.link(*links[-1][1:])
            else:
                if self._due:  # the line may end what a position waits for
                    yield from _columns_of(links)
                yield from self.line(FileLine(number, raw, offset))
                group = self._group
            offset += len(raw)
        yield from _columns_of(links)


def _columns_of(links: list[tuple[str, str, str]]) -> Iterator[ItemColumns]:
    """Statements between items as columns; the list is empty then."""
    import pyarrow as pa

    if links:
        columns = tuple(pa.array(column, pa.string()) for column in zip(*links, strict=True))
        links.clear()
        yield ItemColumns("statements", columns)


def _parsed(line: bytes) -> ParsedTriple | None:
    try:
        return parse(line.decode("utf-8").rstrip("\r\n"))
    except UnicodeDecodeError:
        return None


def _page(triple: ParsedTriple, titles: tuple[str, ...], options: GraphReadOptions) -> Node | None:
    """What `schema:about` tells: the page of an entity. ValueRefusedError `other-site`."""
    if not triple.subject.startswith("https://"):
        return None
    title = title_of(triple.subject, titles)
    if not title:
        raise ValueRefusedError("other-site", triple.subject)
    most = options.limits.name_characters
    return Node(one_line(short_id(str(triple.object)), most), page=one_line(title, most))


def _known_subject(triple: ParsedTriple) -> None:
    """ValueRefusedError for what speaks of pages, of dumps and of lexemes, not of things."""
    subject, predicate = triple.subject, triple.predicate
    if subject.startswith(f"{ENTITY}L"):
        raise ValueRefusedError("lexeme", subject)
    page = subject.startswith("https://") and (predicate in _OF_PAGES or triple.object == _ARTICLE)
    if page or (is_wikidata(subject) and not subject.startswith((f"{ENTITY}Q", f"{ENTITY}P"))):
        raise ValueRefusedError("other-predicate", predicate)


def _statement(triple: ParsedTriple, group: _SubjectLines, options: GraphReadOptions) -> Triple | None:
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
    if isinstance(value, str):
        group.link(relation, value)
    if relation in (_RDF_TYPE, _SUBCLASS):
        return None
    return Triple(one_line(short_id(subject), most), relation, value)


READER = GraphReader(
    "ntriples",
    _detect,
    read_ntriples,
    partial(read_ntriples, columns=True),
    usual=USUAL | {"other-datatype", "other-predicate", "other-site", "plain-string"},
)
