"""Write SVG elements and whole drawings as text; the same input gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

INK = "#222222"


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """`<name key="value">content</name>`: `stroke_width` becomes `stroke-width`, numbers get one decimal at most."""
    written = "".join(
        f" {key.replace('_', '-')}={quoteattr(value if isinstance(value, str) else f'{round(value, 1):g}')}"
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def label(x: float, y: float, text: str, anchor: str = "start", **attributes: str | float) -> str:
    """Text that stays text, so that a paper's own fonts apply."""
    return element("text", escape(text), x=x, y=y, text_anchor=anchor, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = INK, **attributes: str | float) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **attributes)


def drawing(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A whole file. `title` is what a screen reader says of it."""
    root = element(
        "svg",
        "\n".join(["", *parts, ""]),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{width:g}",
        height=f"{height:g}",
        font_family="sans-serif",
        font_size=11,
        fill=INK,
        role="img",
        aria_label=title,
    )
    return f"{root}\n"
