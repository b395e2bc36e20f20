"""What an id, a label or another text of a graph may be: whoever wrote the dump is not trusted."""

from __future__ import annotations

import re

LONGEST_ID = 1_000
"""Characters of an id, of a unit, and of the canonical form of a value."""

LONGEST_LABEL = 1_000
LONGEST_DESCRIPTION = 1_000
LONGEST_PAGE = 2_000

_VALUE = ("number:", "date:", "text:")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_TOKEN = re.compile(r"(?:[^\W\d_]+(?:['’.&-]+[^\W\d_]*)*|\d+(?:[.,:-]\d+)*|\d+(?:st|nd|rd|th|s)|&|[-–—])\Z")
_EDGES = "\"'“”‘’()[],.;:!?"


def fault_of_id(id: str) -> str:
    """Why a string cannot be the id of an entity or relation, as a slug; "" if it can. Ids that begin like those of
    values would be taken for one."""
    if not id:
        return "id-empty"
    if len(id) > LONGEST_ID:
        return "id-too-long"
    if not id.isascii() and not is_unicode(id):
        return "id-not-unicode"
    return "id-like-a-value" if id.startswith(_VALUE) else ""


def is_unicode(text: str) -> bool:
    """Whether a text can be written down as UTF-8: half of a surrogate pair cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def one_line(text: str) -> str:
    """A label without line breaks and other runs of white space."""
    return " ".join(text.split())


def label_of_id(id: str) -> str:
    """The words that an id is ("Buenos Aires", "Buenos_Aires"), as a label; "" for a code, path or address: "Q42",
    "/m/027rn", "https://example.org/x"."""
    if len(id) > LONGEST_LABEL or id.startswith("_") or id.endswith("_"):
        return ""
    words = one_line(id.replace("_", " "))
    if not _WORDS.search(words):
        return ""
    return words if all(_TOKEN.match(bare) for word in words.split(" ") if (bare := word.strip(_EDGES))) else ""
