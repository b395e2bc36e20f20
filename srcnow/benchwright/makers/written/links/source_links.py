"""Knows of a corpus which sources go together: opened once, asked for the neighbourhoods of each cell.

Works without a model and without vectors, in time that grows with the corpus. What cannot carry a cell's question is
counted by reason, so that it can be told before anything is paid.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import islice

from benchwright.corpus.store import Corpus
from benchwright.english.language import ENGLISH
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.store import FactTable
from benchwright.makers.written.links.amounts import units_of
from benchwright.makers.written.links.groups import LinkGroup, by_member, link_groups
from benchwright.makers.written.links.names import Key, NameIndex
from benchwright.makers.written.links.neighbour_search import NeighbourSearch, SourceProfile
from benchwright.makers.written.links.neighbourhood import (
    MOST_OFFERED,
    CellSupply,
    LinkKind,
    Neighbourhood,
    covers,
    room,
)
from benchwright.makers.written.links.screening import CorpusHabits, reason_against
from benchwright.makers.written.links.statements import states
from benchwright.prompts import Style
from benchwright.records import Modalities, Modality
from benchwright.values import words_of

_STRENGTHS = Vocabulary.of("benchwright.makers.written.links", "strengths")
_STYLES = Vocabulary.of("benchwright.makers.written.links", "styles")
_CELLS_KEPT = 64
_MOST_NAMES = 8
"""Names that a writer may take its bridge from; the rarest are the most telling."""
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
        self._search = lru_cache(maxsize=None)(self._open_search)

    def supply(self, style: Style, wants: Modalities, most: int = MOST_OFFERED) -> CellSupply:
        """The neighbourhoods for questions of a style over these modalities, in the order of the corpus, with at most
        so many sources (more, if a question needs more)."""
        return self._supply(purpose_of(style), wants, most)

    def linked(self, style: Style, wants: Modalities, one: Neighbourhood) -> Neighbourhood:
        """The same neighbourhood, with what links its sources, and for a question in two steps with their names."""
        chosen, purpose = [self._position[id] for id in one.ids], purpose_of(style)
        if wants.total == 1:
            return one
        names = dict(islice(self._shared_names(chosen, wants), _MOST_NAMES)) if purpose == "hops" else {}
        return replace(one, links=self._search(purpose).links(chosen, wants), names=names)

    def _find(self, purpose: str, wants: Modalities, most: int) -> CellSupply:
        if purpose == "hops" and wants.total < 2:
            return CellSupply((), {}, "a question in two steps needs two sources")
        left_out: Counter[str] = Counter()
        seeds: list[int] = []
        for at, source in enumerate(self._sources):
            if not getattr(wants, source.modality.value):
                continue
            if reason := self._reason(at, purpose, wants.total == 1):
                left_out[reason] += 1
            else:
                seeds.append(at)
        around = [self._around(seed, purpose, wants, room(wants, most)) for seed in seeds]
        found = {frozenset(one.ids): one for one in reversed(around) if one is not None}  # the first seed of each stays
        why = "" if found else self._why(wants, seeds, left_out)
        left_out["without a partner"] = around.count(None)
        ranked = {reason: count for reason, count in left_out.most_common() if count}
        return CellSupply(tuple(reversed(found.values())), ranked, why)

    def _around(self, seed: int, purpose: str, wants: Modalities, offered: Modalities) -> Neighbourhood | None:
        """The seed with its neighbours; None where they cannot carry a question."""
        if wants.total == 1:
            return Neighbourhood(self._sources[seed].id)
        near = self._search(purpose).find(seed, wants, offered)
        if near is None:
            return None
        chosen, strength = near
        if purpose == "hops" and next(self._shared_names(chosen, wants), None) is None:
            return None
        if purpose == "arithmetic" and not self._share_unit(chosen, wants):
            return None
        first, *others = (self._sources[at].id for at in chosen)
        compared = purpose != "parallel" or self._search(purpose).links_by(LinkKind.PARALLEL, chosen, wants)
        return Neighbourhood(first, tuple(others), strength=strength, preferred=compared)

    def _shared_names(self, chosen: Sequence[int], wants: Modalities) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The names that at least two of the sources state that one question may need, the rarest first, each with the
        ids of these."""
        sharing: defaultdict[Key, list[int]] = defaultdict(list)
        for at in chosen:
            for key in self._names_of[at]:
                sharing[key].append(at)
        several = [(len(self._names.sharing(key)), key) for key, members in sharing.items() if len(members) > 1]
        for _, key in sorted(several):
            shown = self._names.shown[key]
            stating = [at for at in sharing[key] if self._states(at, key, shown)]
            kinds = Modalities.of(self._sources[at].modality for at in stating)
            if sum(min(getattr(kinds, kind.value), getattr(wants, kind.value)) for kind in Modality) >= 2:
                yield shown, tuple(self._sources[at].id for at in stating)

    def _states(self, at: int, key: Key, shown: str) -> bool:
        """Whether the source says something about the name, and does not just refer to it."""
        source = self._sources[at]
        return source.modality is not Modality.TEXT or at in self._names.owned[key] or states(source.text, shown)

    def _share_unit(self, chosen: Sequence[int], wants: Modalities) -> bool:
        """Whether enough of the sources have amounts of one unit. What is in a picture is not known."""
        kinds = {at: self._sources[at].modality for at in chosen}
        units = {unit for at in chosen for unit in self._units[at]}
        return any(
            covers((kind for at, kind in kinds.items() if kind is Modality.IMAGE or unit in self._units[at]), wants)
            for unit in units
        )

    def _reason(self, at: int, purpose: str, alone: bool) -> str:
        """Why the source carries no such question, "" if nothing speaks against it. A calculation over one source needs
        two amounts of one unit; what is in a picture is not known."""
        if purpose == "arithmetic" and not self._reasons[at] and self._sources[at].modality is not Modality.IMAGE:
            return "" if max(self._units[at].values(), default=0) > alone else _NO_NUMBERS
        return self._reasons[at]

    def _why(self, wants: Modalities, seeds: Sequence[int], left_out: Counter[str]) -> str:
        for kind in Modality:
            count = sum(self._sources[at].modality is kind for at in seeds)
            if count < getattr(wants, kind.value):
                out = ", ".join(f"{number:,} {reason}" for reason, number in left_out.most_common())
                return f"the corpus has {count} {kind.value} sources that can carry it" + (f" ({out})" if out else "")
        return f"no {wants} of its {len(seeds):,} sources go together"

    @cached_property
    def _units(self) -> list[Counter[str]]:
        return [units_of(source) for source in self._sources]

    @cached_property
    def _position(self) -> dict[str, int]:
        return {source.id: at for at, source in enumerate(self._sources)}

    @cached_property
    def _names(self) -> NameIndex:
        return NameIndex.build(self._sources, self._subjects(), self._most_sharing)

    @cached_property
    def _names_of(self) -> list[list[Key]]:
        found: list[list[Key]] = [[] for _ in self._sources]
        for key in self._names.shown:
            for at in self._names.sharing(key):
                found[at].append(key)
        return found

    @cached_property
    def _most_sharing(self) -> int:
        """How many sources may share a name or an entity that still links them."""
        return 2 + math.isqrt(len(self._sources))

    @cached_property
    def _groups(self) -> Mapping[int, Sequence[LinkGroup]]:
        return by_member(link_groups(self._sources, self._facts, self._names, self._units, self._most_sharing))

    @cached_property
    def _profiles(self) -> list[SourceProfile]:
        return [
            SourceProfile(source.id, source.modality, frozenset(words_of(source.text)) - ENGLISH)
            for source in self._sources
        ]

    def _open_search(self, purpose: str) -> NeighbourSearch:
        strengths = {LinkKind(kind): float(value) for kind, value in _STRENGTHS.texts(purpose).items()}
        fits = [not self._reason(at, purpose, False) for at in range(len(self._sources))]
        return NeighbourSearch(self._profiles, fits, self._groups, strengths)

    def _subjects(self) -> list[str]:
        rows = zip(self._facts.strings("relation"), self._facts.strings("subject"), strict=True)
        return [subject for relation, subject in rows if not relation.startswith(_ROW_NUMBERS)]


def purpose_of(style: Style) -> str:
    """What the sources of a style's questions are looked for: the check that the style declares, or comparison."""
    declared = [check for check in ("hops", "arithmetic") if check in style.checks]
    return declared[0] if declared else "parallel" if style.name in _STYLES.row("compares") else "together"
