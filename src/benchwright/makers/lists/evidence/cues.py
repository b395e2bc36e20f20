"""The words that tell a relation, compiled: its cues, and what its hypothesis shows of its grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from benchwright.graphs.relations import Relation, RelationBook, Things
from benchwright.makers.lists.evidence.tokens import Tokens, fold, listed, words_of

_FUNCTION_WORDS = listed(
    "a an the of in on at by to for from with and or as is was are were be been has have had it its his her their "
    "that which who whom whose one this these those into did does do"
)
_PREPOSITIONS = frozenset(
    ["of", "in", "on", "at", "by", "to", "for", "from", "with", "as", "into", "near", "under", "over"]
)
_WEAK = _FUNCTION_WORDS | listed("first last home area world known name named best next new where also while after")
_SHORTEST_STEM = 4
_INDEXED = 2  # letters by which phrases are looked up
_MOST_KNOWN = 200_000
_SHORT_STEM = 4
_VOWELS = tuple("aeiouy")


@dataclass(frozen=True, slots=True)
class Hit:
    """A cue in a sentence: its tokens, whether it looks like a verb in the past ("directed"), and whether it is `weak`:
    made of words that stand in any sentence ("in", "is a")."""

    first: int
    end: int
    verb: bool
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Cues:
    """The cues of one relation. `prepositions` stand in its hypothesis before the end that is named last, which is the
    subject if it is `inverted`; `bare` says that the hypothesis joins the ends by nothing but "is a"."""

    whole: frozenset[str]
    stems: tuple[str, ...]
    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    prepositions: frozenset[str]
    bare: bool
    inverted: bool = False

    known: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)
    """Words that were looked up before: a language has few."""
    begun: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    """The stems by their first letters: the rivals of a relation have a thousand."""

    def find(self, words: Tokens) -> list[Hit]:
        """All cues of a sentence in order."""
        found = []
        for at, word in enumerate(words.folded):
            if self._is_cue(word):
                found.append(Hit(at, at + 1, word.endswith("ed"), word in _WEAK))
            for phrase in self.phrases.get(word[:_INDEXED], ()):
                if _begins(phrase, words.folded, at):
                    weak = all(part in _WEAK for part in phrase)
                    found.append(Hit(at, at + len(phrase), phrase[0].rstrip("*").endswith("ed"), weak))
        return found

    def _is_cue(self, word: str) -> bool:
        known = self.known.get(word)
        if known is None:
            if len(self.known) >= _MOST_KNOWN:
                self.known.clear()
            if not self.begun:
                self.begun.update(_begun(self.stems))
            stems = self.begun.get(word[:_INDEXED], ())
            known = word in self.whole or any(_inflects(word, stem) for stem in stems)
            self.known[word] = known
        return known


class CueBook:
    """The cues of all relations of a book."""

    def __init__(self, book: RelationBook) -> None:
        self._cues = {id: compiled(relation) for id, relation in sorted(book.relations.items())}
        self.fingerprint = sha256(repr(self._cues_told()).encode()).hexdigest()
        self._book = book
        self._rivals: dict[str, Cues] = {}

    def of(self, relation: Relation) -> Cues:
        """The cues of a relation, whether the book has it or not."""
        known = self._cues.get(relation.id)
        if known is None:
            known = self._cues[relation.id] = compiled(relation)
        return known

    def rivals(self, relation: Relation, words: Tokens) -> list[Hit]:
        """Where words stand that tell another relation, and not this one."""
        rival = self._rivals.get(relation.id)
        if rival is None:
            rival = self._rivals[relation.id] = self._rival(relation)
        own = {(hit.first, hit.end) for hit in self.of(relation).find(words)}
        return [hit for hit in rival.find(words) if not hit.weak and (hit.first, hit.end) not in own]

    def of_pair(self, relation: Relation, rivals: Sequence[str], words: Tokens) -> list[Hit]:
        """Where words stand that tell one of the other relations of a pair, and not this one."""
        own = {(hit.first, hit.end) for hit in self.of(relation).find(words)}
        found = [hit for id in rivals if id in self._cues for hit in self._cues[id].find(words)]
        return [hit for hit in found if not hit.weak and (hit.first, hit.end) not in own]

    def _rival(self, relation: Relation) -> Cues:
        mine = self.of(relation)
        others = [
            self._cues[id]
            for id, other in sorted(self._book.relations.items())
            if id != relation.id and _same_ends(relation, other)
        ]
        return Cues(
            frozenset(word for cues in others for word in cues.whole if word not in _WEAK) - mine.whole,
            tuple(sorted({stem for cues in others for stem in cues.stems} - set(mine.stems))),
            _indexed(set(_all(others)) - set(_all([mine]))),
            frozenset(),
            False,
        )

    def _cues_told(self) -> list[tuple[object, ...]]:
        return [
            (
                id,
                sorted(one.whole),
                one.stems,
                sorted(one.phrases.items()),
                sorted(one.prepositions),
                one.bare,
                one.inverted,
            )
            for id, one in self._cues.items()
        ]


def compiled(relation: Relation) -> Cues:
    """The cues of an entry; where it lists none, the words of its label and hypothesis that are no function words."""
    given = [cue for cue in map(tuple, map(_folded, relation.cues)) if cue] or [(word,) for word in _derived(relation)]
    whole = frozenset(cue[0] for cue in given if len(cue) == 1 and not cue[0].endswith("*"))
    stems = tuple(sorted(cue[0][:-1] for cue in given if len(cue) == 1 and len(cue[0]) > 2 and cue[0].endswith("*")))
    inverted = relation.hypothesis.find("{object}") < relation.hypothesis.find("{subject}")
    second = "{subject}" if inverted else "{object}"
    joined = relation.hypothesis.split(second)[0].replace("{subject}", " ").replace("{object}", " ")
    before = [fold(word) for word in words_of(joined)]
    last = next((word for word in reversed(before) if word not in ("the", "a", "an")), "")
    return Cues(
        whole,
        stems,
        _indexed(cue for cue in given if len(cue) > 1),
        frozenset({last} & _PREPOSITIONS),
        all(word in _FUNCTION_WORDS and word not in _PREPOSITIONS for word in before),
        inverted,
    )


def _same_ends(one: Relation, other: Relation) -> bool:
    """Whether two relations may hold of one pair, either way round: a word for a film's director is no rival of a
    county's state."""
    straight = _same_kind(one.subject, other.subject) and _same_kind(one.object, other.object)
    return straight or (_same_kind(one.subject, other.object) and _same_kind(one.object, other.subject))


