"""Encode images and texts into one space with CLIP (extra `neural`).

A text is what its tower takes, 77 tokens with most models: of a longer one it sees the beginning, and `counts` says of
how many. Texts lie nearer to texts than to any image in these spaces, so that one ranking of both tells little of
images; among images alone the order means something.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from benchwright.errors import UsageError
from benchwright.retrieval.encoders.base import Floats, checked_rows, parse_encoder, unit_rows
from benchwright.retrieval.encoders.sentence_transformers import SentenceTransformerEncoder

if TYPE_CHECKING:
    from PIL.Image import Image


class ClipEncoder(SentenceTransformerEncoder):
    """A model of images and texts; `encode` is its text tower."""

    piece = 64

    def __init__(self, model: str) -> None:
        """Raises UsageError for a folder that is not there or a wrong name, MissingExtraError without the extra."""
        super().__init__(f"clip:{model}", parse_encoder(f"st:{model}"))

    def encode_images(self, images: Sequence[Image]) -> Floats:
        """Images in RGB as float32 [n, dimensions], rows of length 1. UsageError for a model that has no eyes."""
        if not images:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        modalities = getattr(self._model, "modalities", None)
        if modalities is not None and "image" not in modalities:
            raise self._blind()
        try:
            rows = np.asarray(self._run(images, None), dtype=np.float32)
        except (TypeError, AttributeError, ValueError) as error:
            raise self._blind() from error
        return unit_rows(checked_rows(rows, len(images), self.name))

    def _blind(self) -> UsageError:
        return UsageError(f"{self.name} takes no images", hint="name a model such as clip:clip-ViT-B-32")
