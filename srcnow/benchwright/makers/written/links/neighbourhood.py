"""Define what a link between sources is, and the neighbourhoods of sources that questions are written from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from benchwright.records import Json, Modalities, Modality

MOST_OFFERED = 9
"""Sources that a writer chooses from: 4 texts and 4 tables are 16 pairs, and no more than 2,000 tokens where each is
shown with 800 characters."""
_FURTHER = {Modality.TEXT: 4, Modality.TABLE: 3, Modality.IMAGE: 2}
"""Sources of a kind beside those that the question needs. A table and above all a picture take more tokens than a
passage, which has 130 on the mean."""
_NO_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class LinkKind(StrEnum):
    """Why sources go together."""

    REFERRED = "referred"
    """A passage refers to a figure or a table."""
    SECTION = "section"
    """They stand under the same headings of one document."""
    FACT = "fact"
    """Facts were read from them about one entity."""
    NAME = "name"
    """One is about a name that the other states, and few others do."""
    MENTION = "mention"
    """Both state a name that few others do."""
    ROW = "row"
    """A name that heads a row of a table stands in the other source."""
    PARALLEL = "parallel"
    """They tell the same kind of thing of different subjects."""
    UNIT = "unit"
    """They have amounts of one unit."""


_PHRASES = {
    LinkKind.SECTION: "{ids}: in one section, {bridge!r}",
    LinkKind.PARALLEL: "{ids}: of different things, {bridge}",
    LinkKind.UNIT: "{ids}: amounts of {bridge}",
}
"""What links sources, as a writer is told it; else the name alone."""


@dataclass(frozen=True, slots=True)
class SharedLink:
    """A link that some sources share, by id. `bridge` is the name, heading or label that links them, as the sources
    write it. Of a reference, the first source is the one that the others refer to."""

    kind: LinkKind
    bridge: str
    ids: tuple[str, ...]

    def phrase(self, labels: Mapping[str, str]) -> str:
        """The link in a line: "S1, S4: NAT64"."""
        listed = [labels[one] for one in self.ids]
        if self.kind is LinkKind.REFERRED:
            return f"{', '.join(listed[1:])} {'refers' if len(listed) == 2 else 'refer'} to {listed[0]}"
        listed = [label for id, label in labels.items() if id in self.ids]
        return _PHRASES.get(self.kind, "{ids}: {bridge}").format(ids=", ".join(listed), bridge=self.bridge)


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The sources that a writer chooses from: a seed, and the sources that are linked most closely to it.

    For a question on one source it is the seed alone. `names` are those that at least two of the sources state, with
    the ids of these, for questions in two steps. `strength` tells how closely they are linked, more than 0 and up to
    1. Those without a link of the kind that the style needs are not `preferred`: they are tried last.
    """

    seed: str
    neighbours: tuple[str, ...] = ()
    links: tuple[SharedLink, ...] = field(default=(), compare=False)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NO_NAMES, compare=False)
    strength: float = field(default=1.0, compare=False)
    preferred: bool = field(default=True, compare=False)

    @property
    def ids(self) -> tuple[str, ...]:
        """All that a writer is shown, the seed first."""
        return (self.seed, *self.neighbours)

    def lines(self) -> Iterator[str]:
        """What links the sources, by their labels."""
        labels = {id: f"S{number}" for number, id in enumerate(self.ids, 1)}
        return (link.phrase(labels) for link in self.links)


def room(wants: Modalities, most: int = MOST_OFFERED) -> Modalities:
    """How many sources of each kind are offered at most for a question: those that it needs and some more, together no
    more than `most`; for a question on one source, that source."""
    if wants.total == 1:
        return wants
    further = {kind: count for kind, count in _FURTHER.items() if getattr(wants, kind.value)}
    while wants.total + sum(further.values()) > max(most, wants.total):
        further[max(further, key=lambda kind: further[kind])] -= 1
    return Modalities(**{kind.value: getattr(wants, kind.value) + count for kind, count in further.items()})


def covers(kinds: Iterable[Modality], wants: Modalities) -> bool:
    """Whether sources of these kinds are enough for a question."""
    have = Modalities.of(kinds)
    return all(getattr(have, kind.value) >= getattr(wants, kind.value) for kind in Modality)


@dataclass(frozen=True, slots=True)
class CellSupply:
    """What a cell can draw on: its neighbourhoods in the order of the corpus, and how many sources are out for which
    reason. `why` says in a line why there is none."""

    neighbourhoods: tuple[Neighbourhood, ...]
    left_out: Mapping[str, int]
    why: str = ""

    @property
    def mean_size(self) -> float:
        """How many sources a writer is offered."""
        return sum(len(one.ids) for one in self.neighbourhoods) / max(1, len(self.neighbourhoods))

    def to_json(self) -> Json:
        return {
            "neighbourhoods": len(self.neighbourhoods),
            "mean_size": round(self.mean_size, 1),
            "left_out": dict(self.left_out),
        }

    def __str__(self) -> str:
        """In a line, for people."""
        if not self.neighbourhoods:
            return self.why
        out = ", ".join(f"{count:,} {reason}" for reason, count in self.left_out.items())
        size = f", each with {self.mean_size - 1:.1f} linked sources" if self.mean_size > 1 else ""
        return f"{len(self.neighbourhoods):,} seeds{size}" + (f"; left out: {out}" if out else "")
