"""Pictures drawn here, with areas known by construction, and real flags where the test data is there."""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pictures
from PIL import ImageDraw

from benchwright.demo.flags.flat_colours import DETAIL, picture_of, read_pixels
from benchwright.demo.flags.pixel_facts import facts_of_image, named_colours
from benchwright.demo.flags.stripes import stripes_of
from benchwright.records import Fact, Image, Modality, Place, Source

RGB = tuple[int, int, int]
GREEN, WHITE, RED, BLUE, YELLOW, BLACK = (
    (0, 140, 69),
    (255, 255, 255),
    (205, 33, 42),
    (0, 56, 168),
    (252, 209, 22),
    (0, 0, 0),
)


def image_source(caption: str) -> Source:
    image = Image("0" * 64, "png", 300, 200, caption=caption)
    return Source("flag-x", Modality.IMAGE, "", caption, Place("flags"), image=image)


def drawn(*boxes: tuple[RGB, tuple[int, int, int, int]], size: tuple[int, int] = (300, 200)) -> Pictures.Image:
    picture = Pictures.new("RGB", size, boxes[0][0])
    draw = ImageDraw.Draw(picture)
    for colour, (left, top, right, bottom) in boxes:
        draw.rectangle((left, top, right - 1, bottom - 1), fill=colour)
    return picture


def facts(picture: Pictures.Image, folder: Path, caption: str = "Flag of Utopia.", suffix: str = "png") -> list[Fact]:
    path = folder / f"picture.{suffix}"
    picture.save(path)
    return list(facts_of_image(image_source(caption), path))


def values(found: list[Fact]) -> dict[str, str]:
    return {fact.relation: fact.value for fact in found}


VERTICAL = drawn((GREEN, (0, 0, 100, 200)), (WHITE, (100, 0, 200, 200)), (RED, (200, 0, 300, 200)))


@pytest.mark.parametrize("suffix", ["png", "jpg", "gif"])
def test_three_vertical_stripes(tmp_path: Path, suffix: str) -> None:
    found = facts(VERTICAL, tmp_path, suffix=suffix)
    assert values(found) == {
        "flag_colours": "green, white and red",
        "flag_colour_count": "3",
        "flag_stripes": "three vertical stripes",
        "flag_stripe_count": "3",
        "flag_stripe_colours": "green, white and red (from left to right)",
        "flag_left_stripe": "green",
        "flag_middle_stripe": "white",
        "flag_right_stripe": "red",
    }


def test_identity_and_spans(tmp_path: Path) -> None:
    by_id = {fact.id: fact for fact in facts(VERTICAL, tmp_path, "Flag of the Utopian Isles")}
    assert set(by_id) >= {"flag-x#flag_colours", "flag-x#flag_colour_count"}
    middle = by_id["flag-x#flag_middle_stripe"]
    assert (middle.subject, middle.entity, middle.qualifier("article")) == ("Utopian Isles", "utopian isles", "the")
    assert middle.span.read == "pixels"
    assert middle.span.box == pytest.approx((1 / 3, 0, 2 / 3, 1), abs=0.01)


def test_two_horizontal_stripes_of_unequal_height(tmp_path: Path) -> None:
    found = facts(drawn((BLUE, (0, 0, 300, 50)), (YELLOW, (0, 50, 300, 200))), tmp_path)
    assert values(found) == {
        "flag_colours": "blue and yellow",
        "flag_colour_count": "2",
        "flag_main_colour": "yellow",
        "flag_stripes": "two horizontal stripes",
        "flag_stripe_count": "2",
        "flag_stripe_colours": "blue and yellow (from top to bottom)",
        "flag_top_stripe": "blue",
        "flag_bottom_stripe": "yellow",
    }
    main = next(fact for fact in found if fact.relation == "flag_main_colour")
    assert main.qualifier("share") == "0.75"


def test_a_disc_is_no_stripe(tmp_path: Path) -> None:
    picture = drawn((WHITE, (0, 0, 300, 200)))
    ImageDraw.Draw(picture).ellipse((90, 40, 210, 160), fill=RED)  # pi * 60^2 / 60,000 = 18.8 %
    found = facts(picture, tmp_path)
    assert values(found) == {
        "flag_colours": "white and red",
        "flag_colour_count": "2",
        "flag_main_colour": "white",
    }
    main = next(fact for fact in found if fact.relation == "flag_main_colour")
    assert float(main.qualifier("share")) == pytest.approx(1 - 0.188, abs=0.01)


def test_stripes_with_an_emblem_are_not_plain(tmp_path: Path) -> None:
    picture = drawn((RED, (0, 0, 300, 66)), (WHITE, (0, 66, 300, 134)), (BLACK, (0, 134, 300, 200)))
    ImageDraw.Draw(picture).ellipse((130, 80, 170, 120), fill=YELLOW)
    found = facts(picture, tmp_path)
    assert values(found)["flag_stripes"] == "three horizontal stripes"
    assert values(found)["flag_colours"] == "red, white, black and yellow"
    assert {fact.qualifier("plain") for fact in found if fact.relation.endswith("stripe")} == {"no"}


def test_a_cross_is_no_stripes(tmp_path: Path) -> None:
    picture = drawn((BLUE, (0, 0, 300, 200)), (YELLOW, (90, 0, 130, 200)), (YELLOW, (0, 80, 300, 120)))
    assert "flag_stripes" not in values(facts(picture, tmp_path))


