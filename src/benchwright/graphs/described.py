"""What a thing is, by how its description begins: "county in Oregon, United States" is of a county.

A description in Wikidata's manner begins with a noun phrase that says what the thing is. The phrase ends where a place,
an origin, a clause or a second remark begins; years and articles before it say nothing of the kind. The noun that names
the kind stands last in it, so that a label is the kind's if the phrase ends in it: an "American heavy metal band" is a
band, and a "film director" is no film. The labels of types are built alike ("city of the United States", "public
research university"), and are read by the same rule.

Works on whole columns: a graph has millions of descriptions. Knows no graphs.
"""

from __future__ import annotations

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
    r"(?:\s*[,;:()\[\]\x{2014}]|\s[-\x{2013}]\s|(?:^|\s)(?:in|of|by|from|for|at|on|to|with|within|near|between|along|off|about|"
    r"during|since|under|over|against|across|into|as|and\s+(?:the|an?)|that|which|who|whose|where|is|was|located|situated|"
    r"based|bordering|covering|spanning|comprising|consisting|containing|made|directed|produced|written|created|"
    r"developed|published|released|starring|featuring|representing|held|founded|established|playing|used|given|"
    r"presented|awarded|observing|belonging|serving)(?:\s|$)).*$"
)


def heads(descriptions: pa.Array | pa.ChunkedArray) -> pa.Array | pa.ChunkedArray:
    """Of each description the noun phrase at its beginning, in lower case; "" where there is none."""
    words = pc.utf8_slice_codeunits(descriptions, 0, LONGEST)
    words = pc.utf8_trim_whitespace(pc.replace_substring_regex(words, _SPACE, " "))
    words = pc.replace_substring_regex(words, _BEFORE, "")
    words = pc.replace_substring_regex(words, _SENTENCE, r"\1")
    words = pc.replace_substring_regex(words, _END, "")
    return pc.utf8_lower(pc.utf8_trim(words, " .'\""))


def head(description: str) -> str:
    """The noun phrase at the beginning of one description."""
    found: str = heads(pa.array([description], pa.string()))[0].as_py()
    return found


class Heads:
    """The noun phrases of many descriptions or labels, each distinct one held once."""

    def __init__(self, descriptions: pa.Array | pa.ChunkedArray) -> None:
        found = heads(descriptions)
        whole = found.combine_chunks() if isinstance(found, pa.ChunkedArray) else found
        encoded = whole.dictionary_encode()
        self._distinct = encoded.dictionary
        self._places: npt.NDArray[np.int32] = encoded.indices.to_numpy(zero_copy_only=False)

    def of(self, label: str) -> Codes:
        """The rows whose phrase is the label or ends in it, word by word."""
        wanted = label.lower()
        fits = pc.or_(pc.equal(self._distinct, wanted), pc.ends_with(self._distinct, f" {wanted}"))
        flags = np.asarray(fits.to_numpy(zero_copy_only=False), np.bool_)
        if not wanted or not len(flags):
            return np.zeros(0, np.int64)
        return np.flatnonzero(flags[self._places])
