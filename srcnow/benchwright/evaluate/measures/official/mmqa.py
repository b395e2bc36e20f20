"""Exact match and F1 of lists of answers, as MultiModalQA's evaluation computes them (Talmor et al., 2021).

The rules are DROP's (Dua et al., 2019). Answers become bags of normalised words; a number is its value, so that "7.0"
is "7". Exact match wants the same bags, as many as there are answers. F1 is the mean under the best pairing of the two
lists over the longer one, rounded to two decimals.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

import numpy as np

from benchwright.evaluate.measures.official.base import OfficialMeasure, Prediction, answered, each

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_NO_SIGNS = str.maketrans("", "", string.punctuation)
_PARTING = re.compile(r"[ -]")
_PAPER = "Talmor et al., 2021 (MultiModalQA)"


def normalise_drop(text: str) -> str:
    """Words in lower case without punctuation and articles, split at spaces and hyphens; numbers as their value."""
    words = (_ARTICLES.sub(" ", _number(word)) for word in _PARTING.split(text))
    return " ".join(" ".join(words).split())


def _number(word: str) -> str:
    """A word without punctuation, or a number's value as Python writes it."""
    low = word.lower()
    if not _is_number(low):
        low = low.translate(_NO_SIGNS)
    return str(float(low)) if _is_number(low) else low


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def list_exact_match(answers: Sequence[str], references: Sequence[str]) -> float:
    """1 if the normalised answers are the references, as many of them, else 0."""
    one, other = ([normalise_drop(text) for text in texts] for texts in (answers, references))
    return float(len(one) == len(other) and set(one) == set(other))


def list_f1(answers: Sequence[str], references: Sequence[str]) -> float:
    """Mean F1 under the best pairing of answers and references, over the longer list, rounded to two decimals."""
    from scipy.optimize import linear_sum_assignment

    one, other = ([set(normalise_drop(text).split()) for text in texts] for texts in (answers, references))
    table = np.array([[_bag_f1(words, wanted) for words in one] for wanted in other])
    rows, columns = linear_sum_assignment(table, maximize=True)
    return round(float(table[rows, columns].sum()) / max(len(one), len(other)), 2)


def _bag_f1(words: set[str], wanted: set[str]) -> float:
    """F1 of two sets of words; two empty ones are equal. A reference with numbers needs one of them."""
    numbers = {word for word in wanted if _is_number(word)}
    if numbers and not numbers & words:
        return 0.0
    common = len(words & wanted)
    precision, recall = (common / len(one) if one else 1.0 for one in (words, wanted))
    total = precision + recall
    return 2 * precision * recall / total if total else 0.0


def _references(one: Prediction) -> list[str]:
    return [names[0] for names in one.listed_references]


MMQA_MEASURES = (
    OfficialMeasure(
        "MMQA-EM",
        "1 if the listed answers are the gold ones, each and no other",
        _PAPER,
        each(lambda one: list_exact_match(one.answers, _references(one))),
        answered,
        misleads="aliases are not known to it, and an answer in a sentence scores 0",
    ),
    OfficialMeasure(
        "MMQA-F1",
        "F1 of the words of the listed answers under the best pairing with the gold ones",
        _PAPER,
        each(lambda one: list_f1(one.answers, _references(one))),
        answered,
        misleads="aliases are not known to it; values are rounded to two decimals",
    ),
)
