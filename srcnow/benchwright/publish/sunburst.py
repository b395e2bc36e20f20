"""Draw how questions begin as a sunburst: a ring a word, from the first word inside to the fourth outside."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from benchwright.evaluate.question_prefixes import DEPTH, QuestionPrefix
from benchwright.publish.colours import COLOURS
from benchwright.publish.safe_text import line as on_one_line
from benchwright.publish.svg import drawing, element, label

_HOLE, _RING, _EDGE = 44.0, 72.0, 8.0
_LINE = 11.0
"""The height of a line of text: a narrower sector has no name."""
_LETTERS = 11
_OPACITIES = ("0.85", "0.6", "0.42", "0.28")


def prefix_sunburst(tree: QuestionPrefix, rings: int = DEPTH) -> str:
    """The drawing as SVG, of as many rings; "" without questions."""
    if not tree.count or not tree.next:
        return ""
    return _Sunburst(tree.count, rings).drawing(tree)


@dataclass(frozen=True, slots=True)
class _Sunburst:
    """A drawing of a number of questions in some rings."""

    whole: int
    rings: int

    @property
    def middle(self) -> float:
        return _HOLE + self.rings * _RING + _EDGE

    def drawing(self, tree: QuestionPrefix) -> str:
        number = f"{tree.count:,} question{'' if tree.count == 1 else 's'}"
        name = label(self.middle, self.middle + 4, number, "middle")
        title = f"First words of {number}"
        return drawing(2 * self.middle, 2 * self.middle, title, [*self.ring(tree, 0, 0.0, 1.0, ""), name])

    def ring(self, tree: QuestionPrefix, depth: int, start: float, end: float, colour: str) -> Iterator[str]:
        """The sectors of what follows `tree`, between `start` and `end` as shares of the circle."""
        at = start
        for place, one in enumerate(tree.next):
            to = at + (end - start) * one.count / tree.count
            fill = colour or COLOURS[place % len(COLOURS)]
            yield self.sector(one, depth, at, to, fill)
            yield from self.name(one.word, depth, at, to)
            if one.next and depth + 1 < self.rings:
                yield from self.ring(one, depth + 1, at, to, fill)
            at = to

    def point(self, radius: float, share: float) -> str:
        angle = 2 * math.pi * share - math.pi / 2
        return f"{self.middle + radius * math.cos(angle):.1f} {self.middle + radius * math.sin(angle):.1f}"

    def sector(self, one: QuestionPrefix, depth: int, start: float, end: float, fill: str) -> str:
        end = min(end, start + 0.9999)  # an arc that ends where it begins is not drawn
        inner, outer = _HOLE + depth * _RING, _HOLE + (depth + 1) * _RING
        large = int(end - start > 0.5)
        path = (
            f"M{self.point(inner, start)}L{self.point(outer, start)}"
            f"A{outer:g} {outer:g} 0 {large} 1 {self.point(outer, end)}"
            f"L{self.point(inner, end)}A{inner:g} {inner:g} 0 {large} 0 {self.point(inner, start)}Z"
        )
        told = on_one_line(f"{one.word}: {one.count:,} ({one.count / self.whole:.0%})", 80)
        return element(
            "path", element("title", escape(told)), d=path, fill=fill, fill_opacity=_OPACITIES[depth], stroke="white"
        )

    def name(self, word: str, depth: int, start: float, end: float) -> Iterator[str]:
        """The word along the middle of its sector, read outwards; nothing where the sector is too narrow."""
        radius, middle = _HOLE + (depth + 0.5) * _RING, (start + end) / 2
        if 2 * math.pi * radius * (end - start) < _LINE:
            return
        x, y = self.point(radius, middle).split()
        turn = 360 * middle - 90
        turn += 180 if middle > 0.5 else 0
        shown = on_one_line(word, _LETTERS)
        yield label(
            float(x), float(y), shown, "middle", dominant_baseline="middle", transform=f"rotate({turn:.1f} {x} {y})"
        )
