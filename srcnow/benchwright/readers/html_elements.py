"""Find the visible words of an HTML element, with marks where its blocks, lines and superscripts begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from benchwright.readers.html_navigation import is_permalink
from benchwright.readers.visible_text import BORDER, BREAK, LIFTED, LOWERED, RAISED, SUNK, Form, visible_text

NO_TEXT = frozenset({"script", "style", "head", "title", "-comment"})
UNSEEN = {
    **dict.fromkeys(("template", "noscript", "noembed", "noframes", "iframe", "object"), "hidden"),
    **dict.fromkeys(("audio", "video", "canvas"), "hidden"),
    **dict.fromkeys(("select", "datalist"), "choices"),
    "svg": "diagram",
}
"""Elements whose words are not seen as text, and the reason for their drop. What stands for something that a browser
cannot show is hidden."""

ITEMS = frozenset({"li", "dt", "dd"})
BLOCKS = ITEMS | (
    {"address", "article", "aside", "blockquote", "body", "caption", "center", "details", "dialog", "div", "dl"}
    | {"fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "html", "label", "legend", "main", "ol"}
    | {"p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"}
)
MARKED = {
    "br": (BREAK, ""),
    "sup": (RAISED, LOWERED),
    "sub": (SUNK, LIFTED),
    **dict.fromkeys(("ins", "button", "textarea", "option"), (BORDER, BORDER)),
}
"""What stands before and behind the words of an element in a line. What was inserted is apart from what was there, and
so is what stands in a box of its own."""

_NO_TEXT_CLASSES = frozenset({"mw-editsection", "mw-jump-link"})
"""Wikipedia's "[edit]" behind a heading, and its links to parts of the page."""

_MARKS = frozenset({"reference", "mw-ref"})
"""Classes of a `<sup>` that holds only the number of a footnote."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_IN_LINE = frozenset(
    {
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "em",
        "font",
        "i",
        "kbd",
        "mark",
        "q",
        "samp",
        "small",
    }
    | {"span", "strong", "time", "tt", "u", "var"}
)
_LENGTH = r"(?:(?:0?\.[2-9]|[1-9])[\d.]*(?:r?em|ex)|[2-9]\d+%|(?:[3-9]|\d\d)[\d.]*p[xt])"
_STYLED = (
    ("sup", re.compile(rf"vertical-align\s*:\s*(?:super|text-top|\+?{_LENGTH})", re.IGNORECASE)),
    ("sub", re.compile(rf"vertical-align\s*:\s*(?:sub|text-bottom|-{_LENGTH})", re.IGNORECASE)),
    (
        "div",
        re.compile(
            r"display\s*:\s*(?:block|flex|flow-root|grid|list-item|table)|float\s*:\s*(?:left|right)", re.IGNORECASE
        ),
    ),
)
_TEX = re.compile(r"^\{\\(?:display|text)style\s*(.*)\}$", re.DOTALL)
_TEX_NOTE = 'annotation[encoding="application/x-tex"]'


def one_line(text: str | None) -> str:
    return visible_text(text or "", "header")


def shown_tag(node: LexborNode) -> str:
    """An element's tag; where its own style raises or lowers words in a line, or makes a block of them, the tag that
    does the same."""
    tag = node.tag or ""
    style = node.attributes.get("style") if tag in _IN_LINE else None
    return next((other for other, pattern in _STYLED if pattern.search(style)), tag) if style else tag


def is_no_text(node: LexborNode, tag: str) -> bool:
    """Whether this is no text of the page: a script, or a sign of the wiki around it."""
    if node.tag not in {"span", "sup", "a"}:
        return tag in NO_TEXT
    names = frozenset((node.attributes.get("class") or "").split())
    if node.tag == "a" and is_permalink(node):
        return True
    return bool(names & _NO_TEXT_CLASSES) or (tag == "sup" and bool(names & _MARKS))


def why_dropped(node: LexborNode, tag: str) -> str:
    """The reason why an element's words are left out: nobody sees them, or they state nothing, as struck-out ones."""
    attributes = node.attributes
    if tag == "nav" or attributes.get("role") == "navigation":
        return "navigation"
    if tag in {"del", "s", "strike"} or "line-through" in (attributes.get("style") or ""):
        return "struck-out"
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return "hidden"
    return "hidden" if _HIDDEN_STYLE.search(attributes.get("style") or "") else UNSEEN.get(tag, "")