def test_an_argued_colour_is_left_out(tmp_path: Path) -> None:
    maroon = (138, 21, 56)
    assert values(facts(drawn((maroon, (0, 0, 300, 200)), (WHITE, (0, 0, 100, 200))), tmp_path)) == {}


def test_noise_gives_nothing(tmp_path: Path) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (200, 300, 3), dtype=np.uint8)
    assert facts(Pictures.fromarray(noise), tmp_path) == []


def test_other_pictures_give_nothing(tmp_path: Path) -> None:
    assert facts(VERTICAL, tmp_path, "Map of Utopia") == facts(VERTICAL, tmp_path, "") == []


def test_a_shaded_picture_gives_nothing(tmp_path: Path) -> None:
    slope = np.linspace(60, 250, 300)[None, :, None] * np.array([0.4, 0.7, 1.0])[None, None, :]
    waves = 6 * np.sin(np.arange(200) / 7)[:, None, None]
    photo = np.clip(slope + waves, 0, 255).astype(np.uint8)
    assert facts(Pictures.fromarray(photo), tmp_path) == []


def test_files_that_are_no_pictures(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    buffer = io.BytesIO()
    VERTICAL.save(buffer, "PNG")
    for damage in (b"", b"no picture", buffer.getvalue()[:200]):
        path.write_bytes(damage)
        assert read_pixels(path) is None
        assert list(facts_of_image(image_source("Flag of Utopia"), path)) == []
    assert read_pixels(tmp_path / "missing.png") is None


def test_transparent_pixels_do_not_count() -> None:
    pixels = np.zeros((100, 200, 4), dtype=np.uint8)
    pixels[:, :80] = (*RED, 255)
    pixels[:, 80:100] = (*WHITE, 255)
    picture = picture_of(pixels)
    assert picture is not None
    assert [round(flat.share, 3) for flat in picture.flats] == [0.8, 0.2]
    assert picture.opaque == 0.5
    assert stripes_of(picture) is None
    assert picture_of(np.zeros((100, 200, 4), dtype=np.uint8)) is None


def test_smoothed_edges_are_given_to_their_colours() -> None:
    big = drawn((WHITE, (0, 0, 1200, 800)), size=(1200, 800))
    ImageDraw.Draw(big).polygon([(0, 0), (1200, 0), (0, 800)], fill=RED)  # half
    pixels = np.asarray(big.resize((240, 160), Pictures.Resampling.LANCZOS).convert("RGBA"))
    picture = picture_of(pixels)
    assert picture is not None
    assert picture.detail == 0
    assert [one.name for one in named_colours(picture)] in (["red", "white"], ["white", "red"])
    assert all(abs(one.share - 0.5) < 0.01 for one in named_colours(picture))


@given(
    st.integers(60, 400),
    st.integers(60, 400),
    st.lists(st.integers(1, 12), min_size=1, max_size=6),
    st.booleans(),
)
def test_shares_are_the_drawn_areas(width: int, height: int, weights: list[int], upright: bool) -> None:
    palette = (RED, WHITE, BLUE, YELLOW, BLACK, GREEN)
    length = width if upright else height
    cuts = [round(length * sum(weights[:index]) / sum(weights)) for index in range(len(weights) + 1)]
    pixels = np.full((height, width, 4), 255, dtype=np.uint8)
    drawn_shares = []
    for colour, start, end in zip(palette, cuts, cuts[1:], strict=False):
        band = pixels[:, start:end] if upright else pixels[start:end]
        band[..., :3] = colour
        drawn_shares.append((end - start) / length)
    picture = picture_of(pixels)
    assert picture is not None
    shares = {flat.rgb: flat.share for flat in picture.flats}
    assert sum(shares.values()) + picture.detail <= 1 + 1e-9
    assert picture.detail == pytest.approx((picture.labels == DETAIL).mean())
    for colour, share in zip(palette, drawn_shares, strict=False):
        if share >= 0.02 and share * length >= 8:  # thinner bands are lines, not areas
            assert shares[colour] == pytest.approx(share, abs=0.01)


DATA = os.environ.get("BENCHWRIGHT_TEST_DATA", "")
REAL = {
    "it": ("", "green, white and red", "green, white and red (from left to right)"),
    "ie": ("", "green, white and orange", "green, white and orange (from left to right)"),
    "co": ("yellow", "yellow, blue and red", "yellow, blue and red (from top to bottom)"),
    "in": ("", "", "orange, white and green (from top to bottom)"),
    "jp": ("white", "white and red", ""),
    "qa": ("", "", ""),
    "kr": ("white", "white, black, red and blue", ""),
    "us": ("", "red, white and blue", ""),
    "br": ("green", "", ""),
    "np": ("red", "red, blue and white", ""),
}


@pytest.mark.skipif(not DATA or not Path(DATA, "countries").is_dir(), reason="the countries' flags are not here")
@pytest.mark.parametrize(("code", "expected"), REAL.items())
def test_real_flags(code: str, expected: tuple[str, str, str]) -> None:
    path = Path(DATA, "countries", "flags_png250", f"{code}.png")
    found = values(list(facts_of_image(image_source("Flag of Utopia"), path)))
    relations = ("flag_main_colour", "flag_colours", "flag_stripe_colours")
    assert tuple(found.get(relation, "") for relation in relations) == expected
