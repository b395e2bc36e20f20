"""BERTScore F1 (Zhang et al., 2020): each token is paired with the most similar token of the other text.

Tokens are compared by the cosine of a model's hidden states in one layer: the layer that the paper's authors chose for
the models that they tried, the last one of any other model. Not rescaled by a baseline, and not weighted by rarity.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchwright.evaluate.measures.official.base import OfficialMeasure, Prediction, needs_extra
from benchwright.evaluate.measures.official.local_models import BATCH, longest, open_model

MODEL = "microsoft/deberta-xlarge-mnli"
"""What SMMQG uses (section 4.3)."""

_LAYERS = {MODEL: 40, "microsoft/deberta-large-mnli": 18, "roberta-large": 17, "bert-base-uncased": 9}


def bert_score(pairs: Sequence[tuple[str, str]], model: str) -> list[float]:
    """The F1 of each (text, reference); 0 where a text has no token. UsageError for a model that cannot be opened."""
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    states = dict(zip(texts, _states(texts, model), strict=True))
    return [_f1(states[text], states[reference]) for text, reference in pairs]


def _states(texts: Sequence[str], name: str) -> list[tuple[Any, Any]]:
    """Of each text the states of its tokens, of length 1 [tokens, width], and which of them are no special tokens."""
    with needs_extra("neural"):
        import torch

    tokenizer, model = open_model(name, "AutoModel")
    layer = _LAYERS.get(name, -1)
    states = []
    with torch.inference_mode():
        for start in range(0, len(texts), BATCH):
            batch = tokenizer(
                list(texts[start : start + BATCH]),
                return_tensors="pt",
                padding=True,
                truncation=True,
                max_length=longest(tokenizer, model),
                return_special_tokens_mask=True,
            )
            special = batch.pop("special_tokens_mask")
            hidden = model(**batch, output_hidden_states=True).hidden_states[layer]
            hidden = torch.nn.functional.normalize(hidden.float(), dim=-1)
            for row, mask, marks in zip(hidden, batch["attention_mask"].bool(), special.bool(), strict=True):
                states.append((row[mask], ~marks[mask]))
    return states


def _f1(one: tuple[Any, Any], other: tuple[Any, Any]) -> float:
    similar = one[0] @ other[0].T
    best_here, best_there = similar.amax(dim=1)[one[1]], similar.amax(dim=0)[other[1]]
    if not len(best_here) or not len(best_there):
        return 0.0
    precision, recall = float(best_here.mean()), float(best_there.mean())
    total = precision + recall
    return min(1.0, max(0.0, 2 * precision * recall / total)) if total > 0 else 0.0


def _score(predictions: Sequence[Prediction], model: str) -> list[float]:
    pairs = [(one.text, reference) for one in predictions for reference in one.references]
    values = iter(bert_score(pairs, model))
    return [max(next(values) for _ in one.references) for one in predictions]


BERT_SCORE = OfficialMeasure(
    "BERTScore",
    "F1 of the tokens of the answer, paired with the most similar ones of a reference",
    "Zhang et al., 2020 (BERTScore)",
    _score,
    misleads="values of different models cannot be compared, and a wrong number is close to the right one",
    model=MODEL,
)
