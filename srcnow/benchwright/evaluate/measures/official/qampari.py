"""Precision, recall and F1 of lists of answers as QAMPARI's own script computes them (Amouyal et al., 2022, section 4).

Words are compared as SQuAD does. Predictions are made distinct by their raw text, so that "Alpha" and "alpha" count as
two; each gold answer is credited once. `set-precision`, `set-recall` and `set-F1` do the same on values, where repeats
count once. `share-F1` and `share-recall` give 1 to each question with an F1 of 0.5 and a recall of 0.8 at least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchwright.evaluate.measures.answers import SetScores, decided, listed_answers, set_scores
from benchwright.evaluate.measures.official.base import OfficialMeasure, Prediction, answered, each
from benchwright.evaluate.measures.official.squad import normalise_squad

_PAPER = "Amouyal et al., 2022 (QAMPARI)"
_MISLEADS = "repeats in other spellings count as wrong answers; a benchmark from a graph lacks some right answers"
GOOD_F1, GOOD_RECALL = 0.5, 0.8


def official_scores(predictions: Sequence[str], references: Sequence[Sequence[str]]) -> SetScores:
    """Precision, recall and F1 of a list. Each gold answer is credited to the first prediction that is one of its
    wordings. All 0 for no prediction."""
    distinct = list(dict.fromkeys(predictions))
    left = [{normalise_squad(name) for name in names} for names in references]
    credited = 0
    for text in distinct:
        form = normalise_squad(text)
        place = next((place for place, names in enumerate(left) if form in names), None)
        if place is not None:
            del left[place]
            credited += 1
    if not credited:
        return SetScores(0.0, 0.0, 0.0)
    precision, recall = credited / len(distinct), credited / len(references)
    return SetScores(precision, recall, 2 * precision * recall / (precision + recall))


def _official(one: Prediction) -> SetScores:
    return official_scores(listed_answers(one.answers, one.question.answers, one.question.text), one.listed_references)


def _by_value(one: Prediction) -> SetScores:
    question = one.question
    answers, _ = decided(
        listed_answers(one.answers, question.answers, question.text), question.answers, question.undecided
    )
    return set_scores(answers, question.answers, ordered=question.ordered)


def _measure(name: str, about: str, value: Callable[[SetScores], float], *, official: bool) -> OfficialMeasure:
    scores = _official if official else _by_value
    misleads = _MISLEADS if official else ""
    return OfficialMeasure(name, about, _PAPER, each(lambda one: value(scores(one))), answered, misleads=misleads)


def _good_f1(scores: SetScores) -> float:
    return float(scores.f1 >= GOOD_F1)


def _good_recall(scores: SetScores) -> float:
    return float(scores.recall >= GOOD_RECALL)


QAMPARI_MEASURES = (
    _measure("QAMPARI-precision", "share of the answers that are right", lambda one: one.precision, official=True),
    _measure("QAMPARI-recall", "share of the right answers that are given", lambda one: one.recall, official=True),
    _measure("QAMPARI-F1", "harmonic mean of the two", lambda one: one.f1, official=True),
    _measure("QAMPARI-share-F1", "1 if QAMPARI-F1 is 0.5 or more", _good_f1, official=True),
    _measure("QAMPARI-share-recall", "1 if QAMPARI-recall is 0.8 or more", _good_recall, official=True),
    _measure("set-share-F1", "1 if set-F1 is 0.5 or more", _good_f1, official=False),
    _measure("set-share-recall", "1 if set-recall is 0.8 or more", _good_recall, official=False),
)
