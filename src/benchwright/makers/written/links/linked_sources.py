"""Define what a link between sources is, and the sets of sources that questions are written from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from benchwright.records import Json


class LinkKind(StrEnum):
    """Why sources go together."""

    OWN = "own"
    """One source alone."""
    REFERRED = "referred"
    """A passage refers to a figure or a table."""
    SECTION = "section"
    """They stand under the same headings of one document."""
    FACT = "fact"
    """Facts were read from them about one entity."""
    NAME = "name"
    """They share a name that few sources have."""
    ROW = "row"
    """A name that heads a row of a table stands in the other source."""
    PARALLEL = "parallel"
    """They tell the same kind of thing of different subjects."""
    UNIT = "unit"
    """They have amounts of one unit, and another link."""
    BRIDGE = "bridge"
    """Both state an entity: one tells something about it, the other singles it out."""


@dataclass(frozen=True, slots=True)
class LinkedSources:
    """Sources that can carry one question: the seed, its partners, and the link between them.

    `bridge` is the name, heading or label that links them as the sources write it, "" where nothing names it.
    `describing` are those of them that single the bridge out, for a question in two steps; the others tell something
    about it. `extras` are further sources of the same link, offered so that a writer can choose.
    """

    seed: str
    partners: tuple[str, ...] = ()
    link: LinkKind = LinkKind.OWN
    bridge: str = ""
    describing: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    strength: float = field(default=1.0, compare=False)

    @property
    def ids(self) -> tuple[str, ...]:
        """The seed and its partners."""
        return (self.seed, *self.partners)

    @property
    def answering(self) -> tuple[str, ...]:
        """The sources that tell something about the bridge."""
        return tuple(one for one in self.ids if one not in self.describing)

    @property
    def offered(self) -> tuple[str, ...]:
        """All that a writer is shown, the seed first."""
        return (*self.ids, *self.extras)


@dataclass(frozen=True, slots=True)
class CellSupply:
    """What a cell can draw on: its sets in the order in which attempts take them, how many seeds and sets of which link
    there are, and how many sources are out for which reason. `why` says in a line why there is no set."""

    sets: tuple[LinkedSources, ...]
    seeds: int
    by_link: Mapping[str, int]
    left_out: Mapping[str, int]
    why: str = ""

    def to_json(self) -> Json:
        return {
            "sets": len(self.sets),
            "seeds": self.seeds,
            "by_link": dict(self.by_link),
            "left_out": dict(self.left_out),
        }

    def __str__(self) -> str:
        """In a line, for people."""
        if not self.sets:
            return self.why
        links = ", ".join(f"{count:,} {kind}" for kind, count in self.by_link.items())
        out = ", ".join(f"{count:,} {reason}" for reason, count in self.left_out.items())
        return f"{len(self.sets):,} sets from {self.seeds:,} seeds ({links})" + (f"; left out: {out}" if out else "")
