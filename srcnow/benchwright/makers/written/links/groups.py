"""Sorts the sources of a corpus into groups that share a link: an inverted index for each kind of link.

Whatever links sources has a key: the figure that passages refer to, a path of headings, an entity, a name, a relation
or a table's header. Neighbours are looked for in groups, never among all pairs.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.context import is_open
from benchwright.facts.store import FactTable
from benchwright.makers.written.links.names import NUMBERING, NameIndex, row_keys
from benchwright.makers.written.links.neighbourhood import LinkKind
from benchwright.records import Modality, Source
from benchwright.values import words_of

Things = Mapping[int, frozenset[str]]
"""Of each source what it tells of."""
_NOTHING: Things = MappingProxyType({})
_NO_KINDS: Mapping[Modality, tuple[int, ...]] = MappingProxyType({})
_COMPARED = Vocabulary.of("benchwright.makers.written.links", "parallel").words("compared_relations")
_SAME_PART, _LEAST_ALIKE = 0.06, 0.18
"""The same part of two things is told in some of the same words (Jaccard); what stands side by side under a heading is
of one kind only if it is told in like words."""
_SLOT = 3
"""A heading that stands in so many places names a part of every page ("Syntax"), not a thing."""


@dataclass(frozen=True, slots=True)
class LinkGroup:
    """Sources by position that share a link. `bridge` is what links them as people write it. Where `things` is given,
    two of them are linked if they are on different things, and share at least `least_alike` of their words (Jaccard);
    where `owners` are given, which are about the bridge, if it is one of them.
    `rarity` is 1 for a link of two sources, and less the more of them share it. `by_kind` are the members by modality,
    ascending."""

    kind: LinkKind
    bridge: str
    members: tuple[int, ...]
    owners: frozenset[int] = frozenset()
    things: Things = field(default_factory=lambda: _NOTHING)
    least_alike: float = 0.0
    rarity: float = 1.0
    by_kind: Mapping[Modality, tuple[int, ...]] = field(default_factory=lambda: _NO_KINDS)


def link_groups(
    sources: Sequence[Source], facts: FactTable, names: NameIndex, units: Sequence[Iterable[str]], most: int
) -> Iterator[LinkGroup]:
    """The groups, in an order that depends on the corpus alone. `units` are those of each source's amounts, `most` is
    how many sources may share a name or an entity that still links them."""
    position = {source.id: at for at, source in enumerate(sources)}
    for group in (
        *_referred(sources, position),
        *_sections(sources),
        *_facts(facts, position, most),
        *_names(names),
        *_parallel_facts(facts, sources, position),
        *_parallel_tables(sources, names),
        *_parallel_sections(sources),
        *_units(units),
    ):
        kinds: defaultdict[Modality, list[int]] = defaultdict(list)
        for member in sorted(group.members):
            kinds[sources[member].modality].append(member)
        rarity = math.log(1 + len(sources) / len(group.members)) / math.log(1 + len(sources) / 2)
        yield replace(group, rarity=rarity, by_kind={kind: tuple(listed) for kind, listed in kinds.items()})


def _referred(sources: Sequence[Source], position: Mapping[str, int]) -> Iterator[LinkGroup]:
    """Each figure or table with the passages that refer to it."""
    for at, source in enumerate(sources):
        passages = [position[one] for one in source.referred_by if one in position]
        if passages:
            yield LinkGroup(LinkKind.REFERRED, subject_of(source), (at, *passages), frozenset({at}))


def _sections(sources: Sequence[Source]) -> Iterator[LinkGroup]:
    """The sources under each heading of a document, with those under the headings below it; and all of a document."""
    under: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, source in enumerate(sources):
        for depth in range(len(source.place.headings) + 1):
            under[source.document, *source.place.headings[:depth]].append(at)
    for (_, *path), members in under.items():
        if len(members) > 1:
            yield LinkGroup(LinkKind.SECTION, path[-1] if path else sources[members[0]].title, tuple(members))


def _facts(facts: FactTable, position: Mapping[str, int], most: int) -> Iterator[LinkGroup]:
    """The sources of which facts are about one entity, or have it as their value."""
    about: defaultdict[str, dict[int, None]] = defaultdict(dict)
    shown: dict[str, str] = {}
    columns = (facts.strings(name) for name in ("entity", "subject", "target", "value", "source"))
    for entity, subject, target, value, source in zip(*columns, strict=True):
        if (at := position.get(source)) is None:
            continue
        about[entity][at] = None
        shown.setdefault(entity, subject)
        if target:
            about[target][at] = None
            shown.setdefault(target, value)
    for entity, members in about.items():
        if 2 <= len(members) <= most:
            yield LinkGroup(LinkKind.FACT, shown[entity], tuple(members))


def _names(names: NameIndex) -> Iterator[LinkGroup]:
    """The sources that share a name: as such; with those that are about it; with the tables that have a row of it."""
    for key, shown in names.shown.items():
        sharing, owned, rows = names.sharing(key), frozenset(names.owned[key]), frozenset(names.rows[key])
        yield LinkGroup(LinkKind.MENTION, shown, sharing)
        if owned:
            yield LinkGroup(LinkKind.NAME, shown, sharing, owned)
        if rows:
            yield LinkGroup(LinkKind.ROW, shown, sharing, rows)


def _units(units: Sequence[Iterable[str]]) -> Iterator[LinkGroup]:
    """The sources that have amounts of a unit."""
    having: defaultdict[str, list[int]] = defaultdict(list)
    for at, found in enumerate(units):
        for unit in found:
            having[unit].append(at)
    for unit, members in having.items():
        if len(members) > 1:
            yield LinkGroup(LinkKind.UNIT, unit.removeprefix("#"), tuple(members))


def _parallel_facts(facts: FactTable, sources: Sequence[Source], position: Mapping[str, int]) -> Iterator[LinkGroup]:
    """The sources that tell the same relation of subjects of one type. An open relation is the same in one document."""
    told: defaultdict[tuple[str, str, str], defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    columns = (facts.strings(name) for name in ("relation", "subject_type", "subject", "source"))
    for relation, type, subject, source in zip(*columns, strict=True):
        open = is_open(relation)
        if (at := position.get(source)) is not None and (not open or relation.partition(":")[0] in _COMPARED):
            told[relation, type, sources[at].document if open else ""][at].add(subject)
    for (relation, _, _), subjects in told.items():
        things = {at: frozenset(listed) for at, listed in subjects.items()}
        yield from _parallel(relation.partition(":")[2] or relation, things)


def _parallel_tables(sources: Sequence[Source], names: NameIndex) -> Iterator[LinkGroup]:
    """Tables with the same header, and the passages about things that such tables have a row of: what a
    passage tells of one thing is compared with another's row."""
    alike: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, source in enumerate(sources):
        header = source.table.header[-1] if source.table is not None and source.table.header else ()
        words = tuple(" ".join(words_of(cell)) for cell in header)
        if sum(map(bool, words)) >= 2:
            alike[words].append(at)
    for header, tables in alike.items():
        things: defaultdict[int, set[str]] = defaultdict(set)
        for at in tables:
            things[at].add(sources[at].id)
            for key in {tuple(words_of(cell)) for cell in row_keys(sources[at])}:
                things[at].add(" ".join(key))
                for owner in names.owned.get(key, ()):
                    if sources[owner].modality is Modality.TEXT:
                        things[owner].add(" ".join(key))
        yield from _parallel(", ".join(filter(None, header)), {at: frozenset(told) for at, told in things.items()})


