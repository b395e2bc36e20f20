"""Equations of Office files -> LaTeX, by docling's converter. Where it gives up, the letters as they stand."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass

_MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_MOST = 5_000
_LARGEST = 20_000
_GIVES_UP = (LookupError, TypeError, AttributeError, ValueError, RuntimeError)
"""What docling's converter raises where an equation lacks a part that it counts on (KeyError: 'dPr')."""


@dataclass(slots=True)
class Equations:
    """Turns `m:oMath` elements into LaTeX; after 5,000 of a document, and for one with more than 20,000 tags, into
    their letters, since the converter's time is not ours to bound."""

    _done: int = 0

    def latex(self, element: ET.Element) -> str:
        """The equation between dollar signs."""
        from docling.backend.docx.latex.omml import load_string

        letters = " ".join("".join(one.text or "" for one in element.iter("m:t")).split())
        self._done += 1
        if not letters or self._done > _MOST or sum(1 for _ in element.iter()) > _LARGEST:
            return letters
        try:
            said = "".join(load_string(_standing_alone(element)))
        except _GIVES_UP:
            return letters
        said = " ".join(said.split())
        return f"${said}$" if said else letters


def _standing_alone(element: ET.Element) -> str:
    """The equation as XML of its own; only its mathematical elements, since the converter knows no others."""
    top = ET.Element("x", {"xmlns:m": _MATH})
    stack = [(element, ET.SubElement(top, "m:oMath"))]
    while stack:
        source, copy = stack.pop()
        for one in source:
            if one.tag.startswith("m:"):
                kept = {key: text for key, text in one.attrib.items() if key.startswith("m:")}
                made = ET.SubElement(copy, one.tag, kept)
                made.text = one.text
                stack.append((one, made))
    return ET.tostring(top, encoding="unicode")
