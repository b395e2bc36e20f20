"""Finds the sets of sources that can carry a question of one cell, from the groups that its sources are in.

A seed's partners come out of one group, the nearest first: those that share most rare names with it, and stand near it.
Near copies of each other make no set: the question would not need both.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from benchwright.makers.written.links.groups import LinkGroup
from benchwright.makers.written.links.linked_sources import LinkedSources, LinkKind
from benchwright.makers.written.links.statements import states
from benchwright.records import Modalities, Modality

SETS_A_SEED = 3
"""Sets that one source starts; more are rarely needed, and are weaker."""
_GROUPS_TRIED = 6
_LOOKED_AT = 12
"""Members of a group that are compared with a seed: those around it. It keeps the work linear."""
_BY_NAME = frozenset({LinkKind.NAME, LinkKind.ROW, LinkKind.BRIDGE})
_COPY = {Modality.TEXT: 0.5, Modality.TABLE: 0.95, Modality.IMAGE: 0.95}
"""Sources that share so much of their words (Jaccard) say the same; tables of one form share all but their values."""


@dataclass(frozen=True, slots=True)
class SourceProfile:
    """What partners are chosen by: the source's id and kind, its section, words and rare names, and its units. `words`
    are without function words; `header` are those of a table's columns, but that of the keys."""

    id: str
    modality: Modality
    section: tuple[str, ...]
    text: str
    words: frozenset[str]
    names: frozenset[int]
    units: frozenset[str]
    header: tuple[frozenset[str], ...] = ()
    fits: bool = True


