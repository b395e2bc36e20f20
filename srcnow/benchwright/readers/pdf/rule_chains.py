"""Find horizontal rules that belong to one table, and which of them form frames with vertical rules."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from benchwright.readers.pdf.boxed_tables import RuleSpan


def chains_of(rules: Sequence[RuleSpan]) -> list[list[RuleSpan]]:
    """Rules of the same ends together, each from the top; two that lie close are one (a double rule)."""
    places: dict[tuple[int, int], list[list[RuleSpan]]] = {}
    chains: list[list[RuleSpan]] = []
    for rule in sorted(rules, key=lambda rule: (rule.at, rule.start)):
        key = round(rule.start / 4), round(rule.end / 4)
        near = [
            chain
            for across in (-1, 0, 1)
            for along in (-1, 0, 1)
            for chain in places.get((key[0] + across, key[1] + along), ())
            if abs(chain[0].start - rule.start) <= 4 and abs(chain[0].end - rule.end) <= 4
        ]
        if not near:
            chains.append([rule])
            places.setdefault(key, []).append(chains[-1])
        elif rule.at - near[0][-1].at > 4:
            near[0].append(rule)
    return [chain for chain in chains if len(chain) > 1]


def count_meeting(rule: RuleSpan, down: Sequence[RuleSpan], places: Sequence[float]) -> int:
    """How many rules down meet one across between its ends."""
    beside = down[bisect_right(places, rule.start + 3) : bisect_left(places, rule.end - 3)]
    return sum(1 for other in beside if other.start - 3 <= rule.at <= other.end + 3)


def is_boxed(rule: RuleSpan, down: Sequence[RuleSpan], places: Sequence[float]) -> bool:
    """Whether rules down meet both ends of one across."""
    return all(
        any(
            other.start - 3 <= rule.at <= other.end + 3
            for other in down[bisect_left(places, end - 3) : bisect_right(places, end + 3)]
        )
        for end in (rule.start, rule.end)
    )


def have_sides(upper: RuleSpan, lower: RuleSpan, down: Sequence[RuleSpan], places: Sequence[float]) -> bool:
    """Whether rules down join two rules across at both ends: they are of one frame."""
    return all(
        any(
            other.start - 4 <= upper.at and lower.at <= other.end + 4
            for other in down[bisect_left(places, end - 3) : bisect_right(places, end + 3)]
        )
        for end in (upper.start, upper.end)
    )
