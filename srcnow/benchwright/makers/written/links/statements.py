"""Tells whether a passage states something about a name, or only refers the reader to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from benchwright.english.vocabulary import Vocabulary
from benchwright.values import words_of

_REFERRING = Vocabulary.of("benchwright.makers.written.links", "references").pattern("before")
_REFERS = re.compile(rf"\b(?:{_REFERRING})\b[^.!?;]{{0,40}}$", re.IGNORECASE)
_FEWEST_WORDS = 6
"""A sentence that singles something out has more words beside the name."""
_BEFORE = 60
_SENTENCE_ENDS = re.compile(r"[.!?](?=\s)|\n\s*\n")


def states(text: str, name: str) -> bool:
    """Whether a sentence of the text with the name in it says more than where to read about it."""
    for start, end in _places(text, name):
        begin = max((match.end() for match in _SENTENCE_ENDS.finditer(text, max(0, start - 400), start)), default=0)
        stop = _SENTENCE_ENDS.search(text, end)
        sentence = text[begin : stop.start() if stop else len(text)]
        beside = len(sentence.split()) - len(name.split())
        if beside >= _FEWEST_WORDS and not _REFERS.search(text[max(begin, start - _BEFORE) : start]):
            return True
    return False


def _places(text: str, name: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _pattern(name).finditer(text))


@lru_cache(maxsize=4096)
def _pattern(name: str) -> re.Pattern[str]:
    words = r"[\W_]+".join(map(re.escape, words_of(name)))
    return re.compile(rf"(?<![^\W_]){words}(?![^\W_])", re.IGNORECASE)
