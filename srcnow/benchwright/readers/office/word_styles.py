"""Word's styles say what a paragraph is: heading level, caption, list and its level, contents, hidden.

Built-in styles keep their English names in every language of Word (`heading 1`, `caption`, `toc 2`); a style that is
based on another takes over what that one says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from benchwright.readers.office.markup import SHIFTS, child, children, number, switched, value

_HEADING = re.compile(r"^heading ([1-9])$")
_MOST_BASES = 20
HIDING, STRIKING = ("w:vanish",), ("w:strike", "w:dstrike")


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """`level` from 1 for headings and the title, 0 for text. `list` is the id of the list that numbers it, `depth` the
    level there, and `chain` the style with those that it is based on, which may tell the level too."""

    level: int = 0
    title: bool = False
    caption: bool = False
    item: bool = False
    contents: bool = False
    hidden: bool = False
    struck: bool = False
    shift: int = 0
    list: str | None = None
    depth: int = 0
    chain: tuple[str, ...] = ()


_PLAIN = ParagraphStyle()


@dataclass(frozen=True, slots=True)
class WordStyles:
    """Styles by id; those that are not listed say nothing."""

    _known: Mapping[str, ParagraphStyle]

    def of(self, identity: str | None) -> ParagraphStyle:
        return self._known.get(identity or "", _PLAIN)

    def of_paragraph(self, paragraph: Element) -> ParagraphStyle:
        """The style of a paragraph together with what it says itself."""
        own = child(paragraph, "w:pPr")
        style = self.of(value(own, "w:pStyle"))
        outline = number(value(own, "w:outlineLvl"), -1)
        numbering = value(own, "w:numPr", "w:numId")
        item = style.item if numbering is None else numbering != "0"
        level = outline + 1 if 0 <= outline < 9 else style.level
        return replace(style, level=level, item=item and not level, list=numbering or style.list)

    def lists(self) -> Mapping[str, str]:
        """The lists that styles name, by the ids of the styles."""
        return {identity: style.list for identity, style in self._known.items() if style.list}


def turned(look: Element | None, switches: tuple[str, ...]) -> bool | None:
    """Whether a `w:rPr` turns one of these switches on; None if it names none of them."""
    named = [name for name in switches if child(look, name) is not None]
    return any(switched(look, name) for name in named) if named else None


def read_styles(root: Element | None) -> WordStyles:
    """All styles of `styles.xml`, each with what it takes over."""
    listed = {one.get("w:styleId") or "": one for one in children(root, "w:style")}
    lookup: dict[str, ParagraphStyle] = {}
    for identity in listed:
        chain: list[Element] = []
        at: str | None = identity
        while at in listed and len(chain) < _MOST_BASES and listed[at] not in chain:
            chain.append(listed[at])
            at = value(listed[at], "w:basedOn")
        lookup[identity] = _style(chain)
    return WordStyles(lookup)


def _style(chain: list[Element]) -> ParagraphStyle:
    """The style that this chain, from itself to its last base, makes up."""
    level = -1
    title = caption = contents = item = False
    numbered: str | None = None
    depth: str | None = None
    own = (value(chain[0], "w:name") or "").strip().lower()
    for one in chain:
        name = (value(one, "w:name") or "").strip().lower()
        properties = child(one, "w:pPr")
        if level < 0:
            heading = _HEADING.match(name)
            outline = number(value(properties, "w:outlineLvl"), -1)
            if heading is not None:
                level = int(heading[1])
            elif outline >= 0:
                level = outline + 1 if outline < 9 else 0
        if numbered is None:
            numbered = value(properties, "w:numPr", "w:numId")
        if depth is None:
            depth = value(properties, "w:numPr", "w:ilvl")
        title = title or (
            name == "title" and "title" in own and "subtitle" not in own
        )  # not what an author's is based on
        caption = caption or name == "caption"
        contents = contents or re.match(r"toc [1-9]$|toc heading$|table of figures$", name) is not None
        item = item or (name.startswith("list") and name != "list paragraph")
    if numbered is not None:
        item = numbered != "0"
    level = max(level, 0) or (1 if title else 0)
    chained = tuple(one.get("w:styleId") or "" for one in chain)
    item = item and not level
    looks = [child(one, "w:rPr") for one in chain]
    hidden, struck = (
        next((on for look in looks if (on := turned(look, switches)) is not None), False)
        for switches in (HIDING, STRIKING)
    )
    aligned = next((told for look in looks if (told := value(look, "w:vertAlign"))), None)
    return ParagraphStyle(
        level,
        title,
        caption,
        item,
        contents,
        hidden,
        struck,
        SHIFTS.get(aligned, 0),
        numbered,
        number(depth, 0),
        chained,
    )
