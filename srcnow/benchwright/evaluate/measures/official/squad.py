"""Exact match and token F1 of SQuAD (Rajpurkar et al., 2016), for questions with one answer.

Both compare words without case, punctuation and articles, and take the best of the references.
"""

from __future__ import annotations

import re
import string
from collections import Counter

from benchwright.evaluate.measures.official.base import OfficialMeasure, best_of

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_NO_SIGNS = str.maketrans("", "", string.punctuation)
_PAPER = "Rajpurkar et al., 2016 (SQuAD)"


def normalise_squad(text: str) -> str:
    """Lower case, without ASCII punctuation and articles, words one space apart."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_NO_SIGNS)).split())


def exact_match(answer: str, reference: str) -> float:
    """1 if both have the same words in one order, else 0."""
    return float(normalise_squad(answer) == normalise_squad(reference))


def token_f1(answer: str, reference: str) -> float:
    """Harmonic mean of the shares of words that both have in common, in 0..1."""
    one, other = (Counter(normalise_squad(text).split()) for text in (answer, reference))
    common = (one & other).total()
    return 2 * common / (one.total() + other.total()) if common else 0.0


SQUAD_MEASURES = (
    OfficialMeasure(
        "SQuAD-EM",
        "1 if the answer is a reference word for word, case, punctuation and articles aside",
        _PAPER,
        best_of(exact_match),
        misleads='a right answer in a sentence scores 0, and signs are lost: "-5" is "5"',
    ),
    OfficialMeasure(
        "SQuAD-F1",
        "F1 of the words of the answer, the best of the references",
        _PAPER,
        best_of(token_f1),
        misleads="a long wrong answer with the words of the reference outscores a right one in other words",
    ),
)
