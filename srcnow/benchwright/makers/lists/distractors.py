"""Finds hard negatives: sources that BM25 ranks first for a question, and that neither prove nor name an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from threading import Lock

from benchwright.corpus.store import Corpus
from benchwright.retrieval.bm25 import BM25
from benchwright.values import LOOSELY, NameValue, TypedValue, bare_name, normalise, occurs_in, parse, words_of

MOST = 20
"""Distractors of one question; as many as it has sources, if these are fewer."""
_LOOKED_AT = 200
_BEFORE_PROPER = re.compile(r"^(?:[a-z]+ )+(?=[^\W\d_a-z])")
"""Common words before a proper name: "the states of North Dakota"."""


class AnswerNames:
    """The names and values of true answers, to be met in texts: without a note in brackets and common words before a
    proper name, too."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_word: dict[str, set[NameValue]] = {}
        self._amounts: set[TypedValue] = set()
        for name in names:
            self._amounts.update(parse(name, kind) for kind in ("number", "date"))
            for variant in (name, bare_name(name), _BEFORE_PROPER.sub("", name)):
                for word in words_of(normalise(variant))[:1]:
                    self._by_word.setdefault(word, set()).add(NameValue(variant))
        self._amounts = {value for value in self._amounts if not isinstance(value, NameValue)}

    def named_in(self, text: str) -> bool:
        """Whether a text names or states one of them."""
        met = (value for word in self._by_word.keys() & set(words_of(text)) for value in self._by_word[word])
        return any(occurs_in(value, text, LOOSELY) for value in (*met, *self._amounts))


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
        """At most `MOST` sources, the nearest first: none that is `proving`, and none that has one of the `names` of
        true answers."""
        with self._lock:
            ranked = self._index.search([question], _LOOKED_AT + len(proving))
        away, answers = set(proving), AnswerNames(names)
        distractors: list[str] = []
        for row in ranked.rows[0].tolist():
            if row < 0 or len(distractors) == MOST:
                break
            source = self._corpus.source(self._index.ids[row])
            if source.id not in away and not answers.named_in(f"{source.title}\n{source.text}"):
                distractors.append(source.id)
        return tuple(distractors)