def _same_kind(one: Things, other: Things) -> bool:
    if one.who != other.who:
        return False
    mine, theirs = ({type.label for type in things.types} | {things.one} for things in (one, other))
    return not one.types or not other.types or bool(mine & theirs)


def _folded(cue: str) -> Sequence[str]:
    # A star behind a stop ("Ph.D.*") stands alone, and says nothing.
    return [fold(word) for word in re.findall(r"[\w\u0300-\u036f]+\*?|[^\w\s.*]", cue)]


def _derived(relation: Relation) -> list[str]:
    told = f"{relation.label} {relation.hypothesis.replace('{subject}', ' ').replace('{object}', ' ')}"
    words = [fold(word) for word in words_of(told) if word[0].isalpha()]
    stems = {_stem(word) for word in words if word not in _FUNCTION_WORDS}
    return sorted(stems)


def _stem(word: str) -> str:
    for ending in ("ation", "ing", "ed", "or", "er", "es", "e", "s", "ion"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return f"{word[: -len(ending)]}*"
    return f"{word}*" if len(word) > _SHORTEST_STEM else word


def _begins(phrase: Sequence[str], words: Sequence[str], at: int) -> bool:
    """Whether the phrase stands at that place; a star stands for any ending."""
    if at + len(phrase) > len(words):
        return False
    return all(
        _inflects(word, part[:-1]) if part.endswith("*") else word == part
        for part, word in zip(phrase, words[at:], strict=False)
    )


def _inflects(word: str, stem: str) -> bool:
    """Whether a word is the stem with an ending. Behind a short stem it has to begin with a vowel, or with the stem's
    last letter doubled: "star*" is to find "starring", and not "started"."""
    if not word.startswith(stem):
        return False
    ending = word[len(stem) :]
    if len(stem) > _SHORT_STEM or ending in ("", "s"):
        return True
    return ending[0] in _VOWELS or (ending[0] == stem[-1] and ending[1:2] in _VOWELS)


def _indexed(phrases: Iterable[tuple[str, ...]]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Phrases by the first letters of their first word."""
    made: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted(set(phrases)):
        made.setdefault(phrase[0].rstrip("*")[:_INDEXED], []).append(phrase)
    return {letters: tuple(listed) for letters, listed in made.items()}


def _begun(stems: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Stems by their first letters."""
    made: dict[str, list[str]] = {"": []}
    for stem in stems:
        made.setdefault(stem[:_INDEXED], []).append(stem)
    return {letters: tuple(listed) for letters, listed in made.items()}


def _all(listed: Iterable[Cues]) -> Iterable[tuple[str, ...]]:
    return (phrase for cues in listed for some in cues.phrases.values() for phrase in some)