def _parallel_sections(sources: Sequence[Source]) -> Iterator[LinkGroup]:
    """The same part of different things ("Syntax" of two commands), and things beside each other under one heading."""
    places: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for source in sources:
        for depth, heading in enumerate(source.place.headings):
            places[_plain(heading)].add((source.document, *source.place.headings[:depth]))
    slots: defaultdict[str, dict[int, frozenset[str]]] = defaultdict(dict)
    beside: defaultdict[tuple[str, ...], dict[int, frozenset[str]]] = defaultdict(dict)
    for at, source in enumerate(sources):
        *above, last = source.place.headings or ("",)
        if not last:
            continue
        if len(places[_plain(last)]) >= _SLOT:
            slots[_plain(last)][at] = frozenset({"\0".join((source.document, *above))})
        elif above:
            beside[source.document, *above][at] = frozenset({last})
    for heading, things in slots.items():
        yield from _parallel(heading, things, least_alike=_SAME_PART)
    for path, things in beside.items():
        yield from _parallel(path[-1], things, least_alike=_LEAST_ALIKE)


def _parallel(bridge: str, things: Things, least_alike: float = 0.0) -> Iterator[LinkGroup]:
    if len(set(things.values())) > 1:
        members = tuple(sorted(things))
        yield LinkGroup(LinkKind.PARALLEL, bridge, members, things=things, least_alike=least_alike)


def subject_of(source: Source) -> str:
    """What a source is about, in its document's words: an image's caption, a table's title, a passage's heading."""
    caption = source.image.caption if source.image is not None else ""
    last = source.place.headings[-1] if source.place.headings else ""
    if source.modality is Modality.TEXT and source.title and last and _plain(source.title) != _plain(last):
        return f"{' '.join(source.title.split())}: {' '.join(last.split())}"
    return next(
        (
            " ".join(one.split())
            for one in (caption, source.title if source.table else last, last, source.title)
            if one.strip()
        ),
        "",
    )


def _plain(heading: str) -> str:
    """A heading as it is compared, without its number."""
    return " ".join(words_of(NUMBERING.sub("", heading)))


def by_member(groups: Iterable[LinkGroup]) -> Mapping[int, Sequence[LinkGroup]]:
    """The groups that each source is in, the rarest first."""
    found: defaultdict[int, list[LinkGroup]] = defaultdict(list)
    for group in groups:
        for member in group.members:
            found[member].append(group)
    for listed in found.values():
        listed.sort(key=lambda group: (-group.rarity, len(group.members), group.bridge))
    return found
