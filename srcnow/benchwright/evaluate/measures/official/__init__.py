"""Measures of published papers, computed as their own code computes them, under their own names.

They stand beside `answer-parts` so that results can be compared with published ones. Add one here: a module with an
`OfficialMeasure`, and its name in `OFFICIAL`.
"""

from benchwright.evaluate.measures.official.bart_score import BART_MEASURES
from benchwright.evaluate.measures.official.base import OfficialMeasure, Prediction, official_measures
from benchwright.evaluate.measures.official.bert_score import BERT_SCORE
from benchwright.evaluate.measures.official.bleu import BLEU_MEASURES
from benchwright.evaluate.measures.official.meteor import METEOR
from benchwright.evaluate.measures.official.mmqa import MMQA_MEASURES
from benchwright.evaluate.measures.official.qampari import QAMPARI_MEASURES
from benchwright.evaluate.measures.official.rouge import ROUGE_MEASURES
from benchwright.evaluate.measures.official.squad import SQUAD_MEASURES
from benchwright.evaluate.measures.official.token_overlap import TOKEN_MEASURES
from benchwright.evaluate.measures.official.webqa import WEBQA_ACCURACY

OFFICIAL: tuple[OfficialMeasure, ...] = (
    *SQUAD_MEASURES,
    *MMQA_MEASURES,
    *QAMPARI_MEASURES,
    WEBQA_ACCURACY,
    *TOKEN_MEASURES,
    *ROUGE_MEASURES,
    *BLEU_MEASURES,
    METEOR,
    BERT_SCORE,
    *BART_MEASURES,
)
"""Every measure of this folder, in the order of tables."""

__all__ = ["OFFICIAL", "OfficialMeasure", "Prediction", "official_measures"]