@dataclass(frozen=True, slots=True)
class PartnerSearch:
    """Chooses partners over one corpus. `weights` are those of names by number, `strengths` those of kinds of links."""

    profiles: Sequence[SourceProfile]
    groups: Mapping[LinkKind, Mapping[int, Sequence[LinkGroup]]]
    weights: Sequence[float]
    strengths: Mapping[LinkKind, float]

    def sets(
        self, seed: int, wants: Modalities, kinds: Sequence[LinkKind], *, same_unit: bool, across: bool, extras: int
    ) -> list[LinkedSources]:
        """The sets that the source starts, the strongest first. With `same_unit` all have amounts of one unit; `across`
        kinds of sources they tell the same of things. `extras` is how many further sources of each wanted kind of
        partners are offered."""
        found: dict[frozenset[str], LinkedSources] = {}
        for kind in kinds:
            for group in self.groups[kind].get(seed, ())[:_GROUPS_TRIED]:
                if not self._states(seed, group):
                    continue
                one = self._set(seed, group, wants, same_unit=same_unit, across=across, extras=extras)
                if one is not None:
                    known = found.get(frozenset(one.ids))
                    if known is None or known.strength < one.strength:
                        found[frozenset(one.ids)] = one
        return sorted(found.values(), key=lambda one: (-one.strength, one.ids))[:SETS_A_SEED]

    def _set(
        self, seed: int, group: LinkGroup, wants: Modalities, *, same_unit: bool, across: bool, extras: int
    ) -> LinkedSources | None:
        chosen = [seed]
        further: list[int] = []
        nearness = self._likeness if group.kind is LinkKind.PARALLEL else self._nearness
        for modality in Modality:
            missing = getattr(wants, modality.value) - (self.profiles[seed].modality is modality)
            if missing < 0:
                return None
            if not missing:
                continue
            around = self._around(seed, group.by_kind.get(modality, ()))
            fitting = [at for *_, at in sorted((-nearness(seed, at), abs(at - seed), at) for at in around)]
            taken = 0
            for at in fitting:
                if taken == missing:
                    break
                if self._goes_with(at, chosen, group, same_unit=same_unit, across=across):
                    chosen.append(at)
                    taken += 1
            if taken < missing:
                return None
            left = (at for at in fitting if at not in chosen)
            more = (at for at in left if self._goes_with(at, [seed], group, same_unit=same_unit, across=across))
            further += islice(more, extras)
        if group.owners and not group.owners.intersection(chosen):
            return None
        describing = self._describing(seed, chosen, group)
        if group.kind is LinkKind.BRIDGE and not describing:
            return None
        kind = LinkKind.UNIT if same_unit else group.kind
        near = sum(self._nearness(seed, at) for at in chosen[1:]) / max(1, len(chosen) - 1)
        return LinkedSources(
            self.profiles[seed].id,
            tuple(self.profiles[at].id for at in chosen[1:]),
            kind,
            group.bridge,
            tuple(self.profiles[at].id for at in describing),
            tuple(self.profiles[at].id for at in further),
            self.strengths[kind] * self.strengths[group.kind] * (1 + near / (1 + near)),
        )

    def _around(self, seed: int, members: Sequence[int]) -> Iterator[int]:
        """The members nearest to the seed in the order of the corpus, but itself."""
        if len(members) > _LOOKED_AT:
            at = bisect_left(members, seed)
            start = min(max(0, at - _LOOKED_AT // 2), len(members) - _LOOKED_AT)
            members = members[start : start + _LOOKED_AT]
        return (one for one in members if one != seed and self.profiles[one].fits)

    def _nearness(self, one: int, other: int) -> float:
        """How rare the names are that two sources share, in all."""
        return sum(self.weights[name] for name in self.profiles[one].names & self.profiles[other].names)

    def _likeness(self, one: int, other: int) -> float:
        """How alike the words are in which two sources tell of different things."""
        return _shared(self.profiles[one].words, self.profiles[other].words)

    def _states(self, at: int, group: LinkGroup) -> bool:
        """Whether the source says something about what links the group, and does not just refer to it."""
        profile = self.profiles[at]
        if group.kind not in _BY_NAME or at in group.owners or profile.modality is not Modality.TEXT:
            return True
        return states(profile.text, group.bridge)

    def _goes_with(self, at: int, chosen: Sequence[int], group: LinkGroup, *, same_unit: bool, across: bool) -> bool:
        profile = self.profiles[at]
        others = [self.profiles[one] for one in chosen]
        most = _COPY[profile.modality]
        if any(not group.least_alike <= _shared(profile.words, other.words) <= most for other in others):
            return False
        if not self._states(at, group):
            return False
        if across and not any(_same_attribute(profile, other) for other in others):
            return False
        if same_unit and not profile.units.intersection(*(other.units for other in others)):
            return False
        if group.things and any(group.things[at] & group.things[one] for one in chosen):
            return False
        return group.kind is not LinkKind.BRIDGE or not any(_within(profile.section, other.section) for other in others)

    def _describing(self, seed: int, chosen: Sequence[int], group: LinkGroup) -> list[int]:
        """Of a bridge's sources those that single it out: the ones that are not about it. Where all are, it is the
        tables, for a row tells one thing from the others, else the partners."""
        if group.kind is not LinkKind.BRIDGE:
            return []
        apart = [at for at in chosen if at not in group.owners]
        tables = [at for at in chosen if self.profiles[at].modality is Modality.TABLE]
        for side in (apart, tables, list(chosen[1:])):
            if 0 < len(side) < len(chosen):
                return side
        return []


def _within(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one of two sections is the other, or a part of it."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """How much of their words two sources share (Jaccard)."""
    shared = len(one & other)
    return shared / max(1, len(one) + len(other) - shared)


def _same_attribute(one: SourceProfile, other: SourceProfile) -> bool:
    """Whether two sources of different kinds tell the same of things: the text has amounts, and the words of one of
    the table's columns. What is in a picture is not known."""
    if Modality.IMAGE in (one.modality, other.modality) or one.modality is other.modality:
        return True
    text, table = (one, other) if other.header else (other, one)
    return bool(text.units) and any(column <= text.words for column in table.header)
