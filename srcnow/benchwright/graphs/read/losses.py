"""Count what a reader leaves out between two positions, by reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from benchwright.graphs.items import Loss, Position
from benchwright.graphs.read.graph_values import ValueRefusedError, names_of, one_line

T = TypeVar("T")


class LossCounter:
    """Counts statements left out by reason, so that a dump of a billion of them gives one `Loss` a reason and mark."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._counts: dict[str, int] = {}
        self._last: dict[str, tuple[int, str]] = {}

    def add(self, line: int, reason: str, detail: str = "", count: int = 1) -> None:
        """One more, or as many; `detail` is an example, the last one stands."""
        self._counts[reason] = self._counts.get(reason, 0) + count
        self._last[reason] = (line, detail)

    def cleaned(self, line: int, text: str, most: int | None) -> str:
        """`one_line`; "" for a text that it refuses, which is counted."""
        try:
            return one_line(text, most)
        except ValueRefusedError as refused:
            self.add(line, refused.reason, refused.detail)
            return ""

    def bounded_aliases(self, line: int, label: str, names: Iterable[str], most: int) -> tuple[str, ...]:
        """The first `most` of `names_of`; those beyond are counted as `too-many-aliases`."""
        aliases = names_of(label, names)
        for alias in aliases[most:]:
            self.add(line, "too-many-aliases", alias)
        return aliases[:most]

    def before_positions(self, stream: Iterable[T]) -> Iterator[T | Loss]:
        """A stream as it comes, with what was counted since the last position before each: a reader that resumes
        there need not count it again."""
        for item in stream:
            if isinstance(item, Position):
                yield from self.drain()
            yield item

    def join(self, later: LossCounter) -> None:
        """Count also what was counted of lines behind these."""
        for reason, count in later._counts.items():
            self._counts[reason] = self._counts.get(reason, 0) + count
        self._last |= later._last

    def drain(self) -> Iterator[Loss]:
        """What was counted since the last time, by reason."""
        for reason in sorted(self._counts):
            line, detail = self._last[reason]
            yield Loss(f"{self._name}:{line}", reason, detail, self._counts[reason])
        self._counts.clear()
        self._last.clear()
