"""Find the words of a text that tell of something."""

from __future__ import annotations

from functools import lru_cache

from benchwright.english.language import ENGLISH
from benchwright.english.stems import stem
from benchwright.values import words_of


@lru_cache(maxsize=16_384)
def telling_stems(text: str) -> frozenset[str]:
    """The stems of a text's words, without those that every English text has."""
    return frozenset(stem(word) for word in words_of(text) if word not in ENGLISH)
