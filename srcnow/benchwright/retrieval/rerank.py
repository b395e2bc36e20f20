"""Score how well a query and a text fit with a cross-encoder.

The extra `neural` brings the models; a name of the hub or a folder says which. Loaded at the first use.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchwright.errors import MissingExtraError, ModelUsageError

Doubles = NDArray[np.float64]
Progress = Callable[[int, int], None]
BATCH = 32
_ROUND = 1024


@dataclass(frozen=True, eq=False)
class CrossEncoderScorer:
    """Scores pairs of (query, text), higher for better: the model's own output, without an activation, so that ties are
    not made by rounding near 1. Safe for several threads: one at a time is served."""

    model: str
    batch: int = BATCH
    _loaded: list[Any] = field(default_factory=list, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def score(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Doubles:
        """A score a pair [pairs]. MissingExtraError without the extra; ModelUsageError for a model that cannot be
        loaded, that gives several scores a pair, or scores that are no numbers."""
        scores = np.empty(len(pairs), dtype=np.float64)
        with self._lock:
            encoder = self._encoder() if len(pairs) else None
            for start in range(0, len(pairs), _ROUND):
                part = list(pairs[start : start + _ROUND])
                scores[start : start + len(part)] = self._scored(encoder, part)
                if progress is not None:
                    progress(start + len(part), len(pairs))
        return scores

    def _scored(self, encoder: Any, pairs: list[tuple[str, str]]) -> Doubles:
        output = encoder.predict(
            pairs,
            batch_size=self.batch,
            activation_fn=lambda logits: logits,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        scores = np.asarray(output, dtype=np.float64)
        if scores.shape != (len(pairs),):
            raise ModelUsageError(
                f"{self.model} gives {scores.shape[-1] if scores.ndim > 1 else 'no'} scores a pair, not one",
                hint="name a cross-encoder that was trained to rank",
            )
        if not np.isfinite(scores).all():
            raise ModelUsageError(f"{self.model} gives scores that are not numbers", hint="name another model")
        return scores

    def _encoder(self) -> Any:
        if not self._loaded:
            try:
                from sentence_transformers import CrossEncoder
            except ImportError as error:
                raise MissingExtraError("reranking", "neural") from error
            try:
                self._loaded.append(CrossEncoder(self.model))
            except (OSError, ValueError) as error:
                message = (str(error).strip() or type(error).__name__).splitlines()[0]
                raise ModelUsageError(
                    f"the cross-encoder {self.model} cannot be loaded: {message[:200]}",
                    hint="name a model of the hub or a folder that holds one",
                ) from error
        return self._loaded[0]
