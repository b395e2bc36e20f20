"""Take a picture apart into its flat colours.

Pixels are counted in coarse bins, near bins are merged around the heaviest, and what is left over is either the edge
between two flat colours (anti-aliasing, JPEG ringing: a mixture of both) or detail (an emblem, a photograph).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchwright.demo.flags.colour_names import lab_of_rgb

SIDE = 256
"""Longest side, in pixels, at which pictures are looked at: 65,536 pixels give shares to well under 1 %."""

MAX_PIXELS = 120_000_000
"""Pictures larger than this by their header are not decoded."""

MERGE = 9.0
"""CIELAB distance up to which bins belong to one flat colour (JPEG noise stays below it)."""

NOISE = 3.0
"""CIELAB distance above which a pixel of a flat colour visibly differs from it."""

MAX_FLATS = 12
SMALLEST = 0.003
"""Least share of the picture that a flat colour has."""

SOLID = 0.25
"""Least share of a colour's pixels whose eight neighbours bear it too: below it lie lines and edges, not areas."""

MIXTURE = 22.0
"""Distance (sRGB 0-255) from the line between two flat colours within which a pixel is their edge."""

OUTSIDE, EDGE, DETAIL = -1, -2, -3

Labels = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Flat:
    """One flat colour: sRGB and its share of the picture's opaque area, its edges included."""

    rgb: tuple[int, int, int]
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class FlatPicture:
    """A picture as flat colours, largest first. `labels` [height, width] holds an index into `flats`, or `OUTSIDE`
    (transparent), `EDGE`, `DETAIL`. `detail` is the share of the opaque area that no flat colour or edge explains,
    `rough` that of all pixels that are more than a flat colour (edges, noise, shading, detail: high in photographs),
    `opaque` the share of the whole that is not transparent."""

    flats: tuple[Flat, ...]
    labels: Labels
    detail: float
    rough: float
    opaque: float


_NO_PICTURE = (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError)
"""What Pillow raises for files that are no pictures, or broken, or too large."""


