"""HTML text is parsed into its tree, unless parsing would take far too long.

The parser (lexbor) takes time that grows with the square of how deep elements are nested, and of how many attributes
one has: both are counted before it is asked.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from benchwright.errors import ReadError

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_ATTRIBUTE = r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"?+|'[^']*+'?+|[^\s>"'][^\s>]*+)?+)?+"""
_ATTRIBUTES = re.compile(_ATTRIBUTE)
# A tag with its attributes; before it, what only looks like tags. Nothing is looked at twice.
_MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b[^<>]*+>.*?(?:</\1|\Z)|<[a-z][^\s/>]*+((?:" + _ATTRIBUTE + r")*+)",
    re.IGNORECASE | re.DOTALL,
)
_DEEPEST = 10_000
_MOST_ATTRIBUTES = 500
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
# Void, or closed by the next of their kind.
SELF_CLOSING = VOID | (
    {"p", "li", "td", "th", "tr", "dt", "dd", "option", "optgroup"}
    | {"tbody", "thead", "tfoot", "colgroup", "rp", "rt"}
)


def parse_html(text: str) -> LexborHTMLParser:
    """The tree of a page or a piece of one. ReadError `nested-too-deep` for more than 10,000 open elements,
    `too-many-attributes` for more than 500 of one element: the time for them grows with their square."""
    depth = deepest = 0
    for mark, name in _TAG.findall(text):
        if name.lower() not in SELF_CLOSING:
            depth = max(0, depth - 1) if mark else depth + 1
            deepest = max(deepest, depth)
    if deepest > _DEEPEST:
        raise ReadError("nested-too-deep", f"{deepest:,} elements inside each other")
    for tag in _MARKUP.finditer(text):
        start, end = tag.span(2)
        if end - start > 2 * _MOST_ATTRIBUTES:  # each takes two characters at least
            count = sum(1 for _ in _ATTRIBUTES.finditer(text, start, end))
            if count > _MOST_ATTRIBUTES:
                raise ReadError("too-many-attributes", f"{count:,} attributes of one element")
    return LexborHTMLParser(text)
