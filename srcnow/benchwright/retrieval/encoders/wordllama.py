"""Encode texts with wordllama, the default; its weights are in its wheel.

A text's vector depends on that text alone, not on what else is in the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from benchwright.retrieval.encoders.base import Floats, Role, encoders, unit_rows


@encoders.register("wordllama")
class WordLlamaEncoder:
    """The mean of WordLlama's token vectors (256 dimensions, MIT licence): fast, no model run, good enough to find
    texts on the same thing.

    Token vectors are summed text by text instead of in WordLlama's padded batches: faster, and independent of the
    batch. Queries and passages are encoded alike.
    """

    name = "wordllama"
    dimensions = 256
    _batch = 256

    @cached_property  # a package's version is read from the disk, and every query asks
    def identity(self) -> str:
        return f"wordllama {version('wordllama')} l2_supercat {self.dimensions}"

    @cached_property
    def _model(self) -> Any:
        import wordllama

        # Its default folder of weights is named wrongly for an installed wheel, and it would go to the network.
        folder = Path(wordllama.__file__).parent
        model = wordllama.WordLlama.load(dim=self.dimensions, cache_dir=folder, disable_download=True)
        model.tokenizer.no_padding()
        return model

    def encode(self, texts: Sequence[str], role: Role = "passage") -> Floats:
        pooled = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for start in range(0, len(texts), self._batch):
            batch = list(texts[start : start + self._batch])
            for row, text in enumerate(self._model.tokenizer.encode_batch(batch, add_special_tokens=False), start):
                ids = np.asarray(text.ids, dtype=np.int64)
                if len(ids):
                    pooled[row] = self._model.embedding[ids].sum(axis=0) / np.float32(len(ids))
        return unit_rows(pooled)
