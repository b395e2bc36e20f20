"""Open models of Hugging Face's form for measures that need one: a folder, or a name of the hub if it is in its cache.

With `HF_HUB_OFFLINE=1` nothing is downloaded.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from benchwright.errors import UsageError
from benchwright.evaluate.measures.official.base import needs_extra

BATCH = 16


@lru_cache(maxsize=2)
def open_model(name: str, kind: str) -> tuple[Any, Any]:
    """The tokenizer and the model, ready to compute. `kind` is the class of transformers that loads it. UsageError for
    what is no such model."""
    with needs_extra("neural"):
        import transformers

    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name)
        model = getattr(transformers, kind).from_pretrained(name)
    except (OSError, ValueError, KeyError) as error:
        raise UsageError(
            f"the model {name!r} cannot be opened: {' '.join(str(error).split())[:200]}",
            hint="name a folder with a model, or a model of the Hugging Face hub",
        ) from error
    return tokenizer, model.eval()


def longest(tokenizer: Any, model: Any) -> int:
    """How many tokens the model takes."""
    most = getattr(model.config, "max_position_embeddings", 512)
    return int(min(tokenizer.model_max_length, most if most > 0 else 512))
