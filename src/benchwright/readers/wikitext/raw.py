"""The first pass over a page: what is not to be read as wikitext at all, and comments.

`<nowiki>`, `<pre>`, `<math>` keep their text as it stands, behind a mark. `<ref>` and its like are left out. A gallery
becomes the file links that it stands for. Takes time in proportion to the text, whatever is left open.
"""

from __future__ import annotations

import re
from collections.abc import Callable

OPEN, CLOSE = "\x02", "\x03"
"""Around the number of a block that stands at this place of the text. No page may hold these two itself."""

_KEPT = frozenset({"nowiki", "pre", "math", "chem", "ce", "syntaxhighlight", "source"})
_LEFT_OUT = frozenset(
    {"ref", "references", "score", "timeline", "graph", "chart", "mapframe", "maplink", "imagemap", "hiero"}
    | {"templatedata", "templatestyles", "includeonly", "inputbox", "categorytree", "indicator", "style", "script"}
)
_TAG = re.compile(rf"<!--|<({'|'.join(sorted(_KEPT | _LEFT_OUT | {'gallery'}))})\b([^<>]*)>", re.IGNORECASE)
_ENDS = {name: re.compile(rf"</{name}[ \t\r\n]*>", re.IGNORECASE) for name in sorted(_KEPT | _LEFT_OUT | {"gallery"})}
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


def without_raw(text: str, keep: Callable[[str, bool], str]) -> str:
    """The text with every such piece taken out. `keep(words, block)` gives the mark that stands for words which are
    no wikitext; `block` if they are a paragraph of their own."""
    text = _CONTROL.sub("", text)
    parts: list[str] = []
    at = 0
    endless: set[str] = set()
    while (found := _TAG.search(text, at)) is not None:
        parts.append(text[at : found.start()])
        if found[1] is None:
            end = text.find("-->", found.end())
            after = len(text) if end < 0 else end + 3
            # A comment alone on its line goes with the line.
            alone = (not parts[-1] or parts[-1].endswith("\n")) and text.startswith("\n", after)
            at = after + 1 if alone else after
            continue
        name = found[1].lower()
        if found[2].endswith("/"):
            at = found.end()
            continue
        close = None if name in endless else _ENDS[name].search(text, found.end())
        if close is None:
            endless.add(name)
            at = found.end()
            continue
        words = text[found.end() : close.start()]
        if name in _KEPT:
            block = name in {"pre", "syntaxhighlight", "source"} and "inline" not in found[2]
            parts.append(keep(words, block))
        elif name == "gallery":
            parts.append(_gallery(words))
        at = close.end()
    parts.append(text[at:])
    return "".join(parts)


def _gallery(words: str) -> str:
    """One `File:name.jpg|caption` a line -> file links."""
    links = []
    for line in words.splitlines():
        target, _, caption = line.strip().partition("|")
        if target.strip():
            name = target if ":" in target else f"File:{target}"
            links.append(f"[[{name}|thumb|{caption}]]")
    return "\n\n" + "\n".join(links) + "\n\n"
