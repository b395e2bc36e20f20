"""What a page tells of all of it: whether it is about its entity at all, and whether that still is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.english.sentences import sentences
from benchwright.makers.lists.evidence.past import former
from benchwright.makers.lists.evidence.tokens import words_of

_READ = 2  # sentences that may name the entity
_LEAST_LETTERS = 3
_LIKE = 4  # letters of words of which one may be a part of the other


@dataclass(frozen=True, slots=True)
class Opening:
    """`gone`: the page tells what its entity was. `strange`: it names something else, and so a pronoun means that."""

    gone: bool
    strange: bool


def opening(text: str, names: Sequence[str]) -> Opening:
    """What a page's beginning says of the rest; `names` are those of its entity, its label first."""
    ranges = [place for place, _ in zip(sentences(text), range(_READ), strict=False)]
    if not ranges:
        return Opening(False, False)
    return Opening(former(text[slice(*ranges[0])]), not _names(text[: ranges[-1][1]], names))


def foreign(text: str, title: str, names: Sequence[str]) -> bool:
    """Whether a page is about something else than the entity whose page it is said to be: its title is the entity's
    label, of which it then has no word, only another name, as where Jalisco's text stands below "Hidalgo" because a
    graph calls that so. A title in another language than the label proves nothing."""
    first, *others = [_telling(name) for name in names]
    told = _telling(text)
    titled = any(_alike(one, other) for one in first for other in _telling(title))
    if not titled or any(_alike(one, other) for one in first for other in told):
        return False
    return any(words and words <= told for words in others)


def _names(told: str, names: Sequence[str]) -> bool:
    """Whether a text has a word of the first name, or one that is a part of it ("Chievo" of "ChievoVerona"), or all of
    another name: two states are "Free and Sovereign State of" something."""
    theirs = _telling(told)
    first, *others = [_telling(name) for name in names]
    known = not first or any(_alike(one, other) for one in first for other in theirs)
    return known or any(words and words <= theirs for words in others)


def _telling(text: str) -> set[str]:
    return {word.casefold() for word in words_of(text) if len(word) >= _LEAST_LETTERS and word[0].isalnum()}


def _alike(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) >= _LIKE and (one in other or other in one))
