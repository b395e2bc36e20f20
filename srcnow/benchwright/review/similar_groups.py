"""Join triples of images whose labels are alike, but not too much, into groups to write questions over.

People choose three of ten images and label what they share (WebQA, appendix A). Two triples make a group if the cosine
similarity of their labels lies between two thresholds: under one topic, and different enough to compare and to connect.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchwright.errors import PlanError
from benchwright.files.bounded import read_json
from benchwright.records import JsonRecord

LOW, HIGH = 0.4, 0.9
"""Of the built-in encoder. WebQA tuned its own thresholds by eye and does not print them; so should a user."""


@dataclass(frozen=True, slots=True)
class LabelledImages(JsonRecord):
    """The images that one person chose from one group of candidates, and the label that they gave them."""

    item: str
    images: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class ImageGroup(JsonRecord):
    """The images of two labels, each once, and how alike the labels are."""

    labels: tuple[str, str]
    images: tuple[str, ...]
    similarity: float


def read_groups(path: Path) -> list[ImageGroup]:
    """The groups that an `image-filter` study left. PlanError for a file that is none of these."""
    try:
        return [ImageGroup.from_json(one) for one in read_json(path)["groups"]]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise PlanError(f"{path} holds no groups of images", hint="see: benchwright review results") from error


def similar_groups(
    labelled: Sequence[LabelledImages], vectors: NDArray[np.float32], low: float = LOW, high: float = HIGH
) -> list[ImageGroup]:
    """Pairs of labelled images with a similarity from `low` to below `high`, each in one pair at most, the most alike
    ones first. `vectors` [n, d] are those of the labels. Choices of one item, which share images, are never paired.
    ValueError for thresholds that do not fit, and another number of vectors."""
    if not -1 <= low < high <= 1:
        raise ValueError("the lower threshold lies below the higher one, both from -1 to 1")
    if len(vectors) != len(labelled):
        raise ValueError(f"{len(vectors)} vectors of {len(labelled)} labels")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    units = vectors / np.where(lengths > 0, lengths, 1)
    similarities = units @ units.T
    pairs = [
        (-float(similarities[one, other]), one, other)
        for one in range(len(labelled))
        for other in range(one + 1, len(labelled))
        if low <= similarities[one, other] < high and not set(labelled[one].images) & set(labelled[other].images)
    ]
    used: set[int] = set()
    groups = []
    for negative, one, other in sorted(pairs):
        if one not in used and other not in used:
            used |= {one, other}
            first, second = labelled[one], labelled[other]
            groups.append(ImageGroup((first.label, second.label), (*first.images, *second.images), -negative))
    return groups
