"""Show an encoder of images and texts a corpus: image sources by their pixels, others by their words.

Knows where the images are, and opens none but within the limits of `corpus.images`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from benchwright.errors import ReadError
from benchwright.readers.checked_images import open_pixels
from benchwright.records import Source
from benchwright.retrieval.encoders.base import Floats, Role
from benchwright.retrieval.encoding import described

if TYPE_CHECKING:
    from PIL.Image import Image

    from benchwright.corpus.store import Corpus
    from benchwright.retrieval.encoders.clip import ClipEncoder


class PixelEncoder:
    """An encoder for `VectorStore.build` over one corpus. An image that cannot be read has a row of zeros, as near to
    one question as to another, and is counted (`unread`)."""

    def __init__(self, inner: ClipEncoder, corpus: Corpus) -> None:
        self._inner = inner
        self._corpus = corpus
        self._unread: Counter[str] = Counter()
        self.name = inner.name
        self.piece = inner.piece

    @property
    def identity(self) -> str:
        return f"{self._inner.identity} pixels"

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    @property
    def counts(self) -> Mapping[str, int]:
        return {**self._inner.counts, **self._unread}

    def encode(self, texts: Sequence[str], role: Role = "passage") -> Floats:
        return self._inner.encode(texts, role)

    def encode_sources(self, sources: Sequence[Source]) -> Floats:
        rows = np.zeros((len(sources), self.dimensions), dtype=np.float32)
        worded = [place for place, source in enumerate(sources) if source.image is None]
        if worded:
            rows[worded] = self._inner.encode([described(sources[place]) for place in worded], "passage")
        pictured: list[int] = []
        images: list[Image] = []
        for place, source in enumerate(sources):
            image = self._opened(source) if source.image is not None else None
            if image is not None:
                pictured.append(place)
                images.append(image)
        if images:
            rows[pictured] = self._inner.encode_images(images)
        return rows

    def _opened(self, source: Source) -> Image | None:
        try:
            return open_pixels(self._corpus.image_path(source).read_bytes())
        except (ReadError, OSError):
            self._unread["unread"] += 1
            return None
