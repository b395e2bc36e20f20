"""Images are what their bytes say, and nothing large or broken gets past the header."""

import hashlib
import io
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from benchwright.errors import ReadError
from benchwright.readers.checked_images import CheckedImage, check_image, image_text
from benchwright.records import Image


def encoded(kind: str, size: tuple[int, int] = (40, 30), **options: object) -> bytes:
    """A picture with some noise in it, so that cutting its bytes short breaks it."""
    picture = Pillow.effect_noise(size, 80).convert("RGB")
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def png_header(width: int, height: int) -> bytes:
    """A PNG file that claims a size and holds next to nothing."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    size = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + size + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")


def reason(data: bytes, **options: int) -> str:
    with pytest.raises(ReadError) as caught:
        check_image(data, **options)
    return caught.value.reason


@pytest.mark.parametrize(
    ("kind", "extension"),
    [("PNG", "png"), ("JPEG", "jpg"), ("GIF", "gif"), ("WEBP", "webp"), ("BMP", "bmp"), ("TIFF", "tif")],
)
def test_the_format_is_told_by_the_bytes(kind: str, extension: str) -> None:
    data = encoded(kind)
    assert check_image(data) == CheckedImage(hashlib.sha256(data).hexdigest(), extension, 40, 30)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF"])
def test_a_file_cut_short_is_damaged(kind: str) -> None:
    data = encoded(kind)
    assert reason(data[: len(data) // 2]) in {"image-damaged", "image-format"}


def outcome(data: bytes) -> str:
    """The reason of the refusal, or "" if the image is good."""
    try:
        check_image(data)
    except ReadError as error:
        return error.reason
    return ""


WHOLE = {kind: encoded(kind) for kind in ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")}


@given(
    st.sampled_from(sorted(WHOLE)),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), max_size=6),
    st.integers(0, 3000),
)
def test_damage_of_any_kind_is_a_read_error_or_none(kind: str, changes: list[tuple[int, int]], keep: int) -> None:
    data = bytearray(WHOLE[kind][:keep] if keep < 2500 else WHOLE[kind])
    for at, value in changes:
        if at < len(data):
            data[at] = value
    assert outcome(bytes(data)) in {"", "empty", "image-format", "image-damaged", "image-too-large", "image-svg"}


def test_foreign_and_empty_bytes_are_told_apart() -> None:
    assert reason(b"") == "empty"
    assert reason(b"GIF is what I am not") == "image-format"
    assert reason(b"%PDF-1.7 ...") == "image-format"
    assert reason(b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>') == "image-svg"
    assert reason(b"\xef\xbb\xbf <SVG/>") == "image-svg"


@pytest.mark.parametrize("side", [10_001, 12_000, 60_000])
def test_a_bomb_is_refused_by_its_header(side: int) -> None:
    assert reason(png_header(side, side)) == "image-too-large"


def test_the_bound_can_be_moved() -> None:
    assert reason(encoded("PNG"), max_pixels=1199) == "image-too-large"
    assert check_image(encoded("PNG"), max_pixels=1200).width == 40


def test_the_first_frame_of_an_animation_is_noted() -> None:
    frames = [Pillow.new("RGB", (4, 4), colour) for colour in ("red", "green", "blue")]
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:])
    assert check_image(buffer.getvalue()).frames == 3


def test_the_record_carries_the_words() -> None:
    checked = CheckedImage("ab", "png", 4, 3)
    assert checked.record("A flag.", "red") == Image("ab", "png", 4, 3, "A flag.", "red")


def test_the_text_is_caption_then_alternative_text() -> None:
    assert image_text(" A flag. ", "red") == "A flag.\nred"
    assert image_text("red", "red") == "red"
    assert image_text("", "red") == "red"
    assert image_text("", "") == ""
