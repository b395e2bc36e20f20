"""Texts -> unit vectors. Knows nothing of corpora, files of ours and neighbours.

An encoder is named in the plan. The default, `wordllama`, has its weights in its wheel and needs no network. A text's
vector depends on that text alone, not on what else is in the batch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from benchwright.registry import Registry

Floats = NDArray[np.float32]


class Encoder(Protocol):
    """`encode` gives float32 [n, dimensions], rows of length 1, or 0 for a text without any word. `identity` says which
    weights made the vectors: vectors of two identities are never compared."""

    @property
    def name(self) -> str: ...
    @property
    def identity(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    def encode(self, texts: Sequence[str]) -> Floats: ...


encoders: Registry[Callable[[], Encoder]] = Registry("encoder", "benchwright.encoders")


def get_encoder(name: str) -> Encoder:
    """The encoder of that name, without loading its weights yet. Raises UsageError for an unknown name."""
    return encoders.get(name)()


def unit_rows(rows: Floats) -> Floats:
    """Rows scaled to length 1; a row of zeros stays."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float64))[:, None]
    scaled: Floats = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return scaled


@encoders.register("wordllama")
class WordLlamaEncoder:
    """The mean of WordLlama's token vectors (256 dimensions, MIT licence): fast, no model run, good enough to find
    texts on the same thing.

    Token vectors are summed text by text instead of in WordLlama's padded batches: faster, and independent of the
    batch.
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

    def encode(self, texts: Sequence[str]) -> Floats:
        pooled = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for start in range(0, len(texts), self._batch):
            batch = list(texts[start : start + self._batch])
            for row, text in enumerate(self._model.tokenizer.encode_batch(batch, add_special_tokens=False), start):
                ids = np.asarray(text.ids, dtype=np.int64)
                if len(ids):
                    pooled[row] = self._model.embedding[ids].sum(axis=0) / np.float32(len(ids))
        return unit_rows(pooled)
