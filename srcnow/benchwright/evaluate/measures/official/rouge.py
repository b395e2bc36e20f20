"""ROUGE-1 and ROUGE-L (Lin, 2004), by the package rouge-score: F1 of single words, and of the longest common sequence.

No stemming, as in SMMQG's evaluation (section 4.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from benchwright.evaluate.measures.official.base import OfficialMeasure, Prediction, needs_extra

EXTRA = "text-measures"
_PAPER = "Lin, 2004 (ROUGE)"
_MISLEADS = "it counts words: a changed number costs a fraction of the score, other words for the right answer cost all"


def rouge(predictions: Sequence[Prediction], model: str = "", *, kind: str) -> list[float]:
    """The F1 of one `kind` ("rouge1", "rougeL") for each prediction, the best of its references."""
    with needs_extra(EXTRA):
        from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer([kind], use_stemmer=False)
    return [
        max(float(scorer.score(reference, one.text)[kind].fmeasure) for reference in one.references)
        for one in predictions
    ]


def corpus_rouge_l(texts: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """The mean ROUGE-L as PMAN's authors computed it, by the package pycocoevalcap: recall weighs 1.2 times as much as
    precision. Texts are tokens with spaces between them."""
    with needs_extra(EXTRA):
        from pycocoevalcap.rouge.rouge import Rouge

    wanted = {place: list(listed) for place, listed in enumerate(references)}
    given = {place: [text] for place, text in enumerate(texts)}
    return float(Rouge().compute_score(wanted, given)[0])


ROUGE_MEASURES = tuple(
    OfficialMeasure(name, about, _PAPER, partial(rouge, kind=kind), misleads=_MISLEADS)
    for name, kind, about in (
        ("ROUGE-1", "rouge1", "F1 of the single words of the answer, the best of the references"),
        ("ROUGE-L", "rougeL", "F1 of the longest sequence of words in common, the best of the references"),
    )
)
