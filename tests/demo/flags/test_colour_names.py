"""Colours people agree on get their name; colours they argue about get none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.demo.flags.colour_names import (
    COLOURS,
    clear_names_of_rgb,
    lab_of_rgb,
    names_of_rgb,
)


def name_of_rgb(red: int, green: int, blue: int) -> str:
    code = int(names_of_rgb([red, green, blue]))
    return COLOURS[code] if code >= 0 else ""


def clear_name_of_rgb(red: int, green: int, blue: int) -> str:
    code = int(clear_names_of_rgb([red, green, blue]))
    return COLOURS[code] if code >= 0 else ""


CLEAR = {
    "ff0000": "red",
    "ce1126": "red",  # Indonesia, Yemen and many more
    "dc143c": "red",  # crimson of Nepal and Poland
    "bb0000": "red",  # Kenya
    "c1272d": "red",  # Morocco
    "ff8000": "orange",
    "ff9933": "orange",  # saffron of India
    "ffff00": "yellow",
    "ffd700": "yellow",  # gold of Ukraine
    "ffb81c": "yellow",  # gold of South Africa and Jamaica
    "00ff00": "green",
    "008000": "green",
    "006a4e": "green",  # Bangladesh
    "215b33": "green",  # dark green of the Solomon Islands
    "0000ff": "blue",
    "000080": "blue",  # navy
    "012169": "blue",  # navy of New Zealand
    "0055a4": "blue",  # France
    "0d5eaf": "blue",  # Greece
    "75aadb": "light blue",  # Argentina
    "62b5e5": "light blue",  # San Marino
    "87ceeb": "light blue",  # sky blue
    "800080": "purple",
    "6a0dad": "purple",
    "ffc0cb": "pink",
    "ff69b4": "pink",
    "8b4513": "brown",
    "000000": "black",
    "2d2926": "black",  # Jamaica
    "ffffff": "white",
    "808080": "grey",
}

ARGUED = {
    "8a1538": "maroon of Qatar",
    "9d2235": "carmine of Latvia",
    "800000": "maroon",
    "ff4e12": "orange red of Bhutan",
    "ffa500": "between orange and yellow",
    "008080": "teal",
    "007168": "between green and blue, Mozambique",
    "00ffff": "cyan",
    "4189dd": "between blue and light blue, Eritrea",
    "f5f5dc": "beige",
    "808000": "olive",
    "fa8072": "salmon",
    "ff00ff": "magenta",
    "9acd32": "yellow green",
}


def channels(hexadecimal: str) -> tuple[int, int, int]:
    value = bytes.fromhex(hexadecimal)
    return value[0], value[1], value[2]


@pytest.mark.parametrize(("code", "name"), CLEAR.items())
def test_clear_colours(code: str, name: str) -> None:
    assert name_of_rgb(*channels(code)) == name
    assert clear_name_of_rgb(*channels(code)) == name


@pytest.mark.parametrize(("code", "why"), ARGUED.items())
def test_argued_colours(code: str, why: str) -> None:
    assert clear_name_of_rgb(*channels(code)) == "", why


def test_lab_of_known_colours() -> None:
    # Published CIELAB (D65) values of sRGB white, red and blue.
    lab = lab_of_rgb([[255, 255, 255], [255, 0, 0], [0, 0, 255]])
    expected = [[100, 0, 0], [53.24, 80.09, 67.20], [32.30, 79.19, -107.86]]
    np.testing.assert_allclose(lab, expected, atol=0.02)


@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=8))
def test_a_clear_name_is_the_name(colours: list[tuple[int, int, int]]) -> None:
    plain, clear = names_of_rgb(colours), clear_names_of_rgb(colours)
    assert all(c in (-1, p) for p, c in zip(plain.tolist(), clear.tolist(), strict=True))
    assert [name_of_rgb(*colour) for colour in colours] == [COLOURS[p] if p >= 0 else "" for p in plain.tolist()]


def test_a_wider_margin_is_stricter() -> None:
    grid = np.stack(np.meshgrid(*[np.arange(0, 256, 51)] * 3), axis=-1).reshape(-1, 3)
    narrow, wide = clear_names_of_rgb(grid, 3), clear_names_of_rgb(grid, 8)
    assert (wide >= 0).sum() < (narrow >= 0).sum()
    assert set(np.unique(wide)) <= set(range(-1, len(COLOURS)))
