"""Copies of images are within the limits, and look as the image does."""

import base64
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from benchwright.cli import terminal_pictures
from benchwright.errors import RequestError
from benchwright.models import PromptImage
from benchwright.models.names import PROVIDERS, PYTHON, Provider
from benchwright.models.pictures import (
    LIMITS,
    EncodedPicture,
    PictureCache,
    PictureLimits,
    encode_picture,
    picture_tokens,
)
from benchwright.publish.page.inline_images import inline_picture
from benchwright.readers.checked_images import open_pixels

SMALL = PictureLimits(64, 100_000)


def file_of(image: Image.Image, form: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def bytes_of(encoded: EncodedPicture) -> bytes:
    return base64.b64decode(encoded.base64)


def opened(encoded: EncodedPicture) -> Image.Image:
    return Image.open(io.BytesIO(bytes_of(encoded)))


def noise(width: int, height: int) -> Image.Image:
    return Image.effect_noise((width, height), 90).convert("RGB")


@pytest.mark.parametrize(
    ("form", "media_type"),
    [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("WEBP", "image/webp"), ("GIF", "image/gif")],
)
def test_a_file_that_is_within_the_limits_is_sent_as_it_is(form: str, media_type: str) -> None:
    data = file_of(Image.new("RGB", (8, 6), "red"), form)
    encoded = encode_picture(data, SMALL)
    assert (encoded.media_type, bytes_of(encoded)) == (media_type, data)


@pytest.mark.parametrize("form", ["BMP", "TIFF"])
def test_other_formats_become_png(form: str) -> None:
    encoded = encode_picture(file_of(Image.new("RGB", (8, 6), (10, 200, 30)), form), SMALL)
    assert encoded.media_type == "image/png"
    assert opened(encoded).convert("RGB").getpixel((3, 3)) == (10, 200, 30)


def test_a_large_one_is_made_smaller_in_its_own_shape() -> None:
    png = opened(encode_picture(file_of(Image.new("RGB", (200, 100), "blue"), "PNG"), SMALL))
    assert (png.format, png.size) == ("PNG", (64, 32))
    jpeg = opened(encode_picture(file_of(Image.new("RGB", (100, 400), "blue"), "JPEG"), SMALL))
    assert (jpeg.format, jpeg.size) == ("JPEG", (16, 64))


def test_transparency_is_kept_and_becomes_white_only_where_it_must() -> None:
    clear = Image.new("RGBA", (100, 100), (255, 0, 0, 0))
    png = opened(encode_picture(file_of(clear, "PNG"), SMALL))
    assert (png.format, png.mode, png.getpixel((5, 5))[3]) == ("PNG", "RGBA", 0)
    busy = noise(64, 64).convert("RGBA")
    busy.putalpha(0)
    jpeg = opened(encode_picture(file_of(busy, "PNG"), PictureLimits(64, 2_000)))
    assert jpeg.format == "JPEG"
    assert jpeg.convert("L").getextrema()[0] > 250


def test_bytes_are_bounded_too() -> None:
    data = file_of(noise(300, 200), "PNG")
    encoded = encode_picture(data, PictureLimits(300, 6_000))
    assert encoded.media_type == "image/jpeg"
    assert len(bytes_of(encoded)) <= 6_000
    width, height = opened(encoded).size
    assert abs(width / height - 1.5) < 0.1


def test_of_an_animation_the_first_frame_is_sent() -> None:
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue", "green")]
    data = file_of(frames[0], "GIF", save_all=True, append_images=frames[1:])
    encoded = encode_picture(data, SMALL)
    image = opened(encoded)
    assert (image.format, getattr(image, "n_frames", 1)) == ("PNG", 1)
    assert image.convert("RGB").getpixel((3, 3)) == (255, 0, 0)


def test_a_photograph_is_turned_as_its_metadata_says() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    data = file_of(Image.new("RGB", (20, 10), "red"), "JPEG", exif=exif)
    assert opened(encode_picture(data, SMALL)).size == (10, 20)


RAMP = np.linspace(0, 1, 48 * 48, dtype=np.float64).reshape(48, 48)
LOOK = np.rint(RAMP * 255)
FINE_GREYS = {
    "16 bits": ((RAMP * 65_535).astype(np.uint16), "PNG"),
    "16 bits in a TIFF": ((RAMP * 65_535).astype(np.uint16), "TIFF"),
    "32 bits": ((RAMP * 65_535).astype(np.int32), "TIFF"),
    "32 bits with a range of its own": ((RAMP * 2e9 - 1e9).astype(np.int32), "TIFF"),
    "floats up to 1": (RAMP.astype(np.float32), "TIFF"),
    "floats up to 255": ((RAMP * 255).astype(np.float32), "TIFF"),
    "floats with a range of their own": ((RAMP * 1e6 - 3).astype(np.float32), "TIFF"),
}


@pytest.mark.parametrize(("greys", "form"), FINE_GREYS.values(), ids=FINE_GREYS)
def test_fine_greys_keep_their_look_wherever_a_picture_is_converted(
    greys: np.ndarray[Any, Any], form: str, tmp_path: Path
) -> None:
    data = file_of(Image.fromarray(greys), form)
    path = tmp_path / "grey"
    path.write_bytes(data)
    inline = inline_picture(path)
    assert inline is not None
    copies = {
        "a model": opened(encode_picture(data, PictureLimits(40, 10_000))),
        "an encoder": open_pixels(data),
        "the page": Image.open(io.BytesIO(base64.b64decode(inline.uri.partition(",")[2]))),
        "the terminal": terminal_pictures.load(path),
    }
    for reader, copy in copies.items():
        assert copy.size[0] == copy.size[1], reader
        look = np.asarray(copy.convert("L").resize((48, 48)), dtype=float)
        assert np.abs(look - LOOK).max() <= 16, reader  # of 255: JPEG at its coarsest


def test_odd_pixels_of_a_float_picture_are_black_or_white() -> None:
    greys = np.array([[0.0, 1.0], [np.nan, np.inf]], dtype=np.float32)
    assert np.asarray(open_pixels(file_of(Image.fromarray(greys), "TIFF")).convert("L")).tolist() == [
        [0, 255],
        [0, 255],
    ]
    flat = np.full((2, 2), 7e9, dtype=np.float32)
    assert open_pixels(file_of(Image.fromarray(flat), "TIFF")).mode == "RGB"


def test_a_transparent_grey_of_16_bits_stays_transparent() -> None:
    greys = np.array([[30_000, 30_001], [0, 65_535]], dtype=np.uint16)
    data = file_of(Image.fromarray(greys), "PNG", transparency=30_000)
    assert np.asarray(open_pixels(data).convert("L")).tolist() == [[255, 117], [0, 255]]


@given(
    arrays(np.float32, (3, 4), elements=st.floats(width=32)) | arrays(np.uint16, (3, 4)) | arrays(np.int32, (3, 4)),
)
def test_brighter_pixels_never_turn_darker(greys: np.ndarray[Any, Any]) -> None:
    look = np.asarray(open_pixels(file_of(Image.fromarray(greys), "TIFF")).convert("L")).ravel()
    numbers = np.nan_to_num(greys.astype(np.float32), nan=-np.inf).ravel()
    order = np.argsort(numbers, kind="stable")
    assert (np.diff(look[order].astype(int)) >= 0).all()


@pytest.mark.parametrize("data", [b"", b"no image", b"\x89PNG\r\n\x1a\n" + b"\x00" * 50])
def test_what_is_no_image_is_told(data: bytes) -> None:
    with pytest.raises(RequestError, match="the map cannot be decoded"):
        encode_picture(data, SMALL, "the map")


def test_a_file_that_is_cut_off_is_told() -> None:
    data = file_of(noise(100, 100), "PNG")
    with pytest.raises(RequestError, match="cannot be decoded"):
        encode_picture(data[: len(data) // 2], SMALL)


def test_a_bomb_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchwright.models.pictures.MAX_PIXELS", 5_000)
    with pytest.raises(RequestError, match="has 100 x 100 pixels, more than 5,000"):
        encode_picture(file_of(Image.new("1", (100, 100)), "PNG"), SMALL, "it")


def test_the_cache_keeps_the_latest(tmp_path: Path) -> None:
    pictures = []
    for number in range(3):
        path = tmp_path / f"{number}.png"
        path.write_bytes(file_of(noise(40, 40), "PNG"))
        pictures.append(PromptImage(f"{number}" * 64, path))
    length = len(PictureCache("openai").encoded(pictures[0]).base64)
    cache = PictureCache("openai", capacity=int(length * 2.2))
    first = cache.encoded(pictures[0])
    cache.encoded(pictures[1])
    assert cache.encoded(pictures[0]) is first
    third = cache.encoded(pictures[2])
    for picture in pictures:
        picture.path.unlink()
    assert [cache.encoded(pictures[number]) for number in (0, 2)] == [first, third]
    with pytest.raises(RequestError, match="cannot be read"):
        cache.encoded(pictures[1])


def test_one_that_is_larger_than_the_cache_is_kept_while_it_is_the_latest(tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    path.write_bytes(file_of(noise(20, 20), "PNG"))
    cache = PictureCache("openai", capacity=1)
    copy = cache.encoded(PromptImage("a" * 64, path))
    assert cache.encoded(PromptImage("a" * 64, path)) is copy


@pytest.mark.parametrize(
    ("provider", "width", "height", "tokens"),
    [
        ("anthropic", 1000, 750, 1000),
        ("anthropic", 0, 0, 3279),
        ("anthropic", 3136, 1568, 1640),  # sent as 1568 x 784
        ("openai", 512, 512, 630),  # 16 x 16 patches x 2.46; one tile would be 255
        ("google", 100, 100, 1120),
        ("google", 3072, 3072, 4128),
        ("openai-compatible", 140, 28, 36),
    ],
)
def test_tokens(provider: Provider, width: int, height: int, tokens: int) -> None:
    assert picture_tokens(provider, width, height) == tokens


@given(st.sampled_from(PROVIDERS), st.integers(1, 20_000), st.integers(1, 20_000))
def test_no_image_counts_more_than_one_of_unknown_size(provider: Provider, width: int, height: int) -> None:
    assert 0 < picture_tokens(provider, width, height) <= picture_tokens(provider, 0, 0)


def test_limits_are_stated_for_every_provider() -> None:
    assert set(LIMITS) == {*PROVIDERS, PYTHON}
