"""Reduce English words to their stems: "mutation" and "mutate" share one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache


@cache
def stemmer(algorithm: str = "english") -> Callable[[str], str]:
    """One of Snowball's stemmers, which takes words in lower case: "english", or "porter" for index terms."""
    import Stemmer

    # PyStemmer's own cache costs more than it saves where every word comes once.
    stem_word: Callable[[str], str] = Stemmer.Stemmer(algorithm, 0).stemWord
    return stem_word


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a word, in lower case."""
    return stemmer()(word.casefold())
