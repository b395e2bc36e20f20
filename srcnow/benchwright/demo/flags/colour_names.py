"""Name colours as people do, and tell where they would argue.

A colour is placed in CIELAB (D65) and named by the region of hue, lightness and chroma it falls in. Gold counts as
yellow, navy as blue. Between the regions lie colours that have no name in this short list (maroon, teal, cream,
olive, magenta, lime): they are named "". A colour is clear when every colour a small step away bears the same name;
questions are asked about clear colours only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

COLOURS: tuple[str, ...] = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "light blue",
    "purple",
    "pink",
    "brown",
    "black",
    "white",
    "grey",
)

MARGIN = 5.0
"""CIELAB distance within which another name makes a colour ambiguous (about twice what one just sees side by side)."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Region:
    """A block of CIELAB in cylinder form: hue in degrees (wrapping when `hue[0] > hue[1]`), lightness 0-100, chroma."""

    name: str
    hue: tuple[float, float] = (0, 360)
    lightness: tuple[float, float] = (0, 101)
    chroma: tuple[float, float] = (0, 200)

    def holds(self, hue: Floats, lightness: Floats, chroma: Floats) -> NDArray[np.bool_]:
        low, high = self.hue
        turn = (hue >= low) & (hue < high) if low <= high else (hue >= low) | (hue < high)
        light = (lightness >= self.lightness[0]) & (lightness < self.lightness[1])
        return turn & light & (chroma >= self.chroma[0]) & (chroma < self.chroma[1])


# The first region that holds a colour names it; "" keeps a region out of a wider one below it.
REGIONS: tuple[Region, ...] = (
    Region("black", lightness=(0, 8), chroma=(0, 20)),
    Region("black", lightness=(0, 24), chroma=(0, 12)),
    Region("white", lightness=(91, 101), chroma=(0, 9)),
    Region("grey", lightness=(30, 87), chroma=(0, 9)),
    Region("", chroma=(0, 13)),
    Region("", hue=(340, 50), lightness=(0, 30)),  # maroon
    Region("", hue=(340, 46), lightness=(0, 44), chroma=(0, 58)),  # maroon, oxblood
    Region("", hue=(20, 50), lightness=(60, 75), chroma=(40, 200)),  # coral, salmon
    Region("red", hue=(8, 48), lightness=(30, 60), chroma=(58, 200)),
    Region("brown", hue=(45, 80), lightness=(18, 50), chroma=(18, 62)),
    Region("orange", hue=(48, 75), lightness=(55, 85), chroma=(58, 200)),
    Region("yellow", hue=(75, 108), lightness=(66, 101), chroma=(45, 200)),
    Region("green", hue=(120, 176), lightness=(20, 95), chroma=(22, 200)),
    Region("light blue", hue=(218, 290), lightness=(56, 92), chroma=(15, 200)),
    Region("blue", hue=(226, 290), lightness=(8, 56), chroma=(22, 200)),
    Region("blue", hue=(290, 310), lightness=(4, 56), chroma=(22, 200)),
    Region("purple", hue=(310, 338), lightness=(12, 58), chroma=(22, 200)),
    Region("pink", hue=(338, 38), lightness=(59, 96), chroma=(14, 200)),
)

_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_WHITE = np.array([0.95047, 1.0, 1.08883])


def lab_of_rgb(rgb: ArrayLike) -> Floats:
    """CIELAB of sRGB values 0-255; the last axis holds the channels, the shape is kept."""
    share = np.asarray(rgb, dtype=np.float64) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    xyz = linear @ _TO_XYZ.T / _WHITE
    root = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    x, y, z = root[..., 0], root[..., 1], root[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def _codes(lab: Floats) -> NDArray[np.int8]:
    """Index into `COLOURS` for each CIELAB colour, -1 where no name fits."""
    lightness, a, b = lab[..., 0], lab[..., 1], lab[..., 2]
    hue = np.degrees(np.arctan2(b, a)) % 360
    chroma = np.hypot(a, b)
    codes = np.full(lightness.shape, -1, dtype=np.int8)
    free = np.ones(lightness.shape, dtype=np.bool_)
    for region in REGIONS:
        here = free & region.holds(hue, lightness, chroma)
        if region.name:
            codes[here] = COLOURS.index(region.name)
        free &= ~here
    return codes


def _directions() -> Floats:
    """The 26 unit vectors to the corners, edges and faces of a cube, and the point itself."""
    steps = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)], dtype=np.float64)
    lengths = np.linalg.norm(steps, axis=1, keepdims=True)
    unit: Floats = steps / np.where(lengths > 0, lengths, 1.0)
    return unit


_STEPS = _directions()


def names_of_rgb(rgb: ArrayLike) -> NDArray[np.int8]:
    """Index into `COLOURS` for each sRGB colour (last axis 3), -1 where no everyday name fits."""
    return _codes(lab_of_rgb(rgb))


def clear_names_of_rgb(rgb: ArrayLike, margin: float = MARGIN) -> NDArray[np.int8]:
    """As `names_of_rgb`, but -1 also where a colour `margin` away in CIELAB bears another name."""
    lab = lab_of_rgb(rgb)
    around = lab[..., None, :] + margin * _STEPS
    # A step can leave the gamut at black and white, where nothing lies beyond: stay inside.
    around[..., 0] = np.clip(around[..., 0], 0.0, 100.0)
    codes = _codes(around)
    own = _codes(lab)
    return np.where((codes == own[..., None]).all(axis=-1), own, np.int8(-1)).astype(np.int8)
