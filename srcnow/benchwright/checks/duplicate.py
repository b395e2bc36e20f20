"""Decide what counts as a duplicate: a question that is nearly the same as a committed one.

Two questions are near-duplicates if a reader who has answered one has answered the other. What is *about* the same
matters more than what *sounds* the same: questions from one template about two countries share all but one word and are
not duplicates. So the names and numbers of two questions must be the same, or those of one must all be in the other's
(which describes what the other names); and then, in this order:

1. the same words in the same order: a duplicate, whatever the answers;
2. else: a duplicate if the answer or the sources are the same, and the wording is near, by words or by vector. With
   another answer, the question word has to be the same too (when, where). A wording with a word of its own where the
   other has its own is not near ("birth rate", "death rate"), unless answer and sources are the same and the answer is
   no choice that the question offers ("how big", "how large").

Questions are added in commit order, and the earliest duplicate is named, so that the result is one definite set.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchwright.checks.leak import are_kin
from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.values import normalise

BY = "duplicate 1"

_VOCABULARY = Vocabulary.of("benchwright.checks", "duplicate")
# Words that say nothing on what is asked.
_EMPTY = _VOCABULARY.words("empty")
_QUESTION_WORDS = _VOCABULARY.words("question_words")
_WORD = re.compile(r"\w+(?:[.,:'’\-/]\w+)*")
_QUOTED = re.compile(r'["“]([^"”]+)["”]')
_LEAST_WORDS = 0.8
"""Least share of common telling words (Jaccard) at which two wordings are near."""

_LEAST_COSINE, _LEAST_PARAPHRASE = 0.95, 0.82
"""Least cosine of two question vectors at which wordings are near: in general, and where answer and sources are too.
By wordllama, two wordings of one question lie at 0.75 to 0.99, and questions on two facts with one answer (capital and
largest city) at up to 0.79."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A question taken apart, all normalised. `about` are its names and numbers, `asks` its question words, `words` its
    other telling words."""

    form: str
    asks: frozenset[str]
    about: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, question: str) -> Wording:
        """A name is a word with a capital that does not begin a sentence, or anything in quotation marks."""
        quoted = set(chain.from_iterable(normalise(match).split() for match in _QUOTED.findall(question)))
        about, asks, words = set(quoted), set(), set()
        begins = True
        for match in _WORD.finditer(question):
            raw = re.sub(r"['’]s?$", "", match[0])
            word = normalise(raw)
            is_name = any(letter.isupper() for letter in raw) and (not begins or not raw[1:].islower())
            begins = bool(re.match(r"[.?!:]\s", question[match.end() : match.end() + 2]))
            if not word or word in _EMPTY or word in quoted:
                continue
            if word in _QUESTION_WORDS:
                asks.add(word)
            elif is_name or any(letter.isdigit() for letter in raw):
                about.update(word.split())
            else:
                words.add(stem(word))
        return cls(normalise(question), frozenset(asks), frozenset(about), frozenset(words) - about)


Vector = NDArray[Any] | Callable[[], NDArray[Any]] | None
"""A question's encoding (any scale), or what makes it when it is first needed: most questions have no other near them,
and never need it."""


@dataclass(frozen=True)
class _CommittedQuestion:
    id: str
    wording: Wording
    answer: str
    sources: frozenset[str]
    encoding: Vector

    @cached_property
    def vector(self) -> NDArray[np.float64] | None:
        encoding = self.encoding() if callable(self.encoding) else self.encoding
        return None if encoding is None else np.asarray(encoding, dtype=np.float64)

    def cosine_reaches(self, other: _CommittedQuestion, least: float) -> bool:
        """Whether the cosine is at least that. The dot product of integers is exact here, in whatever order."""
        mine, theirs = self.vector, other.vector
        if mine is None or theirs is None or mine.shape != theirs.shape:
            return False
        size = math.sqrt(float(mine @ mine) * float(theirs @ theirs))
        return size > 0 and float(mine @ theirs) >= least * size


class DuplicateIndex:
    """The questions committed so far."""

    def __init__(self) -> None:
        self._committed: list[_CommittedQuestion] = []
        self._forms: dict[str, int] = {}
        self._buckets: dict[tuple[Any, ...], list[int]] = {}

    def __len__(self) -> int:
        return len(self._committed)

    def twin_of(self, question: str, answer: str, sources: Iterable[str], vector: Vector = None) -> str | None:
        """The id of the earliest question added that this one duplicates; None if it is new. `vector` is its
        encoding."""
        new = _take_apart("", question, answer, sources, vector)
        exact = self._forms.get(new.wording.form)
        candidates = {place for key in _keys(new) for place in self._buckets.get(key, ())}
        for place in sorted(candidates):
            if exact is not None and place > exact:
                break
            if _duplicates(self._committed[place], new):
                return self._committed[place].id
        return None if exact is None else self._committed[exact].id

    def add(self, id: str, question: str, answer: str, sources: Iterable[str], vector: Vector = None) -> None:
        """Remember a committed question."""
        committed = _take_apart(id, question, answer, sources, vector)
        place = len(self._committed)
        self._committed.append(committed)
        self._forms.setdefault(committed.wording.form, place)
        for key in _keys(committed):
            self._buckets.setdefault(key, []).append(place)


def _duplicates(old: _CommittedQuestion, new: _CommittedQuestion) -> bool:
    mine, theirs = old.wording, new.wording
    if mine.about != theirs.about:
        return False
    if old.answer != new.answer:
        return old.sources == new.sources and mine.asks == theirs.asks and _near(old, new)
    offered = set(old.answer.split()) <= mine.about | mine.words
    return _near(old, new, synonyms=old.sources == new.sources and not offered)


def _near(old: _CommittedQuestion, new: _CommittedQuestion, *, synonyms: bool = False) -> bool:
    mine, theirs = old.wording.words, new.wording.words
    if not synonyms and _each_has_its_own(mine - theirs, theirs - mine):
        return False
    alike = len(mine & theirs) >= _LEAST_WORDS * len(mine | theirs)
    return alike or old.cosine_reaches(new, _LEAST_PARAPHRASE if synonyms else _LEAST_COSINE)


def _take_apart(id: str, question: str, answer: str, sources: Iterable[str], vector: Vector) -> _CommittedQuestion:
    return _CommittedQuestion(id, Wording.of(question), normalise(answer), frozenset(sources), vector)


def _keys(question: _CommittedQuestion) -> tuple[tuple[Any, ...], ...]:
    """Two questions can be duplicates only if they share one of these, or their words in order."""
    about = question.wording.about
    return ("answer", about, question.answer), ("sources", about, question.sources)


def _each_has_its_own(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether each side has a word to which none of the other's is kin: then they ask for two things."""
    return any(not any(are_kin(one, other) for other in theirs) for one in mine) and any(
        not any(are_kin(one, other) for other in mine) for one in theirs
    )
