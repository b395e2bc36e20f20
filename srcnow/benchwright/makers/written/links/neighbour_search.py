"""Finds the neighbourhood of a source: the sources that are linked most closely to it, and to each other.

How closely two sources are linked is the sum over what they share, each kind of link by its strength and the less the
more sources share it. Sources are looked for in the groups of the seed, then in those of the neighbours chosen so far.
Near copies of each other are no neighbours: no question would need both.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchwright.makers.written.links.groups import LinkGroup
from benchwright.makers.written.links.neighbourhood import LinkKind, SharedLink, covers
from benchwright.records import Modalities, Modality

_LOOKED_AT = 12
"""Members of a group, of each kind of source, that are compared with a source: those around it. It keeps the work
linear."""
_NEAREST = 8
"""Of each kind of source, as many are kept for a source: more than are offered of it."""
_KEPT = 1 << 16
_LEAST = 0.5
"""Sources that are linked less closely share a name in passing, or the document."""
_ALIKE = 0.2
"""The same told of two things shares so much of its words (Jaccard), and counts the less the less it shares. Of a table
and a passage, which share few words anyway, it counts half."""
_SECOND = 0.5
"""What a link to a neighbour counts, beside one to the seed."""
_LINES = 8
"""Links that a writer is told."""
_COPY = {Modality.TEXT: 0.5, Modality.TABLE: 0.95, Modality.IMAGE: 0.95}
"""Sources that share so much of their words (Jaccard) say the same; tables of one form share all but their values."""


@dataclass(frozen=True, slots=True)
class SourceProfile:
    """What neighbours are chosen by: the source's id and kind, and its words without function words."""

    id: str
    modality: Modality
    words: frozenset[str]


