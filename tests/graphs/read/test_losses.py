"""What readers count between two positions."""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.graphs.items import Loss, Position
from benchwright.graphs.read.losses import LossCounter


def test_what_was_counted_comes_before_the_next_position_and_only_once() -> None:
    losses = LossCounter("kg.tsv")

    def lines() -> Iterator[str | Loss | Position]:
        yield "one"
        yield "two"
        yield Position(8, 2)
        yield Loss("kg.tsv:3", "encoding")
        yield Position(16, 4)
        yield "five"

    found = []
    for line, item in enumerate(losses.before_positions(lines()), 1):
        if item in ("one", "two"):
            losses.add(line, "empty-cell", str(item))
        found.append(item)
    assert found == [
        "one",
        "two",
        Loss("kg.tsv:2", "empty-cell", "two", 2),
        Position(8, 2),
        Loss("kg.tsv:3", "encoding"),
        Position(16, 4),
        "five",
    ]
