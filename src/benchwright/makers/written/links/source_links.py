"""Knows of a corpus which sources go together: opened once over its sources and facts, asked for the sets of a cell.

Works without a model and without vectors, in time that grows with the corpus. What cannot carry a cell's question is
counted by reason, so that it can be told before anything is paid.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from benchwright.corpus.store import Corpus
from benchwright.english.language import ENGLISH
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.store import FactTable
from benchwright.makers.written.links.amounts import units_of
from benchwright.makers.written.links.groups import by_member, link_groups, subject_of
from benchwright.makers.written.links.linked_sources import CellSupply, LinkedSources, LinkKind
from benchwright.makers.written.links.names import NameIndex
from benchwright.makers.written.links.partners import PartnerSearch, SourceProfile
from benchwright.makers.written.links.screening import CorpusHabits, reason_against
from benchwright.prompts import Style
from benchwright.records import Modalities, Modality, Source
from benchwright.values import words_of

_KINDS = Vocabulary.of("benchwright.makers.written.links", "kinds")
_CELLS_KEPT = 64
_NO_NUMBERS = "without numbers"
_ROW_NUMBERS = "row:"
"""Relations that were read by the number of a row: their subjects are called "row 6"."""


@lru_cache(maxsize=1)
def open_links(corpus: Corpus, facts: FactTable) -> SourceLinks:
    """The links of the corpus. Those of the last one are kept: opening a large one takes seconds."""
    return SourceLinks(corpus, facts)


class SourceLinks:
    """The links of one corpus. Read-only once made."""

    def __init__(self, corpus: Corpus, facts: FactTable) -> None:
        self._sources = list(corpus.sources())
        habits = CorpusHabits.of(self._sources)
        self._reasons = [reason_against(source, habits) for source in self._sources]
        self._facts = facts
        self._supply = lru_cache(maxsize=_CELLS_KEPT)(self._find)

    def supply(self, style: Style, wants: Modalities, *, extras: int = 0) -> CellSupply:
        """The sets for questions of a style over these modalities, in the order of the corpus."""
        return self._supply(style.name, style.checks, wants, extras)

    def _find(self, style: str, checks: tuple[str, ...], wants: Modalities, extras: int) -> CellSupply:
        if "hops" in checks and wants.total < 2:
            return CellSupply((), 0, {}, {}, "a question in two steps needs two sources")
        numbers = "arithmetic" in checks
        asked = [kind for kind in Modality if getattr(wants, kind.value)]
        left_out: Counter[str] = Counter()
        seeds: list[int] = []
        for at, source in enumerate(self._sources):
            if source.modality not in asked:
                continue
            reason = self._reasons[at] or (_NO_NUMBERS if numbers and not self._countable(at, wants) else "")
            if reason:
                left_out[reason] += 1
            else:
                seeds.append(at)
        sets: list[LinkedSources] = []
        kinds = kinds_of(style, checks, wants)
        across = style in _KINDS.row("compares") and len(asked) > 1
        for seed in seeds:
            if wants.total == 1:
                sets.append(LinkedSources(self._sources[seed].id, bridge=subject_of(self._sources[seed])))
            else:
                sets += self._search.sets(seed, wants, kinds, same_unit=numbers, across=across, extras=extras)
        why = "" if sets else self._why(wants, kinds, seeds, dict(left_out.most_common()))
        started = {one.seed for one in sets}
        if len(started) < len(seeds):
            left_out["without a partner"] = len(seeds) - len(started)
        by_link = Counter(str(one.link) for one in sets)
        ranked = dict(left_out.most_common())
        return CellSupply(tuple(sets), len(started), dict(by_link.most_common()), ranked, why)

    def _countable(self, at: int, wants: Modalities) -> bool:
        """Whether a calculation can take something from the source; alone it needs two amounts of one unit. What is in
        a picture is not known."""
        source = self._sources[at]
        if source.modality is Modality.IMAGE:
            return True
        units = self._units[at]
        return bool(units) and (wants.total > 1 or max(units.values()) > 1)

    def _why(
        self, wants: Modalities, kinds: Sequence[LinkKind], seeds: Sequence[int], left_out: Mapping[str, int]
    ) -> str:
        for kind in Modality:
            count = sum(self._sources[at].modality is kind for at in seeds)
            if count < getattr(wants, kind.value):
                out = ", ".join(f"{number:,} {reason}" for reason, number in left_out.items())
                return f"the corpus has {count} {kind.value} sources that can carry it" + (f" ({out})" if out else "")
        named = ", ".join(map(str, kinds))
        return f"no {wants} of its {len(seeds):,} sources go together (links looked for: {named})"

    @cached_property
    def _units(self) -> list[Counter[str]]:
        return [units_of(source) for source in self._sources]

    @cached_property
    def _search(self) -> PartnerSearch:
        most = 2 + math.isqrt(len(self._sources))
        names = NameIndex.build(self._sources, self._subjects(), most)
        number = {key: place for place, key in enumerate(names.weights)}
        of_source: list[set[int]] = [set() for _ in self._sources]
        for key, place in number.items():
            for at in (*names.stated[key], *names.owned[key]):
                of_source[at].add(place)
        profiles = [
            SourceProfile(
                source.id,
                source.modality,
                (source.document, *source.place.headings),
                source.text,
                frozenset(words_of(source.text)) - ENGLISH,
                frozenset(of_source[at]),
                frozenset(self._units[at]),
                _columns(source),
                not self._reasons[at],
            )
            for at, source in enumerate(self._sources)
        ]
        groups = link_groups(self._sources, self._facts, names, most)
        members = {kind: by_member(groups.get(kind, ())) for kind in LinkKind}
        strengths = {LinkKind(kind): float(value) for kind, value in _KINDS.texts("strength").items()}
        return PartnerSearch(profiles, members, list(names.weights.values()), strengths)

    def _subjects(self) -> list[str]:
        rows = zip(self._facts.strings("relation"), self._facts.strings("subject"), strict=True)
        return [subject for relation, subject in rows if not relation.startswith(_ROW_NUMBERS)]


def _columns(source: Source) -> tuple[frozenset[str], ...]:
    """The words of each column's header, but that of the keys."""
    header = source.table.header[-1] if source.table is not None and source.table.header else ()
    named = (frozenset(word for word in words_of(cell) if len(word) > 2) - ENGLISH for cell in header[1:])
    return tuple(filter(None, named))


def kinds_of(style: str, checks: Sequence[str], wants: Modalities) -> tuple[LinkKind, ...]:
    """The kinds of links that sources of such a question may have."""
    if wants.total == 1:
        listed = _KINDS.row("alone")
    elif "hops" in checks:
        listed = _KINDS.row("hops")
    elif "arithmetic" in checks:
        listed = _KINDS.row("arithmetic")
    elif style in _KINDS.row("compares"):
        listed = _KINDS.row("parallel")
    else:
        listed = _KINDS.row("together")
    return tuple(map(LinkKind, listed))