class NeighbourSearch:
    """Finds neighbourhoods over one corpus, among the sources that `fits` has. `groups` are those that each source is
    in, `strengths` those of kinds of links: one that is not there does not count."""

    def __init__(
        self,
        profiles: Sequence[SourceProfile],
        fits: Sequence[bool],
        groups: Mapping[int, Sequence[LinkGroup]],
        strengths: Mapping[LinkKind, float],
    ) -> None:
        self._profiles = profiles
        self._fits = fits
        self._groups = groups
        self._strengths = strengths
        self._near = lru_cache(maxsize=_KEPT)(self._nearest)

    def find(self, seed: int, wants: Modalities, room: Modalities) -> tuple[list[int], float] | None:
        """The seed and its neighbours, the closest first, with the strength of their links: of each kind of source as
        many as `room` has, or all that are linked. None where they are fewer than a question needs."""
        left = {kind: getattr(room, kind.value) for kind in Modality}
        left[self._profiles[seed].modality] -= 1
        chosen, strength = [seed], 0.0
        pool: defaultdict[int, float] = defaultdict(float)
        self._add(pool, seed, 1.0, wants, left)
        while pool:
            best = min(pool, key=lambda at: (-pool[at], abs(at - seed), at))
            score, profile = pool.pop(best), self._profiles[best]
            if best in chosen or not left[profile.modality] or self._copies(best, chosen):
                continue
            chosen.append(best)
            strength += score / (1 + score)
            left[profile.modality] -= 1
            self._add(pool, best, _SECOND, wants, left)
        if not covers((self._profiles[at].modality for at in chosen), wants):
            return None
        return chosen, strength / max(1, len(chosen) - 1)

    def links_by(self, kind: LinkKind, chosen: Sequence[int], wants: Modalities) -> bool:
        """Whether a link of that kind is between two of the sources that one question can need."""
        return any(group.kind is kind and self._together(members, wants) for group, members in self._shared(chosen))

    def links(self, chosen: Sequence[int], wants: Modalities) -> tuple[SharedLink, ...]:
        """What links these sources, the strongest links first, between those that one question can need. A section is
        named where not all stand in it."""
        named: dict[str, tuple[tuple[int, float], LinkGroup, tuple[int, ...]]] = {}
        for group, members in self._shared(chosen):
            weight = self._strengths.get(group.kind, 0.0) * group.rarity
            everywhere = group.kind is LinkKind.SECTION and len(members) == len(chosen)
            if not self._together(members, wants) or everywhere or not group.bridge or not weight:
                continue
            known = named.get(group.bridge.casefold())
            if known is None or known[0] < (len(members), weight):
                named[group.bridge.casefold()] = (len(members), weight), group, members
        ranked = sorted(named.values(), key=lambda one: (-one[0][1], one[2]))
        return tuple(
            SharedLink(group.kind, group.bridge, tuple(self._profiles[at].id for at in members))
            for _, group, members in ranked[:_LINES]
        )

    def _shared(self, chosen: Sequence[int]) -> Iterator[tuple[LinkGroup, tuple[int, ...]]]:
        """The groups of these sources, each with those of them that it links; one that is about the bridge is first."""
        sharing: dict[int, tuple[LinkGroup, list[int]]] = {}
        for at in chosen:
            for group in self._groups.get(at, ()):
                sharing.setdefault(id(group), (group, []))[1].append(at)
        for group, listed in sharing.values():
            first = next((at for at in listed if at in group.owners), listed[0])
            yield group, (first, *(at for at in listed if at != first and self._counts(first, at, group)))

    def _together(self, members: Sequence[int], wants: Modalities) -> bool:
        """Whether one question can need two of the sources."""
        kinds = [self._profiles[at].modality for at in members]
        count: int = sum(min(kinds.count(kind), getattr(wants, kind.value)) for kind in Modality)
        return count > 1

    def _add(
        self, pool: defaultdict[int, float], at: int, share: float, wants: Modalities, left: Mapping[Modality, int]
    ) -> None:
        """What is linked to a source that one question can need beside it."""
        own = self._profiles[at].modality
        for kind, count in left.items():
            if count > 0 and getattr(wants, kind.value) > (kind is own):
                for other, score in self._near(at, kind):
                    pool[other] += share * score

    def _nearest(self, at: int, kind: Modality) -> tuple[tuple[int, float], ...]:
        """The sources of a kind that are linked most closely to one, and how closely."""
        scores: defaultdict[int, float] = defaultdict(float)
        for group in self._groups.get(at, ()):
            if weight := self._strengths.get(group.kind, 0.0) * group.rarity:
                for other in self._around(at, group.by_kind.get(kind, ())):
                    scores[other] += weight * self._counts(at, other, group)
        close = (item for item in scores.items() if item[1] >= _LEAST)
        return tuple(sorted(close, key=lambda item: (-item[1], abs(item[0] - at), item[0]))[:_NEAREST])

    def _around(self, at: int, members: Sequence[int]) -> Iterator[int]:
        """The members nearest to a source in the order of the corpus, but itself."""
        if len(members) > _LOOKED_AT:
            start = min(max(0, bisect_left(members, at) - _LOOKED_AT // 2), len(members) - _LOOKED_AT)
            members = members[start : start + _LOOKED_AT]
        return (one for one in members if one != at and self._fits[one])

    def _counts(self, one: int, other: int, group: LinkGroup) -> float:
        """How much a group's link counts between two of its members: 0 where it does not link them, and at most 1."""
        if group.owners and one not in group.owners and other not in group.owners:
            return 0.0
        if not group.things:
            return 1.0
        if group.things[one] & group.things[other]:
            return 0.0
        if self._profiles[one].modality is not self._profiles[other].modality:
            return 0.5
        alike = self._alike(one, other)
        return min(1.0, alike / _ALIKE) if alike >= group.least_alike else 0.0

    def _copies(self, at: int, chosen: Sequence[int]) -> bool:
        most = _COPY[self._profiles[at].modality]
        return any(self._alike(at, one) > most for one in chosen)

    def _alike(self, one: int, other: int) -> float:
        """How much of their words two sources share (Jaccard)."""
        words, others = self._profiles[one].words, self._profiles[other].words
        shared = len(words & others)
        return shared / max(1, len(words) + len(others) - shared)
