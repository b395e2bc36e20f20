"""The cross-encoder of the check `entails`, with a tiny random model that is made on the spot."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.checks.judged.test_planted import KNOWN, YEARS
from tests.support.verifier import Knowing, asker, no_picture

from benchwright.checks.judged import judge
from benchwright.checks.judged.entails import open_entailment
from benchwright.errors import UsageError


def tiny(folder: Path, labels: dict[int, str]) -> str:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "tower", "bridge", "was", "years", "in"]
    core = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.Whitespace()
    core.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
        model_max_length=64,
    )  # fmt: skip
    config = BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
        max_position_embeddings=64, num_labels=len(labels), id2label=labels,
        label2id={name: number for number, name in labels.items()},
    )  # fmt: skip
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


def test_a_cross_encoder_gives_the_probability_of_its_class(tmp_path: Path) -> None:
    model = tiny(tmp_path, {0: "contradiction", 1: "entailment", 2: "neutral"})
    entailment = open_entailment(model, threshold=0.0)
    pairs = [("the tower was in the years", "the bridge was"), ("the " * 300, "bridge")]
    scores = entailment.score(pairs)
    assert len(scores) == 2
    assert all(0 < score < 1 for score in scores)
    assert entailment.score(pairs) == scores
    found = asyncio.run(judge(YEARS, asker(Knowing(KNOWN)), no_picture, {"entails": "reject"}, entailment=entailment))
    check = next(check for check in found.checks if check.name == "entails")
    assert (check.verdict, check.by) == ("pass", f"entails/1 {model}")
    strict = asyncio.run(
        judge(
            YEARS, asker(Knowing(KNOWN)), no_picture, {"entails": "reject"},
            entailment=replace(entailment, threshold=1.0),
        )
    )  # fmt: skip
    assert strict.failed is not None
    assert strict.failed.name == "entails"


def test_a_model_without_that_class_is_refused(tmp_path: Path) -> None:
    entailment = open_entailment(tiny(tmp_path, {0: "low", 1: "middle", 2: "high"}))
    with pytest.raises(UsageError, match="has no class 'entailment'"):
        entailment.score([("the tower", "the bridge")])
