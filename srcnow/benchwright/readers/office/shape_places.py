"""The shapes of a slide get boxes as fractions of the slide, and are sorted in reading order.

A placeholder without a place of its own takes that of its layout, or of the layout's master. A group has a coordinate
system of its own for what is inside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from benchwright.readers.base import Box
from benchwright.readers.office.markup import child, number
from benchwright.readers.office.package import Link, Package

_BAND = 0.04
"""Shapes whose tops are less than this part of the slide's height apart stand in one row."""


@dataclass(frozen=True, slots=True)
class GroupFrame:
    """A group's coordinates -> the slide's: multiplied by `scale`, then moved by `shift` (both horizontal, vertical;
    lengths in English Metric Units, 914,400 an inch)."""

    shift: tuple[float, float] = (0.0, 0.0)
    scale: tuple[float, float] = (1.0, 1.0)


def frame_of(group: Element, outer: GroupFrame) -> GroupFrame:
    """The coordinates inside a group that itself stands in `outer`."""
    place = child(group, "p:grpSpPr", "a:xfrm")
    if place is None:
        return outer
    left, top = _pair(child(place, "a:off"), "x", "y")
    width, height = _pair(child(place, "a:ext"), "cx", "cy")
    inner_left, inner_top = _pair(child(place, "a:chOff"), "x", "y")
    inner_width, inner_height = _pair(child(place, "a:chExt"), "cx", "cy")
    across = width / inner_width if inner_width else 1.0
    down = height / inner_height if inner_height else 1.0
    return GroupFrame(
        (
            outer.shift[0] + outer.scale[0] * (left - inner_left * across),
            outer.shift[1] + outer.scale[1] * (top - inner_top * down),
        ),
        (outer.scale[0] * across, outer.scale[1] * down),
    )


def in_reading_order(shapes: Sequence[tuple[Box, Element]]) -> list[tuple[Box, Element]]:
    """Rows from top to bottom, each from left to right; the file's order decides between equals."""
    rows: list[list[tuple[Box, Element]]] = []
    for shape in sorted(shapes, key=lambda shape: shape[0][1]):
        if not rows or shape[0][1] - rows[-1][0][0][1] >= _BAND:
            rows.append([])
        rows[-1].append(shape)
    return [shape for row in rows for shape in sorted(row, key=lambda shape: shape[0][0])]


@dataclass(slots=True)
class ShapePlaces:
    """Boxes of shapes on slides of one size, and the placeholders of the layouts that they take them from."""

    package: Package
    width: int
    height: int
    _layouts: dict[str, Mapping[str, Element]] = field(default_factory=dict)

    def layout_of(self, links: Mapping[str, Link]) -> Mapping[str, Element]:
        """The placeholders (by index and by type) that a slide with these relationships takes places from."""
        link = next((link for link in links.values() if link.kind == "slideLayout" and not link.external), None)
        if link is None or link.target not in self.package:
            return {}
        if link.target not in self._layouts:
            masters = self.package.links(link.target).values()
            master = next((one for one in masters if one.kind == "slideMaster" and not one.external), None)
            held: dict[str, Element] = {}
            for part in (master, link):
                if part is not None and part.target in self.package:
                    held.update(_holders(self.package.xml(part.target), numbered=part is link))
            self._layouts[link.target] = held
        return self._layouts[link.target]

    def box_of(self, shape: Element, frame: GroupFrame, layout: Mapping[str, Element]) -> Box:
        """The shape's box, cut at the slide's edges and rounded to 4 decimals; the whole slide where none is told."""
        place = _place(shape)
        holder = next(shape.iter("p:ph"), None) if shape.tag in {"p:sp", "p:pic", "p:graphicFrame"} else None
        if place is None and holder is not None:
            index, kind = holder.get("idx"), holder.get("type") or "body"
            same = layout.get(f"#{index}") if index is not None else None
            place = same if same is not None else layout.get(kind if kind != "ctrTitle" else "title")
            frame = GroupFrame()
        if place is None:
            return (0.0, 0.0, 1.0, 1.0)
        left, top = _pair(child(place, "a:off"), "x", "y")
        width, height = _pair(child(place, "a:ext"), "cx", "cy")
        x0 = (frame.shift[0] + frame.scale[0] * left) / self.width
        y0 = (frame.shift[1] + frame.scale[1] * top) / self.height
        x1 = x0 + frame.scale[0] * width / self.width
        y1 = y0 + frame.scale[1] * height / self.height
        return _cut(min(x0, x1)), _cut(min(y0, y1)), _cut(max(x0, x1)), _cut(max(y0, y1))


def _holders(root: Element, numbered: bool) -> dict[str, Element]:
    """Type (and index, if `numbered`) of every placeholder that has a place -> its place."""
    result: dict[str, Element] = {}
    for shape in root.iter("p:sp"):
        holder, place = next(shape.iter("p:ph"), None), _place(shape)
        if holder is None or place is None:
            continue
        kind = holder.get("type") or "body"
        result.setdefault("title" if kind == "ctrTitle" else kind, place)
        if numbered and (index := holder.get("idx")) is not None:
            result.setdefault(f"#{index}", place)
    return result


def _place(shape: Element) -> Element | None:
    for path in (("p:spPr", "a:xfrm"), ("p:xfrm",), ("p:grpSpPr", "a:xfrm")):
        result = child(shape, *path)
        if result is not None and child(result, "a:ext") is not None:
            return result
    return None


def _pair(element: Element | None, one: str, two: str) -> tuple[int, int]:
    if element is None:
        return 0, 0
    return number(element.get(one), 0), number(element.get(two), 0)


def _cut(share: float) -> float:
    # Scales of groups in groups may overflow: what is then no number is the edge.
    return round(min(max(share, 0.0), 1.0), 4) if share == share else 0.0
