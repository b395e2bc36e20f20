"""Decide whether a text is English, since facts are read by English rules only.

Most texts are told by counting function words; only what that leaves open is given to a trained classifier.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from benchwright.english.vocabulary import Vocabulary

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

MIN_WORDS = 6
"""Fewer words than this are a name or a heading, and could be of any language."""

MAX_CHARACTERS = 600  # of a long text, its beginning: a language does not change so often

_VOCABULARY = Vocabulary.of("benchwright.english", "language")
ENGLISH, FOREIGN = _VOCABULARY.words("english"), _VOCABULARY.words("foreign")
_NAMES = _VOCABULARY.texts("names")

_WORD = re.compile(r"[^\W\d_]{2,}")  # formulas are full of single letters
_ASIDE = re.compile(r"\([^()]*\)")  # native names and dates of birth
_PLAIN = re.compile(r"[\"'“„«(]*(?:[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+)[\"'”“»).,;:!?…]*")  # a word or number of a text
_MOST_ODD = 0.2  # of the words of a running text in any language
_LATIN_END = "\u0250"  # letters from here on belong to other scripts (a few phonetic signs aside)


def is_english(text: str) -> bool | None:
    """True or False where it can be told; None for too few words (names, numbers, headings) or an open case.

    Only the first 600 characters are looked at, without what stands in parentheses. A text whose letters are mostly
    not Latin is not English, however short (Chinese has no spaces between words). Code, options and rows of numbers are
    in no language: None.
    """
    text = _ASIDE.sub(" ", text[:MAX_CHARACTERS])
    if not text.isascii():
        letters = [letter for letter in text if letter.isalpha()]
        if len(letters) >= 10 and 2 * sum(letter >= _LATIN_END for letter in letters) > len(letters):
            return False
    listed = _WORD.findall(text.lower())
    if len(listed) < MIN_WORDS:
        return None
    words = set(listed)
    english, foreign = len(words & ENGLISH) / len(words), len(words & FOREIGN) / len(words)
    if english >= 0.12 and english >= 3 * foreign:
        return True
    if foreign >= 0.15 and foreign >= 5 * english:
        verdict: bool | None = False
    else:
        verdict = _classified(text, english, foreign)
    return None if verdict is False and not _runs(text) else verdict


def language_of(text: str) -> str:
    """The name of the language that a text is most likely in, "another language" for a rare one."""
    return _NAMES.get(_identifier().classify(_ASIDE.sub(" ", text[:MAX_CHARACTERS]))[0], "another language")


def _runs(text: str) -> bool:
    """Whether a text is of plain words, and not of code, file names or numbers."""
    words = text.split()
    return sum(not _PLAIN.fullmatch(word) for word in words) <= _MOST_ODD * len(words)


def _classified(text: str, english: float, foreign: float) -> bool | None:
    """What the classifier says, if it is sure enough. Lists of foreign names mislead it, so that against English
    function words it must be surer, and with neither kind of word it needs to be nearly certain."""
    language, confidence = _identifier().classify(text)
    if language == "en":
        return True if confidence >= 0.3 or english > foreign else None
    needed = 0.6 if foreign > english else 0.95
    return False if confidence >= needed else None


@cache
def _identifier() -> LanguageIdentifier:
    """The classifier, loaded when the first open case comes (0.4 s, 80 MB)."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
