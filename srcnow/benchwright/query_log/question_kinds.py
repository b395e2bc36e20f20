"""Tell by form what kind of question a text is, among the kinds that a plan can ask for.

The kinds, their patterns and the built-in style of each are declared in `vocabulary.yaml`; the first kind that has a
matching pattern counts. Three kinds have no patterns: a question without any match asks for one piece of information,
a short text without a question's words is a search by `keywords`, and any other is an `other` text, no question.

perf/question_kinds.py measures the classification on questions whose kind is known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from benchwright.english.language import ENGLISH, FOREIGN, is_english
from benchwright.english.vocabulary import Vocabulary
from benchwright.values.scripts import scripts_of

LOOK_UP: Final = "information-extraction"
KEYWORDS: Final = "keywords"
OTHER: Final = "other"

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_APOSTROPHES = str.maketrans("’", "'")


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """A kind of question. `style` is the built-in style that asks such questions, "" where none does, and `list_kind`
    the style's own kind if it has kinds."""

    name: str
    style: str
    list_kind: str = ""


@cache
def question_kinds() -> Mapping[str, QuestionKind]:
    """All kinds by name; those that a plan can ask for first."""
    declared = _vocabulary().entries["kinds"]
    kinds = [QuestionKind(name, one["style"], one.get("kind", "")) for name, one in declared.items()]
    kinds += [QuestionKind(LOOK_UP, LOOK_UP), QuestionKind(KEYWORDS, ""), QuestionKind(OTHER, "")]
    return {kind.name: kind for kind in kinds}


def kind_of(text: str) -> str:
    """The name of the kind that a text is of."""
    plain = " ".join(text.translate(_APOSTROPHES).casefold().split())
    words = _WORD.findall(plain)
    if not _asks(plain, words):
        short = len(words) <= int(_vocabulary().entries["most_keywords"])
        return KEYWORDS if short else OTHER
    return next((name for name, pattern in _patterns() if pattern.search(plain)), LOOK_UP)


def in_other_language(text: str) -> bool:
    """Whether a text is in another language than English. A short or doubtful one is told by its function words and a
    question's own; one without any counts as English: names and terms are in every language."""
    if "LATIN" not in scripts_of(text):
        return any(map(str.isalpha, text))
    verdict = is_english(text)
    words = set(_WORD.findall(text.casefold()))
    english, foreign = len(words & (ENGLISH | asking_words())), len(words & FOREIGN)
    return foreign > english if verdict is None else not verdict and english <= foreign


def _asks(text: str, words: list[str]) -> bool:
    """Whether a text asks for something, by its mark, its first words or a question's word inside."""
    if not words:
        return False
    vocabulary = _vocabulary()
    if words[0] in vocabulary.words("asking") or not vocabulary.words("inside").isdisjoint(words):
        return True
    if any(text.startswith(f"{request} ") for request in vocabulary.row("requests")):
        return True
    return text.rstrip("\"')").endswith("?") and len(words) > 2


@cache
def asking_words() -> frozenset[str]:
    """Words that make a question or a request, whatever it is about."""
    vocabulary = _vocabulary()
    return vocabulary.words("asking") | vocabulary.words("inside") | vocabulary.words("requests")


@cache
def _vocabulary() -> Vocabulary:
    return Vocabulary.of("benchwright.query_log", "question_kinds")


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    kinds: Mapping[str, Mapping[str, list[str]]] = _vocabulary().entries["kinds"]
    return tuple((name, re.compile("|".join(one["patterns"]))) for name, one in kinds.items())
