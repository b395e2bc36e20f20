"""What of a knowledge base does not become an edge, counted apart: whole statements, and single ways to ask for one.

A statement is asked for once in each way that the book has for its relation, so that the two counts do not add up to
anything: 414 statements may make 828 ways to ask, and 755 of these may fall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LeftOut:
    """`statements` counts by reason what is asked for in no way, `ways` for each view, by reason, what it leaves out of
    the `asked` ways that there are to ask for the other statements, all views together."""

    statements: Mapping[str, int] = field(default_factory=dict)
    ways: tuple[Mapping[str, int], ...] = ()
    asked: int = 0

    @property
    def by_way(self) -> Mapping[str, int]:
        """What all views leave out, by reason."""
        return dict(sum(map(Counter, self.ways), Counter[str]()))

    @property
    def total(self) -> Mapping[str, int]:
        """All counts by reason, as a manifest tells them."""
        return dict(sorted((Counter(self.statements) + Counter(self.by_way)).items()))
