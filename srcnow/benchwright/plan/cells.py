"""Share a number of questions out over the cells of a plan. Knows no files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from benchwright.records import Modalities


@dataclass(frozen=True, slots=True)
class Cell:
    """One quota of a plan: `count` questions of one style over sources of these modalities, made by `maker`. A `list`
    cell also names a kind of list; without modalities, its evidence may have any."""

    style: str
    modalities: Modalities
    maker: str
    count: int
    kind: str = ""

    @property
    def key(self) -> str:
        """The cell without its count as canonical JSON. It identifies the cell in attempts, seeds and examples."""
        fields = {"maker": self.maker, "modalities": str(self.modalities), "style": self.style}
        if self.kind:
            fields["kind"] = self.kind
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    @property
    def label(self) -> str:
        """The cell in words: `multi-hop text+table`, `list intersection`."""
        return cell_label(self.key)


def cell_label(key: str) -> str:
    """The cell of this key as a person would name it: style, kind and modalities, as far as it has them."""
    fields = json.loads(key)
    return " ".join(filter(None, (fields["style"], fields.get("kind", ""), fields["modalities"])))


def share_out(total: int, weights: Sequence[int]) -> list[int]:
    """`total` shared out in proportion to `weights` by largest remainder (Hamilton); ties go to the earlier one.

    Raises ValueError if nothing has a weight.
    """
    whole = sum(weights)
    if whole <= 0:
        raise ValueError("nothing to share among")
    exact = [Fraction(total * weight, whole) for weight in weights]
    shares = [int(share) for share in exact]
    order = sorted(range(len(weights)), key=lambda index: (shares[index] - exact[index], index))
    for index in order[: total - sum(shares)]:
        shares[index] += 1
    return shares


def go_round(total: int, capacities: Sequence[int]) -> list[int]:
    """`total` dealt one by one round the places that still have room. The sum is smaller only if all are full."""
    dealt = [0] * len(capacities)
    left = total
    while left > 0:
        room = [index for index, capacity in enumerate(capacities) if dealt[index] < capacity]
        if not room:
            break
        # whole rounds at once: as many as the smallest room allows, at least the last partial one
        rounds = max(1, min(left // len(room), min(capacities[index] - dealt[index] for index in room)))
        for index in room[:left]:
            dealt[index] += rounds
        left -= rounds * min(len(room), left)
    return dealt
