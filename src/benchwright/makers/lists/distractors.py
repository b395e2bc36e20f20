"""Finds hard negatives: sources that BM25 ranks first for a question, and that neither prove nor name an answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from threading import Lock

from benchwright.corpus.store import Corpus
from benchwright.retrieval.bm25 import BM25
from benchwright.retrieval.word_index import words_of

MOST = 20
"""Distractors of one question; as many as it has sources, if these are fewer."""
_LOOKED_AT = 200


class Distractors:
    """Distractors out of one corpus, whose index of words is made or opened when first needed. Safe to share between
    threads."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._lock = Lock()

    @cached_property
    def _index(self) -> BM25:
        return BM25.build(self._corpus)

    def of(self, question: str, proving: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
        """At most `MOST` sources, the nearest first."""
        with self._lock:
            ranked = self._index.search([question], _LOOKED_AT + len(proving))
        away = set(proving)
        by_first_word: dict[str, list[str]] = {}
        for words in filter(None, map(words_of, names)):
            by_first_word.setdefault(words[0], []).append(f" {' '.join(words)} ")
        distractors: list[str] = []
        for row in ranked.rows[0].tolist():
            if row < 0 or len(distractors) == MOST:
                break
            id = self._index.ids[row]
            if id in away:
                continue
            source = self._corpus.source(id)
            words = words_of(f"{source.title} {source.text}")
            line = f" {' '.join(words)} "
            if not any(name in line for word in by_first_word.keys() & set(words) for name in by_first_word[word]):
                distractors.append(id)
        return tuple(distractors)
