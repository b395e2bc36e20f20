"""Bound the ids, labels and other texts of a graph, since whoever wrote the dump is not trusted."""

from __future__ import annotations

import re

import pyarrow as pa
import pyarrow.compute as pc

from benchwright.graphs.items import ItemColumns

LONGEST_ID = 1_000
"""Characters of an id, of a unit, and of the canonical form of a value."""

LONGEST_LABEL = 1_000
LONGEST_DESCRIPTION = 1_000
"""Characters that are kept of a description: only its beginning says of what kind something is."""

LONGEST_PAGE = 2_000

_TEXTS = {
    "labels": LONGEST_LABEL,
    "aliases": LONGEST_LABEL,
    "relation-labels": LONGEST_LABEL,
    "descriptions": LONGEST_DESCRIPTION,
    "pages": LONGEST_PAGE,
}
"""The longest text that rows of a kind may tell; the last column of other rows are ids."""

_VALUE = ("number:", "date:", "text:")
_EDGE = re.compile(r"\A[/_:<#]|[/_]\Z")
_WORD = re.compile(r"[^\W\d_]{2,}(?:['’.&/–—-]+[^\W\d_]+)*\.?|[^\W\d_]['’][^\W\d_]+")
_MARKS = "\"'“”‘’()[],.;:!?"


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


def within_bounds(rows: ItemColumns) -> bool:
    """Whether nothing of any row would be a drop, or cut. Texts of many bytes a character count as too long early."""
    ids, texts = (rows.columns[:-1], rows.columns[-1:]) if rows.kind in _TEXTS else (rows.columns, ())
    return all(map(_are_ids, ids)) and all(_longest(text) <= _TEXTS[rows.kind] for text in texts)


def _are_ids(column: pa.StringArray) -> bool:
    if _longest(column) > LONGEST_ID or pc.any(pc.equal(column, "")).as_py():
        return False
    return not any(pc.any(pc.starts_with(column, begins)).as_py() for begins in _VALUE)


def _longest(column: pa.StringArray) -> int:
    """The bytes of the longest cell."""
    most: int = pc.max(pc.binary_length(column)).as_py()
    return most


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


def beginning(text: str, most: int) -> str:
    """The words that a text begins with, at most so many characters; of a single word as much as fits."""
    return text if len(text) <= most else text[: most + 1].rpartition(" ")[0] or text[:most]


def words_of_id(id: str) -> str:
    """An id as a label of it is written, whether it is words or not."""
    return beginning(one_line(id.replace("_", " ")) or id, LONGEST_LABEL)


def label_of_id(id: str) -> str:
    """The words that an id is ("Buenos Aires", "Buenos_Aires", "20th-century music"), as a label; "" for a code, a path
    or an address: "Q42", "/m/027rn", "https://example.org/x"."""
    if len(id) > LONGEST_LABEL or _EDGE.search(id) or "://" in id:
        return ""
    words = words_of_id(id)
    if " " not in words:
        return words if _WORD.fullmatch(words) else ""
    return words if any(_WORD.fullmatch(word.strip(_MARKS)) for word in words.split(" ")) else ""
