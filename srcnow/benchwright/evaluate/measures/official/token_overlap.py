"""How many words of the reference an answer has, and of its sources (Adlakha et al., 2024).

Answers of models are sentences, which F1 punishes for their length. The share of the reference's words that the answer
has does not.
"""

from __future__ import annotations

from collections import Counter

from benchwright.evaluate.measures.official.base import OfficialMeasure, best_of
from benchwright.evaluate.measures.official.squad import normalise_squad


def token_recall(answer: str, reference: str) -> float:
    """The share of the reference's words that the answer has, repeated words counted as often; in 0..1."""
    have, wanted = (Counter(normalise_squad(text).split()) for text in (answer, reference))
    return (have & wanted).total() / wanted.total() if wanted else 0.0


TOKEN_MEASURES = (
    OfficialMeasure(
        "token-recall",
        "share of the reference's words that the answer has, the best of the references",
        "Adlakha et al., 2024",
        best_of(token_recall),
        misleads="an answer that lists every value scores 1, and so does one that denies the right value",
    ),
)
