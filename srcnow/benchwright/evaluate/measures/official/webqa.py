"""WebQA's accuracy: which keywords of the gold answer an answer has (Chang et al., 2022, section 5).

Words are compared in lower case, without punctuation (but for decimal points) and articles, number words as digits, in
their base form (package lemminflect; the paper's own code uses spaCy, and the two differ by about 0.001). For colours,
shapes and yes/no only words of that kind count, for numbers only whole numbers, and the score is F1. For all other
categories it is the share of the keywords.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from functools import lru_cache

from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.gold import Question
from benchwright.evaluate.measures.official.base import OfficialMeasure, Prediction, answered, each, needs_extra
from benchwright.evaluate.measures.official.rouge import EXTRA

_VOCABULARY = Vocabulary.of("benchwright.evaluate.measures.official", "webqa")
_KINDS = {kind: _VOCABULARY.words(kind) for kind in ("color", "shape", "yesno")}
_DIGITS = {word: str(number) for number, word in enumerate(_VOCABULARY.row("numbers"))}
_NO_SIGNS = str.maketrans("", "", string.punctuation.replace(".", ""))
_STOP = re.compile(r"\.(?!\d)")
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_PARTS = ("AUX", "VERB", "NOUN", "ADJ", "ADV")


def accuracy(answer: str, keywords: str, category: str) -> float:
    """The score of an answer by the keywords of the gold answer, in 0..1."""
    have, wanted = normalise_webqa(answer).split(), normalise_webqa(keywords).split()
    kind = category.lower()
    if kind == "number":
        return _f1(Counter(filter(str.isdigit, have)), Counter(filter(str.isdigit, wanted)))
    if words := _KINDS.get(kind):
        return _f1(Counter(words & set(have)), Counter(words & set(wanted)))
    keys = set(wanted)
    return len(keys & set(have)) / len(keys) if keys else 0.0


def _f1(have: Counter[str], wanted: Counter[str]) -> float:
    common = (have & wanted).total()
    return 2 * common / (have.total() + wanted.total()) if common else 0.0


def normalise_webqa(text: str) -> str:
    """The base forms of the words, number words as digits. A single character stays as it is."""
    low = text.strip().lower()
    if len(low) == 1:
        return low
    words = _STOP.sub("", low.translate(_NO_SIGNS)).split()
    return " ".join(_ARTICLES.sub(" ", " ".join(_base_form(_DIGITS.get(word, word)) for word in words)).split())


@lru_cache(maxsize=65_536)
def _base_form(word: str) -> str:
    with needs_extra(EXTRA):
        from lemminflect import getAllLemmas

    forms = getAllLemmas(word)
    return next((str(forms[part][0]) for part in _PARTS if part in forms), word)


def _unscored(question: Question) -> str:
    told = question.columns.get("category") and question.columns.get("keywords")
    return answered(question) or ("" if told else "no category or no keywords of WebQA's")


def _score(one: Prediction) -> float:
    columns = one.question.columns
    return accuracy(one.text, columns["keywords"], columns["category"])


WEBQA_ACCURACY = OfficialMeasure(
    "WebQA-accuracy",
    "F1 of the colours, shapes, numbers, or yes and no of the answer; else the share of the keywords",
    "Chang et al., 2022 (WebQA)",
    each(_score),
    _unscored,
    misleads="an answer that names every colour still scores, and one that says yes and no scores two thirds",
)
