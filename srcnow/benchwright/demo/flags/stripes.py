"""Find stripes in a picture of flat colours: direction, order and widths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from benchwright.demo.flags.flat_colours import DETAIL, EDGE, FlatPicture, Labels

PURE = 0.99
"""Least share of a line's pixels, edges aside, that are one colour."""

NARROWEST = 0.02
"""Least width of a stripe as a share of the picture."""

MOST_DETAIL = 0.01
"""Detail allowed in plain stripes: one line of blended pixels in a small picture."""

MARGIN, BROAD, EMBLEM = 0.12, 0.15, 0.15
"""Around an emblem: the share of the picture at both ends that is looked at, the least width of each of the three
stripes, and the most detail."""

Direction = Literal["horizontal", "vertical"]


@dataclass(frozen=True, slots=True)
class Stripes:
    """`order` holds indices into the picture's flat colours, from the top or from the left; `widths` are shares.
    `plain`: nothing but the stripes is there; else something lies on the middle one."""

    direction: Direction
    order: tuple[int, ...]
    widths: tuple[float, ...]
    plain: bool = True


def stripes_of(picture: FlatPicture) -> Stripes | None:
    """The stripes, if the whole picture is two or more of them, or three of which only the middle one bears more."""
    if picture.opaque < 0.995:
        return None
    rows, columns = picture.labels, picture.labels.T
    if picture.detail <= MOST_DETAIL and (plain := _along(rows, "horizontal") or _along(columns, "vertical")):
        return plain
    if picture.detail <= EMBLEM:
        return _around_emblem(rows, "horizontal") or _around_emblem(columns, "vertical")
    return None


def _along(labels: Labels, direction: Direction, plain: bool = True) -> Stripes | None:
    """Stripes whose lines are the rows of `labels`."""
    runs: list[tuple[int, int]] = []
    for row in labels:
        if np.count_nonzero((row == EDGE) | (row == DETAIL)) > len(row) / 2:
            continue  # the blend of two stripes, or of two and a thin one between them
        colour = _colour_of(row)
        if colour < 0:
            return None
        if runs and runs[-1][0] == colour:
            runs[-1] = colour, runs[-1][1] + 1
        else:
            runs.append((colour, 1))
    total = sum(width for _, width in runs)
    if len(runs) < 2 or total < 0.9 * len(labels) or any(width < NARROWEST * total for _, width in runs):
        return None
    order, widths = tuple(colour for colour, _ in runs), tuple(width / total for _, width in runs)
    return Stripes(direction, order, widths, plain)


def _colour_of(pixels: Labels) -> int:
    """The flat colour that these pixels are, edges aside, -1 if they are not one."""
    inner = pixels[pixels != EDGE]
    if not inner.size:
        return -1
    counts = np.bincount(inner[inner >= 0], minlength=1)
    heaviest = int(counts.argmax())
    return heaviest if counts[heaviest] >= PURE * inner.size else -1


def _around_emblem(labels: Labels, direction: Direction) -> Stripes | None:
    """Three broad stripes seen at both ends, of which the outer two run through undisturbed. (A cross or a canton
    disturbs them.)"""
    height, width = labels.shape
    edge = max(2, round(MARGIN * width))
    stripes = _along(np.hstack([labels[:, :edge], labels[:, -edge:]]), direction, plain=False)
    if stripes is None or len(stripes.order) != 3 or min(stripes.widths) < BROAD:
        return None
    first, last = int(stripes.widths[0] * height) - 2, int((1 - stripes.widths[2]) * height) + 3
    outer = _colour_of(labels[:first].ravel()), _colour_of(labels[last:].ravel())
    return stripes if outer == (stripes.order[0], stripes.order[2]) else None
