"""Count how questions begin: a tree of their first words (WebQA's analysis of questions)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchwright.records import JsonRecord

DEPTH = 4
"""Words: with more, nearly every question stands alone."""
LEAST = 0.01
"""The share of all questions below which a beginning is not told apart."""

_ENDS = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True, slots=True)
class QuestionPrefix(JsonRecord):
    """Questions that begin alike: the last `word` of the beginning ("" for all questions), how many they are, and how
    they go on, most frequent first. `more` are too rare to be told apart, or end here, so `count` is theirs and that of
    the beginnings in `next`."""

    word: str
    count: int
    next: tuple[QuestionPrefix, ...] = ()

    @property
    def more(self) -> int:
        return self.count - sum(one.count for one in self.next)


def question_prefixes(questions: Iterable[str], *, depth: int = DEPTH, least: float = LEAST) -> QuestionPrefix:
    """The tree of the first `depth` words, without case and the marks around them."""
    beginnings = [first_words(text, depth) for text in questions]
    return _tree("", beginnings, 0, depth, max(1.0, least * len(beginnings)))


def _tree(word: str, beginnings: Sequence[tuple[str, ...]], at: int, depth: int, least: float) -> QuestionPrefix:
    groups: dict[str, list[tuple[str, ...]]] = {}
    for words in beginnings:
        if at < min(depth, len(words)):
            groups.setdefault(words[at], []).append(words)
    ranked = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    told = [(name, members) for name, members in ranked if len(members) >= least]
    return QuestionPrefix(
        word, len(beginnings), tuple(_tree(name, members, at + 1, depth, least) for name, members in told)
    )


def first_words(text: str, depth: int) -> tuple[str, ...]:
    """The first words of a question, without case and the marks around them."""
    words = (_ENDS.sub("", word.casefold()) for word in text.split(maxsplit=4 * depth)[: 4 * depth])
    return tuple(word for word in words if word)[:depth]
