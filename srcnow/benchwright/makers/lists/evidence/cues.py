"""Finds cues in sentences: the words of a book that state a relation or speak against it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256

from benchwright.graphs.relations import GraphRelation, RelationBook
from benchwright.makers.lists.evidence.tokens import Tokens, fold
from benchwright.makers.lists.evidence.words import FUNCTION

_INDEXED = 2  # letters by which phrases and stems are looked up
_MOST_REMEMBERED = 200_000
_SHORT_STEM = 4
_VOWELS = tuple("aeiouy")
_WORD = re.compile(r"[\w\u0300-\u036f]+\*?|[^\w\s.*]")

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A cue in a sentence: its tokens, and whether it is `weak`, that is made of words of grammar alone ("is a")."""

    first: int
    end: int
    weak: bool = False


@dataclass(frozen=True, slots=True)
class CueMatcher:
    """Finds some cues in sentences. A star at the end of a word stands for any ending."""

    phrases: frozenset[Phrase]
    single: Mapping[str, frozenset[str]]
    """Cues of one word, with or without a star, by their first letters."""
    several: Mapping[str, tuple[Phrase, ...]]
    """Cues of several words by the first letters of the first."""
    remembered: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)
    """Words that were looked up before: a language has few."""

    def find(self, words: Tokens) -> list[Hit]:
        """All cues of a sentence in order."""
        hits = []
        for at, word in enumerate(words.folded):
            if self._is_cue(word):
                hits.append(Hit(at, at + 1, word in FUNCTION))
            for phrase in self.several.get(word[:_INDEXED], ()):
                if _stands_at(phrase, words.folded, at):
                    hits.append(Hit(at, at + len(phrase), all(part in FUNCTION for part in phrase)))
        return hits

    def _is_cue(self, word: str) -> bool:
        verdict = self.remembered.get(word)
        if verdict is None:
            if len(self.remembered) >= _MOST_REMEMBERED:
                self.remembered.clear()
            verdict = any(_matches(cue, word) for cue in self.single.get(word[:_INDEXED], ()))
            self.remembered[word] = verdict
        return verdict


class CueBook:
    """The cues of all relations of a book. A relation's rivals are the others with the same declared ends."""

    def __init__(self, book: RelationBook) -> None:
        self._book = book
        self._cues = {id: matcher_of(relation.cues) for id, relation in sorted(book.relations.items())}
        self._rivals: dict[str, CueMatcher] = {}
        declared = [
            (id, one.kind, one.tense, one.ends, sorted(self._cues[id].phrases), sorted(self.against(one).phrases))
            for id, one in sorted(book.relations.items())
        ]
        self.fingerprint = sha256(repr(declared).encode()).hexdigest()

    def of(self, relation: GraphRelation) -> CueMatcher:
        """The cues of a relation, whether the book has it or not."""
        return matcher_of(relation.cues)

    def against(self, relation: GraphRelation) -> CueMatcher:
        """The words by which another relation is meant: `not_when` of its entry."""
        return matcher_of(relation.not_when)

    def rivals(self, relation: GraphRelation) -> CueMatcher:
        """The strong cues of the relations with the same ends that are not cues of this one."""
        matcher = self._rivals.get(relation.id)
        if matcher is None:
            own = self.of(relation).phrases
            others = [
                self._cues[id].phrases
                for id, other in self._book.relations.items()
                if id != relation.id and sorted(other.ends) == sorted(relation.ends)
            ]
            phrases = {one for listed in others for one in listed if not all(word in FUNCTION for word in one)}
            matcher = self._rivals[relation.id] = _indexed(phrases - own)
        return matcher

    def of_ids(self, ids: Sequence[str]) -> list[CueMatcher]:
        """The cues of some relations of the book."""
        return [self._cues[id] for id in ids if id in self._cues]


@lru_cache(maxsize=1 << 16)
def matcher_of(cues: tuple[str, ...]) -> CueMatcher:
    """What finds the cues of an entry of the book."""
    return _indexed(phrase for phrase in map(_folded, cues) if phrase)


def _folded(cue: str) -> Phrase:
    # A star behind a full stop ("Ph.D.*") stands alone and means nothing.
    return tuple(fold(word) for word in _WORD.findall(cue))


def _indexed(phrases: Iterable[Phrase]) -> CueMatcher:
    whole = frozenset(phrases)
    single: dict[str, set[str]] = {}
    several: dict[str, list[Phrase]] = {}
    for phrase in sorted(whole):
        letters = phrase[0].rstrip("*")[:_INDEXED]
        if len(phrase) == 1:
            single.setdefault(letters, set()).add(phrase[0])
        else:
            several.setdefault(letters, []).append(phrase)
    return CueMatcher(
        whole,
        {letters: frozenset(words) for letters, words in single.items()},
        {letters: tuple(listed) for letters, listed in several.items()},
    )


def _stands_at(phrase: Phrase, words: Sequence[str], at: int) -> bool:
    parts = words[at : at + len(phrase)]
    return len(parts) == len(phrase) and all(map(_matches, phrase, parts))


def _matches(cue: str, word: str) -> bool:
    """Whether a word is the cue. Behind a short stem the ending has to begin with a vowel, or with the stem's last
    letter doubled: "star*" finds "starring", and not "started"."""
    if not cue.endswith("*"):
        return cue == word
    stem = cue[:-1]
    if not word.startswith(stem):
        return False
    ending = word[len(stem) :]
    if len(stem) > _SHORT_STEM or ending in ("", "s"):
        return True
    return ending[0] in _VOWELS or (ending[0] == stem[-1] and ending[1:2] in _VOWELS)
