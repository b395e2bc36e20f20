"""BARTScore (Yuan et al., 2021) as a probability, and WebQA's fluency and combined score, which are made of it.

BARTScore of a text given another is the mean log-probability of its tokens by a sequence-to-sequence model; here it is
raised to a probability in 0..1, so that it can stand beside other measures. WebQA's fluency (Chang et al., 2022) is the
best over the references of p(answer | reference) / p(reference | reference), at most 1. `WebQA-QA` is fluency times
accuracy.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.evaluate.measures.official.base import OfficialMeasure, Prediction, needs_extra
from benchwright.evaluate.measures.official.local_models import BATCH, longest, open_model
from benchwright.evaluate.measures.official.webqa import WEBQA_ACCURACY

MODEL = "facebook/bart-large-cnn"


def bart_score(pairs: Sequence[tuple[str, str]], model: str) -> list[float]:
    """The mean token probability (geometric) of the second text given the first, of each pair, in 0..1. UsageError for
    a model that cannot be opened."""
    with needs_extra("neural"):
        import torch

    tokenizer, network = open_model(model, "AutoModelForSeq2SeqLM")
    most = longest(tokenizer, network)
    scores: list[float] = []
    with torch.inference_mode():
        for start in range(0, len(pairs), BATCH):
            given, wanted = (
                tokenizer(list(texts), return_tensors="pt", padding=True, truncation=True, max_length=most)
                for texts in zip(*pairs[start : start + BATCH], strict=True)
            )
            labels = wanted["input_ids"].masked_fill(wanted["attention_mask"] == 0, -100)
            logits = network(input_ids=given["input_ids"], attention_mask=given["attention_mask"], labels=labels).logits
            losses = torch.nn.functional.cross_entropy(logits.float().transpose(1, 2), labels, reduction="none")
            counts = (labels != -100).sum(dim=1)
            scores += torch.exp(-losses.sum(dim=1) / counts).tolist()
    return scores


def fluency(pairs: Sequence[tuple[str, Sequence[str]]], model: str) -> list[float]:
    """WebQA's fluency of each (text, references), in 0..1."""
    listed = [(text, reference) for text, references in pairs for reference in references]
    texts = iter(bart_score([(reference, text) for text, reference in listed], model))
    own = iter(bart_score([(reference, reference) for _, reference in listed], model))
    return [min(1.0, max(next(texts) / next(own) for _ in references)) for _, references in pairs]


def _probability(predictions: Sequence[Prediction], model: str) -> list[float]:
    values = iter(bart_score([(one.text, wanted) for one in predictions for wanted in one.references], model))
    return [max(next(values) for _ in one.references) for one in predictions]


def _fluency(predictions: Sequence[Prediction], model: str) -> list[float]:
    return fluency([(one.text, one.references) for one in predictions], model)


def _combined(predictions: Sequence[Prediction], model: str) -> list[float]:
    parts = zip(_fluency(predictions, model), WEBQA_ACCURACY.score(predictions, model), strict=True)
    return [fluent * accurate for fluent, accurate in parts]


_WEBQA = "Chang et al., 2022 (WebQA)"
BART_MEASURES = (
    OfficialMeasure(
        "BARTScore",
        "mean probability of a reference's tokens given the answer, the best of the references",
        "Yuan et al., 2021 (BARTScore)",
        _probability,
        misleads="values of different models cannot be compared",
        model=MODEL,
    ),
    OfficialMeasure(
        "WebQA-FL",
        "how likely the answer is given a reference, compared with the reference itself",
        _WEBQA,
        _fluency,
        misleads="it says whether an answer reads well, and not whether it is right",
        model=MODEL,
    ),
    OfficialMeasure(
        "WebQA-QA",
        "WebQA-FL times WebQA-accuracy",
        _WEBQA,
        _combined,
        WEBQA_ACCURACY.unscored,
        model=MODEL,
    ),
)