def pixels_within_bounds(path: Path) -> bool:
    """Whether the file is a picture of bearable size by its header, which is all that is read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(path) as image:
                width, height = image.size
                return width * height <= MAX_PIXELS and min(width, height) >= 8
    except _NO_PICTURE:
        return False


def read_pixels(path: Path) -> NDArray[np.uint8] | None:
    """RGBA pixels [height, width, 4] at reduced size, by picking pixels so that no new colours arise. None if the
    file is no picture, is broken, or is larger than `MAX_PIXELS`."""
    if not pixels_within_bounds(path):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # large and odd files are judged here, not announced
            with Image.open(path) as image:
                image.draft("RGB", (2 * SIDE, 2 * SIDE))
                scale = min(1.0, SIDE / max(image.size))
                size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
                if image.mode == "P" or "transparency" in image.info:
                    pixels = image.convert("RGBA").resize(size, Image.Resampling.NEAREST)
                else:
                    pixels = image.resize(size, Image.Resampling.NEAREST).convert("RGBA")
                return np.asarray(pixels, dtype=np.uint8)
    except _NO_PICTURE:
        return None


def picture_of(pixels: NDArray[np.uint8]) -> FlatPicture | None:
    """The flat colours of RGBA pixels. None if hardly anything is opaque or no colour is flat."""
    opaque = pixels[..., 3] >= 128
    count = int(opaque.sum())
    if count < 64 or count < 0.2 * opaque.size:
        return None
    rgb = pixels[opaque][:, :3].astype(np.float64)
    centres, assigned, noisy = _merged(rgb)
    labels = np.full(opaque.shape, OUTSIDE, dtype=np.int16)
    labels[opaque] = assigned
    solid = [index for index in range(len(centres)) if _is_solid(labels == index, count)]
    if not solid:
        return None
    colours = centres[solid]
    renumbered = np.full(len(centres) + 1, -1, dtype=np.int16)
    renumbered[solid] = np.arange(len(solid), dtype=np.int16)
    own = renumbered[assigned]  # assigned -1 (no colour) picks the last entry, which is -1 too
    loose = np.flatnonzero(own < 0)
    near = np.linalg.norm(rgb[loose, None, :] - colours[None, :, :], axis=2)
    mixed = _is_mixture(rgb[loose], colours)
    own[loose] = np.where(mixed, EDGE, DETAIL)
    totals = np.bincount(own[own >= 0], minlength=len(solid)).astype(np.float64)
    np.add.at(totals, near[mixed].argmin(axis=1), 1.0)
    order = np.argsort(-totals, kind="stable")
    place = np.argsort(order, kind="stable").astype(np.int16)
    labels[opaque] = np.where(own >= 0, place[np.maximum(own, 0)], own)
    flats = tuple(Flat(_channels(colours[index]), float(totals[index] / count)) for index in order)
    detail, rough = (own == DETAIL).sum() / count, ((own < 0) | noisy).sum() / count
    return FlatPicture(flats, labels, float(detail), float(rough), count / opaque.size)


def _channels(colour: NDArray[np.float64]) -> tuple[int, int, int]:
    red, green, blue = (round(float(channel)) for channel in colour)
    return red, green, blue


def _merged(rgb: NDArray[np.float64]) -> tuple[NDArray[np.float64], Labels, NDArray[np.bool_]]:
    """Colours [k, 3] around the heaviest bins, for each pixel which of them it is near, -1 for none, and whether it
    visibly differs from that colour."""
    coarse = rgb.astype(np.int32) >> 3
    bins = coarse[:, 0] * 1024 + coarse[:, 1] * 32 + coarse[:, 2]
    filled = np.bincount(bins, minlength=1 << 15)
    keys = np.flatnonzero(filled)
    place = np.zeros(1 << 15, dtype=np.int32)
    place[keys] = np.arange(len(keys), dtype=np.int32)
    member, counts = place[bins], filled[keys]
    means = np.stack([np.bincount(member, rgb[:, channel]) / counts for channel in range(3)], axis=1)
    lab = lab_of_rgb(means)
    owner = np.full(len(keys), -1, dtype=np.int16)
    centres: list[NDArray[np.float64]] = []
    while len(centres) < MAX_FLATS:
        free = np.where(owner < 0, counts, 0)
        heaviest = int(free.argmax())
        if free[heaviest] < max(1.0, SMALLEST / 2 * len(rgb)):
            break
        near = (owner < 0) & (np.linalg.norm(lab - lab[heaviest], axis=1) <= MERGE)
        centres.append(np.average(means[near], axis=0, weights=counts[near]))
        owner[near] = len(centres) - 1
    found = np.array(centres, dtype=np.float64).reshape(-1, 3)
    taken = owner >= 0
    noisy = np.zeros(len(keys), dtype=np.bool_)
    noisy[taken] = np.linalg.norm(lab[taken] - lab_of_rgb(found)[owner[taken]], axis=1) > NOISE
    return found, owner[member], noisy[member]


def _is_solid(mask: NDArray[np.bool_], count: int) -> bool:
    """Whether a colour's pixels form areas, and together at least `SMALLEST` of `count`."""
    total = int(mask.sum())
    if total < SMALLEST * count:
        return False
    padded = np.pad(mask, 1, constant_values=False)
    height, width = mask.shape
    inner = np.ones_like(mask)
    for down in range(3):
        for right in range(3):
            inner &= padded[down : down + height, right : right + width]
    return bool(inner.sum() >= SOLID * total)


def _is_mixture(rgb: NDArray[np.float64], colours: NDArray[np.float64]) -> NDArray[np.bool_]:
    """For each pixel whether it lies near the straight line between two of the colours (or near one of them)."""
    mixed = np.zeros(len(rgb), dtype=np.bool_)
    for first in range(len(colours)):
        for second in range(first, len(colours)):
            line = colours[second] - colours[first]
            length = float(line @ line)
            along = np.clip((rgb - colours[first]) @ line / length, 0, 1) if length else np.zeros(len(rgb))
            mixed |= np.linalg.norm(rgb - colours[first] - along[:, None] * line, axis=1) <= MIXTURE
    return mixed
