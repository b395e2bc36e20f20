"""Tiny models with random weights, saved as their libraries save theirs. Nothing is downloaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

WORDS = ("the", "tower", "bridge", "red", "blue", "flag", "query", "passage", ":", "harbour", "old", "lighthouse")


def tokenizer(ends: tuple[str, str], longest: int) -> Any:
    """Knows the WORDS, split at spaces and signs; every other word is one unknown."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    begin, end = ends
    listed = ["[PAD]", "[UNK]", begin, end, *WORDS]
    core = Tokenizer(models.WordLevel({word: number for number, word in enumerate(listed)}, unk_token="[UNK]"))
    core.pre_tokenizer = pre_tokenizers.Whitespace()
    core.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}", pair=f"{begin} $A {end} $B:1 {end}:1", special_tokens=[(begin, 2), (end, 3)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=core, pad_token="[PAD]", unk_token="[UNK]", bos_token=begin, eos_token=end,
        cls_token=begin, sep_token=end, model_max_length=longest,
    )  # fmt: skip


def save_bert(folder: Path, *, seed: int = 1, prompts: dict[str, str] | None = None) -> Path:
    """A BERT of two layers and 16 dimensions that takes 32 tokens, with mean pooling. `prompts` are its own."""
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=4 + len(WORDS), hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=32,
    )  # fmt: skip
    BertModel(config).save_pretrained(folder)
    tokenizer(("[CLS]", "[SEP]"), 32).save_pretrained(folder)
    if prompts is not None:
        from sentence_transformers import SentenceTransformer

        SentenceTransformer(str(folder), prompts=prompts).save(str(folder))
    return folder


def save_clip(folder: Path) -> Path:
    """A CLIP of two layers a tower and 12 dimensions, for images of 32 x 32 pixels and texts of 77 tokens."""
    import torch
    from transformers import CLIPConfig, CLIPImageProcessorPil, CLIPModel, CLIPProcessor

    torch.manual_seed(3)
    tower = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
    marks = {"bos_token_id": 2, "eos_token_id": 3, "pad_token_id": 0}
    config = CLIPConfig(
        text_config={**tower, **marks, "vocab_size": 4 + len(WORDS), "max_position_embeddings": 77},
        vision_config={**tower, "image_size": 32, "patch_size": 16},
        projection_dim=12,
    )
    CLIPModel(config).save_pretrained(folder)
    pixels = CLIPImageProcessorPil(size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32})
    CLIPProcessor(pixels, tokenizer(("<|startoftext|>", "<|endoftext|>"), 77)).save_pretrained(folder)
    return folder


def save_bart(folder: Path) -> Path:
    """A BART of one layer a side and 16 dimensions that takes 32 tokens."""
    import torch
    from transformers import BartConfig, BartForConditionalGeneration

    torch.manual_seed(5)
    config = BartConfig(
        vocab_size=4 + len(WORDS), d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=32,
        pad_token_id=0, bos_token_id=2, eos_token_id=3, decoder_start_token_id=3, forced_eos_token_id=3,
    )  # fmt: skip
    BartForConditionalGeneration(config).save_pretrained(folder)
    tokenizer(("[CLS]", "[SEP]"), 32).save_pretrained(folder)
    return folder
