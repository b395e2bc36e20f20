"""Find the parts of a page that only lead to other pages: by roles, `rel`, class names and the share of links.

    <div class="navheader"><table>... Prev | Up | Next          a block that is named so, and short or mostly links
    <a rel="next" href="b.html">Next</a>                        the list or table around links to the next page
    <a class="headerlink" href="#top">¶</a>                     a sign that links to its own place

A name alone decides nothing: a `sidebar` of sentences is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from selectolax.lexbor import LexborNode

from benchwright.english.vocabulary import Vocabulary

_VOCABULARY = Vocabulary.of("benchwright.readers", "html_navigation")
_NAMES, _RELATIONS, _KEYS = map(_VOCABULARY.words, ("names", "relations", "keys"))
_WORD = re.compile(r"[A-Za-z]+")
_BLOCKS = frozenset({"div", "ul", "ol", "dl", "table", "p", "section", "aside", "header", "footer", "span", "form"})
_GROUPS = frozenset({"ul", "ol", "table", "p"})
_FEW_WORDS, _PAGER_WORDS, _HALF = 12, 60, 0.5
_MOST_LEVELS, _MOST_NAMED = 8, 1_000


def navigation_parts(root: LexborNode) -> frozenset[int]:
    """The elements of a page that only lead elsewhere, by `mem_id`."""
    return frozenset((*_named_parts(root), *_pagers(root)))


def is_permalink(node: LexborNode) -> bool:
    """Whether a link is only a sign beside a heading, which leads to that heading."""
    if not (node.attributes.get("href") or "").startswith("#"):
        return False
    words = (node.text() or "").strip()
    return len(words) == 1 and not words.isalnum()


def _named_parts(root: LexborNode) -> Iterator[int]:
    named = (node for node in root.css("[class],[id],[role]") if node.tag in _BLOCKS and _is_named(node))
    for node in islice(named, _MOST_NAMED):
        if _words(node) <= _FEW_WORDS or _share_of_links(node) >= _HALF:
            yield node.mem_id


def _is_named(node: LexborNode) -> bool:
    attributes = node.attributes
    if attributes.get("role") in ("contentinfo", "search", "banner", "directory"):
        return True
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    return any(word.lower() in _NAMES for word in _WORD.findall(names))


def _pagers(root: LexborNode) -> Iterator[int]:
    """The lists and tables around links to the next page, the one before or the one above, and nothing longer."""
    for link in root.css("a[rel],a[accesskey]"):
        relations = (link.attributes.get("rel") or "").lower().split()
        if not _RELATIONS.intersection(relations) and link.attributes.get("accesskey") not in _KEYS:
            continue
        part: LexborNode | None = link
        above = link.parent
        for _ in range(_MOST_LEVELS):
            if above is None or above.tag in ("body", "main", "article") or _words(above) > _PAGER_WORDS:
                break
            part = above if above.tag in _GROUPS else part
            above = above.parent
        if part is not None:
            yield part.mem_id


def _words(node: LexborNode) -> int:
    return len((node.text(separator=" ") or "").split())


def _share_of_links(node: LexborNode) -> float:
    """How much of an element's letters stand in links."""
    letters = len("".join((node.text() or "").split()))
    linked = sum(len("".join((link.text() or "").split())) for link in node.css("a[href]"))
    return linked / letters if letters else 0.0
