"""Retrieve by CLIP, `clip:<model>`: images by their pixels, texts and tables by their words.

A text is cut to what the tower takes (77 tokens with most models), which the run's description counts. These models put
texts nearer to texts than to images: over all modalities images come late, whatever they show. With the answer's
modality known, or in a hybrid, the order among images counts.
"""

from __future__ import annotations

from benchwright.evaluate.retrievers.base import RetrieverContext, retrievers
from benchwright.evaluate.retrievers.dense import DenseRetriever
from benchwright.retrieval.encoders.clip import ClipEncoder
from benchwright.retrieval.pixels import PixelEncoder


@retrievers.register("clip")
def open_clip(arguments: tuple[str, ...], context: RetrieverContext) -> DenseRetriever:
    """Raises UsageError for a model that is not there, MissingExtraError without the extra `neural`."""
    (model,) = arguments
    encoder = PixelEncoder(ClipEncoder(model), context.corpus)
    return DenseRetriever(f"clip:{model}", context, encoder)
