"""Encoders: unit vectors that depend on their own text alone."""

from __future__ import annotations

import numpy as np
import pytest

from benchwright.errors import UsageError
from benchwright.retrieval.encoders import get_encoder, unit_rows

TEXTS = [
    "Nairobi is the capital of Kenya.",
    "",
    "The capital city of Kenya is Nairobi",
    "Enzymes are proteins that catalyse reactions. " * 50,
]


def test_wordllama_gives_unit_rows_whatever_the_batch() -> None:
    encoder = get_encoder("wordllama")
    together = encoder.encode(TEXTS * 20)
    assert together.shape == (80, encoder.dimensions)
    assert together.dtype == np.float32
    assert np.array_equal(together[:4], together[-4:])
    for row, text in enumerate(TEXTS):
        assert np.array_equal(encoder.encode([text])[0], together[row])
    lengths = np.linalg.norm(together[:4], axis=1)
    assert lengths == pytest.approx([1, 0, 1, 1], abs=1e-6)
    assert together[0] @ together[2] > 0.8 > 0.3 > together[0] @ together[3]
    assert encoder.encode([]).shape == (0, 256)


def test_wordllama_agrees_with_its_own_pooling() -> None:
    encoder = get_encoder("wordllama")
    ours = encoder.encode([TEXTS[0]])[0]
    model = encoder._model  # type: ignore[attr-defined]
    assert ours == pytest.approx(model.embed([TEXTS[0]], norm=True)[0], abs=1e-6)


def test_unknown_encoder_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="wordlama") as caught:
        get_encoder("wordlama")
    assert "wordllama" in caught.value.hint


def test_unit_rows_by_hand() -> None:
    assert unit_rows(np.array([[3, 4], [0, 0]], dtype=np.float32)).tolist() == [
        [pytest.approx(0.6), pytest.approx(0.8)],
        [0, 0],
    ]
