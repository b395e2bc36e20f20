"""Find texts that hold some words: substrings without case and accents, in any script, from memory."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from benchwright.values.names import fold, without_accents

MOST_TERMS = 8
_TERM = re.compile(r'"([^"]+)"|(\S+)')
_END = "\n\x00\n"
"""Between two texts: no term holds it."""
_CACHED = 64

Mask = NDArray[np.bool_]


def search_terms(query: str) -> tuple[str, ...]:
    """The words of a query as they are looked for; what stands in quotation marks is one. At most `MOST_TERMS`."""
    found = (searched_form(match[1] or match[2]) for match in _TERM.finditer(query))
    return tuple(dict.fromkeys(term for term in found if term))[:MOST_TERMS]


def searched_form(text: str) -> str:
    """The form in which words are looked for: no case, no accents, single spaces."""
    return " ".join(without_accents(fold(text)).replace("\x00", " ").split())


class TextSearch:
    """Some texts, put together into one, so that a term is looked for at once in all of them."""

    def __init__(self, texts: Iterable[str]) -> None:
        folded = [searched_form(text) for text in texts]
        self._starts = list(accumulate((len(text) + len(_END) for text in folded), initial=0))
        self._whole = _END.join(folded)
        self.holding = lru_cache(maxsize=_CACHED)(self._holding)

    def __len__(self) -> int:
        return len(self._starts) - 1

    def _holding(self, term: str) -> Mask:
        """[texts] Which texts hold the term."""
        mask = np.zeros(len(self), dtype=np.bool_)
        at = self._whole.find(term)
        while at >= 0:
            place = bisect_right(self._starts, at) - 1
            mask[place] = True
            at = self._whole.find(term, self._starts[place + 1])
        return mask
