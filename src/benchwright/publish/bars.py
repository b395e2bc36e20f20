"""A plain bar chart as SVG, without any library: counts by name. The same counts give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 624, 288, 48, 48, 28


def bars(title: str, across: str, names: Sequence[str], counts: Sequence[int]) -> str:
    """Bars from left to right with their shares above them. ValueError if there are not as many names as counts."""
    if len(names) != len(counts):
        raise ValueError(f"{len(names)} names for {len(counts)} counts")
    whole, most = sum(counts), max([*counts, 1])
    step = (_WIDTH - _LEFT) / max(len(names), 1)
    floor = _HEIGHT - _BOTTOM
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" '
        f'font-size="11" fill="#222222" role="img" aria-label="{escape(title, {chr(34): "&quot;"})}">',
        f'<text x="{_LEFT}" y="14" font-size="12">{escape(title)}</text>',
    ]
    for place, (name, count) in enumerate(zip(names, counts, strict=True)):
        height = (floor - _TOP - 14) * count / most
        left, middle = _LEFT + place * step, _LEFT + (place + 0.5) * step
        drawn.append(
            f'<rect x="{left + 0.1 * step:.1f}" y="{floor - height:.1f}" width="{0.8 * step:.1f}" '
            f'height="{height:.1f}" fill="#0072b2"/>'
        )
        share = f"{100 * count / whole:.1f}%" if whole else ""
        drawn.append(f'<text x="{middle:.1f}" y="{floor - height - 4:.1f}" text-anchor="middle">{share}</text>')
        drawn.append(f'<text x="{middle:.1f}" y="{floor + 15}" text-anchor="middle">{escape(name)}</text>')
    drawn.append(f'<line x1="{_LEFT}" y1="{floor}" x2="{_WIDTH}" y2="{floor}" stroke="#222222"/>')
    drawn.append(
        f'<text x="{(_LEFT + _WIDTH) / 2:.1f}" y="{_HEIGHT - 12}" text-anchor="middle">{escape(across)}</text>'
    )
    return "\n".join([*drawn, "</svg>"]) + "\n"
