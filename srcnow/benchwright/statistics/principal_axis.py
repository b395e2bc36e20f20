"""Find the direction in which vectors spread most: the first principal axis, by power iteration."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

_STEPS = 100
_STILL = 1e-12


def principal_axis(vectors: Doubles) -> Doubles:
    """A direction of length 1 for rows [n, d]; its sign is settled by its largest component. All zeros where the rows
    are all alike. Where two directions spread equally, a mixture of both."""
    centred = vectors - vectors.mean(axis=0)
    sizes = np.einsum("ij,ij->i", centred, centred)
    axis: Doubles = centred[int(np.argmax(np.round(sizes, 12)))].copy()
    if not axis @ axis > _STILL:
        return np.zeros_like(axis)
    axis /= np.sqrt(axis @ axis)
    for _ in range(_STEPS):
        moved = centred.T @ (centred @ axis)
        moved /= np.sqrt(moved @ moved)
        still = 1.0 - abs(float(moved @ axis)) < _STILL
        axis = moved
        if still:
            break
    return axis if axis[int(np.argmax(np.abs(axis)))] > 0 else -axis
