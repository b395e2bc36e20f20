"""Draw a plain bar chart as SVG: counts by name, with their shares."""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.publish.svg import drawing, element, label, line

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 624, 288, 48, 48, 28


def bar_chart(title: str, across: str, names: Sequence[str], counts: Sequence[int]) -> str:
    """Bars from left to right with their shares above them. ValueError if there are not as many names as counts."""
    if len(names) != len(counts):
        raise ValueError(f"{len(names)} names for {len(counts)} counts")
    whole, most = sum(counts), max([*counts, 1])
    step = (_WIDTH - _LEFT) / max(len(names), 1)
    floor = _HEIGHT - _BOTTOM
    parts = [label(_LEFT, 14, title, font_size=12)]
    for place, (name, count) in enumerate(zip(names, counts, strict=True)):
        height = (floor - _TOP - 14) * count / most
        left, middle = _LEFT + place * step, _LEFT + (place + 0.5) * step
        parts += [
            element("rect", x=left + 0.1 * step, y=floor - height, width=0.8 * step, height=height, fill="#0072b2"),
            label(middle, floor - height - 4, f"{100 * count / whole:.1f}%" if whole else "", "middle"),
            label(middle, floor + 15, name, "middle"),
        ]
    parts.append(line(_LEFT, floor, _WIDTH, floor))
    parts.append(label((_LEFT + _WIDTH) / 2, _HEIGHT - 12, across, "middle"))
    return drawing(_WIDTH, _HEIGHT, title, parts)