def dropped_parts(root: LexborNode) -> Iterator[tuple[str, str]]:
    """The reason and the words of each part of an element, or the whole, that is left out."""
    stack = [root]
    while stack:
        node = stack.pop()
        tag = node.tag or ""
        if reason := why_dropped(node, tag):
            if text := _dropped_text(node, tag):
                yield reason, text
        elif not is_no_text(node, tag) and not is_formula(node, tag):
            stack.extend(reversed(list(node.iter())))


def _dropped_text(node: LexborNode, tag: str) -> str:
    """The words of a part that is left out. What a template holds is in no tree: it is parsed as a block."""
    held = LexborHTMLParser(f"<div{(node.html or '')[len(f'<{tag}') :]}").body if tag == "template" else node
    return element_text(held) if held is not None else ""


def marked_text(
    root: LexborNode,
    block: str = BORDER,
    without: tuple[str, ...] = (),
    leave_out: LexborNode | None = None,
    *,
    cell: bool = False,
) -> str:
    """The visible words of an element, with marks where blocks and lines end and around superscripts, without
    reference marks (`<sup>[3]</sup>`), hidden sort keys, elements called one of `without`, and one to `leave_out`. The
    paragraphs of a `cell` are items, but for one behind a whole sentence."""
    parts: list[str] = []
    stack = [(root, True)]
    while stack:
        node, opens = stack.pop()
        tag = shown_tag(node)
        if not opens:
            parts.append(MARKED[tag][1] if tag in MARKED else BREAK if tag in ITEMS else block)
        elif tag == "-text":
            parts.append(node.text(deep=False) or "")
        elif node is not root and (reason := why_dropped(node, tag)):
            parts.append(gap_of(reason))
        elif leave_out is not None and node.mem_id == leave_out.mem_id:
            continue
        elif node is root or not (tag in without or is_no_text(node, tag)):
            is_block = tag in BLOCKS or tag in HEADINGS
            item = tag in ITEMS or (cell and _is_further_paragraph(node) and not _ends_sentence(parts))
            parts.append(BREAK if item else block if is_block else mark_of(node, tag))
            if is_block or tag in MARKED:
                stack.append((node, False))
            if not is_formula(node, tag):
                stack.extend((child, True) for child in reversed(list(node.iter(include_text=True))))
    return "".join(parts)


def _is_further_paragraph(node: LexborNode) -> bool:
    """Whether an element is a paragraph right behind another."""
    last = node.prev
    while last is not None and last.tag == "-text" and not (last.text(deep=False) or "").strip():
        last = last.prev
    return node.tag == "p" and last is not None and last.tag == "p"


def _ends_sentence(parts: Sequence[str]) -> bool:
    return next((part for part in reversed(parts) if part.strip()), "").rstrip().endswith((".", "!", "?"))


def gap_of(reason: str) -> str:
    """What stands in the place of dropped words: nobody sees that hidden ones are there, but a stroke is seen."""
    return "" if reason == "hidden" else BORDER


def mark_of(node: LexborNode, tag: str) -> str:
    """What an element inside a line stands for before its own words: a break, a superscript, a formula, a type, which
    a style sheet shows behind a colon (`<dt>x<span class="classifier">int</span></dt>`, docutils)."""
    if tag == "span" and "classifier" in (node.attributes.get("class") or "").split():
        return " : "
    return _formula_of(node) if is_formula(node, tag) else MARKED[tag][0] if tag in MARKED else ""


def is_formula(node: LexborNode, tag: str) -> bool:
    return tag == "math" or (node.tag == "span" and "mwe-math-element" in (node.attributes.get("class") or "").split())


def _formula_of(node: LexborNode) -> str:
    """The TeX of a formula, as far as it is told; else its signs."""
    picture, formula, tex = node.css_first("img"), node.css_first("math"), node.css_first(_TEX_NOTE)
    text = (picture.attributes.get("alt") if picture is not None else "") or (tex.text() if tex is not None else "")
    text = text or (formula.attributes.get("alttext") if formula is not None else "") or ""
    if match := _TEX.match(text.strip()):
        return match[1].strip()
    signs = (
        inner.text(deep=False) or ""
        for inner in node.traverse(include_text=True)
        if inner.tag == "-text" and inner.parent is not None and inner.parent.tag != "annotation"
    )
    return text.strip() or one_line(" ".join(signs))


def element_text(root: LexborNode, form: Form = "header") -> str:
    """The words of an element on one line, as far as they are seen."""
    return visible_text(marked_text(root), form)
