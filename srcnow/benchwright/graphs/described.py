"""Reads what a thing is from how its description begins: "county in Oregon, United States" is a county.

A description in Wikidata's manner begins with a noun phrase that says what the thing is. The phrase ends where a place,
an origin, a clause or a second remark begins; years and articles before it say nothing of the kind. The noun that names
the kind stands last in it, so that a label is the kind's if the phrase ends in it: an "American heavy metal band" is a
band, and a "film director" is not a film. The labels of types are built alike ("city of the United States", "public
research university"), and are read by the same rule.

People are described by what they do, and often by several things: an "American actor, singer and film director" is an
actor, a singer and a director. Each noun of such a list counts if it is a person's by its ending, so that a "film and
television director" is a director and no film, and a "city and county seat" is a city and county seat as a whole.

Works on whole columns: a graph has millions of descriptions. Knows no graphs.
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

Codes = npt.NDArray[np.int64]

LONGEST = 200
"""Further than that no description is read."""

_SPACE = r"\s+"
_BEFORE = r"^(?i:(?:the|an?|one)\s+|(?:c\.|circa)\s*|\d[\d\x{2013}\x{2014}/-]*(?:s|st|nd|rd|th)?\s+)+"
_SENTENCE = r"([a-z]{3})\.\s.*$"
_END = (
    r"(?:\s*[,;:()\[\]\x{2014}]|\s[-\x{2013}]\s|(?:^|[\s|])(?:in|of|by|from|for|at|on|to|with|within|near|between|along|off|about|"
    r"during|since|under|over|against|across|into|as|and\s+(?:the|an?)|that|which|who|whose|where|is|was|located|situated|"
    r"based|bordering|covering|spanning|comprising|consisting|containing|made|directed|produced|written|created|"
    r"developed|published|released|starring|featuring|representing|held|founded|established|playing|used|given|"
    r"presented|awarded|observing|belonging|serving)(?:\s|$)).*$"
)

_MEDIUM = r"(?i:film|television|tv|stage|theat(?:er|re)|radio|voice|video|music)"
_MEDIA = rf"\b({_MEDIUM})(?:\s?,(?:\s?and)?\s?|\s?/\s?|\s&\s)({_MEDIUM})\b"
"""Two media of one profession, "film, television and stage actor": the comma between them ends nothing."""

_PERSON = (
    r"(?i:[\w-]*(?:er|or|ist|ian|ess|eur|man|woman|person|wright)|poet|host|model|critic|athlete|diplomat|activist|"
    r"academic|president|senator|judge|chef|dj)"
)
_LISTED = rf"\b({_PERSON})(?:\s?,(?:\s?and|\s?&)?\s?|\s+and\s+|\s?/\s?|\s&\s)"
_NEXT = "|"
"""Between the nouns of a list; in a description it is read as a comma."""

_ENDS_IN_PERSON = re.compile(rf"(?:^|\s){_PERSON}$")
_AROUND = " .'\""


def _nouns(descriptions: pa.Array | pa.ChunkedArray) -> pa.Array | pa.ChunkedArray:
    """Of each description the noun phrases of its beginning, in lower case, with `_NEXT` between them."""
    words = pc.utf8_slice_codeunits(descriptions, 0, LONGEST)
    words = pc.replace_substring(words, _NEXT, ",")
    words = pc.utf8_trim_whitespace(pc.replace_substring_regex(words, _SPACE, " "))
    words = pc.replace_substring_regex(words, _BEFORE, "")
    words = pc.replace_substring_regex(words, _SENTENCE, r"\1")
    for _ in range(2):  # a medium between two others is part of one match only
        words = pc.replace_substring_regex(words, _MEDIA, r"\1 and \2")
    words = pc.replace_substring_regex(words, _LISTED, rf"\1{_NEXT}")
    words = pc.replace_substring_regex(words, _END, "")
    return pc.utf8_lower(words)


def head(description: str) -> tuple[str, ...]:
    """The noun phrases at the beginning of one description, in lower case: the first, and of those listed after it each
    that ends in a noun for a person. Empty if there are none."""
    return _kinds(_nouns(pa.array([description], pa.string()))[0].as_py())


def _kinds(nouns: str) -> tuple[str, ...]:
    first, *others = (noun.strip(_AROUND) for noun in nouns.split(_NEXT))
    phrases = [first, *(noun for noun in others if _ENDS_IN_PERSON.search(noun))]
    return tuple(dict.fromkeys(noun for noun in phrases if noun))


class Heads:
    """The noun phrases of many descriptions or labels, each distinct one held once."""

    def __init__(self, descriptions: pa.Array | pa.ChunkedArray) -> None:
        nouns = _nouns(descriptions)
        whole = nouns.combine_chunks() if isinstance(nouns, pa.ChunkedArray) else nouns
        encoded = whole.dictionary_encode()
        rows = np.flatnonzero(encoded.indices.is_valid().to_numpy(zero_copy_only=False))
        listed = [_kinds(nouns) for nouns in encoded.dictionary.to_pylist()]
        self._phrases = pa.array([phrase for phrases in listed for phrase in phrases], pa.string())
        self._owners = np.repeat(np.arange(len(listed)), [len(phrases) for phrases in listed])
        self._rows = rows
        self._places: npt.NDArray[np.int64] = np.asarray(encoded.indices.drop_null(), np.int64)
        self._distinct = len(listed)

    def of(self, label: str) -> Codes:
        """The rows one of whose phrases is the label or ends in it, word by word."""
        wanted = label.lower()
        fits = pc.or_(pc.equal(self._phrases, wanted), pc.ends_with(self._phrases, f" {wanted}"))
        flags = np.zeros(self._distinct, np.bool_)
        flags[self._owners[np.asarray(fits.to_numpy(zero_copy_only=False), np.bool_)]] = True
        return self._rows[flags[self._places]]
