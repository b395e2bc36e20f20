"""Two models with few weights, drawn at random, and tokenizers that know bytes only: `text`, a Llama, and `image`, a
Llava. Nothing is downloaded. Run by a Python that has transformers: peer_models.py FOLDER
"""

import sys
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import (
    CLIPImageProcessorPil,
    CLIPVisionConfig,
    LlamaConfig,
    LlamaForCausalLM,
    LlavaConfig,
    LlavaForConditionalGeneration,
    LlavaProcessor,
    PreTrainedTokenizerFast,
)

CONTEXT = 32_768
TEMPLATE = """\
{% for message in messages %}<s>{{ message['role'] }}
{% if message['content'] is string %}{{ message['content'] }}{% else %}{% for part in message['content'] %}\
{% if part['type'] == 'image' %}<image>{% else %}{{ part['text'] }}{% endif %}{% endfor %}{% endif %}</s>
{% endfor %}{% if add_generation_prompt %}<s>assistant
{% endif %}"""


def tokenizer(*more: str) -> PreTrainedTokenizerFast:
    """A token for each byte, and the special ones."""
    special = ["<pad>", "<s>", "</s>", "<unk>", *more]
    names = [*special, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    made = Tokenizer(models.BPE(vocab={name: place for place, name in enumerate(names)}, merges=[], unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens(special)
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        pad_token="<pad>",
        bos_token="<s>",
        eos_token="</s>",
        unk_token="<unk>",
        extra_special_tokens={"image_token": "<image>"} if more else {},
        chat_template=TEMPLATE,
        model_max_length=CONTEXT,
    )


def language(words: PreTrainedTokenizerFast) -> LlamaConfig:
    return LlamaConfig(
        vocab_size=len(words),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=CONTEXT,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
    )


def make(folder: Path) -> None:
    torch.manual_seed(0)
    words = tokenizer()
    LlamaForCausalLM(language(words)).save_pretrained(folder / "text")
    words.save_pretrained(folder / "text")

    words = tokenizer("<image>")
    side, patch = 28, 14
    eye = CLIPVisionConfig(
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        image_size=side,
        patch_size=patch,
        projection_dim=32,
    )
    place = words.convert_tokens_to_ids("<image>")
    config = LlavaConfig(
        vision_config=eye, text_config=language(words), image_token_id=place, image_seq_length=(side // patch) ** 2
    )
    LlavaForConditionalGeneration(config).save_pretrained(folder / "image")
    LlavaProcessor(
        image_processor=CLIPImageProcessorPil(size={"shortest_edge": side}, crop_size={"height": side, "width": side}),
        tokenizer=words,
        patch_size=patch,
        vision_feature_select_strategy="default",
        image_token="<image>",
        num_additional_image_tokens=1,
        chat_template=TEMPLATE,
    ).save_pretrained(folder / "image")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
