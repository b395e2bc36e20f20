"""Draw lines over a logarithmic scale of whole numbers as SVG, each line named at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchwright.publish.colours import COLOURS, DASHES, MARKERS, RULE
from benchwright.publish.geometry import curves
from benchwright.publish.safe_text import short_names
from benchwright.publish.svg import drawing, element, label, line


def line_chart(
    points_of: Mapping[str, Sequence[tuple[int, float]]],
    title: str,
    up: str,
    across: str,
    *,
    places: Mapping[str, int] | None = None,
    size: tuple[int, int] = (624, 320),
    names: int = 160,
) -> str:
    """Lines of (k, value 0..1) by name; `up` and `across` name the axes. `places` says which colour, dash and mark a
    line has (by default in order), `names` how many units of the width are for names. "" where no line has two points.
    """
    chart = curves(points_of, *size, names)
    if chart is None:
        return ""
    shown = short_names([one.system for one in chart.lines], max(8, names // 7))
    order = places or {name: place for place, name in enumerate(points_of)}
    middle = (chart.top + chart.bottom) / 2
    parts = [label(0, 0, up, "middle", transform=f"translate(10 {middle:g}) rotate(-90)")]
    for y, text in chart.up:
        parts += [line(chart.left, y, chart.right, y, RULE), label(chart.left - 6, y + 4, text, "end")]
    for x, text in chart.across:
        parts += [line(x, chart.bottom, x, chart.bottom + 4), label(x, chart.bottom + 16, text, "middle")]
    for one in chart.lines:
        place = order.get(one.system, 0)
        colour, dash = COLOURS[place % len(COLOURS)], DASHES[place % len(DASHES)]
        strokes = {"stroke": colour, "stroke_width": "1.5", "stroke_dasharray": dash or "none"}
        path = element("path", d=one.path, fill="none", **strokes)
        marks = [
            element("path", d=MARKERS[place % len(MARKERS)], fill=colour, transform=f"translate({x:g} {y:g})")
            for x, y in one.points
        ]
        parts += [path, *marks, label(chart.right + 10, one.label_y + 4, shown[one.system])]
    parts.append(label((chart.left + chart.right) / 2, chart.height - 6, across, "middle"))
    return drawing(chart.width, chart.height, title, parts)
