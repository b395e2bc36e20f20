"""Equations of Office files become LaTeX with docling's converter (extra `office`), else one readable line.

    <m:f><m:num>a</m:num><m:den>b + 1</m:den></m:f>   $\\frac{a}{b+1}$, or a/(b + 1) without the converter

Where the extra is missing, or the converter gives up, the line stands in the text, and the document gets one drop with
their number.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from importlib.util import find_spec

from benchwright.readers.office.content import OfficeLosses
from benchwright.readers.office.markup import child, children

_NEEDED = ("docling", "lxml", "pylatexenc")

_MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_MOST = 5_000
_LARGEST = 20_000
_GIVES_UP = (LookupError, TypeError, AttributeError, ValueError, RuntimeError)
"""What docling's converter raises where an equation lacks a part that it counts on (KeyError: 'dPr')."""

_SCRIPTS = {"m:sub": "_", "m:sup": "^", "m:lim": "_"}
_ACCENTS = {"m:acc": "\u0302", "m:bar": "\u0305"}


def converts() -> bool:
    """Whether docling's converter is installed. Imports nothing."""
    return all(find_spec(name) is not None for name in _NEEDED)


@dataclass(slots=True)
class Equations:
    """Turns the `m:oMath` elements of one document into LaTeX; after 5,000, and for one with more than 20,000 tags,
    into one line each, since the converter's time is not ours to bound. What is no LaTeX is added to `losses`."""

    losses: OfficeLosses
    _done: int = 0

    def latex(self, element: ET.Element) -> str:
        """The equation between dollar signs; without them if it is not converted."""
        large = sum(1 for _ in element.iter()) > _LARGEST
        line = " ".join(("".join(one.text or "" for one in element.iter("m:t")) if large else _line(element)).split())
        if not line:
            return ""
        self._done += 1
        if not converts():
            mend = "equations that stand in one line; for LaTeX install the extra: pip install 'benchwright[office]'"
            self.losses.add("equation", mend, line)
            return line
        text = "" if large or self._done > _MOST else " ".join(_converted(element).split())
        if not text:
            self.losses.add("equation", "equations that stand in one line: they could not be turned into LaTeX", line)
            return line
        return f"${text}$"


def _converted(element: ET.Element) -> str:
    """LaTeX without its dollar signs; "" where docling gives up."""
    from docling.backend.docx.latex.omml import load_string

    try:
        return "".join(load_string(_standing_alone(element)))
    except _GIVES_UP:
        return ""


def _line(element: ET.Element) -> str:
    """The letters in order, with signs for what place and size say otherwise: fractions, powers, indices, roots."""
    tag = element.tag
    if tag == "m:t":
        return element.text or ""
    if tag == "m:f":
        over, under = (_bound(child(element, part)) for part in ("m:num", "m:den"))
        return f"{over}/{under}"
    if tag in _SCRIPTS:
        text = _bound(element)
        return f"{_SCRIPTS[tag]}{text}" if text else ""
    if tag == "m:rad":
        return f"{_inside(child(element, 'm:deg')).strip()}√{_bound(child(element, 'm:e'))}"
    if tag == "m:d":
        begin, end, between = (_sign(element, *pair) for pair in (("begChr", "("), ("endChr", ")"), ("sepChr", "|")))
        return f"{begin}{between.join(map(_inside, children(element, 'm:e')))}{end}"
    if tag == "m:nary":
        bounds = "".join(_line(one) for one in element if one.tag in _SCRIPTS)
        return f" {_sign(element, 'chr', '∫')}{bounds} {_inside(child(element, 'm:e'))}"
    if tag in _ACCENTS:
        return _inside(child(element, "m:e")) + _sign(element, "chr", _ACCENTS[tag])
    if tag == "m:func":
        return f"{_inside(child(element, 'm:fName'))} {_inside(child(element, 'm:e'))}"
    if tag in {"m:m", "m:eqArr"}:
        return "; ".join(_line(one) for one in element if one.tag in {"m:mr", "m:e"})
    if tag == "m:mr":
        return ", ".join(map(_inside, children(element, "m:e")))
    return _inside(element)


def _inside(element: ET.Element | None) -> str:
    return "" if element is None else "".join(map(_line, element))


def _sign(element: ET.Element, name: str, otherwise: str) -> str:
    """A sign that an element's properties name; an empty name stands for no sign."""
    look = child(element, f"{element.tag}Pr", f"m:{name}")
    return otherwise if look is None else look.get("m:val") or ""


def _bound(element: ET.Element | None) -> str:
    """The inside, between brackets if it is more than a number or a name."""
    text = _inside(element).strip()
    return f"({text})" if text and not text.isalnum() else text


def _standing_alone(element: ET.Element) -> str:
    """The equation as XML of its own; only its mathematical elements, since the converter knows no others."""
    top = ET.Element("x", {"xmlns:m": _MATH})
    stack = [(element, ET.SubElement(top, "m:oMath"))]
    while stack:
        source, copy = stack.pop()
        for one in source:
            if one.tag.startswith("m:"):
                remaining = {key: text for key, text in one.attrib.items() if key.startswith("m:")}
                result = ET.SubElement(copy, one.tag, remaining)
                result.text = one.text
                stack.append((one, result))
    return ET.tostring(top, encoding="unicode")
